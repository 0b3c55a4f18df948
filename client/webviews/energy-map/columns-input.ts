/** The keys and the pointer of the view of columns: they walk, point, drag, click and zoom. Sits in the page of the energy map. */
interface KeyMoves {
  /** Goes to the next hot line, or to the one before. */
  readonly hot: (step: number) => void;
  /** Moves from the chosen line by a number of lines and files. */
  readonly near: (lines: number, files: number) => void;
  readonly open: () => void;
  readonly zoom: (factor: number) => void;
  readonly fit: () => void;
  readonly leave: () => void;
}

const ZOOM = 1.5;
/** Lines. */
const PAGE = 25;

export function listenToKeys(element: HTMLElement, moves: KeyMoves): void {
  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => { moves.near(1, 0); },
    ArrowUp: () => { moves.near(-1, 0); },
    PageDown: () => { moves.near(PAGE, 0); },
    PageUp: () => { moves.near(-PAGE, 0); },
    Home: () => { moves.near(-Infinity, 0); },
    End: () => { moves.near(Infinity, 0); },
    ArrowRight: () => { moves.near(0, 1); },
    ArrowLeft: () => { moves.near(0, -1); },
    n: () => { moves.hot(1); },
    p: () => { moves.hot(-1); },
    Enter: moves.open,
    '+': () => { moves.zoom(ZOOM); },
    '=': () => { moves.zoom(ZOOM); },
    '-': () => { moves.zoom(1 / ZOOM); },
    '0': moves.fit,
    Escape: moves.leave,
  }; // prettier-ignore
  element.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const action = keys[event.key];
    if (action === undefined) return;
    event.preventDefault();
    action();
  });
}

interface PointerMoves {
  /** Places in pixels of the element. */
  readonly point: (x: number, y: number) => void;
  readonly drag: (dx: number, dy: number) => void;
  readonly click: (x: number, y: number) => void;
  readonly leave: () => void;
  readonly zoom: (x: number, y: number, factor: number) => void;
}

/** Pixels: who moves less has clicked. */
const STILL = 4;
/** Pixels that a mouse means by a line. */
const WHEEL_LINE = 20;

/** @param isSurface whether it is the picture that is pointed at: not what lies over it */
export function listenToPointer(
  element: HTMLElement,
  isSurface: (target: EventTarget | null) => boolean,
  moves: PointerMoves,
): void {
  let drag: { readonly x: number; readonly y: number; readonly hasMoved: boolean } | undefined;
  element.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || !isSurface(event.target)) return;
    drag = { x: event.offsetX, y: event.offsetY, hasMoved: false };
    element.setPointerCapture(event.pointerId);
  });
  element.addEventListener('pointermove', (event) => {
    if (!isSurface(event.target)) return;
    const { offsetX: x, offsetY: y } = event;
    if (drag === undefined) {
      moves.point(x, y);
      return;
    }
    const [dx, dy] = [x - drag.x, y - drag.y];
    if (!drag.hasMoved && Math.abs(dx) + Math.abs(dy) < STILL) return;
    drag = { x, y, hasMoved: true };
    moves.drag(dx, dy);
  });
  element.addEventListener('pointerup', (event) => {
    const wasClick = drag !== undefined && !drag.hasMoved;
    drag = undefined;
    if (wasClick) moves.click(event.offsetX, event.offsetY);
  });
  element.addEventListener('pointerleave', () => {
    if (drag === undefined) moves.leave();
  });
  element.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault();
      if (event.shiftKey) moves.drag(-event.deltaY - event.deltaX, 0);
      else {
        const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? WHEEL_LINE : 1;
        // A pinch is told as a wheel with Ctrl, in smaller steps.
        const factor = Math.exp(-event.deltaY * unit * (event.ctrlKey ? 0.01 : 0.0018));
        moves.zoom(event.offsetX, event.offsetY, factor);
      }
    },
    { passive: false },
  );
}

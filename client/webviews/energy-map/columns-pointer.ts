/**
 * The pointer in the view of columns: it points, drags, clicks and turns its wheel. Sits in the page of the
 * energy map.
 */
export interface PointerMoves {
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

/** The keys of the view of columns. Sits in the page of the energy map. */
export interface KeyMoves {
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

/**
 * Rows that keys walk: arrows, page keys, Home and End go from one to another; one of them is reached by Tab, as in lists
 * and trees of the editor. Sits beside the pages of web views.
 */
interface RowKeys {
  /** It became the row of the focus. */
  readonly arrive?: (index: number) => void;
  /** Any other key, or one that is held with others than Shift; whether it did anything. */
  readonly press: (index: number, event: KeyboardEvent) => boolean;
}

interface WalkedRows {
  readonly current: number;
  /** Makes it the one that Tab reaches. */
  readonly select: (index: number) => void;
  /** Selects the row and moves the focus to it. */
  readonly go: (index: number) => void;
}

const PAGE_STEP = 10;

/** All children of `body` are rows. */
export function followKeys(body: HTMLElement, keys: RowKeys): WalkedRows {
  let current = 0;
  const at = (index: number): Element | undefined => body.children[index];

  function select(index: number): void {
    at(current)?.setAttribute('tabindex', '-1');
    current = Math.min(Math.max(0, index), Math.max(0, body.children.length - 1));
    at(current)?.setAttribute('tabindex', '0');
  }

  function go(index: number): void {
    select(index);
    const row = at(current);
    if (row instanceof HTMLElement) row.focus();
    row?.scrollIntoView({ block: 'nearest' });
  }

  const goals: Readonly<Record<string, () => number>> = {
    ArrowDown: () => current + 1,
    ArrowUp: () => current - 1,
    PageDown: () => current + PAGE_STEP,
    PageUp: () => current - PAGE_STEP,
    Home: () => 0,
    End: () => body.children.length - 1,
  };
  body.addEventListener('keydown', (event) => {
    const goal = isPlain(event) ? goals[event.key] : undefined;
    if (goal !== undefined) go(goal());
    else if (!keys.press(current, event)) return;
    event.preventDefault();
  });
  body.addEventListener('focusin', ({ target }) => {
    const index = [...body.children].findIndex((row) => row === target);
    if (index < 0) return;
    select(index);
    keys.arrive?.(index);
  });
  return {
    get current() {
      return current;
    },
    select,
    go,
  };
}

/** True if no modifier key but Shift is pressed. */
export function isPlain({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return !ctrlKey && !metaKey && !altKey;
}

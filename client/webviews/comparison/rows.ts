/**
 * Rows that keys walk: arrows, page keys, Home and End go from one to another, Enter does what it is told; one of them is
 * reached by Tab. Sits in the page of a comparison.
 */
export interface RowKeys {
  /** It became the row of the focus. */
  readonly arrive: (index: number) => void;
  /** `isOther`: with Shift. */
  readonly enter: (index: number, isOther: boolean) => void;
  /** Any other key; whether it did anything. */
  readonly press?: (index: number, key: string) => boolean;
}

export interface WalkedRows {
  readonly current: number;
  /** Makes it the one that Tab reaches. */
  readonly select: (index: number) => void;
  /** As well, and takes the focus there. */
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
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const goal = goals[event.key];
    if (goal !== undefined) go(goal());
    else if (event.key === 'Enter') keys.enter(current, event.shiftKey);
    else if (keys.press?.(current, event.key) !== true) return;
    event.preventDefault();
  });
  body.addEventListener('focusin', ({ target }) => {
    const index = [...body.children].findIndex((row) => row === target);
    if (index < 0) return;
    select(index);
    keys.arrive(index);
  });
  return {
    get current() {
      return current;
    },
    select,
    go,
  };
}

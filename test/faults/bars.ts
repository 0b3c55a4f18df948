/** The bars that runs under load and faults are held against, each as a row of a table. */

/** A bar with what a run saw. */
export interface Bar {
  readonly bar: string;
  readonly target: string;
  readonly measured: string;
  readonly isMet: boolean;
}

/** A bar for a largest number, such as milliseconds. */
export function atMost(bar: string, values: readonly number[], most: number, unit: string): Bar {
  const worst = values.reduce((a, b) => Math.max(a, b), 0);
  const over = values.filter((value) => value > most).length;
  return {
    bar: `${bar}, ${values.length}`,
    target: `≤ ${most} ${unit}`,
    measured: `p50 ${round(quantile(values, 0.5))}, p99 ${round(quantile(values, 0.99))}, max ${round(worst)} ${unit}; ${over} over`,
    isMet: over === 0,
  };
}

/** A bar for what must not be. */
export function none(bar: string, found: number): Bar {
  return { bar, target: '0', measured: String(found), isMet: found === 0 };
}

/** A bar for what must be so in all cases. */
export function all(bar: string, right: number, tried: number): Bar {
  return { bar, target: 'all', measured: `${right} of ${tried}`, isMet: right === tried && tried > 0 };
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN;
}

function round(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(2);
}

export function formatBars(bars: readonly Bar[]): string {
  const rows = [
    ['bar', 'target', 'measured', 'met'],
    ...bars.map(({ bar, target, measured, isMet }) => [bar, target, measured, isMet ? 'yes' : 'NO']),
  ];
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

const MOST_LISTED = 30;

/** Failures by their cause, in which numbers and names of folders don't count; each with the first case that showed it. */
export class Failures {
  readonly causes = new Map<string, { times: number; readonly first: string }>();

  add(cause: string, first: string, times = 1): void {
    const known = this.causes.get(cause);
    if (known === undefined) this.causes.set(cause, { times, first });
    else known.times += times;
  }

  take(other: Failures): void {
    for (const [cause, { times, first }] of other.causes) this.add(cause, first, times);
  }

  get lines(): readonly string[] {
    const listed = [...this.causes].sort((a, b) => b[1].times - a[1].times).slice(0, MOST_LISTED);
    return listed.map(([cause, { times, first }]) => `${times} × ${cause} (first: ${first})`);
  }
}

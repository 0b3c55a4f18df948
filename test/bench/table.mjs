/**
 * Numbers of repeated runs, and tables to print them in.
 */

/** @param {readonly number[]} values */
export function summarize(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
  return { n: sorted.length, min: at(0), median: at(0.5), p95: at(0.95), max: at(1) };
}

/** @param {number} ms */
export function milliseconds(ms) {
  return ms >= 1000 ? `${(ms / 1000).toFixed(2)} s` : `${ms.toFixed(ms < 10 ? 2 : 1)} ms`;
}

/** Figures beside their targets; `met` is undefined where there is none. */
export function formatTargets(rows) {
  return formatTable(
    ['what', 'target', 'measured', ''],
    rows.map(([what, target, measured, met]) => [
      what,
      target,
      measured,
      met === undefined ? '' : met ? 'met' : 'not met',
    ]),
  );
}

/**
 * @param {readonly string[]} header
 * @param {readonly (readonly string[])[]} rows
 */
export function formatTable(header, rows) {
  const widths = header.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => (row[column] ?? '').length)),
  );
  const line = (cells) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  return [line(header), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

/** Counts of things, for people. Sits in `base/`, since all rooms say how many of something there are. */

/** "1 line", "2,000 lines", "1 class file is": a count and what is counted. */
export function counted(count: number, one: string, many = `${one}s`): string {
  const digits = Number.isInteger(count) || count >= 1000 ? count.toFixed(0) : count.toPrecision(3);
  return `${groupThousands(String(Number(digits)))} ${count === 1 ? one : many}`;
}

/** "12,345.6" */
export function groupThousands(digits: string): string {
  const [whole, fraction] = digits.split('.') as [string, string?];
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

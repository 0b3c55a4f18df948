/** What was meant by a name that is mistyped. Sits in `base/`. */

/** "; did you mean --format?" where something known is near, else nothing. */
export function suggestion(given: string, known: readonly string[]): string {
  const near = known
    .map((name) => ({
      name,
      distance: name.startsWith(given) && given.length > 3 ? 1 : editDistance(given, name),
    }))
    .sort((a, b) => a.distance - b.distance)[0];
  return near !== undefined && near.distance <= Math.max(1, Math.min(given.length, near.name.length) / 3)
    ? `; did you mean ${near.name}?`
    : '';
}

/** Levenshtein's distance. Cost: the product of the lengths; names are short, and what is given is cut. */
function editDistance(given: string, name: string): number {
  const one = given.slice(0, 40);
  let row = Array.from({ length: name.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= name.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (one[i - 1] === name[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[name.length] ?? 0;
}

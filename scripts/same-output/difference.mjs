/** The lines in which two texts differ, a few of them: those that were (-) and those that are (+). */
const WIDTH = 220;

/** At most `most` lines; what is left out is counted. */
export function differenceOf(before, after, most) {
  if (before === '') return '  + a new answer';
  if (after === '') return '  - no answer any more';
  const [old, now] = [before.split('\n'), after.split('\n')];
  const hunks = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < now.length) {
    if (old[i] === now[j]) {
      i++;
      j++;
      continue;
    }
    const [nextOld, nextNow] = nextCommon(old, now, i, j);
    hunks.push({ line: i + 1, gone: old.slice(i, nextOld), came: now.slice(j, nextNow) });
    [i, j] = [nextOld, nextNow];
  }
  const lines = hunks.flatMap(({ line, gone, came }) => [
    ...gone.map((text, index) => `  -${line} ${clip(text, came[index] ?? '')}`),
    ...came.map((text, index) => `  +${line} ${clip(text, gone[index] ?? '')}`),
  ]);
  const left = lines.length - most;
  return [...lines.slice(0, most), ...(left > 0 ? [`  … ${left} more lines`] : [])].join('\n');
}

/** The place where both texts go on alike: the nearest pair of equal lines within some hundred lines. */
function nextCommon(old, now, i, j) {
  for (let distance = 1; distance < 400; distance++) {
    for (let step = 0; step <= distance; step++) {
      const [a, b] = [i + step, j + distance - step];
      if (a < old.length && b < now.length && old[a] === now[b] && old[a + 1] === now[b + 1]) return [a, b];
    }
  }
  return [old.length, now.length];
}

/** A long line from shortly before the place where it differs from the other. */
function clip(text, other) {
  if (text.length <= WIDTH) return text;
  let at = 0;
  while (at < text.length && text[at] === other[at]) at++;
  const from = Math.max(0, Math.min(at - 60, text.length - WIDTH));
  return `${from > 0 ? '…' : ''}${text.slice(from, from + WIDTH)}…`;
}

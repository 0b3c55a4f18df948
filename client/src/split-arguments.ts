/**
 * A line of arguments as words. Free of `vscode`. Nothing passes a shell: blanks part words, quotes keep them together, and
 * nothing else is special.
 */

/** Undefined where a quote stays open. */
export function splitArguments(line: string): readonly string[] | undefined {
  const words: string[] = [];
  let rest = line.trimStart();
  while (rest !== '') {
    const [word] = /^(?:[^\s"']|"[^"]*"|'[^']*')+/.exec(rest) ?? [];
    if (word === undefined) return undefined;
    words.push(word.replaceAll(/"([^"]*)"|'([^']*)'/g, '$1$2'));
    const after = rest.slice(word.length);
    // A quote that is not closed ends the word before it.
    if (after !== '' && !/^\s/.test(after)) return undefined;
    rest = after.trimStart();
  }
  return words;
}

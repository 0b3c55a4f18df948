/**
 * Links to the rules of advice in docs/guide/advice.md, for editors that can open them.
 *
 * Sits in `lsp/`.
 */
import { readFile } from 'node:fs/promises';
import { URI } from 'vscode-uri';

/** Answers a function that gives the link of a rule; it gives none if the page is not installed. */
export async function readAdviceGuide(path: string): Promise<(rule: string) => string | undefined> {
  const text = await readFile(path, 'utf8').catch(() => '');
  const places = new Map<string, string>();
  for (const [index, line] of text.split('\n').entries()) {
    const [, rule] = /^\| `([\w-]+)` +\|/.exec(line) ?? [];
    // Editors can go to a line this way. They do not know the headings of a page.
    if (rule !== undefined)
      places.set(rule, URI.file(path).with({ fragment: `L${index + 1}` }).toString()); // prettier-ignore
  }
  return (rule) => places.get(rule);
}

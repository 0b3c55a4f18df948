/**
 * Where docs/guide/advice.md describes a rule, for an editor to open. Sits in `lsp/`.
 */
import { readFile } from 'node:fs/promises';
import { URI } from 'vscode-uri';

/** A link by rule; none where the page is not installed. */
export async function readAdviceGuide(path: string): Promise<(rule: string) => string | undefined> {
  const text = await readFile(path, 'utf8').catch(() => '');
  const places = new Map<string, string>();
  for (const [index, line] of text.split('\n').entries()) {
    const [, rule] = /^\| `([\w-]+)` +\|/.exec(line) ?? [];
    // Editors go to a line so; a page's own headings they don't know.
    if (rule !== undefined)
      places.set(rule, URI.file(path).with({ fragment: `L${index + 1}` }).toString()); // prettier-ignore
  }
  return (rule) => places.get(rule);
}

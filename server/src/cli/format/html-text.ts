/** Text into HTML, and data into a script element. Sits in `cli/`. */
import { escapeHtml } from '../../base/escape-html';
import { makePrintable } from '../terminal';

/** Safe between tags and in quoted attributes; control and bidirectional characters are shown as such. */
export function escapePrintable(text: string): string {
  return escapeHtml(makePrintable(text));
}

/** JSON that can't end the script element it stands in. */
export function embedJson(value: unknown): string {
  return JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (character) => {
    return '\\u' + character.charCodeAt(0).toString(16).padStart(4, '0');
  });
}

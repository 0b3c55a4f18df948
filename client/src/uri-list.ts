/**
 * A reader of what is dropped on a view as `text/uri-list` (RFC 2483): each line is one URI, and remarks
 * begin with `#`.
 *
 * Free of `vscode`.
 */
export function parseUriList(text: string): readonly string[] {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
}

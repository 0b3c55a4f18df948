/**
 * Text that other programs and other people's files give.
 *
 * Free of `vscode`.
 */

/** A message for a notification, where `[text](target)` would be a link that runs a command. */
export function withoutLinks(message: string): string {
  return message.replaceAll(/\](?=\()/g, '] ');
}

/** The URIs of what is dropped on a view as `text/uri-list` (RFC 2483): one a line, and remarks begin with `#`. */
export function parseUriList(text: string): readonly string[] {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
}

/**
 * Text of other people's files in a notification, where `[text](target)` would
 * be a link that runs a command.
 *
 * Free of `vscode`.
 */
export function withoutLinks(message: string): string {
  return message.replaceAll(/\](?=\()/g, '] ');
}

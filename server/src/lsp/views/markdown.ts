/**
 * Escapes foreign text for Markdown: names come from sources and from other people's files.
 *
 * Sits in `lsp/`. Pure.
 */

/** Escapes text between backticks inside a table: nothing in it is a link, or turns the direction of what follows. */
export function escapeCode(text: string): string {
  return text
    .replaceAll('`', "'")
    .replaceAll('|', '\\|')
    .replaceAll(/[\p{Cc}\u2028-\u202e\u2066-\u2069]+/gu, ' ');
}

/** Escapes running Markdown text. */
export function escapeText(text: string): string {
  return text.replaceAll(/[\\`*_{}[\]<>()#+!|-]/g, (character) => `\\${character}`);
}

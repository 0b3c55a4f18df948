/** Pieces of the generated pages of the reference. */

export function code(text: string): string {
  return `\`${text}\``;
}

/** Plain text as Markdown. */
export function escaped(text: string): string {
  return text.replace(/[*_<]/g, '\\$&');
}

/** The first sentence of a text, with the default that the text's end may state. */
export function firstSentence(text: string): string {
  const [, first = text] = /^(.+?[.!?])(?= [A-Z'`(_-])/.exec(text) ?? [];
  const [, stated] = /\((default: [^()]+)\)\.?$/.exec(text) ?? [];
  return stated === undefined || first.includes(stated) ? first : `${first} (${stated})`;
}

/**
 * Bodies parsed once, for analyzers that live side by side in a thread that
 * fuzzes: `scripts/fuzz-threads.mjs` puts it in the place of `parse-body`.
 * Trees depend on their text alone and are never written to; that they equal
 * those of a parser of its own is what `edits.test.ts` compares, where nothing
 * is remembered.
 */
import type { Body, BodyText } from '../../server/src/java/syntax/ast';
import * as original from '../../server/src/java/syntax/parse-body';

/** Twice as many are kept at most. */
const GENERATION = 2000;

let young = new Map<string, Body>();
let old = new Map<string, Body>();

export function parseBody(text: string, rule: BodyText['rule'], options?: original.ParseOptions): Body {
  if (options !== undefined) return original.parseBody(text, rule, options);
  const key = `${rule}\n${text}`;
  const body = young.get(key) ?? old.get(key) ?? original.parseBody(text, rule);
  young.set(key, body);
  if (young.size >= GENERATION) {
    old = young;
    young = new Map();
  }
  return body;
}

/**
 * Finds where two versions of a text differ: one span of the old text, and the new text in its place.
 *
 * At the bottom of `java/`; an editor's several changes at once are one edit
 * that covers them all.
 */
import type { Span } from '../syntax/ast';

/** The old text's `start` to `end` is replaced by `inserted` characters of the new one from `start` on. */
export interface TextEdit extends Span {
  readonly inserted: number;
}

/** Compared as whole slices first: what is equal is compared at memory's speed. */
const SLICE = 4096;

export function findEdit(before: string, after: string): TextEdit {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start + SLICE <= shorter && before.slice(start, start + SLICE) === after.slice(start, start + SLICE))
    start += SLICE;
  while (start < shorter && before.charCodeAt(start) === after.charCodeAt(start)) start++;
  const rest = shorter - start;
  let same = 0;
  while (same + SLICE <= rest && sliceFromEnd(before, same) === sliceFromEnd(after, same)) same += SLICE;
  while (
    same < rest &&
    before.charCodeAt(before.length - 1 - same) === after.charCodeAt(after.length - 1 - same)
  )
    same++;
  return { start, end: before.length - same, inserted: after.length - same - start };
}

function sliceFromEnd(text: string, fromEnd: number): string {
  return text.slice(text.length - fromEnd - SLICE, text.length - fromEnd);
}

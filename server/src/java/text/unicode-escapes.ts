/**
 * Unicode escapes (JLS 3.3): `\u0041` stands for `A` anywhere in a program, so
 * they are decoded before anything else looks at the text.
 *
 * First step of `java/`: everything downstream reads the decoded text and holds
 * offsets into it; {@link DecodedText.toOriginal} takes them back to the text
 * the user sees. Text without escapes, nearly all there is, is passed through.
 */

import { at } from '../../base/check';
import { firstWhere } from '../../base/search';
import type { Span } from '../syntax/ast';

export interface DecodedText {
  readonly text: string;
  /** Offset in the original text of an offset in the decoded one. Monotonic; O(log escapes). */
  readonly toOriginal: (offset: number) => number;
}

/** `\` with one or more `u` and four hexadecimal digits; only eligible after an even number of backslashes. */
const ESCAPE = /(?<!\\)\\+u+[0-9a-fA-F]{4}/g;
const HEX_DIGITS = 4;

export function decodeUnicodeEscapes(original: string): DecodedText {
  if (!original.includes('\\u')) return { text: original, toOriginal: identity };
  const pieces: string[] = [];
  /** Per escape: decoded offset just after its character, and how much longer the original is up to there. */
  const decodedEnds: number[] = [];
  const shifts: number[] = [];
  let copied = 0;
  let shift = 0;
  for (const match of original.matchAll(ESCAPE)) {
    const written = match[0];
    const backslashes = written.lastIndexOf('\\') + 1;
    if (backslashes % 2 === 0) continue;
    const escapeStart = match.index + backslashes - 1;
    const escapeEnd = match.index + written.length;
    pieces.push(original.slice(copied, escapeStart));
    pieces.push(String.fromCharCode(parseInt(written.slice(-HEX_DIGITS), 16)));
    copied = escapeEnd;
    shift += escapeEnd - escapeStart - 1;
    decodedEnds.push(escapeEnd - shift);
    shifts.push(shift);
  }
  if (decodedEnds.length === 0) return { text: original, toOriginal: identity };
  pieces.push(original.slice(copied));
  return { text: pieces.join(''), toOriginal: (offset) => offset + shiftAt(decodedEnds, shifts, offset) };
}

/** A span of the decoded text as a span of the original one. */
export function toOriginalSpan(decoded: DecodedText, span: Span): Span {
  return { start: decoded.toOriginal(span.start), end: decoded.toOriginal(span.end) };
}

function identity(offset: number): number {
  return offset;
}

/** Shift of the last escape that ends at or before `offset`. */
function shiftAt(decodedEnds: readonly number[], shifts: readonly number[], offset: number): number {
  const after = firstWhere(0, decodedEnds.length, (escape) => at(decodedEnds, escape) > offset);
  return after === 0 ? 0 : at(shifts, after - 1);
}

/**
 * Literals (JLS 3.10): which kind of value a literal's text denotes.
 */

import type { LiteralKind } from '../syntax/ast';

export function literalKindOf(text: string): LiteralKind {
  if (text.startsWith('"""') && text.length >= '""""""'.length) return 'text-block';
  if (text.startsWith('"')) return 'string';
  if (text.startsWith("'")) return 'char';
  if (text === 'null') return 'null';
  if (text === 'true' || text === 'false') return 'boolean';
  const hexadecimal = /^0[xX]/.test(text);
  if (/[lL]$/.test(text)) return 'long';
  if (hexadecimal ? !/[.pP]/.test(text) : /^0[bB]/.test(text) || !/[.eEfFdD]/.test(text)) return 'int';
  return /[fF]$/.test(text) ? 'float' : 'double';
}

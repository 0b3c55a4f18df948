/**
 * Values of literals (JLS 3.10). Unicode escapes are decoded before.
 */
import type { ConstantValue } from '../../classfile/signatures/class-signature';
import type { LiteralKind } from '../syntax/ast';

/** Undefined for `null`, and for text that is no literal after all. */
export function literalValue(kind: LiteralKind, text: string): ConstantValue | undefined {
  switch (kind) {
    case 'int': {
      const value = integerValue(text);
      return value === undefined ? undefined : { kind: 'int', value: Number(BigInt.asIntN(32, value)) };
    }
    case 'long': {
      const value = integerValue(text.slice(0, -1));
      return value === undefined ? undefined : { kind: 'long', value: BigInt.asIntN(64, value) };
    }
    case 'float':
      return { kind: 'float', value: Math.fround(floatingValue(text)) };
    case 'double':
      return { kind: 'double', value: floatingValue(text) };
    case 'boolean':
      return { kind: 'boolean', value: text === 'true' };
    case 'char': {
      const value = decodeEscapes(text.slice(1, -1));
      return value.length === 1 ? { kind: 'int', value: value.charCodeAt(0) } : undefined;
    }
    case 'string':
      return {
        kind: 'string',
        value: decodeEscapes(text.slice(1, text.endsWith('"') && text.length > 1 ? -1 : undefined)),
      };
    case 'text-block':
      return { kind: 'string', value: textBlockValue(text) };
    case 'null':
      return undefined;
  }
}

function integerValue(text: string): bigint | undefined {
  const digits = text.replaceAll('_', '').toLowerCase();
  const isOctal = digits.length > 1 && digits.startsWith('0') && /^[0-7]+$/.test(digits);
  try {
    return BigInt(isOctal ? `0o${digits.slice(1)}` : digits);
  } catch {
    return undefined;
  }
}

function floatingValue(text: string): number {
  const digits = text.replaceAll('_', '').toLowerCase();
  if (digits.startsWith('0x')) return hexadecimalFloat(digits);
  return Number.parseFloat(digits);
}

/** `0x1.8p3`: mantissa bits times a power of two; exact for mantissas of up to 53 bits. */
function hexadecimalFloat(digits: string): number {
  const [mantissa = '', exponent = '0'] = digits.slice(2).split('p');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const bits = Number.parseInt(`${whole}${fraction}` || '0', 16);
  return bits * 2 ** (Number.parseInt(exponent, 10) - 4 * fraction.length);
}

const simpleEscapes: Readonly<Record<string, string>> = {
  b: '\b', s: ' ', t: '\t', n: '\n', f: '\f', r: '\r', '"': '"', "'": "'", '\\': '\\',
}; // prettier-ignore

function decodeEscapes(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(/\\([0-3]?[0-7]{1,2}|\r?\n|[^])/g, (_match, escape: string) => {
    if (/^[0-7]/.test(escape)) return String.fromCharCode(Number.parseInt(escape, 8));
    return escape.endsWith('\n') ? '' : (simpleEscapes[escape] ?? escape);
  });
}

/** Strips the indentation that all lines share, and blanks at line ends (JLS 3.10.6). */
function textBlockValue(text: string): string {
  const content = text
    .slice(text.indexOf('\n') + 1, text.endsWith('"""') ? -3 : undefined)
    .replaceAll('\r\n', '\n');
  const lines = content.split('\n');
  const significant = lines.filter((line, i) => line.trim() !== '' || i === lines.length - 1);
  const indentation = Math.min(...significant.map((line) => line.length - line.trimStart().length));
  return decodeEscapes(
    lines.map((line) => (line.trim() === '' ? '' : line.slice(indentation).trimEnd())).join('\n'),
  );
}

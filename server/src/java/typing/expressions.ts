/**
 * Types of expressions (JLS 15): one case for each kind, the larger ones in
 * files of their own.
 */
import type { LiteralKind } from '../syntax/operators';
import type { JavaType, ConstantValue } from '../../classfile/signatures/class-signature';
import type { ArrayInitializer, Expression, ExpressionOf } from '../syntax/ast';
import { typePattern } from '../types/bindings';
import { inferCall, inferNew } from './calls';
import { castConstant } from './constants';
import { boxedIfPrimitive } from '../types/conversions';
import { inferName, typeOfSuper, typeOfThis } from './names';
import { inferBinary, inferConditional, inferUnary } from './operators';
import type { Scope } from './scopes';
import { resultAsUsed } from '../types/signature-polymorphic';
import { inferSwitchExpression } from './switches';
import { attribute, type PendingFunction, record, resolveSyntax, type Typer } from './typer';
import {
  arrayType,
  booleanType,
  charType,
  classType,
  doubleType,
  floatType,
  intType,
  longType,
  nullType,
  stringType,
  unknownType,
} from '../types/types';

export function infer(typer: Typer, expression: Expression, scope: Scope, target?: JavaType): JavaType {
  const type = typeOf(typer, expression, scope, target);
  return record(typer, expression, type);
}

function typeOf(typer: Typer, expression: Expression, scope: Scope, target: JavaType | undefined): JavaType {
  switch (expression.kind) {
    case 'literal':
      return inferLiteral(typer, expression);
    case 'name':
    case 'field-access':
      return inferName(typer, expression, scope);
    case 'this':
      return typeOfThis(typer, expression, scope);
    case 'super':
      return typeOfSuper(typer, expression, scope);
    case 'call':
      return inferCall(typer, expression, scope);
    case 'new':
      return inferNew(typer, expression, scope, target);
    case 'new-array':
      return inferNewArray(typer, expression, scope);
    case 'array-initializer':
      return inferArrayInitializer(typer, expression, scope, target ?? unknownType);
    case 'array-access': {
      const array = attribute(typer, expression.array, scope);
      attribute(typer, expression.index, scope);
      return array.kind === 'array' ? array.element : unknownType;
    }
    case 'unary':
      return inferUnary(typer, expression, scope);
    case 'increment':
      return attribute(typer, expression.operand, scope);
    case 'binary':
      return inferBinary(typer, expression, scope);
    case 'assignment': {
      const type = attribute(typer, expression.target, scope);
      attribute(typer, expression.value, scope, expression.operator === '=' ? type : undefined);
      return type;
    }
    case 'instanceof':
      return inferInstanceof(typer, expression, scope);
    case 'conditional':
      return inferConditional(typer, expression, scope, target);
    case 'cast':
      return inferCast(typer, expression, scope);
    case 'lambda':
    case 'method-reference':
      return inferFunction(typer, { expression, target: target ?? unknownType, scope });
    case 'switch-expression':
      return inferSwitchExpression(typer, expression, scope, target);
    case 'class-literal':
      return classType('java/lang/Class', [boxedIfPrimitive(resolveSyntax(typer, expression.type, scope))]);
    case 'missing':
      return unknownType;
  }
}

/** An exact method reference needs nothing of its target; what it says of it serves the choice of the method around it. */
function inferFunction(typer: Typer, pending: PendingFunction): JavaType {
  if (pending.expression.kind === 'method-reference' && typer.rules.isReady(typer, pending)) {
    return typer.rules.applyFunction(typer, pending);
  }
  typer.pending.push(pending);
  return pending.target;
}

function inferLiteral(typer: Typer, expression: ExpressionOf<'literal'>): JavaType {
  const value = literalValue(expression.literal, expression.text);
  if (value !== undefined) typer.constants.set(expression, value);
  return LITERAL_TYPES[expression.literal];
}

const LITERAL_TYPES: Readonly<Record<LiteralKind, JavaType>> = {
  int: intType,
  long: longType,
  float: floatType,
  double: doubleType,
  char: charType,
  boolean: booleanType,
  string: stringType,
  'text-block': stringType,
  null: nullType,
};

function inferNewArray(typer: Typer, expression: ExpressionOf<'new-array'>, scope: Scope): JavaType {
  const element = resolveSyntax(typer, expression.elementType, scope);
  for (const dimension of expression.dimensions) attribute(typer, dimension, scope);
  const type = arrayType(element, expression.dimensions.length + expression.emptyDimensions);
  if (expression.initializer !== undefined) record(typer, expression.initializer, inferArrayInitializer(typer, expression.initializer, scope, type)); // prettier-ignore
  return type;
}

function inferArrayInitializer(
  typer: Typer,
  initializer: ArrayInitializer,
  scope: Scope,
  target: JavaType,
): JavaType {
  const element = target.kind === 'array' ? target.element : unknownType;
  for (const value of initializer.elements) attribute(typer, value, scope, element);
  return target;
}

function inferInstanceof(typer: Typer, expression: ExpressionOf<'instanceof'>, scope: Scope): JavaType {
  const operand = attribute(typer, expression.operand, scope);
  if (expression.type !== undefined) resolveSyntax(typer, expression.type, scope);
  if (expression.pattern !== undefined) {
    const whenTrue = typePattern(typer, expression.pattern, operand, scope);
    if (whenTrue.length > 0) typer.bindings.set(expression, { whenTrue, whenFalse: [] });
  }
  return booleanType;
}

/** Types a cast. Only functions take their type from it (JLS 15.16). */
function inferCast(typer: Typer, expression: ExpressionOf<'cast'>, scope: Scope): JavaType {
  const type = resolveSyntax(typer, expression.type, scope);
  attribute(typer, expression.operand, scope, takesTarget(expression.operand) ? type : undefined);
  resultAsUsed(typer, expression.operand, type);
  const constant = typer.constants.get(expression.operand);
  const value = constant === undefined ? undefined : castConstant(constant, type);
  if (value !== undefined) typer.constants.set(expression, value);
  return type;
}

function takesTarget(expression: Expression): boolean {
  const { kind } = expression;
  if (kind === 'conditional') return takesTarget(expression.whenTrue) || takesTarget(expression.whenFalse);
  return kind === 'lambda' || kind === 'method-reference' || kind === 'switch-expression';
}

/** Undefined for `null`, and for text that is no literal after all. */
function literalValue(kind: LiteralKind, text: string): ConstantValue | undefined {
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

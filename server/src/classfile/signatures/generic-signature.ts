/**
 * Parses descriptors and generic signatures (JVMS 4.3, 4.7.9.1) into types.
 * Descriptors are signatures without generics, so one parser reads both.
 *
 * Sits in `classfile/`. A text that does not follow the grammar gives
 * `undefined`; the caller falls back to the descriptor.
 */
import type { ClassType, JavaType, PrimitiveType, PrimitiveTypeName, TypeParameter } from './class-signature';

export interface ClassTypes {
  readonly typeParameters: readonly TypeParameter[];
  readonly superclass: ClassType;
  readonly interfaces: readonly ClassType[];
}

interface MethodTypes {
  readonly typeParameters: readonly TypeParameter[];
  readonly parameters: readonly JavaType[];
  readonly returnType: JavaType;
}

export function parseClassSignature(text: string): ClassTypes | undefined {
  return parseWhole(text, (reader) => {
    const typeParameters = readTypeParameters(reader);
    const superclass = readClassType(reader);
    const interfaces: ClassType[] = [];
    while (reader.peek() === 'L') interfaces.push(readClassType(reader));
    return { typeParameters, superclass, interfaces };
  });
}

/** Parses the signature or the descriptor of a method. It skips the thrown types. */
export function parseMethodSignature(text: string): MethodTypes | undefined {
  return parseWhole(text, (reader) => {
    const typeParameters = readTypeParameters(reader);
    reader.expect('(');
    const parameters: JavaType[] = [];
    while (!reader.failed && reader.peek() !== ')') parameters.push(readType(reader));
    reader.expect(')');
    const returnType = reader.accept('V') ? primitives.V : readType(reader);
    while (reader.accept('^')) readType(reader);
    return { typeParameters, parameters: parameters.length === 0 ? none : parameters, returnType };
  });
}

/** Parses the signature or the descriptor of a field. */
export function parseFieldSignature(text: string): JavaType | undefined {
  return parseWhole(text, readType);
}

const primitive = (name: PrimitiveTypeName): PrimitiveType => ({ kind: 'primitive', name });

const primitives: Readonly<Record<'V', PrimitiveType>> & Readonly<Record<string, PrimitiveType | undefined>> =
  {
    B: primitive('byte'),
    C: primitive('char'),
    D: primitive('double'),
    F: primitive('float'),
    I: primitive('int'),
    J: primitive('long'),
    S: primitive('short'),
    Z: primitive('boolean'),
    V: primitive('void'),
  };

const none: readonly never[] = [];
const unknown: JavaType = { kind: 'unknown' };
const objectType: ClassType = { kind: 'class', name: 'java/lang/Object', typeArguments: none };

/** Arrays have at most 255 dimensions (JVMS 4.3.2); deeper nesting is hostile and would exhaust the stack. */
const deepest = 255;

/** Reads a text from left to right. After a failure it stands at the end, so that every loop stops. */
class SignatureReader {
  readonly text: string;
  at = 0;
  depth = 0;
  failed = false;

  constructor(text: string) {
    this.text = text;
  }

  /** The next character; empty at the end. */
  peek(): string {
    return this.text.charAt(this.at);
  }

  accept(character: string): boolean {
    if (this.text.charAt(this.at) !== character) return false;
    this.at++;
    return true;
  }

  expect(character: string): void {
    if (!this.accept(character)) this.fail();
  }

  fail(): void {
    this.failed = true;
    this.at = this.text.length;
  }

  /** The text up to the first character that cannot be in an identifier of a signature; slashes may. */
  identifier(): string {
    const start = this.at;
    while (this.at < this.text.length && !isDelimiter(this.text.charCodeAt(this.at))) this.at++;
    if (this.at === start) this.fail();
    return this.text.slice(start, this.at);
  }
}

/** True for `. ; [ < > :`. */
function isDelimiter(code: number): boolean {
  return code === 0x2e || code === 0x3b || code === 0x5b || code === 0x3c || code === 0x3e || code === 0x3a;
}

function parseWhole<T>(text: string, read: (reader: SignatureReader) => T): T | undefined {
  const reader = new SignatureReader(text);
  const value = read(reader);
  return reader.failed || reader.at !== text.length ? undefined : value;
}

function readType(reader: SignatureReader): JavaType {
  const first = reader.peek();
  if (first === 'L') return readClassType(reader);
  if (first === 'T') return readTypeVariable(reader);
  reader.at++;
  if (first === '[') return nested(reader, unknown, () => ({ kind: 'array', element: readType(reader) }));
  const found = first === 'V' ? undefined : primitives[first];
  if (found === undefined) reader.fail();
  return found ?? unknown;
}

function readTypeVariable(reader: SignatureReader): JavaType {
  reader.expect('T');
  const name = reader.identifier();
  reader.expect(';');
  return { kind: 'variable', name };
}

/** Each part after a dot is a member class of the one before; its binary name has a `$` there. */
function readClassType(reader: SignatureReader): ClassType {
  return nested(reader, objectType, () => {
    reader.expect('L');
    let type = withArguments(reader, reader.identifier(), undefined);
    while (reader.accept('.')) type = withArguments(reader, `${type.name}$${reader.identifier()}`, type);
    reader.expect(';');
    return type;
  });
}

function withArguments(reader: SignatureReader, name: string, enclosing: ClassType | undefined): ClassType {
  const typeArguments = readTypeArguments(reader);
  const isParameterized =
    enclosing !== undefined && (enclosing.typeArguments.length > 0 || enclosing.outer !== undefined);
  return isParameterized
    ? { kind: 'class', name, typeArguments, outer: enclosing }
    : { kind: 'class', name, typeArguments };
}

function readTypeArguments(reader: SignatureReader): readonly JavaType[] {
  if (!reader.accept('<')) return none;
  const found: JavaType[] = [];
  while (!reader.failed && reader.peek() !== '>') found.push(readTypeArgument(reader));
  reader.expect('>');
  if (found.length === 0) reader.fail();
  return found;
}

function readTypeArgument(reader: SignatureReader): JavaType {
  if (reader.accept('*')) return { kind: 'wildcard', variance: 'unbounded' };
  if (reader.accept('+')) return { kind: 'wildcard', variance: 'extends', bound: readType(reader) };
  if (reader.accept('-')) return { kind: 'wildcard', variance: 'super', bound: readType(reader) };
  return readType(reader);
}

function readTypeParameters(reader: SignatureReader): readonly TypeParameter[] {
  if (!reader.accept('<')) return none;
  const found: TypeParameter[] = [];
  while (!reader.failed && reader.peek() !== '>') {
    const name = reader.identifier();
    const bounds: JavaType[] = [];
    reader.expect(':');
    // The class bound may be left out where interface bounds follow: `<T::Ljava/lang/Runnable;>`.
    if (reader.peek() !== ':' && !isParameterEnd(reader)) bounds.push(readType(reader));
    while (reader.accept(':')) bounds.push(readType(reader));
    found.push({ name, bounds });
  }
  reader.expect('>');
  if (found.length === 0) reader.fail();
  return found;
}

/** True if no bound follows: the list ends, or the name and the colon of the next parameter come. */
function isParameterEnd(reader: SignatureReader): boolean {
  const first = reader.peek();
  return first !== 'L' && first !== 'T' && first !== '[';
}

function nested<T extends JavaType>(reader: SignatureReader, otherwise: T, read: () => T): T {
  if (reader.depth >= deepest) {
    reader.fail();
    return otherwise;
  }
  reader.depth++;
  const value = read();
  reader.depth--;
  return value;
}

/** Texts that are formatted or copied to be read, and streams that are read or written byte by byte. */
import { withDefined } from '../../base/check';
import type { CallExpression, Expression, ForEachStatement, NewExpression } from '../../java/syntax/ast';
import { isString } from '../../java/types/types';
import type { Fix } from '../hint';
import { describeLoop, endsLoop, headerOf, type PlacedNode } from '../loops';
import { contains, isName } from '../spans';
import { isAssigned } from '../uses';
import { freeName, hintsOn, methodOf, quote, type Rule, type RuleContext, textOf } from './rule';

/** Values that a format writes as `+` does. */
const PLAIN = /^java\/lang\/(?:String|Integer|Long|Short|Byte|Boolean|Character|Double|Float)$/;

/** `String.format("%s: %s", a, b)` with nothing but `%s`. */
export const stringFormat: Rule = (context) =>
  hintsOn(context, (place) => {
    const { node, loops } = place;
    const loop = loops.at(-1);
    if (loop === undefined || node.kind !== 'call' || node.name !== 'format') return undefined;
    const method = methodOf(node, context.typing);
    if (method?.owner !== 'java/lang/String' || method.packsFrom !== 1 || endsLoop(place, loop))
      return undefined;
    const [format, ...values] = node.arguments;
    const constant = format && context.typing.constantOf(format);
    if (constant?.kind !== 'string' || values.some((value) => !isPlainValue(context, value)))
      return undefined;
    const pieces = constant.value.split('%s');
    if (pieces.length !== values.length + 1 || pieces.some((piece) => piece.includes('%'))) return undefined;
    const isUsed = place.parents.at(-1)?.kind !== 'expression-statement';
    const fix = isUsed ? concatenated(context, node, pieces, values) : undefined;
    return {
      rule: 'string-format',
      span: node,
      ...(isWritten(place) ? {} : { isRare: true }),
      message: `the format ${quote(context, format ?? node)} is read anew in every round: write the text with +`,
      preconditions: [],
      source: 'java.util.Formatter: a format is parsed for each use',
      removals: [{ span: node, keeps: 'nothing' }],
      pair: 'string-format/texts',
      loop: loop.statement,
      ...withDefined({ fix }),
    };
  });

/** True for a part of a text that is written. Most other formats are messages and statements of databases. */
function isWritten({ parents }: PlacedNode): boolean {
  const taker = parents.at(-1);
  return taker?.kind === 'call' && /^(?:append|write)$/.test(taker.name);
}

function isPlainValue({ typing }: RuleContext, value: Expression): boolean {
  const type = typing.typeOf(value);
  return type.kind === 'primitive' || (type.kind === 'class' && PLAIN.test(type.name));
}

function concatenated(
  context: RuleContext,
  call: CallExpression,
  pieces: readonly string[],
  values: readonly Expression[],
): Fix | undefined {
  const parts = pieces.flatMap((piece, index) => {
    const value = values[index];
    const simple = value === undefined ? [] : [inSum(textOf(context, value), value)];
    return piece === '' && index > 0 ? simple : [JSON.stringify(piece), ...simple];
  });
  // Letters that JSON writes in another way than Java.
  if (/[^\x20-\x7e]/.test(pieces.join('')) || /\/[/*]/.test(textOf(context, call))) return undefined;
  return {
    title: 'Write the text with +',
    edits: [{ start: call.start, end: call.end, text: `(${parts.join(' + ')})` }],
  };
}

function inSum(text: string, { kind }: Expression): string {
  return /^(?:name|literal|call|field-access|array-access|this|new)$/.test(kind) ? text : `(${text})`;
}

/** `for (char c : text.toCharArray())` */
export const charArray: Rule = (context) =>
  hintsOn(context, ({ node }) => {
    if (node.kind !== 'for-each' || node.iterable.kind !== 'call' || node.iterable.name !== 'toCharArray')
      return undefined;
    const { target } = node.iterable;
    if (target === undefined || !isString(context.typing.typeOf(target))) return undefined;
    const fix = byIndex(context, node, target);
    return {
      rule: 'char-array',
      span: headerOf(node),
      message: `${quote(context, node.iterable)} copies the text to read it: charAt reads it where it is`,
      preconditions: [],
      source: 'java.lang.String: toCharArray makes a new array',
      removals: [],
      pair: 'char-array/for-each',
      loop: node,
      ...withDefined({ fix }),
    };
  });

function byIndex(context: RuleContext, loop: ForEachStatement, target: Expression): Fix | undefined {
  const { variable, body, iterable } = loop;
  const isLocal = target.kind === 'name' && context.typing.resolutionOf(target)?.kind === 'local';
  if (!isLocal || body.kind !== 'block' || context.typing.typeOfSyntax(variable.type).kind !== 'primitive')
    return undefined;
  if (describeLoop(loop, context.typing).changes.locals.has(target.name)) return undefined;
  const [, opened] = /^for(\s*)\(/.exec(textOf(context, loop)) ?? [];
  const indentation = /\n([ \t]*)\S/.exec(context.text.slice(body.start))?.[1];
  const closing = /^\s*\)/.exec(context.text.slice(iterable.end))?.[0];
  if (opened === undefined || indentation === undefined || closing === undefined) return undefined;
  // A comment in the header would be lost.
  if (/\/[/*]/.test(textOf(context, { start: loop.start, end: iterable.end }))) return undefined;
  const index = freeName(context.memberText, 'i');
  const name = target.name;
  return {
    title: 'Read the letters with charAt',
    edits: [
      {
        start: loop.start,
        end: iterable.end + closing.length,
        text: `for${opened}(int ${index} = 0; ${index} < ${name}.length(); ${index}++)`,
      },
      {
        start: body.start + 1,
        end: body.start + 1,
        text: `\n${indentation}${textOf(context, variable.type)} ${variable.name} = ${name}.charAt(${index});`,
      },
    ],
  };
}

/** Streams of files by what reads or writes one letter, and the class around that does so by thousands. */
const STREAMS: Readonly<
  Record<string, { readonly around: string; readonly call: string; readonly pair: string }>
> = {
  'java/io/FileInputStream': { around: 'BufferedInputStream', call: 'read', pair: 'FileInputStream.read' },
  'java/io/FileOutputStream': {
    around: 'BufferedOutputStream',
    call: 'write',
    pair: 'FileOutputStream.write',
  },
  'java/io/FileReader': { around: 'BufferedReader', call: 'read', pair: 'FileReader.read' },
  'java/io/FileWriter': { around: 'BufferedWriter', call: 'write', pair: 'FileWriter.write' },
};

/** Streams around a file's that hand each piece on as it is, by the calls that write or read one. */
const AROUND: Readonly<
  Record<string, { readonly around: string; readonly calls: RegExp; readonly pair: string }>
> = {
  'java/io/PrintStream': {
    around: 'BufferedOutputStream',
    calls: /^print(?:ln|f)?$/,
    pair: 'PrintStream.println',
  },
  'java/io/DataOutputStream': {
    around: 'BufferedOutputStream',
    calls: /^write(?:Int|Long|Short|Byte|Char|Double|Float|Boolean|UTF)$/,
    pair: 'DataOutputStream.writeInt',
  },
  'java/io/DataInputStream': {
    around: 'BufferedInputStream',
    calls: /^read(?:Int|Long|Short|Byte|Char|Double|Float|Boolean|UTF)$/,
    pair: 'DataInputStream.readInt',
  },
};

/** True for a stream that is made of a file without a buffer: each of its calls is one of the file's. */
function isOnFile({ typing }: RuleContext, made: NewExpression): boolean {
  const [file] = made.arguments;
  const type = file === undefined ? undefined : typing.typeOf(file);
  if (file === undefined || type?.kind !== 'class') return false;
  if (made.arguments.length === 1 && /^java\/(?:io\/File|lang\/String)$/.test(type.name)) return true;
  return (
    file.kind === 'new' && file.body === undefined && /^java\/io\/File(?:In|Out)putStream$/.test(type.name)
  );
}

export const unbufferedStream: Rule = (context) => {
  const said = new Set<string>();
  return hintsOn(context, ({ node, loops }) => {
    const loop = loops.at(-1);
    if (loop === undefined || node.kind !== 'call' || node.target?.kind !== 'name') return undefined;
    const local = context.nodes.localAt(node.target.name, node.start);
    const made = local?.declarator.initializer;
    if (local === undefined || made?.kind !== 'new' || said.has(local.name)) return undefined;
    const type = context.typing.typeOf(made);
    const name = type.kind === 'class' ? type.name : '';
    const stream = bytesOf(context, node, name) ?? piecesOf(context, node, made, name);
    if (stream === undefined || !isName(node.target, local.name) || isAssigned(local)) return undefined;
    // What is made in each round opens a file each time, which takes longer.
    if (contains(loop.statement, local.declarator)) return undefined;
    said.add(local.name);
    const isWritten = !stream.around.endsWith('Reader') && !stream.around.endsWith('InputStream');
    return {
      rule: 'unbuffered-stream',
      span: node,
      message: `${quote(context, node)} asks the system for each ${stream.piece}: put a ${stream.around} around ${stream.what ?? local.name}`,
      preconditions:
        isWritten && local.parents.at(-1)?.kind !== 'try'
          ? [`${local.name} is closed, or flushed before anybody reads the file`]
          : [],
      source: 'each call of an unbuffered stream is a call of the operating system',
      removals: [],
      pair: `unbuffered-stream/${stream.pair}`,
      loop: loop.statement,
    };
  });
};

interface Unbuffered {
  readonly around: string;
  readonly pair: string;
  readonly piece: string;
  /** The expression that the buffer goes around, if it isn’t the stream itself. */
  readonly what?: string;
}

function bytesOf(context: RuleContext, node: CallExpression, name: string): Unbuffered | undefined {
  const stream = STREAMS[name];
  const [written] = node.arguments;
  if (stream?.call !== node.name || node.arguments.length !== (stream.call === 'read' ? 0 : 1))
    return undefined;
  if (written !== undefined && context.typing.typeOf(written).kind !== 'primitive') return undefined;
  return { ...stream, piece: 'byte' };
}

function piecesOf(
  context: RuleContext,
  node: CallExpression,
  made: NewExpression,
  name: string,
): Unbuffered | undefined {
  const stream = AROUND[name];
  if (stream?.calls.test(node.name) !== true || !isOnFile(context, made)) return undefined;
  return { ...stream, piece: 'piece', what: 'its file' };
}

/**
 * Summaries of methods that no source shows: the operations of one call, with those of all that it calls.
 *
 * Counts are those of the class files' code, weighed by how often its blocks run
 * (`body-frequencies.ts`). Calls are followed for a fixed number of steps, which cuts recursion as well. A virtual
 * call runs the body that its own class declares, or the mean of the few classes that have one.
 */
import { at, outside } from '../../base/check';
import { readCode } from '../../classfile/read/code';
import { decodeInstruction, type Instruction, listInstructions } from '../../classfile/read/instructions';
import type { ClassFile, MemberInfo } from '../../classfile/read/read-class';
import { AccessFlag } from '../../classfile/signatures/class-signature';
import { buildBytecodeGraph } from '../../flow/bytecode/bytecode-graph';
import { attempt } from '../../base/outcome';
import { extractBytecode } from '../bytecode/extract-bytecode';
import { operandsOfMethod } from '../bytecode/stack-values';
import type { MethodKey } from '../catalogue/operation';
import { computeBodyFrequencies } from './body-frequencies';
import type { BodySummary } from './body-table';
import { kindNamed, KINDS } from './kinds';
import { type BodySource, type DeclaredMethod, findMethod, parentsOf } from './declared-methods';
import { kindOf } from './kind-of';
import { isFunction, isReflective, isReplaced, OF_VALUES, USUAL } from './usual-types';

/** Steps of calls that a summary follows, and the most implementations that an abstract method is the mean of. */
const STEPS = 10;
const MOST_IMPLEMENTATIONS = 4;
/** Operations that one call may count as; a chain of guesses that makes more is a wrong one. */
const MOST_OPERATIONS = 20_000;
const MOST_PER_ELEMENT = 400;
/** The size that a loop within a loop over a size goes to. */
const INNER_SIZE = 10;
/** The chance of a call that only makes room, or makes ready what later calls find. */
const SELDOM = 0.02;
const SELDOM_CALLED =
  /^(?:<clinit>|grow|resize|rehash|inflate|ensureCapacity\w*|expandCapacity|addWorker|fullAddCount|treeify\w*|untreeify|newCapacity|init\w*|load\w*|initialize\w*|hugeCapacity|checkPermission|setInitialValue|createMap|expunge\w*)$|^(?=\w*$)\w*?(?:Slow|Miss)/;

interface BodyCall {
  readonly callee: number;
  readonly fixed: number;
  readonly sized: number;
}

interface BodyNode {
  readonly own: BodySummary;
  readonly calls: readonly BodyCall[];
}

const COUNT = KINDS.length;
const NATIVE_CALL = kindNamed('NativeCall');
const NATIVE_ELEMENT = kindNamed('NativeCall per element');
const NEW_ARRAY = kindNamed('NewArray_int');
const ARRAY_ELEMENT = kindNamed('NewArray_int per element');

/** The summaries of methods and of all that they call, by key; a method that is not found has none. */
export function summarizeBodies(
  roots: readonly MethodKey[],
  source: BodySource,
): ReadonlyMap<MethodKey, BodySummary> {
  const graph = new BodyGraph(source);
  const wanted = roots.map((key) => [key, graph.nodeOf(key)] as const);
  const { nodes, keys, upTo } = graph.finish();
  const { measured } = source;
  const finish = (body: BodySummary, id: number): BodySummary =>
    measured === undefined ? body : measured(at(keys, id), body);
  const summaries = nodes.map(({ own }, id) => finish(own, id));
  // What stands so many calls below the first methods is followed as many steps less.
  for (let step = 1; step < STEPS; step++)
    nodes
      .slice(0, at(upTo, STEPS - 1 - step))
      .map((node, id) => finish(addCalls(node, summaries), id))
      .forEach((summary, id) => (summaries[id] = summary));
  return new Map(
    wanted.flatMap(([key, node]) => (node === undefined ? [] : [[key, at(summaries, node)] as const])),
  );
}

function addCalls({ own, calls }: BodyNode, summaries: readonly BodySummary[]): BodySummary {
  if (calls.length === 0) return own;
  const [fixed, sized] = [own.fixed.slice(), own.sized.slice()];
  for (const call of calls) {
    const callee = at(summaries, call.callee);
    for (let kind = 0; kind < COUNT; kind++) {
      const [a, b] = [callee.fixed[kind] ?? outside(kind), callee.sized[kind] ?? outside(kind)];
      fixed[kind] = (fixed[kind] ?? outside(kind)) + call.fixed * a;
      sized[kind] =
        (sized[kind] ?? outside(kind)) +
        call.fixed * b +
        (call.sized === 0 ? 0 : call.sized * (a + INNER_SIZE * b));
    }
  }
  limit(fixed, MOST_OPERATIONS);
  limit(sized, MOST_PER_ELEMENT);
  return { fixed, sized };
}

function limit(counts: Float64Array, most: number): void {
  let sum = 0;
  for (const count of counts) sum += count;
  if (sum <= most) return;
  for (let kind = 0; kind < COUNT; kind++) counts[kind] = ((counts[kind] ?? outside(kind)) * most) / sum;
}

function emptySummary(): BodySummary {
  return { fixed: new Float64Array(COUNT), sized: new Float64Array(COUNT) };
}

/** Methods as nodes, each read once, level by level: a chain of calls may be deeper than the stack. */
class BodyGraph {
  readonly #source: BodySource;
  readonly #ids = new Map<MethodKey, number>();
  readonly #nodes: (BodyNode | undefined)[] = [];
  readonly #keys: MethodKey[] = [];
  /** Calls below the first methods. */
  #level = 0;
  readonly #open: { readonly id: number; readonly read: () => BodyNode }[] = [];

  constructor(source: BodySource) {
    this.#source = source;
  }

  /** Undefined where the method is not found. */
  nodeOf(key: MethodKey): number | undefined {
    const before = this.#ids.get(key);
    if (before !== undefined) return before < 0 ? undefined : before;
    if (this.#level === STEPS) return undefined;
    const read = this.#reader(key);
    if (read === undefined) {
      this.#ids.set(key, -1);
      return undefined;
    }
    const id = this.#nodes.push(undefined) - 1;
    this.#ids.set(key, id);
    this.#keys.push(key);
    this.#open.push({ id, read });
    return id;
  }

  /** The nodes, nearest to the first methods first, their keys, and how many are at most so many calls below. */
  finish(): {
    readonly nodes: readonly BodyNode[];
    readonly keys: readonly MethodKey[];
    readonly upTo: readonly number[];
  } {
    const upTo: number[] = [];
    while (this.#level < STEPS) {
      upTo.push(this.#keys.length);
      this.#level++;
      for (const { id, read } of this.#open.splice(0)) this.#nodes[id] = read();
    }
    return { nodes: this.#nodes.map((node, id) => node ?? outside(id)), keys: this.#keys, upTo };
  }

  #reader(key: MethodKey): (() => BodyNode) | undefined {
    const open = key.indexOf('(');
    const dot = key.lastIndexOf('.', open);
    const [owner, name, descriptor] = [key.slice(0, dot), key.slice(dot + 1, open), key.slice(open)];
    if (owner.startsWith('[')) return () => nativeNode(name === 'clone' ? 'clone' : '');
    const receiver = owner === 'java/lang/Object' && OF_VALUES.has(name) ? 'java/lang/String' : owner;
    const found = findMethod(
      this.#source,
      receiver,
      (each) => each.name === name && each.descriptor === descriptor,
    );
    if (found === undefined) {
      const known = this.#elsewhere(receiver, name, descriptor);
      return known && (() => ({ own: known, calls: [] }));
    }
    const { file, method } = this.#asUsual(receiver, found);
    const usual = `${file.name}.${name}${descriptor}`;
    if (usual !== key) {
      const id = this.nodeOf(usual);
      return id === undefined
        ? undefined
        : () => ({ own: emptySummary(), calls: [{ callee: id, fixed: 1, sized: 0 }] });
    }
    if (isReplaced(file.name, name)) return () => ({ own: replaced(), calls: [] });
    if ((method.flags & AccessFlag.native) !== 0 || isReflective(file.name)) return () => nativeNode(name);
    if ((method.flags & AccessFlag.abstract) !== 0) return () => this.#abstractNode(owner, name, descriptor);
    return () => this.#bodyNode(file, method);
  }

  /** The method of the class that mostly stands behind a type, if that has a body. */
  #asUsual(receiver: string, found: DeclaredMethod): DeclaredMethod {
    const usual = USUAL[receiver];
    const { flags, name, descriptor } = found.method;
    if (usual === undefined || name === '<init>' || (flags & AccessFlag.static) !== 0) return found;
    const matches = (each: MemberInfo): boolean => each.name === name && each.descriptor === descriptor;
    const behind = findMethod(this.#source, usual, matches);
    return behind === undefined || (behind.method.flags & AccessFlag.abstract) !== 0 ? found : behind;
  }

  /** What is known of a method by the class, or by what it extends and implements. */
  #elsewhere(receiver: string, name: string, descriptor: string): BodySummary | undefined {
    const types = new Set([receiver]);
    // A set hands out what is added while it is walked: this is the worklist.
    for (const type of types) {
      const file = this.#source.find(type);
      if (file === undefined) {
        const known = this.#source.elsewhere?.(type, name, descriptor);
        if (known !== undefined) return known;
      } else for (const parent of parentsOf(file)) types.add(parent);
    }
    return undefined;
  }

  /** The mean of what the classes that implement the method do; a lambda's body is counted where it is written. */
  #abstractNode(owner: string, name: string, descriptor: string): BodyNode {
    const callees: number[] = [];
    if (!isFunction(owner))
      for (const implementation of this.#source.implementationsOf(owner)) {
        const found = findMethod(
          this.#source,
          implementation,
          (each) => each.name === name && each.descriptor === descriptor,
        );
        if (found === undefined || (found.method.flags & AccessFlag.abstract) !== 0) continue;
        if (found.file.name === owner) continue;
        const id = this.nodeOf(`${found.file.name}.${name}${descriptor}`);
        if (id !== undefined && !callees.includes(id)) callees.push(id);
        if (callees.length === MOST_IMPLEMENTATIONS) break;
      }
    return {
      own: callees.length > 0 ? emptySummary() : isFunction(owner) ? functionCall() : nativeNode('').own,
      calls: callees.map((callee) => ({ callee, fixed: 1 / callees.length, sized: 0 })),
    };
  }

  #bodyNode(file: ClassFile, method: MemberInfo): BodyNode {
    const read = attempt(() => this.#readBody(file, method));
    return read.ok && read.value !== undefined ? read.value : { own: returnOnly(), calls: [] };
  }

  #readBody(file: ClassFile, method: MemberInfo): BodyNode | undefined {
    const code = readCode(file, method);
    const operations = extractBytecode(file, method, { isApplication: () => true });
    if (code?.ok !== true || operations?.ok !== true) return undefined;
    const offsets = listInstructions(file, code.value);
    if (!offsets.ok) return undefined;
    const graph = buildBytecodeGraph(file, code.value, offsets.value);
    // What only throws is there to be overridden.
    if (!offsets.value.some((each) => decodeInstruction(file, code.value, each).name.endsWith('return'))) {
      const node = this.#abstractNode(file.name, method.name, method.descriptor);
      if (node.calls.length > 0) return node;
    }
    const frequencies = computeBodyFrequencies(file, code.value, graph, intSlots(method));
    const own = emptySummary();
    const calls = new Map<number, { fixed: number; sized: number }>();
    const { keys, sites, callees } = operations.value;
    const kinds = keys.map(kindOf);
    let block = 0;
    let instruction = 0;
    for (const site of sites) {
      while (at(graph.blocks, block).end <= site.offset) block++;
      const [a, b] = [at(frequencies.fixed, block), at(frequencies.sized, block)];
      const kind = at(kinds, site.key);
      const callee = site.callee === undefined ? undefined : at(callees, site.callee);
      const weight = callee !== undefined && SELDOM_CALLED.test(methodName(callee)) ? SELDOM : 1;
      own.fixed[kind] = at(own.fixed, kind) + a * weight;
      own.sized[kind] = at(own.sized, kind) + b * weight;
      if (kind === NEW_ARRAY) {
        while (at(graph.offsets, instruction) < site.offset) instruction++;
        const before = graph.offsets[instruction - 1];
        const length =
          before === undefined ? undefined : writtenInt(decodeInstruction(file, code.value, before));
        // An array of unknown length is as long as what the method works on.
        own.fixed[ARRAY_ELEMENT] = at(own.fixed, ARRAY_ELEMENT) + (length ?? 0) * a;
        own.sized[ARRAY_ELEMENT] =
          at(own.sized, ARRAY_ELEMENT) + (length ?? INNER_SIZE) * b + (length === undefined ? a : 0);
      }
      if (callee === undefined || a + b === 0) continue;
      const id = this.nodeOf(callee);
      if (id === undefined) continue;
      const known = calls.get(id) ?? { fixed: 0, sized: 0 };
      known.fixed += a * weight;
      known.sized += b * weight;
      calls.set(id, known);
    }
    return { own, calls: Array.from(calls, ([callee, counts]) => ({ callee, ...counts })) };
  }
}

/** The value of a constant that an instruction holds. */
function writtenInt({ name, operand }: Instruction): number | undefined {
  if (name === 'bipush' || name === 'sipush') return Math.max(0, operand);
  const short = /^iconst_(\d)$/.exec(name);
  return short === null ? undefined : Number(short[1]);
}

/** A few instructions of floating point. */
function replaced(): BodySummary {
  const summary = emptySummary();
  summary.fixed[kindNamed('Addition_double_double')] = 4;
  return summary;
}

function nativeNode(name: string): BodyNode {
  const own = emptySummary();
  own.fixed[NATIVE_CALL] = 1;
  if (name === 'clone' || name === 'arraycopy' || name === 'copyMemory') own.sized[NATIVE_ELEMENT] = 1;
  if (name === 'clone') own.fixed[NEW_ARRAY] = 1;
  return { own, calls: [] };
}

/** The call of a lambda's method, which is counted where it is written, by the one that the JVM makes. */
function functionCall(): BodySummary {
  const summary = returnOnly();
  summary.fixed[kindNamed('MethodInvocation_static')] = 1;
  return summary;
}

function returnOnly(): BodySummary {
  const summary = emptySummary();
  summary.fixed[kindNamed('Return_int')] = 1;
  return summary;
}

function methodName(key: MethodKey): string {
  const open = key.indexOf('(');
  return key.slice(key.lastIndexOf('.', open) + 1, open);
}

/** The slots of parameters of type int. */
function intSlots({ flags, descriptor }: MemberInfo): ReadonlySet<number> {
  const slots = new Set<number>();
  let slot = (flags & AccessFlag.static) === 0 ? 1 : 0;
  for (const type of operandsOfMethod(descriptor).parameters) {
    if (type === 'int') slots.add(slot);
    slot += type === 'long' || type === 'double' ? 2 : 1;
  }
  return slots;
}

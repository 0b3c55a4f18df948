/**
 * Chooses the counters that a loop keeps in locals and adds up when it ends: an addition to memory in every
 * round costs a short loop a fifth of its speed and more.
 *
 * Sits in `profile/`, between `count-plan.ts` and `instrument-method.ts`. Three kinds of loops keep no
 * counters in locals. Loops that run other code: that code could end the program, or look at counters that
 * are not yet added up. Loops around other loops: the inner ones would carry the locals along (a product of
 * matrices lost 13 %, where counters of the inner loop alone cost 7 %). And loops of a few rounds: they
 * would add up more often than they count.
 */
import type { CountPlan } from './plan';
import { at } from '../../base/check';
import type { CodeOffset, MethodCode } from '../../classfile/read/code';
import { Opcode } from '../../classfile/read/opcodes';
import { successorsOf } from '../../flow/bytecode/bytecode-graph';
import { findLoops } from '../../flow/paths/loops';
import { decodeInstruction } from '../../classfile/read/instructions';
import type { ClassFile } from '../../classfile/read/read-class';

/** A counter, and the edge of the graph that it counts. */
export interface LoopCounter {
  readonly counter: number;
  readonly edge: number;
  /** Edges of other counters that the same loop must keep, or none of them. */
  readonly together?: readonly number[];
}

/** Facts about the instructions of a method. */
export interface LoopCode {
  readonly runsOtherCode: (offset: CodeOffset) => boolean;
  readonly opcodeAt: (offset: CodeOffset) => number;
}

export interface LocalCounters {
  /** The numbers of the counters, in the order of their locals. */
  readonly counters: readonly number[];
  /** For each edge of the graph, the counters to add up when control takes it. */
  readonly onEdge: ReadonlyMap<number, readonly number[]>;
  /** For each block, the counters to add up when an exception reaches this handler. */
  readonly onCatch: ReadonlyMap<number, readonly number[]>;
}

/**
 * The most counters that a method keeps in locals. More would not fit into the registers of a processor, and code
 * for each at every way out would cost what they save.
 */
const mostOfMethod = 8;
const mostWaysOut = 8;

export function chooseLocalCounters(
  { graph, throwing }: CountPlan,
  counters: readonly LoopCounter[],
  { runsOtherCode, opcodeAt }: LoopCode,
): LocalCounters {
  const { blocks, catches, offsets } = graph;
  const handlers = new Set(graph.handlers);
  const mayKeep = (block: number): boolean => {
    const { from, to } = blocks[block] ?? { from: 0, to: 0 };
    for (let instruction = from; instruction < to; instruction++) {
      if (runsOtherCode(at(offsets, instruction))) return false;
      if (throwing.awaitsSuper[instruction] === 1) return false;
    }
    return !handlers.has(block);
  };

  const chosen: number[] = [];
  const onEdge = new Map<number, number[]>();
  const onCatch = new Map<number, number[]>();
  const { loops } = findLoops(successorsOf(graph));
  const headers = new Set(loops.map(({ header }) => header));
  for (const { header, blocks: body } of loops) {
    const holdsAnother = body.some((block) => block !== header && headers.has(block));
    if (holdsAnother || isShort(header) || !body.every(mayKeep)) continue;
    const inside = new Set(body);
    const isInside = (edge: number): boolean => {
      const { from, to } = graph.edges[edge] ?? { from: -1, to: -1 };
      return inside.has(from) && inside.has(to);
    };
    const own = counters.flatMap(({ counter, edge, together = [] }) =>
      [edge, ...together].every(isInside) ? [counter] : [],
    );
    const exits = graph.edges.flatMap(({ from, to }, edge) =>
      inside.has(from) && !inside.has(to) ? [edge] : [],
    );
    if (own.length === 0 || chosen.length + own.length > mostOfMethod || exits.length > mostWaysOut) continue;
    chosen.push(...own);
    for (const edge of exits) onEdge.set(edge, [...(onEdge.get(edge) ?? []), ...own]);
    for (const handler of new Set(body.flatMap((block) => catches[block] ?? [])))
      onCatch.set(handler, [...(onCatch.get(handler) ?? []), ...own]);
  }
  return { counters: chosen, onEdge, onCatch };

  /** True if the loop ends when something reaches a constant of at most 5, as javac compiles `i < 3`. */
  function isShort(header: number): boolean {
    const { to } = blocks[header] ?? { to: 0 };
    const [bound, test] = [opcodeAt(at(offsets, to - 2)), opcodeAt(at(offsets, to - 1))];
    const isAscending = test === Opcode.if_icmpgt || test === Opcode.if_icmpge;
    return isAscending && bound >= Opcode.iconst_m1 && bound <= Opcode.iconst_5;
  }
}

/** Classes that are final or have only static methods. */
const harmlessOwners: ReadonlySet<string> = new Set(
  [
    ...['Math', 'StrictMath', 'String', 'StringBuilder', 'StringBuffer'],
    ...['Boolean', 'Byte', 'Character', 'Short', 'Integer', 'Long', 'Float', 'Double'],
  ].map((name) => `java/lang/${name}`),
);
/** Single methods of classes that also do more, or that may be extended. */
const harmlessMethods: ReadonlySet<string> = new Set([
  'java/lang/System.arraycopy',
  'java/lang/System.nanoTime',
  'java/lang/System.currentTimeMillis',
  'java/lang/Object.<init>',
  'java/lang/Object.getClass',
  'java/util/Arrays.fill',
]);
const harmlessParameters = /^\((?:\[*[BCDFIJSZ]|Ljava\/lang\/String;)*\)/;
/** Copies elements without looking at them. */
const harmlessObjects = /^\(Ljava\/lang\/Object;ILjava\/lang\/Object;II\)V$/;

/**
 * True for instructions that may run code that ends the program, never returns, or looks at the counters: all
 * calls except those of JDK methods that only compute. A harmless method cannot be overridden and takes only
 * numbers, texts and arrays of numbers, whose methods it could call. What it throws reaches the handlers like
 * any exception.
 *
 * True if the instruction may run other code. Throws {@link MalformedInput}.
 */
export function runsOtherCode(file: ClassFile, code: MethodCode, offset: CodeOffset): boolean {
  const opcode = at(file.bytes, code.start + offset);
  if (opcode < Opcode.invokevirtual || opcode > Opcode.invokedynamic) return false;
  if (opcode === Opcode.invokeinterface || opcode === Opcode.invokedynamic) return true;
  const { owner, name, descriptor } = file.constants.member(decodeInstruction(file, code, offset).operand);
  if (harmlessMethods.has(`${owner}.${name}`))
    return !harmlessParameters.test(descriptor) && !harmlessObjects.test(descriptor);
  return !harmlessOwners.has(owner) || !harmlessParameters.test(descriptor);
}

/**
 * Finds where the activations stood that had not ended when a program did: each entered its method and did
 * not leave it, which the conservation of flow must take into account.
 *
 * Sits in `profile/`, beside `counts.ts`. The agent writes which frames of instrumented classes were on the
 * stacks, with line and callee; the instruction follows from the code.
 */
import { groupBy } from '../../base/groups';
import type { CountPlan } from '../plan/plan';
import { lineAt, readCode, readLineNumbers } from '../../classfile/read/code';
import { decodeInstruction } from '../../classfile/read/instructions';
import { attempt } from '../../base/outcome';
import type { ClassFile, MemberInfo } from '../../classfile/read/read-class';
import type { RunningActivation } from '../document/profile-document';

/** A frame of a stack when counts were last written. */
export interface RunningFrame {
  /** Binary name with slashes. */
  readonly class: string;
  readonly method: string;
  /** The line number; below 1 if the class has no line numbers. */
  readonly line: number;
  /** The class and name of the method that it was calling; empty for the innermost frame. */
  readonly calledClass: string;
  readonly callee: string;
}

export interface RunningAt {
  /** The index of the instruction that was begun and not left. */
  readonly instruction: number;
  readonly count: number;
}

export type ActivationsOf = (file: ClassFile, method: MemberInfo, plan: CountPlan) => readonly RunningAt[];

export const noActivations: ActivationsOf = () => [];

/** Reads running.log, which has a line for each frame. */
function readRunning(text: string): readonly RunningFrame[] {
  return text.split('\n').flatMap((row) => {
    const [owner, method, line, called, callee] = row.split('\t');
    if (owner === undefined || method === undefined || called === undefined || callee === undefined)
      return [];
    const calledClass = called.replaceAll('.', '/');
    return [{ class: owner.replaceAll('.', '/'), method, line: Number(line), calledClass, callee }];
  });
}

/** The activations of one thread that had not ended. */
export interface RunningStack {
  /** The frames, from the innermost on. */
  readonly frames: readonly RunningFrame[];
  /** The context, from the root on, below which the thread ran handed-over work; empty if it ran none. */
  readonly handedOver: readonly RunningContext[];
}

export interface RunningContext {
  readonly site: number;
  /** The first counter of the context's method. */
  readonly first: number;
}

export function readStacks(text: string): readonly RunningStack[] {
  return text.split('\n\n').flatMap((rows) => {
    const frames = readRunning(rows);
    const [head = ''] = rows.split('\n', 1);
    const handedOver = head.includes('\t')
      ? []
      : head.split(' ').flatMap((step) => {
          const [site, first] = step.split(':').map(Number);
          return site === undefined || first === undefined ? [] : [{ site, first }];
        });
    return frames.length === 0 ? [] : [{ frames, handedOver }];
  });
}

/** The frames of all threads. */
export function framesOf({ stacks }: { readonly stacks: readonly RunningStack[] }): readonly RunningFrame[] {
  return stacks.flatMap(({ frames }) => frames);
}

/** Lists equal frames as one, for people. */
export function listRunning(frames: readonly RunningFrame[]): readonly RunningActivation[] {
  const found = new Map<string, RunningActivation>();
  for (const { class: owner, method, line } of frames) {
    const id = `${owner}.${method}:${line}`;
    found.set(id, { class: owner, method, line, count: (found.get(id)?.count ?? 0) + 1 });
  }
  return [...found.values()];
}

/** Gives each frame to the first method of its class whose code fits: overloads differ in their lines. */
export function placeActivations(frames: readonly RunningFrame[]): ActivationsOf {
  const waiting = groupBy(frames, (frame) => `${frame.class}.${frame.method}`);
  return (file, method, plan) => {
    const id = `${file.name}.${method.name}`;
    const open = waiting.get(id) ?? [];
    if (open.length === 0) return [];
    const counts = new Map<number, number>();
    const others: RunningFrame[] = [];
    const find = createFinder(file, method, plan);
    for (const frame of open) {
      const instruction = find(frame);
      if (instruction === undefined) others.push(frame);
      else counts.set(instruction, (counts.get(instruction) ?? 0) + 1);
    }
    waiting.set(id, others);
    return Array.from(counts, ([instruction, count]) => ({ instruction, count }));
  };
}

/** Finds the instruction that a frame stands at. */
function createFinder(
  file: ClassFile,
  method: MemberInfo,
  { graph }: CountPlan,
): (frame: RunningFrame) => number | undefined {
  const code = readCode(file, method);
  if (code?.ok !== true) return () => undefined;
  const table = readLineNumbers(file, code.value);
  const lines = table.ok ? table.value : [];
  return (frame) => {
    let best: number | undefined;
    let bestFit = 0;
    for (const [index, offset] of graph.offsets.entries()) {
      if (frame.line > 0 && lineAt(lines, offset) !== frame.line) continue;
      const fit = attempt(() => fitOf(file, decodeInstruction(file, code.value, offset), frame));
      if (!fit.ok || fit.value <= bestFit) continue;
      best = index;
      bestFit = fit.value;
    }
    return best;
  };
}

/** Rates how well an instruction explains a call; 1 for any other instruction of the line. */
function fitOf(
  file: ClassFile,
  { name, operand }: ReturnType<typeof decodeInstruction>,
  { calledClass, callee }: RunningFrame,
): number {
  if (callee === '') return 1;
  if (name === 'invokedynamic') return 3;
  if (name.startsWith('invoke')) {
    const called = file.constants.member(operand);
    if (called.name === callee) return called.owner === calledClass ? 6 : 5;
    return callee === '<clinit>' && called.owner === calledClass ? 4 : 2;
  }
  if (callee !== '<clinit>') return 1;
  // An instruction that initializes a class calls its initializer.
  const isStatic = name === 'getstatic' || name === 'putstatic';
  const owner = isStatic
    ? file.constants.member(operand).owner
    : name === 'new'
      ? file.constants.className(operand)
      : '';
  return owner === '' ? 1 : owner === calledClass ? 4 : 2;
}

/**
 * Writes a recording as callgrind's profile: costs of lines and of calls, as KCachegrind, QCachegrind and
 * callgrind_annotate show them.
 *
 * Sits in `recordings/`. Specification: "Callgrind Format Specification" of the Valgrind manual,
 * version 1. Costs are whole numbers. The format has neither stacks nor intervals: callers follow from what
 * their calls took, and how often a sampled program made a call is not known (`calls=1`).
 */
import { type ContextTree, inclusiveOf } from '../../base/context-tree';
import { at, outside } from '../../base/check';
import type { Frame, ImportedRecording } from '../model/imported-profile';
import { spellFrame, writeNote } from '../import/recording-note';
import { chooseWholeUnits, roundInTurn, wholeAmount } from './whole-amounts';

/** Stands for the root, with what it took itself. */
const NO_STACK: Frame = { kind: 'native', name: '[no stack]' };

interface Call {
  readonly callee: number;
  readonly line: number;
  readonly values: number[];
}

interface WrittenFunction {
  readonly file: string;
  readonly name: string;
  /** The function's own cost by line. */
  readonly own: Map<number, number[]>;
  readonly calls: Call[];
}

export function* writeCallgrind(recording: ImportedRecording, tool: string): Generator<string> {
  const { measures, frames, tree, source } = recording;
  const units = chooseWholeUnits(recording);
  const { functions, functionOf } = indexFunctions([...frames, NO_STACK]);
  addOwn(tree, functions, functionOf, frames);
  addCalls(tree, functions, functionOf, frames);
  const names = units.map(({ name }, index) => `${name}_${index + 1}`);
  yield `# callgrind format\nversion: 1\ncreator: ${tool}\n`;
  yield `# ${writeNote(recording)}\n`;
  yield `cmd: ${oneLine(source.name)}\npositions: line\n`;
  for (const [index, { name }] of measures.entries())
    yield `event: ${names[index] ?? outside(index)} : ${oneLine(name)} (${at(units, index).name})\n`;
  yield `events: ${names.join(' ')}\n`;
  const totals = units.map(() => 0);
  const rounded = (values: readonly number[]): readonly number[] =>
    units.map(({ factor }, measure) => wholeAmount(values[measure] ?? outside(measure), factor));
  const round = roundInTurn(units);
  const files = createNames();
  const spelled = createNames();
  for (const { file, name, own, calls } of functions) {
    const isEmpty =
      calls.length === 0 && [...own.values()].every((values) => values.every((value) => value === 0));
    if (isEmpty) continue;
    yield `\nfl=${files(file)}\nfn=${spelled(name)}\n`;
    for (const [line, values] of own) {
      const whole = values.map(round);
      whole.forEach((value, measure) => (totals[measure] = (totals[measure] ?? outside(measure)) + value));
      if (whole.some((value) => value > 0)) yield `${line} ${whole.join(' ')}\n`;
    }
    for (const { callee, line, values } of calls) {
      const called = functions[callee];
      if (called === undefined) continue;
      const [first = 0] = called.own.keys();
      yield `cfi=${files(called.file)}\ncfn=${spelled(called.name)}\ncalls=1 ${first}\n`;
      yield `${line} ${rounded(values).join(' ')}\n`;
    }
  }
  yield `\ntotals: ${totals.join(' ')}\n`;
}

function indexFunctions(frames: readonly Frame[]): {
  readonly functions: readonly WrittenFunction[];
  /** The function of each frame. */
  readonly functionOf: readonly number[];
} {
  const numbers = new Map<string, number>();
  const functions: WrittenFunction[] = [];
  const functionOf = frames.map((frame) => {
    const file = oneLine(frame.file ?? '???');
    const name = oneLine(spellFrame(frame));
    const key = `${file}\n${name}`;
    const known = numbers.get(key);
    if (known !== undefined) return known;
    numbers.set(key, functions.length);
    return functions.push({ file, name, own: new Map(), calls: [] }) - 1;
  });
  return { functions, functionOf };
}

function addOwn(
  tree: ContextTree,
  functions: readonly WrittenFunction[],
  functionOf: readonly number[],
  frames: readonly Frame[],
): void {
  for (let context = 0; context < tree.parents.length; context++) {
    const frame = context === 0 ? frames.length : (tree.frames[context] ?? outside(context));
    const { own } = at(functions, at(functionOf, frame));
    const line = frames[frame]?.line ?? 0;
    const sums = own.get(line) ?? tree.values.map(() => 0);
    own.set(line, sums);
    for (const [measure, column] of tree.values.entries())
      sums[measure] = (sums[measure] ?? outside(measure)) + (column[context] ?? outside(context));
  }
}

/** Adds what a call took, all that it called included; a call within the same call is part of the outer one. */
function addCalls(
  tree: ContextTree,
  functions: readonly WrittenFunction[],
  functionOf: readonly number[],
  frames: readonly Frame[],
): void {
  const { parents } = tree;
  const inclusive = tree.values.map((column) => inclusiveOf(parents, column));
  const calls = new Map<string, { readonly number: number; readonly call: Call }>();
  /** The call that made each context; -1 for contexts that nobody called. */
  const callOf = new Int32Array(parents.length).fill(-1);
  for (let context = 1; context < parents.length; context++) {
    const from = tree.frames[parents[context] ?? 0] ?? -1;
    const caller = functions[functionOf[from] ?? -1];
    const callee = functionOf[tree.frames[context] ?? outside(context)];
    if (caller === undefined || callee === undefined) continue;
    const line = frames[from]?.line ?? 0;
    const key = `${functionOf[from] ?? -1} ${line} ${callee}`;
    const known = calls.get(key) ?? {
      number: calls.size,
      call: { callee, line, values: tree.values.map(() => 0) },
    };
    if (!calls.has(key)) caller.calls.push(known.call);
    calls.set(key, known);
    callOf[context] = known.number;
    let around = parents[context] ?? outside(context);
    while (around > 0 && callOf[around] !== known.number) around = parents[around] ?? outside(around);
    if (around > 0) continue;
    for (const [measure, column] of inclusive.entries())
      known.call.values[measure] =
        (known.call.values[measure] ?? outside(measure)) + (column[context] ?? outside(context));
  }
}

/** Writes each name once, then its number (the format's name compression), so that no name is taken for a number. */
function createNames(): (name: string) => string {
  const numbers = new Map<string, number>();
  return (name) => {
    const known = numbers.get(name);
    if (known !== undefined) return `(${known})`;
    numbers.set(name, numbers.size + 1);
    return `(${numbers.size}) ${name}`;
  };
}

function oneLine(text: string): string {
  return text.replace(/[\r\n]+/g, ' ').trim();
}

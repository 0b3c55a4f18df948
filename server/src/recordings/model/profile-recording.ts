/**
 * A counted profile as a recording: the same form as other tools'
 * measurements, so that it can be written, merged and checked like them.
 *
 * Sits in `recordings/`, joining `profile/`, `cost/` and `runs/`. Counts are
 * exact and costs modeled; of a measured profile the parts of its account
 * stand beside the lines, and together they are the measured total.
 */
import { counted } from '../../base/counted';
import { ContextTreeBuilder, ROOT } from '../../base/context-tree';
import { at, withDefined } from '../../base/check';
import { standardNormalQuantile } from '../../base/distributions';
import { addTo, groupBy } from '../../base/groups';
import type { Measure } from '../../base/measure';
import { combineEnergies } from '../../cost/pricing/combine-energies';
import { listRowPrices, partsOfRow } from '../../cost/pricing/counted-rows';
import type { CostModel, Energy } from '../../cost/model/cost-model';
import {
  COUNTED_FORMAT,
  createFrameTable,
  type Frame,
  type ImportedRecording,
  type ImportProblem,
  type KnownRun,
} from './imported-profile';
import { javaFrame } from '../import/frame-names';
import {
  listBetween,
  readCallee,
  type ProfileDocument,
  type ProfiledClass,
  type ProfiledMethod,
  type ProfiledTree,
} from '../../profile/document/profile-document';
import type { Joules, Share } from '../../base/units';
import type { MeasurementRecord } from '../../runs/measurement-record';
import { energyOfRun } from '../../runs/summarize-runs';
import { listAccount } from '../../profile/account/account-text';
import {
  calleeOf,
  isLibraryWork,
  isRuntimeWork,
  layCallsOnLines,
  type LibraryPlace,
  NOT_COUNTED,
} from '../../profile/account/called-lines';
import { FOLLOWED } from '../../profile/account/followed-work';
import { modelFor } from '../../profile/account/own-model';
import { scaleToProfile, type MeasuredProfile, inTermsOf } from '../../profile/account/measured-profile';

/** The families of rows that contexts do not have. */
const LAID: ReadonlySet<string> = new Set([NOT_COUNTED, FOLLOWED]);

/** What a line took itself, or one of the library methods that it calls. */
interface FrameEnergy {
  readonly frame: Frame;
  /** The library method; absent for the line itself. */
  readonly called?: Frame;
  readonly energy: Energy;
  /** The index of each key with its executions; keys that are not modeled are among them. */
  readonly rows: readonly KeyCount[];
}

/** The counted methods in the sources as they are now, by keys as in `com/example/Grid.main()V`. */
export interface MethodsNow {
  /** Methods whose text is another: they are on no line. */
  readonly leftOut: ReadonlySet<string>;
  /** The number of lines by which methods have moved since they ran. */
  readonly moved: ReadonlyMap<string, number>;
}

type KeyCount = readonly [key: number, executions: number, sizes: number | undefined];

/**
 * Makes a recording of the energies that lines of a counted profile took, modeled or scaled to what was
 * measured; `name` is that of the profile's file.
 */
export function recordingOfProfile(
  counted: ProfileDocument,
  chosen: CostModel,
  name: string,
  place: LibraryPlace = 'caller',
  now?: MethodsNow,
): ImportedRecording {
  const base = modelFor(counted, chosen);
  const inTerms = inTermsOf(base, counted);
  // Stacks have a line and what it calls: whether that stands apart is up to those who read them.
  const profile = layCallsOnLines(inTerms, place === 'runtime' ? 'runtime' : 'caller');
  const { model, measured } = scaleToProfile(base, profile);
  const prices = listRowPrices(profile.keys, model);
  const energyOf = (rows: readonly KeyCount[]): Energy =>
    combineEnergies(
      model,
      rows.flatMap(([key, count, sizes]) => {
        const price = prices[key];
        return price === undefined ? [] : partsOfRow(price, count, sizes);
      }),
    );
  const familyOf = ([key]: KeyCount): string => profile.keys[key]?.family ?? '';
  const frameOf = (owner: ProfiledClass, method: ProfiledMethod, line: number): Frame =>
    frameNow(owner, method, line, now);
  const methods = profile.classes.map((owner) =>
    owner.methods.map((method) =>
      // Code without lines is in what the account does not attribute.
      linesOf(owner, method, frameOf).filter(
        ({ frame }) => measured === undefined || frame.line !== undefined || isLeftOut(frame),
      ),
    ),
  );
  const partsOfLine = ({ frame, rows }: Omit<FrameEnergy, 'energy'>): readonly FrameEnergy[] =>
    byCallee(
      rows.filter((row) => !LAID.has(familyOf(row))),
      profile.keys,
    ).map(([called, own]): FrameEnergy => {
      // What is left out is whole: nothing of it is told of a line.
      return {
        frame,
        ...(isLeftOut(frame) ? {} : withDefined({ called })),
        rows: own,
        energy: energyOf(own),
      };
    });
  const modeled = methods.map((lines) => lines.map((each) => each.flatMap(partsOfLine)));
  const table = createFrameTable();
  const tree = new ContextTreeBuilder();
  const rowsOf = (family: string): readonly { frame: Frame; row: KeyCount; energy: Energy }[] =>
    methods
      .flat(2)
      .flatMap(({ frame, rows }) =>
        rows
          .filter((row) => familyOf(row) === family)
          .map((row) => ({ frame, row, energy: energyOf([row]) })),
      );
  const [sampled, followed] = [rowsOf(NOT_COUNTED), rowsOf(FOLLOWED)];
  const unscaled =
    measured === undefined || measured.factor !== undefined
      ? undefined
      : unscaledLines(measured, sumOf(sampled), sumOf([...modeled.flat(2), ...followed]));
  let total = 0;
  const add = (context: number, { mean, variance }: Energy): void => {
    if (!(mean > 0)) return;
    total += mean;
    tree.add(context, 0, mean, variance);
  };
  const rowsIn = new Map<number, readonly KeyCount[]>();
  const addRows = (context: number, energy: Energy, rows: readonly KeyCount[]): void => {
    rowsIn.set(context, [...(rowsIn.get(context) ?? []), ...rows]);
    add(context, energy);
  };
  const addLine: typeof addRows = (context, energy, rows) => {
    addRows(context, unscaled?.(energy) ?? energy, rows);
  };
  const childOf = (context: number, frame: Frame): number => tree.child(context, table.numberOf(frame));
  // Contexts know operations only: instructions are laid on lines, whoever called them.
  const calls = profile.tree === undefined || base.hasInstructionCosts === true ? undefined : profile.tree;
  if (calls === undefined)
    for (const part of modeled.flat(2)) addLine(contextOf(part, ROOT, childOf), part.energy, part.rows);
  const callersOf =
    calls &&
    addContexts(profile, calls, modeled, {
      childOf,
      add: addLine,
      meanOf: (rows) => energyOf(rows).mean,
      frameOf,
    });
  for (const { frame, row, energy } of [...sampled, ...followed]) {
    const { mean, variance } = (familyOf(row) === FOLLOWED ? unscaled?.(energy) : undefined) ?? energy;
    const part = { frame, ...(isLeftOut(frame) ? {} : { called: libraryFrame(at(profile.keys, row[0])) }) };
    for (const [around, share] of (isLeftOut(frame) ? undefined : callersOf?.(frame)) ?? [[ROOT, 1]])
      addRows(contextOf(part, around, childOf), { mean: mean * share, variance: variance * share }, [
        shareOf(row, share),
      ]);
  }
  const problems = describeProblems(model, measured, unmodeledIn(methods.flat(2), prices));
  if (measured !== undefined) {
    for (const [frame, energy] of partsOf(measured, total)) {
      const context = tree.child(ROOT, table.numberOf(frame));
      add(context, { mean: energy, variance: 0 });
    }
  }
  return {
    source: {
      format: COUNTED_FORMAT,
      name,
      date: profile.started,
      tool: `${profile.generator.name} ${profile.generator.version}`,
      ...withDefined({ command: commandOf(profile) }),
      executions: executionsOf(profile),
    },
    measures: [measureOf(model, measured, total)],
    frames: table.list,
    tree: tree.build(1),
    lineTrust: 'exact',
    problems,
    ...withDefined({ run: runOf(measured?.measurement) }),
    deviationOf: (contexts) =>
      Math.sqrt(energyOf(contexts.flatMap((context) => rowsIn.get(context) ?? [])).variance),
  };
}

/** The command without the folders that a program and its classes lie in; undefined if the profile does not know it. */
function commandOf({ program: { command } }: ProfileDocument): string | undefined {
  const [program, ...given] = command;
  if (program === undefined) return undefined;
  const isPath = (index: number): boolean =>
    /^(?:-cp|-classpath|--class-path|-p|--module-path)$/.test(given[index] ?? '');
  const told = given.filter((_, index) => !isPath(index) && !isPath(index - 1));
  return [program.replace(/^.*[/\\]/, ''), ...told].join(' ');
}

function executionsOf({ classes }: ProfileDocument): number {
  let sum = 0;
  for (const { methods } of classes)
    for (const { operations } of methods) for (const [, , count] of operations) sum += count;
  return sum;
}

/** The energy of a measured run, as every view shows it. */
export function runOf(measurement: MeasurementRecord | undefined): KnownRun | undefined {
  const energy = measurement?.energy;
  return energy && energyOfRun(energy);
}

/**
 * Energies of lines that are not scaled to a measured run: no more than no other part of it has, with deviations that
 * reach up to the line's share of that. None where they are no part of the measured total.
 */
function unscaledLines(
  measured: MeasuredProfile,
  called: Joules,
  modeled: Joules,
): (energy: Energy) => Energy {
  const most = leftForUnscaled(measured, called) / modeled;
  const factor = Math.min(1, most);
  return ({ mean, variance }) => ({
    mean: mean * factor,
    variance: Math.max(variance * factor ** 2, ((mean * most) / standardNormalQuantile(0.95)) ** 2),
  });
}

function sumOf(parts: readonly { readonly energy: Energy }[]): Joules {
  return parts.reduce((sum, { energy }) => sum + energy.mean, 0);
}

/** The energy that is left for lines that are not scaled, beside what they call: 0 where they are no part of the measured total. */
export function leftForUnscaled(
  { account: { lines, library = 0, unattributed } }: MeasuredProfile,
  called: Joules,
): Joules {
  return lines === undefined ? 0 : Math.max(0, lines + library - called + unattributed);
}

/** Operations of a method by the line that they lie on. */
function linesOf(
  owner: ProfiledClass,
  method: ProfiledMethod,
  frameOf: FrameOf,
): readonly Omit<FrameEnergy, 'energy'>[] {
  const lines = new Map<number, KeyCount[]>();
  for (const [key, line, executions, sizes] of method.operations)
    addTo(lines, line, [key, executions, sizes]);
  return Array.from(lines, ([line, rows]) => ({ frame: frameOf(owner, method, line), rows }));
}

/** Rows of the line itself, and those of each library method that it calls: so a reader of stacks has both. */
function byCallee(
  rows: readonly KeyCount[],
  keys: ProfileDocument['keys'],
): readonly (readonly [called: Frame | undefined, rows: readonly KeyCount[]])[] {
  const frames = new Map<string, Frame>();
  const groups = groupBy(rows, ([index]) => {
    const key = at(keys, index);
    if (!isLibraryWork(key)) return '';
    const frame = libraryFrame(key);
    frames.set(frame.name, frame);
    return frame.name;
  });
  return Array.from(groups, ([name, own]) => [frames.get(name), own]);
}

/** The frame of the library method that an operation stands for. */
function libraryFrame(key: ProfileDocument['keys'][number]): Frame {
  const name = calleeOf(key);
  if (isRuntimeWork(name)) return { kind: 'runtime', name: `[${name}]` };
  const called = readCallee(`${name}()`);
  return called === undefined
    ? { kind: 'native', name }
    : javaFrame({ class: called.class, method: called.name });
}

type FrameOf = (owner: ProfiledClass, method: ProfiledMethod, line: number) => Frame;
type ChildOf = (context: number, frame: Frame) => number;

function contextOf(
  { frame, called }: Pick<FrameEnergy, 'frame' | 'called'>,
  around: number,
  childOf: ChildOf,
): number {
  const line = childOf(around, frame);
  return called === undefined ? line : childOf(line, called);
}

interface ContextSink {
  readonly childOf: ChildOf;
  readonly add: (context: number, energy: Energy, rows: readonly KeyCount[]) => void;
  readonly meanOf: (rows: readonly KeyCount[]) => number;
  readonly frameOf: FrameOf;
}

/** The contexts around a line of code, each with its share of what the line calls. */
type CalledShares = (frame: Frame) => readonly (readonly [around: number, share: Share])[];

/**
 * A context of the profile tells what ran in it, not on which lines: an operation is shared by the method's lines as in
 * all of its contexts together, so that each line's contexts add up to the line, its deviation too. What a line calls
 * is shared as its own energy is; where it has none, as the calls of its method.
 */
function addContexts(
  { classes }: ProfileDocument,
  tree: ProfiledTree,
  modeled: readonly (readonly (readonly FrameEnergy[])[])[],
  { childOf, add, meanOf, frameOf }: ContextSink,
): CalledShares {
  const { contexts } = tree;
  /** Under which each context's own lines hang. */
  const around = new Int32Array(contexts.length);
  const between = listBetween(tree);
  const byLine = new Map<Frame, [number, number][]>();
  const byMethod = new Map<string, [number, number][]>();
  for (const [index, [parent, classIndex, methodIndex, , line, calls, operations]] of contexts.entries()) {
    const caller = contexts[parent];
    const callerClass = classes[caller?.[1] ?? -1];
    const callerMethod = callerClass?.methods[caller?.[2] ?? -1];
    const below =
      callerClass === undefined || callerMethod === undefined
        ? ROOT
        : childOf(around[parent] ?? ROOT, frameOf(callerClass, callerMethod, line));
    const called = readCallee(between.get(index) ?? '');
    const here =
      called === undefined
        ? below
        : childOf(
            below,
            javaFrame({ class: called.class, method: called.name, descriptor: called.descriptor }),
          );
    around[index] = here;
    const owner = classes[classIndex];
    const method = owner?.methods[methodIndex];
    if (owner !== undefined && method !== undefined)
      addTo(byMethod, methodKey(frameOf(owner, method, 0)), [here, calls]);
    // What followed classes ran is on the lines that call them.
    if (owner?.isFollowed === true && index < tree.beyond) continue;
    const lines = modeled[classIndex]?.[methodIndex] ?? [];
    for (const [part, rows] of sharesOfLines(lines, operations)) {
      const mean = meanOf(rows);
      if (!(mean > 0)) continue;
      addTo(byLine, part.frame, [here, mean]);
      const { energy } = part;
      add(contextOf(part, here, childOf), { mean, variance: (energy.variance * mean) / energy.mean }, rows);
    }
  }
  return (frame) =>
    sharesOf(byLine.get(frame) ?? []) ?? sharesOf(byMethod.get(methodKey(frame)) ?? []) ?? [[ROOT, 1]];
}

/** The rows of each line's parts that ran in one context. */
function sharesOfLines(
  lines: readonly FrameEnergy[],
  operations: ProfiledTree['contexts'][number][6],
): readonly (readonly [FrameEnergy, readonly KeyCount[]])[] {
  const executed = new Map<number, number>();
  for (const { rows } of lines)
    for (const [key, count] of rows) executed.set(key, (executed.get(key) ?? 0) + count);
  const here = new Map(operations.map(([key, count]) => [key, count]));
  return lines.map((part) => [
    part,
    part.rows.map((row) => shareOf(row, (here.get(row[0]) ?? 0) / (executed.get(row[0]) ?? 1))),
  ]);
}

function shareOf([key, count, sizes]: KeyCount, share: Share): KeyCount {
  return [key, count * share, sizes && sizes * share];
}

function methodKey({ class: owner, method, descriptor }: Frame): string {
  return [owner, method, descriptor].join(' ');
}

/** Weights as shares of their sum; undefined where that is 0. */
function sharesOf(weights: readonly (readonly [number, number])[]): ReturnType<CalledShares> | undefined {
  const sum = weights.reduce((all, [, weight]) => all + weight, 0);
  return sum > 0 ? weights.map(([around, weight]) => [around, weight / sum]) : undefined;
}

function unmodeledIn(lines: readonly Pick<FrameEnergy, 'rows'>[], prices: readonly unknown[]): number {
  let count = 0;
  for (const { rows } of lines)
    for (const [key, executions] of rows) if (prices[key] === undefined) count += executions;
  return count;
}

function describeProblems(
  model: CostModel,
  measured: MeasuredProfile | undefined,
  unmodeled: number,
): readonly ImportProblem[] {
  const doubts = [
    ...(isOfOtherMachine(model, measured)
      ? [`its energies are those of another machine: ${model.machine}`]
      : []),
    ...(measured?.notes ?? []),
  ];
  return [
    ...(unmodeled > 0
      ? [
          {
            message: `${counted(unmodeled, 'execution of an operation that is not modeled is', 'executions of operations that are not modeled are')} in no energy of a line`,
          },
        ]
      : []),
    ...doubts.map((message): ImportProblem => ({ message, isDoubt: true })),
  ];
}

/** Energies of a model that was made elsewhere are not of the machine that ran the program, unless scaled to it. */
function isOfOtherMachine(model: CostModel, measured: MeasuredProfile | undefined): boolean {
  return measured === undefined && !model.isLocal;
}

function measureOf(model: CostModel, measured: MeasuredProfile | undefined, total: number): Measure {
  const isProxy = measured?.measurement.source.isProxy === true;
  return {
    name: 'energy',
    unit: 'joules',
    provenance: 'modeled',
    ...(isOfOtherMachine(model, measured) ? { device: model.machine } : {}),
    ...(isProxy ? { isProxy: true } : {}),
    total,
  };
}

function frameNow(
  owner: ProfiledClass,
  { name, descriptor }: ProfiledMethod,
  ran: number,
  now: MethodsNow | undefined,
): Frame {
  const key = `${owner.name}.${name}${descriptor}`;
  if (now?.leftOut.has(key) === true)
    return { kind: 'path', name: `${LEFT_OUT}${owner.name.replaceAll('/', '.')}.${name}]` };
  const line = ran > 0 ? ran + (now?.moved.get(key) ?? 0) : 0;
  const folder = owner.name.slice(0, owner.name.lastIndexOf('/') + 1);
  return {
    ...javaFrame({ class: owner.name, method: name, descriptor, ...(line > 0 ? { line } : {}) }),
    ...(owner.source === undefined ? {} : { file: folder + owner.source }),
  };
}

const LEFT_OUT = '[left out: ';

/** True for what methods took that are on no line, since their text is another by now. */
export function isLeftOut({ kind, name }: Frame): boolean {
  return kind === 'path' && name.startsWith(LEFT_OUT);
}

/** The method of a frame for which {@link isLeftOut} is true: "app.Feed.load". */
export function nameOfLeftOut({ name }: Frame): string {
  return name.slice(LEFT_OUT.length, -1);
}

/** The parts of a measured total beside the lines; the lines hold what the library took for them. */
function partsOf(measured: MeasuredProfile, lines: Joules): readonly (readonly [Frame, Joules])[] {
  const beside = listAccount(measured).flatMap(({ name, energy = 0 }): (readonly [Frame, Joules])[] => {
    if (name === 'idle') return [[{ kind: 'idle', name: '[idle]' }, energy]];
    if (name === 'not counted' && energy > 0) return [[{ kind: 'native', name: `[${name}]` }, energy]];
    return name.startsWith('runtime') ? [[{ kind: 'runtime', name: `[${name}]` }, energy]] : [];
  });
  const known = beside.reduce((sum, [, energy]) => sum + energy, lines);
  return [...beside, [{ kind: 'native', name: '[unattributed]' }, measured.account.total - known]];
}

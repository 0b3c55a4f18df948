/**
 * A profile's measured energy laid on its lines: the account of the total, and
 * the cost model scaled to what is left of it for the program's own work.
 *
 * Sits in `profile/`, joining `runs/` and `cost/`. E_S and E_M are those
 * of eCalc, table I: sums of costs over all that was executed, of the program
 * and of a method. The costs are modeled, their sum is measured.
 */
import { listSome } from '../../words/text-sections';
import { at, withDefined } from '../../base/check';
import { counted } from '../../base/counted';
import {
  combineEnergies,
  type CostVector,
  type CountedPrice,
  createAccumulator,
} from '../../cost/pricing/combine-energies';
import { listRowPrices, partsOfRow } from '../../cost/pricing/counted-rows';
import type { CostModel, Energy } from '../../cost/model/cost-model';
import { standardNormalQuantile } from '../../base/distributions';
import { scaleModel } from '../../cost/model/scale-model';
import { type AppliedError, transferErrorOf } from '../../cost/model/transfer-error';
import { accountForRuns, type RunParts } from '../../runs/account-for-runs';
import { balanceEnergy, type EnergyAccount } from '../../runs/energy-account';
import type { MeasurementRecord } from '../../runs/measurement-record';
import { PER_ELEMENT } from '../../operations/catalogue/instruction-keys';
import type { MethodKey, OperationKey } from '../../operations/catalogue/operation';
import type { OperationRow, ProfileDocument } from '../document/profile-document';
import { timeLibrary, type TimedLibrary } from '../trace/time-library';
import type { Joules, Share } from '../../base/units';
import { formatCount, formatEnergy, JOULES } from '../../words/energy-text';
import { asInstructions } from '../document/instruction-rows';
import {
  type CalledEnergies,
  energiesOfCalled,
  isLibraryWork,
  NOT_COUNTED,
  withCalledCosts,
} from './called-lines';
import { withoutCountedBodies } from './counted-bodies';
import { errorOfRun } from './judge-methods';
import { withSampledCalls } from './sampled-calls';
import { withFollowedCosts } from './followed-work';
import { placeOperations } from '../document/place-operations';

/**
 * More than compiled and interpreted code, or two machines, differ by: a greater scale says that the lines' operations
 * are not what took the energy.
 */
const MOST_SCALE = 100;

export interface MeasuredProfile {
  readonly account: EnergyAccount;
  readonly measurement: MeasurementRecord;
  /** The program's own work, by the model as it was: what the lines' energies are scaled from. */
  readonly modeled: Energy;
  /** Absent where nothing is left to scale to. */
  readonly factor?: number;
  /**
   * The same for costs without what samples say of calls: comparisons use these, since both sides are to have one cost
   * of each operation. Absent where samples say nothing.
   */
  readonly factorOfModel?: number;
  /** Nothing is narrower than this: costs were not fitted to this program in this mode. */
  readonly transferError?: Share;
  /** The sentences that people should know of the account. */
  readonly notes: readonly string[];
}

export interface ScaledModel {
  readonly model: CostModel;
  /** Absent where nothing was measured. */
  readonly measured?: MeasuredProfile;
}

/**
 * The model for a profile: without the bodies of library calls that the profile counted, and scaled to what was
 * measured, if anything is left for lines.
 *
 * @param profile in the terms of the model.
 */
export function scaleToProfile(given: CostModel, profile: ProfileDocument): ScaledModel {
  const ofBodies = withFollowedCosts(withoutCountedBodies(given, profile));
  const { measurement } = profile;
  const parts = measurement === undefined ? undefined : accountForRuns(measurement);
  if (measurement === undefined || parts === undefined) return { model: ofBodies };
  // Calls whose energy was measured where they stand need neither times nor samples.
  const library = parts.left > 0 && given.hasPlaces !== true ? timeLibrary(profile) : undefined;
  const { model: bySamples, names } =
    library === undefined && given.hasPlaces !== true
      ? withSampledCalls(ofBodies, profile)
      : { model: ofBodies, names: [] };
  const model = names.length === 0 ? bySamples : withFollowedCosts(bySamples);
  const isTimed = ({ name, family, operands: [of = ''] }: OperationKey): boolean =>
    library?.shares.has(family === PER_ELEMENT ? of : name) === true;
  const rows = listOperations(profile);
  const called = energiesOfCalled(profile, parts);
  const energyBy = (by: CostModel, has: (key: OperationKey, line: number) => boolean): Energy =>
    combineEnergies(by, modeledCounts(rows, profile, by, has));
  const energyOf = (has: (key: OperationKey, line: number) => boolean): Energy => energyBy(model, has);
  const toScale = modeledCounts(rows, profile, model, (key) => !isTimed(key));
  const modeled = combineEnergies(model, toScale);
  const timedShare = [...(library?.shares.values() ?? [])].reduce((sum, share) => sum + share, 0);
  const leftToScale = parts.left * (1 - timedShare);
  const canScale = leftToScale > 0 && modeled.mean > 0;
  const wanted = canScale ? leftToScale / modeled.mean : undefined;
  const factor = wanted !== undefined && isPlausible(wanted, measurement) ? wanted : undefined;
  const ofLibrary = energyOf((key) => isLibraryWork(key) && !isTimed(key)).mean;
  const ofLines = energyOf((key, line) => line !== 0 && !isLibraryWork(key)).mean;
  const changed = changedSince(model, profile);
  const isOfProgram =
    model.application === undefined
      ? isInterpreted(measurement) && model.mode === 'interpreter'
      : changed.length === 0 && isInterpreted(measurement) === (model.mode === 'interpreter');
  const ran = isInterpreted(measurement) ? 'interpreter' : 'jit';
  const transfer = isOfProgram
    ? undefined
    : errorOfRun(ofBodies, profile, transferErrorOf(model, ran, jvmOf(profile)));
  const transferError = transfer?.off;
  // Lines that are not scaled show what the model says; more than is left of the measured energy is no part of it.
  const areApart = factor === undefined && ofLines + ofLibrary > Math.max(0, parts.left);
  const ofRuntime = called.garbageCollection + called.threadSwitching;
  const ofCalls = (areApart ? 0 : ofLibrary * (factor ?? 1)) + called.sum + ofRuntime;
  const account = balanceEnergy(
    {
      lines: areApart ? undefined : ofLines * (factor ?? 1),
      library:
        library === undefined && ofCalls === 0
          ? undefined
          : ofCalls + (factor === undefined ? 0 : parts.left * timedShare),
      uncounted: parts.uncounted === undefined ? undefined : Math.max(0, parts.uncounted - called.sum),
      runtime: {
        ...parts.runtime,
        garbageCollection: minus(parts.runtime.garbageCollection, called.garbageCollection),
        threadSwitching: minus(parts.runtime.threadSwitching, called.threadSwitching),
      },
      idle: parts.idle,
    },
    parts.total,
  );
  const measured: MeasuredProfile = {
    account,
    measurement,
    modeled,
    ...(factor === undefined ? {} : { factor }),
    ...(factor === undefined || names.length === 0
      ? {}
      : { factorOfModel: leftToScale / energyBy(ofBodies, (key) => !isTimed(key)).mean }),
    ...(transferError === undefined ? {} : { transferError }),
    notes: [
      ...account.problems,
      ...(areApart
        ? [
            `lines are no part of the measured total: the model, which is not scaled to it, says ${formatEnergy(ofLines + ofLibrary, JOULES)}, more than is left for them`,
          ]
        : []),
      ...(transfer === undefined ? [] : [describeTransfer(model, ran, transfer, changed)]),
      ...describeLibrary(library, timedShare, ofLibrary > 0 && factor !== undefined),
      ...describeParts(
        parts,
        { factor, wanted },
        rows,
        profile,
        (key) => key.family === NOT_COUNTED || isTimed(key) || model.price(key) !== undefined,
      ),
      ...(names.length === 0
        ? []
        : [`library: calls of ${listSome(names)} by the stacks of further runs, in the place of the model`]),
      ...describeCalled(called),
    ],
  };
  if (factor === undefined) return { model: withCalledCosts(model, called), measured };
  const { source } = measurement;
  const leastDeviation = Math.hypot(deviationOf(parts), (transferError ?? 0) / standardNormalQuantile(0.95));
  // Where the cost of timing is not known, calls are no better known than other programs' costs.
  const timingError =
    library === undefined ? 0 : (library.overhead ?? transferErrorOf(model, ran, jvmOf(profile)).off);
  const scaled = scaleModel(model, {
    mode: isInterpreted(measurement) ? 'interpreter' : 'jit',
    factor,
    deviation: leastDeviation,
    sum: { vector: sumOf(model, toScale), mean: modeled.mean },
    timed: energiesOfCalls(library, rows, profile, parts.left),
    timedDeviation: Math.hypot(leastDeviation, timingError),
    title: `${model.title}, scaled to the measured run`,
    machine: source.isProxy ? 'scaled to CPU time, a proxy' : 'scaled to the measured energy',
  });
  return { model: withCalledCosts(scaled, called), measured };
}

/**
 * The account where some methods are on no line, since their text is another by now: what they took of lines and
 * library has a part of its own.
 *
 * @param profile in the terms of the model.
 */
export function withLeftOut(
  { model, measured }: ScaledModel,
  { keys, classes }: ProfileDocument,
  leftOut: ReadonlySet<MethodKey>,
): ScaledModel {
  const { lines, library } = measured?.account ?? {};
  if (measured === undefined || lines === undefined || leftOut.size === 0)
    return { model, ...withDefined({ measured }) };
  const rows = classes.flatMap(({ name: owner, methods }) =>
    methods
      .filter(({ name, descriptor }) => leftOut.has(`${owner}.${name}${descriptor}`))
      .flatMap(({ operations }) => operations),
  );
  const prices = listRowPrices(keys, model);
  const energyOf = (isLibrary: boolean): Joules =>
    combineEnergies(
      model,
      rows.flatMap(([index, line, count, sizes]) => {
        const price = prices[index];
        const isOf = isLibraryWork(at(keys, index)) === isLibrary && (isLibrary || line !== 0);
        return price === undefined || !isOf ? [] : partsOfRow(price, count, sizes);
      }),
    ).mean;
  const ofLines = Math.min(lines, energyOf(false));
  const ofLibrary = Math.min(library ?? 0, energyOf(true));
  const account = {
    ...measured.account,
    lines: lines - ofLines,
    library: library === undefined ? undefined : library - ofLibrary,
    leftOut: ofLines + ofLibrary,
  };
  return { model, measured: { ...measured, account } };
}

/** Classes that ran, and that a model of one application was not fitted to as they are. */
function changedSince({ application }: CostModel, { classes }: ProfileDocument): readonly string[] {
  if (application === undefined) return [];
  const ran = classes.filter(({ methods }) => methods.some(({ operations }) => operations.length > 0));
  return ran.flatMap(({ name, hash }) => (application.get(name) === hash ? [] : [name.replaceAll('/', '.')]));
}

/** Profiles of earlier versions do not tell what their counted code took: those scales cannot be judged. */
function isPlausible(factor: number, { sampled }: MeasurementRecord): boolean {
  return sampled === undefined || (sampled.samples > 0 && factor <= MOST_SCALE);
}

function describeTransfer(
  { title, mode }: CostModel,
  ran: CostModel['mode'],
  { off, from }: AppliedError,
  changed: readonly string[],
): string {
  const error = `off by ${Math.round(100 * off)} % (${from})`;
  if (changed.length > 0)
    return `"${title}" was fitted to other classes than ran (${listSome(changed)}): fit it to cases of this program as it is; until then joules of lines may be ${error}`;
  const costs = mode === 'interpreter' ? 'interpreted' : 'compiled';
  return `the program was ${ran === 'interpreter' ? 'interpreted' : 'compiled by its JVM'}, and the costs of "${title}" are those of ${costs} code${mode === 'jit' && ran === 'jit' ? ' of other programs' : ''}: which lines cost more than others is a ranking, their joules may be ${error}`;
}

/** The version of the program's JVM, of several that of the last. */
function jvmOf({ program }: ProfileDocument): string | undefined {
  return program.virtualMachines.at(-1)?.version;
}

/** The energy of one call of each method, in joules, by the name of its operation. */
function energiesOfCalls(
  library: TimedLibrary | undefined,
  rows: readonly OperationRow[],
  { keys }: ProfileDocument,
  left: Joules,
): ReadonlyMap<string, Joules> {
  const calls = new Map<string, number>();
  for (const [index, , count] of rows) {
    const key = keys[index];
    if (key?.family === 'LibraryFunction') calls.set(key.name, (calls.get(key.name) ?? 0) + count);
  }
  return new Map(
    Array.from(library?.shares ?? [], ([name, share]): [string, Joules] => [
      name,
      (share * left) / (calls.get(name) ?? Infinity),
    ]),
  );
}

function listOperations({ classes }: ProfileDocument): readonly OperationRow[] {
  return classes.flatMap(({ methods }) => methods.flatMap(({ operations }) => operations));
}

function modeledCounts(
  rows: readonly OperationRow[],
  { keys }: ProfileDocument,
  model: CostModel,
  has: (key: OperationKey, line: number) => boolean,
): readonly CountedPrice[] {
  const prices = listRowPrices(keys, model);
  return rows.flatMap(([index, line, count, sizes]) => {
    const [key, price] = [keys[index], prices[index]];
    return key === undefined || price === undefined || !has(key, line) ? [] : partsOfRow(price, count, sizes);
  });
}

function sumOf(model: CostModel, parts: readonly CountedPrice[]): CostVector {
  const accumulator = createAccumulator(model);
  for (const { price, count } of parts) accumulator.add(price, count);
  return accumulator.vector();
}

/**
 * Tells whether the JVM only interpreted, by the JVM's own words; one that said nothing is taken to compile, as JVMs
 * do.
 */
export function isInterpreted({ java }: MeasurementRecord): boolean {
  return java?.mode.startsWith('interpreted') === true;
}

function deviationOf({ left, leftVariance }: RunParts): Share {
  return Math.sqrt(leftVariance) / left;
}

function describeLibrary(
  library: TimedLibrary | undefined,
  timedShare: Share,
  isModeled: boolean,
): readonly string[] {
  return [
    ...(library === undefined
      ? []
      : [
          `library: ${library.shares.size} ${library.shares.size === 1 ? 'method' : 'methods'} by the time of calls in the traced run, ${(timedShare * 100).toFixed(0)} % of its time without waiting; their lines show it`,
        ]),
    ...(library === undefined || library.waiting.length === 0
      ? []
      : [
          `library methods that wait, or whose work is the system's, are not told apart: ${listSome(library.waiting)}`,
        ]),
    ...(isModeled ? ['library: methods by the model, or by their bodies, scaled as the lines are'] : []),
  ];
}

/** What is left of a part; a part that is not told apart stays so. */
function minus(part: Joules | undefined, taken: Joules): Joules | undefined {
  return part === undefined ? undefined : Math.max(0, part - taken);
}

function describeCalled(called: CalledEnergies): readonly string[] {
  const { sum, samples, garbageCollection, threadSwitching } = called;
  const laid = [
    ...(garbageCollection > 0
      ? [
          `${formatEnergy(garbageCollection, JOULES)} of garbage collection, by counted sizes of what they create, and by samples of code that they call for what that creates`,
        ]
      : []),
    ...(threadSwitching > 0
      ? [`${formatEnergy(threadSwitching, JOULES)} of thread switching, by how often they waited`]
      : []),
  ];
  const ofRuntime =
    laid.length === 0 ? [] : [`library: lines have ${laid.join(', and ')}; this division is modeled`];
  return sum === 0
    ? ofRuntime
    : [
        ...ofRuntime,
        `library: code that was not counted has ${formatEnergy(sum, JOULES)} of it, by ${counted(samples, 'sample')} of further runs; the lines that call it show it`,
      ];
}

function describeParts(
  { notes, kernel, uncounted }: RunParts,
  { factor, wanted }: { readonly factor: number | undefined; readonly wanted: number | undefined },
  rows: readonly OperationRow[],
  { keys }: ProfileDocument,
  isModeled: (key: OperationKey) => boolean,
): readonly string[] {
  const unmodeled = new Set(keys.flatMap((key, index) => (isModeled(key) ? [] : [index])));
  const executions = rows.reduce((sum, [key, , count]) => sum + (unmodeled.has(key) ? count : 0), 0);
  return [
    ...(factor === undefined
      ? [
          wanted === undefined
            ? 'nothing is left of the measured energy for the lines: the program does too little to be told from its start-up. Lines are those of the model, not scaled'
            : uncounted === undefined
              ? 'Lines are those of the model, not scaled: what they took is not told from what is not counted'
              : `the counted code took ${formatCount(Math.round(wanted))} times what the model says, which no line's operations explain: the JVM's first steps through it, and what is not modeled. Lines are those of the model, not scaled: take their shares; the rest is not attributed`,
        ]
      : []),
    ...(executions > 0 && factor !== undefined
      ? [
          `the library's energy is not all told apart: the lines hold what ${counted(executions, 'operation that is not modeled', 'operations that are not modeled')} took, bodies of library methods among them`,
        ]
      : []),
    ...(kernel === undefined
      ? []
      : ['what is not attributed holds the work of the operating system, and code without line numbers']),
    ...notes,
  ];
}

export type ProfileTerms = 'operations' | 'instructions' | 'places';

export function termsOfModel({ hasInstructionCosts, application, hasPlaces }: CostModel): ProfileTerms {
  if (hasInstructionCosts === true) return 'instructions';
  return application === undefined && hasPlaces !== true ? 'operations' : 'places';
}

/**
 * A profile in the terms of a cost model: operations, JVM instructions, or operations in their places.
 *
 * With the rows that are modeled.
 */
export function inTermsOf<Given extends Pick<ProfileDocument, 'keys' | 'classes'>>(
  model: CostModel,
  profile: Given,
): Given {
  switch (termsOfModel(model)) {
    case 'operations':
      return profile;
    case 'instructions':
      return asInstructions(profile);
    case 'places':
      return placeOperations(profile);
  }
}

/**
 * Code that was not counted, laid on the counted lines that called it: a row of each line and each called method, with
 * the energy that the samples of further runs give it. If asked for, the runtime's work, too: garbage collection by the
 * bytes that lines allocate, and thread switching by their waits, as vLens' authors proposed.
 *
 * Sits in `profile/`, under `measured-profile.ts`. The rows are in the profile only while they are shown: what they
 * have then counts as library, else as not counted or as the runtime's.
 */
import { groupBy } from '../../base/groups';
import type { Joules, Share } from '../../base/units';
import { extendCovariance } from '../../cost/model/scale-model';
import type { CostModel, Price } from '../../cost/model/cost-model';
import { PER_ELEMENT } from '../../operations/catalogue/instruction-keys';
import type { OperationKey } from '../../operations/catalogue/operation';
import type { RunParts } from '../../runs/account-for-runs';
import type { SampledCall } from '../../runs/sampled-work';
import { allocatedBytesOf } from './allocated-bytes';
import { FOLLOWED, followedMethod, layFollowedWork } from './followed-work';
import { placeName } from '../document/place-operations';
import type { OperationRow, ProfileDocument, ProfiledMethod } from '../document/profile-document';

/** The family of the rows' operations, which no source and no class file has. */
export const NOT_COUNTED = 'NotCounted';

const SUFFIX = ', not counted';

/** Fewer samples are chance: half of such an energy would be its standard deviation. */
const LEAST_SAMPLES = 4;

/** The kinds of work that the runtime does for a line: the names of their operations. */
const COLLECTING = 'garbage collection, by bytes allocated';
const SWITCHING = 'thread switching, by waits';

/** Lines have what they call; they do not; or they have that and the runtime's work. */
export type LibraryPlace = 'caller' | 'apart' | 'runtime';

/** True for operations whose work is a library's: what they take is the line's that calls, or stands apart from it. */
export function isLibraryWork({ group, family }: OperationKey): boolean {
  return group === 'library function' || family === 'Concatenation';
}

/** True for an operation that is a call of a library's method; string joins are, too. */
export function callsLibrary({ family }: OperationKey): boolean {
  return family === 'LibraryFunction' || family === 'Concatenation';
}

/** The profile with rows for each counted line and what it called: of followed classes, and of code that was not counted. */
export function layCallsOnLines(profile: ProfileDocument, place: LibraryPlace = 'caller'): ProfileDocument {
  return laySampledCalls(layFollowedWork(profile), place);
}

/** The profile with a row for each counted line and what it called of code that was not counted. */
function laySampledCalls(profile: ProfileDocument, place: LibraryPlace): ProfileDocument {
  const { called = [] } = profile.measurement?.sampled ?? {};
  const calls = groupBy(
    place === 'apart' ? [] : [...called, ...(place === 'runtime' ? listRuntimeWork(profile) : [])],
    (call) => call.class,
  );
  if (calls.size === 0) return profile;
  const keys = [...profile.keys];
  const classes = profile.classes.map((owner) => {
    const own = groupBy(
      calls.get(owner.name.replaceAll('/', '.')) ?? [],
      ({ method, line }) => `${method} ${line}`,
    );
    if (own.size === 0) return owner;
    const methods = owner.methods.map((method): ProfiledMethod => {
      const rows: OperationRow[] = [];
      for (const [line, executions] of method.lines) {
        const id = `${method.name} ${line}`;
        const found = executions === 0 ? [] : enoughOf(own.get(id) ?? []);
        if (found.length === 0) continue;
        // Of overloads on one line, the first has it all: a stack does not tell them apart.
        own.delete(id);
        for (const { callee } of found)
          rows.push([keys.push(keyOf(callee, placeName(owner.name, method, line))) - 1, line, executions]);
      }
      return rows.length === 0 ? method : { ...method, operations: [...method.operations, ...rows] };
    });
    return { ...owner, methods };
  });
  return { ...profile, keys, classes };
}

type LaidCall = Pick<SampledCall, 'class' | 'method' | 'line' | 'callee' | 'samples'>;

interface RuntimeWork extends LaidCall {
  /** The share of the runtime's work of its kind. */
  readonly share: Share;
  readonly deviation: Share;
}

/** @param switches of all threads, also of the JVM's; a thread that does not wait loses its turn, too. */
function listRuntimeWork(profile: ProfileDocument, switches = 0): readonly RuntimeWork[] {
  const { all, lines } = allocatedBytesOf(profile);
  const effects = profile.measurement?.sampled?.effects;
  const allSwitches = Math.max(effects?.waits ?? 0, switches);
  return [
    ...lines.flatMap(({ bytes, sampledBytes, ...line }) => {
      const isSeen = line.samples >= LEAST_SAMPLES;
      const told = isSeen ? bytes : bytes - sampledBytes;
      if (told <= 0) return [];
      const deviation = isSeen ? sampledBytes / bytes / Math.sqrt(line.samples) : 0;
      return [{ ...line, callee: COLLECTING, share: told / all, deviation }];
    }),
    ...(effects?.lines ?? []).flatMap(({ waits, ...line }) =>
      waits === 0 || line.samples < LEAST_SAMPLES
        ? []
        : [
            {
              ...line,
              callee: SWITCHING,
              share: waits / allSwitches,
              deviation: 1 / Math.sqrt(line.samples),
            },
          ],
    ),
  ];
}

/** The runtime's work, and calls of code that enough samples tell of. */
function enoughOf(calls: readonly LaidCall[]): readonly LaidCall[] {
  const ofCode = calls.filter(({ callee }) => !isRuntimeWork(callee));
  const isEnough = sumOf(ofCode, ({ samples }) => samples) >= LEAST_SAMPLES;
  return isEnough ? calls : calls.filter(({ callee }) => isRuntimeWork(callee));
}

/** True for the name of an operation that stands for the runtime's work. */
export function isRuntimeWork(name: string): boolean {
  return name === COLLECTING || name === SWITCHING;
}

const JOINING = 'makeConcat';

/** Since Java 9, javac leaves `+` of strings to this method. */
const CONCATENATION = `java.lang.invoke.StringConcatFactory.${JOINING}WithConstants`;

/** True for the name of a method that does the work of `+` of strings, with or without its class's package. */
export function joinsStrings(called: string): boolean {
  return called.endsWith(`.${JOINING}`) || called.endsWith(`.${JOINING}WithConstants`);
}

/** The method that does the work of an operation for which {@link isLibraryWork} is true, as in `java.util.Arrays.sort`. */
export function calleeOf({ name: given, family, operands: [of = ''] }: OperationKey): string {
  const name = family === PER_ELEMENT ? of : given;
  if (family === NOT_COUNTED) return calledBody(name) ?? name;
  if (family === FOLLOWED) return followedMethod(name);
  return name.startsWith('Concatenation') ? CONCATENATION : name;
}

/** The method whose body was not counted, by the name of its operation; undefined for other operations. */
export function calledBody(name: string): string | undefined {
  return name.endsWith(SUFFIX) ? name.slice(0, -SUFFIX.length) : undefined;
}

function keyOf(callee: string, place: string): OperationKey {
  return {
    name: isRuntimeWork(callee) ? callee : `${callee}${SUFFIX}`,
    family: NOT_COUNTED,
    group: 'library function',
    operands: [],
    size: 'load',
    place,
  };
}

interface CalledEnergy {
  /** The energy of each execution of the line. */
  readonly each: Joules;
  readonly deviation: Share;
  readonly samples: number;
}

/** The energies of the rows of {@link layCallsOnLines}, by place and name. */
export interface CalledEnergies {
  /** The energy of called code. */
  readonly sum: Joules;
  /** The samples of called code. */
  readonly samples: number;
  /** What was taken of the runtime's parts. */
  readonly garbageCollection: Joules;
  readonly threadSwitching: Joules;
  readonly byPlace: ReadonlyMap<string, CalledEnergy>;
}

/** The energies of a profile's rows, of what the account of its runs has for their kinds. */
export function energiesOfCalled(
  profile: ProfileDocument,
  { perSampledSecond: rate, workDeviation, runtime, switches }: RunParts,
): CalledEnergies {
  const { keys, classes, measurement } = profile;
  const called = new Map(
    [
      ...(measurement?.sampled?.called ?? []).map((call) => ({
        ...call,
        energy: call.seconds * rate,
        deviation: 1 / Math.sqrt(call.samples),
      })),
      ...listRuntimeWork(profile, switches).map((work) => ({
        ...work,
        energy:
          work.share *
          ((work.callee === COLLECTING ? runtime.garbageCollection : runtime.threadSwitching) ?? 0),
      })),
    ].map((call) => [`${call.class.replaceAll('.', '/')}.${call.method} ${call.line} ${call.callee}`, call]),
  );
  const byPlace = new Map<string, CalledEnergy>();
  let [sum, all, garbageCollection, threadSwitching] = [0, 0, 0, 0];
  for (const { name: owner, methods } of classes)
    for (const { name: method, operations } of methods)
      for (const [index, line, executions] of operations) {
        const key = keys[index];
        if (key?.family !== NOT_COUNTED) continue;
        const call = called.get(`${owner}.${method} ${line} ${calleeOf(key)}`);
        if (call === undefined) continue;
        const { energy, samples, deviation } = call;
        if (key.name === COLLECTING) garbageCollection += energy;
        else if (key.name === SWITCHING) threadSwitching += energy;
        else {
          sum += energy;
          all += samples;
        }
        byPlace.set(idOf(key), {
          each: energy / executions,
          deviation: Math.hypot(workDeviation, deviation),
          samples,
        });
      }
  return { sum, samples: all, garbageCollection, threadSwitching, byPlace };
}

/** The model with the costs of the rows: each has an error of its own, since each has samples of its own. */
export function withCalledCosts(model: CostModel, { byPlace }: CalledEnergies): CostModel {
  if (byPlace.size === 0) return model;
  const size = model.parameters.length;
  const prices = new Map(
    Array.from(byPlace, ([id, { each, samples }], index): [string, Price] => [
      id,
      { terms: [{ parameter: size + index, coefficient: each }], noise: 0, samples },
    ]),
  );
  const deviations = Array.from(byPlace.values(), ({ deviation }) => deviation);
  const { covariance } = model;
  return {
    ...model,
    parameters: [...model.parameters, ...deviations.map((sd) => ({ name: 'Sampled calls', mean: 1, sd }))],
    ...(covariance === undefined
      ? {}
      : {
          covariance: extendCovariance(
            covariance,
            size,
            1,
            deviations.map((sd) => sd ** 2),
          ),
        }),
    price: (operation) =>
      operation.family === NOT_COUNTED ? prices.get(idOf(operation)) : model.price(operation),
  };
}

function idOf({ name, place = '' }: OperationKey): string {
  return `${place} ${name}`;
}

function sumOf<T>(items: readonly T[], figureOf: (item: T) => number): number {
  return items.reduce((sum, item) => sum + figureOf(item), 0);
}

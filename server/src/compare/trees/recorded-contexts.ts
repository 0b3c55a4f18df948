/**
 * The calling context tree of another tool's recording, by which programs are compared.
 *
 * A context of the tree is a path of methods: lines of a method, and threads, are no contexts of their own. Work
 * without a Java method on its stack (idling, collectors, compilers) belongs to no program, and is summed apart.
 */
import { type MethodTree, MethodTreeBuilder } from './method-tree';
import type { AmountUnit } from '../../base/measure';
import { at } from '../../base/check';
import { tellsCallers } from '../../recordings/place/placed-values';
import type { MethodName } from '../../base/method-name';
import { REST } from '../../recordings/merge/run-total';
import {
  COUNTED_FORMAT,
  type Frame,
  type ImportedRecording,
  MERGED_FORMAT,
} from '../../recordings/model/imported-profile';
import { partOfFrame } from '../sides/run-parts';

interface RecordedContexts {
  readonly tree: MethodTree;
  /** The amount that the tree holds, in the measure's unit. */
  readonly total: number;
  /** The amounts outside of the tree, by part: work of the virtual machine, of the system, or of no known code. */
  readonly beside: ReadonlyMap<string, number>;
  /** True if the tree says what called methods of the program. */
  readonly tellsCallers: boolean;
}

/**
 * The tree of a recording, by the sum of some of its measures. `hasDescriptors` tells if descriptors distinguish methods; they do
 * not if one side has none.
 */
export function contextsOfRecording(
  recording: ImportedRecording,
  chosen: readonly number[],
  hasDescriptors: boolean,
): RecordedContexts {
  const { source, frames, tree } = recording;
  const builder = new MethodTreeBuilder();
  const methods = frames.map((frame) => methodOf(frame, hasDescriptors));
  const amounts = new Float64Array(tree.parents.length);
  for (const measure of chosen)
    tree.values[measure]?.forEach((value, context) => (amounts[context] = at(amounts, context) + value));
  const isTold = contextsWithAmounts(tree.parents, amounts);
  /** The context that each recorded context became; 0 if no Java method is on its stack. */
  const placed = new Int32Array(tree.parents.length);
  const beside = new Map<string, number>();
  let total = 0;
  for (let context = 0; context < placed.length; context++) {
    const frame = tree.frames[context] ?? -1;
    const caller = placed[tree.parents[context] ?? -1] ?? 0;
    const method = methods[frame];
    const kind = frames[frame]?.kind;
    const isOwn = caller > 0 || kind === 'java' || (kind === 'path' && frames[frame]?.name !== REST);
    const isSeen = isTold(context) && isOwn;
    const row =
      method !== undefined && isSeen ? builder.enter(caller, builder.numberOf(method), NaN, 0) : caller;
    placed[context] = row;
    const value = amounts[context] ?? 0;
    if (value === 0) continue;
    if (row === 0) {
      // A counted run is told above idle.
      if (kind === 'idle' && source.format === COUNTED_FORMAT) continue;
      const part = partOfFrame(frames[frame]);
      beside.set(part, (beside.get(part) ?? 0) + value);
    } else {
      total += value;
      builder.take(row, value);
    }
  }
  return {
    tree: builder.finish().tree,
    total,
    beside,
    tellsCallers: tellsCallers(
      recording,
      chosen.map((measure) => at(recording.measures, measure)),
    ),
  };
}

/** Tells contexts that have an amount, or are above one, from those of other measures and those that took nothing. */
function contextsWithAmounts(parents: Int32Array, amounts: Float64Array): (context: number) => boolean {
  const hasAmount = new Uint8Array(parents.length);
  for (let context = parents.length - 1; context >= 0; context--) {
    if (amounts[context] !== 0) hasAmount[context] = 1;
    const parent = parents[context] ?? -1;
    if (parent >= 0 && hasAmount[context] === 1) hasAmount[parent] = 1;
  }
  return (context) => hasAmount[context] === 1;
}

/** The method of a frame; undefined for frames that are no code: threads, and classes that the JVM makes to call lambdas. */
function methodOf(
  { kind, name, class: owner, method, descriptor, line }: Frame,
  hasDescriptors: boolean,
): MethodName | undefined {
  switch (kind) {
    case 'java':
      return {
        class: (owner ?? '').replaceAll('/', '.'),
        // A table of lines need not name their methods.
        name:
          method ?? (line === undefined ? name : owner === undefined ? `${name}:${line}` : `line ${line}`),
        descriptor: hasDescriptors ? (descriptor ?? '') : '',
      };
    case 'native':
    case 'kernel':
      return { class: '', name, descriptor: '' };
    case 'runtime':
      return owner === undefined ? { class: '', name, descriptor: '' } : undefined;
    case 'path':
      // Tables have the energies of paths through methods, which most name, and that of the whole program.
      return owner === undefined || method === undefined
        ? { class: '', name, descriptor: '' }
        : { class: owner.replaceAll('/', '.'), name: method, descriptor: '' };
    case 'thread':
    case 'idle':
      return undefined;
  }
}

/** True if every Java frame has a descriptor, which tells its method from others of the same name. */
export function namesDescriptors({ frames }: ImportedRecording): boolean {
  return frames.every(({ kind, descriptor }) => kind !== 'java' || descriptor !== undefined);
}

/** The kinds of measures, the surest evidence of energy first. */
const KINDS: readonly AmountUnit[] = ['joules', 'seconds', 'samples', 'share', 'bytes'];

/** The measures that tell one thing apart by components: of one name, device and level. */
interface MeasureGroup {
  readonly level: string;
  readonly total: number;
  readonly measures: readonly number[];
  readonly components: readonly (string | undefined)[];
}

/** The levels that are compared, the best first: methods can be matched, lines without a method only by their numbers. */
const LEVELS = ['calls', 'line', 'method', 'unnamed line', 'path', 'api', 'total'];

/**
 * Chooses the measures by which each recording is compared, which are added up: those of a kind and of a level that all
 * have, if there is one, and of the components that all tell apart. `wanted` allows that kind alone, if other sides
 * have only that. Empty for a recording that measured nothing.
 */
export function chooseMeasures(
  recordings: readonly ImportedRecording[],
  wanted?: AmountUnit,
): readonly (readonly number[])[] {
  const has = ({ measures }: ImportedRecording, kind: AmountUnit): boolean =>
    measures.some(({ unit, total }) => unit === kind && total > 0);
  const common = (wanted === undefined ? KINDS : [wanted]).find((kind) =>
    recordings.every((recording) => has(recording, kind)),
  );
  const groups = recordings.map((recording) =>
    groupMeasures(recording, common ?? KINDS.find((each) => has(recording, each))),
  );
  const shared = LEVELS.find((level) => groups.every((of) => of.some((each) => each.level === level)));
  const best = groups.map((of) => {
    const level = shared ?? LEVELS.find((each) => of.some((group) => group.level === each));
    return of
      .filter((group) => group.level === level)
      .reduce<MeasureGroup | undefined>(
        (most, each) => (each.total > (most?.total ?? 0) ? each : most),
        undefined,
      );
  });
  const isInAll = (component: string | undefined): boolean =>
    best.every((group) => group === undefined || group.components.includes(component));
  return best.map((group) => {
    const inAll = group?.measures.filter((_, index) => isInAll(group.components[index])) ?? [];
    return inAll.length > 0 ? inAll : (group?.measures ?? []);
  });
}

function groupMeasures(recording: ImportedRecording, kind: AmountUnit | undefined): readonly MeasureGroup[] {
  const groups = new Map<string, MeasureGroup>();
  for (const [index, { unit, total, name, device, level, component }] of recording.measures.entries()) {
    if (unit !== kind || total <= 0) continue;
    const key = JSON.stringify(level === undefined ? index : [name, device, level]);
    const known = groups.get(key);
    const isUnnamed = level === 'line' && hasUnnamedLines(recording, index);
    groups.set(key, {
      level: isUnnamed || known?.level === 'unnamed line' ? 'unnamed line' : (level ?? 'calls'),
      total: (known?.total ?? 0) + total,
      measures: [...(known?.measures ?? []), index],
      components: [...(known?.components ?? []), component],
    });
  }
  // A whole beside its components is all that there is.
  return [...groups.values()].map((group) => {
    const whole = group.components.indexOf(undefined);
    if (whole < 0) return group;
    const measure = at(group.measures, whole);
    return {
      ...group,
      total: at(recording.measures, measure).total,
      measures: [measure],
      components: [undefined],
    };
  });
}

/** True if a line of the measure does not say which method it belongs to. */
export function hasUnnamedLines({ frames, tree }: ImportedRecording, measure: number): boolean {
  return tree.frames.some((index, context) => {
    const frame = frames[index];
    return frame?.kind === 'java' && frame.method === undefined && (tree.values[measure]?.[context] ?? 0) > 0;
  });
}

/**
 * Chooses the recording of one file that says most: a merge before what it was made of, calls before single methods,
 * energies before samples.
 */
export function chooseRecordedTree(recordings: readonly ImportedRecording[]): ImportedRecording | undefined {
  const rankOf = ({ tree, measures, source }: ImportedRecording): readonly number[] => [
    source.format === MERGED_FORMAT ? 1 : 0,
    tree.parents.some((parent) => parent > 0) ? 1 : 0,
    -Math.min(KINDS.length, ...measures.map(({ unit }) => KINDS.indexOf(unit))),
    tree.parents.length,
  ];
  return recordings
    .map((recording) => ({ recording, rank: rankOf(recording) }))
    .sort((one, other) => {
      const at = one.rank.findIndex((value, index) => value !== other.rank[index]);
      return (other.rank[at] ?? 0) - (one.rank[at] ?? 0);
    })[0]?.recording;
}

/**
 * The calling context tree of another tool's recording, by which programs are compared.
 *
 * A context of the tree is a path of methods: lines of a method, and threads, are no contexts of their own. Work
 * without a Java method on its stack (idling, collectors, compilers) belongs to no program, and is summed apart.
 */
import { type MethodTree, MethodTreeBuilder } from './method-tree';
import type { Measure } from '../../base/measure';
import type { MethodName } from '../../base/method-name';
import { MERGED_FORMAT } from '../../recordings/merge/merge-recordings';
import type { Frame, ImportedRecording } from '../../recordings/model/imported-profile';

interface RecordedContexts {
  readonly tree: MethodTree;
  /** The amount that the tree holds, in the measure's unit. */
  readonly total: number;
  /** The amount outside of the tree: work of the virtual machine, of the system, or of no known code. */
  readonly beside: number;
}

/**
 * The tree of a recording, by one of its measures. `hasDescriptors` tells if descriptors distinguish methods; they do
 * not if one side has none.
 */
export function contextsOfRecording(
  { frames, tree }: ImportedRecording,
  measure: number,
  hasDescriptors: boolean,
): RecordedContexts {
  const builder = new MethodTreeBuilder();
  const methods = frames.map((frame) => {
    const method = methodOf(frame, hasDescriptors);
    return method === undefined ? -1 : builder.numberOf(method);
  });
  const values = tree.values[measure];
  /** The context that each recorded context became; 0 if no Java method is on its stack. */
  const placed = new Int32Array(tree.parents.length);
  let [total, beside] = [0, 0];
  for (let context = 0; context < placed.length; context++) {
    const frame = tree.frames[context] ?? -1;
    const caller = placed[tree.parents[context] ?? -1] ?? 0;
    const method = methods[frame] ?? -1;
    const kind = frames[frame]?.kind;
    const isSeen = method >= 0 && (caller > 0 || kind === 'java' || kind === 'path');
    const at = isSeen ? builder.enter(caller, method, NaN, 0) : caller;
    placed[context] = at;
    const value = values?.[context] ?? 0;
    if (value === 0) continue;
    if (at === 0) beside += value;
    else {
      total += value;
      builder.take(at, value);
    }
  }
  return { tree: builder.finish().tree, total, beside };
}

/** The method of a frame; undefined for frames that are no code: threads, and classes that the JVM makes to call lambdas. */
function methodOf(
  { kind, name, class: owner, method, descriptor }: Frame,
  hasDescriptors: boolean,
): MethodName | undefined {
  switch (kind) {
    case 'java':
      return {
        class: (owner ?? '').replaceAll('/', '.'),
        name: method ?? name,
        descriptor: hasDescriptors ? (descriptor ?? '') : '',
      };
    case 'native':
    case 'kernel':
      return { class: '', name, descriptor: '' };
    case 'runtime':
      return owner === undefined ? { class: '', name, descriptor: '' } : undefined;
    case 'path':
      // Tables have the energies of paths through methods, which they name.
      return owner === undefined || method === undefined
        ? undefined
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
const KINDS: readonly Measure['unit'][] = ['joules', 'seconds', 'samples', 'share', 'bytes'];

/**
 * Chooses the measure by which each recording is compared: the greatest of a kind that all have, if there is one.
 * `wanted` allows that kind alone, if other sides have only that. -1 for a recording that measured nothing.
 */
export function chooseMeasures(
  recordings: readonly ImportedRecording[],
  wanted?: Measure['unit'],
): readonly number[] {
  const has = ({ measures }: ImportedRecording, kind: Measure['unit']): boolean =>
    measures.some(({ unit, total }) => unit === kind && total > 0);
  const common = (wanted === undefined ? KINDS : [wanted]).find((kind) =>
    recordings.every((recording) => has(recording, kind)),
  );
  return recordings.map((recording) => {
    const kind = common ?? KINDS.find((each) => has(recording, each));
    let best = -1;
    for (const [index, { unit, total }] of recording.measures.entries())
      if (unit === kind && total > (recording.measures[best]?.total ?? 0)) best = index;
    return best;
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

/**
 * Matches the methods of one version with those of the other, and their lines.
 *
 * Methods of one name are the same; others count as moved or renamed if their lines do alike. Lines are compared by the
 * operations that ran there, in order, so that no text is needed and a moved line stays itself.
 */
import { withDefined } from '../../base/check';
import { type MethodName, keyOfMethod } from '../../base/method-name';
import { identifyKey, withoutStatement } from '../../operations/catalogue/operation';
import type { ProfileDocument, ProfiledMethod } from '../../profile/document/profile-document';
import { alignSequences } from '../../base/align-sequences';

export interface NamedMethod {
  readonly name: MethodName;
  readonly method: ProfiledMethod;
}

export interface MatchedMethod {
  /** The method in the first program; absent if only the other program ran it. */
  readonly first?: NamedMethod;
  readonly second?: NamedMethod;
  /** The matched line numbers; 0 on a side that has no such line. */
  readonly lines: readonly (readonly [number, number])[];
  readonly countsDiffer: boolean;
}

/**
 * The least share of equal lines at which methods of different names match, and the fewest lines that such methods
 * must have.
 */
const leastAlike = 0.7;
const fewestLines = 3;

/**
 * Matches the methods that ran in at least one of both programs. Cost: quadratic in the methods that only one of them
 * has.
 */
export function matchMethods(a: ProfileDocument, b: ProfileDocument): readonly MatchedMethod[] {
  const [first, second] = [listRun(a), listRun(b)];
  const byName = new Map(second.map((each) => [keyOfMethod(each.name), each]));
  const pairs: (readonly [MethodThatRan | undefined, MethodThatRan | undefined])[] = [];
  const gone: MethodThatRan[] = [];
  for (const each of first) {
    const same = byName.get(keyOfMethod(each.name));
    if (same === undefined) gone.push(each);
    else pairs.push([each, same]);
    byName.delete(keyOfMethod(each.name));
  }
  const fresh = new Set(byName.values());
  for (const [old, now] of findRenamed(gone, [...fresh])) {
    pairs.push([old, now]);
    gone.splice(gone.indexOf(old), 1);
    fresh.delete(now);
  }
  for (const each of gone) pairs.push([each, undefined]);
  for (const each of fresh) pairs.push([undefined, each]);
  return pairs.map(([one, other]) => ({
    ...withDefined({ first: one, second: other }),
    lines: alignLines(one, other),
    countsDiffer: one?.counts !== other?.counts,
  }));
}

interface MethodThatRan extends NamedMethod {
  /** The lines in the order of the text; then what each of them does. */
  readonly lines: readonly number[];
  readonly signatures: readonly string[];
  /** All operations with their executions, as one text. */
  readonly counts: string;
}

function listRun({ classes, keys }: ProfileDocument): readonly MethodThatRan[] {
  // Only some profiles know the statements of jumps, which come from sources.
  const ids = keys.map((key) => identifyKey(withoutStatement(key)));
  return classes.flatMap(({ name: owner, methods }) =>
    methods.flatMap((method): readonly MethodThatRan[] => {
      if (method.operations.length === 0 && method.calls === 0) return [];
      const ofLine = new Map<number, Set<string>>();
      const total = new Map<string, number>();
      for (const [key, line, count] of method.operations) {
        const id = ids[key] ?? '';
        total.set(id, (total.get(id) ?? 0) + count);
        const known = ofLine.get(line);
        if (known === undefined) ofLine.set(line, new Set([id]));
        else known.add(id);
      }
      const lines = [...ofLine.keys()].sort((one, other) => one - other);
      return [
        {
          name: { class: owner.replaceAll('/', '.'), name: method.name, descriptor: method.descriptor },
          method,
          lines,
          signatures: lines.map((line) => [...(ofLine.get(line) ?? [])].sort().join('\n')),
          counts: describeCounts(total),
        },
      ];
    }),
  );
}

/** Counts as one text, which is the same for the same counts. */
export function describeCounts(counts: ReadonlyMap<string, number>): string {
  return Array.from(counts, ([id, count]) => `${id} ${count}`)
    .sort()
    .join('\n');
}

/** The methods that were renamed, the most alike first; each method is taken once. */
function findRenamed(
  gone: readonly MethodThatRan[],
  fresh: readonly MethodThatRan[],
): readonly (readonly [MethodThatRan, MethodThatRan])[] {
  // Pairs that are not alike are dropped method by method: there may be millions of them.
  const alike = gone.flatMap((old) =>
    fresh
      .map((now) => ({ old, now, share: shareOfLines(old, now) }))
      .filter(({ share }) => share >= leastAlike)
      .map(({ now, share }) => ({ old, now, share: share + Number(old.name.name === now.name.name) })),
  );
  const taken = new Set<MethodThatRan>();
  return alike
    .sort((one, other) => other.share - one.share)
    .flatMap(({ old, now }) => {
      if (taken.has(old) || taken.has(now)) return [];
      taken.add(old).add(now);
      return [[old, now] as const];
    });
}

function shareOfLines(one: MethodThatRan, other: MethodThatRan): number {
  const total = one.signatures.length + other.signatures.length;
  if (Math.min(one.signatures.length, other.signatures.length) < fewestLines) return 0;
  const left = new Map<string, number>();
  for (const signature of one.signatures) left.set(signature, (left.get(signature) ?? 0) + 1);
  let common = 0;
  for (const signature of other.signatures) {
    const count = left.get(signature) ?? 0;
    if (count === 0) continue;
    left.set(signature, count - 1);
    common++;
  }
  return (2 * common) / total;
}

function alignLines(
  one: MethodThatRan | undefined,
  other: MethodThatRan | undefined,
): MatchedMethod['lines'] {
  return alignSequences(one?.signatures ?? [], other?.signatures ?? []).map(([first, second]) => [
    one?.lines[first] ?? 0,
    other?.lines[second] ?? 0,
  ]);
}

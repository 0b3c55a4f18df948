/**
 * Divides the time of a traced run into library methods and the program's own paths.
 *
 * Sits in `profile/`, over the tuples of a trace (vLens, section 3.1). The tuples of a thread nest. The
 * time of each is its length without those within it, so that a library method that calls back into the
 * program does not get the program's time. A method that waits takes time but no energy, so input, output,
 * locks and sleep are left out of the library's time and of the total.
 */
import { groupBy } from '../../base/groups';
import type { Share } from '../../base/units';
import { readTuples } from '../document/describe-trace';
import type { ProfileDocument } from '../document/profile-document';
import { operationOfCall } from '../plan/library-calls';

export interface TimedLibrary {
  /** The shares of the time without waits, by name of the methods' operation. */
  readonly shares: ReadonlyMap<string, Share>;
  /** The names of methods that wait, which have no share. */
  readonly waiting: readonly string[];
  /** The time of the probes over that of the paths; undefined if it is not known. */
  readonly overhead: Share | undefined;
}

/** Methods that wait for a device or another thread, or whose work the operating system does. */
const WAITING =
  /^java\.(?:io|nio|net|sql)\.|^javax\.(?:net|sql)\.|^java\.util\.(?:Scanner|concurrent)\.|^java\.lang\.(?:Process|ProcessBuilder|Thread)\.|^java\.lang\.Object\.wait$|^java\.lang\.System\.gc$/;

/** True if a method waits; `called` is as in `java/lang/Thread.sleep(J)V`. */
export function waits(called: string): boolean {
  return WAITING.test(operationOfCall(called));
}

/** Undefined if no call was timed. */
export function timeLibrary(profile: ProfileDocument): TimedLibrary | undefined {
  if (profile.trace === undefined) return undefined;
  const tuples = readTuples(profile);
  if (!tuples.ok) return undefined;
  const threads = groupBy(tuples.value, ({ machine, thread }) => `${machine} ${thread}`);
  const times = new Map<string, number>();
  const waiting = new Set<string>();
  let own = 0;
  for (const spans of threads.values())
    for (const { span, self } of withoutNested(spans)) {
      const name = span.call === undefined ? undefined : operationOfCall(span.call);
      if (name === undefined) own += self;
      else if (WAITING.test(name)) waiting.add(name);
      else times.set(name, (times.get(name) ?? 0) + self);
    }
  const all = [...times.values()].reduce((sum, time) => sum + time, own);
  if (times.size === 0 || all <= 0) return undefined;
  const overheads = profile.trace.machines.map(({ overhead }) => overhead);
  return {
    shares: new Map(Array.from(times, ([name, time]) => [name, time / all])),
    waiting: [...waiting].sort(),
    overhead: overheads.includes(null) ? undefined : Math.max(...overheads.map((each) => each ?? 0)),
  };
}

interface CallSpan {
  readonly enter: number;
  readonly exit: number;
}

/** Lists spans in the order of their begins; a span that sticks out of the one around it is cut off. */
function withoutNested<Each extends CallSpan>(
  spans: readonly Each[],
): readonly { readonly span: Each; readonly self: number }[] {
  const ordered = spans.toSorted((a, b) => a.enter - b.enter || b.exit - a.exit);
  const open: { readonly span: Each; readonly exit: number; self: number }[] = [];
  const done: { readonly span: Each; readonly self: number }[] = [];
  for (const span of ordered) {
    while (open.length > 0 && (open.at(-1)?.exit ?? 0) <= span.enter) done.push(...open.splice(-1));
    const around = open.at(-1);
    const exit = Math.min(span.exit, around?.exit ?? span.exit);
    const length = exit - span.enter;
    if (around !== undefined) around.self -= length;
    open.push({ span, exit, self: length });
  }
  return [...done, ...open];
}

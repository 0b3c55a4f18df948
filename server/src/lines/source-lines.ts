/**
 * The texts that ran, as checksums of their lines: they suffice to find what a profile counted in a text that
 * has changed since, and nobody can read the text from them.
 *
 * Sits in `lines/`. A method's counts are its own where each line from its
 * first with code to its last is the same, wherever the method stands now;
 * white space at the ends of lines does not matter. An editor also shows the counts of a method that was edited, on the
 * lines that it still has, and marks them.
 */
import { alignSequences } from '../base/align-sequences';
import { at } from '../base/check';
import { hashLines, readHashes } from '../base/line-hashes';
import type { ProfiledClass, ProfiledMethod } from '../profile/document/profile-document';
import {
  type AnalyzedVersion,
  createCountedSources,
  placeOf,
  type CountedFile,
  type CountedSources,
} from './counted-file';
import type { CountedText } from './counted-text';
import type { MethodKey } from '../operations/catalogue/operation';
import type { MemberRecord } from '../analysis/file-operations';
import { indexLines, type LineIndexOf } from '../base/line-index';
import type { Offset } from '../base/units';
import type { MethodsNow } from '../recordings/model/profile-recording';

export interface FoundCounts {
  readonly text: CountedText;
  /** Members of the text whose lines are others than those that ran. */
  readonly stale: readonly MemberRecord[];
}

interface AgedCounts extends FoundCounts {
  /** Counted methods that have no place in the text any more. */
  readonly gone: readonly MethodKey[];
  /** The number of lines by which each of the others has moved. */
  readonly moved: ReadonlyMap<MethodKey, number>;
}

/** A file with its counts, in the text as it is now. */
interface CountedNow extends CountedFile {
  /** The number of lines by which methods have moved since; absent where nothing did. */
  readonly moved?: ReadonlyMap<MethodKey, number>;
}

/** Undefined where the profile does not know the text that ran, or counted nothing in it. */
export function findInText(
  sources: Pick<CountedSources, 'profile' | 'libraryPlace' | 'read'>,
  now: AnalyzedVersion,
  lines: LineIndexOf,
  edited: 'held' | 'left out',
): AgedCounts | undefined {
  const found = findMethods(sources, now, lines, edited);
  // Classes that are older than the text that ran say nothing of its lines.
  const isOlder = edited === 'held' && found !== undefined && found.text.counted.stale.length > 0;
  return isOlder ? findMethods(sources, now, lines, 'left out') : found;
}

function findMethods(
  { profile, libraryPlace, read }: Pick<CountedSources, 'profile' | 'libraryPlace' | 'read'>,
  now: AnalyzedVersion,
  lines: LineIndexOf,
  edited: 'held' | 'left out',
): AgedCounts | undefined {
  const place = placeOf(now.file);
  const ran = profile.sources?.find(({ path }) => path === place);
  if (ran === undefined) return undefined;
  const [then, present] = [readHashes(ran.lines), readHashes(hashLines(now.text))];
  const members = new Map(now.file.members.map((member) => [member.key, member]));
  const stale = new Map<string, MemberRecord>();
  const newer: Offset[] = [];
  const held = new Set<MethodKey>();
  const moves = new Map<string, readonly Move[]>();
  for (const each of profile.classes) {
    if (placeOfClass(each) !== place) continue;
    const own = each.methods.flatMap((method): readonly Move[] => {
      const member = members.get(keyOf(each, method));
      const range = rangeOf(method);
      if (member === undefined || range === undefined) return [];
      const shift = findShift(then, present, range, member, lines);
      if (shift !== undefined) return [{ ...range, by: shift }];
      if (edited === 'left out') {
        stale.set(member.key, member);
        return [{ ...range, by: undefined }];
      }
      held.add(member.key);
      const aligned = alignLines(then, present, range, member, lines);
      newer.push(...aligned.added.map((line) => lines.startOf(line)));
      return [{ ...range, by: aligned.by }];
    });
    moves.set(each.name, own);
  }
  const gone = new Set<MethodKey>();
  const moved = new Map<MethodKey, LinesMoved>();
  for (const each of profile.classes) {
    const own = moves.get(each.name);
    if (own === undefined) continue;
    for (const method of each.methods) {
      const by = moveOf(method, own, then, present);
      if (by === undefined) gone.add(keyOf(each, method));
      else moved.set(keyOf(each, method), by);
    }
  }
  const move = (classes: readonly ProfiledClass[]): readonly ProfiledClass[] =>
    classes.map((each) => {
      if (!moves.has(each.name)) return each;
      const left = each.methods.filter((method) => !gone.has(keyOf(each, method)));
      return { ...each, methods: left.map((method) => moveLines(method, moved.get(keyOf(each, method)))) };
    });
  const counted = createCountedSources({ ...profile, classes: move(profile.classes) }, libraryPlace, {
    ...read,
    classes: move(read.classes),
  }).fileOf(now, lines, held);
  if (counted === undefined) return undefined;
  newer.push(...linesOfNewer(counted.absent, new Set(then), present, lines));
  const names = new Set(stale.keys());
  // A member without counts here would seem not to have run.
  const known = counted.members.filter(({ key }) => !names.has(key));
  const text = { ran: now, counted: { ...counted, members: known }, newer };
  const shifts = [...moved].flatMap(([key, by]) => (typeof by === 'number' ? [[key, by] as const] : []));
  return { text, stale: [...stale.values()], gone: [...gone], moved: new Map(shifts) };
}

/** Places in the lines of the methods with a line that the text that ran had nowhere. */
function linesOfNewer(
  absent: readonly MemberRecord[],
  then: ReadonlySet<number>,
  present: Uint32Array,
  lines: LineIndexOf,
): readonly Offset[] {
  return absent.flatMap(({ start, end }) => {
    const [first, last] = [lines.lineAt(start), lines.lineAt(end)];
    const own = Array.from({ length: last - first + 1 }, (_, index) => first + index);
    if (own.every((line) => then.has(at(present, line)))) return [];
    return own.map((line) => Math.max(start, lines.startOf(line)));
  });
}

/**
 * The counts of a run in a text as it is now: methods that have changed since are left out and named as stale.
 * Undefined where nothing was counted in it.
 */
export function countNow(
  sources: CountedSources,
  now: AnalyzedVersion,
  lines: LineIndexOf,
): CountedNow | undefined {
  const counted = sources.fileOf(now, lines);
  const place = placeOf(now.file);
  const ran = sources.profile.sources?.find(({ path }) => path === place);
  if (ran === undefined || ran.lines === hashLines(now.text)) return counted;
  const aged = findInText(sources, now, lines, 'left out');
  if (aged === undefined) return counted;
  const { text, stale, gone, moved } = aged;
  const file = text.counted;
  return { ...file, stale: [...file.stale, ...stale], leftOut: [...file.leftOut, ...gone], moved };
}

/**
 * The text that ran, of files with the same package and name: the only one with the lines that the profile knows, or else
 * the only one that all counted methods fit. Undefined if that does not tell one from the others.
 */
export function chooseRan<T extends AnalyzedVersion>(
  sources: CountedSources,
  files: readonly T[],
): T | undefined {
  if (files.length === 1) return files[0];
  const places = new Map(sources.profile.sources?.map(({ path, lines }) => [path, lines] as const));
  const same = files.filter(({ file, text }) => places.get(placeOf(file)) === hashLines(text));
  const fitting = same.length > 0 ? same : files.filter((now) => isWhole(sources, now));
  return fitting.length === 1 ? fitting[0] : undefined;
}

/** True if a text has all methods that were counted in files of its name, and no other. */
function isWhole(sources: CountedSources, now: AnalyzedVersion): boolean {
  const counted = sources.fileOf(now, indexLines(now.text));
  return (
    counted !== undefined &&
    [counted.stale, counted.absent, counted.problems].every(({ length }) => length === 0)
  );
}

interface AgedMethods extends MethodsNow {
  /** The number of methods of each file that are left out: their text is another, or their class is older. */
  readonly staleIn: ReadonlyMap<string, number>;
}

/** Finds the counted methods in texts as they are now. */
export function findMethodsNow(sources: CountedSources, texts: readonly AnalyzedVersion[]): AgedMethods {
  const leftOut = new Set<MethodKey>();
  const moved = new Map<MethodKey, number>();
  const staleIn = new Map<string, number>();
  for (const now of texts) {
    const counted = countNow(sources, now, indexLines(now.text));
    for (const key of counted?.leftOut ?? []) leftOut.add(key);
    for (const [key, shift] of counted?.moved ?? []) moved.set(key, shift);
    if (counted !== undefined && counted.stale.length > 0) staleIn.set(now.file.path, counted.stale.length);
  }
  return { leftOut, moved, staleIn };
}

interface LineRange {
  /** The first line of the range, from 1; the range includes `last`. */
  readonly first: number;
  readonly last: number;
}

/** The number of lines by which a method has moved, or the line of each line of an edited one. */
type LinesMoved = number | ((line: number) => number);

/** `by` is undefined if the text has another method there. */
interface Move extends LineRange {
  readonly by: LinesMoved | undefined;
}

export function placeOfClass({ name, source = '' }: Pick<ProfiledClass, 'name' | 'source'>): string {
  return `${name.slice(0, name.lastIndexOf('/') + 1)}${source}`;
}

function keyOf({ name }: ProfiledClass, method: ProfiledMethod): MethodKey {
  return `${name}.${method.name}${method.descriptor}`;
}

function rangeOf({ lines }: ProfiledMethod): LineRange | undefined {
  if (lines.length === 0) return undefined;
  const numbers = lines.map(([line]) => line);
  return { first: Math.min(...numbers), last: Math.max(...numbers) };
}

/** Within the text of the member as it is now. */
function findShift(
  then: Uint32Array,
  present: Uint32Array,
  { first, last }: LineRange,
  { start, end }: MemberRecord,
  lines: LineIndexOf,
): number | undefined {
  const latest = lines.lineAt(end) + 1 - last;
  for (let shift = lines.lineAt(start) + 1 - first; shift <= latest; shift++)
    if (isSame(then, present, { first, last }, shift)) return shift;
  return undefined;
}

function isSame(then: Uint32Array, present: Uint32Array, { first, last }: LineRange, shift: number): boolean {
  if (last > then.length || first + shift < 1) return false;
  for (let line = first; line <= last; line++) if (then[line - 1] !== present[line - 1 + shift]) return false;
  return true;
}

interface AlignedLines {
  /** The line of each line that ran; what is gone stands where the method's name does. */
  readonly by: (line: number) => number;
  /** The lines that the method did not have, from 0. */
  readonly added: readonly number[];
}

/** The lines of an edited method that it still has, and those that it did not have. */
function alignLines(
  then: Uint32Array,
  present: Uint32Array,
  { first, last }: LineRange,
  { nameStart, start, bodyStart, end }: MemberRecord,
  lines: LineIndexOf,
): AlignedLines {
  // Mostly nothing ran on the lines of the two braces, which are then no lines of the method that ran.
  const [open, close] = [lines.lineAt(bodyStart), lines.lineAt(end)];
  const isInner = open < close && then[first - 1] !== present[open];
  const begin = isInner ? open + 1 : lines.lineAt(start);
  const behind = open < close && then[last - 1] !== present[close] ? close : close + 1;
  const textOf = (hashes: Uint32Array): readonly string[] => Array.from(hashes, String);
  const pairs = alignSequences(
    textOf(then.subarray(first - 1, last)),
    textOf(present.subarray(begin, behind)),
  );
  const places = new Map(
    pairs.flatMap(([was, is]) => (was < 0 || is < 0 ? [] : [[first + was, begin + is + 1] as const])),
  );
  return {
    by: (line) => places.get(line) ?? lines.lineAt(nameStart) + 1,
    added: pairs.flatMap(([was, is]) => (was < 0 && is >= 0 ? [begin + is] : [])),
  };
}

/**
 * The way in which the lines of a method have moved. A method without a text of its own, such as a lambda, moves with
 * the method around it; without one it must stand where it stood. The result is undefined if it has no place any more.
 */
function moveOf(
  method: ProfiledMethod,
  moves: readonly Move[],
  then: Uint32Array,
  present: Uint32Array,
): LinesMoved | undefined {
  const range = rangeOf(method);
  if (range === undefined) return 0;
  const around = moves.find(({ first, last }) => first <= range.first && range.last <= last);
  if (around !== undefined) return around.by;
  return isSame(then, present, range, 0) ? 0 : undefined;
}

function moveLines(method: ProfiledMethod, by: LinesMoved = 0): ProfiledMethod {
  if (by === 0) return method;
  const placeOf = typeof by === 'number' ? (line: number): number => line + by : by;
  const at = (line: number): number => (line === 0 ? 0 : placeOf(line));
  const { varying, code } = method;
  return {
    ...method,
    lines: method.lines.map(([line, count]) => [at(line), count]),
    blocks: method.blocks.map(([from, to, line, ...rest]) => [from, to, at(line), ...rest]),
    operations: method.operations.map(([key, line, ...rest]) => [key, at(line), ...rest]),
    instructions: method.instructions.map(([opcode, line, count]) => [opcode, at(line), count]),
    invocations: method.invocations.map(([callee, line, count, key]) => [callee, at(line), count, key]),
    ...(code === undefined
      ? {}
      : { code: code.map(([block, key, line, ...rest]) => [block, key, at(line), ...rest] as const) }),
    ...(varying === undefined
      ? {}
      : {
          varying: {
            ...varying,
            lines: varying.lines.map(([line, count]) => [at(line), count] as const),
            operations: varying.operations.map(([key, line, ...rest]) => [key, at(line), ...rest] as const),
          },
        }),
  };
}

/** A sentence that says how many methods were left out, and the way out. */
export function describeLeftOut(methods: number): string {
  const what =
    methods === 1
      ? '1 method was left out: its class is'
      : `${methods} methods were left out: their classes are`;
  return `${what} older than the text. Build, then profile again`;
}

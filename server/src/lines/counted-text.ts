/**
 * The counts of a run on a text that is being edited: counts of unchanged methods move with them, and counts
 * of changed methods stay on the lines that these still have, and are marked.
 *
 * Sits in `lines/`, between `counted-file.ts`, which joins a profile with the
 * text that it was made from, and the editor. Offsets of operations are
 * relative to their member's body, so an unchanged member keeps them wherever
 * it stands now.
 */
import type { AnalyzedVersion, CountedFile, CountedSources } from './counted-file';
import type { FileOperations, MemberRecord } from '../analysis/file-operations';
import { moveMember } from '../analysis/held-members';
import type { LineIndexOf } from '../base/line-index';
import { type MovedOffsets, moveOffsets } from '../java/text/moved-offsets';
import type { Offset } from '../base/units';

/** The text that ran, with what was counted in it. */
export interface CountedText {
  readonly ran: AnalyzedVersion;
  readonly counted: CountedFile;
  /** The starts of lines in `ran` that the run did not have, where an edited text stands for the one that ran. */
  readonly newer?: readonly Offset[];
}

/**
 * Why a member has no figures: its class was compiled from an `older` text, its text has `changed` since, it is `newer`
 * than the profile, or it is `absent` from its class.
 */
export type WhyUncounted = 'older' | 'changed' | 'newer' | 'absent';

export interface UncountedMember {
  readonly name: string;
  /** Absent for a member that is gone. */
  readonly nameStart?: Offset;
  readonly why: WhyUncounted;
}

interface MovedCounts {
  readonly file: FileOperations;
  readonly uncounted: readonly UncountedMember[];
  /** Places in lines that the text that ran did not have, in any order. */
  readonly newer: readonly Offset[];
}

/** `undefined` where nothing was counted in the file. */
export function countText(
  ran: AnalyzedVersion,
  lines: LineIndexOf,
  sources: CountedSources,
): CountedText | undefined {
  const counted = sources.fileOf(ran, lines);
  return counted === undefined ? undefined : { ran, counted };
}

export function moveCounts(
  { ran, counted, newer: newerThen = [] }: CountedText,
  now: AnalyzedVersion,
): MovedCounts {
  const whyAbsent = ({ start, end }: MemberRecord): WhyUncounted =>
    newerThen.some((offset) => offset >= start && offset <= end) ? 'newer' : 'absent';
  const why = new Map([
    ...counted.stale.map(({ key }) => [key, 'older'] as const),
    ...counted.absent.map((member) => [member.key, whyAbsent(member)] as const),
  ]);
  const known = now.file.members.flatMap(({ key, name, nameStart }): readonly UncountedMember[] => {
    const reason = why.get(key);
    return reason === undefined ? [] : [{ name, nameStart, why: reason }];
  });
  if (now.text === ran.text) return { file: counted, uncounted: known, newer: newerThen };
  const current = new Map(now.file.members.map((member) => [member.key, member]));
  const counts = new Map(ran.file.members.map((member) => [member.key, member]));
  const uncounted: UncountedMember[] = [...known];
  /** The members that ran, by those that have their place now. */
  const before = new Map<MemberRecord, MemberRecord>();
  let whole: MovedOffsets | undefined;
  /** The member that has the place of one whose name or parameters were changed. */
  const renamedTo = ({ kind, start, end }: MemberRecord): MemberRecord | undefined => {
    whole ??= moveOffsets(ran.text, now.text);
    const place = { start: whole.near(start), end: whole.near(end) };
    return now.file.members.find(
      (each) =>
        !counts.has(each.key) && each.kind === kind && each.start === place.start && each.end === place.end,
    );
  };
  const members = counted.members.flatMap((member): MemberRecord[] => {
    // What no text stands for did not change with it.
    const then = counts.get(member.key);
    if (then === undefined) return [member];
    const there = current.get(member.key) ?? renamedTo(then);
    if (there === undefined) {
      uncounted.push({ name: member.name, why: 'changed' });
      return [];
    }
    before.set(there, then);
    const { nameStart, start, end, bodyStart, staleBy = 'edit' } = there;
    const place = { nameStart, start, end };
    const [old, text] = [textOf(ran, then), textOf(now, there)];
    if (old === text) return [{ ...member, ...place, bodyStart }];
    const within = moveOffsets(old, text);
    const moved = moveMember(member, {
      near: (offset) => start + within.near(offset - then.start),
      placeOf(offset) {
        const found = within.placeOf(offset - then.start);
        return found === undefined ? undefined : start + found;
      },
    });
    return [{ ...moved, ...place, staleBy }];
  });
  const thenOf = (member: MemberRecord): MemberRecord | undefined =>
    before.get(member) ?? counts.get(member.key);
  for (const member of now.file.members)
    if (isMethod(member) && thenOf(member) === undefined)
      uncounted.push({ name: member.name, nameStart: member.nameStart, why: 'newer' });
  const newer = outermost(now.file.members).flatMap((member): readonly Offset[] => {
    const then = thenOf(member);
    const [old, text] = [then === undefined ? '' : textOf(ran, then), textOf(now, member)];
    if (old === text) return [];
    return moveOffsets(old, text)
      .changedLines()
      .map((offset) => member.start + offset);
  });
  if (newerThen.length > 0) {
    const moved = (whole ??= moveOffsets(ran.text, now.text));
    newer.push(...newerThen.map((offset) => moved.near(offset)));
  }
  return { file: { ...now.file, members }, uncounted, newer };
}

function isMethod({ kind }: MemberRecord): boolean {
  return kind === 'method' || kind === 'constructor';
}

/** The members that stand in no other, in the order of the text. */
function outermost(members: readonly MemberRecord[]): readonly MemberRecord[] {
  let end = 0;
  return members
    .filter((member) => member.end > member.start)
    .toSorted((a, b) => a.start - b.start || b.end - a.end)
    .filter((member) => {
      if (member.start < end) return false;
      end = member.end;
      return true;
    });
}

function textOf({ text }: AnalyzedVersion, { start, end }: MemberRecord): string {
  return text.slice(start, end);
}

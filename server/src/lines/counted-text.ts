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
}

export interface StaleMember {
  readonly name: string;
  readonly nameStart?: Offset;
  /** True if the class that ran was compiled from another text; else the text has changed since. */
  readonly isOlder?: true;
}

interface MovedCounts {
  readonly file: FileOperations;
  /** Members that are gone, and have no place, or that were compiled from another text. */
  readonly stale: readonly StaleMember[];
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

export function moveCounts({ ran, counted }: CountedText, now: AnalyzedVersion): MovedCounts {
  const older = counted.stale.map(({ key }) => key);
  if (now.text === ran.text) return { file: counted, stale: olderOf(now, older) };
  const current = new Map(now.file.members.map((member) => [member.key, member]));
  const counts = new Map(ran.file.members.map((member) => [member.key, member]));
  const stale: StaleMember[] = [];
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
      stale.push({ name: member.name });
      return [];
    }
    const { nameStart, start, end, bodyStart, staleBy = 'edit' } = there;
    const place = { nameStart, start, end };
    const [before, after] = [textOf(ran, then), textOf(now, there)];
    if (before === after) return [{ ...member, ...place, bodyStart }];
    const within = moveOffsets(before, after);
    const moved = moveMember(member, {
      near: (offset) => start + within.near(offset - then.start),
      placeOf(offset) {
        const found = within.placeOf(offset - then.start);
        return found === undefined ? undefined : start + found;
      },
    });
    return [{ ...moved, ...place, staleBy }];
  });
  return { file: { ...now.file, members }, stale: [...olderOf(now, older), ...stale] };
}

function olderOf({ file }: AnalyzedVersion, keys: readonly string[]): readonly StaleMember[] {
  return file.members
    .filter(({ key }) => keys.includes(key))
    .map(({ name, nameStart }) => ({ name, nameStart, isOlder: true }));
}

function textOf({ text }: AnalyzedVersion, { start, end }: MemberRecord): string {
  return text.slice(start, end);
}

/**
 * The members of a text with errors: where it cannot be read, those of the text before stand, moved along with the edit.
 *
 * Sits in `analysis/`, between the worker, which reads each text by itself, and open documents, which are mostly broken
 * while somebody types. Pure. Members that are read without an error replace held ones, whatever is wrong elsewhere.
 */
import { withDefined } from '../base/check';
import type { Offset } from '../base/units';
import { type MovedOffsets, moveOffsets } from '../java/text/moved-offsets';
import type { MemberOperations, MethodKey } from '../operations/catalogue/operation';
import { mapOffsets } from '../operations/catalogue/site-table';
import { allProblems, type FileOperations, type LocatedProblem, type MemberRecord } from './file-operations';

/** A text with its members, some of which may be of an earlier text. */
export interface HeldText {
  readonly text: string;
  readonly file: FileOperations;
  /** The members that were read with errors, since no earlier text has them without. */
  readonly broken: ReadonlySet<MethodKey>;
  /** True if this text or an earlier one had no errors at all. */
  readonly wasWhole: boolean;
}

/**
 * The text with the members that were read of it; where it has errors, with those of the text before. Costs some
 * milliseconds for 10,000 lines; without errors, a look at the problems.
 */
export function holdMembers(before: HeldText | undefined, text: string, file: FileOperations): HeldText {
  if (!allProblems(file).some(isError)) return { text, file, broken: NONE, wasWhole: true };
  const read = groupMembers(file, brokenIn(file));
  const broken = keysOfBroken(read);
  if (before === undefined) return { text, file, broken, wasWhole: false };
  const { wasWhole } = before;
  const moved = moveOffsets(before.text, text);
  const byKey = new Map(read.map((group) => [group.key, group]));
  const all = groupMembers(before.file, ({ key }) => before.broken.has(key));
  const keysBefore = new Set(all.map(({ key }) => key));
  const renamed = read.filter(({ key, isSound }) => isSound && !keysBefore.has(key));
  const known = all.filter((group) => {
    if (isGone(group, moved, text)) return false;
    if (byKey.has(group.key) || isMoved(group, moved, before.text, text)) return true;
    const [start, end] = [moved.near(group.start), moved.near(group.end)];
    return !renamed.some((other) => other.start === start && other.end === end);
  });
  const lacksMembers = known.some(({ key }) => !byKey.has(key));
  const withText = known.flatMap((group): readonly MemberGroup[] => {
    if (group.end === group.start) return [];
    const isSame = isMoved(group, moved, before.text, text);
    return [choose(group, byKey.get(group.key), { isSame, lacksMembers, moved })];
  });
  const asRead = new Set(read);
  const isHeld = withText.some((group) => !asRead.has(group));
  // Every member can be read: the error is around them.
  if (!isHeld) return { text, file: wasWhole ? { ...file, isHeld: true } : file, broken, wasWhole };
  const chosen = new Map(withText.map((group) => [group.key, group]));
  const kept = known.map((group) => chosen.get(group.key) ?? moveGroup(group, moved));
  const keys = new Set(kept.map(({ key }) => key));
  const added = read.filter(
    (group) => !keys.has(group.key) && withText.every((other) => !overlap(group, other)),
  );
  const members = [...kept, ...added].flatMap((group) => group.members);
  const used = new Set(members);
  const problems = allProblems({ ...file, members: file.members.filter((member) => !used.has(member)) });
  return {
    text,
    file: { path: file.path, members, problems, isHeld },
    broken: keysOfBroken([...kept, ...added]),
    wasWhole,
  };
}

const NONE: ReadonlySet<MethodKey> = new Set();

function keysOfBroken(groups: readonly MemberGroup[]): ReadonlySet<MethodKey> {
  return new Set(groups.flatMap(({ key, isSound }) => (isSound ? [] : [key])));
}

function isError({ severity }: LocatedProblem): boolean {
  return severity === 'error';
}

/** A member with those that stand within it: lambdas, and methods of local classes. */
interface MemberGroup {
  readonly key: MethodKey;
  readonly start: Offset;
  readonly end: Offset;
  readonly members: readonly MemberRecord[];
  /** True if it was read without an error, now or in an earlier text. */
  readonly isSound: boolean;
}

type IsBroken = (group: Omit<MemberGroup, 'isSound'>) => boolean;

function brokenIn({ problems }: FileOperations): IsBroken {
  const errors = problems.filter(isError);
  return ({ start, end, members }) =>
    members.some((member) => member.problems.some(isError)) ||
    (end > start && errors.some((error) => error.start >= start && error.start <= end));
}

/** In the order of the first members. */
function groupMembers({ members }: FileOperations, isBroken: IsBroken): readonly MemberGroup[] {
  const groups = new Map<MemberRecord, MemberRecord[]>();
  let outer: MemberRecord | undefined;
  for (const member of members.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (outer !== undefined && member.start < outer.end && member.end <= outer.end)
      groups.get(outer)?.push(member);
    else groups.set((outer = member), [member]);
  }
  return members.flatMap((first): readonly MemberGroup[] => {
    const all = groups.get(first);
    if (all === undefined) return [];
    const { key, start, end } = first;
    const group = { key, start, end, members: all };
    return [{ ...group, isSound: !isBroken(group) }];
  });
}

interface HoldingChoice {
  /** True if the text of the member is what it was. */
  readonly isSame: boolean;
  /** True if members of the text before cannot be found, so that calls of them are not understood. */
  readonly lacksMembers: boolean;
  readonly moved: MovedOffsets;
}

/** The member as it was, or as it was read now. */
function choose(
  was: MemberGroup,
  read: MemberGroup | undefined,
  { isSame, lacksMembers, moved }: HoldingChoice,
): MemberGroup {
  const isRead = read?.isSound === true;
  const isStale = was.members.some(({ staleBy }) => staleBy !== undefined);
  if (isRead && (isStale || !isSame || !was.isSound)) return read;
  if (!was.isSound) return read ?? moveGroup(was, moved);
  if (!isSame) return changeGroup(was, moved);
  const isWhole =
    isRead && read.start === moved.near(was.start) && read.end - read.start === was.end - was.start;
  return isWhole && !lacksMembers ? read : moveGroup(was, moved);
}

function isMoved({ start, end }: MemberGroup, moved: MovedOffsets, before: string, after: string): boolean {
  const place = moved.near(start);
  return before.slice(start, end) === after.slice(place, place + end - start);
}

/** True if nothing of the member's text is left. */
function isGone({ start, end }: MemberGroup, moved: MovedOffsets, text: string): boolean {
  return end > start && text.slice(moved.near(start), moved.near(end)).trim() === '';
}

function overlap(a: MemberGroup, b: MemberGroup): boolean {
  return a.start < b.end && b.start < a.end;
}

function moveGroup(group: MemberGroup, moved: MovedOffsets): MemberGroup {
  const by = moved.near(group.start) - group.start;
  const members = group.members.map((member): MemberRecord => ({
    ...member,
    nameStart: member.nameStart + by,
    start: member.start + by,
    end: member.end + by,
    bodyStart: member.bodyStart + by,
  }));
  return { ...group, start: group.start + by, end: group.end + by, members };
}

/** A group whose text was changed: its operations follow their lines. */
function changeGroup(group: MemberGroup, moved: MovedOffsets): MemberGroup {
  const members = group.members.map((member): MemberRecord => ({
    ...moveMember(member, moved),
    staleBy: 'error',
  }));
  return { ...group, start: moved.near(group.start), end: moved.near(group.end), members };
}

/** A member in a text where it was changed. What stood on deleted lines stands where its name does. */
export function moveMember(
  member: MemberRecord,
  moved: Pick<MovedOffsets, 'near' | 'placeOf'>,
): MemberRecord {
  const bodyStart = moved.near(member.bodyStart);
  const nameStart = moved.near(member.nameStart);
  const within = (offset: Offset): Offset =>
    (moved.placeOf(member.bodyStart + offset) ?? nameStart) - bodyStart;
  const moveOperations = (operations: MemberOperations): MemberOperations => ({
    ...operations,
    sites: mapOffsets(operations.sites, within),
    blocks: operations.blocks.map((block) => ({
      ...block,
      start: within(block.start),
      end: within(block.end),
    })),
  });
  const { operations, varying, apart, executions, paths } = member;
  return {
    ...member,
    nameStart,
    bodyStart,
    start: moved.near(member.start),
    end: moved.near(member.end),
    operations: moveOperations(operations),
    ...withDefined({
      varying: varying && moveOperations(varying),
      apart: apart && moveOperations(apart),
      executions: executions?.map(([offset, count]) => [within(offset), count] as const),
      paths: paths?.map((path) => ({ ...path, places: path.places.map(within) })),
    }),
  };
}

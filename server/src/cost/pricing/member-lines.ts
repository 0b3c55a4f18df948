/**
 * The lines of one member, and their merging into the lines of a file.
 *
 * Sits in `cost/`, under `compute-file-energy.ts`. An edit touches one member:
 * the lines of all others are remembered, relative to where they begin.
 */
import { addTo } from '../../base/groups';
import { at } from '../../base/check';
import type { MemberOperations } from '../../operations/catalogue/operation';
import { countSites, offsetOf } from '../../operations/catalogue/site-table';
import type { LineIndex, Offset } from '../../base/units';
import type { CostedMember, NamedMember } from './price-member';
import type { SitePart, SiteSum, SumSites } from './sum-sites';

interface MemberLine {
  /** Relative to the line of the member's first site. */
  readonly line: number;
  readonly part: SitePart;
  readonly sum: SiteSum;
}

export interface MemberInFile extends NamedMember {
  readonly bodyStart: Offset;
}

type LineOf = (offset: Offset) => LineIndex;

interface RememberedLines {
  readonly name: string;
  readonly costed: CostedMember;
  readonly lines: readonly MemberLine[];
  /** Offsets of sites on the first and the last line. */
  readonly first: Offset;
  readonly last: Offset;
}

const remembered = new WeakMap<MemberOperations, RememberedLines>();

interface MemberLines {
  /** The line that {@link MemberLine.line} is relative to. */
  readonly base: LineIndex;
  readonly lines: readonly MemberLine[];
}

/**
 * Ascending by line. `sumSites` must be that of the model that `costed` was computed with.
 *
 * @param isEdited whether lines are worth remembering
 */
export function linesOfMember(
  member: MemberInFile,
  costed: CostedMember,
  {
    lineOf,
    sumSites,
    isEdited,
  }: { readonly lineOf: LineOf; readonly sumSites: SumSites; readonly isEdited: boolean },
): MemberLines {
  const { operations, bodyStart } = member;
  const known = remembered.get(operations);
  if (known?.costed === costed && known.name === member.name) {
    const base = lineOf(bodyStart + known.first);
    // Operations are made from the member's text, so that equal ones have equal line breaks.
    if (lineOf(bodyStart + known.last) - base === known.lines.at(-1)?.line)
      return { base, lines: known.lines };
  }
  const groups = groupByLine(member, lineOf);
  const [firstGroup] = groups;
  const lastGroup = groups.at(-1);
  if (firstGroup === undefined || lastGroup === undefined) return { base: 0, lines: [] };
  const base = firstGroup.line;
  const lines = groups.map(({ line, sites }): MemberLine => {
    const part = { member, pricing: costed.pricing, sites };
    return { line: line - base, part, sum: sumSites([part]) };
  });
  const startOf = ({ sites }: SitesOfLine): Offset => offsetOf(operations.sites, at(sites, 0));
  const [first, last] = [startOf(firstGroup), startOf(lastGroup)];
  if (isEdited) remembered.set(operations, { name: member.name, costed, lines, first, last });
  return { base, lines };
}

interface SitesOfLine {
  readonly line: LineIndex;
  readonly sites: readonly number[];
}

function groupByLine({ operations, bodyStart }: MemberInFile, lineOf: LineOf): readonly SitesOfLine[] {
  const groups = new Map<LineIndex, number[]>();
  for (let site = 0; site < countSites(operations.sites); site++)
    addTo(groups, lineOf(bodyStart + offsetOf(operations.sites, site)), site);
  return Array.from(groups, ([line, sites]) => ({ line, sites })).sort((a, b) => a.line - b.line);
}

/** A line of the file. */
export interface FileLine {
  readonly line: LineIndex;
  /** Index of the member that most of the line's energy belongs to, and its line. */
  readonly home: number;
  readonly homeLine: MemberLine;
  readonly sum: SiteSum;
  /** The line as each of the members has it that share it. */
  readonly owners: readonly LineOwner[];
}

/** The sites of a line, member by member. */
export function partsOf({ owners }: FileLine): readonly SitePart[] {
  return owners.map(({ homeLine }) => homeLine.part);
}

/**
 * Ascending by line. Nearly every line belongs to one member; the others are summed anew. `callsOf` gives how often a
 * member's energy counts where members share a line.
 */
export function mergeLines(
  members: readonly MemberLines[],
  sumSites: SumSites,
  callsOf: (home: number) => number,
): readonly FileLine[] {
  const owners = ownersByLine(members);
  const merged: FileLine[] = [];
  let end = 0;
  owners.forEach((owner, at) => {
    if (at < end) return;
    end = at + 1;
    while (owners[end]?.line === owner.line) end++;
    merged.push(
      end - at === 1 ? ownLine(owner) : sharedLine(owner, owners.slice(at, end), { sumSites, callsOf }),
    );
  });
  return merged;
}

/** A line of the file as one member has it. */
interface LineOwner {
  readonly line: LineIndex;
  readonly home: number;
  readonly homeLine: MemberLine;
}

/** Members come in the order of the text: only those inside of others need sorting. */
function ownersByLine(members: readonly MemberLines[]): readonly LineOwner[] {
  const owners: LineOwner[] = [];
  members.forEach(({ base, lines }, home) => {
    for (const homeLine of lines) owners.push({ line: base + homeLine.line, home, homeLine });
  });
  const inOrder = owners.every((owner, at) => owner.line >= (owners[at - 1]?.line ?? 0));
  return inOrder ? owners : owners.sort((a, b) => a.line - b.line);
}

function ownLine(owner: LineOwner): FileLine {
  const { line, home, homeLine } = owner;
  return { line, home, homeLine, sum: homeLine.sum, owners: [owner] };
}

function sharedLine(
  first: LineOwner,
  owners: readonly LineOwner[],
  { sumSites, callsOf }: { readonly sumSites: SumSites; readonly callsOf: (home: number) => number },
): FileLine {
  const energyOf = ({ home, homeLine }: LineOwner): number => callsOf(home) * homeLine.sum.own.mean;
  const hottest = owners.reduce((a, b) => (energyOf(b) > energyOf(a) ? b : a), first);
  return { sum: sumSites(owners.map(({ homeLine }) => homeLine.part)), owners, ...hottest };
}

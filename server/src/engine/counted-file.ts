/**
 * A file's operations as a profile counted them, in the place of those read
 * from its text.
 *
 * Sits in `engine/`, joining a profile's classes with the members of the
 * sources: energies of counted operations are priced and shown like any other.
 */
import type { Block, Region } from '../flow/region';
import type { MemberOperations, OperationKey, OperationSite } from '../operations/operation';
import { packSites } from '../operations/site-table';
import type { ProfileDocument, ProfiledClass, ProfiledMethod } from '../profile/profile-document';
import type { FileOperations, MemberRecord } from './file-operations';
import { hashText } from './hash';
import type { LineIndexOf } from './line-index';

export interface CountedSources {
  /** Undefined where the profile knows nothing of the file. */
  readonly fileOf: (file: FileOperations, lines: LineIndexOf) => FileOperations | undefined;
  /** Sources with counts that {@link fileOf} was not asked for: with package, `com/example/Grid.java`. */
  readonly missing: () => readonly string[];
}

export function createCountedSources({ classes, keys }: ProfileDocument): CountedSources {
  const bySource = new Map<string, ProfiledClass[]>();
  for (const each of classes) {
    const place = `${packageOf(each.name)}${each.source ?? ''}`;
    bySource.set(place, [...(bySource.get(place) ?? []), each]);
  }
  const asked = new Set<string>();
  return {
    fileOf(file, lines) {
      const place = placeOf(file);
      const own = bySource.get(place);
      asked.add(place);
      return own === undefined ? undefined : countFile(file, lines, own, keys);
    },
    missing: () =>
      [...bySource].flatMap(([place, own]) => (asked.has(place) || !own.some(hasRun) ? [] : [place])).sort(),
  };
}

function hasRun({ methods }: ProfiledClass): boolean {
  return methods.some(({ calls }) => calls > 0);
}

function packageOf(name: string): string {
  return name.slice(0, name.lastIndexOf('/') + 1);
}

function placeOf({ path, members }: FileOperations): string {
  const owner = members[0]?.key.split(/[.(]/, 1)[0] ?? '';
  return `${packageOf(owner)}${path.split(/[/\\]/).at(-1) ?? ''}`;
}

/** The methods of a source member: its own, and those that javac made of parts of it, such as lambdas. */
interface Gathered {
  readonly member: MemberRecord;
  readonly methods: ProfiledMethod[];
}

function countFile(
  file: FileOperations,
  lines: LineIndexOf,
  classes: readonly ProfiledClass[],
  keys: readonly OperationKey[],
): FileOperations {
  const gathered = new Map<MemberRecord, Gathered>();
  const byKey = new Map(file.members.map((member) => [member.key, member]));
  for (const { name: owner, methods } of classes) {
    for (const method of methods) {
      const member =
        byKey.get(`${owner}.${method.name}${method.descriptor}`) ??
        memberAround(file, lines, method) ??
        memberWithoutText(owner, method);
      const known = gathered.get(member);
      if (known === undefined) gathered.set(member, { member, methods: [method] });
      else known.methods.push(method);
    }
  }
  const members = [...gathered.values()].map(({ member, methods }): MemberRecord => {
    const operations = operationsOf(methods, keys, (line) => lines.startOf(line - 1) - member.bodyStart);
    const identity = hashText(`${member.key}\n${JSON.stringify(methods)}`);
    return { ...member, identity, operations, problems: [] };
  });
  const last = Math.max(0, ...classes.flatMap((each) => each.lines.map(([line]) => line)));
  const isStale = last > lines.lineCount;
  return {
    path: file.path,
    members: members.sort((a, b) => a.start - b.start),
    problems: isStale
      ? [
          {
            severity: 'warning',
            message: `The file has changed since it was profiled: line ${last} ran`,
            start: 0,
            end: 0,
          },
        ]
      : [],
  };
}

/** The innermost member whose text holds the method's first line. */
function memberAround(
  { members }: FileOperations,
  lines: LineIndexOf,
  { lines: [first] }: ProfiledMethod,
): MemberRecord | undefined {
  if (first === undefined) return undefined;
  const line = first[0] - 1;
  let best: MemberRecord | undefined;
  for (const member of members) {
    if (lines.lineAt(member.start) > line || lines.lineAt(member.end) < line) continue;
    if (best === undefined || member.end - member.start < best.end - best.start) best = member;
  }
  return best;
}

function memberWithoutText(owner: string, { name, descriptor }: ProfiledMethod): MemberRecord {
  const className = owner.slice(owner.lastIndexOf('/') + 1).replaceAll('$', '.');
  return {
    identity: '',
    key: `${owner}.${name}${descriptor}`,
    name: `${className}.${name}${descriptor}`,
    className,
    kind: 'implicit',
    nameStart: 0,
    start: 0,
    end: 0,
    bodyStart: 0,
    operations: {
      keys: [],
      sites: packSites([]),
      callees: [],
      blocks: [],
      region: { kind: 'sequence', regions: [] },
    },
    problems: [],
  };
}

/** One block for all that ran equally often. */
function operationsOf(
  methods: readonly ProfiledMethod[],
  allKeys: readonly OperationKey[],
  offsetOf: (line: number) => number,
): MemberOperations {
  const keys: OperationKey[] = [];
  const indexOf = new Map<number, number>();
  const blockOf = new Map<number, number>();
  const sites: OperationSite[] = [];
  for (const [key, line, executions, size] of methods.flatMap(({ operations }) => operations)) {
    const known = allKeys[key];
    if (known === undefined || line === 0) continue;
    if (!indexOf.has(key)) indexOf.set(key, keys.push(known) - 1);
    if (!blockOf.has(executions)) blockOf.set(executions, blockOf.size);
    sites.push({
      key: indexOf.get(key) ?? 0,
      block: blockOf.get(executions) ?? 0,
      offset: offsetOf(line),
      ...(size !== undefined
        ? { amount: { value: Math.round(size / executions), basis: 'constant' } }
        : // How many elements is not known: that there are more than the priced one, is.
          known.family === 'NewArray'
          ? { amount: { value: 2, basis: 'default' } }
          : {}),
    });
  }
  const blocks = Array.from(blockOf, ([executions, id]): Block => {
    return { id, name: `runs_${executions}`, kind: 'sequence', start: 0, end: 0 };
  });
  const regions = Array.from(blockOf, ([times, block]): Region => {
    return { kind: 'deferred', region: { kind: 'block', block }, times, basis: 'exact' };
  });
  return { keys, sites: packSites(sites), callees: [], blocks, region: { kind: 'sequence', regions } };
}

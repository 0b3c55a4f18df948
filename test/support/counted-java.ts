/** Profiles of marked texts, as if their lines had run as often as their marks say. */
import { hashLines } from '../../server/src/base/line-hashes';
import type { FileOperations, MemberRecord } from '../../server/src/analysis/file-operations';
import { sitesOf } from '../../server/src/analysis/file-operations';
import { indexLines } from '../../server/src/base/line-index';
import type { MeasurementRecord } from '../../server/src/runs/measurement-record';
import type { OperationKey } from '../../server/src/operations/catalogue/operation';
import {
  PROFILE_FORMAT,
  PROFILE_VERSION,
  type PathEnd,
  type PathStart,
  type ProfileDocument,
  type ProfiledMethod,
} from '../../server/src/profile/document/profile-document';
import type { MarkedJava } from './marked-java';

/** A path through lines that are blocks of their own. */
export interface RanPath {
  readonly executions: number;
  /** From 1. */
  readonly lines: readonly number[];
  readonly start: PathStart;
  readonly end: PathEnd;
}

export interface CountedOptions {
  readonly measurement?: MeasurementRecord;
  readonly paths?: readonly RanPath[];
}

export function countedProfile(
  java: MarkedJava,
  { members }: FileOperations,
  { measurement, paths = [] }: CountedOptions,
): ProfileDocument {
  const tables = { keys: [] as OperationKey[], callees: [] as string[] };
  const owners = new Map<string, ProfiledMethod[]>();
  for (const member of members) {
    const [, owner = '', name = '', descriptor = ''] = /^([^.]*)\.([^(]*)(\(.*)$/.exec(member.key) ?? [];
    if (owner === '') continue;
    const method = { ...countedMethod(java, member, tables), ...blocksOf(java, member, tables, paths) };
    owners.set(owner, [...(owners.get(owner) ?? []), { ...method, name, descriptor }]);
  }
  const [first = ''] = owners.keys();
  const source = 'Work.java';
  return {
    format: PROFILE_FORMAT,
    version: PROFILE_VERSION,
    generator: { name: 'jouleline', version: '0.0.0' },
    started: '2026-01-01T00:00:00.000Z',
    record: 'counts',
    program: {
      command: ['java', 'demo.Work'],
      classPath: ['.'],
      virtualMachines: [],
      exitCode: 0,
      signal: null,
      ended: 'exited with code 0',
    },
    counting: { runs: 1, threads: 'shared', hasOtherThreads: false, isExact: true, running: [] },
    coverage: {
      instrumentedClasses: owners.size,
      loadedClasses: owners.size,
      differing: [],
      failed: [],
      leftOut: [],
    },
    ...(measurement === undefined ? {} : { measurement }),
    ...tables,
    classes: Array.from(owners, ([name, methods]) => ({
      name,
      source,
      supertypes: ['java/lang/Object'],
      hash: 0,
      lines: [],
      methods,
    })),
    sources: [{ path: first.slice(0, first.lastIndexOf('/') + 1) + source, lines: hashLines(java.text) }],
  };
}

interface Tables {
  readonly keys: OperationKey[];
  readonly callees: string[];
}

function countedMethod(
  { text, counts }: MarkedJava,
  member: MemberRecord,
  { keys, callees }: Tables,
): Omit<ProfiledMethod, 'name' | 'descriptor'> {
  const lines = indexLines(text);
  const rows = new Map<string, [key: number, line: number, executions: number]>();
  const invocations: [callee: number, line: number, executions: number, key: number][] = [];
  const first = lines.lineAt(member.start);
  const last = lines.lineAt(member.end);
  for (const site of sitesOf(member)) {
    const at = lines.lineAt(member.bodyStart + site.offset);
    const key = member.operations.keys[site.key];
    const executions = counts.get(at);
    if (key === undefined || executions === undefined || executions === 0) continue;
    const index = numberOf(keys, key, nameOfKey);
    const row = rows.get(`${index} ${at}`) ?? [index, at + 1, 0];
    row[2] += executions;
    rows.set(`${index} ${at}`, row);
    const callee = member.operations.callees[site.callee ?? -1];
    if (callee !== undefined)
      invocations.push([numberOf(callees, callee, (each) => each), at + 1, executions, index]);
  }
  return {
    calls: counts.get(lines.lineAt(member.nameStart)) ?? 0,
    lines: [...counts].flatMap(([line, count]) =>
      line >= first && line <= last ? [[line + 1, count] as const] : [],
    ),
    blocks: [],
    operations: [...rows.values()],
    instructions: [],
    invocations,
  };
}

/** The blocks of a method: its lines that have a role. */
function blocksOf(
  { text, counts, roles }: MarkedJava,
  member: MemberRecord,
  { keys }: Tables,
  paths: readonly RanPath[],
): Partial<ProfiledMethod> {
  const lines = indexLines(text);
  const own = [...roles].filter(([at]) => at >= lines.lineAt(member.start) && at <= lines.lineAt(member.end));
  if (own.length === 0) return {};
  const places = own.map(([at]) => at);
  const code = new Map<string, [block: number, key: number, line: number, count: number]>();
  for (const site of sitesOf(member)) {
    const at = lines.lineAt(member.bodyStart + site.offset);
    const key = member.operations.keys[site.key];
    const block = places.indexOf(at);
    if (key === undefined || block < 0) continue;
    const index = numberOf(keys, key, nameOfKey);
    const row = code.get(`${block} ${index}`) ?? [block, index, at + 1, 0];
    row[3]++;
    code.set(`${block} ${index}`, row);
  }
  return {
    blocks: own.map(([at, role], index) => [4 * index, 4 * index + 3, at + 1, counts.get(at) ?? 0, role]),
    code: [...code.values()],
    paths: paths.map(({ executions, start, end, lines: through }, index) => [
      ...([index, executions, start, end] as const),
      through.map((line) => places.indexOf(line - 1)),
    ]),
  };
}

function nameOfKey({ name, size }: OperationKey): string {
  return `${name} ${size}`;
}

function numberOf<Item>(list: Item[], item: Item, nameOf: (item: Item) => string): number {
  const known = list.findIndex((each) => nameOf(each) === nameOf(item));
  return known >= 0 ? known : list.push(item) - 1;
}

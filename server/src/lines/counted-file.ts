/**
 * A file's operations as a profile counted them, in the place of those read
 * from its text.
 *
 * Sits in `lines/`, joining a profile's classes with the members of the
 * sources: energies of counted operations are computed and shown like any other.
 */
import { last, withDefined } from '../base/check';
import type { MethodKey, OperationKey } from '../operations/catalogue/operation';
import { isLibraryWork, type LibraryPlace } from '../profile/account/called-lines';
import type { ProfileDocument, ProfiledClass, ProfiledMethod } from '../profile/document/profile-document';
import {
  countedOperations,
  emptyOperations,
  varyingOperations,
  type CountedNames,
} from './counted-operations';
import { resolveCallees } from './resolve-callees';
import type { FileOperations, MemberRecord } from '../analysis/file-operations';
import { fitsText } from './fits-text';
import { hashText } from '../base/hash';
import { countedPaths } from './taken-paths';
import type { LineIndexOf } from '../base/line-index';

export interface CountedSources {
  readonly profile: ProfileDocument;
  /** Which energies besides their own lines have. */
  readonly libraryPlace: LibraryPlace;
  /** False for a path that no counted class was compiled from, by the name of the file: it need not be analyzed. */
  readonly mayHave: (path: string) => boolean;
  /** Undefined where the profile knows nothing of the file. */
  readonly fileOf: (file: FileOperations, lines: LineIndexOf) => CountedFile | undefined;
  /**
   * Finds the counted operations of a method, in any file: the costs of calls come from them. Undefined if
   * the profile does not have the method.
   */
  readonly memberOf: (key: MethodKey) => MemberRecord | undefined;
  /** Sources with counts that {@link fileOf} was not asked for: with package, `com/example/Grid.java`. */
  readonly missing: () => readonly string[];
}

export function createCountedSources(
  profile: ProfileDocument,
  libraryPlace: LibraryPlace = 'caller',
): CountedSources {
  const { classes, keys, callees } = profile;
  const isApart = (key: OperationKey): boolean => libraryPlace === 'apart' && isLibraryWork(key);
  const has = (key: OperationKey): boolean => !isApart(key);
  const names = { keys, callees, targetsOf: resolveCallees(classes), has, isApart };
  const bySource = new Map<string, ProfiledClass[]>();
  for (const each of classes) {
    // Compiled without the name of its source it is taken for the one of its outermost class.
    const place =
      each.source === undefined
        ? `${each.name.replace(/(?<=[^/])\$.*$/, '')}.java`
        : packageOf(each.name) + each.source;
    bySource.set(place, [...(bySource.get(place) ?? []), each]);
  }
  const fileNames = new Set(Array.from(bySource.keys(), fileNameOf));
  const asked = new Set<string>();
  const methods = new Map<MethodKey, { readonly owner: string; readonly method: ProfiledMethod }>(
    classes.flatMap(({ name, methods: own }) =>
      own.map((method) => [`${name}.${method.name}${method.descriptor}`, { owner: name, method }] as const),
    ),
  );
  const alone = new Map<MethodKey, MemberRecord>();
  return {
    profile,
    libraryPlace,
    mayHave: (path) => fileNames.has(fileNameOf(path)),
    fileOf(file, lines) {
      const place = placeOf(file);
      const own = bySource.get(place);
      asked.add(place);
      return own === undefined ? undefined : countFile(file, lines, own, names);
    },
    memberOf(key) {
      const found = methods.get(key);
      if (found === undefined) return undefined;
      const { owner, method } = found;
      const known = alone.get(key) ?? {
        ...memberWithoutText(owner, method),
        operations: countedOperations([method], names, (line) => line),
        calls: method.calls,
      };
      alone.set(key, known);
      return known;
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

/** The path of a source file with its package as folders: `com/example/Grid.java`. */
export function placeOf({ path, members }: FileOperations): string {
  const owner = members[0]?.key.split(/[.(]/, 1)[0] ?? '';
  return `${packageOf(owner)}${fileNameOf(path)}`;
}

function fileNameOf(path: string): string {
  return last(path.split(/[/\\]/));
}

/** The methods of a source member: its own, and those that javac made of parts of it, such as lambdas. */
interface Gathered {
  readonly member: MemberRecord;
  readonly methods: ProfiledMethod[];
  /** True if a class of the methods was older than its source. */
  isOlder: boolean;
}

interface SplitNames extends CountedNames {
  /** True for operations that stand apart from their lines. */
  readonly isApart: CountedNames['has'];
}

/** A file with its counts. */
export interface CountedFile extends FileOperations {
  /** The members whose counts are left out: what ran was compiled from another text. */
  readonly stale: readonly MemberRecord[];
}

function countFile(
  file: FileOperations,
  lines: LineIndexOf,
  classes: readonly ProfiledClass[],
  names: SplitNames,
): CountedFile {
  const gathered = new Map<MemberRecord, Gathered>();
  const byKey = new Map(file.members.map((member) => [member.key, member]));
  for (const { name: owner, methods, isOlder = false } of classes) {
    for (const method of methods) {
      const member =
        byKey.get(`${owner}.${method.name}${method.descriptor}`) ??
        memberAround(file, lines, method) ??
        memberWithoutText(owner, method);
      const known = gathered.get(member);
      if (known === undefined) gathered.set(member, { member, methods: [method], isOlder });
      else {
        known.methods.push(method);
        known.isOlder ||= isOlder;
      }
    }
  }
  const stale: MemberRecord[] = [];
  for (const each of gathered.values())
    if (byKey.has(each.member.key) && !fitsText(each, lines, names.keys)) stale.push(each.member);
  const isMethod = ({ kind }: MemberRecord): boolean => kind === 'method';
  // Of another text the lines of constructors and of what javac made lie elsewhere, too.
  const isAnother = stale.length > 0 && 2 * stale.length >= [...gathered.keys()].filter(isMethod).length;
  const leftOut = new Set(stale);
  if (isAnother) for (const member of gathered.keys()) if (!isMethod(member)) leftOut.add(member);
  for (const member of leftOut) gathered.delete(member);
  const members = [...gathered.values()].map(({ member, methods }): MemberRecord => {
    const offsetOf = (line: number): number => lines.startOf(line - 1) - member.bodyStart;
    const varying = varyingOperations(methods, names, offsetOf);
    const calls = callsOf(member, methods);
    const paths = countedPaths(methods, names, offsetOf);
    const apart = countedOperations(methods, { ...names, has: names.isApart }, offsetOf);
    return {
      ...member,
      identity: hashText(`${member.key}\n${JSON.stringify(methods)}`),
      operations: countedOperations(methods, names, offsetOf),
      ...withDefined({ calls, varying, paths, apart: apart.keys.length === 0 ? undefined : apart }),
      executions: methods.flatMap((method) =>
        method.lines.map(([line, count]) => [offsetOf(line), count] as const),
      ),
      problems: [],
    };
  });
  const isLeft = (member: MemberRecord): boolean => !gathered.has(member) && !leftOut.has(member);
  members.push(...file.members.filter((member) => isLeft(member) && isCalled(member)).map(withoutRun));
  const last = Math.max(0, ...classes.flatMap((each) => each.lines.map(([line]) => line)));
  const isShorter = last > lines.lineCount;
  return {
    path: file.path,
    members: members.sort((a, b) => a.start - b.start),
    stale,
    problems: isShorter
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

/**
 * The calls of the member by itself, without those of what javac made of parts of it: a lambda, for example,
 * is called from elsewhere. Undefined if the profile has no such method.
 */
function callsOf({ key }: MemberRecord, methods: readonly ProfiledMethod[]): number | undefined {
  return methods.find(({ name, descriptor }) => key.endsWith(`.${name}${descriptor}`))?.calls;
}

function isCalled({ kind }: MemberRecord): boolean {
  return kind === 'method' || kind === 'constructor';
}

/** Its class was not loaded. */
function withoutRun(member: MemberRecord): MemberRecord {
  return { ...member, identity: hashText(member.key), operations: emptyOperations, calls: 0, problems: [] };
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
    operations: emptyOperations,
    problems: [],
  };
}

/**
 * A file's operations as a profile counted them, in the place of those read
 * from its text.
 *
 * Sits in `lines/`, joining a profile's classes with the members of the
 * sources: energies of counted operations are computed and shown like any other.
 */
import { last, present, withDefined } from '../base/check';
import type { MethodKey, OperationKey } from '../operations/catalogue/operation';
import { isLibraryWork, type LibraryPlace } from '../profile/account/called-lines';
import type {
  DocumentCounts,
  ProfileDocument,
  ProfiledClass,
  ProfiledMethod,
} from '../profile/document/profile-document';
import {
  countedOperations,
  emptyOperations,
  varyingOperations,
  type CountedNames,
} from './counted-operations';
import { resolveCallees } from './resolve-callees';
import type { FileOperations, MemberRecord } from '../analysis/file-operations';
import { fitsText } from './fits-text';
import { groupStatementLines } from '../java/text/statement-lines';
import { hashText } from '../base/hash';
import { countedPaths } from './taken-paths';
import type { LineIndexOf } from '../base/line-index';

/** A text with its analysis. */
export interface AnalyzedVersion {
  readonly text: string;
  readonly file: FileOperations;
}

export interface CountedSources {
  readonly profile: ProfileDocument;
  /** Which energies besides their own lines have. */
  readonly libraryPlace: LibraryPlace;
  /** The profile in operations, whatever the terms of the model are: texts are compared with it. */
  readonly read: DocumentCounts;
  /** False for a path that no counted class was compiled from, by the name of the file: it need not be analyzed. */
  readonly mayHave: (path: string) => boolean;
  /** False for a file that no counted class was compiled from. */
  readonly has: (file: FileOperations) => boolean;
  /**
   * Undefined where the profile knows nothing of the file. Methods of `edited` are marked: their text has changed since
   * they ran, so that it does not tell whether their class is older.
   */
  readonly fileOf: (
    now: AnalyzedVersion,
    lines: LineIndexOf,
    edited?: ReadonlySet<MethodKey>,
  ) => CountedFile | undefined;
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
  read: DocumentCounts = profile,
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
  const methods = listMethods(classes);
  const ran = listMethods(read.classes);
  const methodOf = (owner: string, method: ProfiledMethod): ProfiledMethod =>
    present(ran.get(keyOf(owner, method))?.method, 'a method in operations');
  const compared = { keys: read.keys, callees, methodOf };
  const alone = new Map<MethodKey, MemberRecord>();
  return {
    profile,
    libraryPlace,
    read,
    mayHave: (path) => fileNames.has(fileNameOf(path)),
    has: (file) =>
      file.members.length === 0 ? fileNames.has(fileNameOf(file.path)) : bySource.has(placeOf(file)),
    fileOf(now, lines, edited = new Set()) {
      const place = placeOf(now.file);
      const own = bySource.get(place);
      asked.add(place);
      return own === undefined ? undefined : countFile(now, lines, own, { ...names, compared, edited });
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

interface OwnedMethod {
  readonly owner: string;
  readonly method: ProfiledMethod;
}

function listMethods(classes: readonly ProfiledClass[]): ReadonlyMap<MethodKey, OwnedMethod> {
  return new Map(
    classes.flatMap(({ name: owner, methods }) =>
      methods.map((method) => [keyOf(owner, method), { owner, method }] as const),
    ),
  );
}

function hasRun({ methods, isFollowed }: ProfiledClass): boolean {
  return isFollowed !== true && methods.some(({ calls }) => calls > 0);
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
  /** The same in operations: the method of the member, and the lambdas that stand in it. */
  readonly compared: ProfiledMethod[];
  /** The keys of {@link methods}. */
  readonly keys: MethodKey[];
}

interface SplitNames extends CountedNames {
  /** True for operations that stand apart from their lines. */
  readonly isApart: CountedNames['has'];
}

/** A file with its counts. */
export interface CountedFile extends FileOperations {
  /** The members whose counts are left out: what ran was compiled from another text. */
  readonly stale: readonly MemberRecord[];
  /** The methods that their class, which ran, did not have: they are newer, or could not be counted. */
  readonly absent: readonly MemberRecord[];
  /** The counted methods that are left out with them: their own, and those that javac made of parts of them. */
  readonly leftOut: readonly MethodKey[];
}

interface FileNames extends SplitNames {
  readonly edited: ReadonlySet<MethodKey>;
  readonly compared: Pick<CountedNames, 'keys' | 'callees'> & {
    readonly methodOf: (owner: string, method: ProfiledMethod) => ProfiledMethod;
  };
}

function countFile(
  { text, file }: AnalyzedVersion,
  lines: LineIndexOf,
  classes: readonly ProfiledClass[],
  { compared, edited, ...names }: FileNames,
): CountedFile {
  const gathered = new Map<MemberRecord, Gathered>();
  const byKey = new Map(file.members.map((member) => [member.key, member]));
  const stale: MemberRecord[] = [];
  const elsewhere: MethodKey[] = [];
  for (const owner of classes) {
    for (const method of owner.methods) {
      const own = byKey.get(keyOf(owner.name, method));
      const around = own ?? memberAround(file, lines, method);
      const isMade = isOf(around, method) || method.name.startsWith('lambda$');
      if (around !== undefined && !isMade && isElsewhere(owner, method, around)) {
        stale.push(memberWithoutText(owner.name, method));
        elsewhere.push(keyOf(owner.name, method));
        continue;
      }
      const member = around ?? memberWithoutText(owner.name, method);
      const known = gathered.get(member) ?? { member, methods: [], compared: [], keys: [] };
      gathered.set(member, known);
      known.methods.push(method);
      known.keys.push(keyOf(owner.name, method));
      if (isMade) known.compared.push(compared.methodOf(owner.name, method));
    }
  }
  const statements = groupStatementLines(text, lines);
  for (const { member, compared: methods } of gathered.values()) {
    if (!isCalled(member) || edited.has(member.key)) continue;
    const within = file.members.filter(
      (each) => each !== member && each.start >= member.start && each.end <= member.end,
    );
    if (!fitsText({ member, methods, within }, { lines, statements }, compared)) stale.push(member);
  }
  const isMethod = ({ kind }: MemberRecord): boolean => kind === 'method';
  // Of another text the lines of constructors and of what javac made lie elsewhere, too.
  const isAnother = stale.length > 0 && 2 * stale.length >= [...gathered.keys()].filter(isMethod).length;
  const leftOut = new Set(stale);
  if (isAnother) for (const member of gathered.keys()) if (!isMethod(member)) leftOut.add(member);
  const ofLeftOut = [...leftOut].flatMap((member) => gathered.get(member)?.keys ?? []);
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
      ...(edited.has(member.key) ? { staleBy: member.staleBy ?? 'edit' } : {}),
    };
  });
  const isLeft = (member: MemberRecord): boolean => !gathered.has(member) && !leftOut.has(member);
  const left = file.members.filter((member) => isLeft(member) && isCalled(member));
  const absent = left.filter(({ key }) => lacks(classes, key, byKey));
  members.push(...left.filter((member) => !absent.includes(member)).map(withoutRun));
  const last = Math.max(0, ...classes.flatMap((each) => each.lines.map(([line]) => line)));
  const isShorter = last > lines.lineCount;
  return {
    path: file.path,
    members: members.sort((a, b) => a.start - b.start),
    stale,
    absent,
    leftOut: [...elsewhere, ...ofLeftOut],
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

function keyOf(owner: string, { name, descriptor }: ProfiledMethod): MethodKey {
  return `${owner}.${name}${descriptor}`;
}

/** True for a method of the member's name; classes without names have others in a text than in class files. */
function isOf(member: MemberRecord | undefined, { name, descriptor }: ProfiledMethod): boolean {
  return member?.key.endsWith(`.${name}${descriptor}`) === true;
}

/**
 * True if a method is written in a text, but not in this one: its lines lie in a member of another name. What javac and
 * its plug-ins make has a `$` in its name, the name of another method, or the lines of a class or field.
 */
function isElsewhere(owner: ProfiledClass, method: ProfiledMethod, around: MemberRecord): boolean {
  const { name } = method;
  if (/[$<]/.test(name) || owner.methods.some((each) => each !== method && each.name === name)) return false;
  // A class of the same name in another file may have lent the descriptor.
  if (around.key.startsWith(`${owner.name}.${name}(`)) return false;
  return isCalled(around) || /\$\d/.test(owner.name);
}

/** True for a method that its class does not have, though it ran. */
function lacks(
  classes: readonly ProfiledClass[],
  key: MethodKey,
  byKey: ReadonlyMap<MethodKey, MemberRecord>,
): boolean {
  const [, owner = '', name = ''] = /^([^.(]*)\.([^(]*)/.exec(key) ?? [];
  const ran = classes.find((each) => each.name === owner);
  // A descriptor may be read in another way than javac does: then the class has a method that the text lacks.
  return ran?.methods.every((method) => method.name !== name || byKey.has(keyOf(owner, method))) === true;
}

function isCalled({ kind }: MemberRecord): boolean {
  return kind === 'method' || kind === 'constructor';
}

/** Its class was not loaded. */
function withoutRun(member: MemberRecord): MemberRecord {
  return { ...member, identity: hashText(member.key), operations: emptyOperations, calls: 0, problems: [] };
}

/** The innermost member whose text holds the method's first line: of several on that line the one of its name. */
function memberAround(
  { members }: FileOperations,
  lines: LineIndexOf,
  method: ProfiledMethod,
): MemberRecord | undefined {
  const [first] = method.lines;
  if (first === undefined) return undefined;
  const line = first[0] - 1;
  const onLine = members.filter(({ start, end }) => lines.lineAt(start) <= line && line <= lines.lineAt(end));
  const named = onLine.filter((member) => isOf(member, method) || hasLambda(member, method));
  let best: MemberRecord | undefined;
  for (const member of named.length === 0 ? onLine : named)
    if (best === undefined || member.end - member.start < best.end - best.start) best = member;
  return best;
}

/** True for a lambda that javac named after the member that it stands in: `lambda$main$0`. */
function hasLambda({ key }: MemberRecord, { name }: ProfiledMethod): boolean {
  const [, written = ''] = /^lambda\$(.+)\$\d+$/.exec(name) ?? [];
  return written !== '' && key.includes(`.${written === 'new' ? '<init>' : written}(`);
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

/**
 * Reads the bundled index of platform signatures, so that `java.*` is typed on
 * a machine with no JDK.
 *
 * Sits in `classfile/`. The format is described in
 * `signature-index-format.ts`. Loading splits the text into lines; a class is
 * decoded when it is first asked for.
 */
import { withDefined } from '../../base/check';
import type {
  ClassSignature,
  ConstantValue,
  FieldSignature,
  JavaType,
  MethodSignature,
  SignatureSource,
} from './class-signature';
import { parseClassSignature, parseFieldSignature, parseMethodSignature } from './generic-signature';
import { packagesOf } from '../archives/jar-layout';
import { failAt, type Outcome, succeed } from '../../base/outcome';
import {
  type IndexColumn,
  columns,
  endMark,
  flagSetOfLetter,
  headKind,
  headPlace,
  indexTitle,
  indexVersion,
  unpackSignature,
} from './signature-index-format';
import { cacheClasses } from './signature-sources';

export interface SignatureIndex extends SignatureSource {
  /** Such as `OpenJDK 25.0.2`. */
  readonly platform: string;
  readonly release: number;
  /** The names of all classes in alphabetical order. */
  readonly classNames: readonly string[];
}

interface IndexLines {
  readonly lines: readonly string[];
  readonly flagSets: readonly number[];
  /** Line of the first name; number n's name is so many lines further. */
  readonly namesStart: number;
  readonly columnsStart: number;
  readonly classCount: number;
  readonly numbers: ReadonlyMap<string, number>;
  readonly members: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

/** Takes the index after gunzip. Cost: about 5 ms for the 2,200 classes of `java.*`. */
export function loadSignatureIndex(bytes: Uint8Array): Outcome<SignatureIndex> {
  const lines = new TextDecoder().decode(bytes).split('\n');
  const [title, version] = (lines[0] ?? '').split(' ');
  if (title !== indexTitle) return failAt('Not an index of signatures: its first line is not the title');
  if (version !== String(indexVersion)) {
    return failAt(
      `The index of signatures has version ${version ?? '?'}; this program reads version ${indexVersion}`,
    );
  }
  const [release, classCount, nameCount] = (lines[2] ?? '').split(' ').map(Number);
  if (release === undefined || !isCount(classCount) || !isCount(nameCount) || nameCount < classCount) {
    return failAt('The index of signatures is corrupt: its counts, on line 3, are not numbers');
  }
  const namesStart = 4;
  const columnsStart = namesStart + nameCount;
  const end = columnsStart + columns.length * classCount;
  if (lines.length !== end + 2 || lines[end] !== endMark) {
    return failAt(`The index of signatures is corrupt: ${end + 1} lines expected, ${lines.length - 1} found`);
  }
  const classNames = lines.slice(namesStart, namesStart + classCount);
  const flagSets = (lines[3] ?? '').split(' ').map((flags) => Number.parseInt(flags, 16));
  const numbers = new Map(classNames.map((name, number) => [name, number]));
  const heads = lines.slice(columnsStart, columnsStart + classCount);
  const members = membersOf(classNames, heads);
  const index: IndexLines = { lines, flagSets, namesStart, columnsStart, classCount, numbers, members };
  const packages = packagesOf(classNames);
  const source = cacheClasses(
    (name) => decodeClass(index, name),
    (packageName) => packages.has(packageName),
  );
  return succeed({ ...source, platform: lines[1] ?? '', release, classNames });
}

function isCount(value: number | undefined): value is number {
  return value !== undefined && Number.isInteger(value) && value >= 0;
}

/** Member classes by outer class: a member's head says that it is one, its name says of which. */
function membersOf(
  classNames: readonly string[],
  heads: readonly string[],
): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const members = new Map<string, Map<string, string>>();
  classNames.forEach((name, number) => {
    const outer = outerNameOf(name, heads[number] ?? '');
    if (outer === undefined) return;
    const known = members.get(outer) ?? new Map<string, string>();
    members.set(outer, known.set(name.slice(outer.length + 1), name));
  });
  return members;
}

function outerNameOf(name: string, head: string): string | undefined {
  return head.charAt(2) === headPlace.member ? name.slice(0, name.lastIndexOf('$')) : undefined;
}

function decodeClass(index: IndexLines, name: string): ClassSignature | undefined {
  const number = index.numbers.get(name);
  if (number === undefined) return undefined;
  const line = (column: IndexColumn): string =>
    index.lines[index.columnsStart + columns.indexOf(column) * index.classCount + number] ?? '';
  const nameOf = (other: number): string => index.lines[index.namesStart + other] ?? '';
  const unpack = (text: string): string => unpackSignature(text, nameOf);
  const flagsAt = (letters: string, at: number): number => index.flagSets[flagSetOfLetter(letters, at)] ?? 0;

  const head = line('head');
  const types = parseClassSignature(unpack(head.slice(3)));
  const outerClass = outerNameOf(name, head);
  const fieldFlags = line('fieldFlags');
  const fieldTypes = line('fieldTypes').split(' ');
  const constants = parseConstants(line('constants'));
  const methodFlags = line('methodFlags');
  const methodTypes = line('methodTypes').split(' ');
  return {
    name,
    flags: flagsAt(head, 0),
    isRecord: head.charAt(1) === headKind.record,
    typeParameters: types?.typeParameters ?? [],
    ...withDefined({
      superclass: types === undefined || head.charAt(1) === headKind.root ? undefined : types.superclass,
    }),
    interfaces: types?.interfaces ?? [],
    fields: splitNames(line('fieldNames')).map((field, at) =>
      makeField(field, flagsAt(fieldFlags, at), unpack(fieldTypes[at] ?? ''), constants[at]),
    ),
    methods: splitNames(line('methodNames')).map((method, at) =>
      makeMethod(method, flagsAt(methodFlags, at), unpack(methodTypes[at] ?? '')),
    ),
    memberClasses: index.members.get(name) ?? new Map<string, string>(),
    ...withDefined({ outerClass }),
    origin: 'platform',
  };
}

function splitNames(line: string): readonly string[] {
  return line === '' ? [] : line.split(' ');
}

const unknown: JavaType = { kind: 'unknown' };

function makeField(name: string, flags: number, typeText: string, stored: unknown): FieldSignature {
  const type = parseFieldSignature(typeText) ?? unknown;
  const constant = toConstant(type, stored);
  return { name, flags, type, ...withDefined({ constant }) };
}

function makeMethod(name: string, flags: number, typeText: string): MethodSignature {
  const types = parseMethodSignature(typeText) ?? { typeParameters: [], parameters: [], returnType: unknown };
  return { name, flags, ...types };
}

function parseConstants(line: string): readonly unknown[] {
  if (line === '') return [];
  try {
    const parsed: unknown = JSON.parse(line);
    return Array.isArray(parsed) ? parsed : [];
  } catch {
    // Only a damaged index gets here: its constants are not folded, everything else still stands.
    return [];
  }
}

function toConstant(type: JavaType, stored: unknown): ConstantValue | undefined {
  if (stored === undefined || stored === null) return undefined;
  if (type.kind !== 'primitive')
    return typeof stored === 'string' ? { kind: 'string', value: stored } : undefined;
  switch (type.name) {
    case 'boolean':
      return { kind: 'boolean', value: stored === true };
    case 'long':
      return typeof stored === 'string' && /^-?\d+$/.test(stored)
        ? { kind: 'long', value: BigInt(stored) }
        : undefined;
    case 'float':
    case 'double':
      return { kind: type.name, value: Number(stored) };
    default:
      return { kind: 'int', value: Number(stored) };
  }
}

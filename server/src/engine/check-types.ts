/**
 * Holds the operations of sources against those of their class files,
 * statement by statement: how far names and operand types of the source front
 * end can be trusted.
 *
 * Sits in `engine/`; wires both front ends together. A statement's instructions
 * are those on its lines (`LineNumberTable`), whatever class or lambda method
 * javac put them into. What is javac's own is set aside by a named rule
 * (`bytecode-rules.ts`), and counted.
 */
import { AccessFlag, type SignatureSource } from '../classfile/class-signature';
import { sourceFileOf } from '../classfile/code';
import { type ClassFile, type MemberInfo, readClass } from '../classfile/read-class';
import type { Outcome } from '../classfile/outcome';
import type { CompilationUnit } from '../java/ast';
import { parseDeclarations } from '../java/declarations';
import { parseBody } from '../java/parse-body';
import { decodeUnicodeEscapes } from '../java/unicode-escapes';
import { createWorkspaceSignatures } from '../java/workspace-signatures';
import { extractBytecode } from '../operations/extract-bytecode';
import type { MethodKey } from '../operations/operation';
import type { LineIndex } from '../units';
import { analyseMember } from './analyse-member';
import { analysisOptionsOf } from './analysis-options';
import { type Rule, ruleOfMethod, rulesOfInstructions } from './bytecode-rules';
import {
  CHECKED_GROUPS,
  type CheckedGroup,
  type ComparableOperation,
  comparableOperations,
} from './comparable-operations';
import { evaluateFieldConstant } from './field-constants';
import { indexLines, type LineIndexOf } from './line-index';
import { listMemberBodies, type MemberBody } from './members';
import { type BodyAt, findStatementLines } from './statement-lines';
import { type Counted, createTally, type StatementTally } from './statement-tally';
import { listSites } from '../operations/site-table';

export const TYPE_CHECK_FORMAT = 'jouleline-type-check';
export const TYPE_CHECK_VERSION = 1;

export interface TypeCheckInput {
  readonly files: readonly { readonly path: string; readonly text: string }[];
  readonly classes: readonly { readonly name: string; readonly read: () => Outcome<Uint8Array> }[];
  /** Of the class path and the platform: the classes that the sources do not declare. */
  readonly libraries: SignatureSource;
}

export interface GroupAgreement {
  /** Operations that each front end has, and that both have in the same statement. */
  readonly source: number;
  readonly bytecode: number;
  readonly matched: number;
  /** matched / bytecode; `null` where there are none. */
  readonly recall: number | null;
  /** matched / source. */
  readonly precision: number | null;
}

export interface OperationDisagreement {
  readonly group: CheckedGroup;
  readonly operation: string;
  /** In bytecode only, in source only. */
  readonly missed: number;
  readonly invented: number;
}

export interface StatementDisagreement {
  readonly path: string;
  /** From 1. */
  readonly line: number;
  readonly text: string;
  readonly operations: readonly OperationDisagreement[];
}

export interface TypeCheck {
  readonly groups: Readonly<Record<CheckedGroup, GroupAgreement>>;
  /** Operations of bytecode, by the rule that set them aside; their share of all of bytecode's. */
  readonly setAside: { readonly share: number; readonly rules: Readonly<Record<string, number>> };
  /** The most frequent disagreements, and the statements with the most. */
  readonly disagreements: readonly OperationDisagreement[];
  readonly worst: readonly StatementDisagreement[];
  readonly files: { readonly compared: number; readonly withoutClasses: number };
  readonly classes: {
    readonly compared: number;
    readonly withoutSource: number;
    readonly withoutLines: number;
    readonly unreadable: number;
  };
  /** Files whose classes were compiled from another text; not compared. */
  readonly mismatched: readonly { readonly path: string; readonly message: string }[];
}

/** What the comparison adds up. */
interface Totals {
  readonly groups: Map<CheckedGroup, { source: number; bytecode: number; matched: number }>;
  readonly rules: Map<string, number>;
  readonly operations: Map<
    string,
    { group: CheckedGroup; operation: string; missed: number; invented: number }
  >;
  readonly worst: StatementDisagreement[];
  readonly mismatched: { readonly path: string; readonly message: string }[];
  readonly files: { compared: number; withoutClasses: number };
  readonly classes: { compared: number; withoutSource: number; withoutLines: number; unreadable: number };
}

const MOST_DISAGREEMENTS = 60;
const MOST_STATEMENTS = 100;

/** Cost: twice what analysing the sources takes. `onProgress` is told how many files are done. */
export function checkTypes(input: TypeCheckInput, onProgress: (done: number) => void): TypeCheck {
  const workspace = createWorkspaceSignatures(input.libraries, evaluateFieldConstant);
  const units = new Map<string, { readonly unit: CompilationUnit; readonly text: string }>();
  for (const { path, text } of input.files) {
    const decoded = decodeUnicodeEscapes(text);
    const unit = parseDeclarations(decoded.text);
    units.set(path, { unit, text: decoded.text });
    workspace.setFile(path, unit, decoded.text);
  }
  const totals = emptyTotals();
  const classesByFile = groupClasses(input, totals);
  const known = new Set<string>();
  let done = 0;
  for (const [path, { unit, text }] of units) {
    const key = placeOf(unit.packageName.replaceAll('.', '/'), path.split(/[/\\]/).at(-1) ?? '');
    known.add(key);
    const classes = classesByFile.get(key) ?? [];
    if (classes.length === 0) {
      totals.files.withoutClasses++;
    } else {
      const bodies = listMemberBodies(workspace.classesOf(path), text);
      const context = { unit, signatures: workspace.source(path), options: analysisOptionsOf() };
      checkFile(path, text, bodies, context, classes, totals);
    }
    onProgress(++done);
  }
  for (const [key, classes] of classesByFile) if (!known.has(key)) totals.classes.withoutSource += classes.length; // prettier-ignore
  return resultOf(totals);
}

function emptyTotals(): Totals {
  return {
    groups: new Map(CHECKED_GROUPS.map((group) => [group, { source: 0, bytecode: 0, matched: 0 }])),
    rules: new Map(),
    operations: new Map(),
    worst: [],
    mismatched: [],
    files: { compared: 0, withoutClasses: 0 },
    classes: { compared: 0, withoutSource: 0, withoutLines: 0, unreadable: 0 },
  };
}

function placeOf(packageName: string, fileName: string): string {
  return `${packageName}/${fileName}`;
}

/** By package and `SourceFile`, which is how a class says where it is from. */
function groupClasses(
  { classes }: TypeCheckInput,
  totals: Totals,
): Map<string, (() => Outcome<Uint8Array>)[]> {
  const grouped = new Map<string, (() => Outcome<Uint8Array>)[]>();
  for (const { read } of classes) {
    const file = readOutcome(read);
    if (file === undefined) {
      totals.classes.unreadable++;
      continue;
    }
    const source = sourceFileOf(file);
    if (source === undefined) {
      totals.classes.withoutSource++;
      continue;
    }
    const key = placeOf(file.name.slice(0, Math.max(0, file.name.lastIndexOf('/'))), source);
    grouped.set(key, [...(grouped.get(key) ?? []), read]);
  }
  return grouped;
}

function readOutcome(read: () => Outcome<Uint8Array>): ClassFile | undefined {
  const bytes = read();
  const file = bytes.ok ? readClass(bytes.value) : undefined;
  return file?.ok === true ? file.value : undefined;
}

/** One file while it is compared. */
interface FileCheck {
  readonly index: LineIndexOf;
  readonly members: readonly MemberLines[];
  readonly statementAt: (line: LineIndex) => LineIndex;
  readonly tally: StatementTally;
  readonly setAside: (rule: Rule) => void;
  /** Where constructors are declared, those of classes in bodies included. */
  readonly constructors: readonly LineRange[];
  /** What a call of an accessor stands for, by its callee. */
  readonly accessors: ReadonlyMap<MethodKey, readonly ComparableOperation[]>;
}

interface LineRange {
  readonly first: LineIndex;
  readonly last: LineIndex;
}

function isAmong(line: LineIndex, { first, last }: LineRange): boolean {
  return first <= line && line <= last;
}

interface MemberLines extends LineRange {
  readonly name: string;
  readonly isInitializer: boolean;
}

function checkFile(
  path: string,
  text: string,
  bodies: readonly MemberBody[],
  context: Parameters<typeof analyseMember>[2],
  reads: readonly (() => Outcome<Uint8Array>)[],
  totals: Totals,
): void {
  const index = indexLines(text);
  const members = bodies.map((member) => ({
    name: member.methodName,
    first: index.lineAt(member.start),
    last: index.lineAt(Math.max(member.start, member.end - 1)),
    isInitializer: member.role === 'field' || member.role === 'initializer',
  }));
  const classes = reads.flatMap((read) => readOutcome(read) ?? []);
  const message = mismatchOf(classes, members, index);
  if (message !== undefined) {
    totals.mismatched.push({ path, message });
    return;
  }
  const trees = bodies.map((member) => ({
    member,
    body: parseBody(text.slice(member.body.start, member.body.end), member.body.rule),
  }));
  const places: readonly BodyAt[] = trees.map(({ member, body }) => ({
    root: body.root,
    start: member.body.start,
    ...(body.root.kind === 'statements'
      ? {}
      : { declaration: { start: member.start, end: Math.max(member.start, member.body.end) } }),
  }));
  const { statementAt, copied } = findStatementLines(places, text, index);
  const tally = createTally(copied);
  const setAside = (rule: Rule): void => {
    totals.rules.set(rule, (totals.rules.get(rule) ?? 0) + 1);
  };
  const constructors: LineRange[] = [];
  for (const { member, body } of trees) {
    for (const [order, { operations, kind, place }] of analyseMember(member, body, context).entries()) {
      const [start, end] = order === 0 ? [member.start, member.end] : [member.body.start + place.start, member.body.start + place.end]; // prettier-ignore
      if (kind === 'constructor')
        constructors.push({ first: index.lineAt(start), last: index.lineAt(Math.max(start, end - 1)) });
      const { keys, callees, sites } = operations;
      for (const site of listSites(sites)) {
        const key = keys[site.key];
        if (key === undefined) continue;
        const callee = site.callee === undefined ? undefined : callees[site.callee];
        const statement = statementAt(index.lineAt(member.body.start + site.offset));
        for (const operation of comparableOperations(key, callee)) tally.addSource(statement, operation);
      }
    }
  }
  const accessors = listAccessors(classes);
  const check: FileCheck = { index, members, statementAt, tally, setAside, accessors, constructors };
  for (const file of classes) checkClass(file, check, totals);
  totals.files.compared++;
  tally.finish({
    setAside,
    statement: (line, agreements) => {
      addStatement(path, text, index, line, agreements, totals);
    },
  });
}

function checkClass(file: ClassFile, check: FileCheck, totals: Totals): void {
  const { index, members, statementAt, tally, setAside, accessors, constructors } = check;
  const firstConstructor = new Map<LineIndex, number>();
  const sitesOf = { all: 0, withLine: 0 };
  file.methods.forEach((method, methodIndex) => {
    const compiled = extractBytecode(file, method, { isApplication: () => true });
    if (compiled === undefined) return;
    if (!compiled.ok) {
      totals.classes.unreadable++;
      return;
    }
    if (isAccessor(method)) return;
    const ruleOfAll = ruleOfMethod(file, method);
    const { keys, callees, sites } = compiled.value;
    const superCall = `${file.superName ?? ''}.<init>(`;
    const superSite = sites.find(({ callee }) => callees[callee ?? -1]?.startsWith(superCall) === true);
    const superLine = (superSite ?? sites[0])?.line ?? 0;
    const isImplicit =
      method.name === '<init>' && !constructors.some((lines) => isAmong(superLine - 1, lines));
    const rules = rulesOfInstructions(file, method, isImplicit);
    for (const site of sites) {
      const key = keys[site.key];
      if (key === undefined) continue;
      const callee = site.callee === undefined ? undefined : callees[site.callee];
      sitesOf.all++;
      if (site.line !== undefined) sitesOf.withLine++;
      const line = Math.min((site.line ?? 1) - 1, index.lineCount - 1);
      const own = members.filter((lines) => isAmong(line, lines));
      const isRepeated = (): boolean => {
        if (method.name !== '<init>' || !own.some(({ isInitializer }) => isInitializer)) return false;
        const first = firstConstructor.get(line) ?? methodIndex;
        firstConstructor.set(line, first);
        return first !== methodIndex;
      };
      const rule =
        ruleOfAll ??
        rules.get(site.offset) ??
        (site.line === undefined ? 'no line' : own.length === 0 ? 'implicit members' : undefined) ??
        (isRepeated() ? 'initialisers in further constructors' : undefined);
      const builder = site.builder === undefined ? undefined : `${file.name} ${methodIndex} ${site.builder}`;
      const accessed = accessors.get(callee ?? '');
      if (accessed !== undefined) setAside('calls of accessors');
      for (const operation of accessed ?? comparableOperations(key, callee)) {
        if (rule === undefined) tally.addBytecode(statementAt(line), operation, builder);
        else setAside(rule);
      }
    }
  });
  totals.classes.compared++;
  if (sitesOf.all > 0 && sitesOf.withLine === 0) totals.classes.withoutLines++;
}

/** Before Java 11 classes of one file reach each other's private members through such methods. */
function isAccessor({ name, flags }: MemberInfo): boolean {
  return (flags & AccessFlag.synthetic) !== 0 && /^access\$\d+$/.test(name);
}

function listAccessors(
  classes: readonly ClassFile[],
): ReadonlyMap<MethodKey, readonly ComparableOperation[]> {
  const found = new Map<MethodKey, readonly ComparableOperation[]>();
  for (const file of classes) {
    for (const method of file.methods) {
      if (!isAccessor(method)) continue;
      const compiled = extractBytecode(file, method, { isApplication: () => true });
      if (compiled?.ok !== true) continue;
      const { keys, callees, sites } = compiled.value;
      const operations = sites.flatMap(({ key: id, callee }) => {
        const key = keys[id];
        return key === undefined
          ? []
          : comparableOperations(key, callee === undefined ? undefined : callees[callee]);
      });
      found.set(`${file.name}.${method.name}${method.descriptor}`, operations);
    }
  }
  return found;
}

/** More methods elsewhere than this share: the classes were compiled from another text. */
const MOST_ELSEWHERE = 0.25;

/** Every enum has these, whether or not it declares others of the same name. */
const ENUM_METHODS: ReadonlySet<string> = new Set(['valueOf', 'values']);

/** Why a source can't be the one that its classes were compiled from, if that shows. */
function mismatchOf(
  classes: readonly ClassFile[],
  members: readonly MemberLines[],
  index: LineIndexOf,
): string | undefined {
  const names = new Set(members.map(({ name }) => name));
  let found = 0;
  let elsewhere = 0;
  for (const file of classes) {
    for (const method of file.methods) {
      if (!names.has(method.name) || ENUM_METHODS.has(method.name) || method.name.startsWith('<') || ruleOfMethod(file, method) !== undefined) continue; // prettier-ignore
      const compiled = extractBytecode(file, method, { isApplication: () => true });
      const line = compiled?.ok === true ? compiled.value.sites[0]?.line : undefined;
      if (line === undefined) continue;
      found++;
      if (!members.some((lines) => isAmong(line - 1, lines)) || line > index.lineCount) elsewhere++;
    }
  }
  if (elsewhere === 0 || elsewhere / found <= MOST_ELSEWHERE) return undefined;
  return `${elsewhere} of ${found} methods lie on other lines in the class files`;
}

function addStatement(
  path: string,
  text: string,
  index: LineIndexOf,
  line: LineIndex,
  agreements: readonly Readonly<Counted>[],
  totals: Totals,
): void {
  const operations: OperationDisagreement[] = [];
  for (const { group, name, source, bytecode } of agreements) {
    const matched = Math.min(source, bytecode);
    const sums = totals.groups.get(group);
    if (sums !== undefined) {
      sums.source += source;
      sums.bytecode += bytecode;
      sums.matched += matched;
    }
    if (source === bytecode) continue;
    const missed = bytecode - matched;
    const invented = source - matched;
    operations.push({ group, operation: name, missed, invented });
    const key = `${group} ${name}`;
    const all = totals.operations.get(key) ?? { group, operation: name, missed: 0, invented: 0 };
    totals.operations.set(key, { ...all, missed: all.missed + missed, invented: all.invented + invented });
  }
  if (operations.length === 0) return;
  const start = index.startOf(line);
  const end = line + 1 < index.lineCount ? index.startOf(line + 1) : text.length;
  totals.worst.push({ path, line: line + 1, text: text.slice(start, end).trim(), operations });
  if (totals.worst.length > 20 * MOST_STATEMENTS) keepWorst(totals.worst);
}

function weightOf({ operations }: StatementDisagreement): number {
  return operations.reduce((sum, { missed, invented }) => sum + missed + invented, 0);
}

function keepWorst(worst: StatementDisagreement[]): void {
  worst.sort((one, other) => weightOf(other) - weightOf(one));
  worst.length = Math.min(worst.length, MOST_STATEMENTS);
}

function resultOf(totals: Totals): TypeCheck {
  keepWorst(totals.worst);
  const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);
  const agreementOf = (group: CheckedGroup): GroupAgreement => {
    const { source, bytecode, matched } = totals.groups.get(group) ?? { source: 0, bytecode: 0, matched: 0 };
    return { source, bytecode, matched, recall: share(matched, bytecode), precision: share(matched, source) };
  };
  const setAside = [...totals.rules.values()].reduce((sum, count) => sum + count, 0);
  const compared = [...totals.groups.values()].reduce((sum, { bytecode }) => sum + bytecode, 0);
  const { files, classes, mismatched, worst } = totals;
  return {
    groups: {
      arithmetic: agreementOf('arithmetic'),
      comparison: agreementOf('comparison'),
      array: agreementOf('array'),
      field: agreementOf('field'),
      invoke: agreementOf('invoke'),
      allocation: agreementOf('allocation'),
      conversion: agreementOf('conversion'),
    },
    setAside: {
      share: share(setAside, setAside + compared) ?? 0,
      rules: Object.fromEntries([...totals.rules].sort(([, one], [, other]) => other - one)),
    },
    disagreements: [...totals.operations.values()]
      .sort((one, other) => other.missed + other.invented - one.missed - one.invented)
      .slice(0, MOST_DISAGREEMENTS),
    worst,
    files,
    classes,
    mismatched,
  };
}

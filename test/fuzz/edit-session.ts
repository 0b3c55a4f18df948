/**
 * One analyzer that lives through many edits of a small workspace, as that of
 * a worker does, held against what is found from nothing.
 *
 * After each edit: the declarations, moved by `editDeclarations` from edit to
 * edit; what each member is called and where it stands; the fingerprint of all
 * headers. When asked: every operation, name and problem of a file, what was
 * stored of it on disk and is said to hold still, and what its lines cost.
 */
import type { Cancellation } from '../../server/src/base/cancellation';
import { Analyzer } from '../../server/src/analysis/analyzer';
import { analysisOptionsOf } from '../../server/src/analysis/analysis-options';
import { createEnergySession, type EnergySession } from '../../server/src/lines/energy-session';
import type { FileOperations, MemberRecord } from '../../server/src/analysis/file-operations';
import { indexLines } from '../../server/src/base/line-index';
import type { KnownMember } from '../../server/src/analysis/member-records';
import { listMemberBodies } from '../../server/src/analysis/members';
import { packMembers } from '../../server/src/analysis/packed-members';
import { readStoredFile, writeStoredFile } from '../../server/src/analysis/stored-file';
import type { CompilationUnit } from '../../server/src/java/syntax/ast';
import { namedClassesOf } from '../../server/src/java/headers/class-names';
import { parseDeclarations } from '../../server/src/java/headers/declarations';
import { editDeclarations } from '../../server/src/java/headers/edit-declarations';
import { findEdit } from '../../server/src/java/text/text-edit';
import { decodeUnicodeEscapes } from '../../server/src/java/text/unicode-escapes';
import { joinPieces } from '../../server/src/threads/member-pieces';
import { bundledModel } from '../support/analyze-text';
import { platformSignatures } from '../support/platform-signatures';
import { findDifference } from './differences';

export type EditStep =
  /** The editor's text changed, and changes again before anything but its declarations is looked at. */
  | { readonly kind: 'type'; readonly path: string; readonly text: string }
  /** The editor's text changed: analyzed as it is now. */
  | { readonly kind: 'edit'; readonly path: string; readonly text: string }
  /** An edit that is given up after so many members. */
  | { readonly kind: 'cancel'; readonly path: string; readonly text: string; readonly after: number }
  /** Changed by something else, or new: its headers are read. */
  | { readonly kind: 'headers'; readonly path: string; readonly text: string }
  /** Another open file is analyzed again, because headers changed. */
  | { readonly kind: 'again'; readonly path: string }
  /** Closed: nothing need be kept for its next edit. */
  | { readonly kind: 'forget'; readonly path: string }
  | { readonly kind: 'remove'; readonly path: string };

export type Files = ReadonlyMap<string, string>;

/** An error that says what differs, and where. */
export class Disagreement extends Error {}

export interface EditSession {
  /** The present text of each file. */
  readonly texts: Files;
  /** The declarations of a file, read from nothing. */
  unitOf(path: string): CompilationUnit | undefined;
  /** Carries out a step and makes the comparisons that follow every one. Throws a {@link Disagreement}. */
  apply(step: EditStep): void;
  /** Makes all other comparisons for one file. */
  compare(path: string): void;
}

interface Stored {
  readonly text: string;
  readonly bytes: Uint8Array;
}

/** The state that one session keeps from file to file. */
interface State {
  readonly texts: Map<string, string>;
  readonly analyzer: Analyzer;
  /** The results as the main thread holds them. */
  readonly results: Map<string, FileOperations>;
  readonly energies: EnergySession;
  readonly stored: Map<string, Stored>;
  readonly units: Map<string, CompilationUnit>;
  /** For each file, an analyzer that knows its headers alone. */
  readonly headers: Map<string, Analyzer>;
  /** Files that changed since the analyzer was told. */
  readonly waiting: Set<string>;
}

const model = bundledModel();
const pricing = { model, mode: 'estimated', ...analysisOptionsOf() } as const;

function newAnalyzer(): Analyzer {
  return new Analyzer(platformSignatures(), analysisOptionsOf());
}

export function createEditSession(files: Files): EditSession {
  const state: State = {
    texts: new Map(),
    analyzer: newAnalyzer(),
    results: new Map(),
    energies: createEnergySession(pricing),
    stored: new Map(),
    units: new Map(),
    headers: new Map(),
    waiting: new Set(),
  };
  for (const [path, text] of files) apply(state, { kind: 'headers', path, text });
  return {
    texts: state.texts,
    unitOf: (path) => state.units.get(path),
    apply: (step) => {
      apply(state, step);
    },
    compare: (path) => {
      compare(state, path);
    },
  };
}

function apply(state: State, step: EditStep): void {
  const { analyzer, texts, headers } = state;
  const { path } = step;
  switch (step.kind) {
    case 'type':
      compareMoved(state, path, step.text);
      texts.set(path, step.text);
      state.waiting.add(path);
      return;
    case 'edit':
      compareMoved(state, path, step.text);
      texts.set(path, step.text);
      analyze(state, path);
      comparePlaces(state, path);
      break;
    case 'cancel': {
      compareMoved(state, path, step.text);
      texts.set(path, step.text);
      let left = step.after;
      run(analyzer, path, step.text, [], {
        get aborted() {
          return left-- <= 0;
        },
      });
      told(state, path);
      break;
    }
    case 'headers':
      compareMoved(state, path, step.text);
      texts.set(path, step.text);
      analyzer.setHeaders(path, step.text);
      told(state, path);
      break;
    case 'again':
      if (texts.has(path)) analyze(state, path);
      break;
    case 'forget':
      analyzer.forget(path);
      break;
    case 'remove':
      texts.delete(path);
      state.results.delete(path);
      state.stored.delete(path);
      state.units.delete(path);
      headers.delete(path);
      state.waiting.delete(path);
      state.energies.removeFile(path);
      analyzer.removeFile(path);
  }
  agree('the fingerprint of the headers', combinedOf(analyzer), combinedOf(...headers.values()));
}

/** The fingerprint of an analyzer that knows what each of several analyzers knows. */
function combinedOf(...analyzers: readonly Analyzer[]): string {
  const hash = (fingerprint: string): bigint =>
    BigInt(`0x${fingerprint.slice(fingerprint.lastIndexOf('-') + 1)}`);
  return analyzers.reduce((sum, analyzer) => sum ^ hash(analyzer.fingerprint()), 0n).toString(16);
}

/** A new analyzer that knows these headers, given in this order. */
function indexed(texts: Iterable<readonly [path: string, text: string]>): Analyzer {
  const fresh = newAnalyzer();
  for (const [path, text] of texts) fresh.setHeaders(path, text);
  return fresh;
}

/** The declarations as they move from edit to edit, and as a whole reading finds them. */
function compareMoved({ units, texts }: State, path: string, text: string): void {
  const before = texts.get(path);
  const unit = units.get(path);
  const plain = decodeUnicodeEscapes(text).text;
  const read = parseDeclarations(plain);
  const moved =
    before === undefined ||
    unit === undefined ||
    plain !== text ||
    decodeUnicodeEscapes(before).text !== before
      ? undefined
      : editDeclarations(unit, findEdit(before, text), text);
  if (moved !== undefined) agree(`the declarations of ${path}`, moved, read);
  units.set(path, moved ?? read);
}

function analyze(state: State, path: string): void {
  const { analyzer, results, energies } = state;
  const text = state.texts.get(path) ?? '';
  const known = results.get(path)?.members ?? [];
  const result = run(analyzer, path, text, known);
  if (result === undefined)
    throw new Disagreement(`the analysis of ${path} was canceled without being asked`);
  told(state, path);
  results.set(path, result);
  energies.setFile(path, result, indexLines(text));
}

/** The analyzer knows what the file declares now. */
function told({ texts, headers, waiting }: State, path: string): void {
  waiting.delete(path);
  headers.set(path, indexed([[path, texts.get(path) ?? '']]));
}

/** One request to a worker and its answer, in pieces and across threads. */
function run(
  analyzer: Analyzer,
  path: string,
  text: string,
  known: readonly MemberRecord[],
  canceled: Cancellation = { aborted: false },
): FileOperations | undefined {
  const indexOf = new Map(known.map(({ identity }, index) => [identity, index]));
  const sent: MemberRecord[] = [];
  const places: number[] = [];
  const file = analyzer.analyze(path, text, {
    canceled,
    begin: () => undefined,
    leaveOut: new Map(),
    known: new Set(indexOf.keys()),
    deliver: (member: MemberRecord | KnownMember) => {
      const isNew = member.operations !== undefined;
      if (isNew) sent.push(member);
      const index = isNew ? -1 : (indexOf.get(member.identity) ?? -1);
      places.push(index, member.nameStart, member.start, member.end, member.bodyStart);
    },
  });
  if (file === undefined) return undefined;
  const piece = { kind: 'partial', members: packMembers(sent), places: Int32Array.from(places) } as const;
  return { ...file, members: joinPieces([piece], known) };
}

/** Each member that the headers declare is there, in their order, under its name and where it stands. */
function comparePlaces({ results, texts, units }: State, path: string): void {
  const decoded = decodeUnicodeEscapes(texts.get(path) ?? '');
  const unit = units.get(path);
  if (unit === undefined) return;
  const file = path.slice(path.lastIndexOf('/') + 1).replace(/\.java$/, '');
  const declared = listMemberBodies(namedClassesOf(unit, file), decoded.text);
  const members = results.get(path)?.members ?? [];
  let at = 0;
  for (const { name, nameStart, start, end, body } of declared) {
    const expected = [nameStart, start, end, body.start].map((offset) => decoded.toOriginal(offset)).join();
    const isIt = (member: MemberRecord): boolean =>
      member.name === name &&
      [member.nameStart, member.start, member.end, member.bodyStart].join() === expected;
    while (at < members.length && !isIt(members[at] as MemberRecord)) at++;
    if (at++ >= members.length)
      throw new Disagreement(`${name} at ${expected} is not among the members of ${path}`);
  }
}

function compare(state: State, path: string): void {
  const { texts, analyzer, results, stored } = state;
  const text = texts.get(path);
  if (text === undefined) return;
  // The file itself last: what the others declare by now is part of what is found.
  for (const other of state.waiting) if (other !== path) analyze(state, other);
  analyze(state, path);
  const fresh = indexed(texts);
  const held = stored.get(path);
  // Asked before anything is analyzed, as it is where a file is opened.
  const entry = held?.text === text ? readStoredFile(held.bytes) : undefined;
  const holds =
    entry !== undefined &&
    (entry.fingerprint === fresh.fingerprint() ||
      (entry.dependencies !== undefined && fresh.stillHolds(path, entry.dependencies)));
  const expected = run(fresh, path, text, []);
  if (expected === undefined) throw new Disagreement('a fresh analysis was canceled');
  agree(`the operations of ${path}`, results.get(path), expected);
  if (holds) agree(`what was stored of ${path}`, entry.file, expected);
  const bytes = writeStoredFile({
    file: expected,
    fingerprint: analyzer.fingerprint(),
    dependencies: analyzer.dependenciesOf(path, text),
  });
  stored.set(path, { text, bytes });
  compareEnergies(state, path);
}

/**
 * Compares the energies of lines with all that they call, in one session that was told of every change, and in a new
 * one.
 */
function compareEnergies({ results, texts, energies }: State, path: string): void {
  const fresh = createEnergySession(pricing);
  for (const [name, file] of results) fresh.addCallees(name, file, indexLines(texts.get(name) ?? ''));
  agree(`the energies of ${path}`, energies.priceFile(path), fresh.priceFile(path));
}

function agree(what: string, incremental: unknown, whole: unknown): void {
  const found = findDifference(incremental, whole);
  if (found !== undefined) throw new Disagreement(`${what} differ at ${found}`);
}

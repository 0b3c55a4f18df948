/**
 * Turns text into operations, one file at a time: it splits, parses and types
 * the text, divides it into blocks, and extracts the operations.
 *
 * Sits in `analysis/` and runs inside an analysis worker. Holds the headers of
 * the whole workspace, and the syntax trees and results of the files seen
 * last. Invariant: editing one body leaves every other member's results as
 * they were; a changed header makes those members be typed anew that depend on
 * it, from the trees kept.
 */
import { BoundedMap } from '../base/bounded-map';
import type { SignatureSource } from '../classfile/signatures/class-signature';
import { parseDeclarations } from '../java/headers/declarations';
import { editDeclarations } from '../java/headers/edit-declarations';
import { findEdit } from '../java/text/text-edit';
import type { NamedClass } from '../java/headers/class-names';
import { decodeUnicodeEscapes, type DecodedText } from '../java/text/unicode-escapes';
import { createWorkspaceSignatures } from '../java/headers/workspace-signatures';
import { parseBody } from '../java/syntax/parse-body';
import { prepareParser } from '../java/syntax/body-parser';
import { warmUp } from '../java/syntax/warm-up';
import type { Body, BodyText, CompilationUnit } from '../java/syntax/ast';
import { observeLookups } from '../java/types/lookups';
import type { AdviceWishes } from '../advice/find-hints';
import { type AdvisedMember, adviseMembers, type ProgressHooks } from './advise-members';
import { analyzeMember, type MemberAnalysis } from './analyze-member';
import type { AnalysisOptions } from './analysis-options';
import { dependenciesOf, stillHolds, type Dependencies, type DependencyView } from './dependencies';
import type { Offset } from '../base/units';
import type { FileOperations, MemberRecord } from './file-operations';
import { evaluateFieldConstant } from './field-constants';
import { hashText } from '../base/hash';
import {
  emptyFile,
  implicitKey,
  type KeptFile,
  type KeptMember,
  type LastMember,
  lastMember,
  type TextRun,
  treeKey,
  withoutUnused,
} from './kept-file';
import {
  implicitMembersOf,
  implicitPlaceOf,
  initialisationMembersOf,
  type PlacedNeeds,
} from './implicit-members';
import {
  identified,
  leftOutRecord,
  recordOf,
  type IdentifiedAnalysis,
  type KnownMember,
} from './member-records';
import { listMemberBodies, type MemberBody } from './members';
import { mapOperations, mapProblems } from './original-offsets';

/** Files whose trees and results are kept: more than anyone edits at once. About 5 MB for 6,000 lines. */
const KEPT_FILES = 24;

/** The hooks of work that nobody gives up. */
const NEVER_CANCELED: ProgressHooks = { canceled: { aborted: false }, begin: () => undefined };

export interface AnalysisHooks extends ProgressHooks {
  /** Members that can't be got through, by name: why, to go on after the name. */
  readonly leaveOut: ReadonlyMap<string, string>;
  /** Identities whose operations the caller holds already. */
  readonly known: ReadonlySet<string>;
  /** Takes each member as soon as it is done, in the order of the text. */
  readonly deliver: (member: MemberRecord | KnownMember) => void;
}

export type FileAnalysis = Omit<FileOperations, 'members'>;

export interface Analyzer {
  setHeaders(path: string, text: string): void;
  removeFile(path: string): void;
  /** Drops the trees and results of a file. */
  forget(path: string): void;
  /** Hash of the libraries and of all headers known: the same for the same ones, in every process. */
  fingerprint(): string;
  /**
   * The dependencies of a file's last analysis; undefined where the file is not kept, or its last analysis was of
   * another text or under other headers.
   */
  dependenciesOf(path: string, text: string): Dependencies | undefined;
  /**
   * Tells whether an analysis with these dependencies would give the same result again; the text is the one whose
   * headers are known.
   */
  stillHolds(path: string, dependencies: Dependencies): boolean;
  /** `undefined` when canceled; what was parsed until then is kept. */
  analyze(path: string, text: string, hooks: AnalysisHooks): FileAnalysis | undefined;
  /** Tells whether the last analysis of a file was of this text. */
  isKnown(path: string, text: string): boolean;
  /**
   * The advice for a file's members, and their operations; its headers are those that were set, of this very text.
   * Nothing is kept but trees. When canceled, it gives the advice found so far.
   */
  advise(path: string, text: string, wishes: AdviceWishes, hooks?: ProgressHooks): readonly AdvisedMember[];
  /** Members parsed and typed since the start: what was not reused. */
  readonly counters: { readonly parsed: number; readonly typed: number };
}

/** One run over one file. */
interface FileRun extends TextRun {
  readonly path: string;
  readonly unit: CompilationUnit;
  readonly kept: KeptFile;
  readonly hooks: AnalysisHooks;
  readonly members: LastMember[];
  readonly needs: PlacedNeeds[];
}

/** Makes what the first analysis needs and later ones share. */
export function prepareAnalyzer(): void {
  prepareParser();
}

/** Parses typical members, one a step, so that the first real ones are quick. Costs about a second in all. */
export function warmUpAnalyzer(): Iterator<undefined, void> {
  return warmUp();
}

/** `librariesIdentity` tells one state of the libraries from another, in every process. */
export function createAnalyzer(
  libraries: SignatureSource,
  options: AnalysisOptions,
  librariesIdentity = '',
): Analyzer {
  const files = new BoundedMap<string, KeptFile>(KEPT_FILES);
  /** Files with members whose dependencies are not yet worked out. */
  const unsettled = new Set<string>();
  const workspace = createWorkspaceSignatures(libraries, evaluateFieldConstant, settle);
  const environment = hashText(JSON.stringify([librariesIdentity, options]));
  const hashes = new Map<string, bigint>();
  const counters = { parsed: 0, typed: 0 };
  let combined = 0n;

  function setHeaders(
    path: string,
    text: string,
  ): { readonly decoded: DecodedText; readonly unit: CompilationUnit } {
    const decoded = decodeUnicodeEscapes(text);
    const edited = decoded.text === text ? editedUnit(path, text) : undefined;
    const unit = edited ?? parseDeclarations(decoded.text);
    const fingerprint = workspace.setFile(path, unit, decoded.text, edited !== undefined);
    if (edited === undefined) replaceHash(path, BigInt(`0x${hashText(`${path}\n${fingerprint}`)}`));
    return { decoded, unit };
  }

  /** The declarations of the last run, moved, if only one body differs from its text. */
  function editedUnit(path: string, text: string): CompilationUnit | undefined {
    const last = files.get(path)?.last;
    if (last?.unit === undefined || last.unit !== workspace.unitOf(path)) return undefined;
    return last.text === text ? last.unit : editDeclarations(last.unit, findEdit(last.text, text), text);
  }

  /** Free of order, so that any way to the same headers ends in the same hash. */
  function replaceHash(path: string, hash: bigint): void {
    combined ^= (hashes.get(path) ?? 0n) ^ hash;
    if (hash === 0n) hashes.delete(path);
    else hashes.set(path, hash);
  }

  function viewOf(path: string, unit: CompilationUnit): DependencyView {
    return { source: workspace.source(path), unit, libraries: environment };
  }

  /** Works out what results depend on, while the headers that they were made under still answer. */
  function settle(): void {
    for (const path of unsettled) {
      const unit = workspace.unitOf(path);
      for (const member of files.get(path)?.results.values() ?? []) {
        if (unit !== undefined && !('hash' in member.depends))
          member.depends = dependenciesOf([member.depends], viewOf(path, unit));
      }
    }
    unsettled.clear();
  }

  return {
    setHeaders(path, text) {
      setHeaders(path, text);
    },
    removeFile(path) {
      files.delete(path);
      workspace.removeFile(path);
      replaceHash(path, 0n);
    },
    forget(path) {
      files.delete(path);
    },
    fingerprint: () => `${environment}-${combined.toString(16)}`,
    dependenciesOf(path, text) {
      const file = files.get(path);
      const unit = workspace.unitOf(path);
      if (unit === undefined || file?.last?.version !== workspace.version || file.last.text !== text)
        return undefined;
      const members = [...file.results.values()].map(({ depends }) => depends);
      return dependenciesOf(members, viewOf(path, unit));
    },
    stillHolds(path, dependencies) {
      const unit = workspace.unitOf(path);
      return unit !== undefined && stillHolds(dependencies, viewOf(path, unit));
    },
    counters,
    analyze(path, text, hooks) {
      const { decoded, unit } = setHeaders(path, text);
      const before = files.get(path) ?? emptyFile();
      const kept: KeptFile = { trees: before.trees, results: new Map(), last: undefined };
      const { version } = workspace;
      const run: FileRun = {
        path,
        unit,
        decoded,
        text,
        version,
        before,
        kept,
        hooks,
        members: [],
        needs: [],
      };
      unsettled.add(path);
      const bodies = listMemberBodies(workspace.classesOf(path), decoded.text);
      for (const member of bodies) {
        if (hooks.canceled.aborted) {
          files.set(path, { ...before, results: new Map([...before.results, ...kept.results]) });
          return undefined;
        }
        for (const record of recordsOf(member, run)) hooks.deliver(record);
      }
      for (const record of unseenRecords(workspace.classesOf(path), run)) hooks.deliver(record);
      files.set(path, {
        trees: withoutUnused(kept.trees, bodies, decoded.text),
        results: kept.results,
        last: { text, unit: decoded.text === text ? unit : undefined, version, members: run.members },
      });
      return { path, problems: mapProblems(unit.problems, decoded, 0) };
    },
    isKnown(path, text) {
      const last = files.get(path)?.last;
      return last?.text === text && (last.unit === undefined || last.unit === workspace.unitOf(path));
    },
    advise(path, text, wishes, hooks = NEVER_CANCELED) {
      const decoded = decodeUnicodeEscapes(text);
      const unit = workspace.unitOf(path) ?? setHeaders(path, text).unit;
      const trees = files.get(path)?.trees ?? new Map<string, Body>();
      return adviseMembers(listMemberBodies(workspace.classesOf(path), decoded.text), {
        unit,
        signatures: workspace.source(path),
        options,
        decoded,
        wishes,
        hooks,
        parse: (body) => parse(body, decoded.text, trees),
      });
    },
  };

  function parse(body: BodyText, text: string, trees: Map<string, Body>): Body {
    const key = treeKey(body, text);
    let tree = trees.get(key);
    if (tree === undefined) {
      counters.parsed++;
      tree = parseBody(text.slice(body.start, body.end), body.rule);
      trees.set(key, tree);
    }
    return tree;
  }

  function recordsOf(member: MemberBody, run: FileRun): readonly (MemberRecord | KnownMember)[] {
    const { decoded, hooks } = run;
    const last = lastMember(member, run.members.length, run);
    run.members.push(last);
    const reason = hooks.leaveOut.get(member.name);
    if (reason !== undefined) return [leftOutRecord(member, decoded, reason)];
    const kept = keptMember(last.key, run) ?? analyze(member, run);
    run.kept.results.set(last.key, kept);
    run.needs.push(...kept.results.flatMap(({ needs }) => (needs === undefined ? [] : [{ needs, bodyStart: member.body.start }]))); // prettier-ignore
    return kept.results.map((result, index) => {
      const [{ nameStart, start, end }, base] = index === 0 ? [member, 0] : [result.place, member.body.start];
      return recordOf(result, hooks.known, {
        nameStart: decoded.toOriginal(nameStart + base),
        start: decoded.toOriginal(start + base),
        end: decoded.toOriginal(end + base),
        bodyStart: last.start,
      });
    });
  }

  /** Records for the members that the classes have without any text of their own. */
  function unseenRecords(
    classes: readonly NamedClass[],
    run: FileRun,
  ): readonly (MemberRecord | KnownMember)[] {
    const { decoded, hooks } = run;
    const recordAt = (start: Offset, result: IdentifiedAnalysis): MemberRecord | KnownMember => {
      const at = decoded.toOriginal(start);
      return recordOf(result, hooks.known, { nameStart: at, start: at, end: at, bodyStart: at });
    };
    const ofClasses = classes.flatMap((named) => {
      const key = implicitKey(named);
      const kept = keptMember(key, run) ?? analyzeImplicit(named, run);
      run.kept.results.set(key, kept);
      return kept.results.map((result) => recordAt(implicitPlaceOf(named), result));
    });
    const ofBodies = initialisationMembersOf(classes, run.needs, workspace.source(run.path));
    return [...ofClasses, ...ofBodies.map(({ start, member }) => recordAt(start, identified(member)))];
  }

  function analyzeImplicit(named: NamedClass, run: FileRun): KeptMember {
    const { source, lookups } = observeLookups(workspace.source(run.path), run.unit);
    const results = implicitMembersOf(named, source).map(identified);
    return { results, depends: lookups(), version: run.version };
  }

  /** Results of the same text that still hold. */
  function keptMember(key: string, run: FileRun): KeptMember | undefined {
    const member = run.kept.results.get(key) ?? run.before.results.get(key);
    if (member === undefined || member.version === run.version) return member;
    if (!('hash' in member.depends) || !stillHolds(member.depends, viewOf(run.path, run.unit)))
      return undefined;
    member.version = run.version;
    return member;
  }

  function analyze(member: MemberBody, run: FileRun): KeptMember {
    run.hooks.begin(member.name);
    const body = parse(member.body, run.decoded.text, run.kept.trees);
    counters.typed++;
    const { source, lookups } = observeLookups(workspace.source(run.path), run.unit);
    const results = analyzeMember(member, body, { unit: run.unit, signatures: source, options });
    return {
      results: results.map((result) => inOriginalText(result, member, run)),
      depends: lookups(),
      version: run.version,
    };
  }
}

function inOriginalText(result: MemberAnalysis, member: MemberBody, run: FileRun): IdentifiedAnalysis {
  const { decoded, text } = run;
  const { operations, problems } = result;
  const mapped: MemberAnalysis =
    decoded.text === text
      ? result
      : {
          ...result,
          operations: mapOperations(operations, decoded, member.body.start),
          problems: mapProblems(problems, decoded, member.body.start),
        };
  return identified(mapped);
}

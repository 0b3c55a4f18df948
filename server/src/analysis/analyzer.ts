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
import { decodeUnicodeEscapes, type DecodedText } from '../java/text/unicode-escapes';
import { createWorkspaceSignatures, type WorkspaceSignatures } from '../java/headers/workspace-signatures';
import { prepareParser } from '../java/syntax/body-parser';
import { parseBody } from '../java/syntax/parse-body';
import { warmUp } from '../java/syntax/warm-up';
import type { Body, BodyText, CompilationUnit } from '../java/syntax/ast';
import type { AdviceWishes } from '../advice/find-hints';
import { type AdvisedMember, adviseMembers, type KeptAdvice, type ProgressHooks } from './advise-members';
import type { AnalysisOptions } from './analysis-options';
import { FileRun, type AnalysisHooks } from './analyze-file';
import { dependenciesOf, stillHolds, type Dependencies, type DependencyView } from './dependencies';
import type { FileOperations } from './file-operations';
import { evaluateFieldConstant } from './field-constants';
import { hashText } from '../base/hash';
import { emptyFile, type KeptFile, treeKey, withoutUnused } from './kept-file';
import { listMemberBodies } from './members';
import { mapProblems } from './original-offsets';

/** Files whose trees and results are kept: more than anyone edits at once. About 5 MB for 6,000 lines. */
const KEPT_FILES = 24;

/** The hooks of work that nobody gives up. */
const NEVER_CANCELED: ProgressHooks = { canceled: { aborted: false }, begin: () => undefined };

/** Makes what the first analysis needs and later ones share. */
export function prepareAnalyzer(): void {
  prepareParser();
}

/** Parses typical members, one a step, so that the first real ones are quick. Costs about a second in all. */
export function warmUpAnalyzer(): Iterator<undefined, void> {
  return warmUp();
}

export class Analyzer {
  /** Members parsed and typed since the start: what was not reused. */
  readonly counters = { parsed: 0, typed: 0 };
  private readonly options: AnalysisOptions;
  private readonly files = new BoundedMap<string, KeptFile>(KEPT_FILES);
  private readonly advice = new BoundedMap<string, ReadonlyMap<string, KeptAdvice>>(KEPT_FILES);
  /** Files with members whose dependencies are not yet worked out. */
  private readonly unsettled = new Set<string>();
  private readonly workspace: WorkspaceSignatures;
  /** The hash of the libraries and the options. */
  private readonly environment: string;
  /** The hash of each file's headers, and all of them joined. */
  private readonly hashes = new Map<string, bigint>();
  private combined = 0n;

  /** `librariesIdentity` tells one state of the libraries from another, in every process. */
  constructor(libraries: SignatureSource, options: AnalysisOptions, librariesIdentity = '') {
    this.options = options;
    this.environment = hashText(JSON.stringify([librariesIdentity, options]));
    this.workspace = createWorkspaceSignatures(libraries, evaluateFieldConstant, () => {
      this.settle();
    });
  }

  setHeaders(path: string, text: string): void {
    this.readHeaders(path, text);
  }

  removeFile(path: string): void {
    this.files.delete(path);
    this.advice.delete(path);
    this.workspace.removeFile(path);
    this.replaceHash(path, 0n);
  }

  /** Drops the trees and results of a file. */
  forget(path: string): void {
    this.files.delete(path);
    this.advice.delete(path);
  }

  /** Hash of the libraries and of all headers known: the same for the same ones, in every process. */
  fingerprint(): string {
    return `${this.environment}-${this.combined.toString(16)}`;
  }

  /**
   * The dependencies of a file's last analysis; undefined where the file is not kept, or its last analysis was of
   * another text or under other headers.
   */
  dependenciesOf(path: string, text: string): Dependencies | undefined {
    const file = this.files.get(path);
    const unit = this.workspace.unitOf(path);
    if (unit === undefined || file?.last?.version !== this.workspace.version || file.last.text !== text)
      return undefined;
    const members = [...file.results.values()].map(({ depends }) => depends);
    return dependenciesOf(members, this.viewOf(path, unit));
  }

  /**
   * Tells whether an analysis with these dependencies would give the same result again; the text is the one whose
   * headers are known.
   */
  stillHolds(path: string, dependencies: Dependencies): boolean {
    const unit = this.workspace.unitOf(path);
    return unit !== undefined && stillHolds(dependencies, this.viewOf(path, unit));
  }

  /** `undefined` when canceled; what was parsed until then is kept. */
  analyze(path: string, text: string, hooks: AnalysisHooks): Omit<FileOperations, 'members'> | undefined {
    const { decoded, unit } = this.readHeaders(path, text);
    const before = this.files.get(path) ?? emptyFile();
    const { version } = this.workspace;
    const classes = this.workspace.classesOf(path);
    const run = new FileRun({
      ...{ decoded, text, version, before, hooks },
      options: this.options,
      view: this.viewOf(path, unit),
      counters: this.counters,
      parse: (body) => this.parse(body, decoded.text, before.trees),
    });
    this.unsettled.add(path);
    const bodies = listMemberBodies(classes, decoded.text);
    for (const member of bodies) {
      if (hooks.canceled.aborted) {
        this.files.set(path, { ...before, results: new Map([...before.results, ...run.results]) });
        return undefined;
      }
      for (const record of run.recordsOf(member)) hooks.deliver(record);
    }
    for (const record of run.unseenRecords(classes)) hooks.deliver(record);
    this.files.set(path, {
      trees: withoutUnused(before.trees, bodies, decoded.text),
      results: run.results,
      last: { text, unit: decoded.text === text ? unit : undefined, version, members: run.members },
    });
    return { path, problems: mapProblems(unit.problems, decoded, 0) };
  }

  /** Tells whether the last analysis of a file was of this text. */
  isKnown(path: string, text: string): boolean {
    return this.files.get(path)?.last?.text === text;
  }

  /**
   * The advice for a file's members, and their operations. Its headers are read again where those of another text were
   * set meanwhile: of the one before an error, or of the file on the disk. Advice on members that did not change is kept.
   * When canceled, it gives the advice found so far.
   */
  advise(
    path: string,
    text: string,
    wishes: AdviceWishes,
    hooks: ProgressHooks = NEVER_CANCELED,
  ): readonly AdvisedMember[] {
    const { decoded, unit } = this.readHeaders(path, text);
    const trees = this.files.get(path)?.trees ?? new Map<string, Body>();
    const before = this.advice.get(path) ?? new Map<string, KeptAdvice>();
    const results = new Map<string, KeptAdvice>();
    this.unsettled.add(path);
    const members = adviseMembers(listMemberBodies(this.workspace.classesOf(path), decoded.text), {
      ...{ decoded, wishes, hooks, before, results },
      ...{ view: this.viewOf(path, unit), version: this.workspace.version },
      options: this.options,
      mayBeOverridden: ({ named, methodName, parameters, isStatic }) =>
        !isStatic && this.workspace.mayOverride(named.binaryName, methodName, parameters.length),
      parse: (body) => this.parse(body, decoded.text, trees),
    });
    this.advice.set(path, hooks.canceled.aborted ? new Map([...before, ...results]) : results);
    return members;
  }

  private readHeaders(
    path: string,
    text: string,
  ): { readonly decoded: DecodedText; readonly unit: CompilationUnit } {
    const decoded = decodeUnicodeEscapes(text);
    const edited = decoded.text === text ? this.editedUnit(path, text) : undefined;
    const unit = edited ?? parseDeclarations(decoded.text);
    const fingerprint = this.workspace.setFile(path, unit, decoded.text, edited !== undefined);
    if (edited === undefined) this.replaceHash(path, BigInt(`0x${hashText(`${path}\n${fingerprint}`)}`));
    return { decoded, unit };
  }

  /** The declarations of the last run, moved, if only one body differs from its text. */
  private editedUnit(path: string, text: string): CompilationUnit | undefined {
    const last = this.files.get(path)?.last;
    if (last?.unit === undefined || last.unit !== this.workspace.unitOf(path)) return undefined;
    return last.text === text ? last.unit : editDeclarations(last.unit, findEdit(last.text, text), text);
  }

  /** Free of order, so that any way to the same headers ends in the same hash. */
  private replaceHash(path: string, hash: bigint): void {
    this.combined ^= (this.hashes.get(path) ?? 0n) ^ hash;
    if (hash === 0n) this.hashes.delete(path);
    else this.hashes.set(path, hash);
  }

  private viewOf(path: string, unit: CompilationUnit): DependencyView {
    return { source: this.workspace.source(path), unit, libraries: this.environment };
  }

  /** Works out what results depend on, while the headers that they were made under still answer. */
  private settle(): void {
    for (const path of this.unsettled) {
      const unit = this.workspace.unitOf(path);
      const [results, advice] = [this.files.get(path)?.results, this.advice.get(path)];
      for (const member of [...(results?.values() ?? []), ...(advice?.values() ?? [])]) {
        if (unit !== undefined && !('hash' in member.depends))
          member.depends = dependenciesOf([member.depends], this.viewOf(path, unit));
      }
    }
    this.unsettled.clear();
  }

  private parse(body: BodyText, text: string, trees: Map<string, Body>): Body {
    const key = treeKey(body, text);
    let tree = trees.get(key);
    if (tree === undefined) {
      this.counters.parsed++;
      tree = parseBody(text.slice(body.start, body.end), body.rule);
      trees.set(key, tree);
    }
    return tree;
  }
}

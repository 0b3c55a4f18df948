/**
 * Text to operations, for one file at a time: split, parse, type, divide into
 * blocks, extract.
 *
 * Sits in `engine/` and runs inside an analysis worker. Holds the headers of
 * the whole workspace, and the syntax trees and results of the files seen
 * last. Invariant: editing one body leaves every other member's results as
 * they were; a changed header makes members be typed anew, from the trees kept.
 */
import type { SignatureSource } from '../classfile/class-signature';
import { parseDeclarations } from '../java/declarations';
import { editDeclarations } from '../java/edit-declarations';
import { findEdit } from '../java/text-edit';
import { decodeUnicodeEscapes, type DecodedText } from '../java/unicode-escapes';
import { createWorkspaceSignatures } from '../java/workspace-signatures';
import { parseBody } from '../java/parse-body';
import { warmUp } from '../java/warm-up';
import type { Body, BodyText, CompilationUnit } from '../java/ast';
import { analyseMember, type MemberAnalysis } from './analyse-member';
import type { AnalysisOptions } from './analysis-options';
import type { Offset } from '../units';
import type { FileOperations, LocatedProblem, MemberRecord } from './file-operations';
import { evaluateFieldConstant } from './field-constants';
import { hashText } from './hash';
import { listMemberBodies, type MemberBody } from './members';
import { mapOperations, mapProblems } from './original-offsets';

/** Files whose trees and results are kept: more than anyone edits at once. About 5 MB for 6,000 lines. */
const KEPT_FILES = 24;
/** Trees kept beyond what a file's members need. */
const SPARE_TREES = 200;

export interface AnalysisHooks {
  /** Asked between two members. */
  readonly isCancelled: () => boolean;
  readonly begin: (memberName: string) => void;
  /** Members that are known to hang, left out and named. */
  readonly leaveOut: ReadonlySet<string>;
  /** Identities whose operations the caller holds already. */
  readonly known: ReadonlySet<string>;
  /** Takes each member as soon as it is done, in the order of the text. */
  readonly deliver: (member: MemberRecord | KnownMember) => void;
}

/** A member whose operations the caller holds; only its place is new. */
export type KnownMember = Pick<MemberRecord, 'identity' | 'nameStart' | 'start' | 'end' | 'bodyStart'> & {
  readonly operations?: undefined;
};

export type FileAnalysis = Omit<FileOperations, 'members'>;

export interface Analyser {
  setHeaders(path: string, text: string): void;
  removeFile(path: string): void;
  /** Drops the trees and results of a file. */
  forget(path: string): void;
  /** Texts of the files whose headers are known, by path. */
  readonly texts: ReadonlyMap<string, string>;
  /** Hash of all headers known: the same for the same headers, in every process. */
  fingerprint(): string;
  /** `undefined` when cancelled; what was parsed until then is kept. */
  analyse(path: string, text: string, hooks: AnalysisHooks): FileAnalysis | undefined;
  /** Members parsed and typed since the start: what was not reused. */
  readonly counters: { readonly parsed: number; readonly typed: number };
}

/** What is kept of one file: trees by rule and text, results by identity, and what the last run's members were. */
interface KeptFile {
  readonly trees: Map<string, Body>;
  readonly results: Map<string, readonly MemberAnalysis[]>;
  readonly last: LastRun | undefined;
}

interface LastRun {
  readonly text: string;
  /** Absent where escapes were decoded: its offsets are not those of the text. */
  readonly unit: CompilationUnit | undefined;
  readonly environment: string;
  readonly members: readonly LastMember[];
}

interface LastMember {
  readonly start: Offset;
  readonly end: Offset;
  readonly identity: string;
}

/** One run over one file. */
interface Run {
  readonly path: string;
  readonly unit: CompilationUnit;
  readonly decoded: DecodedText;
  readonly text: string;
  /** Hash of all beside a body's own text that its operations depend on. */
  readonly environment: string;
  readonly before: KeptFile;
  readonly kept: KeptFile;
  readonly hooks: AnalysisHooks;
  readonly members: LastMember[];
}

/** Parses typical members, so that the first real ones are quick. Costs about a second. */
export function warmUpAnalyser(): void {
  warmUp();
}

export function createAnalyser(libraries: SignatureSource, options: AnalysisOptions): Analyser {
  const texts = new Map<string, string>();
  const workspace = createWorkspaceSignatures(libraries, evaluateFieldConstant);
  const hashes = new Map<string, bigint>();
  const files = new Map<string, KeptFile>();
  const counters = { parsed: 0, typed: 0 };
  let combined = 0n;

  function setHeaders(
    path: string,
    text: string,
  ): { readonly decoded: DecodedText; readonly unit: CompilationUnit } {
    const decoded = decodeUnicodeEscapes(text);
    const edited = decoded.text === text ? editedUnit(path, text) : undefined;
    const unit = edited ?? parseDeclarations(decoded.text);
    texts.set(path, text);
    const fingerprint = workspace.setFile(path, unit, decoded.text, edited !== undefined);
    if (edited === undefined) replaceHash(path, BigInt(`0x${hashText(`${path}\n${fingerprint}`)}`));
    return { decoded, unit };
  }

  /** The declarations of the last run, moved, if only one body differs from its text. */
  function editedUnit(path: string, text: string): CompilationUnit | undefined {
    const last = files.get(path)?.last;
    if (last?.unit === undefined || last.text !== texts.get(path)) return undefined;
    return last.text === text ? last.unit : editDeclarations(last.unit, findEdit(last.text, text), text);
  }

  /** Free of order, so that any way to the same headers ends in the same hash. */
  function replaceHash(path: string, hash: bigint): void {
    combined ^= (hashes.get(path) ?? 0n) ^ hash;
    if (hash === 0n) hashes.delete(path);
    else hashes.set(path, hash);
  }

  function keep(path: string, kept: KeptFile): void {
    files.delete(path);
    files.set(path, kept);
    const [oldest] = files.keys();
    if (files.size > KEPT_FILES && oldest !== undefined) files.delete(oldest);
  }

  return {
    setHeaders(path, text) {
      setHeaders(path, text);
    },
    texts,
    removeFile(path) {
      files.delete(path);
      texts.delete(path);
      workspace.removeFile(path);
      replaceHash(path, 0n);
    },
    forget(path) {
      files.delete(path);
    },
    fingerprint: () => combined.toString(16),
    counters,
    analyse(path, text, hooks) {
      const { decoded, unit } = setHeaders(path, text);
      const before = files.get(path) ?? emptyFile();
      const kept: KeptFile = { trees: before.trees, results: new Map(), last: undefined };
      const environment = hashText(`${combined.toString(16)} ${JSON.stringify(options)}`);
      const run: Run = { path, unit, decoded, text, environment, before, kept, hooks, members: [] };
      for (const member of listMemberBodies(workspace.classesOf(path), decoded.text)) {
        if (hooks.isCancelled()) {
          keep(path, { ...before, results: new Map([...before.results, ...kept.results]) });
          return undefined;
        }
        for (const record of recordsOf(member, run)) hooks.deliver(record);
      }
      keep(path, {
        trees: withoutUnused(kept.trees, run),
        results: kept.results,
        last: { text, unit: decoded.text === text ? unit : undefined, environment, members: run.members },
      });
      return { path, problems: mapProblems(unit.problems, decoded, 0) };
    },
  };

  function parse(body: BodyText, run: Run): Body {
    const key = treeKey(body, run.decoded.text);
    let tree = run.kept.trees.get(key);
    if (tree === undefined) {
      counters.parsed++;
      tree = parseBody(run.decoded.text.slice(body.start, body.end), body.rule);
      run.kept.trees.set(key, tree);
    }
    return tree;
  }

  function recordsOf(member: MemberBody, run: Run): readonly (MemberRecord | KnownMember)[] {
    const { decoded, hooks } = run;
    const start = decoded.toOriginal(member.body.start);
    const end = decoded.toOriginal(member.body.end);
    const identity = lastIdentity(run, run.members.length, start, end) ?? identityOf(member, run, start, end);
    run.members.push({ start, end, identity });
    if (hooks.leaveOut.has(member.name)) return [leftOutRecord(member, run)];
    const results =
      run.kept.results.get(identity) ?? run.before.results.get(identity) ?? analyse(member, run);
    run.kept.results.set(identity, results);
    return results.map((result, index) => {
      const [place, base] = index === 0 ? [member, 0] : [result.place, member.body.start];
      const placed = {
        identity: `${identity}:${index}`,
        nameStart: decoded.toOriginal(place.nameStart + base),
        start: decoded.toOriginal(place.start + base),
        end: decoded.toOriginal(place.end + base),
        bodyStart: start,
      };
      if (hooks.known.has(placed.identity)) return placed;
      const { key, name, className, kind, operations, problems } = result;
      return { ...placed, key, name, className, kind, operations, problems };
    });
  }

  function analyse(member: MemberBody, run: Run): readonly MemberAnalysis[] {
    run.hooks.begin(member.name);
    const body = parse(member.body, run);
    counters.typed++;
    const results = analyseMember(member, body, {
      unit: run.unit,
      signatures: workspace.source(run.path),
      options,
    });
    if (run.decoded.text === run.text) return results;
    return results.map((result) => ({
      ...result,
      operations: mapOperations(result.operations, run.decoded, member.body.start),
      problems: mapProblems(result.problems, run.decoded, member.body.start),
    }));
  }
}

function treeKey(body: BodyText, text: string): string {
  return `${body.rule}\n${text.slice(body.start, body.end)}`;
}

/** Trees outlive the edits that did not touch them; those of bodies long gone are dropped from time to time. */
function withoutUnused(trees: Map<string, Body>, { members, text, decoded }: Run): Map<string, Body> {
  if (trees.size <= SPARE_TREES + 2 * members.length || decoded.text !== text) return trees;
  const present = new Set(members.map(({ start, end }) => text.slice(start, end)));
  return new Map([...trees].filter(([key]) => present.has(key.slice(key.indexOf('\n') + 1))));
}

function emptyFile(): KeptFile {
  return { trees: new Map(), results: new Map(), last: undefined };
}

/** Under the same headers the n-th member is the n-th member of the run before; with the same text it is the same. */
function lastIdentity(
  { before: { last }, environment, text }: Run,
  index: number,
  start: Offset,
  end: Offset,
): string | undefined {
  const member = last?.environment === environment ? last.members[index] : undefined;
  if (last === undefined || member === undefined || member.end - member.start !== end - start)
    return undefined;
  return last.text.slice(member.start, member.end) === text.slice(start, end) ? member.identity : undefined;
}

function identityOf(member: MemberBody, run: Run, start: Offset, end: Offset): string {
  return hashText(
    [run.environment, member.name, member.named.binaryName, run.text.slice(start, end)].join('\n'),
  );
}

/** Stands for a member that a worker hung on: it is named, and has no operations. */
function leftOutRecord(member: MemberBody, run: Run): MemberRecord {
  const { decoded } = run;
  const bodyStart = decoded.toOriginal(member.body.start);
  const problem: LocatedProblem = {
    severity: 'error',
    message: `${member.name} took too long to analyse and was left out`,
    start: 0,
    end: decoded.toOriginal(member.body.end) - bodyStart,
  };
  return {
    identity: `left out ${hashText(member.name)}`,
    key: `${member.named.binaryName}.${member.methodName}`,
    name: member.name,
    className: member.className,
    kind: member.kind,
    nameStart: decoded.toOriginal(member.nameStart),
    start: decoded.toOriginal(member.start),
    end: decoded.toOriginal(member.end),
    bodyStart,
    operations: {
      keys: [],
      sites: new Int32Array(0),
      callees: [],
      blocks: [],
      region: { kind: 'sequence', regions: [] },
    },
    problems: [problem],
  };
}

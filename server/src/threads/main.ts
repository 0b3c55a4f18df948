/**
 * The analysis worker: takes requests from the main thread, one at a time.
 *
 * Sits in `threads/`, a bundle of its own (dist/analysis.js) that `start.ts` loads. It wires the
 * files of the class path to the analyzer of `analysis/`. An exception ends a
 * request, never the worker.
 */
import { parentPort, workerData } from 'node:worker_threads';
import type { SignatureSource } from '../classfile/signatures/class-signature';
import { Analyzer, prepareAnalyzer, warmUpAnalyzer } from '../analysis/analyzer';
import type { ProgressHooks } from '../analysis/advise-members';
import type { KnownMember } from '../analysis/member-records';
import type { MemberRecord } from '../analysis/file-operations';
import { packMembers } from '../analysis/packed-members';
import { present } from '../base/check';
import { analysisOptionsOf } from '../analysis/analysis-options';
import { fence } from '../host/files/fence';
import { NO_LIBRARIES, openLibraries, type Libraries } from '../host/jdk/libraries';
import {
  type NumberedAnswer,
  type NumberedRequest,
  type WorkerAnswer,
  type WorkerRequest,
  type WorkerSetup,
  beginMember,
  cancellationOf,
  clearLabel,
} from './messages';

/** Members and numbers of their operations in one message: 5,000 operations. */
const BATCH_WEIGHT = 30_000;

type Delivered = MemberRecord | KnownMember;

const setup = workerData as WorkerSetup;
const loadedAt = performance.now();
let signaturesTook = 0;
let grammarTook = 0;
/** The request at work, which problems are told with. */
let currentId = 0;
let analyzer = new Analyzer(open(NO_LIBRARIES), analysisOptionsOf());

/** `warmedUp` is called when typical code has run. */
export function serve(warmedUp: () => void): void {
  parentPort?.on('message', ({ id, request }: NumberedRequest) => {
    let answer: WorkerAnswer;
    currentId = id;
    clearLabel(setup);
    try {
      answer = handle(id, request);
    } catch (error) {
      const { message, stack } = error instanceof Error ? error : new Error(String(error));
      answer = { kind: 'failed', message, stack: stack ?? '' };
    }
    parentPort?.postMessage({ id, answer } satisfies NumberedAnswer);
    if (request.kind === 'warm-up') {
      prepareGrammar();
      whileIdle(warmUpAnalyzer(), warmedUp);
    }
  });
}

/** Takes its time once. */
function prepareGrammar(): void {
  const begun = performance.now();
  prepareAnalyzer();
  grammarTook += performance.now() - begun;
}

/** Requests that come in are handled between two steps. */
function whileIdle(steps: Iterator<undefined, void>, done: () => void): void {
  setImmediate(() => {
    if (steps.next().done === true) done();
    else whileIdle(steps, done);
  });
}

function handle(id: number, request: WorkerRequest): WorkerAnswer {
  switch (request.kind) {
    case 'configure': {
      fence(request.libraries.fenced ?? []);
      const problems: string[] = [];
      let isOpen = false;
      const libraries = open(request.libraries, (problem) => {
        if (isOpen) sendProblem(problem);
        else problems.push(problem);
      });
      isOpen = true;
      analyzer = new Analyzer(libraries, request.options, request.libraries.identity);
      return { kind: 'configured', problems };
    }
    case 'headers':
      for (const path of request.removed) analyzer.removeFile(path);
      for (const { path, text } of request.files) analyzer.setHeaders(path, text);
      return { kind: 'indexed', fingerprint: analyzer.fingerprint() };
    case 'analyze': {
      const { path, text } = request;
      const batch = createBatch(id, request.known);
      prepareGrammar();
      const begun = performance.now();
      const file = analyzer.analyze(path, text, {
        ...hooksOf(id),
        leaveOut: request.leaveOut,
        known: new Set(request.known),
        deliver: batch.add,
      });
      if (file === undefined) return { kind: 'canceled' };
      batch.send();
      const took = {
        load: loadedAt,
        signatures: signaturesTook,
        grammar: grammarTook,
        analysis: performance.now() - begun,
      };
      const dependencies = request.wantsDependencies ? analyzer.dependenciesOf(path, text) : undefined;
      if (!request.keep) analyzer.forget(path);
      return { kind: 'analyzed', file, fingerprint: analyzer.fingerprint(), dependencies, took };
    }
    case 'dependencies':
      return { kind: 'dependencies', dependencies: analyzer.dependenciesOf(request.path, request.text) };
    case 'advise': {
      const { path, text } = request;
      const hooks = hooksOf(id);
      const members = analyzer.isKnown(path, text)
        ? analyzer.advise(path, text, { interpreted: true }, hooks)
        : undefined;
      return hooks.canceled.aborted ? { kind: 'canceled' } : { kind: 'advised', members };
    }
    case 'check':
      return { kind: 'checked', holds: analyzer.stillHolds(request.path, request.dependencies) };
    case 'forget':
      analyzer.forget(request.path);
      return { kind: 'done' };
    case 'warm-up':
      return { kind: 'done' };
  }
}

function hooksOf(id: number): ProgressHooks {
  return {
    canceled: cancellationOf(setup, id),
    begin: (name) => {
      beginMember(setup, name);
    },
  };
}

function open(libraries: Libraries, report: (problem: string) => void = sendProblem): SignatureSource {
  const begun = performance.now();
  const source = openLibraries(libraries, { mediaFolder: setup.mediaFolder, report });
  signaturesTook += performance.now() - begun;
  return source;
}

function sendProblem(message: string): void {
  const answer: WorkerAnswer = { kind: 'library-problem', message };
  parentPort?.postMessage({ id: currentId, answer } satisfies NumberedAnswer);
}

/** Sends members on in pieces that the main thread takes in within a few milliseconds. */
function createBatch(
  id: number,
  known: readonly string[],
): { readonly add: (member: Delivered) => void; readonly send: () => void } {
  const indexOf = new Map(known.map((identity, index) => [identity, index]));
  let members: MemberRecord[] = [];
  let places: number[] = [];
  let weight = 0;
  const send = (): void => {
    if (places.length > 0) {
      const packed = packMembers(members);
      const answer: WorkerAnswer = { kind: 'partial', members: packed, places: Int32Array.from(places) };
      parentPort?.postMessage({ id, answer } satisfies NumberedAnswer, [
        packed.numbers.buffer as ArrayBuffer,
        packed.fractions.buffer as ArrayBuffer,
      ]);
    }
    members = [];
    places = [];
    weight = 0;
  };
  return {
    send,
    add(member) {
      const isNew = member.operations !== undefined;
      if (isNew) members.push(member);
      const index = isNew ? -1 : present(indexOf.get(member.identity), 'a member that the request named');
      places.push(index, member.nameStart, member.start, member.end, member.bodyStart);
      weight += isNew ? 1 + member.operations.sites.length : 0;
      if (weight > BATCH_WEIGHT) send();
    },
  };
}

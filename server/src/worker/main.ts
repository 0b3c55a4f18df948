/**
 * The analysis worker: takes requests from the main thread, one at a time.
 *
 * Sits in `worker/`, a bundle of its own (dist/analysis.js) that `start.ts` loads. Wires the
 * files of the class path to the engine's analyser. An exception ends a
 * request, never the worker.
 */
import { parentPort, workerData } from 'node:worker_threads';
import type { SignatureSource } from '../classfile/class-signature';
import { createAnalyser, prepareAnalyser, warmUpAnalyser, type Analyser } from '../engine/analyser';
import type { ProgressHooks } from '../engine/progress-hooks';
import type { KnownMember } from '../engine/member-records';
import type { MemberRecord } from '../engine/file-operations';
import { packMembers } from '../engine/packed-members';
import { analysisOptionsOf } from '../engine/analysis-options';
import { NO_LIBRARIES, openLibraries, type Libraries } from '../host/libraries';
import type { NumberedAnswer, NumberedRequest, WorkerAnswer, WorkerRequest, WorkerSetup } from './messages';
import { beginMember, clearLabel, isCancelled } from './shared-control';

/** Members and numbers of their operations in one message: 5,000 operations. */
const BATCH_WEIGHT = 30_000;

type Delivered = MemberRecord | KnownMember;

const setup = workerData as WorkerSetup;
const loadedAt = performance.now();
let signaturesTook = 0;
let grammarTook = 0;
/** The request at work, which problems are told with. */
let currentId = 0;
let analyser: Analyser = createAnalyser(open(NO_LIBRARIES), analysisOptionsOf());

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
      whileIdle(warmUpAnalyser(), warmedUp);
    }
  });
}

/** Takes its time once. */
function prepareGrammar(): void {
  const begun = performance.now();
  prepareAnalyser();
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
      const problems: string[] = [];
      let isOpen = false;
      const libraries = open(request.libraries, (problem) => {
        if (isOpen) sendProblem(problem);
        else problems.push(problem);
      });
      isOpen = true;
      analyser = createAnalyser(libraries, request.options, request.libraries.identity);
      return { kind: 'configured', problems };
    }
    case 'headers':
      for (const path of request.removed) analyser.removeFile(path);
      for (const { path, text } of request.files) analyser.setHeaders(path, text);
      return { kind: 'indexed', fingerprint: analyser.fingerprint() };
    case 'analyse': {
      const { path, text } = request;
      const batch = createBatch(id, request.known);
      prepareGrammar();
      const begun = performance.now();
      const file = analyser.analyse(path, text, {
        ...hooksOf(id),
        leaveOut: request.leaveOut,
        known: new Set(request.known),
        deliver: batch.add,
      });
      if (file === undefined) return { kind: 'cancelled' };
      batch.send();
      const took = {
        load: loadedAt,
        signatures: signaturesTook,
        grammar: grammarTook,
        analysis: performance.now() - begun,
      };
      const dependencies = request.wantsDependencies ? analyser.dependenciesOf(path, text) : undefined;
      if (!request.keep) analyser.forget(path);
      return { kind: 'analysed', file, fingerprint: analyser.fingerprint(), dependencies, took };
    }
    case 'dependencies':
      return { kind: 'dependencies', dependencies: analyser.dependenciesOf(request.path, request.text) };
    case 'advise': {
      const { path, text } = request;
      const members = analyser.isKnown(path, text)
        ? analyser.advise(path, text, { unrolls: false }, hooksOf(id))
        : undefined;
      return isCancelled(setup, id) ? { kind: 'cancelled' } : { kind: 'advised', members };
    }
    case 'check':
      return { kind: 'checked', holds: analyser.stillHolds(request.path, request.dependencies) };
    case 'forget':
      analyser.forget(request.path);
      return { kind: 'done' };
    case 'warm-up':
      return { kind: 'done' };
  }
}

function hooksOf(id: number): ProgressHooks {
  return {
    isCancelled: () => isCancelled(setup, id),
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
      const index = isNew ? -1 : (indexOf.get(member.identity) ?? -1);
      places.push(index, member.nameStart, member.start, member.end, member.bodyStart);
      weight += isNew ? 1 + member.operations.sites.length : 0;
      if (weight > BATCH_WEIGHT) send();
    },
  };
}

/**
 * The analysis worker: takes requests from the main thread, one at a time.
 *
 * Sits in `worker/`, an entry point of its own (dist/worker.js). Wires the
 * files of the class path to the engine's analyser. An exception ends a
 * request, never the worker.
 */
import { parentPort, workerData } from 'node:worker_threads';
import type { SignatureSource } from '../classfile/class-signature';
import { loadSignatureIndex } from '../classfile/signature-index';
import { combineSources } from '../classfile/signature-sources';
import { createAnalyser, warmUpAnalyser, type Analyser } from '../engine/analyser';
import { analysisOptionsOf } from '../engine/analysis-options';
import { readBundledSignatures } from '../host/bundled-media';
import { openClassPath } from '../host/class-path-files';
import type { NumberedAnswer, NumberedRequest, WorkerAnswer, WorkerRequest, WorkerSetup } from './messages';
import { beginMember, isCancelled } from './shared-control';

/** Release whose classes of multi-release jars are read: that of the bundled index. */
const RELEASE = 25;

const setup = workerData as WorkerSetup;
const platform = loadPlatform();
let analyser: Analyser = createAnalyser(platform.source, analysisOptionsOf());

parentPort?.on('message', ({ id, request }: NumberedRequest) => {
  let answer: WorkerAnswer;
  try {
    answer = handle(id, request);
  } catch (error) {
    const { message, stack } = error instanceof Error ? error : new Error(String(error));
    answer = { kind: 'failed', message, stack: stack ?? '' };
  }
  parentPort?.postMessage({ id, answer } satisfies NumberedAnswer);
});

function handle(id: number, request: WorkerRequest): WorkerAnswer {
  switch (request.kind) {
    case 'configure': {
      const problems: string[] = [...platform.problems];
      const classPath = openClassPath(request.classPath, {
        folder: process.cwd(),
        release: RELEASE,
        style: process.platform === 'win32' ? 'windows' : 'posix',
        report: ({ file, message }) => problems.push(`class path: ${file} ${message}`),
      });
      const libraries = combineSources([classPath, platform.source]);
      const { texts } = analyser;
      analyser = createAnalyser(libraries, request.options);
      for (const [path, text] of texts) analyser.setHeaders(path, text);
      return { kind: 'configured', problems };
    }
    case 'headers':
      for (const path of request.removed) analyser.removeFile(path);
      for (const { path, text } of request.files) analyser.setHeaders(path, text);
      return { kind: 'indexed', fingerprint: analyser.fingerprint() };
    case 'analyse': {
      const result = analyser.analyse(request.path, request.text, {
        isCancelled: () => isCancelled(setup, id),
        begin: (name) => {
          beginMember(setup, name);
        },
        leaveOut: new Set(request.leaveOut),
        known: new Set(request.known),
      });
      if (result === undefined) return { kind: 'cancelled' };
      return { kind: 'analysed', ...result, fingerprint: analyser.fingerprint() };
    }
    case 'forget':
      analyser.forget(request.path);
      return { kind: 'done' };
    case 'warm-up':
      warmUpAnalyser();
      return { kind: 'done' };
  }
}

/** Without the index types of the platform are unknown, and that is said; everything else still works. */
function loadPlatform(): { readonly source: SignatureSource; readonly problems: readonly string[] } {
  const none: SignatureSource = { findClass: () => undefined, hasPackage: () => false };
  try {
    const loaded = loadSignatureIndex(readBundledSignatures(setup.mediaFolder));
    if (loaded.ok) return { source: loaded.value, problems: [] };
    return { source: none, problems: [loaded.problem.message] };
  } catch (error) {
    return { source: none, problems: [`the bundled signatures could not be read: ${error instanceof Error ? error.message : String(error)}`] };
  }
}

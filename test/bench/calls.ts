/** What `calls.mjs` times: analyzed files of a folder, and sessions that estimate their calls. */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { analysisOptionsOf } from '../../server/src/analysis/analysis-options';
import type { FileOperations } from '../../server/src/analysis/file-operations';
import { indexLines, type LineIndexOf } from '../../server/src/base/line-index';
import { startThread } from '../../server/src/host/machine/threads';
import { createEnergySession, type EnergySession } from '../../server/src/lines/energy-session';
import { loadModel } from '../../server/src/tasks/load-model';
import { createReportWorkers, openReportCache } from '../../server/src/tasks/report/report-workers';
import { findLibraries, listSources, readText } from '../../server/src/tasks/sources/list-sources';
import { createPool } from '../../server/src/threads/pool';

interface Analyzed {
  readonly path: string;
  readonly file: FileOperations;
  readonly lines: LineIndexOf;
}

const BUNDLES = 'dist';
const AT_ONCE = 8;
const log = (): undefined => undefined;

/** Analyzes the files of a folder, or takes their results from the cache of reports. */
export async function analyzeFolder(folder: string): Promise<readonly Analyzed[]> {
  const library = { classPath: [], javaHome: '', readsBuildFiles: false };
  const workers = createReportWorkers({
    startPool: (headers) =>
      createPool({
        size: availableParallelism(),
        givesAhead: true,
        entry: join(process.cwd(), BUNDLES, 'worker.js'),
        mediaFolder: 'media',
        maxMemoryMB: 2048,
        stuckAfterMs: 30_000,
        startThread,
        log,
        onLibraryProblem: log,
        allHeaders: () => Promise.resolve(headers()),
      }),
    findLibraries: () => findLibraries(library, [folder], log),
    readSurroundings: () => Promise.resolve([]),
    openCache: (options) => openReportCache(BUNDLES, options, log),
  });
  await workers.configure(analysisOptionsOf());
  const texts = new Map<string, string>();
  for (const path of (await listSources({ paths: [folder], exclude: [] })).paths) {
    const read = await readText(path);
    if ('text' in read) texts.set(path, read.text);
  }
  workers.setHeaders(Array.from(texts, ([path, text]) => ({ path, text })));
  const analyzed: Analyzed[] = [];
  const waiting = [...texts];
  const work = async (seat: number): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [path, text] = next;
      const result = await workers.analyze(path, text, seat % workers.count);
      if ('file' in result) analyzed.push({ path, file: result.file, lines: indexLines(text) });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, (_, seat) => work(seat)));
  await workers.release();
  return analyzed.sort((a, b) => (a.path < b.path ? -1 : 1));
}

export async function openSession(files: readonly Analyzed[]): Promise<EnergySession> {
  const { model } = await loadModel(undefined, 'media', []);
  const session = createEnergySession({ model, mode: 'estimated', ...analysisOptionsOf() });
  for (const { path, file, lines } of files) session.addCallees(path, file, lines);
  return session;
}

/** The file as an edit leaves it that takes half of its code from its longest member. */
export function edited({ file, ...rest }: Analyzed): Analyzed {
  const sizes = file.members.map(({ operations }) => operations.sites.length);
  const longest = sizes.indexOf(Math.max(...sizes));
  const members = file.members.map((member, index) => {
    if (index !== longest) return member;
    const { sites } = member.operations;
    const half = sites.slice(0, 6 * Math.floor(sites.length / 12));
    return { ...member, identity: `${member.identity}'`, operations: { ...member.operations, sites: half } };
  });
  return { ...rest, file: { ...file, members } };
}

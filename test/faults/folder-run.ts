/**
 * Opens hostile folders in the built server, one after the other, does with each what an editor does, and sees how long
 * it takes and what it touches.
 */
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { SavedSeed } from '../fuzz/saved-seeds';
import { type LspClient, ResponseError, startLspClient } from '../support/lsp-client';
import { Failures } from './bars';
import { makeHostile, settingsOf, SMALL, writeHostile } from './hostile-folder';

export interface FolderRun {
  readonly root: string;
  readonly seed: number;
  readonly from: number;
  readonly count: number;
  readonly seeds: readonly SavedSeed[];
  readonly progress?: (done: number) => void;
}

export class FolderResults {
  /** Milliseconds, one for each folder. */
  readonly answers: number[] = [];
  readonly overlays: number[] = [];
  /** Milliseconds of all cores until the answer, which other programs on the machine don't change. */
  readonly busy: number[] = [];
  /** Megabytes, one for each server. */
  readonly memory: number[] = [];
  readonly effects = new Failures();
  readonly outside = new Failures();
  readonly failures = new Failures();
  /** The cases of late answers. */
  readonly slow = new Failures();
  /** The messages of the servers, for people to judge. */
  readonly said = new Failures();

  take(other: FolderResults): void {
    this.answers.push(...other.answers);
    this.overlays.push(...other.overlays);
    this.busy.push(...other.busy);
    this.memory.push(...other.memory);
    for (const name of ['slow', 'effects', 'outside', 'failures', 'said'] as const)
      this[name].take(other[name]);
  }
}

/** Folders that one server sees. */
const PER_SERVER = 8;
const PATIENCE = 120_000;

interface Opened {
  readonly client: LspClient;
  readonly log: string;
  readEffects: number;
  settings: unknown;
}

export async function runFolders(run: FolderRun): Promise<FolderResults> {
  const results = new FolderResults();
  const to = run.from + run.count;
  for (let next = run.from; next < to; next += PER_SERVER) {
    await runServer(run, next, Math.min(to, next + PER_SERVER), results);
    run.progress?.(Math.min(to, next + PER_SERVER) - run.from);
  }
  return results;
}

async function runServer(run: FolderRun, from: number, to: number, results: FolderResults): Promise<void> {
  const place = realpathSync(mkdtempSync(join(tmpdir(), 'jouleline-hostile-')));
  let number = from;
  const opened: { current?: Opened } = {};
  try {
    for (; number < to; number++)
      await openFolder(run, { place, number, isFirst: number === from, opened }, results);
  } catch (error) {
    results.failures.add(plain(String(error)), caseName(run, number));
  } finally {
    if (opened.current !== undefined)
      await end(opened.current, { place, name: caseName(run, number - 1) }, results);
    rmSync(place, { recursive: true, force: true });
  }
}

function caseName({ seed, seeds }: FolderRun, number: number): string {
  return `case ${number} of seed ${seed}, ${makeHostile(seed, number, seeds).kinds.join(', ')}`;
}

interface Turn {
  readonly place: string;
  readonly number: number;
  readonly isFirst: boolean;
  readonly opened: { current?: Opened };
}

async function openFolder(
  run: FolderRun,
  { place, number, isFirst, opened }: Turn,
  results: FolderResults,
): Promise<void> {
  const hostile = makeHostile(run.seed, number, run.seeds);
  const folder = join(place, `w${number}`);
  writeHostile(folder, hostile);
  const began = performance.now();
  if (isFirst) opened.current = await start(run.root, place, folder, settingsOf(hostile));
  const { current } = opened;
  if (current === undefined) return;
  const { client } = current;
  if (!isFirst) {
    current.settings = settingsOf(hostile);
    const folderAt = (at: number) => ({ uri: pathToFileURL(join(place, `w${at}`)).toString(), name: 'w' });
    client.notify('workspace/didChangeWorkspaceFolders', {
      event: { added: [folderAt(number)], removed: [folderAt(number - 1)] },
    });
    client.notify('workspace/didChangeConfiguration', { settings: null });
  }
  const busy = isFirst ? 0 : busyTime(client);
  const name = caseName(run, number);
  const uri = pathToFileURL(join(folder, 'Small.java')).toString();
  client.notify('textDocument/didOpen', {
    textDocument: { uri, languageId: 'java', version: 1, text: SMALL },
  });
  const isOf = (params: { readonly uri: string }): boolean => params.uri === uri;
  const overlay = Promise.race([
    client.waitForNotification('jouleline/overlay', isOf, PATIENCE),
    client.waitForNotification('jouleline/overlayCleared', isOf, PATIENCE),
  ]).then(() => performance.now() - began);
  const answer = client.request('jouleline/models', undefined, PATIENCE).then(() => {
    results.busy.push(busyTime(client) - busy);
    return performance.now() - began;
  });
  const [answered, shown] = await Promise.all([answer, overlay]);
  results.answers.push(answered);
  results.overlays.push(shown);
  if (answered > 2000) results.slow.add(name, `${answered.toFixed(0)} ms`);
  await askAll(client, uri, (cause) => {
    results.failures.add(cause, name);
  });
  client.notify('textDocument/didClose', { textDocument: { uri } });
  readEffects(current, { place, name }, results);
}

/** Everything that an editor asks by itself or at a click. */
async function askAll(client: LspClient, uri: string, fail: (cause: string) => void): Promise<void> {
  const ask = async (method: string, params?: unknown): Promise<unknown> => {
    try {
      return await client.request(method, params, PATIENCE);
    } catch (error) {
      if (!(error instanceof ResponseError) || isDefect(error.message)) fail(plain(String(error)));
      return undefined;
    }
  };
  const textDocument = { uri };
  const listed = (await ask('jouleline/profiles')) as readonly { readonly path: string; readonly problem: string }[] | undefined;
  await ask('textDocument/hover', { textDocument, position: { line: 2, character: 10 } });
  await ask('textDocument/codeLens', { textDocument });
  await ask('textDocument/codeAction', { textDocument, range: { start: { line: 0, character: 0 }, end: { line: 4, character: 0 } }, context: { diagnostics: [] } });
  await ask('jouleline/profileTargets', { uri, line: 1 });
  await ask('jouleline/comparablePrograms');
  await ask('jouleline/hotList', { list: 'lines', offset: 0, count: 50 });
  await ask('jouleline/picture', { fresh: false });
  for (const { path } of listed?.slice(0, 6) ?? []) {
    await ask('jouleline/showProfiles', { paths: [path] });
    await ask('jouleline/profiledCode', { path });
    await ask('jouleline/importReport', { path });
    await ask('textDocument/hover', { textDocument, position: { line: 2, character: 10 } });
  }
  const [before, after] = listed?.filter(({ problem }) => problem === '') ?? [];
  if (before !== undefined && after !== undefined) {
    await ask('jouleline/compareProfiles', { before: before.path, after: after.path });
    await ask('jouleline/comparisonReport', { paths: [before.path, after.path] });
  }
  await ask('jouleline/showProfiles', { paths: [] });
  await ask('jouleline/revisions', { uri });
  await ask('jouleline/runningPrograms', {});
  await ask('jouleline/doctor');
} // prettier-ignore

async function start(root: string, place: string, folder: string, settings: unknown): Promise<Opened> {
  const log = join(place, 'effects');
  writeFileSync(log, '');
  mkdirSync(join(place, 'storage'));
  const inside = [place, root, homedir() === '/' ? '/none' : join(homedir(), '.m2'), join(homedir(), '.gradle'), dirname(dirname(process.execPath)), '/usr/lib/jvm', '/sys/devices/system/cpu'];
  const client = startLspClient({
    arguments: [join(root, 'dist/server.js'), '--stdio'],
    cwd: folder,
    environment: { NODE_OPTIONS: `--import ${join(root, 'test/integration/record-effects.mjs')}`, JOULELINE_EFFECTS: log, JOULELINE_INSIDE: inside.join('\n') },
  });
  const opened: Opened = { client, log, readEffects: 0, settings };
  client.answer('workspace/configuration', (params) => (params as { readonly items: readonly unknown[] }).items.map(() => opened.settings));
  await client.request('initialize', {
    processId: process.pid,
    rootUri: pathToFileURL(folder).toString(),
    workspaceFolders: [{ uri: pathToFileURL(folder).toString(), name: 'w' }],
    initializationOptions: { storagePath: join(place, 'storage') },
    capabilities: {
      textDocument: { publishDiagnostics: {}, codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ['quickfix'] } } } },
      workspace: { configuration: true, workspaceFolders: true, didChangeConfiguration: { dynamicRegistration: true }, codeLens: { refreshSupport: true } },
      window: { workDoneProgress: true },
    },
  }, PATIENCE);
  client.notify('initialized', {});
  return opened;
} // prettier-ignore

async function end(
  opened: Opened,
  { place, name }: { readonly place: string; readonly name: string },
  results: FolderResults,
): Promise<void> {
  const { client } = opened;
  const memory = mostMemory(client);
  if (memory !== undefined) results.memory.push(memory);
  const ended = await client.dispose();
  if (ended !== 0) results.failures.add(`the server ended with ${ended}`, name);
  if (client.stderr() !== '') results.failures.add(plain(`stderr: ${client.stderr().slice(0, 500)}`), name);
  for (const { method, params } of client.notifications()) {
    if (method !== 'window/logMessage' && method !== 'window/showMessage') continue;
    const { message } = params as { readonly message: string };
    results.said.add(plain(message.split('\n')[0]?.slice(0, 200) ?? ''), name);
    if (isDefect(message)) results.failures.add(plain(message.slice(0, 300)), name);
  }
  readEffects(opened, { place, name }, results);
}

/** The effects since it was asked last. */
function readEffects(
  opened: Opened,
  { place, name }: { readonly place: string; readonly name: string },
  results: FolderResults,
): void {
  const effects = readFileSync(opened.log, 'utf8').split('\n');
  for (const effect of effects.slice(opened.readEffects, -1)) {
    if (OWN.test(effect)) continue;
    if (effect.startsWith('outside '))
      results.outside.add(plain(effect.split('/').slice(0, 4).join('/')), name);
    else if (!/^(start|load)/.test(effect) || effect.includes(place)) results.effects.add(effect, name);
  }
  opened.readEffects = effects.length - 1;
}

/** The files of the system that the server itself reads: its memory, cores, battery and meters. */
const OWN =
  /^outside \/(proc\/(cpuinfo|loadavg|sys\/kernel\/random\/boot_id|\d+\/status)|sys\/class\/power_supply|sys\/devices\/power\/.*)$/;

/** The most memory that the server took, in megabytes. */
function mostMemory(client: LspClient): number | undefined {
  try {
    const status = readFileSync(`/proc/${client.pid}/status`, 'utf8');
    return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024;
  } catch {
    return undefined; // it has ended, which is said
  }
}

/** The time that the server kept processors busy, in milliseconds: proc_pid_stat(5). */
function busyTime(client: LspClient): number {
  const stat = readFileSync(`/proc/${client.pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return 10 * (Number(fields[11]) + Number(fields[12]));
}

/** Errors of the language, where a message for people belongs. */
function isDefect(message: string): boolean {
  return /TypeError|RangeError|ReferenceError|Cannot read prop|is not a function|is not iterable|call stack|Invalid (array|string) length|out of memory/i.test(message);
} // prettier-ignore

function plain(message: string): string {
  return message.replace(/\/[^\s:'"]*jouleline-[^\s:'"]*/g, '…').replace(/\d+/g, 'N');
}

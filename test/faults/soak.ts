/**
 * One server through much work: edits, saves, imports of which half are canceled, profiles shown and compared, lists and
 * maps. What it holds, says and leaves behind is measured.
 */
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { formatProfile } from '../../server/src/profile/document/read-profile';
import { createRandom, type Random } from '../fuzz/random';
import { type LspClient, startLspClient } from '../support/lsp-client';
import { makeLargeProfiles } from '../support/large-profiles';
import { Failures } from './bars';

export interface Soaked {
  /** Megabytes after each round. */
  readonly memory: readonly number[];
  /** Megabytes at the end of each rest. */
  readonly atRest: readonly number[];
  /** Milliseconds of hovers. */
  readonly hovers: readonly number[];
  /** Errors that the server logged or answered. */
  readonly errors: Failures;
  /** Processes and folders that outlive it. */
  readonly left: readonly string[];
}

const FILES = 40;
const PATIENCE = 120_000;

/** The time in which V8 gives back what it does not use, as it does whenever a developer stops to think. */
const REST_MS = 12_000;

/** Works for that many rounds, and rests after each of `rests` equal parts of them. */
export async function soak(root: string, seed: number, rounds: number, rests = 0): Promise<Soaked> {
  const place = realpathSync(mkdtempSync(join(tmpdir(), 'jouleline-soak-')));
  const folder = join(place, 'work');
  const temporary = join(place, 'tmp');
  for (const each of [folder, temporary]) mkdirSync(each);
  const texts = prepare(folder);
  const client = startLspClient({
    arguments: [join(root, 'dist/server.js'), '--stdio'],
    cwd: folder,
    environment: { TMPDIR: temporary },
  });
  const random = createRandom(seed);
  const errors = new Failures();
  const memory: number[] = [];
  const atRest: number[] = [];
  const hovers: number[] = [];
  try {
    await shakeHands(client, folder, join(place, 'storage'));
    const worker = new Work({ client, folder, texts, random, errors });
    for (let round = 0; round < rounds; round++) {
      hovers.push(await worker.round(round));
      memory.push(memoryOf(client.pid));
      if (Math.floor((round + 1) * rests / rounds) === atRest.length) continue;
      await sleep(REST_MS);
      atRest.push(memoryOf(client.pid));
    }
    const children = childrenOf(client.pid);
    const ended = await client.dispose();
    if (ended !== 0) errors.add(`the server ended with ${ended}: ${client.stderr().slice(-300)}`, `round ${rounds}`);
    for (const { method, params } of client.notifications())
      if (method === 'window/logMessage' && (params as { readonly type: number }).type === 1)
        errors.add(JSON.stringify(params).replace(/\d+/g, 'N').slice(0, 300), `seed ${seed}`);
    const left = [...children.filter(isRunning).map((pid) => `process ${pid}`), ...readdirSync(temporary)];
    return { memory, atRest, hovers, errors, left };
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
} // prettier-ignore

/** Writes sources, two profiles of them, and a recording to import; answers the texts by their paths. */
export function prepare(folder: string): Map<string, string> {
  const { sources, before, after } = makeLargeProfiles({ files: Array.from({ length: FILES }, () => 20), contexts: 2000 });
  mkdirSync(join(folder, 'big'));
  mkdirSync(join(folder, '.jouleline/profiles'), { recursive: true });
  const texts = new Map(Object.entries(sources).map(([name, text]) => [join(folder, name), text]));
  for (const [path, text] of texts) writeFileSync(path, text);
  for (const [name, profile] of Object.entries({ before, after }))
    writeFileSync(join(folder, '.jouleline/profiles', `${name}.json`), [...formatProfile(profile)].join(''));
  const rows = Array.from({ length: 20_000 }, (_, at) => `big.Part${at % FILES}.m${at % 20};big.Part${(at * 7) % FILES}.m${at % 13} ${at + 1}\n`);
  writeFileSync(join(folder, 'recorded.collapsed'), rows.join(''));
  return texts;
} // prettier-ignore

export async function shakeHands(client: LspClient, folder: string, storagePath: string): Promise<void> {
  const uri = pathToFileURL(folder).toString();
  await client.request('initialize', {
    processId: process.pid, rootUri: uri, workspaceFolders: [{ uri, name: 'w' }],
    initializationOptions: { storagePath },
    capabilities: { workspace: { configuration: true, workspaceFolders: true }, textDocument: { publishDiagnostics: {} }, window: { workDoneProgress: true } },
  }, PATIENCE);
  client.notify('initialized', {});
} // prettier-ignore

interface WorkOptions {
  readonly client: LspClient;
  readonly folder: string;
  readonly texts: Map<string, string>;
  readonly random: Random;
  readonly errors: Failures;
}

class Work {
  private version = 1;
  private readonly options: WorkOptions;

  constructor(options: WorkOptions) {
    this.options = options;
  }

  /** Opens a file, edits, saves and closes it, and does one of the larger things; answers how long a hover took. */
  async round(number: number): Promise<number> {
    const { client, random, texts } = this.options;
    const path = random.among([...texts.keys()]) ?? '';
    const uri = pathToFileURL(path).toString();
    let text = texts.get(path) ?? '';
    client.notify('textDocument/didOpen', { textDocument: { uri, languageId: 'java', version: this.version, text } });
    for (let edits = 0; edits < 5; edits++) {
      text = random.oneIn(8) ? text.replace('int b', 'int  b') : text.replace(/a \+ \d+/, `a + ${5 * number + edits}`);
      client.notify('textDocument/didChange', { textDocument: { uri, version: ++this.version }, contentChanges: [{ text }] });
    }
    texts.set(path, text);
    writeFileSync(path, text);
    client.notify('textDocument/didSave', { textDocument: { uri } });
    client.notify('workspace/didChangeWatchedFiles', { changes: [{ uri, type: 2 }] });
    const began = performance.now();
    await this.ask('textDocument/hover', { textDocument: { uri }, position: { line: 5, character: 12 } });
    const hovered = performance.now() - began;
    await this.larger(number % 6);
    client.notify('textDocument/didClose', { textDocument: { uri } });
    return hovered;
  }

  private async larger(kind: number): Promise<void> {
    const { folder, random } = this.options;
    const saved = (name: string): string => join(folder, '.jouleline/profiles', `${name}.json`);
    if (kind === 0) await this.ask('jouleline/showProfiles', { paths: [saved('before')] });
    if (kind === 1) await this.ask('jouleline/compareProfiles', { before: saved('before'), after: saved('after') });
    if (kind === 2) await this.ask('jouleline/showProfiles', { paths: [] });
    if (kind === 3) await this.ask('jouleline/picture', { fresh: true });
    if (kind === 4) await this.ask('jouleline/profiles');
    if (kind === 5) await this.import(random.oneIn(2));
  }

  private async import(isCanceled: boolean): Promise<void> {
    const { client, folder } = this.options;
    const { id, answer } = client.startRequest('jouleline/import', { paths: [join(folder, 'recorded.collapsed')] });
    if (isCanceled) client.notify('$/cancelRequest', { id });
    const done = await answer.catch((error: unknown) => { this.fail('import', error); });
    const path = typeof done === 'object' && done !== null && 'path' in done ? String(done.path) : '';
    if (path !== '') rmSync(path, { force: true });
  }

  private async ask(method: string, params?: unknown): Promise<unknown> {
    return this.options.client.request(method, params, PATIENCE).catch((error: unknown) => { this.fail(method, error); });
  }

  private fail(what: string, error: unknown): void {
    const cause = String(error);
    if (!/-32800/.test(cause)) this.options.errors.add(`${what}: ${cause}`, `version ${this.version}`);
  }
} // prettier-ignore

export function memoryOf(pid: number | undefined): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

function childrenOf(pid: number | undefined): readonly string[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter((each) => each !== '');
} // prettier-ignore

function isRunning(pid: string): boolean {
  return readdirSync('/proc').includes(pid);
}

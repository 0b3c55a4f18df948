/**
 * Two servers and two command lines that work on one workspace at once, with one cache: each of them answers as the
 * others do, and every file that one of them saved is there, and whole.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { hashText } from '../../server/src/base/hash';
import { createRandom, type Random } from '../fuzz/random';
import { type LspClient, startLspClient } from '../support/lsp-client';
import { runCommand } from '../support/run-command';
import { type Bar, Failures, none } from './bars';
import { prepare, shakeHands } from './soak';

interface Place {
  readonly root: string;
  /** All that is written is in there. */
  readonly place: string;
  readonly folder: string;
  readonly paths: readonly string[];
}

/** What was asked, and what came out of it. */
type Answer = readonly [asked: string, answer: string];

export interface Beside {
  /** Wrong answers and failed operations, each with what was asked and what came in place of what. */
  readonly failures: Failures;
  /** Saved files that were lost or changed, with what is there. */
  readonly lost: readonly string[];
}

interface Worker {
  readonly work: (random: Random) => Promise<Answer>;
  /** The files that it saved, as they were then. */
  readonly saved: Map<string, string>;
  readonly end: () => Promise<unknown>;
}

const PATIENCE = 120_000;
/** Older ones are looked at once more, and go. */
const MOST_SAVED = 8;

/** Lets them work that often. */
export async function workBeside(root: string, count: number): Promise<Beside> {
  const place = realpathSync(mkdtempSync(join(tmpdir(), 'jouleline-beside-')));
  const folder = join(place, 'work');
  mkdirSync(folder);
  const at: Place = { root, place, folder, paths: [...prepare(folder).keys()] };
  const failures = new Failures();
  const known = new Map<string, string>();
  const lost: string[] = [];
  let done = 0;
  try {
    const workers = [...(await Promise.all([openServer(at), openServer(at)])), openCommands(at, 0), openCommands(at, 1)];
    await Promise.all(workers.map(async ({ work, saved }, index) => {
      const random = createRandom(index);
      while (done < count) {
        const number = done++;
        try {
          const [asked, answer] = await work(random);
          const expected = known.get(asked) ?? answer;
          known.set(asked, expected);
          if (answer !== expected) failures.add(`${asked}: ${differenceOf(expected, answer)}`, `operation ${number} of worker ${index}`);
        } catch (error) {
          const said = String(error).replaceAll(place, '…');
          failures.add(said.replaceAll(/\d+/g, 'N').slice(0, 300), `operation ${number} of worker ${index}: ${said.slice(0, 2000)}`);
        }
        if (saved.size > MOST_SAVED) lost.push(...takeAway(saved));
      }
    }));
    for (const { saved } of workers) lost.push(...takeAway(saved));
    await Promise.all(workers.map(({ end }) => end()));
    return { failures, lost };
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
} // prettier-ignore

export async function besideBars(root: string, count = 10_000): Promise<readonly Bar[]> {
  const { failures, lost } = await workBeside(root, count);
  for (const line of [...failures.lines, ...lost]) console.log(line);
  const wrong = [...failures.causes.values()].reduce((sum, { times }) => sum + times, 0);
  return [
    none(`wrong answers and failures of two servers and two command lines in ${count} operations`, wrong),
    none('saved files that were lost or changed', lost.length),
  ];
}

/** Looks at saved files and removes them; answers those that are not as they had been saved. */
function takeAway(saved: Map<string, string>): readonly string[] {
  const wrong = [...saved].flatMap(([path, text]) => {
    const now = existsSync(path) ? readFileSync(path, 'utf8') : 'nothing';
    return now === text ? [] : [`${path}: ${differenceOf(text, now)}`];
  });
  for (const path of saved.keys()) rmSync(path, { force: true });
  saved.clear();
  return wrong;
}

/** What a saved file says, without the time at which it was made. */
function told(text: string): string {
  return text.replaceAll(/"(?:started|created|imported|date)":\s*"[^"]*"/g, '');
}

function differenceOf(expected: string, answer: string): string {
  let at = 0;
  while (at < expected.length && expected.charAt(at) === answer.charAt(at)) at++;
  const near = (text: string): string => text.slice(Math.max(0, at - 40), at + 80);
  return `"${near(answer)}" in place of "${near(expected)}"`;
}

async function openServer({ root, place, folder, paths }: Place): Promise<Worker> {
  const client = startLspClient({ arguments: [join(root, 'dist/server.js'), '--stdio'], cwd: folder });
  const saved = new Map<string, string>();
  const ask = <T>(method: string, params?: unknown): Promise<T> => client.request<T>(method, params, PATIENCE);
  const profile = (name: string): string => join(folder, '.jouleline/profiles', `${name}.json`);
  const query = { list: 'lines', search: '', order: 'energy', isAscending: false, blocks: 'application' };
  const comparison = { paths: [profile('before'), profile('after')], alpha: 'auto', marks: { application: [], framework: [] } };
  await shakeHands(client, folder, join(place, 'storage'));
  // Until all is read, figures are preliminary.
  await client.waitForNotification<{ readonly value: { readonly kind: string } }>('$/progress', ({ value }) => value.kind === 'end', PATIENCE);
  let exports = 0;
  const kinds: readonly ((random: Random) => Promise<Answer>)[] = [
    async (random) => {
      const path = random.among(paths) ?? '';
      const uri = pathToFileURL(path).toString();
      client.notify('textDocument/didOpen', { textDocument: { uri, languageId: 'java', version: 1, text: readFileSync(path, 'utf8') } });
      let hover: unknown = null;
      // A server that is kept waiting for its analysis answers nothing, and what it knows when it is asked again.
      for (const until = performance.now() + PATIENCE; hover === null && performance.now() < until; )
        hover = await ask('textDocument/hover', { textDocument: { uri }, position: { line: 5, character: 12 } });
      client.notify('textDocument/didClose', { textDocument: { uri } });
      return [`hover ${path}`, JSON.stringify(hover)];
    },
    async (random) => {
      const offset = random.below(300);
      const page = await ask<{ readonly rows: unknown }>('jouleline/hotList', { ...query, offset, count: 20 });
      return [`list from ${offset}`, JSON.stringify(page.rows)];
    },
    async () => {
      let path = '';
      // The other one may clear the cache before it is read: it is then there when it is asked for again.
      for (let tries = 0; tries < 3 && !existsSync(path); tries++) {
        const drawn = await ask<{ readonly path: string } | null>('jouleline/picture', { fresh: true });
        if (drawn === null) throw new Error(`there is no map: ${lastWarning(client)}`);
        ({ path } = drawn);
      }
      return ['map', hashText(gunzipSync(readFileSync(path)).toString('latin1'))];
    },
    async () => {
      const { path, message } = await ask<{ readonly path: string; readonly message: string }>('jouleline/import', { paths: [join(folder, 'recorded.collapsed')] });
      if (saved.has(path)) throw new Error('an import has the name of an earlier one');
      const text = readFileSync(path, 'utf8');
      saved.set(path, text);
      return ['import', told(text) + message];
    },
    async () => {
      const all = await ask<readonly { readonly path: string; readonly problem: string }[]>('jouleline/profiles');
      const missing = [...saved.keys()].filter((path) => all.find((each) => each.path === path)?.problem !== '');
      return ['profiles', `missing: ${missing.length}`];
    },
    async () => {
      const path = join(place, `export-${client.pid}-${exports++ % 5}.json`);
      await ask('jouleline/exportComparison', { comparison, target: { path, format: 'json' } });
      return ['comparison', told(readFileSync(path, 'utf8'))];
    },
    async () => {
      await ask('jouleline/clearCache');
      return ['clear', ''];
    },
  ];
  // Questions come often, what writes less so, and the cache is cleared now and then.
  const turns = [...Array.from({ length: 40 }, (_, at) => at % 2), 2, 2, 3, 3, 4, 4, 5, 6];
  const work: Worker['work'] = (random) => (kinds[random.among(turns) ?? 0] ?? kinds[0])?.(random) ?? Promise.reject(new Error('no kind'));
  return { work, saved, end: () => client.dispose() };
} // prettier-ignore

function lastWarning(client: LspClient): string {
  const logged = client.notifications().filter(({ method }) => method === 'window/logMessage');
  const { message } = logged.map(({ params }) => params as { readonly type: number; readonly message: string }).findLast(({ type }) => type < 3) ?? { message: 'nothing was logged' };
  return message;
} // prettier-ignore

function openCommands({ root, place, folder }: Place, number: number): Worker {
  const saved = new Map<string, string>();
  const env = { ...process.env, XDG_CACHE_HOME: join(place, 'cache') };
  let written = 0;
  const run = async (...words: readonly string[]): Promise<string> => {
    const { status, stdout, stderr } = await runCommand(join(root, 'dist/cli.js'), words, { cwd: folder, env });
    if (status !== 0) throw new Error(`${words[0]} ended with ${status}: ${stderr.slice(0, 1000)}`);
    return stdout;
  };
  const profile = (name: string): string => join('.jouleline/profiles', `${name}.json`);
  const save = async (name: string, ...words: readonly string[]): Promise<Answer> => {
    const out = profile(`${name}-${number}-${written++}`);
    await run(...words, '--out', out);
    const text = readFileSync(join(folder, out), 'utf8');
    saved.set(join(folder, out), text);
    return [`command ${name}`, told(text)];
  };
  const quick = ['--no-build-files', '--java-home', 'bundled'];
  const kinds: readonly (() => Promise<Answer>)[] = [
    async () => ['command report', await run('report', 'big', '--format', 'json', ...quick)],
    async () => ['command report of a profile', await run('report', 'big', '--profile', profile('before'), '--format', 'csv', ...quick)],
    async () => ['command advise', await run('advise', 'big', '--format', 'json', ...quick)],
    () => save('imported', 'import', 'recorded.collapsed', '--source', 'big'),
    async () => ['command diff', told(await run('diff', profile('before'), profile('after'), '--format', 'json'))],
  ];
  return { work: (random) => random.among(kinds)?.() ?? Promise.reject(new Error('no kind')), saved, end: () => Promise.resolve() };
} // prettier-ignore

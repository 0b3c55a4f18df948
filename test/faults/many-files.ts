/** A workspace of very many files: hovers and the server's main thread while all of it is read, and the memory. */
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { createRandom } from '../fuzz/random';
import { startLspClient } from '../support/lsp-client';
import { atMost, type Bar, none, quantile } from './bars';
import { memoryOf, shakeHands } from './soak';

const PER_FOLDER = 500;
const PATIENCE = 600_000;
const MOST_HOVER = 200;
const MOST_PAUSE = 250;
/** The default of jouleline.server.maxMemoryMB. */
const MOST_MEMORY = 4096;

function sourceOf(number: number): string {
  const other = number === 0 ? 0 : number - 1;
  return `package p${Math.floor(number / PER_FOLDER)};

public class C${number} {
    private int sum;

    public int add(int[] values) {
        for (int i = 0; i < values.length; i++) {
            sum += values[i] * ${number};
        }
        return sum;
    }

    public String name(String before) {
        return before + "C${number}".length() + new p${Math.floor(other / PER_FOLDER)}.C${other}().add(new int[] { 1, 2, 3 });
    }
}
`;
}

export interface ManyFiles {
  /** Milliseconds of hovers, while files are read. */
  readonly hovers: readonly number[];
  readonly unanswered: number;
  /** Milliseconds until the server's main thread answers. */
  readonly pauses: readonly number[];
  /** Megabytes. */
  readonly memory: readonly number[];
  /** Seconds until all were read; undefined if they were not. */
  readonly took: number | undefined;
  /** The page of a list at the end. */
  readonly list: { readonly all: number; readonly isComplete: boolean; readonly missingFiles: number };
}

/** Opens so many files' workspace, and hovers for so many seconds at most, or until all is read. */
export async function openMany(root: string, count: number, seconds: number): Promise<ManyFiles> {
  const place = realpathSync(mkdtempSync(join(tmpdir(), 'jouleline-many-')));
  const folder = join(place, 'work');
  const pathOf = (number: number): string => join(folder, `p${Math.floor(number / PER_FOLDER)}`, `C${number}.java`);
  const random = createRandom(count);
  const client = { current: undefined as ReturnType<typeof startLspClient> | undefined };
  try {
    for (let number = 0; number < count; number++) {
      if (number % PER_FOLDER === 0) mkdirSync(join(pathOf(number), '..'), { recursive: true });
      writeFileSync(pathOf(number), sourceOf(number));
    }
    const began = performance.now();
    const secondsSince = (): number => (performance.now() - began) / 1000;
    const server = startLspClient({ arguments: [join(root, 'dist/server.js'), '--stdio'], cwd: folder });
    client.current = server;
    await shakeHands(server, folder, join(place, 'storage'));
    const over = { took: undefined as number | undefined };
    const read = server.waitForNotification<{ readonly value: { readonly kind: string } }>('$/progress', ({ value }) => value.kind === 'end', PATIENCE * 6);
    read.then(() => { over.took = secondsSince(); }, () => undefined);
    const [hovers, pauses, memory]: [number[], number[], number[]] = [[], [], []];
    let unanswered = 0;
    const isOver = (): boolean => over.took !== undefined || secondsSince() >= seconds;
    const pings = (async () => {
      while (!isOver()) {
        await sleep(10);
        const asked = performance.now();
        await server.request('jouleline/alive', undefined, PATIENCE);
        pauses.push(performance.now() - asked);
      }
    })();
    while (!isOver()) {
      const path = pathOf(random.below(count));
      const uri = pathToFileURL(path).toString();
      server.notify('textDocument/didOpen', { textDocument: { uri, languageId: 'java', version: 1, text: readFileSync(path, 'utf8') } });
      // The first answer waits for the file; people hover over what they see.
      await server.waitForNotification<{ readonly uri: string }>('jouleline/overlay', (params) => params.uri === uri, PATIENCE);
      for (let hover = 0; hover < 5; hover++) {
        const asked = performance.now();
        if (await server.request('textDocument/hover', { textDocument: { uri }, position: { line: 7, character: 14 } }, PATIENCE) === null) unanswered++;
        hovers.push(performance.now() - asked);
        await sleep(20);
      }
      memory.push(memoryOf(server.pid));
      server.notify('textDocument/didClose', { textDocument: { uri } });
    }
    await pings;
    const list = await server.request<ManyFiles['list']>('jouleline/hotList', { list: 'methods', search: '', order: 'energy', isAscending: false, blocks: 'once', offset: 0, count: 1 }, PATIENCE);
    return { hovers, unanswered, pauses, memory, took: over.took, list };
  } finally {
    await client.current?.dispose();
    rmSync(place, { recursive: true, force: true });
  }
} // prettier-ignore

export async function manyBars(root: string, count = 100_000, seconds = 3600): Promise<readonly Bar[]> {
  const { hovers, unanswered, pauses, memory, took } = await openMany(root, count, seconds);
  const p99 = quantile(hovers, 0.99);
  return [
    { bar: `hover p99 while it reads, ${hovers.length}`, target: `≤ ${MOST_HOVER} ms`, measured: `p50 ${quantile(hovers, 0.5).toFixed(1)}, p99 ${p99.toFixed(0)} ms`, isMet: p99 <= MOST_HOVER },
    none('hovers without an answer', unanswered),
    atMost('pauses of the main thread', pauses, MOST_PAUSE, 'ms'),
    atMost('memory', memory, MOST_MEMORY, 'MB'),
    { bar: 'files that are read', target: 'all', measured: took === undefined ? `not all ${count} in ${seconds} s` : `all ${count} in ${took.toFixed(0)} s`, isMet: took !== undefined },
  ];
} // prettier-ignore

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

export function sourceOf(number: number): string {
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

/** Opens so many files' workspace, and hovers for so many seconds at most, or until all is read. */
export async function manyBars(root: string, count = 100_000, seconds = 3600): Promise<readonly Bar[]> {
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
    const server = startLspClient({ arguments: [join(root, 'dist/server.js'), '--stdio'], cwd: folder });
    client.current = server;
    await shakeHands(server, folder, join(place, 'storage'));
    const over = { is: false };
    const read = server.waitForNotification<{ readonly value: { readonly kind: string } }>('$/progress', ({ value }) => value.kind === 'end', PATIENCE * 6);
    const end = (): void => {
      over.is = true;
    };
    read.then(end, end);
    const [hovers, pauses, memory]: [number[], number[], number[]] = [[], [], []];
    let unanswered = 0;
    const until = performance.now() + seconds * 1000;
    const isOver = (): boolean => over.is || performance.now() >= until;
    const pings = (async () => {
      while (!isOver()) {
        await sleep(10);
        const began = performance.now();
        await server.request('jouleline/alive', undefined, PATIENCE);
        pauses.push(performance.now() - began);
      }
    })();
    while (!isOver()) {
      const path = pathOf(random.below(count));
      const uri = pathToFileURL(path).toString();
      server.notify('textDocument/didOpen', { textDocument: { uri, languageId: 'java', version: 1, text: readFileSync(path, 'utf8') } });
      // The first answer waits for the file; people hover over what they see.
      await server.waitForNotification<{ readonly uri: string }>('jouleline/overlay', (params) => params.uri === uri, PATIENCE);
      for (let hover = 0; hover < 5; hover++) {
        const began = performance.now();
        if (await server.request('textDocument/hover', { textDocument: { uri }, position: { line: 7, character: 14 } }, PATIENCE) === null) unanswered++;
        hovers.push(performance.now() - began);
        await sleep(20);
      }
      memory.push(memoryOf(server.pid));
      server.notify('textDocument/didClose', { textDocument: { uri } });
    }
    await pings;
    console.log(`${count} files; ${over.is ? 'all were read' : `not all were read in ${seconds} s`}`);
    const p99 = quantile(hovers, 0.99);
    return [
      { bar: `hover p99 while it reads, ${hovers.length}`, target: `≤ ${MOST_HOVER} ms`, measured: `p50 ${quantile(hovers, 0.5).toFixed(1)}, p99 ${p99.toFixed(0)} ms`, isMet: p99 <= MOST_HOVER },
      none('hovers without an answer', unanswered),
      atMost('pauses of the main thread', pauses, MOST_PAUSE, 'ms'),
      atMost('memory', memory, MOST_MEMORY, 'MB'),
    ];
  } finally {
    await client.current?.dispose();
    rmSync(place, { recursive: true, force: true });
  }
} // prettier-ignore

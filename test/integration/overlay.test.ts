/** From a text to colored lines: after opening, while typing, for texts of all kinds. */
import { describe, expect, it } from 'vitest';
import { decodePicture, stepOf } from '../../server/src/pages/picture';
import type { DrawnPicture } from '../../server/src/protocol/hot-lists';
import { judgeQuiet } from '../bench/quiet-files';
import { makeTemporaryFolder } from '../support/temporary-folder';
import { HOT_METHODS_FOUND } from '../../server/src/lines/program-calls';
import { PROTOCOL_VERSION } from '../../server/src/protocol/handshake';
import type { Overlay } from '../../server/src/protocol/overlay';
import { entryAt, lineOf, readPacked, startSession } from './server-session';

const loops = `class Loops {
    int least(int n) {
        return n;
    }

    int much(int n) {
        int sum = 0;
        for (int i = 0; i < 1000; i++) {
            sum += i * n;
        }
        return sum;
    }
}
`;

/** Every line that is colored, as text. */
function colored(overlay: Overlay, document: string): readonly string[] {
  const lines = document.split(/\r\n|\r|\n/);
  return overlay.lines.map(({ line }) => (lines[line] ?? `line ${line} is beyond the text`).trim());
}

/** The shares that the lines of a method show, whatever their line numbers and ranks are. */
function sharesWithin(overlay: Overlay, document: string, texts: readonly string[]): readonly number[] {
  const shares = texts.map((text) => entryAt(overlay, document, text).share);
  const sum = shares.reduce((total, share) => total + share, 0);
  return shares.map((share) => Number((share / sum).toFixed(5)));
}

describe('handshake', () => {
  it('tells versions and what the server can do', async () => {
    const { initialized } = await startSession();
    expect(initialized.serverInfo.name).toBe('jouleline');
    expect(initialized.capabilities).toMatchObject({
      textDocumentSync: { openClose: true, change: 2 },
      hoverProvider: true,
      experimental: {
        jouleline: {
          protocolVersion: PROTOCOL_VERSION,
          serverVersion: initialized.serverInfo.version,
          processId: expect.any(Number) as unknown,
        },
      },
    });
    expect(initialized.capabilities).toHaveProperty('codeLensProvider');
    expect(initialized.capabilities).toHaveProperty('inlayHintProvider');
  });

  it('says when the extension speaks another version', async () => {
    const session = await startSession({ protocolVersion: 999 });
    expect((await session.message(/version 999 of the protocol/)).type).toBe(1);
  });
});

describe('overlay', () => {
  it('says how often its hot spots are right, once calls are estimated over all files', async () => {
    const session = await startSession();
    session.open('Loops.java', loops);
    const overlay = await session.overlay('Loops.java', ({ statusTooltip }) =>
      statusTooltip.includes('Hot spots without a run'),
    );
    const [, found, of] = /right for ([\d.]+) of the (\d+) hottest methods/.exec(overlay.statusTooltip) ?? [];
    expect([Number(found), Number(of)]).toEqual([HOT_METHODS_FOUND.found, HOT_METHODS_FOUND.of]);
  });

  it('colors the lines that have operations, and only those', async () => {
    const session = await startSession();
    session.open('Loops.java', loops);
    const overlay = await session.overlay('Loops.java');
    expect(colored(overlay, loops)).toEqual([
      // The constructor that nobody wrote.
      'class Loops {',
      'return n;',
      'int sum = 0;',
      'for (int i = 0; i < 1000; i++) {',
      'sum += i * n;',
      'return sum;',
    ]);
  });

  it('gives the hottest line the last color and the first rank', async () => {
    const session = await startSession();
    session.open('Loops.java', loops);
    const { palette, lines, ...overlay } = await session.overlay('Loops.java');
    const hottest = lines.reduce((best, line) => (line.share > best.share ? line : best));
    expect(['for (int i', 'sum += i'].map((text) => lineOf(loops, text))).toContain(hottest.line);
    expect([hottest.rank, hottest.step]).toEqual([1, palette.length - 1]);
    expect(lines.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 7);
    expect(lines.every(({ step, rank }) => step >= 0 && step < palette.length && rank >= 1)).toBe(true);
    expect(palette.length).toBeGreaterThanOrEqual(16);
    expect(overlay.legend.provenance).toBe('estimated');
    expect(overlay.statusTooltip).toContain('*estimated*');
  });

  it('counts lines as the editor does, whatever ends them', async () => {
    const session = await startSession();
    const open = async (name: string, text: string): Promise<Overlay> => {
      session.open(name, text);
      return session.overlay(name);
    };
    const usual = await open('Loops.java', loops);
    for (const [name, ending] of [
      ['Crlf.java', '\r\n'],
      ['Cr.java', '\r'],
    ] as const) {
      expect((await open(name, loops.replaceAll('\n', ending))).lines).toEqual(usual.lines);
    }
  });

  it('colors a text that was never saved', async () => {
    const session = await startSession();
    session.open('untitled:Untitled-1', loops);
    const { lines } = await session.overlay('untitled:Untitled-1');
    session.open('Loops.java', loops);
    expect(lines).toEqual((await session.overlay('Loops.java')).lines);
  });

  it('tells that it does not color a file that is excluded', async () => {
    const session = await startSession({ files: { 'target/Loops.java': loops } });
    session.open('target/Loops.java', loops);
    const cleared = await session.client.waitForNotification<{
      readonly uri: string;
      readonly reason: string;
    }>('jouleline/overlayCleared');
    expect(cleared.uri).toBe(session.uriOf('target/Loops.java'));
    expect(cleared.reason).toMatch(/jouleline\.exclude.*target\/Loops\.java/);
    expect(await session.hover('target/Loops.java', 'sum += i')).toBeUndefined();
  });

  it('colors nothing of a file without operations', async () => {
    const session = await startSession();
    for (const [name, text] of [
      ['Empty.java', ''],
      ['Comment.java', '// nothing\n'],
      ['Interface.java', 'interface I { int f(); }\n'],
      ['Prose.java', 'It was a dark and stormy night; the rain fell in torrents.\n'],
    ] as const) {
      session.open(name, text);
      expect((await session.overlay(name)).lines).toEqual([]);
    }
  });

  it('comes again when the client lost it', async () => {
    const session = await startSession();
    session.open('Loops.java', loops);
    const first = await session.overlay('Loops.java');
    await session.indexed();
    await session.client.request('jouleline/refresh', { uri: session.uriOf('Loops.java') });
    expect((await session.overlay('Loops.java')).lines).toEqual(first.lines);
  });
});

/** Two files whose energies are far apart: `Getters` takes less than a thousandth of all. */
const getters = `class Getters {
    int one;

    int getOne() {
        return one;
    }
}
`;
const main = `class Main {
    public static void main(String[] args) {
        int sum = 0;
        for (int i = 0; i < 10000; i++) {
            sum += i;
        }
        System.exit(sum + new Getters().getOne());
    }
}
`;
const files = { 'Getters.java': getters, 'Main.java': main };

function stepsOf({ lines }: Overlay): readonly number[] {
  return lines.map(({ step }) => step);
}

describe('the scale of the workspace', () => {
  it('leaves a file quiet that takes next to nothing, in the editor and on the map', async () => {
    const session = await startSession({ files, storagePath: makeTemporaryFolder() });
    session.open('Getters.java', getters);
    session.open('Main.java', main);
    const quiet = await session.overlay('Getters.java');
    const hot = await session.overlay('Main.java');
    expect(Math.max(...stepsOf(quiet))).toBeLessThan(0.75 * quiet.palette.length);
    expect(Math.max(...stepsOf(hot))).toBe(hot.palette.length - 1);
    await session.indexed();
    const { path } = await session.client.request<DrawnPicture>('jouleline/picture', { fresh: true });
    const picture = decodePicture(readPacked(path));
    if (typeof picture === 'string') throw new Error(picture);
    expect(judgeQuiet(picture)).toMatchObject({ files: 2, quietFiles: 1, hotInQuiet: 0, hot: 2 });
    const drawn = [...picture.heat].filter((heat) => heat > 0).map(stepOf);
    expect(drawn).toEqual([...stepsOf(quiet), ...stepsOf(hot)]);
  });

  it('holds still while one types, and follows what is saved', async () => {
    const session = await startSession({ files });
    session.open('Getters.java', getters);
    session.open('Main.java', main);
    const before = stepsOf(await session.overlay('Getters.java'));
    await session.overlay('Main.java');
    session.edit('Main.java', '10000', '10');
    const typed = await session.overlay('Main.java');
    expect(Math.max(...stepsOf(typed))).toBeLessThan(typed.palette.length - 1);
    session.client.notify('textDocument/didSave', { textDocument: { uri: session.uriOf('Main.java') } });
    const saved = await session.overlay('Getters.java', (overlay) => overlay.lines[0]?.step !== before[0]);
    stepsOf(saved).forEach((step, index) => {
      expect(step).toBeGreaterThan(before[index] ?? Number.NaN);
    });
  });
});

describe('typing', () => {
  it('moves the colors with their lines', async () => {
    const session = await startSession();
    session.open('Loops.java', loops);
    const before = await session.overlay('Loops.java');
    const text = session.edit('Loops.java', 'class Loops {\n', '/** Two more. */\n\nclass Loops {\n');
    const after = await session.overlay('Loops.java');
    expect(after.version).toBe(2);
    expect(after.lines).toEqual(before.lines.map((line) => ({ ...line, line: line.line + 2 })));
    expect(colored(after, text)).toEqual(colored(before, loops));
  });

  it('leaves the values of other methods alone', async () => {
    const session = await startSession();
    session.open('Loops.java', loops);
    const others = ['int sum = 0;', 'for (int i', 'sum += i', 'return sum;'];
    const before = await session.overlay('Loops.java');
    const text = session.edit('Loops.java', 'return n;', 'return n * n / 3;');
    const after = await session.overlay('Loops.java');
    expect(sharesWithin(after, text, others)).toEqual(sharesWithin(before, loops, others));
    expect(entryAt(after, text, 'return n * n').share).toBeGreaterThan(
      entryAt(before, loops, 'return n;').share,
    );
  });

  it('ends where opening the same text ends', async () => {
    const session = await startSession();
    session.open('Loops.java', loops);
    session.edit('Loops.java', 'i < 1000', 'i < 10');
    session.edit('Loops.java', 'sum += i * n;', 'sum += i * n;\n            sum ^= n << 3;');
    session.edit('Loops.java', 'int least(int n) {\n        return n;\n    }\n', '');
    const edited = await session.overlay('Loops.java');
    expect(edited.version).toBe(4);
    session.open('untitled:Fresh', session.textOf('Loops.java'));
    expect((await session.overlay('untitled:Fresh')).lines).toEqual(edited.lines);
  });

  it('keeps every other method colored while one is broken', async () => {
    const session = await startSession();
    session.open('Loops.java', loops);
    await session.overlay('Loops.java');
    const whole = colored(
      await (session.edit('Loops.java', 'return n;', 'return n'), session.overlay('Loops.java')),
      session.textOf('Loops.java'),
    );
    expect(whole).toEqual(expect.arrayContaining(['int sum = 0;', 'sum += i * n;', 'return sum;']));
    session.edit('Loops.java', 'return n', 'return n * (');
    const broken = await session.overlay('Loops.java');
    expect(colored(broken, session.textOf('Loops.java'))).toEqual(
      expect.arrayContaining(['int sum = 0;', 'sum += i * n;', 'return sum;']),
    );
    expect(broken.statusTooltip).toContain('Syntax error in line 3');
  });

  it('shows what can be read of a text that was opened with an error, and says so', async () => {
    const session = await startSession();
    session.open('Loops.java', loops.replace('return n;', 'return n * ('));
    const broken = await session.overlay('Loops.java');
    expect(broken.statusTooltip).toMatch(/could not be read as Java.*the rest is shown/);
    expect(broken.status).toMatch(/ · partly read$/);
  });

  it('follows many edits in a row to the last one', async () => {
    const session = await startSession();
    session.open('Loops.java', loops);
    for (let trips = 1; trips <= 50; trips++)
      session.edit('Loops.java', `i < ${trips === 1 ? 1000 : trips - 1};`, `i < ${trips};`);
    const last = await session.overlay('Loops.java');
    session.open('untitled:Fresh', session.textOf('Loops.java'));
    expect([last.version, (await session.overlay('untitled:Fresh')).lines]).toEqual([51, last.lines]);
  });

  it('forgets a closed file, and opens it anew', async () => {
    const session = await startSession();
    session.open('Loops.java', loops);
    await session.overlay('Loops.java');
    session.client.notify('textDocument/didClose', { textDocument: { uri: session.uriOf('Loops.java') } });
    expect(await session.hover('Loops.java', 'sum += i')).toBeUndefined();
    session.open('Loops.java', loops);
    expect(await session.hover('Loops.java', 'sum += i')).toContain('Addition_int_int');
  });
});

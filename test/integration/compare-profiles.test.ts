/** Two profiles compared in the editor: the picture of the workspace says which lines use less or more energy. */
import { existsSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { DrawnPicture } from '../../server/src/protocol/hot-lists';
import type { Overlay } from '../../server/src/protocol/overlay';
import type { ProfileSummary } from '../../server/src/protocol/profiles';
import { changeOfStep } from '../../server/src/pages/changes';
import { type ComparisonPage, decodeComparison } from '../../server/src/pages/comparison-file';
import { decodePicture, FileState, stepOf, type Picture } from '../../server/src/pages/picture';
import { profileOfEnergies } from '../compare/noisy-profiles';
import { git } from '../support/git';
import { runCommand } from '../support/run-command';
import { makeTemporaryFolder } from '../support/temporary-folder';
import { lineOf, readPacked, startSession, type Session } from './server-session';

const cli = resolve(import.meta.dirname, '../../dist/cli.js');

const text = `package demo;

public class Work {
    static int often(int n) {
        return n + 1;
    }

    static int once(int n) {
        return n * 3;
    }

    public static void main(String[] args) {
        int sum = 0;
        for (int i = 0; i < Integer.parseInt(args[0]); i++) {
            sum = often(sum);
        }
        if (args.length > 1) {
            sum = sum / 2;
        }
        System.out.println(once(sum));
    }
}
`;

/** The text as it was before a line of it was replaced by three others. */
const earlier = text.replace(
  / +if \(args\.length > 1\) \{\n.*\n +\}\n/,
  '        sum = Math.floorMod(sum, 1000);\n',
);

/** The changes of an overlay's lines, by the texts of the lines. */
function changesIn({ lines }: Overlay, shown: string): Readonly<Record<string, string | undefined>> {
  const texts = shown.split('\n');
  return Object.fromEntries(lines.map(({ line, change }) => [texts[line]?.trim() ?? '', change] as const));
}

async function profile(folder: string, name: string, ...program: readonly string[]): Promise<string> {
  const out = join('.jouleline', 'profiles', `${name}.json`);
  const what = [
    'profile',
    '--runs',
    '0',
    '--record',
    'tree',
    '--out',
    out,
    '--source',
    '.',
    '--main',
    'demo.Work',
  ];
  const { status } = await runCommand(cli, [...what, '--', ...program], { cwd: folder });
  expect(status).toBe(0);
  return join(folder, out);
}

/** Asks for pictures until one fits. */
async function pictureOf(session: Session, fits: (picture: Picture) => boolean): Promise<Picture> {
  for (;;) {
    const drawn = await session.client.request<DrawnPicture | null>('jouleline/picture', { fresh: true });
    const picture = drawn === null ? undefined : decodePicture(readPacked(drawn.path));
    if (picture !== undefined && typeof picture !== 'string' && fits(picture)) return picture;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

describe('two profiles', () => {
  it('are compared line by line in pictures, until something else is shown', async () => {
    const folder = makeTemporaryFolder({ 'demo/Work.java': text, '.jouleline/profiles/.keep': '' });
    const before = await profile(folder, 'before', '5000', 'halve');
    const after = await profile(folder, 'after', '100');
    const session = await startSession({ folder, storagePath: makeTemporaryFolder({}) });
    session.open('demo/Work.java', text);
    await session.overlay('demo/Work.java');
    expect(await session.client.request('jouleline/compareProfiles', { before, after })).toBeNull();
    const listed = await session.client.request<readonly ProfileSummary[]>('jouleline/profiles', null);
    expect(listed.map(({ path, isShown, compared }) => [path, isShown, compared])).toEqual([
      [before, false, 'before'],
      [after, false, 'after'],
    ]);

    const picture = await pictureOf(session, ({ head }) => head.comparison !== undefined);
    const { heat, head, energy, before: earlier } = picture;
    expect(head.comparison?.names).toEqual(['before', 'after']);
    expect(head.comparison?.totals[0]).toBeGreaterThan(head.comparison?.totals[1] ?? 0);
    expect(head.source).toBe('before → after');
    const changeAt = (fragment: string): string =>
      changeOfStep(stepOf(heat[lineOf(text, fragment)] ?? 0), head.palette.length);
    expect(changeAt('return n + 1')).toBe('lessEnergy');
    expect(changeAt('return n * 3')).toBe('same');
    expect(changeAt('sum / 2')).toBe('gone');
    const line = lineOf(text, 'return n + 1');
    expect((energy[line] ?? 0) / (earlier[line] ?? 1)).toBeCloseTo(0.98);

    expect(await session.hover('demo/Work.java', 'return n + 1')).toMatch(/5,000.*\b100\b/);
    expect(await session.client.request('jouleline/showProfiles', { paths: [] })).toBeNull();
    const estimates = await pictureOf(session, ({ head }) => head.comparison === undefined);
    expect(estimates.before).toHaveLength(0);
  });

  it('that were measured in all are modeled line by line, in the panel as in the legend', async () => {
    const folder = makeTemporaryFolder({ 'demo/Work.java': text, '.jouleline/profiles/.keep': '' });
    const path = await profile(folder, 'before', '5000');
    const { measurement } = profileOfEnergies([1], [10, 11, 12], [], false);
    const measured = join(folder, '.jouleline', 'profiles', 'measured.json');
    const counted = JSON.parse(readFileSync(path, 'utf8')) as object;
    writeFileSync(measured, JSON.stringify({ ...counted, measurement }));
    const session = await startSession({ folder, storagePath: makeTemporaryFolder({}) });
    session.open('demo/Work.java', text);
    await session.overlay('demo/Work.java');
    const asked = { before: measured, after: measured };
    expect(await session.client.request('jouleline/compareProfiles', asked)).toBeNull();
    const picture = await pictureOf(session, ({ head }) => head.comparison !== undefined);
    expect(picture.head.comparison?.totals[0]).toBeCloseTo(11);
    expect(Array.from(picture.fileState)).toEqual([FileState.modeled]);
    const { legend } = await session.overlay(
      'demo/Work.java',
      (shown) => shown.legend.comparison !== undefined,
    );
    expect(legend.provenance).toBe('modeled');
  });

  it('color the lines of the editor by what changed, and follow its edits', async () => {
    const folder = makeTemporaryFolder({ 'demo/Work.java': earlier, '.jouleline/profiles/.keep': '' });
    const before = await profile(folder, 'before', '5000', 'halve');
    git(folder, 'init', '-q');
    git(folder, 'add', 'demo');
    git(folder, 'commit', '-q', '-m', 'before');
    writeFileSync(join(folder, 'demo/Work.java'), text);
    const after = await profile(folder, 'after', '100', 'halve');
    const session = await startSession({ folder });
    session.open('demo/Work.java', text);
    await session.overlay('demo/Work.java');
    expect(await session.client.request('jouleline/compareProfiles', { before, after })).toBeNull();

    const compared = await session.overlay('demo/Work.java', ({ paletteName }) => paletteName === 'changes');
    expect(changesIn(compared, text)).toEqual({
      'return n + 1;': 'lessEnergy',
      'for (int i = 0; i < Integer.parseInt(args[0]); i++) {': 'lessEnergy',
      'sum = often(sum);': 'lessEnergy',
      'if (args.length > 1) {': 'new',
      'sum = sum / 2;': 'new',
    });
    const [step] = compared.lines.filter(({ change }) => change === 'new').map((line) => line.step);
    expect(step).toBe(compared.legend.comparison?.steps.new[0]);
    expect(compared.legend.comparison).toMatchObject({ before: 'before', after: 'after' });
    expect(compared.status).toMatch(/^▼ −.*J/);
    // It stood below the brace of the loop, and so it does.
    const brace = lineOf(text, 'sum = often(sum);') + 1;
    expect(compared.gone?.map(({ after, text }) => [after, text.split(',')[0]])).toEqual([
      [brace, '− 1 line removed'],
    ]);
    const atMark = () =>
      session.client.request<{ readonly contents: { readonly value: string } }>('textDocument/hover', {
        textDocument: { uri: session.uriOf('demo/Work.java') },
        position: { line: brace, character: 0 },
      });
    const restricted = await atMark();
    expect(restricted.contents.value).toMatch(/Removed below this line; only `before` ran it/);
    expect(restricted.contents.value).not.toContain('floorMod');
    session.client.notify('jouleline/trust', { isTrusted: true });
    const hoverAtMark = await atMark();
    // As the repository has it.
    expect(hoverAtMark.contents.value).toContain('~~~~java\n        sum = Math.floorMod(sum, 1000);\n~~~~');
    const hover = await session.hover('demo/Work.java', 'return n + 1');
    expect(hover).toMatch(/▼ less energy.*per run/);
    for (const row of [
      'executions',
      'energy per run',
      'energy per call of `Work.often`',
      'energy per execution of the line',
    ])
      expect(hover).toContain(row);
    expect(hover).toContain('The exact counts differ: the program took a different path.');
    expect(hover).toMatch(/\| sequence,\u00a0line\u00a05 \| 5,000 \| 100 \|/);
    const loop = await session.hover('demo/Work.java', 'sum = often(sum)');
    expect(loop).toMatch(/\| loop\u00a0body,\u00a0line\u00a015 \| 5,000 \| 100 \| .* \| −/);
    expect(loop).not.toContain('condition');
    expect(await session.hover('demo/Work.java', 'return n * 3')).toMatch(/No difference found/);

    // Lines are compared by what the settings name, and where there is none of it that is said.
    session.changeSettings({ comparedMetric: 'executions' });
    const counted = await session.overlay('demo/Work.java', ({ status }) => status.includes('executions'));
    expect(changesIn(counted, text)).toEqual(changesIn(compared, text));
    expect(await session.hover('demo/Work.java', 'return n + 1')).toMatch(
      /▼ takes less, −[\d,]+ executions per run/,
    );
    session.changeSettings({ comparedMetric: 'time' });
    await session.overlay('demo/Work.java', ({ paletteName }) => paletteName !== 'changes');
    const refused = session.client.request('jouleline/compareProfiles', { before, after });
    expect(await refused).toEqual({ message: 'before does not say how much processor time its runs took.' });
    session.changeSettings({});
    expect(await session.client.request('jouleline/compareProfiles', { before, after })).toBeNull();
    await session.overlay('demo/Work.java', ({ paletteName }) => paletteName === 'changes');

    // Whoever watches the folder tells late that it was written.
    const created = { uri: pathToFileURL(before).href, type: 1 };
    session.client.notify('workspace/didChangeWatchedFiles', { changes: [created] });
    const edited = session.edit(
      'demo/Work.java',
      'public class Work {',
      '// one\n// two\npublic class Work {',
    );
    const moved = await session.overlay('demo/Work.java');
    expect(changesIn(moved, edited)).toEqual(changesIn(compared, text));
    expect(moved.gone?.map(({ after }) => after)).toEqual([brace + 2]);

    // Written anew it is another.
    utimesSync(before, new Date(0), new Date(0));
    session.client.notify('workspace/didChangeWatchedFiles', { changes: [{ ...created, type: 2 }] });
    await session.overlay('demo/Work.java', ({ paletteName }) => paletteName !== 'changes');

    expect(await session.client.request('jouleline/showProfiles', { paths: [] })).toBeNull();
    const estimates = await session.overlay('demo/Work.java', ({ paletteName }) => paletteName !== 'changes');
    expect([estimates.gone, estimates.lines.some(({ change }) => change !== undefined)]).toEqual([
      undefined,
      false,
    ]);
  });

  it('are compared by tasks for a page, with what someone says of packages', async () => {
    const folder = makeTemporaryFolder({ 'demo/Work.java': text, '.jouleline/profiles/.keep': '' });
    const before = await profile(folder, 'before', '5000', 'halve');
    const after = await profile(folder, 'after', '100');
    const session = await startSession({ folder, storagePath: makeTemporaryFolder({}) });
    const written = new Set<string>();
    const compare = async (framework: readonly string[]): Promise<ComparisonPage> => {
      const marks = { application: [], framework };
      const params = { paths: [before, after], alpha: 'auto', marks };
      const answer = await session.client.request<{ page: string }>('jouleline/comparisonPage', params);
      written.add(answer.page);
      const page = decodeComparison(readPacked(answer.page));
      if (typeof page === 'string') throw new Error(page);
      return page;
    };
    const page = await compare([]);
    const { head, totals, taskRow, rowMethod, names } = page;
    expect(head.names).toEqual(['before', 'after']);
    expect(totals[0]).toBeGreaterThan(totals[1] ?? 0);
    const tasks = [...taskRow].map((row) => names[rowMethod[row] ?? -1]);
    expect(tasks.sort()).toEqual(['parseInt', 'println']);
    expect(head.packages.map(({ name, isApplication }) => `${name} ${isApplication}`).sort()).toEqual([
      'demo true',
      'java.io false',
      'java.lang false',
    ]);
    // What is no application shows its own paths.
    const inside = await compare(['demo']);
    expect(inside.names).toContain('often');
    expect(inside.head.packages.find(({ name }) => name === 'demo')).toMatchObject({
      isApplication: false,
      isMarked: true,
    });
    expect(written.size).toBe(1);
    await session.client.request('jouleline/clearCache');
    expect([...written].filter((path) => existsSync(path))).toEqual([]);
  });

  it('that are none are refused in words, and what was shown stays', async () => {
    const folder = makeTemporaryFolder({ 'demo/Work.java': text, '.jouleline/profiles/broken.json': '{}' });
    const path = join(folder, '.jouleline', 'profiles', 'broken.json');
    const session = await startSession({ folder });
    const answer = await session.client.request('jouleline/compareProfiles', { before: path, after: path });
    expect(answer).toEqual({ message: expect.stringMatching(/broken\.json/) as string });
  });
});

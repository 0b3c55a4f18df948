/** A profile in the editor: what ran colors the lines, moves with them, and is told apart from what changed since. */
import { rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { ecalcModelText } from '../support/ecalc-model';
import { runCommand } from '../support/run-command';
import { makeTemporaryFolder } from '../support/temporary-folder';
import { lineOf, startSession, type Session } from './server-session';
import type { Overlay } from '../../server/src/protocol/overlay';
import { WHOLE_FILE } from '../../server/src/protocol/profiles';
import type { ProfileSummary, ProfileTargets } from '../../server/src/protocol/profiles';

const cli = resolve(import.meta.dirname, '../../dist/cli.js');

const text = `package demo;

public class Work {
    static int rarely(int n) {
        return n * n;
    }

    static int often(int n) {
        return n + 1;
    }

    static int never(int n) {
        return n - 1;
    }

    public static void main(String[] args) {
        int sum = rarely(2);
        for (int i = 0; i < 5000; i++) {
            sum = often(sum);
        }
        System.out.println(sum);
    }
}
`;

interface ReportedLines {
  readonly files: readonly {
    readonly lines: readonly {
      readonly line: number;
      readonly operations: readonly {
        readonly name: string;
        readonly count: number;
        readonly energy: { readonly mean: number } | null;
      }[];
    }[];
  }[];
}

const profilePath = join('.jouleline', 'profiles', 'run.json');

async function profiledFolder(): Promise<string> {
  const folder = makeTemporaryFolder({ 'demo/Work.java': text, '.jouleline/profiles/broken.json': '{}' });
  const args = ['profile', '--runs', '0', '--out', profilePath, '--source', '.', '--main', 'demo.Work'];
  expect(await runCommand(cli, args, { cwd: folder })).toMatchObject({ status: 0, stdout: '5004\n' });
  return folder;
}

/** The message of the refusal; null if the profile is shown. */
async function showProfile(session: Session, path: string | null): Promise<string | null> {
  const paths = path === null ? [] : [path];
  const answer = await session.client.request<{ message: string } | null>('jouleline/showProfiles', {
    paths,
  });
  return answer === null ? null : answer.message;
}

describe('a profile', () => {
  it('colors the lines that ran, says so, and gives way to estimates', async () => {
    const folder = await profiledFolder();
    const session = await startSession({ folder });
    // Until all files are known, lines are ranked by single calls.
    await session.indexed();
    session.open('demo/Work.java', text);
    // The profile teaches estimates, too, once it is read.
    const isLearned = ({ statusTooltip }: Overlay): boolean =>
      statusTooltip.includes('estimated from a run of');
    const estimate = await session.overlay('demo/Work.java', isLearned);
    expect(estimate.legend.provenance).toBe('estimated');
    const listed = await session.client.request<readonly ProfileSummary[]>('jouleline/profiles', undefined);
    expect(listed).toEqual([
      expect.objectContaining({ name: 'broken', problem: expect.stringMatching(/broken\.json/) as unknown }),
      expect.objectContaining({ name: 'run', problem: '', isExact: true, isShown: false }),
    ]);
    expect(await showProfile(session, join(folder, profilePath))).toBeNull();
    const counted = await session.overlay(
      'demo/Work.java',
      ({ legend }) => legend.provenance !== 'estimated',
    );
    expect(counted.legend.provenance).toBe('modeled');
    const lines = counted.lines.map(({ line }) => line);
    expect(lines).toContain(lineOf(text, 'return n + 1'));
    expect(lines).not.toContain(lineOf(text, 'return n - 1'));
    expect(counted.lines.find(({ line }) => line === lineOf(text, 'return n * n'))?.share).toBeLessThan(0.01);
    expect(await session.hover('demo/Work.java', 'return n + 1')).toMatch(/5,000/);
    expect(await session.lenses('demo/Work.java')).toContainEqual(
      expect.objectContaining({
        command: expect.objectContaining({
          tooltip: expect.stringContaining('In the profiled run') as unknown,
        }) as unknown,
      }),
    );
    expect(await showProfile(session, null)).toBeNull();
    expect((await session.overlay('demo/Work.java', isLearned)).lines).toEqual(estimate.lines);
  });

  it('is modeled by eCalc’s cost functions where they are chosen; estimates are not, and that is said', async () => {
    const folder = await profiledFolder();
    writeFileSync(join(folder, 'ecalc.json'), ecalcModelText);
    const settings = { model: 'tiny-ecalc', modelFiles: ['ecalc.json'] };
    const session = await startSession({ folder, settings });
    session.open('demo/Work.java', text);
    const estimate = await session.overlay('demo/Work.java');
    expect(estimate.legend.provenance).toBe('estimated');
    expect(await session.hover('demo/Work.java', 'return n + 1')).not.toContain('ireturn');
    expect(await showProfile(session, join(folder, profilePath))).toBeNull();
    await session.overlay('demo/Work.java', ({ legend }) => legend.provenance === 'modeled');
    const hover = await session.hover('demo/Work.java', 'return n + 1');
    // Once for each of 5,000 calls.
    expect(hover).toMatch(/`ireturn` \| 5,000 \| 4 nJ/);
    expect(await session.hover('demo/Work.java', 'sum = often')).toContain('MethodInvocation_static');
  });

  it('has the jumps of each kind of statement at the cost that a fitted model has for them', async () => {
    const source = `package demo;

public class Jumps {
    public static void main(String[] args) {
        int sum = 0;
        for (int i = 0; i < 1000; i++) {
            if (i % 4 == 0) {
                sum += i;
            } else {
                sum -= i;
            }
        }
        int left = 300;
        while (left > 0) {
            left--;
        }
        System.out.println(sum);
    }
}
`;
    // What the paper measured, in a table of cases; one model knows all jumps as one.
    const [of, on, in_] = [6.7e-6, 4.1e-6, 1.1e-6];
    const rows = [
      [900, 10, 20],
      [30, 800, 10],
      [10, 20, 700],
      [400, 300, 200],
      [100, 500, 600],
    ].map(([a = 0, b = 0, c = 0], row) => `case${row},${a},${b},${c},${a * of + b * on + c * in_}`);
    const apart = ['case,BlockGoto_if,BlockGoto_for,BlockGoto_while,y [J]', ...rows, ''].join('\n');
    const asOne = [
      'case,BlockGoto_?,y [J]',
      ...[1, 2, 3, 4, 5].map((n) => `case${n},${n},${2e-6 * n}`),
      '',
    ].join('\n');
    const folder = makeTemporaryFolder({
      'demo/Jumps.java': source,
      '.jouleline/profiles/of.txt': '',
      'apart.csv': apart,
      'one.csv': asOne,
    });
    const run = async (...args: readonly string[]): Promise<string> => {
      const done = await runCommand(cli, args, { cwd: folder });
      expect([done.status, done.stderr]).toEqual([0, expect.any(String)]);
      return done.stdout;
    };
    await run('profile', '--runs', '0', '--out', profilePath, '--source', '.', '--main', 'demo.Jumps');
    for (const name of ['apart', 'one'])
      await run('fit', `${name}.csv`, '--folds', '2', '--out', `${name}.json`, '--id', name);
    const jumpsBy = async (model: string): Promise<readonly string[]> => {
      const told = await run('report', '--profile', profilePath, '--model', model, '--format', 'json', '.');
      const { files } = JSON.parse(told) as ReportedLines;
      return files.flatMap(({ lines }) =>
        lines.flatMap(({ line, operations }) =>
          operations.flatMap(({ name, count, energy }) =>
            name.startsWith('BlockGoto') ? [`${line} ${name} ${count} ${energy?.mean.toPrecision(3)}`] : [],
          ),
        ),
      );
    };
    expect(await jumpsBy('apart.json')).toEqual([
      '6 BlockGoto_for 1000 0.00410',
      '8 BlockGoto_if 250 0.00168',
      '15 BlockGoto_while 300 0.000330',
    ]);
    expect(await jumpsBy('one.json')).toEqual([
      '6 BlockGoto_for 1000 0.00200',
      '8 BlockGoto_if 250 0.000500',
      '15 BlockGoto_while 300 0.000600',
    ]);
    // The published model has one cost for all.
    const published = await jumpsBy('rpi5-openjdk21-xint');
    const each = published.map((jump) => Number(jump.split(' ')[3]) / Number(jump.split(' ')[2]));
    expect(each).toHaveLength(3);
    for (const cost of each) expect(cost).toBeCloseTo(each[0] ?? 0, 10);
    const session = await startSession({ folder, settings: { model: 'apart', modelFiles: ['apart.json'] } });
    session.open('demo/Jumps.java', source);
    expect(await showProfile(session, join(folder, profilePath))).toBeNull();
    await session.overlay('demo/Jumps.java', ({ legend }) => legend.provenance === 'modeled');
    expect(await session.hover('demo/Jumps.java', 'left--')).toMatch(/while loop’s test \| 300 \| 330.µJ/);
    expect(await session.hover('demo/Jumps.java', 'sum += i')).toMatch(
      /over the else branch \| 250 \| 1\.68.mJ/,
    );
  });

  it('of paths says which ways a method took, how often, and at what energy', async () => {
    const source = `package demo;

public class Ways {
    static int way(int n) {
        int sum = 1;
        if (n % 10 == 0) {
            sum = sum * n;
        }
        return sum;
    }

    public static void main(String[] args) {
        int sum = 0;
        for (int i = 0; i < 1000; i++) {
            sum += way(i);
        }
        System.out.println(sum);
    }
}
`;
    const folder = makeTemporaryFolder({ 'demo/Ways.java': source, '.jouleline/profiles/.keep': '' });
    const recorded = ['profile', '--runs', '0', '--record', 'paths', '--out', profilePath];
    const ways = ['--source', '.', '--main', 'demo.Ways'];
    expect(await runCommand(cli, [...recorded, ...ways], { cwd: folder })).toMatchObject({ status: 0 });
    const session = await startSession({ folder });
    session.open('demo/Ways.java', source);
    await session.overlay('demo/Ways.java');
    expect(await showProfile(session, join(folder, profilePath))).toBeNull();
    await session.overlay('demo/Ways.java', ({ legend }) => legend.provenance === 'modeled');
    const rows = async (text: string): Promise<readonly string[]> =>
      ((await session.hover('demo/Ways.java', text)) ?? '').split('\n').filter((row) => row.includes('→'));
    expect(await rows('int sum = 1')).toEqual([
      '| 5 → 6 → 9 returns | 900 | 240 nJ | 216 µJ |',
      '| 5 → 6 → 7 → 9 returns | 100 | 287 nJ | 28.7 µJ |',
    ]);
    expect(await rows('sum = sum * n')).toHaveLength(1);
    expect(await rows('sum += way(i)')).toEqual(
      expect.arrayContaining([expect.stringMatching(/^\| loop: .* … \| 1,000 \| /)]),
    );
  });

  it('moves with the text; a method that is edited keeps its colors, marked, and so does every other', async () => {
    const folder = await profiledFolder();
    const session = await startSession({ folder });
    session.open('demo/Work.java', text);
    await session.overlay('demo/Work.java');
    expect(await showProfile(session, join(folder, profilePath))).toBeNull();
    const before = await session.overlay('demo/Work.java', ({ legend }) => legend.provenance === 'modeled');
    const heats = ({ lines }: Overlay): readonly unknown[] =>
      lines.map(({ step, rank, share }) => [step, rank, share.toFixed(6)]);
    const staleIn = ({ lines }: Overlay): readonly (string | undefined)[] =>
      lines.flatMap(({ line, isStale }) =>
        isStale === true ? [session.textOf('demo/Work.java').split('\n')[line]?.trim()] : [],
      );
    session.edit('demo/Work.java', '        return n * n;', '\n\n        return n * n * n;');
    const edited = await session.overlay('demo/Work.java');
    expect(heats(edited)).toEqual(heats(before));
    expect(edited.status).toBe(before.status);
    expect(staleIn(edited)).toEqual(['return n * n * n;']);
    const lenses = async (): Promise<readonly string[]> =>
      (await session.lenses('demo/Work.java')).map(({ command }) => command.title);
    expect(await lenses()).toContainEqual(expect.stringMatching(/ · before the edit$/));
    expect(await session.hover('demo/Work.java', 'return n * n * n')).toMatch(
      /^\*This method was edited after it was profiled\./,
    );
    session.edit('demo/Work.java', 'int often(int n)', 'int frequently(int number)');
    session.edit('demo/Work.java', 'return n + 1;', 'return number + ');
    const broken = await session.overlay('demo/Work.java');
    expect(heats(broken)).toEqual(heats(before));
    expect(broken.status).toBe(`${before.status} · syntax error`);
    session.edit('demo/Work.java', 'return number + ', 'return number + 1;');
    const renamed = await session.overlay('demo/Work.java');
    expect(heats(renamed)).toEqual(heats(before));
    expect(staleIn(renamed)).toEqual(['return n * n * n;', 'return number + 1;']);
    session.edit('demo/Work.java', 'int frequently(int number)', 'int often(int n)');
    session.edit('demo/Work.java', 'return number + 1;', 'return n + 1;');
    session.edit('demo/Work.java', '\n\n        return n * n * n;', '        return n * n;');
    const undone = await session.overlay('demo/Work.java');
    expect({ ...undone, version: 0 }).toEqual({ ...before, version: 0 });
  });

  it('leaves no method without a word and a way to profile it: newer ones, and those of other files', async () => {
    const folder = await profiledFolder();
    const other = 'package demo;\n\nclass Other {\n    int two() {\n        return 2;\n    }\n}\n';
    writeFileSync(join(folder, 'demo', 'Other.java'), other);
    const session = await startSession({ folder, initialization: { profileCommand: 'profile' } });
    session.open('demo/Work.java', text);
    session.open('demo/Other.java', other);
    await session.overlay('demo/Other.java');
    expect(await showProfile(session, join(folder, profilePath))).toBeNull();
    expect(await session.client.waitForNotification('jouleline/overlayCleared')).toEqual({
      uri: session.uriOf('demo/Other.java'),
      status: 'not in the profile',
      reason: 'The profile that is shown contains no counts of this file.',
    });
    const titles = async (name: string): Promise<readonly string[]> =>
      (await session.lenses(name)).map(({ range, command }) => `${range.start.line} ${command.title}`);
    expect(await titles('demo/Other.java')).toEqual(['3 not in the profile', '3 $(play) Profile']);
    expect(await session.hover('demo/Other.java', 'return 2')).toContain('no counts of this file');
    await session.overlay('demo/Work.java', ({ legend }) => legend.provenance === 'modeled');
    session.edit(
      'demo/Work.java',
      '    static int never',
      '    static int fresh(int n) {\n        return n * 7;\n    }\n\n    static int never',
    );
    session.edit('demo/Work.java', '        return n + 1;', '        n += 7;\n        return n + 1;');
    const { lines } = await session.overlay('demo/Work.java');
    const now = session.textOf('demo/Work.java');
    expect(lines.filter(({ change }) => change === 'new').map(({ line }) => line)).toEqual([
      lineOf(now, 'n += 7'),
      lineOf(now, 'return n * 7'),
    ]);
    const fresh = lineOf(now, 'int fresh');
    expect((await titles('demo/Work.java')).filter((each) => each.startsWith(`${fresh} `))).toEqual([
      `${fresh} newer than the profile`,
      `${fresh} $(play) Profile`,
    ]);
    expect(await session.hover('demo/Work.java', 'n += 7')).toContain('newer than the profile');
  });

  it('is found again by what the text says, however long ago it was changed', async () => {
    const folder = await profiledFolder();
    const source = join(folder, 'demo', 'Work.java');
    const lines = (overlay: Overlay): readonly number[] =>
      overlay.lines.flatMap(({ line, isStale }) => (isStale === true ? [] : [line]));
    const show = async (session: Session, now: string): Promise<Awaited<ReturnType<Session['overlay']>>> => {
      session.open('demo/Work.java', now);
      await session.overlay('demo/Work.java');
      expect(await showProfile(session, join(folder, profilePath))).toBeNull();
      return session.overlay('demo/Work.java', ({ legend }) => legend.provenance === 'modeled');
    };
    // Written anew, as by a checkout: the same text, with a later time and other ends of lines.
    const same = text.replaceAll('\n', '\r\n');
    writeFileSync(source, same);
    const before = lines(await show(await startSession({ folder }), same));
    expect(before).toContain(lineOf(text, 'return n * n'));
    const changed = text
      .replace('public class', '/** Moved. */\n\npublic class')
      .replace('return n * n;', 'return n * n + 0;');
    writeFileSync(source, changed);
    const session = await startSession({ folder });
    const found = await show(session, changed);
    const after = lines(found);
    expect(found.lines.filter(({ isStale }) => isStale).map(({ line }) => line)).toEqual([
      lineOf(changed, 'return n * n + 0'),
    ]);
    expect(after).toContain(lineOf(changed, 'return n + 1'));
    expect(after).toContain(lineOf(changed, 'sum = often(sum)'));
    expect(after).not.toContain(lineOf(changed, 'return n * n + 0'));
    expect(await session.hover('demo/Work.java', 'return n + 1')).toMatch(/5,000/);
    const titles = (await session.lenses('demo/Work.java')).map(({ command }) => command.title);
    expect(titles.filter((title) => title.endsWith('before the edit'))).toHaveLength(1);
    // Back to what ran: nothing is stale.
    session.edit('demo/Work.java', 'return n * n + 0;', 'return n * n;');
    const back = session.textOf('demo/Work.java');
    expect(lines(await session.overlay('demo/Work.java'))).toContain(lineOf(back, 'return n * n'));
  });

  it('beside a recording leaves out the methods that have changed, and names them', async () => {
    const entries = [{ class: 'demo.Work', method: 'often', line: 9, energy: 3 }];
    const folder = await profiledFolder();
    const energies = { format: 'jouleline-energy', version: 1, unit: 'J', entries };
    writeFileSync(join(folder, 'night.json'), JSON.stringify(energies));
    const saved = join('.jouleline', 'profiles', 'night.json');
    const imported = ['import', '--no-history', 'night.json', '--source', '.', '--out', saved];
    expect(await runCommand(cli, imported, { cwd: folder })).toMatchObject({ status: 0 });
    const session = await startSession({ folder });
    session.open('demo/Work.java', text);
    session.edit('demo/Work.java', 'public class', '/** Moved. */\npublic class');
    session.edit('demo/Work.java', 'return n * n;', 'return n * n * n;');
    await session.overlay('demo/Work.java');
    const paths = [join(folder, saved), join(folder, profilePath)];
    expect(await session.client.request('jouleline/showProfiles', { paths })).toBeNull();
    const { statusTooltip } = await session.overlay('demo/Work.java', ({ legend }) =>
      legend.modelTitle.includes('night.json'),
    );
    expect(statusTooltip).toContain('1 method changed since it was measured: demo.Work.rarely');
    expect(await session.hover('demo/Work.java', 'return n + 1')).toMatch(/`night\.json`[^]*`run`/);
    expect(await session.hover('demo/Work.java', 'sum = often')).toContain('`run`');
    for (const gone of ['int rarely', 'return n * n * n'])
      expect(await session.hover('demo/Work.java', gone)).toBeUndefined();
  });

  it('that is broken, or gone, is refused, and the estimates stay', async () => {
    const folder = await profiledFolder();
    const session = await startSession({ folder });
    session.open('demo/Work.java', text);
    await session.overlay('demo/Work.java');
    expect(await showProfile(session, join(folder, '.jouleline/profiles/broken.json'))).toMatch(
      /broken\.json/,
    );
    rmSync(join(folder, profilePath));
    expect(await showProfile(session, join(folder, profilePath))).toMatch(/could not be read/);
    expect(await session.hover('demo/Work.java', 'return n + 1')).toContain('estimated');
  });
});

describe('what a method can be profiled with', () => {
  it('is itself, or what reaches it', async () => {
    const test = `package demo;
import org.junit.jupiter.api.Test;
class WorkTest {
    @Test void adds() { Work.often(1); }
    void helper() { Work.often(2); }
}
`;
    // A file of the same name has other methods on the same lines.
    const other = `${'\n'.repeat(3)}class Work { ${'int f() { return 1; }\n'.repeat(40)} }`;
    const files = { 'demo/Work.java': text, 'demo/WorkTest.java': test, 'other/demo/Work.java': other };
    const session = await startSession({ files });
    session.open('demo/Work.java', text);
    await session.indexed();
    const askFor = async (file: string, line: number): Promise<readonly string[]> => {
      const { targets } = await session.client.request<ProfileTargets>('jouleline/profileTargets', {
        uri: session.uriOf(file),
        line,
      });
      return targets.map((target) => `${target.arguments.join(' ')}: ${target.description}`);
    };
    const targetsAt = (wanted: string): Promise<readonly string[]> =>
      askFor('demo/Work.java', lineOf(text, wanted));
    expect(await askFor('demo/Work.java', WHOLE_FILE)).toEqual(['--main demo.Work: program']);
    // It is not open.
    expect(await askFor('demo/WorkTest.java', WHOLE_FILE)).toEqual([
      '--test demo.WorkTest: all tests of the class',
    ]);
    expect(await targetsAt('static int often')).toEqual([
      '--main demo.Work: program, calls the method',
      '--test demo.WorkTest#adds: test, calls the method',
    ]);
    expect(await targetsAt('public static void main')).toEqual(['--main demo.Work: program']);
    expect(await targetsAt('static int never')).toEqual([
      '--main demo.Work: program, may not reach the method',
    ]);
  });

  it('records what the settings say', async () => {
    const files = { 'demo/Work.java': text };
    const profile = { runs: 3, record: 'trace', exactThreads: true, timedCalls: 'mine.txt' };
    const session = await startSession({ files, settings: { profile } });
    session.open('demo/Work.java', text);
    await session.indexed();
    const ask = async (): Promise<string> => {
      const at = { uri: session.uriOf('demo/Work.java'), line: lineOf(text, 'static int often') };
      return (await session.client.request<ProfileTargets>('jouleline/profileTargets', at)).common.join(' ');
    };
    const common = await ask();
    expect(common).toMatch(/--runs 3 .*--record trace --exact-threads --timed-calls \/.*mine\.txt/);
    session.changeSettings({ profile: { record: 'counts', timedCalls: 'mine.txt' } });
    await vi.waitFor(async () => {
      expect(await ask()).toContain('--record counts');
    });
    expect(await ask()).not.toMatch(/--exact-threads|--timed-calls/);
  });
});

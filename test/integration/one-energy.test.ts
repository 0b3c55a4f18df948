/**
 * One run has one energy: the mean of the saved runs, which this file computes from the saved profile by itself, is the
 * figure of the command line, of reports, exports and comparisons, and of the editor's hovers, lenses, lists and status.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { formatEnergy, JOULES } from '../../server/src/words/energy-text';
import type { ComparedProfiles } from '../../server/src/protocol/comparisons';
import type { HotListPage } from '../../server/src/protocol/hot-lists';
import type { ProfileSummary } from '../../server/src/protocol/profiles';
import { findJdks } from '../support/jdks';
import { makeTemporaryFolder } from '../support/temporary-folder';
import { jouleline } from './built-command';
import { startSession } from './server-session';

const text = `package app;

public class Main {
    static int fib(int n) {
        return n < 2 ? n : fib(n - 1) + fib(n - 2);
    }

    public static void main(String[] arguments) {
        System.out.println(fib(38));
    }
}
`;

interface SavedProfile {
  readonly measurement: {
    readonly runs: readonly { readonly energy?: number }[];
    readonly energy: {
      readonly tick: number;
      readonly interval: { readonly low: number; readonly high: number };
    };
  };
}

interface JsonReport {
  readonly files: readonly { readonly lines: readonly { readonly energy: { readonly mean: number } }[] }[];
  readonly measured: {
    readonly energy: { readonly headline: { readonly energy: number } };
    readonly account: { readonly lines: number; readonly library: number | null; readonly total: number };
  };
}

const profile = join('.jouleline', 'profiles', 'run.json');
const home = findJdks()[0]?.home ?? '';

/** Profiles the program in three measured runs, and takes its energy from the saved runs. */
async function profiled(): Promise<{ readonly folder: string; readonly joules: number }> {
  const folder = makeTemporaryFolder({ 'app/Main.java': text, '.jouleline/profiles/notes.txt': '' });
  const done = await jouleline(
    [
      ...['profile', '--runs', '3', '--power', 'cpu-time:10', '--record', 'tree'],
      ...['--source', '.', '--out', profile, '--main', 'app.Main'],
    ],
    { cwd: folder, environment: { JAVA_HOME: home } },
  );
  expect([done.status, done.stdout]).toEqual([0, '39088169\n']);
  const saved = (JSON.parse(readFileSync(join(folder, profile), 'utf8')) as SavedProfile).measurement;
  const { runs, energy: known } = saved;
  // 10 W by a clock with steps of 10 ms.
  expect(known.tick).toBeCloseTo(0.1, 12);
  expect(known.interval.high - known.interval.low).toBeGreaterThan(0.1);
  const joules = runs.reduce((sum, { energy = NaN }) => sum + energy, 0) / runs.length;
  expect(done.stderr).toContain(`a run takes proxy ${formatEnergy(joules, JOULES)} (`);
  return { folder, joules };
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, each) => sum + each, 0);

describe('the energy of one measured run', () => {
  it('is one figure on the command line and in the editor', async () => {
    const { folder, joules } = await profiled();
    const said = formatEnergy(joules, JOULES);
    const close = (value: number, digits = 9): void => {
      expect(value / joules).toBeCloseTo(1, digits);
    };
    const run = async (...args: readonly string[]): Promise<string> => {
      const { status, stdout, stderr } = await jouleline(args, { cwd: folder });
      expect([status, stderr]).toEqual([0, '']);
      return stdout;
    };
    const report = (format: string): Promise<string> =>
      run('report', 'app', '--profile', profile, '--format', format);

    const shown = await report('text');
    expect(shown).toContain(`proxy ${said} (`);
    expect(shown).toMatch(new RegExp(`of it: .* = ${said}\\b`));
    expect(shown).not.toContain('means of runs');
    expect(await report('html')).toContain(`proxy ${said} (`);
    const { files, measured } = JSON.parse(await report('json')) as JsonReport;
    close(measured.energy.headline.energy);
    close(measured.account.total);
    const ofLines = sumOf(files.flatMap(({ lines }) => lines.map(({ energy }) => energy.mean)));
    expect(ofLines).toBeLessThan(joules);
    expect(ofLines / (measured.account.lines + (measured.account.library ?? 0))).toBeCloseTo(1, 9);
    const total = (await report('csv'))
      .split('\n')
      .find((row) => row.startsWith('(account)') && row.includes(',total,'));
    // Tables have nine digits.
    close(Number(total?.split(',').find((cell) => Math.abs(Number(cell) / joules - 1) < 0.5)), 8);

    const compared = await run('diff', profile, profile);
    expect(compared).toMatch(
      new RegExp(`^\\S*run\\S* ${said}, \\S*run\\S* ${said} a run, measured by CPU time, a proxy`, 'm'),
    );
    const { totals, parts } = JSON.parse(await run('diff', profile, profile, '--format', 'json')) as {
      readonly totals: { readonly energyA: number; readonly energyB: number };
      readonly parts: readonly { readonly part: string; readonly energyA?: number }[];
    };
    close(totals.energyA);
    close(totals.energyB);
    close(sumOf(parts.map(({ energyA = 0 }) => energyA)));
    for (const { part, energyA } of parts)
      if (energyA !== undefined) expect(shown).toContain(`${part} ${formatEnergy(energyA, JOULES)}`);

    const folded = await run('export', profile, '--format', 'speedscope');
    const { profiles } = JSON.parse(folded) as {
      readonly profiles: readonly { readonly weights: readonly number[] }[];
    };
    close(sumOf(profiles[0]?.weights ?? []) * 1e-6);

    const session = await startSession({ folder });
    await session.indexed();
    session.open('app/Main.java', text);
    const listed = await session.client.request<readonly ProfileSummary[]>('jouleline/profiles');
    expect(listed[0]?.interval).toMatch(/^[\d.]+ m?J to [\d.]+ m?J$/);
    expect(listed[0]?.energy.join('\n')).toContain(`proxy ${said} (${listed[0]?.interval ?? '?'})`);
    const paths = [join(folder, profile)];
    expect(await session.client.request('jouleline/showProfiles', { paths })).toBeNull();
    const overlay = await session.overlay('app/Main.java', ({ legend }) => legend.provenance === 'modeled');
    expect(overlay.statusTooltip).toContain(`proxy ${said} \\(`);
    // The file is all that was counted: what its lines, its list and its lens say is what the report's lines say.
    const counted = formatEnergy(ofLines, JOULES);
    expect(overlay.status).toContain(counted);
    const page = await session.client.request<HotListPage>('jouleline/hotList', {
      ...{ list: 'lines', search: '', order: 'energy', isAscending: false, blocks: 'application' },
      ...{ offset: 0, count: 100 },
    });
    expect(sumOf(page.rows.map(({ energy }) => energy ?? 0)) / ofLines).toBeCloseTo(1, 9);
    // Shares are of the program, as in hovers and lenses.
    expect(page.sharesOf).toBe('program');
    expect(sumOf(page.rows.map(({ share }) => share ?? 0)) * joules).toBeCloseTo(ofLines, 9);
    const [hottest] = page.rows;
    expect(await session.hover('app/Main.java', 'fib(n - 1)')).toContain(
      `${hottest?.shareText ?? '?'} of the program`,
    );
    const lenses = (await session.lenses('app/Main.java')).map(({ command }) => command.title);
    expect(lenses.join('\n')).toContain(`≈ ${counted}`);
    expect(await session.hover('app/Main.java', 'fib(38)')).toContain(counted);
    const side = await session.client.request<ComparedProfiles>('jouleline/comparisonReport', {
      paths: [...paths, ...paths],
    });
    expect(side.headline).toMatch(new RegExp(`^run of [-0-9: ]+ ${said}, run of [-0-9: ]+ ${said} a run,`));
  });

  it('is the mean in profiles of earlier versions, too, that headed with the minimum', async () => {
    const { folder, joules } = await profiled();
    const path = join(folder, profile);
    const saved = JSON.parse(readFileSync(path, 'utf8')) as {
      measurement: { energy: { minimum: number; headline: object } };
    };
    const { energy } = saved.measurement;
    energy.headline = { kind: 'minimum', energy: energy.minimum, because: 'minimum of 3 runs' };
    writeFileSync(path, JSON.stringify(saved));
    const { stdout } = await jouleline(['report', 'app', '--profile', profile], { cwd: folder });
    expect(stdout).toContain(`proxy ${formatEnergy(joules, JOULES)} (`);
  });
});

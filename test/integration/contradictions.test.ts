/**
 * Real programs compared with themselves and with a known change: command line and editor give one answer. The command
 * `node test/bench/diff-trials.mjs programs` does so for all twenty.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ProfileDocument } from '../../server/src/profile/document/profile-document';
import { formatEnergy, JOULES } from '../../server/src/words/energy-text';
import { compareAll, compareExports, compareMerges, type Compared } from '../compare/contradictions';
import { sourceOfProgram } from '../compare/twenty-programs';
import { findJdks } from '../support/jdks';
import { makeTemporaryFolder } from '../support/temporary-folder';
import { jouleline } from './built-command';
import { startSession } from './server-session';

const sides = ['one', 'same', 'more'] as const;

async function profiled(name: string): Promise<string> {
  const folder = makeTemporaryFolder(
    Object.fromEntries(
      sides.map((side) => [`${side}/Work.java`, sourceOfProgram(name, side === 'more' ? 3 : 1)]),
    ),
  );
  const done = await jouleline(
    [
      ...['diff', '--source', '.', '--runs', '3', '--power', 'cpu-time:10'],
      ...sides.flatMap((side) => [
        '--program',
        `Work@${join(folder, side)}`,
        '--out',
        join(folder, side, 'run.json'),
      ]),
    ],
    { cwd: folder, environment: { JAVA_HOME: findJdks().at(-1)?.home ?? '' } },
  );
  expect(done.status, done.stderr).toBe(0);
  return folder;
}

describe.each(['collatz', 'hash'])('the program %s', (name) => {
  it('compared with itself and with three times its work contradicts nothing', async () => {
    const folder = await profiled(name);
    const profileOf = (side: string): ProfileDocument =>
      JSON.parse(readFileSync(join(folder, side, 'run.json'), 'utf8')) as ProfileDocument;
    const compare = (side: string): Compared => compareAll(profileOf('one'), profileOf(side));
    expect(compare('same').contradictions).toEqual([]);
    const { contradictions, comparison } = compare('more');
    expect(contradictions).toEqual([]);
    for (const side of ['one', 'more']) {
      const sources = [{ path: 'Work.java', text: sourceOfProgram(name, side === 'more' ? 3 : 1) }];
      expect(compareExports(profileOf(side))).toEqual([]);
      expect(compareMerges(profileOf(side), sources)).toEqual([]);
    }
    const work = comparison.methods.find(({ methodA }) => methodA?.name === 'work');
    expect([work?.callsA, work?.callsB]).toEqual([30, 90]);

    const session = await startSession({ folder: join(folder, 'more') });
    session.open('Work.java', sourceOfProgram(name, 3));
    await session.overlay('Work.java');
    const [before, after] = ['one', 'more'].map((side) => join(folder, side, 'run.json'));
    expect(await session.client.request('jouleline/compareProfiles', { before, after })).toBeNull();
    const { statusTooltip } = await session.overlay('Work.java', (overlay) =>
      overlay.statusTooltip.includes('Whole program'),
    );
    const [energyA, energyB] = [comparison.totals.energyA, comparison.totals.energyB].map((energy) =>
      formatEnergy(energy, JOULES),
    );
    expect(statusTooltip).toContain(
      `Whole program: ${energyA ?? ''} → ${energyB ?? ''}, measured by CPU time`,
    );
  });
});

/** One account of a measured run, in every form: the same rows, which add up to the total. */
import { describe, expect, it } from 'vitest';
import { accountFigures } from '../../server/src/cli/format/account';
import { describeAccount, listAccount } from '../../server/src/profile/account/account-text';
import type { MeasuredProfile } from '../../server/src/profile/account/measured-profile';
import { balanceEnergy } from '../../server/src/runs/energy-account';
import { JOULES } from '../../server/src/words/energy-text';
import { measuredReport } from './sample-report';

const runtime = { garbageCollection: 0.1, compilation: 0.2, threadSwitching: 0.01, startUp: 0.3 };
const claimed = { lines: 1 / 3, library: 0.07, uncounted: 19 / 3, runtime, idle: 0.7 };
const source = { name: 'command' as const, description: 'a meter', isProxy: false };

function measuredOf(total: number): MeasuredProfile {
  const { measured } = measuredReport;
  if (measured === undefined) throw new Error('the sample is of a measured run');
  return {
    ...measured,
    account: balanceEnergy(claimed, total),
    measurement: { ...measured.measurement, source },
  };
}

/** All numbers below an object. */
function numbersIn(value: unknown): readonly number[] {
  if (typeof value === 'number') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbersIn) : [];
}

describe.each([10, 8, 1e-6])('an account of %d J', (total) => {
  const measured = measuredOf(total);
  const rows = listAccount(measured);

  it('adds up in rows', () => {
    const sum = rows.reduce((all, { energy = 0 }) => all + energy, 0);
    expect(Math.abs(sum - total)).toBeLessThan(1e-9 * Math.max(total, 1));
  });

  it('has the same parts in words and in JSON', () => {
    const { parts } = describeAccount(measured, JOULES);
    for (const { name } of rows) expect(parts).toContain(`${name} `);
    const { account } = accountFigures(measured) as { readonly account: { readonly total: number } };
    const { total: whole, ...others } = account;
    expect(whole).toBe(total);
    expect([...numbersIn(others)].sort()).toEqual(rows.map(({ energy }) => energy).sort());
  });
});

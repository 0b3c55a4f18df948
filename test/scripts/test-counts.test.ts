/** The sum that CI believes: nothing that went wrong in a run may be lost in it. The reports have vitest 3's shape. */
import { describe, expect, it } from 'vitest';
import {
  countTests,
  failedFiles,
  listFailures,
  listSlowest,
  withSecondTry,
} from '../../scripts/test-counts.mjs';

const file = (status: string, ...tests: readonly string[]): unknown => ({
  status,
  assertionResults: tests.map((test) => ({ status: test })),
});
const mixed = {
  testResults: [file('passed', 'passed', 'skipped', 'todo'), file('failed', 'passed', 'failed')],
};

describe('countTests', () => {
  it('counts passed, failed and left out', () => {
    expect(countTests(mixed, 1, false)).toEqual({ passed: 2, failed: 1, leftOut: 2 });
  });

  it('takes a test left out as a failure where nothing may be left out', () => {
    expect(countTests(mixed, 1, true)).toEqual({ passed: 2, failed: 3, leftOut: 2 });
  });

  it('counts a file that could not be loaded', () => {
    const report = { testResults: [file('failed'), file('failed', 'failed'), file('passed', 'passed')] };
    expect(countTests(report, 1, false)).toEqual({ passed: 1, failed: 2, leftOut: 0 });
  });

  it('counts a run that failed beside its tests, or without a report', () => {
    expect(countTests({ testResults: [file('passed', 'passed')] }, 1, false).failed).toBe(1);
    expect(countTests(undefined, 1, false)).toEqual({ passed: 0, failed: 1, leftOut: 0 });
  });
});

describe('listFailures', () => {
  it('names failed tests and files that could not be loaded', () => {
    const test = {
      fullName: 'sums add up',
      status: 'failed',
      failureMessages: ['expected 1 to be 2\n  at a.ts'],
    };
    const report = {
      testResults: [
        { name: 'a.test.ts', status: 'failed', assertionResults: [test, { status: 'passed' }] },
        { name: 'b.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
        { name: 'c.test.ts', status: 'passed', assertionResults: [{ status: 'passed' }] },
      ],
    };
    expect(listFailures(report)).toEqual([
      'a.test.ts, sums add up: expected 1 to be 2\n  at a.ts',
      'b.test.ts: no such module',
    ]);
    expect(listFailures(undefined)).toEqual([]);
  });
});

describe('a second try', () => {
  const named = (name: string, ...rest: Parameters<typeof file>): unknown => ({
    ...(file(...rest) as object),
    name,
  });
  const report = {
    testResults: [
      named('a', 'passed', 'passed', 'passed'),
      named('b', 'failed', 'passed', 'failed'),
      named('c', 'failed'),
    ],
  };

  it('is of the files in which something failed, or that could not be loaded', () => {
    expect(failedFiles(report)).toEqual(['b', 'c']);
    expect(failedFiles(undefined)).toEqual([]);
  });

  it('counts in the place of the first, and loses no file that did not come', () => {
    const both = withSecondTry(report, { testResults: [named('b', 'passed', 'passed', 'passed')] });
    expect(countTests(both, 1, true)).toEqual({ passed: 4, failed: 1, leftOut: 0 });
    expect(countTests(withSecondTry(report, undefined), 1, true)).toEqual({
      passed: 3,
      failed: 2,
      leftOut: 0,
    });
  });
});

describe('listSlowest', () => {
  it('names the files whose tests took longest, with seconds', () => {
    const testResults = [
      { name: 'a.test.ts', startTime: 1000, endTime: 1500 },
      { name: 'b.test.ts', startTime: 1000, endTime: 4000 },
      { name: 'c.test.ts', startTime: 2000, endTime: 3000 },
    ];
    expect(listSlowest({ testResults }, 2)).toEqual([
      { name: 'b.test.ts', seconds: 3 },
      { name: 'c.test.ts', seconds: 1 },
    ]);
    expect(listSlowest(undefined, 2)).toEqual([]);
  });
});

/**
 * A fixed part of what `npm run fuzz -- edits` does, and every failure that was
 * ever found.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pickWorkspace, readCorpus } from './edit-corpus';
import { replay, runSession } from './edit-run';
import type { EditStep } from './edit-session';
import { shrinkSteps } from './shrink-steps';

const SEED = 20260101;
const SESSIONS = 8;
const LENGTH = 50;
const FIXTURES = join('test', 'fixtures', 'fuzz', 'edits');

const corpus = readCorpus((path) => /\/java\/util\/(?:function|random|zip)\/[^/]+$/.test(path));

describe('any edits of real files', () => {
  it.each(Array.from({ length: SESSIONS }, (_, number) => number))(
    `end in what is found from nothing (seed ${SEED}, session %i)`,
    (number) => {
      const counts = { edits: 0, analyzed: 0, compared: 0 };
      const failure = runSession(pickWorkspace(corpus, SEED, number), SEED, number, counts, {
        length: LENGTH,
      });
      expect(failure?.message).toBeUndefined();
      expect(counts.edits).toBeGreaterThan(LENGTH / 2);
      expect(counts.compared).toBeGreaterThan(0);
    },
  );

  const fixtures = existsSync(FIXTURES) ? readdirSync(FIXTURES) : [];
  it.each(fixtures)('that failed once do so no more: %s', (name) => {
    const { steps } = JSON.parse(readFileSync(join(FIXTURES, name), 'utf8')) as {
      steps: readonly EditStep[];
    };
    expect(replay(steps)).toBeUndefined();
    expect(replay(steps, false)).toBeUndefined();
  });
});

describe('a failure', () => {
  it('is made small', () => {
    const text = (middle: string): string => `class A {\n${'  int f;\n'.repeat(30)}  ${middle}\n}\n`;
    const steps: readonly EditStep[] = [
      { kind: 'headers', path: '/B.java', text: text('int b;') },
      { kind: 'headers', path: '/A.java', text: text('int a;') },
      ...Array.from({ length: 20 }, (_, i): EditStep => ({
        kind: 'edit',
        path: '/A.java',
        text: text(`int a${i};`),
      })),
    ];
    const fails = (tried: readonly EditStep[]): boolean =>
      tried.some((step) => 'text' in step && step.text.includes('a13'));
    expect(shrinkSteps(steps, fails, 1000)).toEqual([
      { kind: 'edit', path: '/A.java', text: '  int a13;\n' },
    ]);
  });
});

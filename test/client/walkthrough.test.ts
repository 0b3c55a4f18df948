/** The walkthrough of the manifest: its pictures are there, its buttons run commands, its steps can be done. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { newAnalyzer, operationsOf } from '../support/analyze-text';

interface Step {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly media: { readonly svg: string; readonly altText: string };
  readonly completionEvents: readonly string[];
}
interface Manifest {
  readonly contributes: {
    readonly walkthroughs: readonly { readonly id: string; readonly steps: readonly Step[] }[];
  };
}

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;
const nls = JSON.parse(readFileSync('package.nls.json', 'utf8')) as Readonly<Record<string, string>>;
const [walkthrough] = manifest.contributes.walkthroughs;
const steps = walkthrough?.steps ?? [];

function textOf(key: string): string {
  return nls[key.slice(1, -1)] ?? '';
}

test('there is one, and the command that opens it names it', () => {
  expect(walkthrough?.id).toBe('start');
  expect(readFileSync('client/src/commands/first-steps.ts', 'utf8')).toContain('#start`');
});

describe.each(steps)('$id', ({ title, description, media, completionEvents }) => {
  test('has texts, a small picture without words, and a button that stands alone', () => {
    for (const key of [title, description, media.altText]) expect(textOf(key)).not.toBe('');
    expect(statSync(media.svg).size).toBeLessThan(5000);
    expect(readFileSync(media.svg, 'utf8')).not.toMatch(/<script|href=|url\((?!#)/);
    expect(textOf(description).split('\n').some((line) => /^\[[^\]]+\]\(command:[^)]+\)$/.test(line))).toBe(true); // prettier-ignore
  });
  test('is done when code marks it as done', () => {
    const marks = readdirSync('client/src', { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .flatMap((name) =>
        Array.from(
          readFileSync(join('client/src', name), 'utf8').matchAll(/markDone\('(\w+)'\)/g),
          ([, mark]) => `onContext:jouleline.did.${mark ?? ''}`,
        ),
      );
    expect(completionEvents.length).toBeGreaterThan(0);
    for (const event of completionEvents) expect(marks).toContain(event);
  });
});

test('the pictures are those of the steps', () => {
  const pictures = readdirSync('media/walkthrough').filter((name) => name.endsWith('.svg'));
  expect(pictures.map((name) => `media/walkthrough/${name}`).toSorted()).toEqual(
    steps.map(({ media }) => media.svg).toSorted(),
  );
});

test('the example is Java that the analysis has no complaint of', () => {
  const text = readFileSync('media/walkthrough/Primes.java', 'utf8');
  const file = operationsOf(newAnalyzer(), 'Primes.java', text);
  expect(file.members.map(({ name }) => name)).toContain('Primes.main(String[])');
  expect([file.problems, ...file.members.map(({ problems }) => problems)].flat()).toEqual([]);
});

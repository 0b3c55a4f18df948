/** Advice that was kept of members that did not change is the advice that a new analyzer gives. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Analyzer } from '../../server/src/analysis/analyzer';
import { newAnalyzer } from '../support/analyze-text';
import { createRandom, type Random } from '../fuzz/random';

const PATH = 'Experts.java';
const source = readFileSync(join(__dirname, '../fixtures/advice/Experts.java'), 'utf8');
const wishes = { interpreted: true };

const OTHER = [
  'class Rows implements Iterable<String> { public java.util.Iterator<String> iterator() { return null; } int size; }',
  'abstract class Rows extends java.util.ArrayList<String> { static final int FEW = 3; }',
  'class Rows extends java.util.LinkedList<String> { static int FEW = 300; }',
];

const USER = `class User {
    int m(Rows rows, java.util.List<String> to) {
        for (String each : rows) to.add(each);
        int sum = 0;
        for (int i = 0; i < 9; i++) sum += rows.get(i).length();
        return sum;
    }
}
`;

function adviceOf(analyzer: Analyzer, files: ReadonlyMap<string, string>, path: string): string {
  for (const [each, text] of files) analyzer.setHeaders(each, text);
  return JSON.stringify(analyzer.advise(path, files.get(path) ?? '', wishes));
}

/** Removes, doubles or swaps lines, or writes a word otherwise: some texts are no Java then. */
function edited(text: string, random: Random): string {
  const lines = text.split('\n');
  const [one, other] = [random.below(lines.length), random.below(lines.length)];
  const [line = '', another = ''] = [lines[one], lines[other]];
  switch (random.below(5)) {
    case 0:
      lines.splice(one, 1);
      break;
    case 1:
      lines.splice(one, 0, another);
      break;
    case 2:
      lines[one] = `${line} int extra${other} = ${other};`;
      break;
    case 3:
      lines[one] = line.replace(/\b[a-z]+\b/, /\b[a-z]+\b/.exec(another)?.[0] ?? 'x');
      break;
    default:
      lines.splice(one, 0, random.below(2) === 0 ? '// jouleline: ignore' : '// List Arrays Map PATTERN_S');
  }
  return lines.join('\n');
}

describe('kept advice', () => {
  it.each([1, 2, 3, 4])('is that of a new analyzer after each of many edits (seed %i)', (seed) => {
    const random = createRandom(seed);
    const kept = newAnalyzer();
    const files = new Map([[PATH, source]]);
    for (let round = 0; round < 12; round++) {
      const found = adviceOf(kept, files, PATH);
      expect(found).toBe(adviceOf(newAnalyzer(), files, PATH));
      files.set(PATH, edited(round % 4 === 3 ? source : (files.get(PATH) ?? ''), random));
    }
  });

  it('follows classes of other files', () => {
    const kept = newAnalyzer();
    const found = [...OTHER, ...OTHER].map((other) => {
      const files = new Map([
        ['User.java', USER],
        ['Rows.java', other],
      ]);
      const advice = adviceOf(kept, files, 'User.java');
      expect(advice).toBe(adviceOf(newAnalyzer(), files, 'User.java'));
      return advice;
    });
    expect(new Set(found).size).toBeGreaterThan(1);
  });

  it('reads the member that was edited, and no other', () => {
    const begun: string[] = [];
    const hooks = { canceled: { aborted: false }, begin: (name: string) => begun.push(name) };
    const analyzer = newAnalyzer();
    analyzer.setHeaders(PATH, source);
    const first = analyzer.advise(PATH, source, wishes, hooks);
    expect(begun.length).toBeGreaterThan(5);
    begun.length = 0;
    const text = source.replace('for (', 'int added = 0; for (');
    analyzer.setHeaders(PATH, text);
    const second = analyzer.advise(PATH, text, wishes, hooks);
    expect(begun.length).toBeGreaterThan(0);
    // The member that was edited, and those whose fixes take names that the whole file leaves free.
    expect(begun.length).toBeLessThan(first.length);
    expect(second.map(({ name }) => name)).toEqual(first.map(({ name }) => name));
  });

  it('stands on the text that was analyzed, whatever headers were set since', () => {
    const analyzer = newAnalyzer();
    const hooks = { canceled: { aborted: false }, begin: () => undefined };
    const text = `/* a comment */ ${source}`;
    const operations = { ...hooks, leaveOut: new Map(), known: new Set<string>(), deliver: () => undefined };
    analyzer.analyze(PATH, text, operations);
    // While the comment was open, the headers were those of the text before it.
    analyzer.setHeaders(PATH, source);
    expect(analyzer.isKnown(PATH, text)).toBe(true);
    const advice = JSON.stringify(analyzer.advise(PATH, text, wishes));
    expect(advice).toBe(adviceOf(newAnalyzer(), new Map([[PATH, text]]), PATH));
    expect(advice).not.toBe(adviceOf(newAnalyzer(), new Map([[PATH, source]]), PATH));
  });
});

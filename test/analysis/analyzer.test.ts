/**
 * The analyzer redoes only what an edit touches, and its results never depend
 * on what was analyzed before.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listSites } from '../../server/src/operations/catalogue/site-table';
import { findJdks } from '../support/jdks';
import { readModuleSources } from '../support/jdk-sources';
import { newAnalyzer, operationsOf } from '../support/analyze-text';

const PATH = '/project/Grid.java';
const GRID = `package project;

import java.util.List;

class Grid {
  static final int SIZE = 4 * 8;
  private final int[] cells = new int[SIZE];

  int sum(List<Integer> extra) {
    int total = 0;
    for (int i = 0; i < SIZE; i++) total += cells[i];
    for (Integer more : extra) total += more;
    return total;
  }

  int twice(int a) {
    return a * 2;
  }

  Runnable task() {
    return new Runnable() {
      @Override public void run() { cells[0]++; }
    };
  }
}
`;

/** Counts what an edit makes the analyzer parse and type, and compares the results with those of a fresh one. */
function edit(before: string, after: string): { readonly parsed: number; readonly typed: number } {
  const analyzer = newAnalyzer();
  operationsOf(analyzer, PATH, before);
  const { parsed, typed } = analyzer.counters;
  const incremental = operationsOf(analyzer, PATH, after);
  expect(incremental).toEqual(operationsOf(newAnalyzer(), PATH, after));
  return { parsed: analyzer.counters.parsed - parsed, typed: analyzer.counters.typed - typed };
}

describe('incremental analysis', () => {
  it('does nothing for the same text', () => {
    expect(edit(GRID, GRID)).toEqual({ parsed: 0, typed: 0 });
  });

  it('redoes one member when one body changes', () => {
    expect(edit(GRID, GRID.replace('a * 2', 'a + a'))).toEqual({ parsed: 1, typed: 1 });
  });

  it('redoes nothing when only places change', () => {
    expect(edit(GRID, `// a comment\n\n${GRID}`)).toEqual({ parsed: 0, typed: 0 });
  });

  it('types everything again, from the trees kept, when a header changes', () => {
    const { parsed, typed } = edit(GRID, GRID.replace('int twice(int a)', 'long twice(int a)'));
    expect(parsed).toBe(0);
    expect(typed).toBeGreaterThan(3);
  });

  it('knows the constants of other files, and types anew when they change', () => {
    const analyzer = newAnalyzer();
    const user = 'class User { int f(int a) { return a * Other.SIZE; } }';
    analyzer.setHeaders('/project/Other.java', 'class Other { static final int SIZE = 3; }');
    const names = (): string[] =>
      operationsOf(analyzer, '/project/User.java', user).members.flatMap(({ operations }) =>
        operations.keys.map((key) => `${key.name} ${key.size}`),
      );
    const folded = names();
    expect(folded).toContain('Multi_int_int constant');
    analyzer.setHeaders('/project/Other.java', 'class Other { static int SIZE = 3; }');
    expect(names()).toContain('Multi_int_int load');
  });

  it('sends only places for members that the caller holds', () => {
    const analyzer = newAnalyzer();
    const known = new Set(operationsOf(analyzer, PATH, GRID).members.map((member) => member.identity));
    const sent: boolean[] = [];
    analyzer.analyze(PATH, GRID.replace('a * 2', 'a + a'), {
      canceled: { aborted: false },
      begin: () => undefined,
      leaveOut: new Map(),
      known,
      deliver: (member) => sent.push(member.operations !== undefined),
    });
    expect(sent.filter(Boolean)).toHaveLength(1);
  });

  it('keeps what it parsed when it is canceled', () => {
    const analyzer = newAnalyzer();
    let asked = 0;
    const result = analyzer.analyze(PATH, GRID, {
      canceled: {
        get aborted() {
          return ++asked > 2;
        },
      },
      begin: () => undefined,
      leaveOut: new Map(),
      known: new Set(),
      deliver: () => undefined,
    });
    expect(result).toBeUndefined();
    const { parsed } = analyzer.counters;
    operationsOf(analyzer, PATH, GRID);
    operationsOf(analyzer, PATH, GRID);
    const { members } = operationsOf(analyzer, PATH, GRID);
    expect(analyzer.counters.parsed).toBe(members.filter(({ kind }) => kind !== 'implicit').length - 1);
    expect(parsed).toBe(2);
  });

  it('names a member that is to be left out, and keeps the others', () => {
    const members: string[] = [];
    const problems: string[] = [];
    newAnalyzer().analyze(PATH, GRID, {
      canceled: { aborted: false },
      begin: (name) => members.push(name),
      leaveOut: new Map([['Grid.twice(int)', 'took too long and was left out']]),
      known: new Set(),
      deliver: (member) => {
        if (member.operations !== undefined)
          problems.push(...member.problems.map((problem) => problem.message));
      },
    });
    expect(members).not.toContain('Grid.twice(int)');
    expect(members).toContain('Grid.sum(List)');
    expect(problems).toEqual(['Grid.twice(int) took too long and was left out']);
  });

  it.each([
    ['plain', GRID],
    ['with an escape', GRID.replace('Runnable task', '\\u0052unnable task')],
  ])('lets go of bodies long gone, in a text %s', (_, text) => {
    const analyzer = newAnalyzer();
    const edited = (edit: number): string => text.replace('a * 2', `a * 2 + ${edit}`);
    for (let edit = 0; edit < 300; edit++) operationsOf(analyzer, PATH, edited(edit));
    const { parsed } = analyzer.counters;
    operationsOf(analyzer, PATH, edited(299));
    expect(analyzer.counters.parsed).toBe(parsed);
    operationsOf(analyzer, PATH, edited(0));
    expect(analyzer.counters.parsed).toBe(parsed + 1);
  });

  it('maps results back through unicode escapes', () => {
    const plain = 'class A { int f(int a) { return a + 1; } int g(int b) { return b * 2; } }';
    const escaped = 'class A { int f(int a) { return \\u0061 + 1; } int g(int b) { return b * 2; } }';
    const offsets = (text: string): (string | undefined)[] =>
      operationsOf(newAnalyzer(), PATH, text).members.flatMap(({ bodyStart, operations }) =>
        listSites(operations.sites)
          .filter((site) => /^(Addition|Multi)/.test(operations.keys[site.key]?.name ?? ''))
          .map((site) => text[bodyStart + site.offset]),
      );
    expect(offsets(plain)).toEqual(['+', '*']);
    expect(offsets(escaped)).toEqual(['+', '*']);
  });
});

describe('any sequence of edits', () => {
  /** Replaces a stretch of the text by a bit of Java, or of nothing. */
  const change = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    remove: fc.integer({ min: 0, max: 12 }),
    insert: fc.constantFrom(
      '',
      'x',
      '{',
      '}',
      ';',
      '"',
      "'",
      '(',
      'int q = 1;',
      '/*',
      '*/',
      '\n',
      'if (a) ',
      'class B {',
      '\\u0041',
      '.',
      'for(;;)',
    ),
  });

  function check(text: string, runs: number): void {
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 6 }), (changes) => {
        const analyzer = newAnalyzer();
        let current = text;
        operationsOf(analyzer, PATH, current);
        for (const { at, remove, insert } of changes) {
          const start = Math.floor(at * current.length);
          current = current.slice(0, start) + insert + current.slice(start + remove);
          expect(operationsOf(analyzer, PATH, current)).toEqual(operationsOf(newAnalyzer(), PATH, current));
        }
      }),
      { numRuns: runs },
    );
  }

  it('ends in the result of a fresh analysis, and never throws', () => {
    check(GRID, 60);
  });

  const jdk = findJdks().find(({ sources }) => sources !== undefined);
  it.runIf(jdk !== undefined)('also on a class of the JDK', () => {
    if (jdk === undefined) return;
    const [bitSet] = readModuleSources(jdk, 'java.base', (path) => path.endsWith('java/util/BitSet.java'));
    check(bitSet?.text ?? '', 4);
  });
});

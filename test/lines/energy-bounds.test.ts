/** Energy bounds in comments and annotations: where they are read, and how the worst case compares with them. */
import { describe, expect, it } from 'vitest';
import { analysisOptionsOf } from '../../server/src/analysis/analysis-options';
import { indexLines } from '../../server/src/base/line-index';
import { createBoundJudge, type JudgedBounds } from '../../server/src/lines/bounds/judge-bounds';
import { readBounds } from '../../server/src/lines/bounds/read-bounds';
import { createEnergySession } from '../../server/src/lines/energy-session';
import { bundledModel, newAnalyzer, operationsOf } from '../support/analyze-text';

/** The texts that bounds of a text are about, with the bounds. */
function boundedIn(text: string): readonly string[] {
  const { bounds, wrong } = readBounds(text);
  return [
    ...bounds.map(
      ({ target: { start, end }, energy, share, isOfClass }) =>
        `${energy} J at ${share}${isOfClass ? ', class' : ''}: ${text.slice(start, end).replaceAll(/\s+/g, ' ')}`,
    ),
    ...wrong.map(
      ({ place, kind, spelling }) => `${kind} ${text.slice(place.start, place.end)} → ${spelling}`,
    ),
  ];
}

const inMethod = (body: string): string => `class A {\n  void m(int n) {\n${body}\n  }\n}\n`;

describe('a bound is of', () => {
  it.each([
    ['the statement below', '// jouleline: at most 2 mJ at 90 %\na(); b();', '0.002 J at 0.9: a();'],
    ['the statement on its line', 'a();\nb(); // jouleline: at most 2 µJ', '0.000002 J at 0.95: b();'],
    [
      'a loop whose head has two lines',
      'for (int i = 0;\n i < n; i++) { // jouleline: at most 2 J\n a(i); }\nb();',
      '2 J at 0.95: for (int i = 0; i < n; i++) { // jouleline: at most 2 J a(i); }',
    ],
    ['one that ends on its line', 'a(1,\n 2); // jouleline: at most 2 J', '2 J at 0.95: a(1, 2);'],
    [
      'a loop with its body',
      'for (int i = 0; i < n; i++) { // jouleline: at most 2 J at 99.9 %\n a(i); }\nb();',
      '2 J at 0.999: for (int i = 0; i < n; i++) { // jouleline: at most 2 J at 99.9 % a(i); }',
    ],
    [
      'all of an if',
      '// jouleline: at most 2 J\n// why\nif (n > 1) a(); else if (n > 0) { b(); } else c();\nd();',
      '2 J at 0.95: if (n > 1) a(); else if (n > 0) { b(); } else c();',
    ],
    [
      'all of a try',
      '// jouleline: at most 2 J\ntry (R r = r()) { a(); } catch (E e) { b(); } finally { c(); }\nd();',
      '2 J at 0.95: try (R r = r()) { a(); } catch (E e) { b(); } finally { c(); }',
    ],
    [
      'a do loop',
      '// jouleline: at most 2 J\ndo { a(); } while (n > 1);\nb();',
      '2 J at 0.95: do { a(); } while (n > 1);',
    ],
    ['a case', 'switch (n) {\n case 1:\n b(); // jouleline: at most 2 J\n}', '2 J at 0.95: b();'],
    [
      'a variable',
      '@EnergyBound("3 nJ") final int x = n * 2;',
      '3e-9 J at 0.95: @EnergyBound("3 nJ") final int x = n * 2;',
    ],
    [
      'a variable, named fully',
      'final @a.b.EnergyBound(value = "3 nJ at 50%") int x = 2;',
      '3e-9 J at 0.5: final @a.b.EnergyBound(value = "3 nJ at 50%") int x = 2;',
    ],
  ])('%s', (_, body, expected) => {
    expect(boundedIn(inMethod(body)).map((each) => each.replace('3.0000000000000004e-9', '3e-9'))).toEqual([
      expected,
    ]);
  });

  it('a method, a constructor or a class', () => {
    expect(
      boundedIn(
        '@EnergyBound("1 J") final class A {\n  @Deprecated @EnergyBound("2 J at 99 %") A() { }\n  // jouleline: at most 3 J\n  int m() { return 1; }\n}\nclass B { }',
      ),
    ).toEqual([
      expect.stringMatching(/^1 J at 0.95, class: @EnergyBound\("1 J"\) final class A .* return 1; } }$/),
      expect.stringMatching(/^2 J at 0.99: @Deprecated @EnergyBound\("2 J at 99 %"\) A\(\) { }/),
      '3 J at 0.95: int m() { return 1; }',
    ]);
  });

  it('nothing in strings, other comments and declarations of the annotation', () => {
    expect(
      boundedIn(
        inMethod(
          'a("// jouleline: at most 2 J"); /* // jouleline: at most 2 J */\n// // jouleline: at most 2 J\n// jouleline: ignore box-in-loop\nb();',
        ) + '@interface EnergyBound { String value(); }',
      ),
    ).toEqual([]);
  });
});

it.each([
  '// jouleline: at most 2',
  '// jouleline: at most 2 kJ',
  '// jouleline: at most 0 J',
  '// jouleline: at most 2 J at 100 %',
  '// jouleline: at least 2 J',
  '// jouleline: 2 mJ',
])('tells the right spelling of %s', (comment) => {
  expect(boundedIn(inMethod(`${comment}\na();`))).toEqual([
    `spelling ${comment} → // jouleline: at most 2 mJ at 95 %`,
  ]);
});

it('tells the right spelling of an annotation, and where a bound can stand', () => {
  expect(boundedIn('@EnergyBound(MOST) class A { }')).toEqual([
    'spelling @EnergyBound(MOST) → @EnergyBound("2 mJ at 95 %")',
  ]);
  expect(boundedIn('class A { void m(@EnergyBound("1 J") int n) {\n} // jouleline: at most 2 J\n }')).toEqual(
    [
      'place @EnergyBound("1 J") → @EnergyBound("2 mJ at 95 %")',
      'place // jouleline: at most 2 J → // jouleline: at most 2 mJ at 95 %',
    ],
  );
});

function judge(text: string, beside: Readonly<Record<string, string>> = {}): JudgedBounds {
  const analyzer = newAnalyzer();
  const all = { ...beside, 'A.java': text };
  for (const [path, each] of Object.entries(all)) analyzer.setHeaders(path, each);
  const pricing = { model: bundledModel(), mode: 'worst-case' as const, ...analysisOptionsOf() };
  const session = createEnergySession(pricing);
  for (const [path, each] of Object.entries(all))
    session.addCallees(path, operationsOf(analyzer, path, each), indexLines(each));
  const known = session.known('A.java');
  if (known === undefined) throw new Error('not analyzed');
  return createBoundJudge(session, pricing)('A.java', text, known.file.members);
}

const verdicts = ({ judged }: JudgedBounds): readonly string[] =>
  judged.map(
    ({ verdict, method, gap }) =>
      `${verdict} ${method}${gap === undefined ? '' : ` ${gap.kind} ${gap.name}`}`,
  );

const means = ({ judged }: JudgedBounds): readonly number[] => judged.map(({ energy }) => energy.mean);

describe('a statement takes', () => {
  const COUNT = 'static int count(int n) { int s = 0; for (int i = 0; i < 100; i++) s += n; return s; }';

  it('what one execution of it takes, wherever it stands', () => {
    const [outside, inLoop, inBranch, inLambda] = means(
      judge(`class A {
        void m(int n) {
          int a = n * 3; // jouleline: at most 1 J
          for (int i = 0; i < 50; i++) {
            int b = n * 3; // jouleline: at most 1 J
          }
          if (n > 3) {
            int c = n * 3; // jouleline: at most 1 J
          } else for (int i = 0; i < 50; i++) n++;
          Runnable r = () -> {
            int d = n * 3; // jouleline: at most 1 J
          };
        }
      }`),
    );
    expect(inLoop).toBeCloseTo(outside ?? 0, 15);
    expect(inBranch).toBeCloseTo(outside ?? 0, 15);
    expect(inLambda).toBeGreaterThan(0);
  });

  it('its rounds, its hottest branch, and what it calls', () => {
    const [loop, body, branch, call, method] = means(
      judge(`class A {
        ${COUNT}
        void m(int n) {
          for (int i = 0; i < 50; i++) { // jouleline: at most 1 J
            n = n * 3; // jouleline: at most 1 J
          }
          if (n > 3) { n++; } else { n = count(n); } // jouleline: at most 1 J
          n = count(n); // jouleline: at most 1 J
        }
        // jouleline: at most 1 J
        int all(int n) { return count(n); }
      }`),
    );
    expect((loop ?? 0) / (body ?? 1)).toBeGreaterThan(50);
    expect((loop ?? 0) / (body ?? 1)).toBeLessThan(200);
    expect(branch).toBeGreaterThan(call ?? 0);
    expect(branch).toBeLessThan(1.2 * (call ?? 0));
    expect(method).toBeGreaterThan(0.8 * (call ?? 0));
  });

  it('its part of the method: statements that run once add up to it', () => {
    const parts = [
      'int a = n * 3;',
      'for (int i = 0; i < 9; i++) a += i;',
      'if (a > n) return a; else a = count(a);',
      'return a;',
    ];
    const marked = parts.map((part) => `${part} // jouleline: at most 1 J`);
    const [one, two, three, four] = means(
      judge(`class A {\n ${COUNT}\n int m(int n) {\n${marked.join('\n')}\n} }`),
    );
    const [whole] = means(
      judge(`class A {\n ${COUNT}\n // jouleline: at most 1 J\n int m(int n) {\n${parts.join('\n')}\n} }`),
    );
    expect((one ?? 0) + (two ?? 0) + (three ?? 0) + (four ?? 0)).toBeCloseTo(whole ?? 0, 12);
  });
});

describe('a bound is', () => {
  const of = (bound: string, share = '95 %'): string =>
    `class A {\n  // jouleline: at most ${bound} at ${share}\n  int m(int n) { return n * 3 / 2; }\n}`;

  it('kept or broken at its share of executions', () => {
    expect(verdicts(judge(of('1 µJ')))).toEqual(['within A.m']);
    expect(verdicts(judge(of('1 nJ')))).toEqual(['over A.m']);
    const { judged } = judge(of('1 µJ', '50 %'));
    expect(judged[0]?.most).toBeCloseTo(judged[0]?.energy.mean ?? 0, 15);
    const nJ = (judged[0]?.energy.mean ?? 0) * 1e9 + 1;
    expect(verdicts(judge(of(`${nJ.toFixed(3)} nJ`, '50 %')))).toEqual(['within A.m']);
    expect(verdicts(judge(of(`${nJ.toFixed(3)} nJ`, '99.9 %')))).toEqual(['over A.m']);
  });

  it('unknown where something can’t be priced, and over where what can be is too much', () => {
    const text = (body: string, bound = '1 J'): string =>
      `class A {\n  // jouleline: at most ${bound}\n  int m(int n) { ${body} }\n  int f(int n) { return n < 2 ? 1 : f(n - 1); }\n}`;
    expect(verdicts(judge(text('return f(n);')))).toEqual(['unknown A.m recursive A.m']);
    expect(verdicts(judge(text('return f(n);', '1 nJ')))).toEqual(['over A.m recursive A.m']);
    expect(verdicts(judge(text('return n > 3 ? nowhere(n) : n;')))).toEqual([
      'unknown A.m unmodeled MethodInvocation_?',
    ]);
    const shapes = {
      'B.java': 'interface B { int g(); }',
      'C.java': 'class C { int g() { return 1; } }',
      'D.java': 'class D extends C { int g() { return 2; } }',
    };
    expect(verdicts(judge(text('B b = null; return b.g();'), shapes))).toEqual(['unknown A.m missing B.g']);
    expect(verdicts(judge(text('return new C().g();'), shapes))).toEqual(['unknown A.m overridden C.g']);
    expect(verdicts(judge(text('return new D().g();'), shapes))).toEqual(['within A.m']);
    expect(verdicts(judge('abstract class A {\n  @EnergyBound("1 J") abstract int m();\n}'))).toEqual([
      'unknown  absent ',
    ]);
  });

  it('of each method of a class that has none of its own', () => {
    expect(
      verdicts(
        judge(
          '@EnergyBound("1 nJ") class A {\n  int m(int n) { return n * 3; }\n  @EnergyBound("1 J") int f() { return 1; }\n}',
        ),
      ),
    ).toEqual(['over A.m', 'within A.f']);
  });

  it('told where rounds are assumed', () => {
    const { judged } = judge(
      'class A {\n  @EnergyBound("1 J") int m(int n) { int s = 0; for (int i = 0; i < n; i++) s += i; return s; }\n}',
    );
    expect(judged[0]).toMatchObject({ isAssumed: true, verdict: 'within' });
  });
});

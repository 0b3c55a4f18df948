/**
 * How many rounds loops are said to make, and how sure that is.
 */
import { describe, expect, it } from 'vitest';
import { CHANCES, DEFAULT_ASSUMPTIONS } from '../../server/src/flow/source/assumptions';
import { computeFrequencies } from '../../server/src/flow/source/frequencies';
import { newAnalyzer, operationsOf } from '../support/analyze-text';

/** Rounds of the first loop's body in one call of `f`, with the basis. */
function check(body: string, expected: string): void {
  const text = `class A { static final int SIZE = 20; int size = 30; int f(int p, int[] q) { ${body} return 0; } }`;
  const member = operationsOf(newAnalyzer(), 'A.java', text).members.find(({ name }) =>
    name.startsWith('A.f('),
  );
  if (member === undefined) throw new Error('f is not among the members');
  const { operations } = member;
  const { frequency, basis } = computeFrequencies(operations.region, 'estimated', {
    assumptions: DEFAULT_ASSUMPTIONS,
  });
  const loop = operations.blocks.findIndex((block) => /^(for_1|while_1|for_1\.body)$/.test(block.name));
  expect(`${Math.round((frequency[loop] ?? NaN) * 100) / 100} ${basis[loop] ?? '?'}`).toBe(expected);
}

describe('trips of loops', () => {
  it('are exact where bounds are constants', () => {
    check('for (int i = 0; i < 7; i++) p++;', '7 exact');
    check('for (int i = 10; i >= 0; i -= 3) p++;', '4 exact');
    check('for (int i = 0; i < SIZE; i = i + 3) p++;', '7 exact');
    check('final int n = SIZE * 2; for (int i = 0; i < n; i++) p++;', '40 exact');
  });

  it('are exact where bounds are locals that never change', () => {
    check('int n = 1000; for (int i = 0; i < n; i++) p++;', '1000 exact');
    check('int n = SIZE, m = n; for (int i = 0; i < m; i++) p++;', '20 exact');
    check('int[] a = new int[12]; for (int i = 0; i < a.length; i++) p++;', '12 exact');
    check('int[] a = {1, 2, 3}; for (int i = 0; i < a.length; i++) p++;', '3 exact');
    check('for (int i = 0, n = 6; i < n; i++) p++;', '6 exact');
  });

  it('are assumed where bounds may change, or are not known', () => {
    check('int n = p; n += p; for (int i = 0; i < n; i++) p++;', '10 default');
    check('for (int i = 0; i < p; i++) p++;', '10 default');
    check('for (int i = 0; i < size; i++) p++;', '10 default');
    check('for (int i = 0; i < q.length; i++) p++;', '10 default');
    check('String s = "" + p; for (int i = 0; i < s.length(); i++) p++;', '30 default');
    check('String s = "" + p; int n = s.length(); for (int i = 0; i < n; i++) p++;', '30 default');
  });

  it('are guessed from what a variable begins with, or from all that it is given', () => {
    check('{ int n = 5; p += n; } { int n = 1000; for (int i = 0; i < n; i++) p++; }', '1000 heuristic');
    check('int n = 1000; if (p > 5) n = p; for (int i = 0; i < n; i++) p++;', '1000 heuristic');
    check('int n = 9; if (q != null) n = 99; for (int i = 0; i < n; i++) p++;', '30.62 heuristic');
    check('int n = 1000; n += p; for (int i = 0; i < n; i++) p++;', '1000 heuristic');
    check('int n = 1000; for (int i = 0; i < n; i++) n--;', '1000 heuristic');
  });

  it('are fewer where the loop may be left early', () => {
    // (1 − 0.72⁷) / 0.28: a branch that returns is taken with 0.28.
    check('for (int i = 0; i < 7; i++) if (p == i) return 1;', '3.21 heuristic');
    check('for (int i = 0; i < 1_000_000; i++) if (p == i) return 1;', '3.57 heuristic');
    check('for (int i = 0; i < 1_000_000; i++) if (p == i) break;', '5 heuristic');
    check('for (int i = 0; i < 7; i++) if (p == i) continue;', '7 exact');
  });

  describe('of lambdas', () => {
    const rounds = (call: string): number => {
      const text = `import java.util.*; class A { Object f(Optional<String> o, List<String> l, Map<String, String> m) { return ${call}; } }`;
      const [member] = operationsOf(newAnalyzer(), 'A.java', text).members;
      const { blocks, region } = member?.operations ?? {
        blocks: [],
        region: { kind: 'sequence', regions: [] },
      };
      const { frequency } = computeFrequencies(region, 'estimated', { assumptions: DEFAULT_ASSUMPTIONS });
      return frequency[blocks.findIndex(({ kind }) => kind === 'lambda')] ?? Number.NaN;
    };
    it('are those of the elements: one at most in an Optional', () => {
      expect(rounds('o.map(x -> x.trim())')).toBe(1);
      expect(rounds('l.stream().map(x -> x.trim())')).toBe(10);
    });

    it('are few where a message or an exception is asked for if something fails', () => {
      expect(rounds('Objects.requireNonNull(o, () -> "no " + l)')).toBe(CHANCES.throws);
      expect(rounds('o.orElseThrow(() -> new IllegalStateException())')).toBe(CHANCES.throws);
      expect(rounds('m.computeIfAbsent("a", key -> key.trim())')).toBe(CHANCES.even);
      expect(rounds('o.orElseGet(() -> "none")')).toBe(CHANCES.even);
    });
  });
});

/** The worst case of methods that call others: which branch runs, and what stays below a quantile. */
import { expect, it } from 'vitest';
import { analysisOptionsOf } from '../../server/src/analysis/analysis-options';
import { indexLines } from '../../server/src/base/line-index';
import { intervalOf } from '../../server/src/cost/model/cost-model';
import type { FileOperations } from '../../server/src/analysis/file-operations';
import { createEnergySession, type EnergySession } from '../../server/src/lines/energy-session';
import { bundledModel, newAnalyzer, operationsOf } from '../support/analyze-text';

const PATH = 'Work.java';

function sessionOf(text: string): EnergySession {
  const analyzer = newAnalyzer();
  analyzer.setHeaders(PATH, text);
  const session = createEnergySession({ model: bundledModel(), mode: 'worst-case', ...analysisOptionsOf() });
  session.setFile(PATH, operationsOf(analyzer, PATH, text), indexLines(text));
  return session;
}

/** How often the return on each line runs. */
function countsOn(session: EnergySession, ...lines: readonly number[]): readonly (number | undefined)[] {
  const { lines: priced = [] } = session.priceFile(PATH) ?? {};
  return lines.map(
    (line) =>
      priced.find((each) => each.line === line)?.operations.find(({ name }) => name.startsWith('Return'))
        ?.count,
  );
}

/** The file after an edit: what did not change is what it was, as in the editor. */
function editedFile(before: FileOperations, text: string): FileOperations {
  const file = operationsOf(newAnalyzer(), PATH, text);
  const known = new Map(before.members.map((member) => [member.identity, member]));
  return { ...file, members: file.members.map((member) => known.get(member.identity) ?? member) };
}

const CHOOSES = `class Work {
  int choose(int n) {
    if (n > 3) {
      int sum = n; for (int i = 0; i < 50; i++) sum += i * n; return sum;
    }
    return work(n);
  }
  int work(int n) {
    int sum = 0;
    for (int i = 0; i < 500; i++) sum += i * n;
    return sum;
  }
}
`;

it('takes the branch that costs most with what it calls', () => {
  const session = sessionOf(CHOOSES);
  expect(countsOn(session, 3, 5)).toEqual([0, 1]);
  const methods = session.priceFile(PATH)?.methods ?? [];
  const [choose, work] = ['Work.choose(int)', 'Work.work(int)'].map((name) =>
    methods.find((method) => method.name === name),
  );
  expect(choose?.inclusive?.mean).toBeCloseTo((choose?.energy.mean ?? 0) + (work?.energy.mean ?? 0), 12);
});

it('follows an edit of the callee, and keeps what did not change', () => {
  const session = sessionOf(CHOOSES);
  expect(countsOn(session, 3, 5)).toEqual([0, 1]);
  const file = session.known(PATH)?.file ?? { path: PATH, members: [], problems: [] };
  const operations = (): readonly unknown[] => session.ofRun(file).members.map((member) => member.operations);
  const before = operations();
  const edited = CHOOSES.replace('i < 500', 'i < 501');
  session.addCallees(PATH, editedFile(file, edited), indexLines(edited));
  operations().forEach((now, index) => {
    expect(now).toBe(before[index]);
  });
  const less = CHOOSES.replace('i < 500', 'i < 5');
  session.setFile(PATH, editedFile(file, less), indexLines(less));
  expect(countsOn(session, 3, 5)).toEqual([1, 0]);
});

it('takes the way around a circle of calls for costlier than an end of it', () => {
  const session = sessionOf(`class Work {
  int even(int n) {
    if (n == 0) {
      return n * 3 + n * 5 - n * 7;
    }
    return odd(n - 1);
  }
  int odd(int n) {
    int sum = 0;
    for (int i = 0; i < 500; i++) sum += i * n;
    return sum + even(n - 1);
  }
}
`);
  expect(countsOn(session, 3, 5)).toEqual([0, 1]);
});

it('has the quantile of the joint distribution of a method and what it calls', () => {
  const twice = 'int twice(int n) { return once(n) + once(n); } int once(int n) { return n / 3; }';
  const session = sessionOf(`class Work { ${twice} }`);
  const methods = session.priceFile(PATH)?.methods ?? [];
  const [called, calling] = ['once', 'twice'].map((part) => methods.find(({ name }) => name.includes(part)));
  const { inclusive, energy } = calling ?? {};
  if (inclusive === undefined || energy === undefined || called === undefined) throw new Error('no energy');
  // What is shared, deviates together: not as the squares of independent deviations add up, and no more than all in all.
  const independent = energy.variance + 2 * called.energy.variance;
  const together = (Math.sqrt(energy.variance) + 2 * Math.sqrt(called.energy.variance)) ** 2;
  expect(inclusive.variance).toBeGreaterThan(independent);
  expect(inclusive.variance).toBeLessThanOrEqual(together * (1 + 1e-9));
  expect(intervalOf(inclusive).high).toBeCloseTo(
    inclusive.mean + 1.644854 * Math.sqrt(inclusive.variance),
    12,
  );
});

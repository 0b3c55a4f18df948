/** The benchmarks of a calibration compile, run to their end, and execute what they say. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Benchmark, JAVA_PACKAGE, MEASURED_METHOD } from '../../server/src/models/calibrate/benchmark';
import { readAnswer } from '../../server/src/models/calibrate/harness-lines';
import { HARNESS_CLASS } from '../../server/src/models/calibrate/harness-source';
import { cellsOf } from '../../server/src/cost/model/additive-mapping';
import { readClass } from '../../server/src/classfile/read/read-class';
import { harnessSources, listBenchmarks } from '../../server/src/models/calibrate/calibrate';
import { extractBytecode } from '../../server/src/operations/bytecode/extract-bytecode';
import { must, toolOf } from '../classfile/jdk-modules';
import { referenceText } from './reference';
import { runJdkTool } from '../support/jdk-tools';
import { findJdks } from '../support/jdks';

const benchmarks = listBenchmarks(40, 3);
const patterns = benchmarks.filter(({ kind }) => kind === 'pattern');
const jdk = findJdks()[0];
if (jdk === undefined) throw new Error('no JDK was found');
const { home } = jdk;
/** Hundreds of classes. */
const LONG = 300_000;
let [folder, classes] = ['', ''];

beforeAll(() => {
  const files: readonly (readonly [string, string])[] = [
    ...harnessSources(),
    ...benchmarks.map(({ name, source }) => [`${name}.java`, String(source)] as const),
  ];
  folder = mkdtempSync(join(tmpdir(), 'jouleline-benchmarks-'));
  classes = join(folder, 'classes');
  mkdirSync(classes);
  const paths = files.map(([name, text]) => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  });
  runJdkTool(home, 'javac', ['-g', '-nowarn', '-d', classes, ...paths]);
}, LONG);

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('the patterns', () => {
  it('are the 174 of the paper, in its operations, sizes and types', () => {
    const reference = referenceText('hier_3480.csv')
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split(',').slice(1, 4).join(',').replace('(int )', '(int)'));
    const ours = patterns.map(({ levels }) => [levels?.operation, levels?.size, levels?.type].join(','));
    expect(ours).toHaveLength(174);
    expect([...ours].sort()).toEqual([...new Set(reference)].sort());
  });

  it('execute their operation, as the product itself reads it from the class files', () => {
    const wrong = patterns
      .filter((pattern) => operationsOf(pattern) < 8)
      .map(({ name, title }) => `${name} ${title}`);
    expect(wrong).toEqual([]);
  });

  /** How often the pattern's own operation stands in the code of a round. */
  function operationsOf({ name, levels }: Benchmark): number {
    const file = must(
      readClass(readFileSync(join(classes, JAVA_PACKAGE.replaceAll('.', '/'), `${name}.class`))),
    );
    const context = { isApplication: (owner: string) => owner.startsWith(JAVA_PACKAGE.replaceAll('.', '/')) };
    return file.methods
      .filter((method) => method.name === MEASURED_METHOD || method.name === 'give')
      .flatMap((method) => {
        const extracted = extractBytecode(file, method, context);
        if (extracted === undefined) return [];
        const { keys, sites } = must(extracted);
        return sites.map(({ key }) => keys[key]);
      })
      .reduce((sum, key) => {
        const cells = key === undefined ? [] : (cellsOf(key) ?? []);
        // A condition is the branch turned round, half of the copies either way; its type says which it is.
        const isOwn = cells.some(({ operation, type }) =>
          levels?.operation.startsWith('if ') === true
            ? operation.replace(/^if .*\(/, '(') === levels.operation.replace(/^if .*\(/, '(') &&
              type === levels.type
            : operation === levels?.operation && (type ?? 'none') === levels.type,
        );
        // One `give` is called by each copy.
        return sum + (isOwn ? (levels?.operation === 'return statement' ? 8 : 1) : 0);
      }, 0);
  }
});

describe('the harness', () => {
  it('runs every benchmark, as often as it is told, and says what it took', () => {
    const input = [...benchmarks.map(({ name }) => `${name} 30`), 'quit', ''].join('\n');
    const printed = execFileSync(toolOf(home, 'java'), ['-Xint', '-cp', classes, HARNESS_CLASS], {
      input,
      encoding: 'utf8',
    });
    const answers = printed.split('\n').flatMap((line) => {
      const answer = readAnswer(line);
      return answer === undefined ? [] : [answer];
    });
    expect(answers.filter(({ kind }) => kind === 'failed')).toEqual([]);
    expect(answers.flatMap((answer) => (answer.kind === 'ran' ? [answer.run.name] : []))).toEqual(
      benchmarks.map(({ name }) => name),
    );
    for (const answer of answers)
      if (answer.kind === 'ran') {
        expect(answer.run.rounds).toBe(30);
        expect(answer.run.cpu).toBeGreaterThan(0);
        expect(answer.run.end).toBeGreaterThan(answer.run.start);
      }
  });
});

describe('a plot of several samples', () => {
  it('collects garbage before the first alone', () => {
    const input = 'P001 30\nP001 30 again\nP001 30 again\nE000 30\nquit\n';
    const options = ['collect', 'warm'];
    const printed = execFileSync(
      toolOf(home, 'java'),
      ['-Xint', '-verbose:gc', '-cp', classes, HARNESS_CLASS, ...options],
      { input, encoding: 'utf8' },
    );
    const events = printed
      .split('\n')
      .flatMap((line) =>
        /System\.gc/.test(line) ? ['gc'] : line.startsWith('ran ') ? [line.split(' ')[1]] : [],
      );
    expect(events).toEqual(['gc', 'P001', 'P001', 'P001', 'gc', 'E000']);
  });
});

describe('random programs', () => {
  it('are the same for the same seed, and others for another', () => {
    const textOf = (seed: number): readonly string[] =>
      listBenchmarks(5, seed).map(({ source }) => String(source));
    expect(textOf(3)).toEqual(textOf(3));
    expect(textOf(4)).not.toEqual(textOf(3));
  });
});

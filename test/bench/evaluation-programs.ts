/**
 * The programs that models are evaluated on, and never fitted to, as benchmarks
 * of the calibration harness: each with its own copy of the classes of
 * `programs/`, so that what it executes is counted apart.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeBenchmark } from '../../server/src/calibration/benchmark';
import type { Benchmark } from '../../server/src/engine/calibrate';

export interface EvaluationProgram extends Benchmark {
  readonly set: 'kernel' | 'eCalc' | 'paper';
}

const folder = join(process.cwd(), 'test/bench/programs');

interface JavaText {
  readonly imports: string;
  readonly classes: string;
}

function readProgram(file: string): JavaText {
  const text = readFileSync(join(folder, `${file}.java`), 'utf8');
  const imports = [...text.matchAll(/^import .*;$/gm)].map(([line]) => line).join('\n');
  const classes = text
    .replaceAll(/^import .*;$/gm, '')
    .replaceAll(/^(?:final )?(class|interface|enum) /gm, 'static $1 ')
    .replaceAll(/^abstract class /gm, 'static abstract class ');
  return { imports, classes };
}

function program(
  name: string,
  title: string,
  set: EvaluationProgram['set'],
  text: JavaText,
  { locals = [], round, throws = false }: { locals?: readonly string[]; round: string; throws?: boolean },
): EvaluationProgram {
  const source = writeBenchmark({
    name,
    members: [text.classes],
    locals,
    round: throws ? [`try { ${round} } catch (Exception e) { throw new RuntimeException(e); }`] : [round],
  }).replace(/^(package .*;)$/m, `$1\n\n${text.imports}`);
  return { name, kind: 'random', title, source, set };
}

export function evaluationPrograms(): readonly EvaluationProgram[] {
  const programs: EvaluationProgram[] = [];
  const next = (): string => `K${String(programs.length + 1).padStart(3, '0')}`;
  for (const [file, set] of [
    ['Kernels', 'kernel'],
    ['Parsers', 'kernel'],
    ['Subjects', 'eCalc'],
  ] as const) {
    const text = readProgram(file);
    for (const [, method = ''] of text.classes.matchAll(/static long (\w+)\(\)/g))
      programs.push(
        program(next(), method, set, text, { round: `Inputs.rL = ${file}.${method}();`, throws: true }),
      );
  }
  const paper = readProgram('Paper');
  for (const type of ['int', 'long', 'float', 'double'])
    for (const n of [10, 20, 40, 80])
      programs.push(
        program(next(), `matrix multiplication, ${type}, ${n}`, 'paper', paper, {
          locals: [
            `${type}[] a = Paper.${type}s(${n}), b = Paper.${type}s(${n}), c = new ${type}[${n * n}];`,
          ],
          round: `Paper.multiply(a, b, c, ${n});`,
        }),
      );
  for (const n of [10, 30, 90])
    programs.push(
      program(next(), `Fibonacci, ${n}`, 'paper', paper, { round: `Inputs.rL = Paper.fibonacci(${n});` }),
    );
  return programs;
}

/**
 * The programs that models are evaluated on, and never fitted to, as benchmarks
 * of the calibration harness: each with its own copy of the classes of
 * `programs/`, so that what it executes is counted apart.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeBenchmark, type Benchmark } from '../../server/src/models/calibrate/benchmark';

export interface EvaluationProgram extends Benchmark {
  readonly set: 'kernel' | 'eCalc' | 'paper' | 'method' | 'replay';
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
  const addMethodsOf = (file: string, set: EvaluationProgram['set']): void => {
    const text = readProgram(file);
    for (const [, method = ''] of text.classes.matchAll(/static long (\w+)\(\)/g))
      programs.push(
        program(next(), method, set, text, { round: `Inputs.rL = ${file}.${method}();`, throws: true }),
      );
  };
  addMethodsOf('Kernels', 'kernel');
  addMethodsOf('Parsers', 'kernel');
  addMethodsOf('Subjects', 'eCalc');
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
  const methods = readProgram('Methods');
  for (const [title, round] of METHODS) programs.push(program(next(), title, 'method', methods, { round }));
  addMethodsOf('Replays', 'replay');
  return programs;
}

/** The methods of eCalc's table III: three of a sort, seven of a digest, ten of matrices. */
const METHODS: readonly (readonly [string, string])[] = [
  ['qsort: fill', 'Methods.fill(Methods.VALUES);'],
  [
    'qsort: sort',
    'System.arraycopy(Methods.UNSORTED, 0, Methods.VALUES, 0, Methods.VALUES.length); Methods.sort(Methods.VALUES, 0, Methods.VALUES.length - 1);',
  ],
  ['qsort: isSorted', 'Inputs.rZ = Methods.isSorted(Methods.SORTED);'],
  ['md5: shifts', 'Inputs.rR = Methods.shifts();'],
  ['md5: sines', 'Inputs.rR = Methods.sines();'],
  ['md5: pad', 'Inputs.rR = Methods.pad(Methods.MESSAGE);'],
  ['md5: words', 'Methods.words(Methods.MESSAGE, 64, Methods.WORDS);'],
  ['md5: mix', 'Inputs.rI = Methods.mix(20, Inputs.aI, Inputs.bI, 3);'],
  ['md5: round', 'Methods.round(Methods.STATE, Methods.WORDS, Methods.SHIFTS, Methods.SINES);'],
  ['md5: update', 'Inputs.rI = Methods.update(Methods.MESSAGE, Methods.SHIFTS, Methods.SINES);'],
  ['matrix: matrix', 'Inputs.rR = Methods.matrix(100);'],
  ['matrix: add', 'Methods.add(Methods.A, Methods.B, Methods.TO);'],
  ['matrix: scale', 'Methods.scale(Methods.A, 3, Methods.TO);'],
  ['matrix: transpose', 'Methods.transpose(Methods.A, Methods.TO, 100);'],
  ['matrix: multiply', 'Methods.multiply(Methods.A, Methods.B, Methods.TO, 100);'],
  ['matrix: apply', 'Methods.apply(Methods.A, Methods.X, Methods.Y);'],
  ['matrix: trace', 'Inputs.rD = Methods.trace(Methods.A, 100);'],
  ['matrix: norm', 'Inputs.rD = Methods.norm(Methods.A);'],
  ['matrix: largest', 'Inputs.rD = Methods.largest(Methods.A);'],
  ['matrix: isSymmetric', 'Inputs.rZ = Methods.isSymmetric(Methods.ZEROS, 100);'],
];

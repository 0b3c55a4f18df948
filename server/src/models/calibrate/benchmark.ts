/**
 * A Java program that is measured to learn what operations cost: what it is,
 * and the class that is compiled of it.
 *
 * Sits in `models/`, under the lists of benchmarks. One class each, so
 * that what each executes is counted apart. What goes in comes from variables
 * of `Inputs`, so that javac folds nothing, and what comes out goes to them.
 */

/** Whose measured energy is whose: levels of the probabilistic profiler's categories. */
export interface PatternLevels {
  readonly operation: string;
  readonly size: string;
  readonly type: string;
}

export interface Benchmark {
  /** Of its class: `P017`. */
  readonly name: string;
  readonly kind: 'baseline' | 'pattern' | 'further' | 'random' | 'library';
  /** For people. */
  readonly title: string;
  /** Of the paper's patterns. */
  readonly levels?: PatternLevels;
  /** The text of its file. */
  readonly source: string;
}

export const JAVA_PACKAGE = 'jouleline.calibration';

/** The method that is measured; what else a class has prepares it, or is called by it. */
export const MEASURED_METHOD = 'run';
export const PREPARING_METHOD = 'prepare';

export interface BenchmarkBody {
  readonly name: string;
  /** Fields, methods and classes of its own. */
  readonly members?: readonly string[];
  /** Before anything is measured. */
  readonly prepare?: readonly string[];
  /** Once, before the rounds. */
  readonly locals: readonly string[];
  /** Of one round. */
  readonly round: readonly string[];
  /** Once, after the rounds. */
  readonly after?: readonly string[];
}

export function writeBenchmark({
  name,
  members = [],
  prepare = [],
  locals,
  round,
  after = [],
}: BenchmarkBody): string {
  return `package ${JAVA_PACKAGE};

final class ${name} implements Benchmark {
${indent(members, 1)}
  public void ${PREPARING_METHOD}() {
${indent(prepare, 2)}
  }

  public void ${MEASURED_METHOD}(int rounds) {
${indent(locals, 2)}
    for (int round = 0; round < rounds; round++) {
${indent(round, 3)}
    }
${indent(after, 2)}
  }
}
`;
}

function indent(lines: readonly string[], depth: number): string {
  return lines.map((line) => `${'  '.repeat(depth)}${line}\n`).join('');
}

/** `P001`, so that names sort as numbers do. */
export function numbered(letter: string, number: number): string {
  return `${letter}${String(number).padStart(3, '0')}`;
}

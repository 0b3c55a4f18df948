/**
 * The description of a Java program that is measured to learn the costs of
 * operations, and the source of the class that is compiled for it.
 *
 * Sits in `models/`, under the lists of benchmarks. Each has a class of its
 * own, so that its executions are counted apart. Its inputs come from variables
 * of `Inputs`, so that javac folds nothing, and its results go to them.
 */

/** The levels of the probabilistic profiler's categories that a pattern's energy counts for. */
export interface PatternLevels {
  readonly operation: string;
  readonly size: string;
  readonly type: string;
}

export interface Benchmark {
  /** The name of the benchmark's class: `P017`. */
  readonly name: string;
  readonly kind: 'baseline' | 'pattern' | 'further' | 'random' | 'library' | 'instruction';
  /** The title for people. */
  readonly title: string;
  /** The levels of the paper's pattern; absent for benchmarks that are none of its patterns. */
  readonly levels?: PatternLevels;
  /** Absent for benchmarks that are no loop of one instruction. */
  readonly loop?: LoopOfInstruction;
  /** The rounds of a measurement; absent where they are such that it takes a given time. */
  readonly rounds?: number;
  /** The text of its file, or its class file. */
  readonly source: string | Uint8Array;
}

/** How a loop finds the cost of a JVM instruction (eCalc, section III.B). */
export interface LoopOfInstruction {
  /** The mnemonic; behind a blank stands the number of elements that it allocates. */
  readonly instruction: string;
  /** Executions in each round. */
  readonly executions: number;
  /** The other instructions that run for each, and how often. */
  readonly needs: readonly { readonly name: string; readonly count: number }[];
  /** The instruction that only runs with this one: both get half. */
  readonly pairedWith?: string;
}

export const JAVA_PACKAGE = 'jouleline.calibration';

/** The method that is measured; what else a class has prepares it, or is called by it. */
export const MEASURED_METHOD = 'run';
export const PREPARING_METHOD = 'prepare';

export interface BenchmarkBody {
  readonly name: string;
  /** Fields, methods and classes of its own. */
  readonly members?: readonly string[];
  /** The statements that run before anything is measured. */
  readonly prepare?: readonly string[];
  /** The declarations that run once, before the rounds. */
  readonly locals: readonly string[];
  /** The statements of one round. */
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

/** A benchmark of a list, from which its class is made. */
interface ListedBenchmark extends Omit<BenchmarkBody, 'name'> {
  readonly title: string;
  /**
   * True where the lines need each other; otherwise each is measured by itself, since their costs can't be told
   * apart together.
   */
  readonly isWhole: boolean;
  /** The values of `n` in the locals; without sizes the benchmark is measured once. */
  readonly sizes: readonly number[];
}

/**
 * Reads a list of benchmarks. Each has a line with its title, behind which stand ` | whole` and its sizes, and indented
 * lines: the locals, the statements of a round behind `>`, and members behind `+`. Two blanks part what shares a line.
 */
export function readBenchmarks(text: string): readonly ListedBenchmark[] {
  return text
    .trim()
    .split(/\n(?=\S)/)
    .map((block) => {
      const [head = '', ...lines] = block.split('\n');
      const [title = '', ...options] = head.split(' | ');
      const partsBehind = (mark: RegExp): readonly string[] =>
        lines.flatMap((line) => (mark.test(line) ? line.replace(mark, '').split('  ') : []));
      return {
        title,
        locals: partsBehind(/^ {2}(?![>+] )/),
        round: partsBehind(/^ {2}> /),
        members: partsBehind(/^ {2}\+ /),
        isWhole: options.includes('whole'),
        sizes: options
          .filter((option) => option !== 'whole')
          .flatMap((sizes) => sizes.split(' ').map(Number)),
      };
    });
}

/** `P001`, so that names sort as numbers do. */
export function numbered(letter: string, number: number): string {
  return `${letter}${String(number).padStart(3, '0')}`;
}

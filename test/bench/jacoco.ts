/** Covered lines as JaCoCo sees them and as counts do. Run by `jacoco.mjs`. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readCode, readLineNumbers, sourceFileOf } from '../../server/src/classfile/read/code';
import { readClass } from '../../server/src/classfile/read/read-class';
import { dominates, immediateDominators } from '../../server/src/flow/paths/dominators';
import { countLines } from '../../server/src/profile/read/line-counts';
import { jdks, must, toolOf } from '../classfile/jdk-modules';
import { countByPlan, type CountedMethodOf, runCounted } from '../profile/run-counted';
import { randomPrograms } from '../profile/random-programs';

export interface CoverageAgreement {
  readonly name: string;
  readonly lines: number;
  readonly covered: number;
  /** Lines that ran until something on them threw: JaCoCo's probe behind it was not reached. */
  readonly leftByException: number;
  /** Lines with counts that JaCoCo does not list: code that it filters out as made by the compiler. */
  readonly filtered: number;
  readonly unexplained: readonly string[];
}

export async function compareWithJacoco(agent: string, cli: string): Promise<readonly CoverageAgreement[]> {
  const throwing = readFileSync(join(process.cwd(), 'test/fixtures/profile/Exceptions.java'), 'utf8');
  return [
    await compare(agent, cli, 'Exceptions', throwing),
    await compare(agent, cli, 'Programs', randomPrograms(250, 1)),
    await compare(agent, cli, 'Programs', randomPrograms(250, 2)),
  ];
}

async function compare(agent: string, cli: string, main: string, text: string): Promise<CoverageAgreement> {
  // JaCoCo knows class files up to its own day's Java.
  const jdk = jdks[0];
  if (jdk === undefined) throw new Error('No JDK was found');
  const folder = mkdtempSync(join(tmpdir(), 'jouleline-jacoco-'));
  try {
    const classes = join(folder, 'classes');
    writeFileSync(join(folder, `${main}.java`), text);
    execFileSync(toolOf(jdk.home, 'javac'), ['-g', '-d', classes, join(folder, `${main}.java`)]);
    const data = join(folder, 'jacoco.exec');
    execFileSync(toolOf(jdk.home, 'java'), [`-javaagent:${agent}=destfile=${data}`, '-cp', classes, main]);
    const report = join(folder, 'report.xml');
    execFileSync(
      toolOf(jdk.home, 'java'),
      ['-jar', cli, 'report', data, '--classfiles', classes, '--xml', report],
      { stdio: 'pipe' },
    );
    const theirs = new Map(
      [...readFileSync(report, 'utf8').matchAll(/<line nr="(\d+)" mi="\d+" ci="(\d+)"/g)].map(
        ([, line, covered]) => [Number(line), Number(covered) > 0],
      ),
    );
    const files = readdirSync(classes).map((name) => must(readClass(readFileSync(join(classes, name)))));
    const { counts: methods } = await runCounted(jdk, classes, main, countByPlan(files));
    const ours = new Map<number, number>();
    const left = new Set<number>();
    for (const file of files) {
      if (sourceFileOf(file) !== `${main}.java`) continue;
      const own = methods.filter((each) => each.file === file);
      for (const { line, executions } of must(countLines(file, own)))
        ours.set(line, Math.max(ours.get(line) ?? 0, executions));
      for (const each of own) for (const line of linesLeftByException(each)) left.add(line);
    }
    const differing = [...theirs].filter(([line, covered]) => covered !== (ours.get(line) ?? 0) > 0);
    const isLeft = ([line, covered]: readonly [number, boolean]): boolean => !covered && left.has(line);
    return {
      name: main,
      lines: theirs.size,
      covered: [...theirs.values()].filter(Boolean).length,
      leftByException: differing.filter(isLeft).length,
      filtered: [...ours.keys()].filter((line) => !theirs.has(line)).length,
      unexplained: differing
        .filter((row) => !isLeft(row))
        .map(([line]) => `${line}: ${text.split('\n')[line - 1] ?? ''} (${ours.get(line) ?? 0})`),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Lines of which every execution may have ended in an exception, there or in
 * what only follows it: JaCoCo's next probe was not reached.
 */
function linesLeftByException({ file, method, plan, counts }: CountedMethodOf): ReadonlySet<number> {
  const { offsets, blocks, edges, catches } = plan.graph;
  const lines = must(readLineNumbers(file, must(readCode(file, method))));
  const successors = catches.map((handlers) => [...handlers]);
  for (const { from, to } of edges) successors[from]?.push(to);
  const dominators = immediateDominators(successors);
  const left = new Set<number>();
  for (const [block, { from, to }] of blocks.entries()) {
    for (let index = from; index < to; index++) {
      let thrown = 0;
      for (const [other, range] of blocks.entries()) {
        if (!dominates(dominators, block, other)) continue;
        for (let at = other === block ? index : range.from; at < range.to; at++)
          thrown += counts.thrown[at] ?? 0;
      }
      const offset = offsets[index] ?? 0;
      if (thrown > 0 && thrown >= (counts.instructions[index] ?? 0))
        left.add(lines.findLast((row) => row.offset <= offset)?.line ?? 0);
    }
  }
  return left;
}

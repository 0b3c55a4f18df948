/** Blocks by energy, in estimates and in a counted run: the referee is the program itself, run here once more. */
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runJdkTool } from '../support/jdk-tools';
import { findJdks } from '../support/jdks';
import { type Outcome, runCommand } from '../support/run-command';
import { makeTemporaryFolder } from '../support/temporary-folder';

const cli = resolve(import.meta.dirname, '../../dist/cli.js');
const home = findJdks()[0]?.home;

const program = `public class Work {
    static int collatz(int n) {
        int steps = 0;
        while (n != 1) {
            if (n % 2 == 0) n = n / 2; else n = 3 * n + 1;
            steps++;
        }
        return steps;
    }

    static long table(int size) {
        long[][] t = new long[size][size];
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < size; j++) {
                t[i][j] = i * j;
                if (i == j || j > 90) t[i][j] += 1;
            }
        }
        return t[size - 1][size - 1];
    }

    static int risky(int[] a) {
        int sum = 0;
        try {
            for (int i = 0; ; i++) sum += a[i] * 2;
        } catch (ArrayIndexOutOfBoundsException e) {
            sum -= 1;
        }
        return sum;
    }

    public static void main(String[] args) {
        int most = 0;
        for (int n = 1; n <= 1000; n++) most = Math.max(most, collatz(n));
        System.out.println(most + " " + table(100) + " " + risky(new int[50]));
    }
}
`;

/** Executions of each of its blocks that is told by more than its line. */
function referee(): Readonly<Record<string, number>> {
  const runs: Record<string, number> = {};
  const run = (block: string): number => (runs[`Work.${block}`] = (runs[`Work.${block}`] ?? 0) + 1);
  for (let first = 1; first <= 1000; first++) {
    run('main(String[])#for_1');
    run('collatz(int)#entry');
    let n = first;
    for (; run('collatz(int)#while_1.condition'), n !== 1;) {
      run('collatz(int)#while_1');
      run('collatz(int)#if_1.after');
      if (n % 2 === 0) {
        run('collatz(int)#if_1.then');
        n /= 2;
      } else {
        run('collatz(int)#if_1.else');
        n = 3 * n + 1;
      }
    }
  }
  for (let i = 0; i < 100; i++)
    for (let j = 0; run('table(int)#for_2.condition'), j < 100; j++) {
      run('table(int)#for_2');
      if (i === j || (run('table(int)#or_1.right'), j > 90)) run('table(int)#if_1.then');
    }
  for (let i = 0; i < 50; i++) run('risky(int[])#for_1.update');
  run('risky(int[])#try_1.catch_1');
  return runs;
}

interface Figures {
  readonly mean: number;
  readonly sd: number;
}

interface Blocks {
  readonly format: string;
  readonly fixedExecutions: number;
  readonly blocks: readonly {
    readonly block: string;
    readonly executions: number;
    readonly once: Figures;
    readonly fixed: Figures;
    readonly energy: Figures;
    readonly share: number;
    readonly cumulativeShare: number;
    readonly groups: readonly { readonly group: string; readonly share: number }[];
  }[];
}

function jouleline(folder: string, ...args: readonly string[]): Promise<Outcome> {
  return runCommand(cli, args, {
    cwd: folder,
    env: { ...process.env, ...(home === undefined ? {} : { JAVA_HOME: home }) },
  });
}

function checkShares({ blocks, fixedExecutions }: Blocks): void {
  expect(fixedExecutions).toBe(3000);
  expect(blocks.at(-1)?.cumulativeShare).toBeCloseTo(1, 9);
  blocks.forEach(({ once, fixed, energy, executions, groups }, index) => {
    expect(fixed.mean / once.mean).toBeCloseTo(3000, 6);
    expect(energy.mean / once.mean / executions).toBeCloseTo(1, 6);
    // What the executions share of the costs' error does not fall with their number, the noise does.
    expect(fixed.sd).toBeLessThanOrEqual(3000 * once.sd * (1 + 1e-9));
    expect(groups.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 9);
    expect(energy.mean).toBeLessThanOrEqual(blocks[index - 1]?.energy.mean ?? Infinity);
  });
}

describe('report --blocks', () => {
  test('ranks blocks that are expected to run', async () => {
    const folder = makeTemporaryFolder({ 'src/Work.java': program });
    const { status, stdout } = await jouleline(folder, 'report', 'src', '--blocks', '--format', 'json');
    expect(status).toBe(0);
    const data = JSON.parse(stdout) as Blocks;
    expect(data.format).toBe('jouleline-blocks');
    checkShares({ ...data, blocks: data.blocks.filter(({ once }) => once.mean > 0) });
    const text = (await jouleline(folder, 'report', 'src', '--blocks', '--top', '3')).stdout;
    expect(text).toMatch(/^\d+ blocks \(Raspberry Pi 5, interpreter\); \d+ take half of the energy\n/);
    expect(text).toMatch(/[CFBASRDL]{24} {2}src\/Work\.java:\d+ Work\./);
    expect(text).toMatch(/and \d+ more blocks/);
    for (const args of [
      ['--format', 'html'],
      ['--model', 'a,b'],
      ['--within', '5J'],
      ['--page', 'x.html'],
    ])
      expect(await jouleline(folder, 'report', 'src', '--blocks', ...args)).toMatchObject({ status: 2 });
  });

  test.runIf(home !== undefined)('counts of a run are in the blocks of the source', async () => {
    const folder = makeTemporaryFolder({ 'src/Work.java': program });
    runJdkTool(home ?? '', 'javac', ['-g', '-d', join(folder, 'classes'), join(folder, 'src/Work.java')]);
    const counted = ['--runs', '0', '--class-path', 'classes', '--out', 'p.json', '--main', 'Work'];
    expect(await jouleline(folder, 'profile', ...counted)).toMatchObject({
      status: 0,
      stdout: '178 9802 -1\n',
    });
    const report = ['report', 'src', '--profile', 'p.json'];
    const data = JSON.parse(
      (await jouleline(folder, ...report, '--blocks', '--format', 'json')).stdout,
    ) as Blocks;
    checkShares({ ...data, blocks: data.blocks.filter(({ once }) => once.mean > 0) });
    for (const [name, executions] of Object.entries(referee()))
      expect(
        data.blocks.filter(({ block }) => block === name).map((each) => each.executions),
        name,
      ).toEqual([executions]);
    const lines = JSON.parse((await jouleline(folder, ...report, '--format', 'json')).stdout) as {
      readonly totals: { readonly energy: Figures };
    };
    const sum = data.blocks.reduce((total, { energy }) => total + energy.mean, 0);
    expect(sum / lines.totals.energy.mean).toBeCloseTo(1, 6);
    const [head = '', ...rows] = (
      await jouleline(folder, ...report, '--blocks', '--format', 'csv')
    ).stdout.split('\r\n');
    expect(head.split(',').slice(-8)).toContain('array_reference');
    expect(rows.filter((row) => row !== '')).toHaveLength(data.blocks.length);
  });
});

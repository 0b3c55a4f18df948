/** Two versions of a program of which exactly one loop does more: its block differs, and no other. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from '../support/run-command';

const cli = resolve(import.meta.dirname, '../../dist/cli.js');

/** `run` is called 200 times. The loop over the data makes 30 rounds, of which 10 have an odd element; the other 50. */
const program = (rounds: number, work: string, name = 'run', before = ''): string => `package demo;

public class Work {
${before}    static long ${name}(int[] data) {
        long sum = 0;
        for (int i = 0; i < data.length; i++) {
            if (data[i] % 2 == 1) {
                ${work}
            }
        }
        int round = 0;
        do {
            sum = sum * 31 + round;
            round++;
        } while (round < ${rounds});
        try {
            sum += Integer.parseInt("none");
        } catch (NumberFormatException none) {
            sum += 2;
        }
        return sum;
    }

    public static void main(String[] arguments) {
        int[] data = new int[30];
        for (int i = 0; i < 10; i++) data[3 * i] = 1;
        long sum = 0;
        for (int i = 0; i < 200; i++) sum += ${name}(data);
        System.out.println(sum);
    }
}
`;

interface Block {
  readonly lineA: number;
  readonly lineB: number;
  readonly lastA: number;
  readonly lastB: number;
  readonly roleA?: string;
  readonly roleB?: string;
  readonly executionsA: number;
  readonly executionsB: number;
  readonly perCallA: number;
  readonly perCallB: number;
  readonly energyA?: number;
  readonly energyB?: number;
  readonly delta?: number;
  readonly countsDiffer: boolean;
  readonly isMoved: boolean;
}

interface Method {
  readonly methodA: string;
  readonly methodB: string;
  readonly energyA: number;
  readonly energyB: number;
  readonly delta: number;
  readonly countsDiffer: boolean;
  readonly lines: readonly { readonly energyA: number; readonly energyB: number }[];
  readonly blocks: readonly Block[];
}

const versions = {
  before: program(50, 'sum += data[i];'),
  'more-rounds': program(70, 'sum += data[i];'),
  'more-work': program(50, 'sum += data[i] + i * 3;', 'walk', '    // Renamed, and\n    // further below.\n'),
};

describe('blocks of two versions of a program', () => {
  const folder = mkdtempSync(join(tmpdir(), 'jouleline-diff-blocks-'));
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  beforeAll(async () => {
    for (const [name, text] of Object.entries(versions)) {
      mkdirSync(join(folder, name, 'demo'), { recursive: true });
      writeFileSync(join(folder, name, 'demo', 'Work.java'), text);
    }
    for (const [name, record] of [
      ['before', 'counts'],
      ['more-rounds', 'counts'],
      ['more-work', 'tree'],
    ]) {
      const what = ['--source', name ?? '', '--runs', '0', '--record', record ?? '', '--out', `${name}.json`];
      const { status, stderr } = await runCommand(cli, ['profile', ...what, '--main', 'demo.Work'], {
        cwd: folder,
      });
      if (status !== 0) throw new Error(stderr);
    }
  });

  async function diff(after: string, format: string): Promise<string> {
    const args = ['diff', join(folder, 'before.json'), join(folder, `${after}.json`), '--format', format];
    const { status, stdout, stderr } = await runCommand(cli, args, { cwd: folder });
    expect(`${status} ${stderr}`).toBe('0 ');
    return stdout;
  }

  async function methodsOf(after: string): Promise<readonly Method[]> {
    return (JSON.parse(await diff(after, 'json')) as { readonly methods: readonly Method[] }).methods;
  }

  it('are those of the loop that makes more rounds, and no others', async () => {
    const methods = await methodsOf('more-rounds');
    const [method, ...others] = methods.filter(({ countsDiffer }) => countsDiffer);
    expect(others).toEqual([]);
    const blocks = method?.blocks ?? [];
    const changed = blocks.filter(({ executionsA, executionsB }) => executionsA !== executionsB);
    // Its body ends in its condition: one block from line 13 to 15.
    expect(changed).toMatchObject([
      {
        ...{ lineA: 13, lastA: 15, lineB: 13, lastB: 15, roleA: 'loop-body', roleB: 'loop-body' },
        ...{ executionsA: 200 * 50, executionsB: 200 * 70, perCallA: 50, perCallB: 70, isMoved: false },
      },
    ]);
    expect(changed[0]?.energyB).toBeCloseTo(1.4 * (changed[0]?.energyA ?? NaN), 12);
    expect(blocks.filter(({ delta = 0, countsDiffer }) => delta !== 0 || countsDiffer)).toEqual(changed);
    expect(method?.delta).toBeCloseTo(changed[0]?.delta ?? NaN, 15);
    // What all others run follows from the program.
    expect(blocks.map(({ lineA, roleA, executionsA }) => [lineA, roleA, executionsA])).toEqual([
      [5, 'sequence', 200],
      [6, 'loop-condition', 200 * 31],
      [7, 'loop-body', 200 * 30],
      [8, 'branch', 200 * 10],
      [6, 'loop-body', 200 * 30],
      [11, 'sequence', 200],
      [13, 'loop-body', 200 * 50],
      [17, 'sequence', 200],
      [18, 'handler', 200],
      [21, 'sequence', 200],
    ]);
  });

  it('are found in a method that was renamed and moved, where one does more each time', async () => {
    const methods = await methodsOf('more-work');
    const method = methods.find(({ methodA }) => methodA === 'demo.Work.run([I)J');
    expect(method?.methodB).toBe('demo.Work.walk([I)J');
    const blocks = method?.blocks ?? [];
    for (const { lineA, lineB, executionsA, executionsB } of blocks)
      expect([lineB, executionsB]).toEqual([lineA + 2, executionsA]);
    const changed = blocks.filter(({ countsDiffer }) => countsDiffer);
    expect(changed).toMatchObject([{ lineA: 8, lineB: 10, roleB: 'branch', executionsB: 200 * 10 }]);
    expect(changed[0]?.delta).toBeGreaterThan(0);
    expect(blocks.filter(({ delta = 0 }) => delta !== 0)).toEqual(changed);
  });

  it('add up to their method, as its lines do', async () => {
    for (const after of ['more-rounds', 'more-work']) {
      const methods = (await methodsOf(after)).filter(({ countsDiffer }) => countsDiffer);
      expect(methods).not.toHaveLength(0);
      for (const { blocks, lines, energyA, energyB } of methods) {
        // What is not modeled has no energy.
        const sumOf = (list: readonly { energyA?: number; energyB?: number }[]): readonly number[] => [
          list.reduce((sum, each) => sum + (each.energyA ?? 0), 0) / energyA,
          list.reduce((sum, each) => sum + (each.energyB ?? 0), 0) / energyB,
        ];
        for (const share of [...sumOf(blocks), ...sumOf(lines)]) expect(share).toBeCloseTo(1, 9);
      }
    }
  });

  it('stand in text and in a comment, one row for the one that changed', async () => {
    const text = await diff('more-rounds', 'text');
    expect(text).toMatch(
      /Blocks that ran differently\n.*\n {2}loop body +demo\.Work\.run +13–15 +10,000 → 14,000 +50 → 70 .*\(\+40\.0 %\)\n\n/,
    );
    const markdown = await diff('more-rounds', 'markdown');
    expect(markdown).toMatch(
      /#### Blocks that ran differently\n\n.*\n.*\n\| loop body \| demo\.Work\.run \| 13–15 \|/,
    );
  });
});

/** A counted run of one input teaches the estimates of all: `jouleline learn`, then `report`, also of an edited text. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runJdkTool } from '../support/jdk-tools';
import { findJdks } from '../support/jdks';
import type { Outcome } from '../support/run-command';
import { makeTemporaryFolder } from '../support/temporary-folder';
import { jouleline } from './built-command';

const PROGRAM = `package app;
import java.util.function.IntUnaryOperator;
public class Main {
    private final int base = Integer.parseInt("3");
    static int odd(int i) {
        return i % 4 == 0 && i > 0 ? i : i + 1;
    }
    int sum(int rounds, IntUnaryOperator by) {
        int sum = base;
        for (int i = 0; i < rounds; i++) {
            if (i % 10 == 0)
                sum += odd(i);
            else sum += by.applyAsInt(i);
        }
        return sum;
    }
    static int told(java.util.function.Supplier<String> text, int number) {
        return number < 0 ? text.get().length() : number;
    }
    int never(int rounds) {
        int sum = 0;
        for (int i = 0; i < rounds; i++) sum += i;
        return sum;
    }
    public static void main(String[] arguments) {
        int rounds = Integer.parseInt(arguments[0]);
        int sum = 0;
        for (int i = 0; i < 7; i++)
            sum += new Main().sum(rounds, each -> each * 2);
        for (int i = 0; i < 50; i++)
            sum += told(() -> String.format("%d is less than nothing", rounds),
                i);
        System.out.println(sum);
    }
}
`;
const SOURCE = 'src/app/Main.java';

interface LearnedReport {
  readonly files: readonly {
    readonly methods: readonly { readonly name: string; readonly expectedCalls: number }[];
    readonly lines: readonly {
      readonly line: number;
      readonly frequencyBasis: string;
      readonly operations: readonly { readonly count: number }[];
    }[];
  }[];
}

describe.each(findJdks())('learned frequencies, JDK $version', ({ home }) => {
  const run = (folder: string, ...args: readonly string[]): Promise<Outcome> =>
    jouleline(args, { cwd: folder, environment: { JAVA_HOME: home } });

  async function profiled(): Promise<string> {
    const folder = makeTemporaryFolder({ [SOURCE]: PROGRAM });
    runJdkTool(home, 'javac', ['-g', '-d', join(folder, 'classes'), join(folder, SOURCE)]);
    const counting = ['profile', '--runs', '0', '--out', 'p.json', '--class-path', 'classes'];
    const outcome = await run(folder, ...counting, '--main', 'app.Main', '100');
    expect(outcome.status, outcome.stderr).toBe(0);
    return folder;
  }

  async function estimates(folder: string): Promise<{
    readonly calls: (name: string) => number | undefined;
    readonly countOn: (text: string) => number;
    readonly outcome: Outcome;
  }> {
    const outcome = await run(folder, 'report', 'src', '--format', 'json', '--no-build-files');
    const [file] = (JSON.parse(outcome.stdout) as LearnedReport).files;
    const texts = readFileSync(join(folder, SOURCE), 'utf8').split('\n');
    return {
      outcome,
      calls: (name) => file?.methods.find((method) => method.name.startsWith(name))?.expectedCalls,
      countOn: (text) => {
        const line = file?.lines.find((each) => texts[each.line - 1]?.includes(text) === true);
        return Math.max(0, ...(line?.operations ?? []).map(({ count }) => count));
      },
    };
  }

  test('estimates have the calls and branches of the run, and a file beside the sources', async () => {
    const folder = await profiled();
    const outcome = await run(folder, 'learn', 'p.json', '--no-build-files');
    expect(outcome.status, outcome.stderr).toBe(0);
    expect(outcome.stdout).toContain('learned from a run, 1 new');
    const { calls, countOn } = await estimates(folder);
    expect(calls('Main.sum')).toBeCloseTo(7, 1);
    expect(calls('Main.odd')).toBeCloseTo(70, 1);
    expect(calls('Main.never')).toBeLessThan(0.1);
    const listing = await run(folder, 'report', 'src', '--no-build-files');
    expect(listing.stdout).toMatch(/one run of the program, estimated from a run of \d{4}-\d\d-\d\d\n/);
    const report = await run(folder, 'report', 'src', '--format', 'json', '--no-build-files');
    expect(JSON.parse(report.stdout)).toMatchObject({
      learned: { count: 1, last: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as unknown },
    });
    expect(countOn('sum += odd(i)')).toBeCloseTo(10, 0);
    expect(countOn('sum += by.applyAsInt')).toBeCloseTo(90, 0);
    expect(countOn('each -> each * 2')).toBeCloseTo(630, 0);
    // The lambda is made fifty times, and never called; what runs once for certain does so.
    expect(countOn('less than nothing')).toBeCloseTo(50, 5);
    expect(countOn('System.out.println')).toBe(1);
    const text = readFileSync(join(folder, '.jouleline/frequencies.json'), 'utf8');
    expect(text).not.toContain(folder);
    expect(text).not.toContain('rounds');

    const again = await run(folder, 'learn', 'p.json', '--no-build-files');
    expect(again.stdout).toContain('learned from a run, 0 new');
    expect(readFileSync(join(folder, '.jouleline/frequencies.json'), 'utf8')).toBe(text);

    // Methods that changed keep what still fits, wherever they stand now.
    writeFileSync(
      join(folder, SOURCE),
      PROGRAM.replace(
        '    static int odd',
        '    static int fresh() {\n        return 1;\n    }\n    static int odd',
      ).replace('int sum = base;', 'if (rounds < 0) return fresh();\n        int sum = base;'),
    );
    const edited = await estimates(folder);
    expect(edited.calls('Main.sum')).toBeCloseTo(7, 1);
    expect(edited.calls('Main.fresh')).toBeLessThan(7);
    expect(edited.countOn('sum += by.applyAsInt')).toBeCloseTo(90, 0);
  });

  test('a profile is learned by the lines of a text that has moved since', async () => {
    const folder = await profiled();
    writeFileSync(join(folder, SOURCE), PROGRAM.replace('package app;', 'package app;\n// one\n// two\n'));
    await run(folder, 'learn', 'p.json', '--no-build-files');
    const { calls, countOn } = await estimates(folder);
    expect(calls('Main.odd')).toBeCloseTo(70, 1);
    expect(countOn('sum += by.applyAsInt')).toBeCloseTo(90, 0);
  });

  test('profiles of the workspace teach without a file', async () => {
    const folder = await profiled();
    const kept = makeTemporaryFolder({
      [SOURCE]: PROGRAM,
      '.jouleline/profiles/p.json': readFileSync(join(folder, 'p.json'), 'utf8'),
      '.jouleline/profiles/broken.json': '{',
    });
    const { calls } = await estimates(kept);
    expect(calls('Main.odd')).toBeCloseTo(70, 1);
    expect(existsSync(join(kept, '.jouleline/frequencies.json'))).toBe(false);
  });

  test('a file that was merged wrongly is named with a way out, and estimates go on without it', async () => {
    const folder = makeTemporaryFolder({
      [SOURCE]: PROGRAM,
      '.jouleline/frequencies.json': '{\n<<<<<<< ours\n',
    });
    const { outcome, calls } = await estimates(folder);
    expect(outcome.status).toBe(0);
    expect(outcome.stderr).toMatch(/frequencies\.json has marks of a merge in line 2: keep one side/);
    expect(calls('Main.main')).toBe(1);
    const profile = await profiled();
    const learned = await run(profile, 'learn', 'p.json', '--source', folder, '--no-build-files');
    expect(learned.status).toBe(1);
    expect(learned.stderr).toContain('keep one side');
  });
});

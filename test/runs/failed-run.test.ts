/** How a program failed, in words. */
import { describe, expect, it } from 'vitest';
import { failureOfRun, lastLinesOf } from '../../server/src/runs/failed-run';
import type { RunEnd } from '../../server/src/runs/program-run';

function tell(end: RunEnd, kind: 'main' | 'test' | 'command' = 'main', further?: string): string | undefined {
  return failureOfRun({ name: 'app.Main', kind, end, lastLines: ['the end'] }, further)?.message;
}

describe('the failure of a run', () => {
  it('names the program, its end, its last lines and what helps', () => {
    expect(tell({ kind: 'exited', code: 3 })).toBe(
      'app.Main failed (exit code 3)\n  the end\nIf it needs arguments, name them after the class.',
    );
    const outside = 'Another program ended it, or the system did, since memory was short: run it again.';
    expect(tell({ kind: 'killed', signal: 'SIGKILL' })).toBe(
      `app.Main was ended by SIGKILL\n  the end\n${outside}`,
    );
    expect(tell({ kind: 'exited', code: 143 })).toBe(
      `app.Main was ended by SIGTERM (exit code 143)\n  the end\n${outside}`,
    );
    expect(tell({ kind: 'limit', limit: 'outputBytes' }, 'command', 'Or else.')).toBe(
      'app.Main printed more than the limit\n  the end\n--output-limit lets it print more.\nOr else.',
    );
    expect(tell({ kind: 'exited', code: 1 }, 'test')).toBe('app.Main failed (exit code 1)\n  the end');
    expect(tell({ kind: 'exited', code: 2 }, 'test')).toContain('(exit code 2): JUnit found no test\n');
    for (const last of [
      'Error: LinkageError occurred while loading main class app.Main',
      'Error: Could not create the Java Virtual Machine.',
      'java.lang.UnsupportedClassVersionError: app/Main has been compiled by a more recent version',
    ]) {
      const notStarted = { name: 'app.Main', kind: 'main', lastLines: [last] } as const;
      const { message = '' } = failureOfRun({ ...notStarted, end: { kind: 'exited', code: 1 } }) ?? {};
      expect([message.includes(last), message.includes('arguments')]).toEqual([true, false]);
    }
    const main = { name: 'app.Main', kind: 'main', lastLines: ['the end'] } as const;
    const failed = { ...main, end: { kind: 'exited', code: 1 } } as const;
    expect(failureOfRun({ ...failed, readsArguments: false })?.message).toBe(
      'app.Main failed (exit code 1)\n  the end',
    );
    expect(failureOfRun({ ...failed, isPrinted: true })?.message).toBe(
      'app.Main failed (exit code 1)\nIf it needs arguments, name them after the class.',
    );
    expect(tell({ kind: 'failed', message: 'java could not be started' })).toBe('java could not be started');
  });

  it('is none of a good run, nor of one that its user ended', () => {
    expect(tell({ kind: 'exited', code: 0 })).toBeUndefined();
    expect(tell({ kind: 'canceled' })).toBeUndefined();
  });
});

describe('the last lines', () => {
  it('of a stack trace are its exceptions, with the first method of each', () => {
    const frames = Array.from({ length: 30 }, (_, depth) => `\tat app.Main.step(Main.java:${depth})`);
    const trace = [
      'working',
      'Exception in thread "main" java.lang.RuntimeException: outer',
      ...frames,
      'Caused by: java.io.IOException: inner',
      ...frames,
      '\t... 4 more',
      '',
    ];
    expect(lastLinesOf(trace.join('\n'))).toEqual([
      'working',
      'Exception in thread "main" java.lang.RuntimeException: outer',
      '    at app.Main.step(Main.java:0)',
      'Caused by: java.io.IOException: inner',
      '    at app.Main.step(Main.java:0)',
    ]);
  });

  it('steer no terminal, and are short', () => {
    const [escape, rightToLeft] = [27, 0x202e].map((code) => String.fromCharCode(code));
    expect(lastLinesOf(`${escape}[31mred${escape}[0m ${rightToLeft}odd\r\n${'x'.repeat(5000)}`)).toEqual([
      'red odd',
      `${'x'.repeat(200)}…`,
    ]);
    expect(lastLinesOf(Array.from({ length: 100 }, (_, line) => String(line)).join('\n'))).toHaveLength(5);
    expect(lastLinesOf('')).toEqual([]);
    expect(
      lastLinesOf('OpenJDK 64-Bit Server VM warning: Sharing\nPicked up JAVA_TOOL_OPTIONS: x\nours'),
    ).toEqual(['ours']);
  });
});

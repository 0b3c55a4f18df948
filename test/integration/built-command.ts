/** The built command (dist/cli.js) on folders of a test, for tests of the command line. */
import { resolve } from 'node:path';
import { type Outcome, runCommand } from '../support/run-command';
import { makeTemporaryFolder } from '../support/temporary-folder';
import type { FolderContent } from '../support/temporary-folder';

export const cli = resolve(import.meta.dirname, '../../dist/cli.js');
export const sample = resolve(import.meta.dirname, '../fixtures/sample/src/main/java');

interface RunOptions {
  readonly cwd?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

export function jouleline(
  args: readonly string[],
  { cwd = sample, environment = {} }: RunOptions = {},
): Promise<Outcome> {
  // An empty variable is as good as none (no-color.org); the test runner may have set them.
  const neutral = { NO_COLOR: '', FORCE_COLOR: '' };
  return runCommand(cli, args, { cwd, env: { ...process.env, ...neutral, ...environment } });
}

export interface Report {
  readonly model: { readonly id: string };
  readonly totals: {
    readonly modeledShare: number;
    readonly untypedCount: number;
    readonly untyped: readonly { readonly name: string }[];
  };
  readonly failed: readonly { readonly path: string; readonly message: string }[];
  readonly problems: readonly string[];
  readonly files: readonly {
    readonly path: string;
    readonly total: { readonly mean: number };
    readonly problems: readonly { readonly message: string; readonly start: { readonly line: number } }[];
    readonly lines: readonly {
      readonly line: number;
      readonly energy: { readonly mean: number; readonly low: number; readonly high: number };
      readonly share: number;
      readonly mostlyUnmodeled: boolean;
      readonly operations: readonly {
        readonly name: string;
        readonly count: number;
        readonly energy: { readonly mean: number } | null;
      }[];
    }[];
  }[];
}

export async function reportOn(
  files: FolderContent,
  ...args: readonly string[]
): Promise<{ readonly report: Report; readonly outcome: Outcome }> {
  const outcome = await jouleline(['report', '.', '--format', 'json', ...args], {
    cwd: makeTemporaryFolder(files),
  });
  return { report: JSON.parse(outcome.stdout) as Report, outcome };
}

export const plain = `class Plain {
    int twice(int a) {
        return a + a;
    }
}
`;

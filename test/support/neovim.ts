/**
 * The second protocol client of the tests: neovim's own, headless. A check is a Lua function of the `lsp` helper that
 * neovim-prelude.lua describes; what it returns comes back as JSON.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { findTool, howToInstall } from '../../scripts/tools.mjs';

export interface NeovimCheck {
  /** The file to open; its folder is the root. */
  readonly file: string;
  /** Lua that gives a function, e.g. `return function(lsp) return lsp.request('…', lsp.at(3, 0)) end`. */
  readonly check: string;
  /** The server's command line; the built server over stdio unless given. */
  readonly server?: readonly string[];
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly initializationOptions?: unknown;
}

export interface NeovimResult<T> {
  readonly value: T;
  /** How the server ended after `shutdown` and `exit`. */
  readonly exitCode: number;
}

const timeout = 60_000;
const run = promisify(execFile);

/** About half a second beside the server's own time. */
export async function runNeovim<T>(options: NeovimCheck): Promise<NeovimResult<T>> {
  const neovim = findTool('neovim');
  if (neovim === undefined) throw new Error(`neovim is missing: ${howToInstall}`);
  const folder = mkdtempSync(join(tmpdir(), 'jouleline-neovim-'));
  const [check, result] = [join(folder, 'check.lua'), join(folder, 'result.json')];
  const prelude = resolve(import.meta.dirname, 'neovim-prelude.lua');
  const clientOptions = {
    settings: options.settings ?? {},
    initializationOptions: options.initializationOptions ?? {},
  };
  writeFileSync(check, options.check);
  try {
    const { stderr } = await run(
      neovim,
      ['--headless', '-u', 'NONE', '-i', 'NONE', '-n', resolve(options.file), '-c', `luafile ${prelude}`],
      {
        cwd: dirname(resolve(options.file)),
        timeout,
        env: {
          ...process.env,
          XDG_STATE_HOME: folder, // neovim's own log
          XDG_CACHE_HOME: folder,
          JOULELINE_CHECK: check,
          JOULELINE_RESULT: result,
          JOULELINE_SERVER: JSON.stringify(options.server ?? defaultServer()),
          JOULELINE_OPTIONS: JSON.stringify(clientOptions),
        },
      },
    );
    return parseResult<T>(readFileSync(result, 'utf8'), stderr);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function defaultServer(): readonly string[] {
  return [process.execPath, resolve('dist/server.js'), '--stdio'];
}

function parseResult<T>(text: string, stderr: string): NeovimResult<T> {
  const result = JSON.parse(text) as NeovimResult<T> | { readonly error: string };
  if ('error' in result) throw new Error(`neovim: ${result.error}\n${stderr}`);
  return result;
}

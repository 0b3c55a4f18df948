/** The neovim harness, against the harness's own small server. */
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findTool } from '../../scripts/tools.mjs';
import { runNeovim } from './neovim';

const server = [process.execPath, resolve(import.meta.dirname, 'fake-server.mjs')];

describe.runIf(findTool('neovim') !== undefined)('neovim', () => {
  it('opens the file, gets answers and notifications, and ends the server', async () => {
    const check = `return function(lsp)
      return { hover = lsp.request('textDocument/hover', lsp.at(3, 7)), opened = lsp.notification('test/opened') }
    end`;
    const { value, exitCode } = await runNeovim<{
      readonly hover: { readonly position: unknown };
      readonly opened: { readonly uri: string };
    }>({ file: import.meta.filename, check, server });
    expect(value.hover.position).toEqual({ line: 3, character: 7 });
    expect(value.opened.uri).toMatch(/neovim\.test\.ts$/);
    expect(exitCode).toBe(0);
  });

  it('gives the error of a check that fails', async () => {
    const check = `return function(lsp) return lsp.request('fail') end`;
    await expect(runNeovim({ file: import.meta.filename, check, server })).rejects.toThrow('no such thing');
  });
});

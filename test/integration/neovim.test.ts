/** The server with an editor that knows nothing of VS Code: neovim's own client, and its own settings. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findTool } from '../../scripts/tools.mjs';
import type { OverlayParams } from '../../server/src/protocol/overlay';
import { runNeovim } from '../support/neovim';
import { makeTemporaryFolder } from '../support/temporary-folder';
import { lineOf, serverPath } from './server-session';
import type { Hint, Lens } from './server-session';

const sample = `class Sample {
    int sum(int[] values) {
        int sum = 0;
        for (int value : values) {
            sum += value;
        }
        return sum;
    }
}
`;

const copying = `class Sample {
    int[] copy(int[] values) {
        int[] to = new int[values.length];
        for (int i = 0; i < values.length; i++) {
            to[i] = values[i];
        }
        return to;
    }
}
`;

/** Runs Lua that returns a function of the helper in neovim-prelude.lua, with the sample open. */
async function inNeovim<T>(
  check: string,
  settings: Readonly<Record<string, unknown>> = {},
  text = sample,
): Promise<T> {
  const folder = makeTemporaryFolder({ 'Sample.java': text });
  const server = [process.execPath, serverPath, '--stdio'];
  const { value, exitCode } = await runNeovim<T>({
    file: join(folder, 'Sample.java'),
    check,
    server,
    initializationOptions: { settings },
  });
  expect(exitCode).toBe(0);
  return value;
}

const loop = lineOf(sample, 'sum += value');

describe.runIf(findTool('neovim') !== undefined)('neovim', () => {
  it('gets overlay, hover and lenses', async () => {
    const { overlay, hover, lenses } = await inNeovim<{
      readonly overlay: OverlayParams;
      readonly hover: { readonly contents: { readonly kind: string; readonly value: string } };
      readonly lenses: readonly Lens[];
    }>(`return function(lsp)
      local overlay = lsp.notification('jouleline/overlay')
      return {
        overlay = overlay,
        hover = lsp.request('textDocument/hover', lsp.at(${loop}, 12)),
        lenses = lsp.request('textDocument/codeLens', { textDocument = lsp.at(0, 0).textDocument }),
      }
    end`);
    expect(overlay.lines.line).toEqual([0, 2, 3, 4, 6]);
    expect(overlay.version).toBe(0);
    expect(hover.contents.kind).toBe('markdown');
    expect(hover.contents.value).toContain('Addition_int_int');
    expect(lenses.map(({ range }) => range.start.line)).toEqual([1]);
  });

  it('gets energies at line ends as inlay hints', async () => {
    const hints = await inNeovim<readonly Hint[]>(
      `return function(lsp)
        lsp.notification('jouleline/overlay')
        local range = { start = { line = 0, character = 0 }, ['end'] = { line = 8, character = 0 } }
        return lsp.request('textDocument/inlayHint', { textDocument = lsp.at(0, 0).textDocument, range = range })
      end`,
      { inlayHints: { enable: true } },
    );
    expect(hints.map(({ position }) => position.line)).toEqual([0, 2, 3, 4, 6]);
    expect(hints.every(({ label }) => / %$/.test(label))).toBe(true);
  });

  it('gets advice as diagnostics of its own, and makes the change that is offered', async () => {
    const { shown, changed } = await inNeovim<{
      readonly shown: readonly { readonly lnum: number; readonly code: string; readonly message: string }[];
      readonly changed: readonly string[];
    }>(
      `return function(lsp)
        lsp.notification('textDocument/publishDiagnostics')
        local shown = vim.diagnostic.get(0)
        local params = vim.lsp.util.make_given_range_params({ 1, 0 }, { 9, 0 })
        params.context = { diagnostics = {} }
        local action = lsp.request('textDocument/codeAction', params)[1]
        vim.lsp.util.apply_workspace_edit(action.edit, lsp.client.offset_encoding)
        return { shown = shown, changed = vim.api.nvim_buf_get_lines(0, 0, -1, false) }
      end`,
      { advice: { interpreted: true } },
      copying,
    );
    expect(shown.map(({ lnum, code }) => [lnum, code])).toEqual([[lineOf(copying, 'for (int'), 'bulk-copy']]);
    expect(shown[0]?.message).toContain(' % of Sample.copy(int[])');
    expect(changed).toContain('        System.arraycopy(values, 0, to, 0, values.length);');
  });

  it('gets a new overlay for what is typed', async () => {
    const overlay = await inNeovim<OverlayParams>(`return function(lsp)
      lsp.notification('jouleline/overlay')
      vim.api.nvim_buf_set_lines(0, 1, 1, false, { '    // new', '' })
      local newest
      lsp.wait('overlay of the new text', function()
        for _, overlay in ipairs(lsp.notifications['jouleline/overlay']) do
          if overlay.version > 0 and #overlay.lines.line == 5 and overlay.lines.line[2] == 4 then newest = overlay end
        end
        return newest ~= nil
      end)
      return newest
    end`);
    expect(overlay.lines.line).toEqual([0, 4, 5, 6, 8]);
  });
});

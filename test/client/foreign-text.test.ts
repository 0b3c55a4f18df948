/** Text of others: names from files are no links in notifications, and dropped files are found in their list. */
import { expect, test, vi } from 'vitest';
import { parseUriList, withoutLinks } from '../../client/src/foreign-text';

vi.mock('vscode', () => {
  class MarkdownString {
    value = '';
    appendText(text: string): this {
      this.value += `[text ${text}]`;
      return this;
    }
    appendMarkdown(text: string): this {
      this.value += text;
      return this;
    }
  }
  const document = { languageId: 'java', uri: { scheme: 'file', toString: () => 'file:///A.java' } };
  const item = { show: () => undefined, hide: () => undefined };
  const listen = () => ({ dispose: () => undefined });
  return {
    MarkdownString,
    ThemeColor: vi.fn(),
    StatusBarAlignment: {},
    l10n: { t: (text: string) => text },
    workspace: { getConfiguration: () => ({ get: () => true }) },
    window: {
      createStatusBarItem: () => item,
      activeTextEditor: { document },
      visibleTextEditors: [],
      onDidChangeActiveTextEditor: listen,
      onDidChangeVisibleTextEditors: listen,
    },
  };
});

/** Links as VS Code finds them in a notification. */
const link = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (?:"[^"]+"|'[^']+'))?\)/i;

test('names hold no link, and are otherwise what they were', () => {
  const hostile = 'x [click](command:workbench.action.quit) [[a]](file:///b) y](z)';
  expect(hostile).toMatch(link);
  expect(withoutLinks(hostile)).not.toMatch(link);
  expect(withoutLinks(hostile).replaceAll(' ', '')).toBe(hostile.replaceAll(' ', ''));
  expect(withoutLinks('energy (CPU, [Pi 5])')).toBe('energy (CPU, [Pi 5])');
});

test('one URI a line, whatever ends it; remarks and empty lines are none', () => {
  expect(parseUriList('file:///a%20b.jfr\r\n# a remark\r\n\r\nfile:///c\nvscode-remote://x/d')).toEqual([
    'file:///a%20b.jfr',
    'file:///c',
    'vscode-remote://x/d',
  ]);
  expect(parseUriList('')).toEqual([]);
});

test('the reason why a file has no colors is text in the status bar, and no Markdown', async () => {
  const { createStatusBar } = await import('../../client/src/status-bar');
  const { window } = await import('vscode');
  const item = window.createStatusBarItem();
  const show = (shown: object): unknown => {
    const overlays = { stateOf: () => ({ shown }), onDidChange: () => ({ dispose: () => undefined }) };
    createStatusBar(overlays as unknown as Parameters<typeof createStatusBar>[0]).showServerStatus('running');
    return item.tooltip;
  };
  const reason = 'left out: [x](command:quit)$(trash)';
  expect(show({ kind: 'cleared', reason })).toMatchObject({
    value: expect.stringContaining(`[text ${reason}]`) as string,
  });
  const overlay = { status: '1 J', statusTooltip: '**1 J**' };
  expect(show({ kind: 'overlay', age: 'fresh', overlay })).toMatchObject({
    value: expect.stringMatching(/^\*\*1 J/) as string,
  });
});

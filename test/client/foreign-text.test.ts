/** Text of others: names from files are no links in notifications, and dropped files are found in their list. */
import { expect, test } from 'vitest';
import { parseUriList, withoutLinks } from '../../client/src/foreign-text';

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

/** Files that are dropped on the view of profiles. */
import { expect, test } from 'vitest';
import { parseUriList } from '../../client/src/uri-list';

test('one URI a line, whatever ends it; remarks and empty lines are none', () => {
  expect(parseUriList('file:///a%20b.jfr\r\n# a remark\r\n\r\nfile:///c\nvscode-remote://x/d')).toEqual([
    'file:///a%20b.jfr',
    'file:///c',
    'vscode-remote://x/d',
  ]);
  expect(parseUriList('')).toEqual([]);
});

/**
 * URIs of all platforms, as strings: which documents are analyzed, and where
 * in a folder they lie.
 */
import { describe, expect, it } from 'vitest';
import { isSupported, relativeTo } from '../../server/src/lsp/documents/uris';

describe('documents', () => {
  it('of files and unsaved texts are analyzed, others are not', () => {
    expect(
      [
        'file:///a/A.java',
        'untitled:Untitled-1',
        'git:/a/A.java',
        'vscode-vfs://github/a/A.java',
        'jdt://contents/A.class',
      ].map(isSupported),
    ).toEqual([true, true, false, false, false]);
  });

  const check = (folders: readonly string[], uri: string, expected: string | undefined): void => {
    expect(relativeTo(folders, uri)).toBe(expected);
  };

  it('lie below their folder, on any platform', () => {
    check(['file:///home/me/project'], 'file:///home/me/project/src/A.java', 'src/A.java');
    check(['file:///Users/me/My%20Project/'], 'file:///Users/me/My%20Project/A.java', 'A.java');
    check(['file:///c%3A/Users/me'], 'file:///C:/users/Me/src/A.java', 'src/A.java');
    check(['file://server/share/project'], 'file://SERVER/share/project/A.java', 'A.java');
    check(['file:///a', 'file:///b/c'], 'file:///b/c/D.java', 'D.java');
  });

  it('lie outside of folders that only begin alike', () => {
    check(['file:///home/me/project'], 'file:///home/me/project2/A.java', undefined);
    check(['file:///home/me/project'], 'file:///home/Me/project/A.java', undefined);
    check(['file:///home/me/project'], 'untitled:Untitled-1', undefined);
    check([], 'file:///A.java', undefined);
  });
});

/**
 * Class paths of all platforms, as texts: no file is touched.
 */
import { describe, expect, it } from 'vitest';
import {
  foldPath,
  folderOfWildcard,
  jarsOfWildcard,
  pathStyleOf,
  splitClassPath,
} from '../../server/src/classfile/signatures/class-path';

describe('a class path', () => {
  it.each([
    ['posix', '', []],
    ['posix', ' : :: ', []],
    ['posix', '/a/x.jar:lib/*:build/classes', ['/a/x.jar', 'lib/*', 'build/classes']],
    ['posix', 'a:/lib/x.jar', ['a', '/lib/x.jar']],
    ['posix', 'a.jar;b.jar', ['a.jar', 'b.jar']],
    ['posix', 'C:\\lib\\a.jar;D:\\b.jar', ['C:\\lib\\a.jar', 'D:\\b.jar']],
    ['macos', '/Users/me/My Libs/a.jar:/b', ['/Users/me/My Libs/a.jar', '/b']],
    ['windows', 'C:\\lib\\a.jar;D:\\b.jar', ['C:\\lib\\a.jar', 'D:\\b.jar']],
    ['windows', 'C:/lib/a.jar;d:/b.jar;', ['C:/lib/a.jar', 'd:/b.jar']],
    ['windows', 'C:\\Program Files\\x.jar', ['C:\\Program Files\\x.jar']],
    ['windows', 'lib\\*;C:;build', ['lib\\*', 'C:', 'build']],
    ['windows', '\\\\server\\share\\a.jar;b.jar', ['\\\\server\\share\\a.jar', 'b.jar']],
    ['windows', 'a.jar:b.jar', ['a.jar', 'b.jar']],
    ['windows', 'a.jar:C:\\b.jar', ['a.jar', 'C:\\b.jar']],
  ] as const)('of %s: %j is split', (style, text, expected) => {
    expect(splitClassPath(text, style)).toEqual(expected);
  });

  it.each([
    ['*', '.'],
    ['lib/*', 'lib/'],
    ['C:\\lib\\*', 'C:\\lib\\'],
    ['/*', '/'],
    ['lib/*.jar', undefined],
    ['lib*', undefined],
    ['lib/**', undefined],
  ])('has wildcards: %j stands for the jars of %j', (element, folder) => {
    expect(folderOfWildcard(element)).toBe(folder);
  });

  it('takes only jars for a wildcard, always in the same order', () => {
    expect(jarsOfWildcard(['b.jar', 'notes.txt', 'A.JAR', 'a.jar', 'a.jar.bak', 'jar'])).toEqual([
      'A.JAR',
      'a.jar',
      'b.jar',
    ]);
  });
});

describe('paths of the same file fold alike', () => {
  it.each([
    ['windows', 'C:\\Lib\\A.jar', 'c:/lib/a.JAR'],
    ['windows', 'C:\\Lib\\\\x\\', 'c:\\lib\\x'],
    ['windows', '\\\\Server\\Share\\a', '//server/share/A/'],
    ['macos', '/Users/Me/Caf\u00e9', '/users/me/cafe\u0301'],
    ['posix', '/a//b/', '/a/b'],
  ] as const)('on %s: %s and %s', (style, left, right) => {
    expect(foldPath(left, style)).toBe(foldPath(right, style));
  });

  it.each([
    ['posix', '/A', '/a'],
    ['posix', '/a\\b', '/a/b'],
    ['windows', '\\\\server\\a', '\\server\\a'],
    ['windows', 'C:\\a', 'D:\\a'],
    ['macos', '/a b', '/ab'],
  ] as const)('and on %s others do not: %s and %s', (style, left, right) => {
    expect(foldPath(left, style)).not.toBe(foldPath(right, style));
  });

  it('keeps roots', () => {
    expect(foldPath('/', 'posix')).toBe('/');
    expect(foldPath('C:\\', 'windows')).toBe('c:/');
  });

  it('knows the platforms by the names that Node gives them', () => {
    expect(['win32', 'darwin', 'linux', 'freebsd'].map(pathStyleOf)).toEqual([
      'windows',
      'macos',
      'posix',
      'posix',
    ]);
  });
});

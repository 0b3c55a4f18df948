import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findStaleBuilds } from '../../server/src/host/builds/stale-sources';
import { compile } from '../profile/compile-program';
import { findJdks } from '../support/jdks';
import { makeTemporaryFolder } from '../support/temporary-folder';

const [jdk] = findJdks();

describe.runIf(jdk !== undefined)('sources are stale', () => {
  test('that are newer than their class, by whatever name that has, or have none', () => {
    if (jdk === undefined) return;
    const text = 'class Named { } class Beside { class Inner { } }';
    const { folder: classes } = compile(jdk, 'Other', text);
    const sources = makeTemporaryFolder({
      'Other.java': text,
      'Missing.java': 'interface Missing { }',
      'Nothing.java': '// nothing is declared here\n',
      'package-info.java': 'package a;',
      'notes.txt': '',
    });
    const build = {
      tool: 'Maven',
      folder: sources,
      roots: [{ project: sources, sources, classes }],
    } as const;
    const at = (name: string, time: number): void => {
      utimesSync(join(sources, name), time, time);
    };
    const later = Date.now() / 1000 + 60;
    at('Other.java', later - 120);
    expect(findStaleBuilds([build])).toEqual([
      { build, newer: [], missing: [join(sources, 'Missing.java')] },
    ]);
    at('Other.java', later);
    expect(findStaleBuilds([build])[0]?.newer).toEqual([join(sources, 'Other.java')]);
    expect(findStaleBuilds([{ ...build, roots: [] }])).toEqual([]);
  });
});

/** The classes of the JDK that calls are followed into: by patterns, by what a program calls, and where there is no JDK. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readClass } from '../../server/src/classfile/read/read-class';
import { selectFollowed } from '../../server/src/tasks/programs/select-classes';
import { jdks, must } from '../classfile/jdk-modules';
import { compileInto } from '../support/compile-java';
import { makeTemporaryFolder } from '../support/temporary-folder';

const source = `
import java.util.concurrent.ThreadPoolExecutor;
class Calls {
  static void run() { new ThreadPoolExecutor.CallerRunsPolicy().rejectedExecution(null, null); }
}
`;

describe.each(jdks)('classes that a program calls, JDK $version', ({ home }) => {
  function namesOf(patterns: readonly string[], problems: string[] = []): readonly string[] {
    const folder = makeTemporaryFolder({});
    compileInto(folder, { home, sources: { 'Calls.java': source } });
    const own = [{ place: 'Calls', bytes: readFileSync(join(folder, 'Calls.class')) }];
    return selectFollowed(patterns, own, home, problems).classes.map(({ bytes, isFollowed }) => {
      expect(isFollowed).toBe(true);
      return must(readClass(bytes)).name;
    });
  }

  it('bring the class around a nested one, and what that extends', () => {
    const names = namesOf(['called']);
    const pool = 'java/util/concurrent/ThreadPoolExecutor';
    expect(names).toEqual(
      expect.arrayContaining([
        pool,
        `${pool}$CallerRunsPolicy`,
        'java/util/concurrent/AbstractExecutorService',
      ]),
    );
    expect(names.filter((name) => name.startsWith('java/lang/'))).toEqual([]);
  });

  it('stand beside those that are named', () => {
    expect(namesOf(['called', 'java.util.ArrayDeque'])).toContain('java/util/ArrayDeque');
    expect(namesOf(['java.util.ArrayDeque'])).not.toContain('java/util/concurrent/ThreadPoolExecutor');
  });

  it('are asked for with each pattern that names none', () => {
    const given = ['called', 'java.util.ArrayDeque', 'java.utl.*', 'java.util.Lst'];
    expect(() => namesOf(given)).toThrow(`--follow-jdk java.utl.*, java.util.Lst: ${home} has no such class`);
  });
});

describe('without a JDK', () => {
  it('what a program calls is not followed, which is said', () => {
    const problems: string[] = [];
    expect(selectFollowed(['called'], [], undefined, problems)).toEqual({ classes: [], leftOut: [] });
    expect(problems).toEqual([
      'calls into the JDK are not followed: no JDK was found to follow calls into: name one with --java-home',
    ]);
  });

  it('classes that are named can not be', () => {
    expect(() => selectFollowed(['called', 'java.util.*'], [], undefined, [])).toThrow('no JDK was found');
  });

  it('a folder without classes of a JDK is named', () => {
    const [problems, folder] = [[] as string[], makeTemporaryFolder({})];
    expect(selectFollowed(['called'], [], folder, problems).classes).toEqual([]);
    expect(problems).toEqual([expect.stringContaining(`calls into the JDK are not followed: ${folder} `)]);
  });
});

/** Sources are compiled whatever the environment says about JVMs: its choice of a collector stays. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { compileSources } from '../../server/src/host/builds/compile-sources';
import { findJdks } from '../support/jdks';
import { makeTemporaryFolder } from '../support/temporary-folder';

const before = process.env['JAVA_TOOL_OPTIONS'];
afterEach(() => {
  if (before === undefined) delete process.env['JAVA_TOOL_OPTIONS'];
  else process.env['JAVA_TOOL_OPTIONS'] = before;
});

test.each(['', '-XX:+UseSerialGC', '-XX:+UseParallelGC', '-XX:TieredStopAtLevel=4'])(
  'every JDK compiles with JAVA_TOOL_OPTIONS="%s"',
  async (options) => {
    process.env['JAVA_TOOL_OPTIONS'] = options;
    const folder = makeTemporaryFolder({ 'One.java': 'class One { int one() { return 1; } }' });
    const jdks = findJdks();
    expect(jdks.length).toBeGreaterThan(0);
    for (const { home, version } of jdks) {
      const out = makeTemporaryFolder();
      const sources = [join(folder, 'One.java')];
      expect(await compileSources({ jdk: home, sources, classPath: [], out }), `JDK ${version}`).toBe(
        undefined,
      );
      expect(existsSync(join(out, 'One.class'))).toBe(true);
    }
  },
);

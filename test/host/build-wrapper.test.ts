/** A wrapper that does not start its build tool is named, and the installed tool offered. */
import { chmodSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { failureOf } from '../../server/src/base/failure';
import { buildProject } from '../../server/src/host/builds/build-project';
import { makeTemporaryFolder } from '../support/temporary-folder';

const broken = 'echo "Error: Could not find or load main class Wrapper" >&2\nexit 1\n';

test.each([
  ['Maven', 'mvnw', 'mvn'],
  ['Gradle', 'gradlew', 'gradle'],
] as const)('of %s', async (tool, wrapper, installed) => {
  const folder = makeTemporaryFolder({ [wrapper]: broken });
  const request = { tool, folder, options: [], javaHome: '', colors: false, print: () => undefined };
  const tools = makeTemporaryFolder({ [installed]: '#!/bin/sh\n' });
  chmodSync(join(tools, installed), 0o755);
  vi.stubEnv('PATH', ['/usr/bin', '/bin'].join(delimiter));
  const message = `${tool}'s wrapper ${join(folder, wrapper)} could not build ${folder}: Error: Could not find or load main class Wrapper`;
  expect(await failureOf(buildProject(request))).toMatchObject({ reason: message });
  vi.stubEnv('PATH', [tools, '/usr/bin', '/bin'].join(delimiter));
  expect(await failureOf(buildProject(request))).toMatchObject({
    reason: message,
    wayOut: `If the wrapper is broken, build the project with ${join(tools, installed)} first.`,
  });
  vi.unstubAllEnvs();
});

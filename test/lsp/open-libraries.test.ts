/** A server whose libraries can't be found colors files all the same. */
import { expect, test } from 'vitest';
import { analysisOptionsOf } from '../../server/src/analysis/analysis-options';
import type { IdentifiedLibraries } from '../../server/src/host/jdk/identify-libraries';
import { OpenLibraries } from '../../server/src/lsp/session/open-libraries';
import { readSettings } from '../../server/src/lsp/session/settings';
import { makeTemporaryFolder } from '../support/temporary-folder';

test('whatever goes wrong while the class path is found, the workers get to work, and the user is told', async () => {
  const configured: IdentifiedLibraries[] = [];
  const warnings: string[] = [];
  const none = (): undefined => undefined;
  const libraries = new OpenLibraries({
    pool: {
      configure: (_, given) => {
        configured.push(given);
        return Promise.resolve([]);
      },
    },
    log: { error: none, warning: none, info: none, debug: none, setLevel: none },
    settings: () => readSettings({}).settings,
    folders: () => ['/work'],
    analysis: () => analysisOptionsOf(),
    warn: (problems) => warnings.push(...problems),
    readBuilds: () => Promise.reject(new RangeError('Maximum call stack size exceeded')),
    ...{ bundleFolder: makeTemporaryFolder(), mediaFolder: 'media', cacheFolder: undefined },
    readBodies: () => Promise.resolve(),
    changed: none,
  });
  await libraries.open();
  libraries.dispose();
  expect(configured).toEqual([expect.objectContaining({ classPath: [], jdk: undefined })]);
  expect(warnings).toEqual([
    "the class path and the JDK can't be found (Maximum call stack size exceeded): the types of java.* come with Jouleline, and no others are known",
  ]);
});

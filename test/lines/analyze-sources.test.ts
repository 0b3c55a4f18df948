/** Of a counted run only the files that may have run are analyzed, and the rest is told as before. */
import { expect, test } from 'vitest';
import { analysisOptionsOf } from '../../server/src/analysis/analysis-options';
import { analyzeSources, type ReportServices } from '../../server/src/lines/analyze-sources';
import { createCountedSources } from '../../server/src/lines/counted-file';
import { createEnergySession } from '../../server/src/lines/energy-session';
import type { ReportRequest } from '../../server/src/lines/report';
import { bundledModel, newAnalyzer, operationsOf } from '../support/analyze-text';
import { makeLargeProfiles } from '../support/large-profiles';

test('files whose names no counted class has are not analyzed', async () => {
  const { sources, before } = makeLargeProfiles({ files: [2, 3], contexts: 5 });
  const texts = new Map([
    ...Object.entries(sources),
    ['other/Part0.java', 'package other;\nclass Part0 {\n  int m0(int a) {\n    return a + 1;\n  }\n}\n'],
    ['big/Unseen.java', 'package big;\nclass Unseen {}\n'],
  ]);
  const analyzer = newAnalyzer();
  for (const [path, text] of texts) analyzer.setHeaders(path, text);
  const analyzed: string[] = [];
  const workers: ReportServices['workers'] = {
    configure: () => Promise.resolve(),
    setHeaders: () => undefined,
    analyze(path, text) {
      analyzed.push(path);
      return Promise.resolve({ file: operationsOf(analyzer, path, text) });
    },
    problems: () => [],
    release: () => Promise.resolve(),
    count: 2,
  };
  const request: ReportRequest = {
    paths: ['.'],
    profile: 'p.json',
    frequency: 'counted',
    exclude: [],
    useCache: false,
    classPath: [],
    javaHome: 'bundled',
    readsBuildFiles: false,
  };
  const counted = createCountedSources(before);
  const settings = { model: bundledModel(), mode: 'counted' as const, ...analysisOptionsOf() };
  const session = createEnergySession({ ...settings, countedMember: counted.memberOf });
  const services = { workers, displayPath: (path: string) => path } as ReportServices;
  const done = await analyzeSources(texts, session, counted, {
    request,
    services,
    onProgress: () => undefined,
  });
  // One of the same name in another package may be meant until its package is read.
  expect(analyzed.sort()).toEqual(['big/Part0.java', 'big/Part1.java', 'other/Part0.java']);
  expect([...done.uncounted].sort()).toEqual(['big/Unseen.java', 'other/Part0.java']);
  expect([...done.problemsOf.keys()].sort()).toEqual(['big/Part0.java', 'big/Part1.java']);
  expect(counted.missing()).toEqual([]);
});

/** Of a counted run only the files that may have run are analyzed, and the rest is told as before. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { analysisOptionsOf } from '../../server/src/analysis/analysis-options';
import {
  analyzeSources,
  type AnalyzedSources,
  type ReportServices,
} from '../../server/src/lines/analyze-sources';
import { createCountedSources } from '../../server/src/lines/counted-file';
import { createEnergySession } from '../../server/src/lines/energy-session';
import type { ReportRequest } from '../../server/src/lines/report';
import { hashLines } from '../../server/src/base/line-hashes';
import type { ProfileDocument } from '../../server/src/profile/document/profile-document';
import { compileKept } from '../support/compile-java';
import { findJdks } from '../support/jdks';
import { ranOnce } from './edited-texts';
import { bundledModel, newAnalyzer, operationsOf } from '../support/analyze-text';
import { makeLargeProfiles } from '../support/large-profiles';

interface Analyzed extends AnalyzedSources {
  /** The paths of the files that were analyzed, sorted. */
  readonly analyzed: readonly string[];
  readonly missing: readonly string[];
}

async function analyze(texts: ReadonlyMap<string, string>, profile: ProfileDocument): Promise<Analyzed> {
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
  const counted = createCountedSources(profile);
  const settings = { model: bundledModel(), mode: 'counted' as const, ...analysisOptionsOf() };
  const session = createEnergySession({ ...settings, countedMember: counted.memberOf });
  const services = { workers, displayPath: (path: string) => path } as ReportServices;
  const done = await analyzeSources(texts, session, counted, {
    request,
    services,
    onProgress: () => undefined,
  });
  return { ...done, analyzed: analyzed.sort(), missing: counted.missing() };
}

test('files whose names no counted class has are not analyzed', async () => {
  const { sources, before } = makeLargeProfiles({ files: [2, 3], contexts: 5 });
  const texts = new Map([
    ...Object.entries(sources),
    ['other/Part0.java', 'package other;\nclass Part0 {\n  int m0(int a) {\n    return a + 1;\n  }\n}\n'],
    ['big/Unseen.java', 'package big;\nclass Unseen {}\n'],
  ]);
  const done = await analyze(texts, before);
  // One of the same name in another package may be meant until its package is read.
  expect(done.analyzed).toEqual(['big/Part0.java', 'big/Part1.java', 'other/Part0.java']);
  expect([...done.uncounted].sort()).toEqual(['big/Unseen.java', 'other/Part0.java']);
  expect([...done.problemsOf.keys()].sort()).toEqual(['big/Part0.java', 'big/Part1.java']);
  expect(done.missing).toEqual([]);
  expect(done.namesakes).toEqual([]);
});

describe('of two files with the same package and name', () => {
  const text = 'class Twice {\n  static int of(int n) {\n    return n * 2;\n  }\n}\n';
  const commented = text.replace('class', '// The copy.\nclass');
  const other =
    'class Twice {\n  static int of(int n) {\n    return Math.abs(n);\n  }\n  void more() {}\n}\n';
  const home = findJdks()[0]?.home ?? '';
  const folder = compileKept({ home, sources: { 'Twice.java': text }, options: ['-g'] });
  const ran = ranOnce([readFileSync(join(folder, 'Twice.class'))]);
  const both = (copy: string): ReadonlyMap<string, string> =>
    new Map([
      ['a/Twice.java', copy],
      ['b/Twice.java', text],
    ]);
  const chosen =
    'a/Twice.java and b/Twice.java are Twice.java: b/Twice.java is what ran, and has its counts alone';

  test('the one with the lines that ran has the counts', async () => {
    const known = { ...ran, sources: [{ path: 'Twice.java', lines: hashLines(text) }] };
    for (const copy of [commented, other]) {
      const { problemsOf, uncounted, namesakes, leftOut } = await analyze(both(copy), known);
      expect([...problemsOf.keys()]).toEqual(['b/Twice.java']);
      expect({ uncounted, namesakes }).toEqual({ uncounted: ['a/Twice.java'], namesakes: [chosen] });
      expect([...leftOut]).toEqual([]);
    }
  });

  test('the one that the methods fit has them, where the lines are not known', async () => {
    const { problemsOf, namesakes } = await analyze(both(other), ran);
    expect([...problemsOf.keys()]).toEqual(['b/Twice.java']);
    expect(namesakes).toEqual([chosen]);
  });

  test('both have them if they are alike, which is said', async () => {
    const { problemsOf, namesakes } = await analyze(both(text), ran);
    expect([...problemsOf.keys()].sort()).toEqual(['a/Twice.java', 'b/Twice.java']);
    expect(namesakes).toEqual([expect.stringContaining('nothing tells which of them ran')]);
  });
});

/**
 * The loops of sources, and the shares that a loop's operations have of its lines: samples are spread by
 * them.
 *
 * Sits in `lines/`, between the analyzer and `recordings/place/spread-samples`. Each operation counts as
 * often as its block is estimated to run, at whatever cost (static counts); bodies of lambdas are no part of
 * the loop around them. A file is read when it is first asked for, without libraries: types change few
 * counts.
 */
import type { SignatureSource } from '../classfile/signatures/class-signature';
import { computeFrequencies, regionsWithin } from '../flow/source/frequencies';
import type { Region } from '../flow/source/region';
import { blockOf, countSites, offsetOf } from '../operations/catalogue/site-table';
import { type LineShare, type LoopAt, spreadSamples } from '../recordings/place/spread-samples';
import { Analyzer, prepareAnalyzer } from '../analysis/analyzer';
import { analysisOptionsOf } from '../analysis/analysis-options';
import type { MemberRecord } from '../analysis/file-operations';
import type { ImportSource, Placer } from '../recordings/import/import-profile';
import { indexLines, type LineIndexOf } from '../base/line-index';

interface SourceLoop {
  readonly isInLambda: boolean;
  readonly lines: readonly LineShare[];
}

const NO_LIBRARIES: SignatureSource = { findClass: () => undefined, hasPackage: () => false };

/** `place` lays on the lines of `sources`; what lies in loops is then spread over them. */
export function spreadInLoops(place: Placer, sources: Iterable<ImportSource>): Placer {
  const loopAt = createLoopLines(sources);
  return (recording) => spreadSamples(place(recording), loopAt);
}

function createLoopLines(sources: Iterable<ImportSource>): LoopAt {
  const texts = new Map(Array.from(sources, ({ path, text }) => [path, text]));
  const files = new Map<string, readonly SourceLoop[]>();
  const loopsOf = (path: string): readonly SourceLoop[] => {
    const known = files.get(path);
    if (known !== undefined) return known;
    const text = texts.get(path);
    const loops = text === undefined || !path.endsWith('.java') ? [] : readLoops(path, text);
    files.set(path, loops);
    return loops;
  };
  return (path, line, isInLambda) => {
    let best: SourceLoop | undefined;
    for (const loop of loopsOf(path)) {
      if (loop.isInLambda !== isInLambda || !loop.lines.some((each) => each.line === line)) continue;
      // Of loops within one another the inner one has fewer lines, or stands behind.
      if (best === undefined || loop.lines.length <= best.lines.length) best = loop;
    }
    return best?.lines;
  };
}

function readLoops(path: string, text: string): readonly SourceLoop[] {
  prepareAnalyzer();
  const members: MemberRecord[] = [];
  new Analyzer(NO_LIBRARIES, OPTIONS).analyze(path, text, {
    canceled: { aborted: false },
    begin: () => undefined,
    leaveOut: new Map(),
    known: new Set(),
    deliver: (member) => {
      if (member.operations !== undefined) members.push(member);
    },
  });
  const lines = indexLines(text);
  return members.flatMap((member) => loopsOfMember(member, lines));
}

const OPTIONS = analysisOptionsOf();

function loopsOfMember({ operations, bodyStart }: MemberRecord, lines: LineIndexOf): readonly SourceLoop[] {
  const { region, sites } = operations;
  const { frequency } = computeFrequencies(region, 'estimated', { assumptions: OPTIONS.assumptions });
  const linesOf = (blocks: ReadonlySet<number>): readonly LineShare[] => {
    const counts = new Map<number, number>();
    let sum = 0;
    for (let site = 0; site < countSites(sites); site++) {
      const block = blockOf(sites, site);
      if (!blocks.has(block)) continue;
      const count = frequency[block] ?? 0;
      const line = lines.lineAt(bodyStart + offsetOf(sites, site)) + 1;
      counts.set(line, (counts.get(line) ?? 0) + count);
      sum += count;
    }
    return sum > 0 ? Array.from(counts, ([line, count]) => ({ line, share: count / sum })) : [];
  };
  return loopRegions(region).flatMap(({ loop, isInLambda }): readonly SourceLoop[] => {
    const inside = regionsWithin(loop, (part) => part.kind !== 'deferred');
    const own = linesOf(new Set(inside.flatMap((part) => (part.kind === 'block' ? [part.block] : []))));
    return own.length === 0 ? [] : [{ isInLambda, lines: own }];
  });
}

/** The outer ones before those in them. */
function loopRegions(region: Region): readonly { readonly loop: Region; readonly isInLambda: boolean }[] {
  const inLambdas = new Set(
    regionsWithin(region)
      .filter(({ kind }) => kind === 'deferred')
      .flatMap((part) => regionsWithin(part)),
  );
  return regionsWithin(region)
    .filter(({ kind }) => kind === 'loop')
    .map((loop) => ({ loop, isInLambda: inLambdas.has(loop) }));
}

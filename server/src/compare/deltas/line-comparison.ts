/**
 * Lays the differences of two profiles' lines on a text as it is now, and gives the steps of the scale that colors
 * them.
 *
 * Sits in `compare/`, over what `compare-lines.ts` found, for the views that show lines: the energy map and the
 * editor. Lines of the later profile are found in the text by its checksums of the sources (`place-changes.ts`).
 */
import { rememberShares } from './energy-delta';
import { checksumLines, readHashes } from '../../base/line-hashes';
import { matchFrom } from '../../recordings/place/match-lines';
import type { ScaleSetting } from '../../protocol/settings';
import { countSteps, stepOfChange } from '../../pages/changes';
import type { Joules } from '../../base/units';
import type { LineDifferences, SourceDifferences } from './compare-lines';
import { placeOf } from '../../lines/counted-file';
import type { FileOperations } from '../../analysis/file-operations';
import { stepIn } from '../../words/energy-scale';
import {
  type ComparedFile,
  type ComparedLine,
  createChangePlacer,
  type Judge,
  type RanText,
} from './place-changes';

export interface LineComparison extends Pick<LineDifferences, 'names' | 'unit' | 'totals' | 'amounts'> {
  /** The checksums of the file's lines as the earlier profile ran it (`hashLines`); undefined if it kept none. */
  readonly earlierHashes: (file: FileOperations) => string | undefined;
  /** The comparison on a text of the file; undefined if neither profile ran anything of the file, or kept its text. */
  readonly inText: (file: FileOperations, text: string) => ComparedFile | undefined;
}

/**
 * Lays the differences of two profiles on texts.
 *
 * @param sourceAt gives the differences of a source by its path with its package, once for each file that is shown.
 */
export function layOnTexts(
  differences: Omit<LineDifferences, 'sources'>,
  sourceAt: (place: string) => SourceDifferences | undefined,
): LineComparison {
  const { names, unit, totals, amounts, spread, scales } = differences;
  const judge = { compare: rememberShares(spread), scales };
  const known = new Map<string, LaidSource | undefined>();

  function sourceOf(file: FileOperations): LaidSource | undefined {
    const place = placeOf(file);
    if (!known.has(place)) {
      const source = sourceAt(place);
      known.set(place, source && layOn(source, judge));
    }
    return known.get(place);
  }

  return {
    ...{ names, unit, totals, amounts },
    earlierHashes: (file) => sourceOf(file)?.earlier,
    inText: (file, text) => sourceOf(file)?.inText(text),
  };
}

interface LaidSource {
  readonly earlier: string | undefined;
  readonly inText: (text: string) => ComparedFile | undefined;
}

/** Lays one source on its texts. This runs at each edit, and reuses whatever the edit left alone. */
function layOn({ lines, earlier, later }: SourceDifferences, judge: Judge): LaidSource {
  const [inEarlier, inLater] = [ranText(earlier), ranText(later)];
  const place = createChangePlacer(lines, judge);
  const checksums = new Map<string, number>();
  return {
    earlier,
    inText(text) {
      if (earlier === undefined && later === undefined) return undefined;
      const now = checksumLines(text, checksums);
      if (checksums.size > MOST_FORGOTTEN + now.length) checksums.clear();
      return place({ earlier: inEarlier?.(now), later: inLater?.(now), now });
    },
  };
}

/** The most checksums kept for lines that a text had while it was typed. */
const MOST_FORGOTTEN = 10_000;

function ranText(ran: string | undefined): ((now: Uint32Array) => RanText) | undefined {
  if (ran === undefined) return undefined;
  const hashes = readHashes(ran);
  const matchIn = matchFrom(hashes);
  return (now) => ({ hashes, match: matchIn(now) });
}

/** The step of each line on a scale for so many amounts; `amounts` are those of {@link LineComparison}. */
export function stepsOfChanges(
  lines: readonly Pick<ComparedLine, 'change' | 'amount'>[],
  amounts: readonly Joules[],
  scale: ScaleSetting,
  count: number,
): readonly number[] {
  const all = { distinct: amounts, hot: amounts.at(-1) ?? 0 };
  return lines.map(({ change, amount }) =>
    stepOfChange(change, stepIn(all, Math.abs(amount), { scale, steps: count }), countSteps(count)),
  );
}

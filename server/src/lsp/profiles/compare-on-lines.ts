/**
 * Two profiles compared on the lines of texts, in a thread. Its result is opened here in slices, between which
 * requests are answered.
 *
 * Sits in `lsp/`, under `shown-sources.ts`, over `tasks/compare/compare-thread`. At most one comparison runs at a time: a
 * new one ends the thread of the one before.
 */
import { createRests } from '../session/take-rests';
import { layOnTexts, type LineComparison } from '../../compare/deltas/line-comparison';
import type { CompareAnswers } from '../../tasks/compare/compare-messages';
import { ComparisonCanceled } from '../../tasks/compare/compare-thread';
import { openDifferences, openProfile, openSource } from '../../tasks/compare/packed-lines';
import { orRefusal } from '../views/comparison-refusal';
import { stampOf } from './saved-profiles';
import type { EvidenceProfile } from './shown-evidence';

/** Throws as `compareInThread` does. */
export type AskForLines = (
  paths: readonly [string, string],
  canceled: AbortSignal,
) => Promise<CompareAnswers['lines']>;

export interface ComparedOnLines {
  readonly before: Pick<EvidenceProfile, 'path' | 'stamp'>;
  /** The later profile without its calling context tree, which no view of lines needs. */
  readonly after: EvidenceProfile;
  readonly lines: LineComparison;
}

export interface LineComparer {
  /** Answers the comparison, or the reason why there is none; undefined if it was stopped. */
  compare(before: string, after: string): Promise<ComparedOnLines | string | undefined>;
  readonly stop: () => void;
}

export function createLineComparer(ask: AskForLines): LineComparer {
  let running: AbortController | undefined;

  function stop(): void {
    running?.abort();
    running = undefined;
  }

  async function run(
    before: string,
    after: string,
    { signal }: AbortController,
  ): Promise<ComparedOnLines | string | undefined> {
    const [earlier, later] = [await stampOf(before), await stampOf(after)];
    const packed = await orRefusal(ask([before, after], signal));
    if (typeof packed === 'string') return packed;
    const profile = await openProfile(packed, createRests());
    if (signal.aborted) return undefined;
    return {
      before: { path: before, stamp: earlier.stamp },
      after: { path: after, stamp: later.stamp, saved: { kind: 'counted', profile } },
      lines: layOnTexts(openDifferences(packed), (place) => openSource(packed, place)),
    };
  }

  return {
    async compare(before, after) {
      stop();
      const mine = new AbortController();
      running = mine;
      try {
        return await run(before, after, mine);
      } catch (error) {
        if (error instanceof ComparisonCanceled) return undefined;
        throw error;
      } finally {
        if (running === mine) running = undefined;
      }
    },
    stop,
  };
}

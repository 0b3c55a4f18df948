/**
 * The options that an analysis depends on beside the texts. Sits in `analysis/`; they are plain data, are sent to
 * the worker threads, and are part of every cache key.
 */
import { DEFAULT_ASSUMPTIONS } from '../flow/source/assumptions';
import type { FrequencyAssumptions } from '../flow/source/region';

export interface AnalysisOptions {
  readonly assumptions: FrequencyAssumptions;
}

/** The options that users may set; each one that is absent keeps its default. */
interface GivenOptions {
  readonly assumptions?: { readonly loopTrips: number; readonly worstCaseLoopTrips: number };
}

/** Completes the options: each one that is not given gets its default. */
export function analysisOptionsOf({ assumptions }: GivenOptions = {}): AnalysisOptions {
  if (assumptions === undefined) return { assumptions: DEFAULT_ASSUMPTIONS };
  return {
    assumptions: {
      ...DEFAULT_ASSUMPTIONS,
      defaultTrips: assumptions.loopTrips,
      worstCaseTrips: assumptions.worstCaseLoopTrips,
    },
  };
}

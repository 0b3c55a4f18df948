/**
 * What an analysis depends on beside the texts. Sits in `analysis/`; plain data,
 * sent to the workers and part of every cache key.
 */
import { DEFAULT_ASSUMPTIONS } from '../flow/source/assumptions';
import type { FrequencyAssumptions } from '../flow/source/region';

export interface AnalysisOptions {
  readonly assumptions: FrequencyAssumptions;
}

/** What users may set of them. */
export interface GivenOptions {
  readonly assumptions?: { readonly loopTrips: number; readonly worstCaseLoopTrips: number };
}

/** What is not given is as it is by default. */
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

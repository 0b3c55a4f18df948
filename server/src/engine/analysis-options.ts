/**
 * What an analysis depends on beside the texts. Sits in `engine/`; plain data,
 * sent to the workers and part of every cache key.
 */
import { DEFAULT_ASSUMPTIONS } from '../flow/assumptions';
import type { FrequencyAssumptions } from '../flow/region';

export interface AnalysisOptions {
  readonly assumptions: FrequencyAssumptions;
}

/** Options with the numbers that users may set; without them, the defaults. */
export function analysisOptionsOf(given?: {
  readonly loopTrips: number;
  readonly worstCaseLoopTrips: number;
}): AnalysisOptions {
  if (given === undefined) return { assumptions: DEFAULT_ASSUMPTIONS };
  return {
    assumptions: {
      ...DEFAULT_ASSUMPTIONS,
      defaultTrips: given.loopTrips,
      worstCaseTrips: given.worstCaseLoopTrips,
    },
  };
}

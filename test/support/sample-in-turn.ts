import type { SampleChains } from '../../server/src/models/fit/fit-levels';
import { sampleChain } from '../../server/src/models/hierarchical/sample-chain';

/** Draws the chains in this thread, which is busy until all are drawn. */
export const sampleInTurn: SampleChains = (model, options) =>
  Promise.resolve(options.map((each) => sampleChain(model, each)));

/**
 * Entry point of a thread that draws from a posterior (dist/chains.js): draws
 * the chains that it was given, one after the other, and ends. Sits in `tasks/`.
 */
import type { LevelModel } from '../../models/hierarchical/level-model';
import { sampleChain, type Chain, type ChainOptions } from '../../models/hierarchical/sample-chain';
import { parentPort, workerData } from 'node:worker_threads';

export interface ChainsTask {
  readonly model: LevelModel;
  /** The options of the chains to draw, with each chain's place among all of them. */
  readonly chains: readonly (readonly [number, ChainOptions])[];
}

export interface ChainMessage {
  readonly place: number;
  readonly chain: Chain;
}

const { model, chains } = workerData as ChainsTask;
for (const [place, options] of chains) {
  const chain = sampleChain(model, options);
  const { buffer } = chain.draws;
  // The draws are given to the other thread, and not copied.
  parentPort?.postMessage(
    { place, chain } satisfies ChainMessage,
    buffer instanceof ArrayBuffer ? [buffer] : [],
  );
}

/**
 * Chains of draws in threads of their own.
 *
 * Sits in `tasks/`. Each chain is drawn from its own seed: the draws are the same,
 * however many threads there are. Nothing blocks the process meanwhile: an
 * interrupt ends it, and them.
 */
import type { Chain, ChainOptions } from '../../models/hierarchical/sample-chain';
import { join } from 'node:path';
import type { SampleChains } from '../../models/fit/fit-levels';
import { startThread } from '../../host/machine/threads';
import type { ChainMessage, ChainsTask } from './chains-main';

/** The size of the heap in megabytes; the draws are kept outside it. */
const HEAP_MB = 512;

/** @param bundleFolder where dist/chains.js is. */
export function createChainSampler(bundleFolder: string, threads: number): SampleChains {
  return async (model, options) => {
    const count = Math.max(1, Math.min(threads, options.length));
    const numbered = options.map((each, place): readonly [number, ChainOptions] => [place, each]);
    const parts = await Promise.all(
      Array.from({ length: count }, (_, thread) =>
        draw({ model, chains: numbered.filter(([place]) => place % count === thread) }),
      ),
    );
    return parts
      .flat()
      .sort((a, b) => a.place - b.place)
      .map(({ chain }): Chain => chain);
  };

  function draw(data: ChainsTask): Promise<readonly ChainMessage[]> {
    return new Promise((resolve, reject) => {
      const drawn: ChainMessage[] = [];
      startThread(
        join(bundleFolder, 'chains.js'),
        { data, maxMemoryMB: HEAP_MB },
        {
          onMessage: (message) => {
            drawn.push(message as ChainMessage);
          },
          onExit: ({ message }) => {
            if (drawn.length === data.chains.length) resolve(drawn);
            else reject(new Error(`a thread that draws from the posterior ended: ${message}`));
          },
        },
      );
    });
  }
}

/** What `fitting.mjs` times: bundled for it, since it runs without a compiler. */
export { fitRegression } from '../../server/src/fitting/fit-regression';
export { fitRobust } from '../../server/src/fitting/robust';
export { fitLevels, sampleInTurn } from '../../server/src/engine/fit-levels';
export { createChainSampler } from '../../server/src/worker/sample-chains';
export { createRandom } from '../../server/src/fitting/random';

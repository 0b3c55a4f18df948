/** The functions that `fitting.mjs` times: they are bundled for it, since it runs without a compiler. */
export { fitRegression } from '../../server/src/models/fit/fit-regression';
export { fitRobust } from '../../server/src/models/solve/robust';
export { fitLevels } from '../../server/src/models/fit/fit-levels';
export { sampleInTurn } from '../support/sample-in-turn';
export { createChainSampler } from '../../server/src/tasks/calibrate/sample-chains';
export { createRandom } from '../../server/src/models/solve/random';

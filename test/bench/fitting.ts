/** What `fitting.mjs` times: bundled for it, since it runs without a compiler. */
export { fitRegression } from '../../server/src/fitting/fit-regression';
export { fitRobust } from '../../server/src/fitting/robust';
export { fitLevels } from '../../server/src/engine/fit-levels';
export { createRandom } from '../../server/src/fitting/random';

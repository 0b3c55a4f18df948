/** What `simulated-meter.mjs` runs: bundled for it, since it runs without a compiler. */
export { fitTrace } from '../../server/src/engine/fit-trace';
export { simulateTrace } from '../../server/src/engine/simulate-trace';
export { visitTuples } from '../../server/src/profile/trace-file';
export { simulateRecorded } from '../../server/src/engine/simulate-recorded';
export { visitTrace } from '../../server/src/engine/fit-trace';

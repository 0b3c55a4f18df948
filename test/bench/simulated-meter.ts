/** The functions that `simulated-meter.mjs` runs: they are bundled for it, since it runs without a compiler. */
export { fitTrace } from '../../server/src/models/trace-fit/fit-trace';
export { simulateTrace } from '../../server/src/models/trace-fit/simulate-trace';
export { visitTuples } from '../../server/src/profile/trace/trace-file';
export { simulateMachine } from './recorded-meter';
export { visitTrace } from '../../server/src/models/trace-fit/fit-trace';

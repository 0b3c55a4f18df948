/**
 * Tries properties with the same values in every run, so that a run that failed can be repeated; JOULELINE_SEED sets
 * others.
 */
import fc from 'fast-check';

const given = process.env['JOULELINE_SEED'] ?? '20261121';
if (given !== 'random') {
  const seed = Number(given);
  if (!Number.isSafeInteger(seed)) throw new Error(`JOULELINE_SEED is no whole number: ${given}`);
  fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });
}

/**
 * What properties are tried with: the same values in every run, so that a run
 * says of a change, not of chance, whether it is right. JOULELINE_SEED=N tries
 * others, and JOULELINE_SEED=random others each time; a failure names its seed.
 */
import fc from 'fast-check';

const given = process.env['JOULELINE_SEED'] ?? '20261121';
if (given !== 'random') {
  const seed = Number(given);
  if (!Number.isSafeInteger(seed)) throw new Error(`JOULELINE_SEED is no whole number: ${given}`);
  fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });
}

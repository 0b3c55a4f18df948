/**
 * The agreement that source and class files have to reach: for the measurement over whole corpora, and for the test
 * over a part.
 */

/** Each group with its least recall and precision. */
export const AGREEMENT_TARGETS = [
  ['arithmetic', [0.995, 0.998]],
  ['comparison', [0.995, 0.998]],
  ['array', [0.97, 0.97]],
  ['field', [0.97, 0.97]],
  ['invoke', [0.97, 0.97]],
  ['allocation', [0.97, 0.97]],
  ['conversion', [0.97, 0.97]],
];

/** Share of the bytecode's operations. */
export const MOST_SET_ASIDE = 0.02;

/** Types of agreement-targets.mjs, for tests. */
type Group = 'arithmetic' | 'comparison' | 'array' | 'field' | 'invoke' | 'allocation' | 'conversion';
export const AGREEMENT_TARGETS: readonly (readonly [
  group: Group,
  least: readonly [recall: number, precision: number],
])[];
export const MOST_SET_ASIDE: number;

/**
 * Tells which columns of a recording make up its total.
 *
 * Sits in `power/`. A column named a total is one, and the others are its parts. Without such
 * a column all add up.
 */
import type { ChannelRole } from '../power-trace';

const TOTAL = /^(total( power)?|main|watts?|power|combined|all)$/i;

export function rolesOf(names: readonly string[]): readonly ChannelRole[] {
  const totals = names.filter((name) => TOTAL.test(name));
  return names.map((channel) => ({
    channel,
    inTotal: totals.length === 0 || channel === totals[0],
  }));
}

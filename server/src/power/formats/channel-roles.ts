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

/** The names of powercap (`core`, `uncore`, `psys`) and perf (`cores`, `gpu`, `psys`). */
const COUNTED_ELSEWHERE = new Set(['core', 'cores', 'uncore', 'gpu', 'psys', 'platform']);

/**
 * True for RAPL's domains that are part of others. Intel's Software Developer's Manual, volume 3B, section
 * 15.10: a package includes its cores (PP0) and graphics (PP1), but not the memory beside it; the platform
 * (PSys) repeats what packages meter.
 */
export function isPartOfPackage(domain: string): boolean {
  return COUNTED_ELSEWHERE.has(domain.replace(/-\d+$/, ''));
}

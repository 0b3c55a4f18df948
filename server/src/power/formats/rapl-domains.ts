/**
 * Tells which of RAPL's domains are part of others.
 *
 * Sits in `power/`. Intel's Software Developer's Manual, volume 3B, section 15.10: a package
 * includes its cores (PP0) and graphics (PP1), but not the memory beside it; the platform (PSys) includes
 * everything, so it repeats what packages meter.
 */

/** The names of powercap (`core`, `uncore`, `psys`) and perf (`cores`, `gpu`, `psys`). */
const COUNTED_ELSEWHERE = new Set(['core', 'cores', 'uncore', 'gpu', 'psys', 'platform']);

export function isPartOfPackage(domain: string): boolean {
  return COUNTED_ELSEWHERE.has(domain.replace(/-\d+$/, ''));
}

/**
 * Which of RAPL's domains have the energy of others.
 *
 * Sits in `measurement/import/`. Intel's Software Developer's Manual, volume
 * 3B, section 15.10: a package has its cores (PP0) and graphics (PP1), not the
 * memory beside it; the platform (PSys) has everything, and meters what is in
 * a package a second time.
 */

/** As powercap (`core`, `uncore`, `psys`) and perf (`cores`, `gpu`, `psys`) name them. */
const COUNTED_ELSEWHERE = new Set(['core', 'cores', 'uncore', 'gpu', 'psys', 'platform']);

export function isPartOfPackage(domain: string): boolean {
  return COUNTED_ELSEWHERE.has(domain.replace(/-\d+$/, ''));
}

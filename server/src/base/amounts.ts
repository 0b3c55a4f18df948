/** Amounts that can be added up. Sits in `base/`. */

/** True for values that can be added up: finite and not negative. */
export function isAmount(value: number): boolean {
  return Number.isFinite(value) && value >= 0;
}

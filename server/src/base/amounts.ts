/** Amounts that can be added up. Sits in `base/`. */

/** True for values that can be added up: finite numbers that are not negative. */
export function isAmount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

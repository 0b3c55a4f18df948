/** Permissions mean nothing to root, whom containers run tests as: this lets a test meet them all the same. */

/** User and group `nobody`, by convention. */
const NOBODY = 65_534;

/** Runs as a user without privileges: as oneself, or for root as nobody. Not for tests that run side by side. */
export async function asPlainUser<T>(run: () => Promise<T>): Promise<T> {
  if (process.geteuid?.() !== 0) return run();
  process.seteuid?.(NOBODY);
  try {
    return await run();
  } finally {
    process.seteuid?.(0);
  }
}

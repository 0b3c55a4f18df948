/** Pauses in long work on all files, so that requests are answered meanwhile. Sits in `lsp/`. */

/** The milliseconds of work after which requests are answered. */
const SLICE_MS = 12;

/** Makes a function to wait for after each file; it rests when requests should be answered. */
export function createRests(): () => Promise<void> | undefined {
  let rested = performance.now();
  return () => {
    if (performance.now() - rested < SLICE_MS) return undefined;
    return new Promise((resolve) => {
      setImmediate(() => {
        rested = performance.now();
        resolve();
      });
    });
  };
}

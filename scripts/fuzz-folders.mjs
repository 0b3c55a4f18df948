/** Opens hostile folders in the built server: `test/faults/folder-run.ts`, on half of the cores at once. */
import { loadBundled } from './fuzz-threads.mjs';

export async function fuzzFolders({ count, seed, from }) {
  const { folderBars } = await loadBundled('test/faults/folder-bars.ts');
  return folderBars({ root: process.cwd(), count, seed, from });
}

/** TypeScript of this folder, bundled and imported: benches run without a compiler. */
import { mkdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

/** The module at `entry`, a path from the root of the project, where the process runs. */
export async function importBundled(entry) {
  const folder = join(process.cwd(), '.cache', 'bench');
  mkdirSync(folder, { recursive: true });
  const outfile = join(folder, `${basename(entry, '.ts')}-${process.pid}.mjs`);
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'warning',
    banner: {
      js: `import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);`,
    },
  });
  try {
    return await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(outfile);
  }
}

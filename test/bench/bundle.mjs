/** TypeScript of this folder, bundled and imported: benches run without a compiler. */
import { mkdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { bundleAliases } from '../../scripts/bundle-aliases.mjs';

/** The module at `entry`, a path from the root of the project, where the process runs. */
export function importBundled(entry) {
  return importBuilt(entry, 'mjs', {
    format: 'esm',
    banner: {
      js: `import { createRequire as requireFrom } from 'node:module';\nconst require = requireFrom(import.meta.url);`,
    },
  });
}

/**
 * Does the same as {@link importBundled} for modules that use files of test/profile and test/support, which find
 * fixtures and tools from their own places.
 */
export async function importWithTests(entry) {
  const options = {
    format: 'cjs',
    define: {
      __dirname: JSON.stringify(join(process.cwd(), 'test/profile')),
      'import.meta.dirname': JSON.stringify(join(process.cwd(), 'test/support')),
    },
    logOverride: { 'empty-import-meta': 'silent' },
  };
  return (await importBuilt(entry, 'cjs', options)).default;
}

async function importBuilt(entry, extension, options) {
  const folder = join(process.cwd(), '.cache', 'bench');
  mkdirSync(folder, { recursive: true });
  const outfile = join(folder, `${basename(entry, '.ts')}-${process.pid}.${extension}`);
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    alias: bundleAliases,
    platform: 'node',
    target: 'node20',
    logLevel: 'warning',
    ...options,
  });
  try {
    return await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(outfile);
  }
}

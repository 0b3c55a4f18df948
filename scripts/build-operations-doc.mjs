/**
 * Writes docs/operations.md from the catalogue of operations.
 *
 * Usage: node scripts/build-operations-doc.mjs
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { build } from 'esbuild';

const bundle = await build({
  entryPoints: [new URL('operations-page.ts', import.meta.url).pathname],
  bundle: true,
  format: 'esm',
  platform: 'node',
  write: false,
});
const code = bundle.outputFiles[0]?.text ?? '';
const { renderOperationsPage } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
const docs = new URL('../docs/', import.meta.url);
await mkdir(docs, { recursive: true });
await writeFile(new URL('operations.md', docs), renderOperationsPage());

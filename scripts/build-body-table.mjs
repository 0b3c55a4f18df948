/** Bundles and runs `build-body-table.ts`: `node scripts/build-body-table.mjs [--jdk HOME]`. */
import { build } from 'esbuild';

const { outputFiles } = await build({
  entryPoints: ['scripts/build-body-table.ts'],
  bundle: true,
  write: false,
  platform: 'node',
  format: 'esm',
  target: 'node20',
});
const [bundle] = outputFiles;
await import(`data:text/javascript;base64,${Buffer.from(bundle.contents).toString('base64')}`);

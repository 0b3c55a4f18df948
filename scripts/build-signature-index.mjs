/** Bundles and runs `build-signature-index.ts`: `node scripts/build-signature-index.mjs [--jdk HOME]`. */
import { build } from 'esbuild';

const { outputFiles } = await build({
  entryPoints: ['scripts/build-signature-index.ts'],
  bundle: true,
  write: false,
  platform: 'node',
  format: 'esm',
  target: 'node20',
});
const [bundle] = outputFiles;
await import(`data:text/javascript;base64,${Buffer.from(bundle.contents).toString('base64')}`);

/** Bundles a TypeScript script, whose path is relative to the working folder, and runs it. */
import { build } from 'esbuild';

export async function runBundled(script) {
  const { outputFiles } = await build({
    entryPoints: [script],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    target: 'node20',
  });
  const [bundle] = outputFiles;
  await import(`data:text/javascript;base64,${Buffer.from(bundle.contents).toString('base64')}`);
}

/** Bundles and runs `build-signature-index.ts`: `node scripts/build-signature-index.mjs [--jdk HOME]`. */
import { runBundled } from './run-bundled.mjs';

await runBundled('scripts/build-signature-index.ts');

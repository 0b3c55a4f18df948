/** Bundles and runs `build-compiled-model.ts`: `node scripts/build-compiled-model.mjs`. */
import { runBundled } from './run-bundled.mjs';

await runBundled('scripts/build-compiled-model.ts');

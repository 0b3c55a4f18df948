/** Bundles and runs `build-body-table.ts`: `node scripts/build-body-table.mjs [--jdk HOME]`. */
import { runBundled } from './run-bundled.mjs';

await runBundled('scripts/build-body-table.ts');

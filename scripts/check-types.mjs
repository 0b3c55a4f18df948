/** `npm run check-types`: see test/agreement/README.md. */
import { importBundled } from '../test/bench/bundle.mjs';

const { main } = await importBundled('test/agreement/run-type-check.ts');
process.exitCode = await main(process.argv.slice(2));

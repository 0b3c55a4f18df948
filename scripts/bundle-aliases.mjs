/**
 * The paths of modules that packages hide from bundles: java-parser's exports leave its parser
 * class out (tsconfig.json and vitest.config.mts know the way, too), and
 * jsonc-parser's main file looks for its others while it runs.
 */
import { fileURLToPath } from 'node:url';

const pathOf = (path) => fileURLToPath(new URL(`../node_modules/${path}`, import.meta.url));

export const bundleAliases = {
  'java-parser-internals': pathOf('java-parser/src'),
  'jsonc-parser': pathOf('jsonc-parser/lib/esm/main.js'),
};

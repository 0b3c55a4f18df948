/**
 * Builds everything that runs: client, server, analysis thread (and what
 * loads it), command line, what measures for it, what imports and what draws, each one
 * CommonJS file in dist/ beside the parser's, and the pages of web views; and the Java agent in media/, where its sources changed. `--watch`
 * rebuilds on change.
 */
import { context, build } from 'esbuild';
import { fileURLToPath } from 'node:url';
import { bundleAliases } from './scripts/bundle-aliases.mjs';
import { buildAgent, isAgentCurrent } from './scripts/build-agent.mjs';

const root = fileURLToPath(new URL('.', import.meta.url));
const minify = process.argv.includes('--minify');

const options = {
  absWorkingDir: root,
  entryPoints: {
    extension: 'client/src/extension.ts',
    server: 'server/src/lsp/session/main.ts',
    worker: 'server/src/threads/start.ts',
    comparer: 'server/src/tasks/compare/compare-main.ts',
    chains: 'server/src/tasks/calibrate/chains-main.ts',
    bodies: 'server/src/tasks/bodies/bodies-main.ts',
    builds: 'server/src/tasks/builds/builds-main.ts',
    'measure-helper': 'server/src/host/processes/helper.ts',
  },
  outdir: 'dist',
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  external: ['vscode'],
  alias: bundleAliases,
  minify,
  keepNames: false,
  sourcemap: minify ? false : 'linked',
  legalComments: 'none',
  logLevel: 'warning',
};

/** What parses, beside one copy of the largest package. */
const parsing = {
  ...options,
  entryPoints: {
    analysis: 'server/src/threads/main.ts',
    cli: 'server/src/cli/main.ts',
    importer: 'server/src/tasks/import/import-main.ts',
  },
};
const parser = {
  ...options,
  entryPoints: undefined,
  stdin: {
    contents: `export { default } from 'java-parser-internals/parser.js';
export { tokens } from 'java-parser-internals/tokens.js';`,
    resolveDir: root,
  },
  outdir: undefined,
  outfile: 'dist/java-parser.js',
};
const parserBeside = {
  name: 'java-parser beside',
  setup({ onResolve }) {
    onResolve({ filter: /^java-parser-internals\// }, () => ({ path: './java-parser.js', external: true }));
  },
};

/** What runs in web views: a browser's own, that reaches for nothing. */
const pages = {
  ...options,
  entryPoints: {
    'energy-map': 'client/webviews/energy-map/main.ts',
    lists: 'client/webviews/lists/main.ts',
    comparison: 'client/webviews/comparison/main.ts',
    'comparison-page': 'client/webviews/comparison/standalone.ts',
    'programs-page': 'client/webviews/programs/main.ts',
  },
  platform: 'browser',
  target: 'es2023',
  format: 'iife',
  external: [],
};

if (!isAgentCurrent()) buildAgent();
for (const each of [options, { ...parsing, plugins: [parserBeside] }, parser, pages]) {
  if (process.argv.includes('--watch')) await (await context(each)).watch();
  else await build(each);
}

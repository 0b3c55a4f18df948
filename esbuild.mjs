/**
 * Builds everything that runs into dist/, as CommonJS: the client, the server and the analysis as one file each, since
 * they use nearly all of their code; the command line, threads and child processes, which share pieces that are loaded
 * when they are needed; the parser; the pages of web views. Builds the Java agent in media/, too, where its sources changed.
 * `--watch` rebuilds on change.
 */
import { context, build, transform } from 'esbuild';
import { readdirSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleAliases } from './scripts/bundle-aliases.mjs';
import { buildAgent, isAgentCurrent } from './scripts/build-agent.mjs';

const root = fileURLToPath(new URL('.', import.meta.url));
const minify = process.argv.includes('--minify');

const options = {
  absWorkingDir: root,
  entryPoints: { extension: 'client/src/extension.ts', server: 'server/src/lsp/session/main.ts' },
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

/** The largest package, of which there is one copy. */
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

const analysis = {
  ...options,
  entryPoints: { analysis: 'server/src/threads/main.ts' },
  plugins: [parserBeside],
};

/** Makes CommonJS of the pieces: esbuild splits modules only. What ran before can run until all of them are there. */
const piecesAsCommonJs = {
  name: 'pieces as CommonJS',
  setup({ onEnd }) {
    onEnd(async ({ errors, outputFiles = [] }) => {
      if (errors.length > 0) return;
      const folder = join(root, 'dist');
      const files = await Promise.all(
        outputFiles.map(async ({ path, text }) => {
          const { code, map } = await transform(text, {
            ...{ format: 'cjs', platform: options.platform, target: options.target, minify },
            supported: { 'dynamic-import': false }, // `import()` becomes a `require` at that moment
            tsconfigRaw: { compilerOptions: { alwaysStrict: true } }, // as modules are
            sourcemap: minify ? false : 'external',
          });
          const link = minify ? '' : `//# sourceMappingURL=${basename(path)}.map\n`;
          return { name: basename(path), code: code + link, map };
        }),
      );
      const isPiece = ({ name }) => name.startsWith('shared-');
      // The files that name pieces come after them.
      for (const { name, code, map } of files.toSorted((a, b) => isPiece(b) - isPiece(a))) {
        await writeFile(join(folder, name), code);
        if (!minify) await writeFile(join(folder, `${name}.map`), map);
      }
      const kept = new Set(files.map(({ name }) => name));
      for (const name of readdirSync(folder))
        if (isPiece({ name }) && !kept.has(name.replace(/\.map$/, ''))) rmSync(join(folder, name));
    });
  },
};
const sharing = {
  ...options,
  entryPoints: {
    cli: 'server/src/cli/main.ts',
    worker: 'server/src/threads/start.ts',
    importer: 'server/src/tasks/import/import-main.ts',
    comparer: 'server/src/tasks/compare/compare-main.ts',
    chains: 'server/src/tasks/calibrate/chains-main.ts',
    bodies: 'server/src/tasks/bodies/bodies-main.ts',
    builds: 'server/src/tasks/builds/builds-main.ts',
    'measure-helper': 'server/src/host/processes/helper.ts',
  },
  format: 'esm',
  splitting: true,
  chunkNames: 'shared-[hash]',
  write: false,
  sourcemap: minify ? false : 'inline',
  plugins: [parserBeside, piecesAsCommonJs],
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
for (const each of [options, analysis, parser, sharing, pages]) {
  if (process.argv.includes('--watch')) await (await context(each)).watch();
  else await build(each);
}

/**
 * Source against bytecode on five open-source projects: each is compiled by
 * the javac on the path, and its operations are counted method by method both
 * ways. `node test/bench/agreement.mjs` prints the table of docs/accuracy.md.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { fetchProject, PROJECTS } from './project-sources.mjs';
import { formatTable } from './table.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const work = mkdtempSync(join(tmpdir(), 'jouleline-agreement-'));
try {
  const bundle = join(work, 'test/bench/agreement.cjs');
  await build({
    entryPoints: [join(root, 'test/bench/agreement.ts')],
    alias: { 'java-parser-internals': join(root, 'node_modules/java-parser/src') },
    // The bundle lies elsewhere; the tests' files find media/ from their own place.
    define: { __dirname: JSON.stringify(join(root, 'test/support')) },
    bundle: true,
    outfile: bundle,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    logOverride: { 'empty-import-meta': 'silent' },
  });
  const { compareProject } = (await import(bundle)).default;
  const rows = PROJECTS.map((project) => {
    console.error(project.name);
    const { sources, classPath } = fetchProject(project);
    const classes = join(work, project.name);
    compile(sources, classPath, classes);
    const { agreed, fromSource, fromBytecode } = compareProject(
      sources,
      classes,
      classPath.split(delimiter).filter((path) => path !== ''),
    );
    return [
      `${project.name} ${project.version}`,
      String(fromSource),
      `${((100 * agreed) / fromSource).toFixed(2)} %`,
      `${((100 * agreed) / fromBytecode).toFixed(2)} %`,
    ];
  });
  const header = ['project', 'operations in source', 'of them in bytecode', 'of bytecode in source'];
  console.log(formatTable(header, rows));
} finally {
  rmSync(work, { recursive: true, force: true });
}

function compile(sources, classPath, classes) {
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.java') && !/(?:module|package)-info\.java$/.test(path))
    .map((path) => JSON.stringify(join(sources, path)));
  const list = `${classes}.txt`;
  writeFileSync(list, files.join('\n'));
  execFileSync(
    'javac',
    ['-g', '-nowarn', '-proc:none', '-encoding', 'UTF-8', '-d', classes, '-cp', classPath, `@${list}`],
    { stdio: ['ignore', 'ignore', 'pipe'], maxBuffer: 1 << 28 },
  );
}

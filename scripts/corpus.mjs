/**
 * `npm run corpus`: parses every file of `java.base` of each JDK with sources
 * and of the projects of test/bench/projects.mjs. All of it compiles, so that
 * any problem is a fault of the parser: the exit code is then 1.
 *
 * `npm test` parses samples; this is the whole, and fetches the projects by Maven
 * the first time.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { describeMachine } from '../test/bench/jdk-sources.mjs';
import { fetchProject, PROJECTS } from '../test/bench/project-sources.mjs';
import { formatTable } from '../test/bench/table.mjs';
import { bundleAliases } from './bundle-aliases.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The parser and the readers that the tests use, which are TypeScript. */
async function loadParser() {
  const { outputFiles } = await build({
    stdin: { contents: `export * from './scripts/corpus-parser';`, resolveDir: root },
    alias: bundleAliases,
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    target: 'node20',
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`);
}

function readProject(project) {
  const { sources } = fetchProject(project);
  return readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.java'))
    .sort()
    .map((path) => ({ path: path.split(sep).join('/'), text: readFileSync(join(sources, path), 'utf8') }));
}

const { parseCorpus, findJdks, readModuleSources } = await loadParser();
const corpora = [
  ...findJdks()
    .filter(({ sources }) => sources !== undefined)
    .map((jdk) => ({
      name: `JDK ${jdk.version} java.base`,
      read: () => readModuleSources(jdk, 'java.base'),
    })),
  ...PROJECTS.map((project) => ({
    name: `${project.name} ${project.version}`,
    read: () => readProject(project),
  })),
];

const rows = [];
for (const { name, read } of corpora) {
  console.error(name);
  try {
    const { files, lines, bodies, seconds, problems } = parseCorpus(read());
    rows.push([name, ...[files, lines, bodies].map(String), seconds.toFixed(1), String(problems.length)]);
    for (const problem of problems.slice(0, 20)) console.error(`  ${problem}`);
    if (problems.length > 0) process.exitCode = 1;
  } catch (error) {
    process.exitCode = 1;
    rows.push([name, '', '', '', '', 'left out']);
    console.error(`  left out: ${error instanceof Error ? error.message : String(error)}`);
  }
}
console.log(`${describeMachine()}\n`);
console.log(formatTable(['corpus', 'files', 'lines', 'bodies', 'seconds', 'problems'], rows));

/**
 * Source against bytecode, statement by statement: `npm run check-types` over
 * java.base of each JDK with sources and over three open-source projects, by
 * the sources and the classes that were published together.
 *
 * `node test/bench/agreement.mjs` prints the tables of docs/research/accuracy.md.
 */
import { pathToFileURL } from 'node:url';
import { delimiter, join } from 'node:path';
import { AGREEMENT_TARGETS, MOST_SET_ASIDE } from './agreement-targets.mjs';
import { describeMachine, findJdksWithSources, unpackModule } from './jdk-sources.mjs';
import { runScriptMeasured } from './measured-cli.mjs';
import { fetchProject, PROJECTS } from './project-sources.mjs';
import { formatTable } from './table.mjs';

const CHECKED = new Set(['commons-lang3', 'guava', 'jackson-databind']);

/**
 * One entry for each corpus that is at hand; the others say why in `missing`.
 *
 * @param {(text: string) => void} onProgress
 */
export async function benchAgreement(onProgress = () => undefined) {
  const corpora = [
    ...findJdksWithSources().map((jdk) => ({
      name: `JDK ${jdk.release} java.base`,
      options: () => [
        ...['--source', unpackModule(jdk, 'java.base', '.cache/corpus')],
        ...['--classes', join(jdk.home, 'lib', 'modules'), '--module', 'java.base'],
      ],
    })),
    ...PROJECTS.filter(({ name }) => CHECKED.has(name)).map((project) => ({
      name: `${project.name} ${project.version}`,
      options: () => {
        const { sources, classes, classPath } = fetchProject(project);
        const libraries = classPath.split(delimiter).filter((path) => path !== '');
        return [
          '--source',
          sources,
          '--classes',
          classes,
          ...libraries.flatMap((path) => ['--class-path', path]),
        ];
      },
    })),
  ];
  const results = [];
  for (const { name, options } of corpora) {
    onProgress(name);
    try {
      const { output, errors, code, seconds } = await runScriptMeasured('scripts/check-types.mjs', options());
      if (code !== 0) throw new Error(`check-types ended with ${code}: ${errors}`);
      results.push({ name, seconds, ...judge(JSON.parse(output)) });
    } catch (error) {
      results.push({ name, missing: error instanceof Error ? error.message : String(error) });
    }
  }
  return results;
}

function judge({ groups, setAside, counts, mismatched }) {
  const figures = AGREEMENT_TARGETS.map(([group, [recall, precision]]) => ({
    group,
    ...groups[group],
    isMet: groups[group].recall >= recall && groups[group].precision >= precision,
  }));
  const isMet = figures.every((figure) => figure.isMet) && setAside.share <= MOST_SET_ASIDE;
  return { figures, setAside, counts, mismatched, isMet };
}

/** Cut, not rounded: a figure short of its target doesn't look as if it reached it. */
const share = (value) => (Math.floor(value * 1e4) / 1e4).toFixed(4);

/** The results of {@link benchAgreement} as the tables that docs/research/accuracy.md keeps. */
export function formatAgreement(results) {
  const measured = results.filter(({ missing }) => missing === undefined);
  const groups = formatTable(
    ['recall / precision', ...measured.map(({ name }) => name), 'target', ''],
    AGREEMENT_TARGETS.map(([group, [recall, precision]], index) => [
      group,
      ...measured.map(
        ({ figures }) => `${share(figures[index].recall)} / ${share(figures[index].precision)}`,
      ),
      `>= ${recall} / ${precision}`,
      measured.every(({ figures }) => figures[index].isMet) ? 'met' : 'not met',
    ]),
  );
  const sums = formatTable(
    ['corpus', 'files', 'classes', 'operations compared', 'set aside', 'target', '', 'seconds'],
    measured.map(({ name, figures, setAside, counts, seconds }) => [
      name,
      String(counts.files.compared),
      String(counts.classes.compared),
      String(figures.reduce((sum, { bytecode }) => sum + bytecode, 0)),
      `${(100 * setAside.share).toFixed(2)} %`,
      `<= ${100 * MOST_SET_ASIDE} %`,
      setAside.share <= MOST_SET_ASIDE ? 'met' : 'not met',
      seconds.toFixed(1),
    ]),
  );
  const rules = [...new Set(measured.flatMap(({ setAside }) => Object.keys(setAside.rules)))];
  const aside = formatTable(
    ['set aside', ...measured.map(({ name }) => name)],
    rules.map((rule) => [rule, ...measured.map(({ setAside }) => String(setAside.rules[rule] ?? 0))]),
  );
  const missing = results.flatMap(({ name, missing: why, mismatched = [] }) => [
    ...(why === undefined ? [] : [`left out: ${name}: ${why}`]),
    ...mismatched.map(({ path, message }) => `not compared: ${name}: ${path}: ${message}`),
  ]);
  return [groups, sums, aside, ...missing].join('\n\n');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const results = await benchAgreement((text) => {
    console.error(text);
  });
  console.log(`${describeMachine()}\n\n${formatAgreement(results)}`);
  process.exitCode = results.every(({ isMet }) => isMet === true) ? 0 : 1;
}

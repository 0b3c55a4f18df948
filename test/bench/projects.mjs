/**
 * Five named open-source projects: how long a report takes, and how much of
 * their code has a price and a type. `node test/bench/projects.mjs` prints the
 * tables of docs/research/accuracy.md (run `npm run build` before). With
 * `--guesses` it prints only how many lines rest mostly on no cost, on the
 * bodies of library methods, or on similar operations: one run a project.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describeMachine } from './jdk-sources.mjs';
import { runMeasured } from './measured-cli.mjs';
import { fetchProject, PROJECTS } from './project-sources.mjs';
import { formatTable } from './table.mjs';

/**
 * One row for each project that could be fetched; the others say why in `missing`.
 *
 * @param {(text: string) => void} onProgress
 */
export async function benchProjects(onProgress = () => undefined) {
  const rows = [];
  for (const project of PROJECTS) {
    const name = `${project.name} ${project.version}`;
    onProgress(name);
    try {
      const { sources, classPath } = fetchProject(project);
      rows.push({
        name,
        withLibraries: await measure(sources, ['--class-path', classPath]),
        // The folder of a corpus has a build file, too.
        alone: classPath === '' ? undefined : await measure(sources, ['--no-build-files']),
        once: await measure(sources, ['--class-path', classPath, '--frequency', 'one-execution']),
      });
    } catch (error) {
      rows.push({ name, missing: error instanceof Error ? error.message : String(error) });
    }
  }
  return rows;
}

async function measure(sources, args, read = undefined) {
  const folder = mkdtempSync(join(tmpdir(), 'jouleline-projects-'));
  try {
    const out = join(folder, 'report.json');
    const { code, seconds, megabytes, errors } = await runMeasured([
      'report',
      sources,
      '--format',
      'json',
      '--out',
      out,
      ...args,
    ]);
    if (code !== 0) throw new Error(`the report ended with ${code}: ${errors}`);
    const report = JSON.parse(readFileSync(out, 'utf8'));
    return read?.(report) ?? { seconds, megabytes, ...figuresOf(report) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function figuresOf({ totals, problems, failed, files }) {
  const operations = totals.modeledCount + totals.unmodeledCount;
  return {
    files: totals.files,
    linesOfText: sum(files, ({ lineCount }) => lineCount),
    lines: totals.lines,
    problems: problems.length + failed.length + sum(files, (file) => file.problems.length),
    modeledShare: totals.modeledShare,
    untypedShare: operations === 0 ? 0 : totals.untypedCount / operations,
    mostlyUnmodeledShare: totals.lines === 0 ? 0 : totals.mostlyUnmodeledLines / totals.lines,
  };
}

function sum(items, valueOf) {
  return items.reduce((total, item) => total + valueOf(item), 0);
}

const percent = (share) => `${(100 * share).toFixed(share < 0.0995 ? 2 : 1)} %`;

/** The rows of {@link benchProjects} as the two tables that docs/research/accuracy.md keeps. */
export function formatProjects(rows) {
  const measured = rows.filter(({ missing }) => missing === undefined);
  const speed = formatTable(
    ['project', 'files', 'lines', 'problems', 'seconds', 'lines/s', 'peak MB'],
    measured.map(({ name, withLibraries: figures }) => [
      name,
      String(figures.files),
      String(figures.linesOfText),
      String(figures.problems),
      figures.seconds.toFixed(1),
      (figures.linesOfText / figures.seconds).toFixed(0),
      figures.megabytes.toFixed(0),
    ]),
  );
  const cover = formatTable(
    [
      'project',
      'modeled, expected',
      'modeled, once each',
      'lines mostly unmodeled',
      'untyped',
      'untyped without class path',
    ],
    measured.map(({ name, withLibraries, alone, once }) => [
      name,
      percent(withLibraries.modeledShare),
      percent(once.modeledShare),
      percent(withLibraries.mostlyUnmodeledShare),
      percent(withLibraries.untypedShare),
      alone === undefined ? 'needs none' : percent(alone.untypedShare),
    ]),
  );
  const missing = rows.flatMap(({ name, missing: why }) =>
    why === undefined ? [] : [`left out: ${name}: ${why}`],
  );
  return [speed, cover, ...missing].join('\n\n');
}

/**
 * The shares of lines whose energy is mostly of operations that are not modeled, or of prices that are guesses.
 *
 * @param {(text: string) => void} onProgress
 */
export async function benchGuesses(onProgress = () => undefined) {
  const rows = [];
  for (const project of PROJECTS) {
    onProgress(project.name);
    const { sources, classPath } = fetchProject(project);
    const shares = await measure(sources, ['--class-path', classPath], guessesOf);
    rows.push([project.name, ...shares.map(percent)]);
  }
  return formatTable(['project', 'mostly not modeled', 'mostly from bodies', 'mostly by kin'], rows);
}

function guessesOf({ totals, files }) {
  const lines = files.flatMap((file) => file.lines);
  const mostly = (...bases) =>
    lines.filter(({ energy, operations }) => {
      const guessed = operations.filter(({ priceBasis }) => bases.includes(priceBasis));
      return sum(guessed, (operation) => operation.energy.mean) > energy.mean / 2;
    }).length;
  const counts = [totals.mostlyUnmodeledLines, mostly('body'), mostly('kin', 'typical')];
  return counts.map((count) => (totals.lines === 0 ? 0 : count / totals.lines));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href && process.argv.includes('--guesses')) {
  const table = await benchGuesses((text) => {
    console.error(text);
  });
  console.log(`${describeMachine()}\n\n${table}`);
} else if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const rows = await benchProjects((text) => {
    console.error(text);
  });
  console.log(`${describeMachine()}\n\n${formatProjects(rows)}`);
  process.exitCode = rows.some(
    ({ missing, withLibraries }) => missing !== undefined || withLibraries.problems > 0,
  )
    ? 1
    : 0;
}

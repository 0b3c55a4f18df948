/** Commands that compare. Sits in `cli/`. */
import { kept, operandsOf, sourcesOf, step } from '../next-step';
import { type CommandOfGroup, option } from './definition';
import { comparedRunsOptions, libraryEnergyOption, libraryOptions, recordingOptions } from './shared-options';

export const compareCommands: readonly CommandOfGroup[] = [
  {
    name: 'diff',
    summary: 'compare the energy of two or more profiles, by method and task',
    usage: [
      'A B [C...] [options]',
      '--git REVISION [--git REVISION] [options] --main CLASS [ARGUMENT...]',
      '--program CLASS[@FOLDER] --program CLASS[@FOLDER]... [options] [ARGUMENT...]',
    ],
    description:
      "Compares profiles: of two versions of one program, or of programs that do the same job. A side is a profile of 'jouleline profile', an import of 'jouleline import', or a file that an import reads (JoularJX, collapsed stacks, pprof, speedscope, JFR, …). Methods and lines are matched by name and by what they do. Where all sides say who calls whom (--record tree or trace), tasks are compared too: framework methods that the application calls (docs/guide/comparing.md). Of more than two sides it shows which does each task with the least energy, and how many have the task.",
    options: [
      option(
        '--alpha <n|auto>',
        'By how many edits the paths of calls of one task may differ, 0 to 5 (default: auto).',
      ),
      option(
        '--app <package>',
        "A package of the application, with all packages below it (default: all but the JDK's and those of known frameworks). May be repeated.",
      ),
      option(
        '--framework <package>',
        'A package that counts as a framework, to see paths of calls within a program. Of --app and --framework the nearest one counts. May be repeated.',
      ),
      option('--model <model>', 'The cost model for all sides (default: the bundled model).'),
      option(
        '--metric <metric>',
        'What is compared: energy, time (of processors), allocation (bytes, of profiles by counted code), or executions of operations (default: energy).',
      ),
      libraryEnergyOption,
      option(
        '--format <text|json|markdown|html>',
        'html is one page: of two profiles with trees and a flame graph, of more with tables (default: text).',
      ),
      ...comparedRunsOptions,
    ],
    notes:
      'With --git or --program the sides are profiled first. All sides are built, and counted with the same arguments and the same input, before any of them is measured; measured runs then take turns. --record is tree by default, --budget is for all sides together, and relative paths are looked up in the folder of each side.',
    exitCodes: { 1: 'a profile could not be read, or a side was not built, run, counted or measured' },
    load: async () => (await import('../commands/diff')).runDiffCommand,
    next: (given) => {
      if (given.text('format') === 'html') return step`measure-change --after FILE --main CLASS`;
      const isOfRuns = given.texts('git').length + given.texts('program').length > 0;
      const saved = isOfRuns ? given.texts('out') : given.positionals;
      const asked = kept(given, 'alpha', 'app', 'framework', 'model', 'metric', 'library-energy');
      return step`diff ${saved.length === 0 ? ['A', 'B'] : saved} ${asked} --format html > comparison.html`;
    },
  },
  {
    name: 'check',
    summary: 'check methods, classes and tasks against their energy budgets',
    usage: ['FILE --budget FILE [options]', 'SOURCE... [options]'],
    description:
      'Judges the energy bounds in Java files and folders, or compares a profile of \'jouleline profile\', or an import, with budgets (docs/guide/budgets.md) for methods, classes, tasks, the program, or lines. A subject that is over its budget for certain, at 95 %, ends the command with exit code 3. A bound is // jouleline: at most 2 mJ at 95 %, or @EnergyBound("2 mJ at 95 %").',
    options: [
      option('--budget <file>', 'The budgets.'),
      option('--strict', 'Takes what may be over, within its uncertainty, as over.'),
      option('--sarif <file>', 'Writes what is or may be over as SARIF, for code hosts.'),
      ...recordingOptions,
      ...libraryOptions,
    ],
    exitCodes: {
      1: 'something could not be read or judged, or did not run at all',
      3: 'something is over its budget',
    },
    load: async () => (await import('../commands/check')).runCheckCommand,
    next: (given) =>
      given.text('budget') === undefined
        ? step`report --frequency worst-case ${kept(given, 'model')} ${operandsOf(given)}`
        : step`report --profile ${given.positionals} ${kept(given, 'model')} ${sourcesOf(given)}`,
  },
];

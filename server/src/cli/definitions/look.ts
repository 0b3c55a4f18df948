/** Commands that look at code and at profiles. Sits in `cli/`. */
import { operandsOf, step } from '../next-step';
import { type CommandOfGroup, grouped, option } from './definition';
import { componentOption, libraryEnergyOption, libraryOptions } from './shared-options';

const exclude = option('--exclude <glob>', "Leaves out files, as in '**/generated/**'. May be repeated.");
const readFailed = 'a file could not be read, analyzed or written, or there was no Java file';

export const lookCommands: readonly CommandOfGroup[] = [
  {
    name: 'report',
    summary: 'show the energy of each line, as text, a page, JSON or CSV',
    usage: ['PATH... [options]'],
    description:
      "Estimates the energy of each line of Java files. Folders are searched for Java files; folders that a build tool fills (Maven's target, Gradle's build) are left out unless you name them.",
    options: [
      ...grouped('Output', [
        option(
          '--format <text|json|html|csv>',
          'text lists the hottest lines; html is a page on its own (default: text).',
        ),
        option('--out <file>', 'Writes to this file instead of the terminal.'),
        option('--page <file>', 'Also writes the html page to this file.'),
        option(
          '--top <n>',
          'Shows the n hottest lines (default: 10 in text, 200 in html, all in json and csv).',
        ),
        option(
          '--blocks',
          'Shows basic blocks instead of lines: their energy in the application, in one and in 3,000 executions, and the shares of eight groups of operations (text, json and csv).',
        ),
      ]),
      ...grouped('Energy', [
        option(
          '--model <model>',
          "A model that 'jouleline models' lists, or a model file. Several models, with commas between them, stand side by side (text and json).",
        ),
        option(
          '--device <name>',
          'The machine of the model whose energy is predicted, or the device of recordings.',
        ),
        option(
          '--profile <file>',
          "Shows what 'jouleline profile' counted, or 'jouleline import' or 'merge' wrote, instead of an estimate.",
        ),
        libraryEnergyOption,
        componentOption,
        option(
          '--frequency <way>',
          'How often lines are taken to run: estimated, one-execution or worst-case (default: estimated).',
        ),
        option(
          '--entry <pattern>',
          "Estimates runs that begin at this method or class, such as org.x.Main.main or 'org.x.api.*'. May be repeated.",
        ),
        option(
          '--within <energy>',
          "Says how likely the total stays within 5J, 3Wh, 20mAh@3.7V, or 2% of the battery's capacity (text, json and html).",
        ),
        option('--unit <unit>', 'joules, watt-hours or battery-share (default: joules).'),
        option(
          '--battery-capacity <watt-hours>',
          'The capacity for battery-share and for --within of a share (default: 15).',
        ),
      ]),
      ...grouped('Colors', [
        option(
          '--palette <name>',
          'blue-purple-red, viridis, cividis, inferno, plasma, turbo, red-yellow-blue or grays (default: blue-purple-red).',
        ),
        option(
          '--scale <scale>',
          'Colors by rank, or on a linear or logarithmic scale (default: logarithmic).',
        ),
        option(
          '--scope <scope>',
          'Compares the lines of each method, of each file, or of the workspace, which is all of them (default: workspace).',
        ),
      ]),
      ...grouped('Files and types', [
        exclude,
        option(
          '--no-cache',
          "Analyzes every file and keeps no results. Otherwise results are kept in jouleline/results in the user's cache folder, 512 MB at most, and used again while nothing changes.",
        ),
        ...libraryOptions,
      ]),
    ],
    exitCodes: { 1: readFailed },
    load: async () => (await import('../commands/report')).runReportCommand,
    next: async (given) => {
      const profile = given.text('profile');
      if (profile === undefined) return step`advise ${operandsOf(given)}`;
      const { isImport } = await import('../../tasks/saved-profiles');
      // Advice needs energies, and a recording may have samples only.
      return isImport(profile)
        ? step`diff ${profile} OTHER.json`
        : step`advise --profile ${profile} ${operandsOf(given)}`;
    },
  },
  {
    name: 'advise',
    summary: 'show what to write otherwise, and what it would save',
    usage: ['PATH... [options]'],
    description:
      'Finds work that loops do in vain, and predicts what each change saves: of one call of the method, or of the run with --profile. Where a change cannot alter what the program does, --fix makes it. Elsewhere the advice says what must hold. // jouleline: ignore RULE above a line leaves its advice out.',
    options: [
      option(
        '--format <text|json>',
        'text lists the largest savings first; json is described in docs/reference/formats.md (default: text).',
      ),
      option('--top <n>', 'Shows the n largest savings (default: 20 in text, all in json).'),
      option(
        '--profile <file>',
        "Predicts savings of a run that 'jouleline profile' counted, or 'jouleline import' or 'merge' has.",
      ),
      option('--model <model>', "A model that 'jouleline models' lists, or a model file."),
      option('--interpreted', 'Also advises what saves energy in an interpreter only, or runs seldom.'),
      option('--fix', 'Changes files where that is provably safe.'),
      exclude,
      ...libraryOptions,
    ],
    exitCodes: { 1: readFailed },
    load: async () => (await import('../commands/advise')).runAdviseCommand,
    next: ({ positionals: [path = '', ...others] }) => {
      const isOneFile = others.length === 0 && path.endsWith('.java');
      return step`measure-change --after ${isOneFile ? path : 'FILE'} --main CLASS`;
    },
  },
  {
    name: 'operations',
    summary: 'print the blocks and energy operations of a file, as JSON',
    usage: ['FILE [options]'],
    description:
      'Prints the blocks and energy operations of a Java file, line by line, as JSON (docs/reference/formats.md). Declarations come from the other files of its source folder.',
    options: libraryOptions,
    exitCodes: { 1: 'the file could not be read or analyzed' },
    load: async () => (await import('../commands/operations')).runOperationsCommand,
    next: (given) => step`report ${operandsOf(given)}`,
  },
  {
    name: 'doctor',
    summary: 'show what Jouleline finds on this machine',
    usage: ['[--json]'],
    description:
      'Shows what Jouleline finds on this machine: versions, JDK, meter, build tools. It sends nothing anywhere.',
    options: [option('--json', 'Prints JSON.')],
    exitCodes: { 1: 'there is a problem' },
    load: async () => (await import('../commands/doctor')).runDoctorCommand,
    next: () => step`profile --out profile.json --main CLASS`,
  },
];

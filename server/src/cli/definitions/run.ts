/** Commands that run programs. Sits in `cli/`. */
import { kept, sourcesOf, step } from '../next-step';
import { type CommandOfGroup, grouped, option } from './definition';
import {
  classOptions,
  libraryOptions,
  progressOption,
  recordingKindOptions,
  runOptions,
  sameAsProfile,
  targetOptions,
} from './shared-options';

export const runCommands: readonly CommandOfGroup[] = [
  {
    name: 'profile',
    summary: 'run a program, count what it executes, and measure its energy',
    usage: [
      '--out FILE [options] --main CLASS [ARGUMENT...]',
      '--out FILE [options] --test SELECTOR',
      '--out FILE [options] --launch NAME',
      '--out FILE [options] --attach PID',
      '--out FILE [options] -- COMMAND...',
    ],
    description:
      'Runs a Java program twice with counters in its classes, and saves how often each line, block and operation ran and what varies. Then runs the program unchanged, and saves the energy that a run takes above the idle machine. With --runs 1 it makes one run of each kind, and what varies is not known.',
    options: [
      option(
        '--out <file>',
        'The file for the profile. It holds no environment variables and no secrets of the command.',
      ),
      ...grouped('Program', [
        ...targetOptions,
        option(
          '--attach <pid>',
          'Records a JVM that runs already, and then leaves it as it was. Calls that began earlier are not counted, and nothing is measured. A JVM of Java 21 or later warns of the agent.',
        ),
        option(
          '--keep-failed',
          "Saves what was counted even if the program fails, for 'jouleline counts'. No energy is shown of it.",
        ),
        option('--seconds <n>', 'With --attach: how long to record (default: until Ctrl-C).'),
      ]),
      ...grouped('Classes', classOptions),
      ...grouped('Recording', recordingKindOptions),
      ...grouped('Measurement', [
        ...runOptions,
        progressOption,
        option(
          '--fit',
          'With --record trace: reads the meter meanwhile, and fits the costs that price the profile (docs/research/fitting.md). Nothing else is measured unless --runs says so.',
        ),
        option('--tails <file>', 'With --fit: components that stay awake after a call.'),
        option(
          '--compare-baselines',
          "Prints the model's estimate beside the measurement, one average cost for everything, and all of a method's code for each call (eCalc, figure 2).",
        ),
        option(
          '--model <model>',
          'With --compare-baselines: a model or a model file (docs/research/cost-model.md).',
        ),
      ]),
    ],
    notes:
      'With -- COMMAND every JVM that the command starts is counted. If the command is a java, only that JVM is counted; begin with env to count the JVMs that it starts itself. What mvn and gradle run is counted once and not measured, as with --runs 0.\nThe first run reads and writes this terminal; the other runs get the same input. Ctrl-C ends the runs, and what was counted and measured by then is saved.',
    exitCodes: {
      1: 'the program failed, and nothing is saved; or something was not counted or measured, and the rest is saved',
    },
    load: async () => (await import('../commands/profile')).runProfileCommand,
    next: (given) => step`report --profile ${given.text('out')} ${sourcesOf(given)}`,
  },
  {
    name: 'learn',
    summary: 'let all estimates learn from counted profiles',
    usage: ['PROFILE... [--source PATH...] [options]'],
    description:
      "Adds what profiles of 'jouleline profile' (or folders of them) tell of calls and blocks to .jouleline/frequencies.json beside the sources. All editors and 'jouleline report' use it.",
    options: [
      option('--source <path>', 'The sources (default: this folder). May be repeated.'),
      ...libraryOptions,
    ],
    exitCodes: { 1: 'something could not be read, or the profiles are of other sources' },
    load: async () => (await import('../commands/learn')).runLearnCommand,
    next: (given) => step`report ${sourcesOf(given)}`,
  },
  {
    name: 'measure',
    summary: 'run a program several times, and show the energy of a run',
    usage: ['[options] --main CLASS [ARGUMENT...]', '[options] -- COMMAND...'],
    description:
      'Runs a program several times without counters, and shows the energy that a run takes above the idle machine. What the program prints goes to the error stream. Ctrl-C ends the runs, and what was measured by then is printed.',
    options: [
      option(
        '--main <class>',
        'Runs the main method of this class. Its start-up is measured too, by a main method that does nothing.',
      ),
      option('--class-path <paths>', 'Folders and jars of classes.'),
      option(
        '--java-home <folder>',
        'The JDK that runs the class (default: JAVA_HOME, then java on the path).',
      ),
      ...runOptions,
      option(
        '--input',
        'Makes one run first that reads what you type and does not count. The other runs get the same input.',
      ),
      option('--format <text|json>', 'json is described in docs/reference/formats.md (default: text).'),
    ],
    exitCodes: { 1: 'the program failed, or fewer runs could be measured than asked for' },
    load: async () => (await import('../commands/measure')).runMeasureCommand,
    next: (given) => {
      const { positionals } = given;
      const isCommand = given.text('main') === undefined;
      const dashes = isCommand || positionals.some((word) => word.startsWith('-')) ? ['--'] : [];
      const program = kept(given, 'class-path', 'java-home', 'main');
      return step`profile --out profile.json ${[...program, ...dashes, ...positionals]}`;
    },
  },
  {
    name: 'measure-change',
    summary: 'measure what a change of one source saves',
    usage: ['--after FILE [--before FILE | --revision COMMIT] [options] --main CLASS [ARGUMENT...]'],
    description:
      'Runs a program with a source as it was and as it is now, and says what the change saves and whether that is more than chance. Each version is compiled by itself among the temporary files and runs in place of its classes. Everything else is what is built. Nothing is written but the answer.',
    options: [
      option('--after <file>', 'The source as it is now.'),
      option('--before <file>', 'The source as it was.'),
      option(
        '--revision <commit>',
        "The commit of the file's git repository with the source as it was (default: HEAD).",
      ),
      option('--model <model>', 'The model that tells methods and lines apart (default: the bundled model).'),
      option('--out <file>', 'Also writes the answer to this file, as Markdown.'),
      ...sameAsProfile,
    ],
    notes: 'With --runs 0 the program is only counted, and nothing says how sure a saving is.',
    exitCodes: {
      1: 'a version does not compile, a program failed, or something was not counted or measured',
    },
    load: async () => (await import('../commands/measure-change')).runMeasureChangeCommand,
    next: (given) => step`advise ${given.text('after')}`,
  },
  {
    name: 'cases',
    summary: "profile a program with different inputs, for 'jouleline fit'",
    usage: ['--main CLASS --inputs FILE --out FOLDER [options] [ARGUMENT...]'],
    description:
      'Profiles a program once for each line of a file, into a folder: the cases that \'jouleline fit FOLDER\' fits costs to. A line holds the arguments that follow those given here. No shell reads it: "quotes" keep blanks together; a line may also be a JSON list of texts; a line that begins with # is left out.',
    options: [
      option('--main <class>', 'Runs the main method of this class.'),
      option('--inputs <file>', 'The file with the arguments of each case.'),
      option('--out <folder>', 'The folder for the profiles.'),
      option(
        '--leave-out <n>',
        'Adds n cases of each line without some blocks (arms of if, bodies of for), for costs that no input tells apart. The program is compiled from --source in a scratch folder, and may do anything; if it fails, there is no such case.',
      ),
      option('--seed <n>', 'The seed of the choice of blocks (default: 1).'),
      ...grouped('Classes', classOptions),
      ...grouped('Measurement', [
        option('--exact-threads', 'Counts each thread by itself.'),
        ...runOptions,
        progressOption,
      ]),
    ],
    notes:
      '--budget and --time-limit are for each case.\nCases in the folder do not run again: after Ctrl-C the same command goes on.',
    exitCodes: { 1: 'a case could not be run or measured, or Ctrl-C ended it' },
    load: async () => (await import('../commands/cases')).runCasesCommand,
    next: (given) => step`fit ${given.text('out')} --out model.json`,
  },
];

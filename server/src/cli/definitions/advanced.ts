/** Commands for what stands in files of Jouleline, and for its developers. Sits in `cli/`. */
import { kept, step } from '../next-step';
import { type CommandOfGroup, option } from './definition';
import { exactThreadsOption, recordOption } from './shared-options';

const options = [
  option('--json', 'Prints JSON.'),
  option('--top <n>', 'Lists so many rows of each list (default: 30).'),
];
const notPrinted = { 1: 'the profile could not be read, or does not hold this' };

export const advancedCommands: readonly CommandOfGroup[] = [
  {
    name: 'counts',
    summary: 'print how often methods and lines of a profile ran',
    usage: ['FILE'],
    description:
      "Prints how often the methods and lines of a profile of 'jouleline profile' ran; as JSON blocks, too (docs/reference/formats.md).",
    options,
    exitCodes: notPrinted,
    load: async () => (await import('../commands/trace')).runCountsCommand,
    next: (given) => step`report --profile ${given.positionals} .`,
  },
  {
    name: 'tree',
    summary: 'print the hottest calling contexts of a profile',
    usage: ['FILE'],
    description:
      "Prints the calling contexts of a profile of 'jouleline profile --record tree' with most energy, with what they call; as JSON all.",
    options: [...options, option('--model <model>', "The cost model for profiles of 'jouleline profile'.")],
    exitCodes: notPrinted,
    load: async () => (await import('../commands/trace')).runTreeCommand,
    next: (given) => step`report --profile ${given.positionals} ${kept(given, 'model')} .`,
  },
  {
    name: 'trace',
    summary: 'print how long paths and library calls of a profile took',
    usage: ['FILE', '--timed-calls'],
    description:
      "Prints how long methods and library calls took in a profile of 'jouleline profile --record trace'; as JSON when each began and ended.",
    options: [
      ...options,
      option(
        '--timed-calls',
        'Prints the library methods that are always timed by the exact clock, one on each line.',
      ),
    ],
    exitCodes: notPrinted,
    load: async () => (await import('../commands/trace')).runTraceCommand,
    next: (given) =>
      given.isSet('timed-calls')
        ? step`profile --record trace --out trace.json --main CLASS`
        : step`report --profile ${given.positionals} .`,
  },
  {
    name: 'instrument',
    summary: 'write class files with counters in them',
    usage: ['CLASSES --out FOLDER [options]'],
    description:
      "Puts counters into the class files of a folder or a jar, or into one class file. It prints how many classes, methods, bytecodes and probes there are, and what was left out. 'java -javaagent:AGENT=FOLDER …' runs the classes of FOLDER/classes in place of the originals.",
    options: [
      option('--out <folder>', 'The folder for the classes. It must not lie in CLASSES.'),
      recordOption,
      exactThreadsOption,
    ],
    exitCodes: { 1: 'a class was left out' },
    load: async () => (await import('../commands/instrument')).runInstrumentCommand,
    next: (given) => step`profile --out profile.json --class-path ${given.positionals} --main CLASS`,
  },
];

/** Commands for what stands in files of Jouleline, and for its developers. Sits in `cli/`. */
import { type CommandOfGroup, option } from './definition';
import { exactThreadsOption, recordOption } from './shared-options';

const notPrinted = { 1: 'the profile could not be read, or does not hold this' };

export const advancedCommands: readonly CommandOfGroup[] = [
  {
    name: 'counts',
    summary: 'print the counts of a profile, as JSON',
    usage: ['FILE'],
    description:
      "Prints how often methods, lines and blocks ran in a profile of 'jouleline profile', as JSON (docs/reference/formats.md).",
    options: [],
    exitCodes: notPrinted,
    load: async () => (await import('../commands/trace')).runCountsCommand,
  },
  {
    name: 'tree',
    summary: 'print the calling context tree of a profile, as JSON',
    usage: ['FILE'],
    description:
      "Prints the calling context tree of a profile of 'jouleline profile --record tree', as JSON (docs/reference/formats.md).",
    options: [],
    exitCodes: notPrinted,
    load: async () => (await import('../commands/trace')).runTreeCommand,
  },
  {
    name: 'trace',
    summary: 'print when paths and library calls of a profile ran, as JSON',
    usage: ['FILE', '--timed-calls'],
    description:
      "Prints when paths and library calls began and ended in a profile of 'jouleline profile --record trace', as JSON (docs/reference/formats.md).",
    options: [
      option(
        '--timed-calls',
        'Prints the library methods that are always timed by the exact clock, one on each line.',
      ),
    ],
    exitCodes: notPrinted,
    load: async () => (await import('../commands/trace')).runTraceCommand,
  },
  {
    name: 'instrument',
    summary: 'write class files with counters in them',
    usage: ['CLASSES --out FOLDER [options]'],
    description:
      "Puts counters into the class files of a folder or a jar, or into one class file, so that it is known how often each instruction ran. It prints how many classes, methods, bytecodes and probes there are, what was left out, and how many seconds it took. The instrumented classes are in FOLDER/classes; 'java -javaagent:AGENT=FOLDER …' runs them in place of the originals.",
    options: [
      option('--out <folder>', 'The folder for the classes. It must not lie in CLASSES.'),
      recordOption,
      exactThreadsOption,
    ],
    exitCodes: { 1: 'a class was left out' },
    load: async () => (await import('../commands/instrument')).runInstrumentCommand,
  },
];

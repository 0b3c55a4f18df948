/** Commands that exchange measurements with other tools. Sits in `cli/`. */
import { kept, quote, sourcesOf, step } from '../next-step';
import { type CommandOfGroup, grouped, option } from './definition';
import {
  energyOptions,
  placingOptions,
  recordingOptions,
  recordingsOptions,
  serverNotes,
  serverOptions,
} from './shared-options';

export const exchangeCommands: readonly CommandOfGroup[] = [
  {
    name: 'import',
    summary: 'place what other tools measured on the sources',
    usage: ['FILE... [--source PATH...] --out FILE [options]'],
    description:
      "Reads what other tools measured, places it on lines and methods of the sources, and saves it. The content says what a file is: JFR recordings (the JDK's own jfr prints binary ones), collapsed stacks of async-profiler and others, pprof, speedscope, callgrind, files and folders of JoularJX, Android's method traces, simpleperf's samples, and Jouleline's own JSON and CSV (docs/guide/importing.md). Files may be gzipped.",
    options: [
      option('--out <file>', 'The file for the import.'),
      ...placingOptions,
      ...grouped('Energy', [
        ...energyOptions,
        option(
          '--power <file>',
          "Power over time, which samples with times share: tables of watts, of volts and amperes, or of joules; RAPL's counters, powermetrics, perf stat, Monsoon, Perfetto's power rails.",
        ),
        option(
          '--power-start <time>',
          "When the power file's clock began (ISO 8601), if its times are not calendar times.",
        ),
        option('--unit <joules|watts>', 'The unit of values that have none.'),
      ]),
      ...grouped('Format', [
        option(
          '--format <name>',
          'Reads the files as this format, whatever they look like: jfr, android-trace, simpleperf, energy-json, speedscope, callgrind, energy-csv, joularjx-evolution, joularjx, collapsed or pprof.',
        ),
        option(
          '--java-home <folder>',
          'The JDK whose jfr prints recordings (default: JAVA_HOME, then java on the path).',
        ),
      ]),
    ],
    notes: 'Without --energy or --power samples are shares of time, and are never called joules.',
    exitCodes: { 1: 'a file could not be imported, or parts of one were left out' },
    load: async () => (await import('../commands/import')).runImportCommand,
    next: (given) => step`report --profile ${given.text('out')} ${sourcesOf(given)}`,
  },
  {
    name: 'merge',
    summary: 'merge profiles and imports, with the best evidence for each method',
    usage: ['FILE FILE... --out FILE [options]'],
    description:
      'Puts imports and profiles side by side, and merges them with the best evidence for each method (docs/guide/importing.md). Repeated runs of one kind are averaged. Lines are scaled to better totals of their method or program. Components stay apart and are summed. Devices are never put together.',
    options: [
      option('--out <file>', "The file for the merge: an import, which 'export' and 'check' read."),
      option(
        '--order <list>',
        'Which evidence comes first: kinds of evidence or names of recordings (default: measured,modeled,proxy,estimated).',
      ),
      ...recordingsOptions,
    ],
    exitCodes: { 1: 'something could not be read or written, or evidence disagrees' },
    load: async () => (await import('../commands/merge')).runMergeCommand,
    next: (given) => step`report --profile ${given.text('out')} ${kept(given, 'model')} ${sourcesOf(given)}`,
  },
  {
    name: 'export',
    summary: 'write a profile or an import for other tools',
    usage: ['FILE --format FORMAT [--out FILE] [options]'],
    description:
      "Writes a profile of 'jouleline profile', or an import of 'jouleline import', for other tools (docs/guide/importing.md).",
    options: [
      option(
        '--format <format>',
        "pprof is for go tool pprof, Pyroscope and Parca (gzipped, energies in microjoules or finer); callgrind for KCachegrind and callgrind_annotate; csv is a table that 'jouleline import' reads; json is an import with everything there is; html is a page on its own; sarif names lines and methods over --over, for code hosts.",
      ),
      option('--out <file>', 'Writes to this file instead of the terminal.'),
      option('--over <joules>', 'With --format sarif: the most energy that a line or a method may take.'),
      ...recordingOptions,
    ],
    exitCodes: { 1: 'something could not be read or written' },
    load: async () => (await import('../commands/export')).runExportCommand,
    next: (given) => {
      const out = given.text('out') ?? 'FILE';
      const steps: Readonly<Record<string, string>> = {
        pprof: `go tool pprof -top ${quote(out)}`,
        speedscope: `open ${quote(out)} at https://www.speedscope.app`,
        callgrind: `callgrind_annotate ${quote(out)}`,
        csv: step`import ${out} ${kept(given, 'source')} --out import.json`,
        json: step`report --profile ${out} ${sourcesOf(given)}`,
        html: `open ${quote(out)} in a browser`,
        sarif: `give ${quote(out)} to your code host`,
      };
      return steps[given.text('format') ?? ''] ?? step`export --help`;
    },
  },
  {
    name: 'pull',
    summary: "place a service's profile from a Grafana Pyroscope server on the sources",
    usage: ['--server URL --service NAME --out FILE [options]'],
    description:
      "Reads the profile of a service that a Grafana Pyroscope server aggregated over a time, and its power if the server has it, places it on the sources, and saves it as 'jouleline import' does (docs/guide/continuous-profilers.md).",
    options: [
      option('--out <file>', 'The file for the import.'),
      ...grouped('Profile', [
        option('--service <name>', 'The service.'),
        option('--from <time>', 'The first moment: ISO 8601, or now-30m, now-2h, now-7d (default: now-1h).'),
        option('--to <time>', 'The last moment (default: now).'),
        option(
          '--type <type>',
          'The type of profile: NAME:SAMPLE TYPE:UNIT:…, or as much of its beginning as is clear (default: the type with energy, else CPU time).',
        ),
        option('--label <name=value>', 'Only what has this label. May be repeated.'),
      ]),
      ...grouped('Energy', [
        ...energyOptions,
        option(
          '--power-type <type>',
          'A type of profile in joules or watts, whose energy over that time the samples share.',
        ),
        option('--power-service <name>', 'The service with the power (default: the same service).'),
        option('--power-label <name=value>', 'Only power with this label. May be repeated.'),
        option('--step <seconds>', 'The interval of power (default: 15).'),
      ]),
      ...grouped('Sources', placingOptions),
      ...grouped('Server', serverOptions),
    ],
    notes: serverNotes,
    exitCodes: { 1: 'the server can’t be asked, has no such profile, or parts of it are left out' },
    load: async () => (await import('../commands/pull')).runPullCommand,
    next: (given) => step`report --profile ${given.text('out')} ${sourcesOf(given)}`,
  },
  {
    name: 'push',
    summary: 'send the energy of a profile or an import to a Grafana Pyroscope server',
    usage: ['FILE --server URL --service NAME [options]'],
    description:
      "Sends the energy of a profile of 'jouleline profile', or of an import, to a Grafana Pyroscope server, in microjoules (docs/guide/continuous-profilers.md). Labels say how the energy was found; intervals have no place there.",
    options: [
      option('--service <name>', 'The service.'),
      option('--label <name=value>', 'A label. May be repeated.'),
      option('--time <time>', 'The time of the profile: ISO 8601, or now (default: its own date).'),
      ...recordingOptions,
      ...grouped('Server', serverOptions),
    ],
    notes: serverNotes,
    exitCodes: { 1: 'the server can’t be asked or refused it, or it has no energy' },
    load: async () => (await import('../commands/pull')).runPushCommand,
    next: (given) => step`pull ${kept(given, 'server', 'tenant', 'service')} --out import.json`,
  },
];

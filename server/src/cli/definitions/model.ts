/** Commands about cost models. Sits in `cli/`. */
import { kept, operandsOf, step } from '../next-step';
import { type CommandOfGroup, grouped, option } from './definition';
import { identityOptions, powerOption, progressOption, SIMULATION, unitOptions } from './shared-options';

export const modelCommands: readonly CommandOfGroup[] = [
  {
    name: 'calibrate',
    summary: 'make a cost model of this machine from programs that it measures',
    usage: ['--out MODEL.json [options]'],
    description:
      'Measures what operations cost on this machine, and writes a cost model for --model and jouleline.modelFiles. It generates the programs that it measures (docs/research/fitting.md).',
    options: [
      option('--out <file>', 'The file for the model.'),
      option(
        '--mode <interpreter|jit>',
        "A jit model fails its check where costs of compiled code don't carry over from program to program (default: interpreter). With bayes: interpreter, c1 or c2; may be repeated.",
      ),
      option(
        '--method <regression|ecalc|bayes>',
        'How costs are found (default: regression, on the programs). ecalc measures each JVM instruction in a loop of its own: a model that prices profiles. bayes fits the hierarchical model to its 174 patterns on several JDKs.',
      ),
      option(
        '--executions <n>',
        'With ecalc: executions of each instruction (default: 20000000; with --quick a tenth).',
      ),
      option('--quick', 'Runs 3 cycles instead of 10 and fewer programs, which takes a few minutes.'),
      option('--cycles <n>', 'How often each program is measured.'),
      option('--samples <n>', 'With bayes: measurements of a pattern in each cycle (default: 5).'),
      option('--programs <n>', 'The number of random programs (default: 160).'),
      option(
        '--seconds-each <seconds>',
        'The length of a measurement (default: 0.02 by CPU time, 0.5 by a meter).',
      ),
      option('--seed <n>', 'The seed of the programs and of their order (default: 1).'),
      powerOption,
      option('--device <name>', "This machine's name in the model (default: its processor)."),
      option(
        '--java-home <folder>',
        'The JDK that is measured (default: JAVA_HOME, then java on the path; with bayes all found). With bayes: may be repeated.',
      ),
      option(
        '--data <folder>',
        "The folder for measurements and for tables for 'jouleline fit' (default: beside the model).",
      ),
      option('--id <id>', "The model's name for --model."),
      option('--title <title>', "The model's title for people."),
      progressOption,
    ],
    notes: 'Ctrl-C stops it. The same command goes on from there and measures nothing twice.',
    exitCodes: { 1: 'measurements are missing, or the model failed a check' },
    load: async () => (await import('../commands/calibrate')).runCalibrateCommand,
    next: (given) => step`report --model ${given.text('out')} .`,
  },
  {
    name: 'fit',
    summary: 'fit a cost model to measured cases',
    usage: [
      'DATA.csv [options]',
      'PATTERNS.csv... --method bayes [options]',
      'FOLDER [options]',
      'TRACE.json [--samples FILE] [options]',
    ],
    description:
      'Fits the cost of each operation to measured cases, and prints the fit as JSON (docs/reference/formats.md). A folder holds profiles with measured runs, one for each case. A table has a line of names, then a row for each case: how often each operation ran, and y [J], its energy.',
    options: [
      ...grouped('Method', [
        option(
          '--method <method>',
          'ols, ridge, nnls, huber, bisquare, vlens, gradient, loops or bayes; docs/research/fitting.md says what each is for (default: nnls).',
        ),
        option('--folds <k>', 'Parts of the cross-validation, 0 for none (default: 4).'),
        option('--seed <n>', 'The seed of random choices (default: 1).'),
        option('--lambda <l>', 'With ridge: the penalty (default: chosen by cross-validation).'),
        option('--draws <n>', 'With bayes: draws that each of 4 chains keeps (default: 4000).'),
        option('--warmup <n>', 'With bayes: draws that are left out before them (default: 500).'),
      ]),
      ...grouped('Cases', [
        ...unitOptions,
        option(
          '--collections',
          'With a folder: garbage collections become a column, and their energy stays in the cases.',
        ),
        option('--cases <file>', 'With a folder: writes its table to this file.'),
        option(
          '--application',
          'With a folder: makes a model of that one application, place by place, for profiles of its compiled code.',
        ),
        option(
          '--base <model>',
          'With --application: the model that says how costs of operations relate (default: the bundled model).',
        ),
      ]),
      ...grouped('A trace and power over time', [
        option(
          '--samples <file>',
          "Power over time, as CSV (default: what 'profile --fit' recorded). The data is a profile of 'jouleline profile --record trace', and the method is bisquare (the default), huber, or vlens.",
        ),
        option(
          '--pulses <t,t,...>',
          "Seconds since the trace began at which the meter got a signal, which the samples have in a channel 'sync'. Without it the clocks are taken to be one.",
        ),
        option('--idle <watts>', 'The power of the idle machine (default: the power while nothing ran).'),
        option('--tails <file>', 'Components that stay awake after a call (docs/research/fitting.md).'),
      ]),
      ...grouped('Model file', [
        option('--out <file>', 'Writes the model to this file, for --model and jouleline.modelFiles.'),
        ...identityOptions,
      ]),
      progressOption,
    ],
    notes:
      'A model that failed a check is written with the check in it: --model then refuses it and says why.',
    exitCodes: { 1: 'nothing was fitted' },
    load: async () => (await import('../commands/fit')).runFitCommand,
    next: (given) => {
      const out = given.text('out');
      if (out === undefined) return step`fit ${operandsOf(given)} ${kept(given, ...ofFit)} --out model.json`;
      return given.isSet('application')
        ? step`report --profile PROFILE --model ${out} .`
        : step`model-report ${out} --out ${pageOf(out)}`;
    },
  },
  {
    name: 'evaluate',
    summary: 'show how well a model predicts measured cases, as JSON',
    usage: ['MODEL.json DATA [options]'],
    description:
      "Predicts the energy of measured cases by a model file, and prints how far off it is as JSON (docs/reference/formats.md). The data is what 'jouleline fit' takes: a table with its units, or a folder of profiles. Recordings beside profiles (a.jfr, a.json) tell what methods took. Programs that the model was fitted to prove nothing.",
    options: [
      ...unitOptions,
      option(
        '--out <file>',
        'With recordings: writes the model with its errors, which bound profiles of other programs.',
      ),
    ],
    exitCodes: { 1: 'nothing was evaluated, or the model lacks operations' },
    load: async () => (await import('../commands/models')).runEvaluateCommand,
    next: ({ positionals: [model = ''] }) => step`model-report ${model} --out ${pageOf(model)}`,
  },
  {
    name: 'model-report',
    summary: 'show how good a model is, as a page',
    usage: ['MODEL.json --out FILE.html'],
    description:
      'Writes a page about a model file: how it was made and checked, predicted energies, residuals, the ranking of operations, effects by category, densities, and chains. The page is one file that loads nothing and runs no script.',
    options: [option('--out <file>', 'The file for the page.')],
    exitCodes: { 1: 'the model file could not be read' },
    load: async () => (await import('../commands/models')).runModelReportCommand,
    next: (given) => step`report --model ${given.positionals} .`,
  },
  {
    name: 'models',
    summary: 'list the cost models, or make one from a table',
    usage: ['[--json]', 'import TABLE.csv --out FILE [options]'],
    description:
      'Lists the cost models that --model takes by name. --model also takes a file in the model format (docs/research/cost-model.md).',
    options: [option('--json', 'Prints JSON.')],
    exitCodes: {},
    load: async () => (await import('../commands/models')).runModelsCommand,
    next: () => step`report --model MODEL .`,
  },
  {
    name: 'models import',
    summary: 'make a model file from a plain table of costs',
    usage: ['TABLE.csv --out FILE [options]'],
    description:
      "Makes a model file from a plain table of costs. The table has a row for each JVM instruction (iadd), each method (java.lang.Math.sin, or * for all others) and 'invocation', like eCalc's CPU profiles; or for each operation (Addition_int_int). Its columns are name, cost [J] and, where they are known, sd and 'per size'.",
    options: [option('--out <file>', 'The file for the model.'), ...unitOptions, ...identityOptions],
    exitCodes: { 1: 'no model was made' },
    load: async () => (await import('../commands/models')).runModelsImport,
    next: (given) => step`report --model ${given.text('out')} .`,
  },
  {
    name: 'simulate',
    summary: 'make a trace and power samples whose true costs are known',
    usage: ['[TRACE.json] --out FOLDER [options]'],
    description:
      "Makes up a program and measures it with every error that a meter has: noise, steps, its own clock, collections, thread switches, and components that stay awake. It writes trace.json and trace.tuples, samples.csv, tails.json, and truth.json with the true energies and events. With TRACE.json, a JVM's trace, only samples.csv and truth.json: what ran is real, its energy is made up. The same seed gives the same files.",
    options: [
      option('--out <folder>', 'The folder for the files.'),
      ...Object.entries(SIMULATION).map(([name, [value, help]]) =>
        option(`--${name} <n>`, `${help} (default: ${value}).`),
      ),
    ],
    notes:
      "'jouleline fit FOLDER/trace.json --samples FOLDER/samples.csv --tails FOLDER/tails.json --pulses ...' with the pulses of truth.json shows how near a fit comes.",
    exitCodes: { 1: 'the trace could not be read, or the files could not be written' },
    load: async () => (await import('../commands/simulate')).runSimulateCommand,
    next: (given) => {
      const {
        positionals: [trace],
      } = given;
      const within = (name: string): string => `${given.text('out') ?? '.'}/${name}`;
      const tails = trace === undefined ? ['--tails', within('tails.json')] : [];
      return step`fit ${trace ?? within('trace.json')} --samples ${within('samples.csv')} ${tails} --pulses T,T,...`;
    },
  },
];

function pageOf(model: string): string {
  return `${model.replace(/\.json$/i, '')}.html`;
}

/** The options that `fit` is given again to write the model that it printed. */
const ofFit = [
  'method',
  'folds',
  'seed',
  'lambda',
  'draws',
  'warmup',
  'unit',
  'watts',
  'collections',
  'application',
  'base',
  'samples',
  'pulses',
  'idle',
  'tails',
];

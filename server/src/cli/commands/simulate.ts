/**
 * `jouleline simulate --out FOLDER`: a trace with power samples of which the
 * truth is known. Sits in `cli/commands/`.
 */
import { dirname, join } from 'node:path';
import { Failure, UsageError } from '../../base/failure';
import { formatProfile } from '../../engine/count-program';
import { visitTrace } from '../../engine/fit-trace';
import { TAILS_FORMAT, TAILS_VERSION } from '../../engine/read-tails';
import { simulateRecorded } from '../../engine/simulate-recorded';
import { simulateTrace, type SimulationOptions } from '../../engine/simulate-trace';
import { parseArguments, readNumber } from '../arguments';
import { ExitCode } from '../exit-code';
import { makeFolder, readChunks, writeFile } from '../files';
import { loadProfile } from '../../tasks/profile/profile-programs';
import type { Terminal } from '../terminal';

/** Option, default, what it is; each is a number. */
const NUMBERS = {
  seed: [1, 'of all that is drawn'],
  tuples: [200_000, 'executions of paths'],
  methods: [30, 'of the program'],
  threads: [1, 'that run at once'],
  collections: [50, 'of garbage: 20 to 81 mJ each'],
  switches: [50, 'to threads of others: 6.44 to 11.3 mJ each'],
  'unit-cost': [2e-6, 'joules of an operation, about'],
  calls: [0.002, 'share of the paths that a timed call follows'],
  waiting: [0.01, 'share of the paths that the program waits after'],
  jitter: [0.05, 'deviation of an execution, of its energy and time'],
  rate: [10_000, 'samples a second: 30 to 10,000 and more'],
  noise: [0.01, 'deviation of a sample, of what it reads'],
  bits: [16, 'of the converter'],
  range: [10, 'watts at which it ends'],
  offset: [12.5, 'seconds that the meter clock is ahead'],
  drift: [20e-6, 'seconds that it gains in a second'],
  idle: [1.1, 'watts of the machine that does nothing'],
} as const;
type NumberOption = keyof typeof NUMBERS;
const WHOLE = new Set<NumberOption>([
  'seed',
  'tuples',
  'methods',
  'threads',
  'collections',
  'switches',
  'bits',
]);

export const simulateHelp = `Usage: jouleline simulate [TRACE.json] --out FOLDER [options]

Makes up a program, runs it, and meters it, with every error that a meter has: noise, steps, a clock of its own,
collections of garbage and switches of threads, components that stay awake. Writes FOLDER/trace.json and trace.tuples,
samples.csv, tails.json, and truth.json: what each operation, path and line took, and which events befell which paths.
With TRACE.json, a profile of a JVM's trace, only samples.csv and truth.json are written: what ran is the trace's, what it
took is made up. The same seed gives the same files. 'jouleline fit FOLDER/trace.json --samples FOLDER/samples.csv --tails
FOLDER/tails.json --pulses ...' (the pulses of truth.json) tells how near a fit comes.

${Object.entries(NUMBERS)
  .map(([name, [value, what]]) => `  --${name.padEnd(16)}${what} (default: ${value})`)
  .join('\n')}
`;

export async function runSimulateCommand(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const names = Object.keys(NUMBERS) as readonly NumberOption[];
  const given = parseArguments(args, {
    ...Object.fromEntries(names.map((name) => [name, { type: 'string' as const }])),
    out: { type: 'string' },
    help: { type: 'boolean' },
  });
  const { output } = terminal;
  const { version } = terminal.installation;
  if (given.isSet('help')) {
    await output.write(simulateHelp);
    return ExitCode.ok;
  }
  const out = given.text('out');
  const [path, ...others] = given.positionals;
  if (out === undefined || others.length > 0)
    throw new UsageError('simulate needs --out and a folder, and one trace at most');
  const number = (name: NumberOption): number =>
    readNumber(`--${name}`, given.text(name), {
      minimum: name === 'offset' || name === 'drift' ? -1e9 : 0,
      whole: WHOLE.has(name),
    }) ?? NUMBERS[name][0];
  for (const name of ['tuples', 'methods', 'threads', 'rate', 'bits', 'range'] as const)
    if (number(name) <= 0) throw new UsageError(`--${name} must be more than 0`);
  const options = {
    ...Object.fromEntries(names.map((name) => [name, number(name)])),
    unitCost: number('unit-cost'),
  } as unknown as SimulationOptions;
  makeFolder(out);
  const writeTruth = (truth: object): Promise<void> =>
    writeFile(join(out, 'truth.json'), [`${JSON.stringify(truth, undefined, 1)}\n`]);
  if (path !== undefined) {
    const recorded = loadProfile(path);
    const visit = visitTrace(recorded, (name) => readChunks(join(dirname(path), name)));
    const simulated = simulateRecorded(recorded, visit, options);
    if (simulated === undefined)
      throw new Failure(`${path} does not say how often paths ran from window to window: record it again`);
    await writeFile(join(out, 'samples.csv'), simulated.samples);
    await writeTruth(simulated.truth);
    return ExitCode.ok;
  }
  const { profile, tuples, samples, truth, tails } = simulateTrace(options, 'trace.tuples', {
    name: 'jouleline',
    version,
  });
  await writeFile(join(out, 'trace.tuples'), tuples);
  await writeFile(join(out, 'samples.csv'), samples);
  await writeFile(join(out, 'trace.json'), formatProfile(profile));
  await writeTruth(truth);
  await writeFile(join(out, 'tails.json'), [
    `${JSON.stringify({ format: TAILS_FORMAT, version: TAILS_VERSION, devices: tails }, undefined, 2)}\n`,
  ]);
  return ExitCode.ok;
}

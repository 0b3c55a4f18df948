/**
 * `jouleline simulate --out FOLDER`: a trace with power samples of which the
 * truth is known. Sits in `cli/`.
 */
import { formatProfile } from '../../profile/document/read-profile';
import { dirname, join } from 'node:path';
import { Failure, UsageError } from '../../base/failure';
import { visitTrace } from '../../models/trace-fit/fit-trace';
import { TAILS_FORMAT, TAILS_VERSION } from '../../models/trace-fit/read-tails';
import { simulateRecorded } from '../../models/trace-fit/simulate-recorded';
import { simulateTrace, type SimulationOptions } from '../../models/trace-fit/simulate-trace';
import { loadProfile } from '../../tasks/saved-profiles';
import { type ParsedArguments, readNumber, ExitCode, type Terminal } from '../terminal';
import { SIMULATION } from '../definitions/shared-options';
import { writeWholeFile } from '../../host/files/write-file';
import { makeFolder, readChunks } from '../files';

type NumberOption = keyof typeof SIMULATION;
const WHOLE = new Set<NumberOption>([
  'seed',
  'tuples',
  'methods',
  'threads',
  'collections',
  'switches',
  'bits',
]);

export async function runSimulateCommand(given: ParsedArguments, terminal: Terminal): Promise<ExitCode> {
  const names = Object.keys(SIMULATION) as readonly NumberOption[];
  const { version } = terminal.installation;
  const out = given.text('out');
  const [path, ...others] = given.positionals;
  if (out === undefined || others.length > 0)
    throw new UsageError('simulate needs --out and a folder, and one trace at most');
  const number = (name: NumberOption): number =>
    readNumber(`--${name}`, given.text(name), {
      minimum: name === 'offset' || name === 'drift' ? -1e9 : 0,
      whole: WHOLE.has(name),
    }) ?? SIMULATION[name][0];
  for (const name of ['tuples', 'methods', 'threads', 'rate', 'bits', 'range'] as const)
    if (number(name) <= 0) throw new UsageError(`--${name} must be more than 0`);
  const options = {
    ...Object.fromEntries(names.map((name) => [name, number(name)])),
    unitCost: number('unit-cost'),
  } as unknown as SimulationOptions;
  makeFolder(out);
  const writeTruth = (truth: object): Promise<void> =>
    writeWholeFile(join(out, 'truth.json'), [`${JSON.stringify(truth, undefined, 1)}\n`]);
  if (path !== undefined) {
    const recorded = await loadProfile(path);
    const visit = visitTrace(recorded, (name) => readChunks(join(dirname(path), name)));
    const simulated = simulateRecorded(recorded, visit, options);
    if (simulated === undefined)
      throw new Failure(`${path} does not say how often paths ran from window to window: record it again`);
    await writeWholeFile(join(out, 'samples.csv'), simulated.samples);
    await writeTruth(simulated.truth);
    return ExitCode.ok;
  }
  const { profile, tuples, samples, truth, tails } = simulateTrace(options, 'trace.tuples', {
    name: 'jouleline',
    version,
  });
  await writeWholeFile(join(out, 'trace.tuples'), tuples);
  await writeWholeFile(join(out, 'samples.csv'), samples);
  await writeWholeFile(join(out, 'trace.json'), formatProfile(profile));
  await writeTruth(truth);
  await writeWholeFile(join(out, 'tails.json'), [
    `${JSON.stringify({ format: TAILS_FORMAT, version: TAILS_VERSION, devices: tails }, undefined, 2)}\n`,
  ]);
  return ExitCode.ok;
}

/**
 * `jouleline fit TRACE --samples FILE`: costs from a trace and the power over
 * time. Sits in `cli/`, beside `fit.ts`.
 */
import { withDefined } from '../../base/check';
import { dirname, join } from 'node:path';
import { UsageError } from '../../base/failure';
import type { FitOutcome } from '../../models/fit/fit-cases';
import { fitTrace, visitTrace } from '../../models/trace-fit/fit-trace';
import { readTails } from '../../models/trace-fit/read-tails';
import { loadProfile } from '../../tasks/saved-profiles';
import { choose, type ParsedArguments, readNumber } from '../terminal';
import { readChunks, readText } from '../files';

const RULES = ['bisquare', 'huber', 'vlens'] as const;
const DEFAULT_FOLDS = 4;

export async function fitTraceFile(
  path: string,
  samples: string,
  given: ParsedArguments,
): Promise<FitOutcome> {
  const profile = await loadProfile(path);
  const idle = readNumber('--idle', given.text('idle'), { minimum: 0, whole: false });
  const tailsFile = given.text('tails');
  const tails = tailsFile === undefined ? [] : readTails(await readText(tailsFile), tailsFile);
  return fitTrace({
    profile,
    profileName: path,
    visitTrace: visitTrace(profile, (name) => readChunks(join(dirname(path), name))),
    samples: readChunks(samples),
    samplesName: samples,
    pulses: readPulses(given.text('pulses')),
    rule: choose('--method', given.text('method'), RULES, 'bisquare'),
    folds: readNumber('--folds', given.text('folds'), { minimum: 0, whole: true }) ?? DEFAULT_FOLDS,
    seed: readNumber('--seed', given.text('seed'), { minimum: 0, whole: true }) ?? 1,
    tails,
    ...withDefined({ idle }),
  });
}

function readPulses(text: string | undefined): readonly number[] {
  if (text === undefined) return [];
  const pulses = text.split(',').map(Number);
  if (!pulses.every(Number.isFinite))
    throw new UsageError(`--pulses ${text}: seconds are expected, as in 0.1,0.5,2`);
  return pulses;
}

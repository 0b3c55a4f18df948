/**
 * `jouleline fit TRACE`: costs from a trace and the power over time, and the same for `jouleline profile --fit`.
 * Sits in `cli/`, beside `fit.ts`.
 */
import { withDefined } from '../../base/check';
import { dirname, join } from 'node:path';
import { Failure, UsageError } from '../../base/failure';
import type { FitOutcome } from '../../models/fit/fit-cases';
import { fitTrace, type TraceFitRequest, visitTrace } from '../../models/trace-fit/fit-trace';
import { readTails } from '../../models/trace-fit/read-tails';
import type { ProfileDocument } from '../../profile/document/profile-document';
import { loadProfile } from '../../tasks/saved-profiles';
import { choose, type ParsedArguments, readNumber } from '../terminal';
import { readChunks, readText } from '../files';

const RULES = ['bisquare', 'huber', 'vlens'] as const;
const DEFAULT_FOLDS = 4;

/** Without `samples` the power is that of the profile. */
export async function fitTraceFile(
  path: string,
  samples: string | undefined,
  given: ParsedArguments,
): Promise<FitOutcome> {
  const profile = await loadProfile(path);
  if (samples === undefined && profile.trace?.power === undefined)
    throw new Failure(
      `${path} holds no power over time: profile it with --record trace --fit, or name a file with --samples`,
    );
  const idle = readNumber('--idle', given.text('idle'), { minimum: 0, whole: false });
  return fitTrace({
    ...(await readFit(profile, path, given)),
    ...(samples === undefined ? {} : { samples: readChunks(samples), samplesName: samples }),
    pulses: readPulses(given.text('pulses')),
    rule: choose('--method', given.text('method'), RULES, 'bisquare'),
    folds: readNumber('--folds', given.text('folds'), { minimum: 0, whole: true }) ?? DEFAULT_FOLDS,
    seed: readNumber('--seed', given.text('seed'), { minimum: 0, whole: true }) ?? 1,
    ...withDefined({ idle }),
  });
}

/** The request as it is where nothing else is asked for. */
async function readFit(
  profile: ProfileDocument,
  name: string,
  given: ParsedArguments,
): Promise<TraceFitRequest> {
  const tailsFile = given.text('tails');
  return {
    ...{ profile, profileName: name, samplesName: name, pulses: [] },
    visitTrace: visitTrace(profile, (file) => readChunks(join(dirname(name), file))),
    ...{ rule: 'bisquare', folds: DEFAULT_FOLDS, seed: 1 },
    tails: tailsFile === undefined ? [] : readTails(await readText(tailsFile), tailsFile),
  };
}

/** A profile with the costs that were fitted to its own run, and what people should know of them. */
interface FittedProfile {
  readonly profile: ProfileDocument;
  readonly problems: readonly string[];
  readonly notes: readonly string[];
}

/** The profile is returned as it is where there is no fit: the problems say why. */
export async function fitOwnRun(
  profile: ProfileDocument,
  name: string,
  given: ParsedArguments,
): Promise<FittedProfile> {
  if (profile.trace?.power === undefined) return { profile, problems: [NO_POWER], notes: [] };
  const outcome = fitTrace(await readFit(profile, name, given));
  const saying = (severity: 'error' | 'warning'): readonly string[] =>
    outcome.problems.flatMap((each) => (each.severity === severity ? [each.message] : []));
  const warnings = saying('warning').map((message) => `warning: ${message}`);
  if (!('account' in outcome)) return { profile, problems: [...saying('error'), NO_FIT], notes: warnings };
  const notes = [...warnings, outcome.summary];
  const failed = outcome.checks.flatMap(({ passed, message }) => (passed ? [] : [message]));
  if (failed.length > 0) return { profile, problems: [...failed, NO_FIT], notes };
  const isInterpreted = profile.program.virtualMachines.at(-1)?.mode?.startsWith('interpreted') === true;
  const model = outcome.toModelFile({
    ...{ id: 'own-run', title: 'the costs fitted to this run', isLocal: false },
    machine: profile.trace.power.isProxy ? 'CPU time, a proxy' : 'the machine that ran it',
    mode: isInterpreted ? 'interpreter' : 'jit',
  });
  return {
    profile: { ...profile, model: JSON.parse(model) as Record<string, unknown> },
    problems: [],
    notes,
  };
}

const NO_POWER =
  'no costs were fitted, since the power of the traced run is not known: the profile has its counts';
const NO_FIT = 'no costs were fitted: the profile has its counts, and another model prices it';

function readPulses(text: string | undefined): readonly number[] {
  if (text === undefined) return [];
  const pulses = text.split(',').map(Number);
  if (!pulses.every(Number.isFinite))
    throw new UsageError(`--pulses ${text}: seconds are expected, as in 0.1,0.5,2`);
  return pulses;
}

/**
 * A report over many files: headers of all, then bodies, then prices.
 *
 * Sits in `lines/`, the door for `cli/`; files and workers are given to it.
 */
import { counted } from '../base/counted';
import type { ProfileDocument } from '../profile/document/profile-document';
import { createCountedSources, type CountedSources } from './counted-file';
import { describeDoubts, describeSharing, describeVariation } from '../profile/document/count-program';
import { createBoundJudge } from './bounds/judge-bounds';
import { createEnergySession, type EnergySession, type PricingOptions } from './energy-session';
import type { AnalysisOptions } from '../analysis/analysis-options';
import { chanceOfRun, chanceWithin, type EnergyLimit, type LimitChances } from './energy-limit';
import { present, withDefined } from '../base/check';
import type { MethodKey } from '../operations/catalogue/operation';
import { layCallsOnLines } from '../profile/account/called-lines';
import { describeOwnModel, modelFor } from '../profile/account/own-model';
import {
  scaleToProfile,
  type ScaledModel,
  inTermsOf,
  withLeftOut,
} from '../profile/account/measured-profile';
import type { Energy } from '../cost/model/cost-model';
import { summarizeModel } from '../cost/model/model-registry';
import {
  type AnalyzedSources,
  analyzeSources,
  readSources,
  type ReportServices,
  type Stage,
} from './analyze-sources';
import { describeUncertain, describeUnmatched } from './entry-text';
import type { Frequencies } from './learned/frequencies-document';
import { learnProfiles } from './learned/learn-profile';
import { LearnedFrequencies } from './learned/learned-frequencies';
import { rankBlocks } from './rank-blocks';
import type { AnalyzedFile, ReportProgress, ReportRequest, ReportResult } from './report';

export async function runReport(
  request: ReportRequest,
  options: AnalysisOptions,
  services: ReportServices,
  onProgress: (progress: ReportProgress) => void,
): Promise<ReportResult> {
  const started = services.now();
  const stage = { request, services, onProgress };
  const given = await loadGiven(stage);
  await services.workers.configure(options);
  const sources = await readSources(stage);
  const entries = { patterns: request.entries ?? [], mainClasses: await services.launchedClasses() };
  const settings = { model: given.model, mode: request.frequency, entries, ...options };
  const session = createEnergySession({ ...settings, countedMember: given.counted?.memberOf });
  const analyzed = await analyzeSources(sources.texts, session, given.counted, stage);
  const libraryProblems = services.workers.problems();
  await services.workers.release();
  const taught = request.frequency === 'estimated' ? await findTaught(session, stage) : undefined;
  session.configure({ ...settings, learned: taught?.learned, countedMember: given.counted?.memberOf });
  onProgress({ phase: 'calls', done: 0, total: sources.texts.size });
  session.solveCalls();
  const solved = session.solved();
  const entryPoints = solved?.entryPoints;
  const failed = [...sources.failed, ...analyzed.failed];
  const missing = given.counted?.missing() ?? [];
  const gaps = given.counted === undefined ? [] : describeGaps(analyzed.uncounted, missing);
  const files = priceSources(sources.texts, session, analyzed.problemsOf, stage);
  const { within } = request;
  const totals = session.totals();
  const isPartial =
    failed.length > 0 ||
    missing.length > 0 ||
    totals.apart !== undefined ||
    files.some(({ energy }) => energy.unmodeledCount > 0);
  const measured = given.shownAccount(analyzed.leftOut);
  return {
    model: summarizeModel(given.model),
    ...withDefined({
      measured,
      baselines: given.baselines,
      entryPoints,
      blocks:
        request.blocks === true
          ? rankBlocks(
              analyzed.blocks.map((block) => ({ ...block, source: session.ofRun(block.source) })),
              settings,
              measured?.account.lines === undefined ? undefined : measured.account.total,
            )
          : undefined,
      bounds: request.bounds === true ? judgeAll(sources.texts, session, settings, services) : undefined,
      within: within && chancesWithin(within, totals.run ?? totals.total, given, isPartial),
    }),
    ...totals,
    files,
    failed,
    problems: [
      ...given.problems,
      ...(taught?.problems ?? []),
      ...libraryProblems,
      ...given.doubts,
      ...sources.notes,
      ...gaps,
      ...analyzed.namesakes,
      ...(entryPoints === undefined ? [] : describeUnmatched(entryPoints)),
      ...(solved === undefined ? [] : describeUncertain(solved)),
    ],
    isComplete:
      failed.length === 0 && libraryProblems.length === 0 && (entryPoints?.unmatched ?? []).length === 0,
    seconds: (services.now() - started) / 1000,
  };
}

/** The same stages for what profiles teach of sources, beside what is `known` of earlier runs. */
export async function learnSources(
  { request, services, onProgress }: Stage,
  options: AnalysisOptions,
  {
    profiles,
    known,
  }: { readonly profiles: AsyncIterable<ProfileDocument>; readonly known: Frequencies | undefined },
): Promise<LearnedSources> {
  const { model } = await services.loadModel(request.model);
  await services.workers.configure(options);
  const sources = await readSources({ request, services, onProgress });
  const session = createEnergySession({ model, mode: request.frequency, ...options });
  const { failed } = await analyzeSources(sources.texts, session, undefined, {
    request,
    services,
    onProgress,
  });
  await services.workers.release();
  return {
    frequencies: await learnProfiles(profiles, () => session.files(), known),
    files: sources.texts.size,
    failed: [...sources.failed, ...failed],
    problems: [...services.workers.problems(), ...sources.notes],
  };
}

export interface LearnedSources extends Pick<ReportResult, 'failed' | 'problems'> {
  /** Undefined if nothing was learned, and nothing was known before. */
  readonly frequencies: Frequencies | undefined;
  /** The number of sources. */
  readonly files: number;
}

/** Frequencies of the sources, learned from the runs that are known. */
async function findTaught(
  session: EnergySession,
  { request, services }: Stage,
): Promise<{ readonly learned: LearnedFrequencies | undefined; readonly problems: readonly string[] }> {
  const found = await services.loadFrequencies(request.paths);
  const all = await learnProfiles(
    services.loadTeachers(request.paths),
    () => session.files(),
    found.frequencies,
  );
  return { learned: all && new LearnedFrequencies(all), problems: found.problems };
}

/** The model, and the profile whose counts replace estimates, in the terms of the model. */
interface GivenData extends ScaledModel {
  readonly counted: CountedSources | undefined;
  /** The account of the run where these methods are on no line. */
  readonly shownAccount: (leftOut: ReadonlySet<MethodKey>) => ScaledModel['measured'];
  readonly baselines: ReportResult['baselines'];
  /** Problems of the model. */
  readonly problems: readonly string[];
  /** Reasons not to trust the profile. */
  readonly doubts: readonly string[];
}

async function loadGiven({ request, services }: Stage): Promise<GivenData> {
  const { model: chosen, problems } = await services.loadModel(request.model);
  if (request.profile === undefined)
    return {
      ...{ model: chosen, problems, counted: undefined, baselines: undefined, doubts: [] },
      shownAccount: () => undefined,
    };
  const read = await services.loadProfile(request.profile);
  const model = request.model === undefined ? modelFor(read, chosen) : chosen;
  const profile = layCallsOnLines(inTermsOf(model, read), request.libraryEnergy);
  const scaled = scaleToProfile(model, profile);
  return {
    ...scaled,
    problems,
    shownAccount: (leftOut) => withLeftOut(scaled, profile, leftOut).measured,
    counted: createCountedSources(profile, request.libraryEnergy, read),
    baselines: profile.baselines,
    doubts: [
      ...describeOwnModel(read),
      ...describeDoubts(profile),
      ...describeSharing(profile),
      ...describeVariation(profile),
    ],
  };
}

function priceSources(
  texts: ReadonlyMap<string, string>,
  session: EnergySession,
  problemsOf: AnalyzedSources['problemsOf'],
  { services, onProgress }: Stage,
): readonly AnalyzedFile[] {
  return [...texts].flatMap(([path, text], done): AnalyzedFile[] => {
    onProgress({ phase: 'pricing', done, total: texts.size });
    const energy = session.priceFile(path);
    if (energy === undefined) return [];
    const problems = present(problemsOf.get(path), 'the problems of an analyzed file');
    return [{ path: services.displayPath(path), text, energy, problems }];
  });
}

function judgeAll(
  texts: ReadonlyMap<string, string>,
  session: EnergySession,
  pricing: PricingOptions,
  { displayPath }: ReportServices,
): ReportResult['bounds'] {
  const judge = createBoundJudge(session, pricing);
  return [...texts].flatMap(([path, text]) => {
    const members = session.known(path)?.file.members ?? [];
    const { judged, wrong } = judge(path, text, members);
    return judged.length + wrong.length === 0 ? [] : [{ path: displayPath(path), text, judged, wrong }];
  });
}

function chancesWithin(
  limit: EnergyLimit,
  energy: Energy,
  { model, measured }: ScaledModel,
  isPartial: boolean,
): LimitChances {
  return {
    limit,
    lines: chanceWithin(energy, limit, summarizeModel(model), measured, isPartial),
    ...withDefined({ run: measured && chanceOfRun(measured.measurement, limit) }),
  };
}

/**
 * Describes the sources that the profile does not have, and the files of the profile that no source was named
 * for.
 */
function describeGaps(uncounted: readonly string[], missing: readonly string[]): readonly string[] {
  const list = (names: readonly string[]): string =>
    names.length <= 3 ? names.join(', ') : `${names.slice(0, 3).join(', ')}, …`;
  return [
    ...(uncounted.length === 0
      ? []
      : [
          `not in the profile, and left out: ${counted(uncounted.length, 'file')} (${list([...uncounted].sort())})`,
        ]),
    ...(missing.length === 0
      ? []
      : [`counted, but not among the files named: ${counted(missing.length, 'source')} (${list(missing)})`]),
  ];
}

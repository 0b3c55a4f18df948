/**
 * `jouleline advise PATH…`: what to write otherwise, and what it would save.
 * Sits in `cli/`.
 */
import { withDefined } from '../../base/check';
import { Failure, failureOf, UsageError } from '../../base/failure';
import { applyFixes } from '../../lines/apply-fixes';
import { counted } from '../../base/counted';
import {
  figuresOf,
  formatCount,
  formatEnergy,
  formatInterval,
  formatShare,
  JOULES,
} from '../../words/energy-text';
import { recordedOnLines } from '../../lines/file-evidence';
import { type CostedHint, paysCompiled, priceHints, WORTH } from '../../lines/price-hints';
import { changeSource } from '../../host/files/change-source';
import { NO_JAVA_FILE } from '../files';
import { readLibraryOptions } from '../run-options';
import {
  analysisPlaces,
  createProgress,
  type Terminal,
  choose,
  type ParsedArguments,
  readNumber,
  ExitCode,
} from '../terminal';
import { analysisOptionsOf } from '../../analysis/analysis-options';
import { Analyzer, prepareAnalyzer } from '../../analysis/analyzer';
import { indexLines } from '../../base/line-index';
import type { ReportProgress, ReportRequest, ReportResult } from '../../lines/report';
import { openLibraries } from '../../host/jdk/libraries';
import { type AnalysisPlaces, reportOn } from '../../tasks/report/analyze-files';
import { readClassPathBodies } from '../../tasks/bodies/read-bodies';
import { putSideBySide, type ShownEvidence } from '../../recordings/merge/side-by-side';
import { isImport } from '../../tasks/saved-profiles';
import { loadAllRecordings } from '../recording-options';
import { COMPILED_MODEL } from '../../cost/model/model-registry';
import { completeModel, loadNamedModel } from '../../tasks/load-model';
import { readSurroundings, findLibraries } from '../../tasks/sources/list-sources';

const FORMATS = ['text', 'json'] as const;

export async function runAdviseCommand(given: ParsedArguments, terminal: Terminal): Promise<ExitCode> {
  const { output, errors } = terminal;
  const { version } = terminal.installation;
  const paths = given.positionals;
  if (paths.length === 0) throw new UsageError('advise needs files or folders');
  const format = choose('--format', given.text('format'), FORMATS, 'text');
  const top = readNumber('--top', given.text('top'), { minimum: 1, whole: true });
  const [profile, model] = [given.text('profile'), given.text('model')];
  const recorded =
    profile !== undefined && isImport(profile) ? await loadEvidence(profile, given, terminal) : undefined;
  const counted = recorded === undefined ? profile : undefined;
  const progress = createProgress(errors, () => performance.now());
  const { report, files } = await advise(
    {
      report: {
        ...readLibraryOptions(given),
        paths,
        ...withDefined({ model, profile: counted }),
        frequency: counted === undefined ? 'estimated' : 'counted',
        exclude: given.texts('exclude'),
        useCache: true,
      },
      interpreted: given.isSet('interpreted'),
      ...withDefined({ recorded }),
    },
    analysisPlaces(terminal),
    ({ done, total }) => {
      progress.show(`${done} of ${total}`);
    },
  );
  progress.clear();
  const hints = files.flatMap((file) => file.hints.map((hint): PlacedHint => ({ file, hint }))).sort(byWorth);
  const per = profile === undefined ? 'call' : 'run';
  const shown = hints.slice(0, top ?? (format === 'text' ? 20 : hints.length));
  if (format === 'json' || report.files.length > 0)
    await output.write(
      format === 'json'
        ? formatJson(shown, per, version)
        : formatText(shown, per, {
            more: hints.length - shown.length,
            seldom: files.reduce((sum, file) => sum + file.seldom, 0),
          }),
    );
  for (const message of report.problems) await errors.write(`jouleline: ${message}\n`);
  for (const { path, message } of report.failed) await errors.write(`jouleline: ${path} ${message}\n`);
  const isFixed = !given.isSet('fix') || (await fixFiles(files, terminal));
  if (report.files.length === 0) await errors.write(NO_JAVA_FILE);
  return report.isComplete && isFixed && report.files.length > 0 ? ExitCode.ok : ExitCode.incomplete;
}

/** The energies that recordings have on the lines of the files. */
async function loadEvidence(
  path: string,
  given: ParsedArguments,
  terminal: Terminal,
): Promise<ShownEvidence> {
  const { recordings, order } = await loadAllRecordings(path, given, terminal, given.positionals);
  const shown = putSideBySide(recordings, { order, component: '' });
  if (shown === undefined || shown.byPath.size === 0)
    throw new Failure(`${path} has nothing of these sources`);
  if (shown.measure.unit !== 'joules')
    throw new Failure(
      `${path} has ${shown.measure.name} and no energy, so nothing says what a change saves: import it again with --energy or --power`,
    );
  return shown;
}

interface PlacedHint {
  readonly file: AdvisedText;
  readonly hint: CostedHint;
}

/** Changes the files as far as that leaves everything else as it is; true if none was left. */
async function fixFiles(files: readonly AdvisedText[], terminal: Terminal): Promise<boolean> {
  let isComplete = true;
  for (const { path, text, hints } of files) {
    const fixed = applyFixes(text, hints);
    if (fixed.applied.length === 0) continue;
    const failure = await failureOf(changeSource(path, text, fixed.text));
    if (failure !== undefined) {
      isComplete = false;
      await terminal.errors.write(`jouleline: ${failure.message}\n`);
      continue;
    }
    const more =
      fixed.left.length === 0
        ? ''
        : `; ${counted(fixed.left.length, 'more touches', 'more touch')} the same places: run it again`;
    await terminal.errors.write(
      `jouleline: ${path}: ${counted(fixed.applied.length, 'change')} made${more}\n`,
    );
  }
  return isComplete;
}

/** The order of hints: more saving first, and last what a compiler does anyway. */
function byWorth({ hint: one }: PlacedHint, { hint: other }: PlacedHint): number {
  if (one.isInterpretedOnly !== other.isInterpretedOnly) return one.isInterpretedOnly ? 1 : -1;
  return other.weight - one.weight;
}

const DIVIDED =
  'the recording has the method as a whole: the model divided its energy over the lines, and the saving is modeled';

const IGNORING = 'A comment above a line, // jouleline: ignore RULE, leaves its advice out.\n';

/** The numbers of hints that are not shown: for want of room, and because a run is expected to need them seldom. */
interface Unshown {
  readonly more: number;
  readonly seldom: number;
}

function formatText(hints: readonly PlacedHint[], per: 'call' | 'run', { more, seldom }: Unshown): string {
  const onRequest = seldom === 0 ? '' : `${seldom} more of code that runs seldom; --interpreted shows all\n`;
  if (hints.length === 0) return `nothing to advise\n${onRequest}`;
  const rows = hints.map(({ file, hint }) => {
    const { rule, member, line, saving, shareOfMember, unmodeled, unmodeledLeft, compiled } = hint;
    const { preconditions, source, fix, message } = hint;
    const of = per === 'call' ? `a call of ${member}` : `the run, in ${member}`;
    const saved =
      saving === undefined && compiled !== undefined
        ? undefined
        : saving === undefined
          ? `saves operations that the model has no cost for, so that their joules are not known, in ${of}`
          : `saves ${formatEnergy(saving.mean, JOULES)} (${formatInterval(saving, JOULES)}) of ${of}, ${formatShare(shareOfMember)} of ${unmodeledLeft > 0 ? 'its modeled part' : 'it'}`;
    return [
      `${file.path}:${line + 1}  ${rule}${fix === undefined ? '' : '  [--fix]'}`,
      `  ${message}`,
      ...(saved === undefined
        ? []
        : [
            `  ${saved}${unmodeled > 0 && saving !== undefined ? `; ${counted(unmodeled, 'execution that it also saves is', 'executions that it also saves are')} not modeled` : ''}`,
          ]),
      ...(compiled === undefined || hint.isInterpretedOnly ? [] : [`  ${onceCompiled(compiled, member)}`]),
      ...(file.isDivided(line) && saving !== undefined ? [`  ${DIVIDED}`] : []),
      ...preconditions.map((each) => `  if ${each}`),
      `  ${source}`,
    ].join('\n');
  });
  const left = more > 0 ? `\n${more} more; --top N shows them\n` : '';
  return `${rows.join('\n\n')}\n${left}\n${onRequest}${IGNORING}`;
}

/** CPU time of a machine that the pair was measured on: the share is what carries over to others. */
function onceCompiled(
  { pair, rounds, isKnown, nanoseconds, shareOfMember }: NonNullable<CostedHint['compiled']>,
  member: string,
): string {
  const times = `${formatCount(rounds)} rounds${isKnown ? '' : ' assumed'}, ${pair}`;
  if (shareOfMember <= 0) return `once compiled: saves nothing (${times})`;
  return `once compiled: saves about ${formatShare(shareOfMember)} of ${member}, ${formatCount(nanoseconds)} ns of a call (${times})`;
}

const ADVICE_FORMAT = 'jouleline-advice';
const ADVICE_VERSION = 1;

function formatJson(hints: readonly PlacedHint[], per: 'call' | 'run', version: string): string {
  const rows = hints.map(({ file, hint }) =>
    JSON.stringify({
      rule: hint.rule,
      path: file.path,
      line: hint.line + 1,
      endLine: hint.endLine + 1,
      member: hint.member,
      saving: hint.saving === undefined ? null : figuresOf(hint.saving),
      shareOfMember: hint.shareOfMember,
      compiled: hint.compiled ?? null,
      weight: hint.weight,
      ...(file.isDivided(hint.line) ? { isDivided: true } : {}),
      unpriced: hint.unmodeled,
      fixable: hint.fix !== undefined,
      message: hint.message,
      preconditions: hint.preconditions,
      source: hint.source,
    }),
  );
  const head = {
    format: ADVICE_FORMAT,
    version: ADVICE_VERSION,
    generator: { name: 'jouleline', version },
    per,
  };
  const fields = Object.entries(head).map(
    ([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`,
  );
  return `{\n${fields.join(',\n')},\n"hints": [${rows.length === 0 ? '' : `\n${rows.join(',\n')}\n`}]\n}\n`;
}

interface AdviceRequest {
  /** The report with the files and their energies. */
  readonly report: ReportRequest;
  /** True if advice is wanted that saves energy in an interpreter only. */
  readonly interpreted: boolean;
  /** Energies of recordings, which take the place of the report's. */
  readonly recorded?: ShownEvidence;
}

interface AdvisedText {
  readonly path: string;
  readonly text: string;
  readonly hints: readonly CostedHint[];
  /** The number of hints that are left out because their code runs seldom. */
  readonly seldom: number;
  /** True for lines, from 0, of methods that a recording knows as a whole. */
  readonly isDivided: (line: number) => boolean;
}

interface AdviceOutcome {
  readonly report: ReportResult;
  readonly files: readonly AdvisedText[];
}

/**
 * Finds advice for the files of a report. Energies come from the report; bodies with loops are read once more, on this
 * thread.
 */
async function advise(
  { report: request, interpreted, recorded }: AdviceRequest,
  places: AnalysisPlaces,
  onProgress: (progress: ReportProgress) => void,
): Promise<AdviceOutcome> {
  const { mediaFolder } = places;
  const report = await reportOn(request, places, onProgress);
  const { model } = await loadNamedModel(request.model, mediaFolder);
  const libraries = await findLibraries(request, request.paths, () => undefined);
  const options = analysisOptionsOf();
  prepareAnalyzer();
  const analyzer = new Analyzer(openLibraries(libraries, { mediaFolder, report: () => undefined }), options);
  for (const { path, text } of await readSurroundings(request.paths)) analyzer.setHeaders(path, text);
  for (const { path, text } of report.files) analyzer.setHeaders(path, text);
  // The report has told what is wrong with them.
  const bodies = await readClassPathBodies(libraries.classPath, places, { ...request, log: () => undefined });
  const priced = completeModel(model, mediaFolder, bodies);
  const compiled = completeModel(
    (await loadNamedModel(COMPILED_MODEL, mediaFolder)).model,
    mediaFolder,
    bodies,
  );
  const settings = { ...options, model: priced, compiled, mode: 'estimated' as const };
  const isOfRun = recorded !== undefined || request.frequency === 'counted';
  const files = report.files.map(({ path, text, energy }) => {
    // A run knows what took its energy, though it mostly runs seldom.
    const members = analyzer.advise(path, text, {
      interpreted: interpreted || isOfRun,
      unrolls: interpreted,
    });
    const recordedHere = recorded?.byPath.get(path) ?? [];
    const lines = recorded === undefined ? energy.lines : recordedOnLines(recordedHere, energy.lines);
    const hints = priceHints(members, lines, indexLines(text), settings);
    const total = lines.reduce((sum, { own }) => sum + own.mean, 0);
    const paying = hints.filter((hint) => interpreted || (!hint.isInterpretedOnly && paysCompiled(hint)));
    const wanted = paying.filter(
      ({ isRare, saving }) => interpreted || !isRare || (isOfRun && (saving?.mean ?? 0) > WORTH * total),
    );
    return {
      ...{ path, text, hints: wanted, seldom: paying.length - wanted.length },
      isDivided: (line: number) =>
        recordedHere.some(
          ({ placement, amount }) =>
            amount !== undefined &&
            placement.kind === 'method' &&
            line >= placement.method.first - 1 &&
            line < placement.method.last,
        ),
    };
  });
  return { report, files };
}

/**
 * Shows a Java text as an editor would, without an editor or a server: tests of `lsp/` write the text with marks, and
 * their expectations beside it.
 *
 * - `/*|*\/` marks a line: hovers and rows of the overlay are those of marked lines, or of all lines if none is marked.
 * - `/*×10*\/` says how often a line ran, for a counted profile or a comparison. Each of its operations ran
 *   as often; on the line of a method's name it is the number of calls. With a role, as in `/*×10 loop-body*\/`, the
 *   line is a block of its own.
 *
 * All imports from the server stand here.
 */
import { hashLines } from '../../server/src/base/line-hashes';
import { putSideBySide } from '../../server/src/recordings/merge/side-by-side';
import type { Range } from 'vscode-languageserver/node';
import { analysisOptionsOf } from '../../server/src/analysis/analysis-options';
import { compareLines } from '../../server/src/compare/deltas/compare-lines';
import { createEnergySession } from '../../server/src/lines/energy-session';
import { createCountedSources } from '../../server/src/lines/counted-file';
import { findMethodsNow } from '../../server/src/lines/source-lines';
import type { PlacedRecording } from '../../server/src/recordings/place/placed-values';
import { evidenceInText } from '../../server/src/lines/file-evidence';
import { rankAmong } from '../../server/src/lines/heat';
import { type HeldText, holdMembers } from '../../server/src/analysis/held-members';
import { createRecordingPlacer } from '../../server/src/recordings/import/import-profile';
import { layOnTexts } from '../../server/src/compare/deltas/line-comparison';
import { indexLines } from '../../server/src/base/line-index';
import { placeProfile } from '../../server/src/recordings/place/place-profile';
import { priceHints } from '../../server/src/lines/price-hints';
import { summarizeRecording } from '../../server/src/recordings/model/summarize-recording';
import { describeHint, figuresOf, isWorthIt, weighingMode } from '../../server/src/lsp/views/advice-text';
import { buildCodeActions } from '../../server/src/lsp/views/code-action';
import {
  createDocumentViews,
  type AnalyzedDocument,
  type DocumentViewsOptions,
} from '../../server/src/lsp/documents/document-views';
import type { BareView } from '../../server/src/lsp/views/bare-view';
import {
  type ColoredView,
  type DocumentView,
  hintsOf,
  hoverOf,
  lensesOf,
  overlayOf,
} from '../../server/src/lsp/views/features';
import { readSettings } from '../../server/src/lsp/session/settings';
import { ShownProfile } from '../../server/src/lsp/profiles/shown-profile';
import type { MeasurementRecord } from '../../server/src/runs/measurement-record';
import { type Overlay, readOverlay } from '../../server/src/protocol/overlay';
import type { Settings } from '../../server/src/protocol/settings';
import type { CostModel } from '../../server/src/cost/model/cost-model';
import { importText } from '../recordings/import/import-file';
import { bundledModel, newAnalyzer, operationsOf } from './analyze-text';
import { type CountedOptions, countedProfile, type RanPath } from './counted-java';

const MARK = '/*|*/';
/** Stands between the hovers of marked lines. */
export const BETWEEN_HOVERS = '\n\n=====\n\n';
const COUNT = /\/\*×(\d+)(?: ([\w-]+))?\*\//g;

export interface MarkedJava {
  readonly text: string;
  /** Marked lines, from 0. */
  readonly marked: readonly number[];
  /** Executions of lines, from 0. */
  readonly counts: ReadonlyMap<number, number>;
  /** The roles of lines that are blocks, from 0. */
  readonly roles: ReadonlyMap<number, string>;
}

export function readMarks(java: string): MarkedJava {
  const lines = java.split('\n');
  const marked = lines.flatMap((line, index) => (line.includes(MARK) ? [index] : []));
  const counts = new Map(
    lines.flatMap((line, index) =>
      [...line.matchAll(COUNT)].map(([, count]) => [index, Number(count)] as const),
    ),
  );
  const roles = new Map(
    lines.flatMap((line, index) =>
      [...line.matchAll(COUNT)].flatMap(([, , role]) => (role === undefined ? [] : [[index, role] as const])),
    ),
  );
  const text = lines.map((line) => line.replaceAll(MARK, '').replaceAll(COUNT, '').trimEnd()).join('\n');
  return { text, marked, counts, roles };
}

/** A member in a class of its own, `demo.Work`: its first line is line 3. */
export function inWork(members: string): string {
  return `package demo;\nclass Work {\n${readable(members)}\n}\n`;
}

/** Without the margin that all lines share, and without empty lines around them. */
function readable(text: string): string {
  const lines = text.replace(/^\n/, '').replace(/\n *$/, '').split('\n');
  const margin = Math.min(...lines.filter((line) => line !== '').map((line) => line.search(/\S/)));
  return lines.map((line) => line.slice(margin)).join('\n');
}

export interface Shown {
  readonly hover: string;
  /** Rows of marked lines, or of all: step of the palette, rank, what stands at the line's end, and the code. */
  readonly rows: string;
  /** Each with the number of its line, from 1. */
  readonly lenses: readonly string[];
  /** The tooltips of {@link lenses}. */
  readonly lensTooltips: readonly string[];
  readonly hints: readonly string[];
  readonly overlay: Overlay;
  /** Messages of advice, each with the number of its line, from 1. */
  readonly advice: readonly string[];
  /** Titles of what can be changed on the marked lines. */
  readonly actions: readonly string[];
}

/** What is shown of a text without colors. */
type ShownBare = Pick<Shown, 'hover' | 'lenses' | 'lensTooltips'> & Pick<BareView, 'title' | 'reason'>;

export interface ShowOptions {
  /** The section `jouleline`, as an editor sends it. */
  readonly settings?: unknown;
  /** The editor's command that profiles a method; without it there are no such lenses. */
  readonly profileCommand?: string;
  /** Changes the bundled model. */
  readonly model?: (bundled: CostModel) => CostModel;
  /** Other texts of the workspace by name: the text may call their methods. */
  readonly beside?: Readonly<Record<string, string>>;
  /** Estimates the calls of a run of the program. */
  readonly ofRun?: boolean;
  /** Energies of all lines of the workspace. */
  readonly workspace?: readonly number[];
  /** True while the workspace is not known yet. */
  readonly isReading?: boolean;
}

const PATH = '/nowhere/demo/Work.java';

/** A text that is analyzed, and what views of it are made by. */
interface Workbench {
  readonly java: MarkedJava;
  readonly settings: Settings;
  readonly model: CostModel;
  readonly document: AnalyzedDocument;
  readonly held: HeldText;
  readonly viewsBy: (options: Partial<DocumentViewsOptions>) => ReturnType<typeof createDocumentViews>;
  readonly session: ReturnType<typeof createEnergySession>;
  readonly show: (view: ColoredView) => Promise<Shown>;
  readonly showBare: (view: BareView) => Promise<ShownBare>;
}

/** `earlier`: the text before, whose members stay where this one has errors. */
function analyze(java: MarkedJava, options: ShowOptions, earlier?: HeldText): Workbench {
  const { settings, problems } = readSettings({ look: 'custom', ...(options.settings ?? {}) });
  if (problems.length > 0) throw new Error(problems.join('; '));
  const model = options.model?.(bundledModel()) ?? bundledModel();
  const assumptions = analysisOptionsOf({ assumptions: settings.assumptions });
  const session = createEnergySession({ model, mode: settings.frequency, ...assumptions });
  const analyzer = newAnalyzer(assumptions);
  analyzer.setHeaders(PATH, java.text);
  for (const [name, text] of Object.entries(options.beside ?? {})) {
    analyzer.setHeaders(name, text);
    session.addCallees(name, operationsOf(analyzer, name, text), indexLines(text));
  }
  const held = holdMembers(earlier, java.text, operationsOf(analyzer, PATH, java.text));
  const { file } = held;
  const lines = indexLines(java.text);
  const document = { uri: `file://${PATH}`, version: 1, text: java.text, lines, file };
  const textLines = java.text.split('\n');

  function adviceOn(view: ColoredView) {
    const members = analyzer.advise(PATH, java.text, { interpreted: settings.advice.interpreted });
    const weighing = { model, mode: weighingMode(view), ...assumptions };
    return priceHints(members, figuresOf(view), lines, weighing)
      .filter((hint) =>
        isWorthIt(hint, view, { least: settings.advice.minimumSaving / 100, isInterpreted: true }),
      )
      .map((hint) => ({ hint, diagnostic: describeHint(hint, view, undefined) }));
  }

  async function textsOf(view: DocumentView): Promise<Pick<Shown, 'hover' | 'lenses' | 'lensTooltips'>> {
    const hovers = await Promise.all(java.marked.map((line) => hoverOf(view, line)));
    const lenses = lensesOf(view, options.profileCommand);
    return {
      hover: hovers.map((hover) => hover ?? '(nothing)').join(BETWEEN_HOVERS),
      lenses: lenses.map(({ range, command }) => `${range.start.line + 1}: ${command?.title ?? ''}`),
      lensTooltips: lenses.map(({ command }) => command?.tooltip ?? ''),
    };
  }

  return {
    java,
    settings,
    model,
    document,
    held,
    session,
    viewsBy: (given) =>
      createDocumentViews({
        session,
        settings: () => settings,
        model: () => model,
        measured: () => undefined,
        programEnergy: () => session.programEnergy(),
        isReading: () => options.isReading === true,
        scale: (_, own) =>
          options.workspace === undefined ? own() : rankAmong(options.workspace, options.workspace.length),
        evidenceOf: () => undefined,
        changesOf: () => undefined,
        countsOf: () => undefined,
        byOthers: () => [],
        ...given,
      }),
    showBare: async (view) => ({ ...(await textsOf(view)), title: view.title, reason: view.reason }),
    async show(view) {
      const overlay = readOverlay(overlayOf(view));
      const all: Range = {
        start: { line: 0, character: 0 },
        end: { line: textLines.length, character: 0 },
      };
      const advice = adviceOn(view);
      return {
        ...(await textsOf(view)),
        rows: printRows(overlay, textLines, java.marked),
        hints: hintsOf(view, all, (line) => textLines[line]?.length ?? 0).map(
          ({ position, label }) =>
            `${position.line + 1}:${position.character} ${typeof label === 'string' ? label : label.map(({ value }) => value).join('')}`,
        ),
        overlay,
        advice: advice.map(
          ({ diagnostic: { range, message } }) =>
            `${range.start.line + 1}: ${typeof message === 'string' ? message : message.value}`,
        ),
        actions: java.marked.flatMap((line) => {
          const end = { line, character: textLines[line]?.length ?? 0 };
          const editor = { areVersioned: false, learnMore: 'learn' };
          const range = { start: { line, character: 0 }, end };
          return buildCodeActions({ view, hints: advice }, range, {}, editor).map(({ title }) => title);
        }),
      };
    },
  };
}

function printRows({ lines }: Overlay, textLines: readonly string[], marked: readonly number[]): string {
  const byLine = new Map(lines.map((line) => [line.line, line]));
  const wanted = marked.length > 0 ? marked : textLines.flatMap((text, at) => (text === '' ? [] : [at]));
  return wanted
    .map((at) => {
      const line = byLine.get(at);
      const look = line?.mostlyUnmodeled === true ? ' hatched' : '';
      const cells = line === undefined ? '(no color)' : `${line.step} #${line.rank} ${line.text}${look}`;
      return `${cells} | ${textLines[at]?.trim() ?? ''}`;
    })
    .join('\n');
}

export interface EstimateOptions extends ShowOptions {
  /** The texts that it became, one after the other. */
  readonly edits?: readonly string[];
}

/** Estimates: what is shown as long as nothing ran. */
export async function showEstimates(java: string, options: EstimateOptions = {}): Promise<Shown> {
  const { viewsBy, document, show, session } = (options.edits ?? []).reduce(
    (before, edit) => analyze(readMarks(edit), options, before.held),
    analyze(readMarks(java), options),
  );
  const views = viewsBy({});
  if (options.ofRun === true) {
    views.estimated(document);
    session.solveCalls();
  }
  const view = views.estimated(document);
  if (view.kind === 'bare') throw new Error(view.reason);
  return show(view);
}

export interface ProfileOptions extends ShowOptions {
  /** The text as it is now, where it is not the one that ran. */
  readonly now?: string;
  readonly measurement?: MeasurementRecord;
  /** The user's models beside the chosen one. */
  readonly others?: readonly CostModel[];
  /** Paths that ran through lines that are blocks. */
  readonly paths?: readonly RanPath[];
}

/** The counts of one profile. */
export async function showProfile(java: string, options: ProfileOptions = {}): Promise<Shown> {
  const { bench, view } = await viewProfile(java, options);
  if (view.kind === 'bare') throw new Error(view.reason);
  return bench.show(view);
}

/** A text that the profile has no counts of. */
export async function showBare(java: string, options: ProfileOptions): Promise<ShownBare> {
  const { bench, view } = await viewProfile(java, options);
  if (view.kind !== 'bare') throw new Error('the profile has counts of the text');
  return bench.showBare(view);
}

async function viewProfile(
  java: string,
  options: ProfileOptions,
): Promise<{ readonly bench: Workbench; readonly view: DocumentView }> {
  const ran = analyze(readMarks(java), options);
  const now = options.now === undefined ? ran : analyze(readMarks(options.now), options, ran.held);
  const shown = new ShownProfile(
    () => now.model,
    () => undefined,
    () => now.settings.libraryEnergy,
    () => options.others ?? [],
  );
  shown.show(countedProfile(ran.java, ran.document.file, options));
  const { model, measured } = shown.scale();
  const { memberOf: countedMember } = shown;
  now.session.configure({ model, mode: 'counted', ...analysisOptionsOf(), countedMember });
  const counts = await shown.countsOf(PATH, now.document, now.document.lines);
  if (counts === undefined) throw new Error('no profile is shown');
  const view = now
    .viewsBy({
      ...{ model: () => model, measured: () => measured, programEnergy: () => shown.programEnergy() },
      byOthers: (method) => shown.byOthers(method),
    })
    .counted(now.document, counts);
  return { bench: now, view };
}

export interface RecordingOptions extends ShowOptions {
  /** The text as it is now, where it is not the one that was measured. */
  readonly now?: string;
  readonly order?: readonly string[];
  /** Shows the text's counts beside the recordings, or those of an earlier text. */
  readonly withCounts?: boolean | string;
}

/** The counts of a text laid on the text as it was measured. */
function countsBeside(measured: Workbench, options: RecordingOptions): readonly PlacedRecording[] {
  const { withCounts = false } = options;
  if (withCounts === false) return [];
  const ran = withCounts === true ? measured : analyze(readMarks(withCounts), options);
  const profile = countedProfile(ran.java, ran.document.file, {});
  const methods = findMethodsNow(createCountedSources(profile), [measured.document]);
  const now = { methods, known: new Set([PATH]) };
  const sources = [{ path: PATH, text: measured.java.text }];
  return [placeProfile(profile, measured.model, 'counts.json', sources, { now })];
}

/** Recordings, as files of any format that is told by its text; each with its name. */
export async function showRecordings(
  java: string,
  recordings: Readonly<Record<string, string>>,
  options: RecordingOptions = {},
): Promise<Shown> {
  const measured = analyze(readMarks(java), options);
  const now = options.now === undefined ? measured : analyze(readMarks(options.now), options);
  const sources = [{ path: PATH, text: measured.java.text }];
  const place = createRecordingPlacer(sources, true);
  const placed = [
    ...Object.entries(recordings).map(([name, text]) => place(importText(text, { name }))),
    ...countsBeside(measured, options),
  ];
  const side = putSideBySide(placed, { order: options.order ?? [], component: now.settings.component });
  const evidence = side && evidenceInText(side, PATH, hashLines(measured.java.text), now.document.text);
  if (evidence === undefined) throw new Error('no recording says anything of the text');
  const notes = placed.flatMap((each) => summarizeRecording(each, side?.measure.component).accounts);
  const found = now
    .viewsBy({ evidenceOf: () => ({ kind: 'recordings', evidence, notes }) })
    .ofProfiles(now.document);
  if (found === undefined || found.kind === 'bare') throw new Error(found?.reason);
  return now.show(found);
}

export interface ComparisonOptions extends ShowOptions {
  /** The text as it is now, where it is not the one that ran last. */
  readonly now?: string;
  readonly measurements?: readonly [MeasurementRecord, MeasurementRecord];
  /** True if the earlier text can be read. */
  readonly knowsOldText?: boolean;
}

/** A comparison of two texts that ran, shown on the later one. */
export async function showComparison(
  before: string,
  after: string,
  options: ComparisonOptions = {},
): Promise<Shown> {
  const [a, b] = [analyze(readMarks(before), options), analyze(readMarks(after), options)];
  const now = options.now === undefined ? b : analyze(readMarks(options.now), options);
  const sides = [a, b].map(({ java, document }, side) => ({
    name: side === 0 ? 'before' : 'after',
    profile: countedProfile(java, document.file, measuredBy(options.measurements?.[side])),
  }));
  const [first, second] = sides;
  if (first === undefined || second === undefined) throw new Error('a side is missing');
  const differences = compareLines(first, second, now.model);
  const comparison = layOnTexts(differences, (place) => differences.sources.get(place));
  const changes = comparison.inText(now.document.file, now.document.text);
  if (changes === undefined) throw new Error('neither ran anything of the text');
  const oldLines = options.knowsOldText === true ? a.java.text.split('\n') : undefined;
  const found = now
    .viewsBy({
      changesOf: () => ({
        kind: 'comparison',
        changes,
        comparison,
        oldLines: () => Promise.resolve(oldLines),
      }),
    })
    .ofProfiles(now.document);
  if (found === undefined || found.kind === 'bare') throw new Error(found?.reason);
  return now.show(found);
}

function measuredBy(measurement: MeasurementRecord | undefined): CountedOptions {
  return measurement === undefined ? {} : { measurement };
}

/**
 * Views of one analyzed text: energies of estimates or counts, what recordings say, or what changed between two
 * profiles.
 *
 * Sits in `lsp/`, under `documents.ts`, which knows the text.
 */
import type { CostModel } from '../../cost/model/cost-model';
import { operationsOnLines, type OperationsOn } from '../../lines/file-evidence';
import { heatBy, type RankedLines } from '../../lines/heat';
import type { EnergySession } from '../../lines/energy-session';
import { allProblems, type FileOperations } from '../../analysis/file-operations';
import type { AnalyzedVersion } from '../../lines/counted-file';
import type { LineIndexOf } from '../../base/line-index';
import type { Offset } from '../../base/units';
import { summarizeModel } from '../../cost/model/model-registry';
import { findTakenPaths } from '../../lines/taken-paths';
import type { Settings } from '../../protocol/settings';
import type { CountsInText, ShownCounts, ShownProfile } from '../profiles/shown-profile';
import type { ColoredBy } from '../profiles/colored-by';
import { toPath } from './uris';
import type { BareView, NoColors } from '../views/bare-view';
import type { DocumentView } from '../views/features';
import type { ModeledView } from '../views/modeled-view';
import { piecesOf } from '../views/pieces';
import { shownLines } from '../views/recordings-view';
import type { ViewedText } from '../views/view';

export interface DocumentViewsOptions
  extends Pick<ColoredBy, 'evidenceOf' | 'changesOf'>, Pick<ShownProfile, 'countsOf' | 'byOthers'> {
  readonly session: EnergySession;
  readonly settings: () => Settings;
  /** The model of the documents' figures. */
  readonly model: () => CostModel;
  readonly measured: () => ModeledView['measured'];
  readonly programEnergy: ModeledView['programEnergy'];
  /** The scale of colors over the whole workspace, for a file with a scale of its own. */
  readonly scale: (path: string, own: () => RankedLines) => RankedLines;
  /** True while that scale is not known yet. */
  readonly isReading: () => boolean;
}

export interface AnalyzedDocument extends AnalyzedVersion {
  readonly uri: string;
  readonly version: number;
  readonly lines: LineIndexOf;
}

export interface DocumentViews {
  /** The view of a comparison or of recordings; undefined while neither is shown. */
  ofProfiles(document: AnalyzedDocument): DocumentView | undefined;
  /** The counts of the shown profile in this text; undefined while estimates are shown. */
  countsOf(document: AnalyzedDocument): Promise<ShownCounts> | undefined;
  /** The view of estimates. */
  estimated(document: AnalyzedDocument): DocumentView;
  counted(document: AnalyzedDocument, counts: ShownCounts): DocumentView;
}

/** The members of earlier texts by name. */
function heldMembers({ members }: FileOperations): ModeledView['held'] {
  return new Map(
    members.flatMap(({ name, staleBy }) => (staleBy === undefined ? [] : [[name, staleBy] as const])),
  );
}

function methodStartsOf({ members }: FileOperations): readonly Offset[] {
  return members.flatMap(({ kind, nameStart }) =>
    kind === 'method' || kind === 'constructor' ? [nameStart] : [],
  );
}

export function createDocumentViews(options: DocumentViewsOptions): DocumentViews {
  const { session } = options;
  const stateOf = (
    { rankScope }: Settings,
    file: FileOperations,
  ): Pick<ViewedText, 'isAlone' | 'isHeld'> => ({
    isAlone: rankScope === 'workspace' && options.isReading(),
    isHeld: file.isHeld === true,
  });

  function bare({ file, ...of }: AnalyzedDocument, { title, reason }: NoColors): BareView {
    const state = { ...stateOf(options.settings(), file), isAlone: false };
    const parts = { methodStarts: methodStartsOf(file), piecesOn: piecesOf(file, of) };
    return { kind: 'bare', ...of, ...state, settings: options.settings(), title, reason, ...parts };
  }

  function price(
    { uri, version, text, lines, file: ofText }: AnalyzedDocument,
    { file, uncounted, newer }: Omit<CountsInText, 'kind'>,
  ): ModeledView {
    const path = toPath(uri);
    const energy = session.setFile(path, file, lines);
    const settings = options.settings();
    const heat = heatBy(settings, energy, (own) => options.scale(path, own));
    const model = options.model();
    const piecesOn = piecesOf(ofText, { text, lines });
    const shown = new Set(energy.lines.map(({ line }) => line));
    return {
      kind: energy.mode === 'counted' ? 'profile' : 'estimate',
      ...{ uri, version, text, lines, energy, heat, settings, uncounted, ...stateOf(settings, ofText) },
      newer: newer.filter((line) => !shown.has(line) && piecesOn(line).length > 0),
      model: summarizeModel(model),
      measured: options.measured(),
      programEnergy: options.programEnergy,
      byOthers: options.byOthers,
      entryPoints: session.solved()?.entryPoints,
      problems: allProblems(ofText),
      held: heldMembers(file),
      piecesOn,
      pathsAt: (line) => findTakenPaths(file, lines, line, model),
    };
  }

  return {
    ofProfiles({ file, ...of }) {
      const path = toPath(of.uri);
      const shown = options.changesOf(path, { text: of.text, file }) ?? options.evidenceOf(path, of.text);
      // Other files call methods of this one, whatever it shows, so the session gets its operations all the same.
      if (shown !== undefined) session.addCallees(path, file, of.lines);
      switch (shown?.kind) {
        case 'comparison': {
          const [model, settings] = [summarizeModel(options.model()), options.settings()];
          const piecesOn = piecesOf(file, of);
          const state = { ...stateOf(settings, file), isAlone: false };
          return { ...of, ...shown, ...state, model, settings, members: file.members, piecesOn };
        }
        case 'recordings': {
          const settings = options.settings();
          const heat = heatBy(settings, shownLines(shown.evidence), (own) => options.scale(path, own));
          const methodStarts = methodStartsOf(file);
          let priced: OperationsOn | undefined;
          const operationsOn: OperationsOn = (first, last) =>
            (priced ??= operationsOnLines(session.price({ file, lines: of.lines }), shown.evidence.measure))(
              first,
              last,
            );
          const parts = { settings, heat, ...stateOf(settings, file), operationsOn, methodStarts };
          return { ...of, ...shown, ...parts, piecesOn: piecesOf(file, of) };
        }
        case 'none':
          return bare({ ...of, file }, shown);
        case undefined:
          return undefined;
      }
    },
    countsOf: ({ uri, text, file, lines }) => options.countsOf(toPath(uri), { text, file }, lines),
    estimated: (document) => price(document, { file: document.file, uncounted: [], newer: [] }),
    counted(document, counts) {
      if (counts.kind !== 'none') return price(document, counts);
      // It may have counts of the profile that was shown before.
      session.addCallees(toPath(document.uri), document.file, document.lines);
      return bare(document, counts);
    },
  };
}

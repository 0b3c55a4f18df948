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
import { summarizeModel } from '../../cost/model/model-registry';
import { findTakenPaths } from '../../lines/taken-paths';
import type { Settings } from '../../protocol/settings';
import type { ShownCounts, ShownProfile } from '../profiles/shown-profile';
import type { ColoredBy } from '../profiles/colored-by';
import { toPath } from './uris';
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

/** A view, or the reason why there is none. */
export type ViewOrReason = { readonly view: DocumentView } | { readonly reason: string };

export interface DocumentViews {
  /** The view of a comparison or of recordings; undefined while neither is shown. */
  ofProfiles(document: AnalyzedDocument): ViewOrReason | undefined;
  /** The counts of the shown profile in this text; undefined while estimates are shown. */
  countsOf(document: AnalyzedDocument): Promise<ShownCounts> | undefined;
  /** The view of estimates. */
  estimated(document: AnalyzedDocument): ViewOrReason;
  counted(document: AnalyzedDocument, counts: ShownCounts): ViewOrReason;
}

/** The members of earlier texts by name. */
function heldMembers({ members }: FileOperations): ModeledView['held'] {
  return new Map(
    members.flatMap(({ name, staleBy }) => (staleBy === undefined ? [] : [[name, staleBy] as const])),
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

  function price(
    { uri, version, text, lines, file: ofText }: AnalyzedDocument,
    file: FileOperations,
    stale: ModeledView['stale'],
  ): ViewOrReason {
    const path = toPath(uri);
    const energy = session.setFile(path, file, lines);
    const settings = options.settings();
    const heat = heatBy(settings, energy, (own) => options.scale(path, own));
    const model = options.model();
    const view: ModeledView = {
      kind: energy.mode === 'counted' ? 'profile' : 'estimate',
      ...{ uri, version, text, lines, energy, heat, settings, stale, ...stateOf(settings, ofText) },
      model: summarizeModel(model),
      measured: options.measured(),
      programEnergy: options.programEnergy,
      byOthers: options.byOthers,
      entryPoints: session.solved()?.entryPoints,
      problems: allProblems(ofText),
      held: heldMembers(file),
      piecesOn: piecesOf(ofText, { text, lines }),
      pathsAt: (line) => findTakenPaths(file, lines, line, model),
    };
    return { view };
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
          return { view: { ...of, ...shown, ...state, model, settings, members: file.members, piecesOn } };
        }
        case 'recordings': {
          const settings = options.settings();
          const heat = heatBy(settings, shownLines(shown.evidence), (own) => options.scale(path, own));
          const methodStarts = file.members.flatMap(({ kind, nameStart }) =>
            kind === 'method' || kind === 'constructor' ? [nameStart] : [],
          );
          let priced: OperationsOn | undefined;
          const operationsOn: OperationsOn = (first, last) =>
            (priced ??= operationsOnLines(session.price({ file, lines: of.lines }), shown.evidence.measure))(
              first,
              last,
            );
          const parts = { settings, heat, ...stateOf(settings, file), operationsOn, methodStarts };
          return { view: { ...of, ...shown, ...parts, piecesOn: piecesOf(file, of) } };
        }
        default:
          return shown;
      }
    },
    countsOf: ({ uri, text, file, lines }) => options.countsOf(toPath(uri), { text, file }, lines),
    estimated: (document) => price(document, document.file, []),
    counted(document, counts) {
      if (counts.kind !== 'none') return price(document, counts.file, counts.stale);
      // It may have counts of the profile that was shown before.
      session.addCallees(toPath(document.uri), document.file, document.lines);
      return counts;
    },
  };
}

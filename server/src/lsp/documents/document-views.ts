/**
 * Views of one analyzed text: energies of estimates or counts, what recordings say, or what changed between two
 * profiles.
 *
 * Sits in `lsp/`, under `documents.ts`, which knows the text.
 */
import type { CostModel } from '../../cost/model/cost-model';
import { heatBy } from '../../lines/heat';
import type { EnergySession } from '../../lines/energy-session';
import type { FileOperations } from '../../analysis/file-operations';
import type { AnalyzedVersion } from '../../lines/counted-text';
import type { LineIndexOf } from '../../base/line-index';
import { summarizeModel } from '../../cost/model/model-registry';
import { findTakenPaths } from '../../lines/taken-paths';
import { allProblems } from '../../lines/run-report';
import type { Settings } from '../../protocol/settings';
import { settingsOfRun } from '../session/settings';
import type { ChangesView, ShownChanges } from '../views/changes-view';
import type { ShownCounts, ShownProfile } from '../profiles/shown-profile';
import type { ColoredBy } from '../profiles/colored-by';
import { toPath } from './uris';
import { type EvidenceView, type ShownFile, shownLines } from '../views/evidence-view';
import type { AnyView } from '../views/features';
import type { DocumentView } from '../views/view';

export interface DocumentViewsOptions
  extends Pick<ColoredBy, 'evidenceOf' | 'changesOf'>, Pick<ShownProfile, 'countsOf'> {
  readonly session: EnergySession;
  readonly settings: () => Settings;
  /** The model that prices documents. */
  readonly model: () => CostModel;
  readonly measured: () => DocumentView['measured'];
  /** The energies of all lines of the workspace, for ranks within it. */
  readonly workspaceEnergies: () => readonly number[] | undefined;
}

export interface AnalyzedDocument extends AnalyzedVersion {
  readonly uri: string;
  readonly version: number;
  readonly lines: LineIndexOf;
}

/** A view, or the reason why there is none. */
export type ViewOrReason = { readonly view: AnyView } | { readonly reason: string };

export interface DocumentViews {
  /** The view of a comparison or of recordings; undefined while neither is shown. */
  ofProfiles(document: AnalyzedDocument): ViewOrReason | undefined;
  /** The counts of the shown profile in this text; undefined while estimates are shown. */
  countsOf(document: AnalyzedDocument): Promise<ShownCounts> | undefined;
  /** The view of estimates. */
  estimated(document: AnalyzedDocument): ViewOrReason;
  counted(document: AnalyzedDocument, counts: ShownCounts): ViewOrReason;
}

export function createDocumentViews(options: DocumentViewsOptions): DocumentViews {
  const { session } = options;

  function showChanges(document: AnalyzedDocument, shown: ShownChanges): ViewOrReason {
    if (shown.kind === 'none') return shown;
    const { file, ...of } = document;
    const { changes, comparison, oldLines } = shown;
    const view: ChangesView = {
      ...of,
      ...{ changes, comparison, oldLines },
      model: summarizeModel(options.model()),
      settings: options.settings(),
      members: file.members,
    };
    return { view };
  }

  function showEvidence(document: AnalyzedDocument, shown: ShownFile): ViewOrReason {
    if (shown.kind === 'none') return shown;
    const settings = settingsOfRun(options.settings());
    const { file, ...of } = document;
    const { evidence, notes } = shown;
    const view: EvidenceView = {
      ...of,
      ...{ evidence, notes, settings },
      heat: heatBy(settings, shownLines(evidence)),
      methodStarts: file.members.flatMap(({ kind, nameStart }) =>
        kind === 'method' || kind === 'constructor' ? [nameStart] : [],
      ),
    };
    return { view };
  }

  function price(
    { uri, version, text, lines }: AnalyzedDocument,
    file: FileOperations,
    stale: DocumentView['stale'],
  ): ViewOrReason {
    const energy = session.setFile(toPath(uri), file, lines);
    const given = options.settings();
    const settings = energy.mode === 'counted' ? settingsOfRun(given) : given;
    const workspace = settings.rankScope === 'workspace' ? options.workspaceEnergies() : undefined;
    const heat = heatBy(settings, energy, workspace);
    const model = options.model();
    const view: DocumentView = {
      ...{ uri, version, text, lines, energy, heat, settings, stale },
      model: summarizeModel(model),
      measured: options.measured(),
      problems: allProblems(file),
      pathsAt: (line) => findTakenPaths(file, lines, line, model),
    };
    return { view };
  }

  return {
    ofProfiles(document) {
      const { uri, text, file, lines } = document;
      const path = toPath(uri);
      const changes = options.changesOf(path, { text, file });
      const evidence = changes === undefined ? options.evidenceOf(path, text) : undefined;
      if (changes === undefined && evidence === undefined) return undefined;
      // Other files call methods of this one, whatever it shows, so the session gets its operations all the same.
      session.addCallees(path, file, lines);
      if (changes !== undefined) return showChanges(document, changes);
      return evidence && showEvidence(document, evidence);
    },
    countsOf: ({ uri, text, file, lines }) => options.countsOf(toPath(uri), { text, file }, lines),
    estimated: (document) => price(document, document.file, []),
    counted: (document, counts) =>
      counts.kind === 'none' ? counts : price(document, counts.file, counts.stale),
  };
}

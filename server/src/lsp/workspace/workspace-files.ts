/**
 * The figures that the files of the workspace show, open or not. Energy maps and lists of the whole workspace are
 * made of them, so that they agree with the overlays.
 *
 * Sits in `lsp/`, over the energy session and the profiles that are shown.
 */
import { compareTexts } from '../../base/search';
import { at } from '../../base/check';
import { relative, sep } from 'node:path';
import type { EnergySession, KnownFile } from '../../lines/energy-session';
import type { FileEvidence } from '../../lines/file-evidence';
import type { FileOperations } from '../../analysis/file-operations';
import { readSource } from '../../host/files/source-files';
import type { ColoredBy } from '../profiles/colored-by';

interface WorkspaceFilesOptions {
  readonly session: EnergySession;
  readonly openTexts: () => ReadonlyMap<string, string>;
  /** The operations of an open document's text; the session has them as they are shown. */
  readonly analyzed: (path: string) => FileOperations | undefined;
  readonly coloredBy: Pick<ColoredBy, 'profile' | 'paths' | 'evidenceOf'>;
}

/** The figures of a file. `unknown`: it was not analyzed. `none`: the shown profile or recording has nothing of it. */
export type WorkspaceFile =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'none' }
  | { readonly kind: 'evidence'; readonly known: KnownFile; readonly evidence: FileEvidence }
  | {
      readonly kind: 'modeled';
      /** The file as estimated, or as counted. */
      readonly known: KnownFile;
      /** The operations of its text. */
      readonly source: FileOperations;
    };

export class WorkspaceFiles {
  private readonly options: WorkspaceFilesOptions;

  constructor(options: WorkspaceFilesOptions) {
    this.options = options;
  }

  /** The figures of a file. Only a run is looked for in the text: estimates are known without it. */
  async shown(path: string, textOf = () => this.textOf(path)): Promise<WorkspaceFile> {
    const { session, coloredBy, analyzed } = this.options;
    const known = session.known(path);
    if (known === undefined) return { kind: 'unknown' };
    const source = analyzed(path) ?? known.file;
    if (coloredBy.paths.length === 0) {
      // The session keeps the counts of an open document until that is shown again.
      const isCounted = known.file.members.some(({ calls }) => calls !== undefined);
      return { kind: 'modeled', known: isCounted ? { file: source, lines: known.lines } : known, source };
    }
    const text = await textOf();
    if (text === undefined) return { kind: 'none' };
    const shown = coloredBy.evidenceOf(path, text);
    if (shown?.kind === 'none') return { kind: 'none' };
    if (shown !== undefined) return { kind: 'evidence', known, evidence: shown.evidence };
    // Counts that the session has may be of a profile that was shown before.
    const counts = await coloredBy.profile.countsOf(path, { text, file: source }, known.lines);
    if (counts === undefined) return { kind: 'modeled', known, source };
    if (counts.kind === 'none') return { kind: 'none' };
    return { kind: 'modeled', known: { file: counts.file, lines: known.lines }, source };
  }

  /** The text as it is now; undefined if it cannot be read, which the index has reported. */
  async textOf(path: string): Promise<string | undefined> {
    const open = this.options.openTexts().get(path);
    if (open !== undefined) return open;
    const read = await readSource(path);
    return read.kind === 'text' ? read.text : undefined;
  }
}

export interface WorkspacePlace {
  readonly path: string;
  /** The index of the workspace folder. */
  readonly root: number;
  /** The path below the root, with `/`. */
  readonly shown: string;
}

/** The places of files, sorted so that the files of a package stand together. */
export function placesOf(paths: readonly string[], roots: readonly string[]): readonly WorkspacePlace[] {
  const places = paths.map((path): WorkspacePlace => {
    const root = roots.findIndex((folder) => path.startsWith(folder + sep));
    const below = root < 0 ? path : relative(at(roots, root), path);
    return { path, root: Math.max(0, root), shown: below.split(sep).join('/') };
  });
  const keyed = places.map((place) => ({
    place,
    folder: place.shown.slice(0, Math.max(0, place.shown.lastIndexOf('/'))),
  }));
  keyed.sort(
    (a, b) =>
      a.place.root - b.place.root ||
      compareTexts(a.folder, b.folder) ||
      compareTexts(a.place.shown, b.place.shown),
  );
  return keyed.map(({ place }) => place);
}

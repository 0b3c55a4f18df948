/**
 * What is shown of the files of the workspace, open or not: what pictures and
 * lists of all of it are made of, so that they say what the overlays do.
 *
 * Sits in `lsp/`, over the energy session and the sources that are shown.
 */
import { relative, sep } from 'node:path';
import type { EnergySession, KnownFile } from '../engine/energy-session';
import type { FileEvidence } from '../engine/file-evidence';
import type { FileOperations } from '../engine/file-operations';
import { readSource } from '../host/source-files';
import type { ShownSources } from './shown-sources';

export interface WorkspaceFilesOptions {
  readonly session: EnergySession;
  readonly openTexts: () => ReadonlyMap<string, string>;
  /** Of an open document, as its text says; the session has it as it is shown. */
  readonly analyzed: (path: string) => FileOperations | undefined;
  readonly sources: Pick<ShownSources, 'profile' | 'paths' | 'evidenceOf'>;
}

/** `unknown`: it was not analyzed. `none`: what is shown says nothing of it. */
export type WorkspaceFile =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'none' }
  | { readonly kind: 'evidence'; readonly known: KnownFile; readonly evidence: FileEvidence }
  | {
      readonly kind: 'priced';
      /** Estimated, or as it was counted. */
      readonly known: KnownFile;
      /** As its text says. */
      readonly source: FileOperations;
    };

export interface WorkspaceFiles {
  /** Only what ran is looked for in texts: estimates are known without. */
  shown(path: string, textOf: () => Promise<string | undefined>): Promise<WorkspaceFile>;
  /** As it is now; undefined where it can't be read, which the index has said. */
  textOf(path: string): Promise<string | undefined>;
}

export function createWorkspaceFiles(options: WorkspaceFilesOptions): WorkspaceFiles {
  const { session, sources } = options;
  return {
    async shown(path, textOf) {
      const known = session.known(path);
      if (known === undefined) return { kind: 'unknown' };
      const source = options.analyzed(path) ?? known.file;
      if (sources.paths.length === 0) return { kind: 'priced', known, source };
      const text = await textOf();
      if (text === undefined) return { kind: 'none' };
      const shown = sources.evidenceOf(path, text);
      if (shown?.kind === 'none') return { kind: 'none' };
      if (shown !== undefined) return { kind: 'evidence', known, evidence: shown.evidence };
      // An open document's are there already.
      if (known.file.members.some(({ calls }) => calls !== undefined))
        return { kind: 'priced', known, source };
      const counts = await sources.profile.countsOf(path, { text, file: source }, known.lines);
      if (counts === undefined) return { kind: 'priced', known, source };
      if (counts.kind === 'none') return { kind: 'none' };
      return { kind: 'priced', known: { file: counts.file, lines: known.lines }, source };
    },
    async textOf(path) {
      const open = options.openTexts().get(path);
      if (open !== undefined) return open;
      const read = await readSource(path);
      return read.kind === 'text' ? read.text : undefined;
    },
  };
}

export interface WorkspacePlace {
  readonly path: string;
  /** Index of the folder of the workspace. */
  readonly root: number;
  /** Below the root, with `/`. */
  readonly shown: string;
}

/** A package's files stand together. */
export function placesOf(paths: readonly string[], roots: readonly string[]): readonly WorkspacePlace[] {
  const places = paths.map((path): WorkspacePlace => {
    const root = roots.findIndex((folder) => path.startsWith(folder + sep));
    const below = root < 0 ? path : relative(roots[root] ?? '', path);
    return { path, root: Math.max(0, root), shown: below.split(sep).join('/') };
  });
  const keyed = places.map((place) => ({
    place,
    folder: place.shown.slice(0, Math.max(0, place.shown.lastIndexOf('/'))),
  }));
  keyed.sort(
    (a, b) =>
      a.place.root - b.place.root || compare(a.folder, b.folder) || compare(a.place.shown, b.place.shown),
  );
  return keyed.map(({ place }) => place);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** Milliseconds of work on all files before requests are answered. */
const SLICE_MS = 12;

/** To be waited for after each file. */
export function createRests(): () => Promise<void> | undefined {
  let rested = performance.now();
  return () => {
    if (performance.now() - rested < SLICE_MS) return undefined;
    return new Promise((resolve) => {
      setImmediate(() => {
        rested = performance.now();
        resolve();
      });
    });
  };
}

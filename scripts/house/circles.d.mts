/** A file with the paths that it imports, types included. */
export interface ImportingFile {
  readonly path: string;
  readonly imports: readonly string[];
}

export function findCircles(files: readonly ImportingFile[]): readonly (readonly string[])[];

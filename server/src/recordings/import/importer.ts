/**
 * The form of every importer: bytes go in as they come, and a recording comes out at the end.
 *
 * Sits in `recordings/`. Importers are pure: the caller pushes bytes, and may stop between two
 * chunks. Broken input gives problems, never an exception.
 */
import type { ImportedRecording, ImportProblem } from '../model/imported-profile';

export interface Importer {
  push(chunk: Uint8Array): void;
  end(): ImportedRecording;
}

export interface ImportContext {
  /** The name of the file, without folders. Recognition never needs it. */
  readonly name: string;
  /** The names of the folders around it, the innermost last, as far as the caller gave them. */
  readonly folders: readonly string[];
  /** The unit that the user states for values without one. */
  readonly unit?: 'joules' | 'watts';
  readonly device?: string;
}

/** The number of bytes that suffice to recognize any format. */
export const HEAD_BYTES = 64 * 1024;

export interface ImportFormat {
  readonly id: string;
  readonly title: string;
  /** `head` has the first {@link HEAD_BYTES}, or the whole file. */
  readonly recognizes: (head: Uint8Array) => boolean;
  readonly create: (context: ImportContext) => Importer;
}

const MOST_PROBLEMS = 50;

export interface ProblemList {
  add(problem: ImportProblem): void;
  list(): readonly ImportProblem[];
}

/** Keeps the first problems and the number of others: a corrupt file has one for each of its lines. */
export function createProblems(): ProblemList {
  const first: ImportProblem[] = [];
  let further = 0;
  return {
    add(problem) {
      if (first.length < MOST_PROBLEMS) first.push(problem);
      else further++;
    },
    list: () => (further === 0 ? first : [...first, { message: `and ${further} more problems` }]),
  };
}

export function atLine(at: number, message: string): ImportProblem {
  return { place: { kind: 'line', at }, message };
}

export function atOffset(at: number, message: string): ImportProblem {
  return { place: { kind: 'offset', at }, message };
}

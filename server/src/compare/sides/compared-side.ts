/** One side of a comparison, before it has energies. Sits in `compare/`. */
import type { ProfileDocument } from '../../profile/document/profile-document';
import type { ImportedRecording } from '../../recordings/model/imported-profile';

/** A profile and its name. */
export interface ComparedProfile {
  readonly name: string;
  readonly profile: ProfileDocument;
}

/** A recording of another tool and its name. */
export interface ComparedRecording {
  readonly name: string;
  readonly recording: ImportedRecording;
}

export type ComparedSide = ComparedProfile | ComparedRecording;

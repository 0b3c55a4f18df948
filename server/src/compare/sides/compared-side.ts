/** One side of a comparison, before it has energies. Sits in `compare/`. */
import type { ProfileDocument } from '../../profile/document/profile-document';
import type { ImportedRecording } from '../../recordings/model/imported-profile';

/** A profile, and what it is called. */
export interface ComparedProfile {
  readonly name: string;
  readonly profile: ProfileDocument;
}

/** What another tool recorded, and what it is called. */
export interface ComparedRecording {
  readonly name: string;
  readonly recording: ImportedRecording;
}

export type ComparedSide = ComparedProfile | ComparedRecording;

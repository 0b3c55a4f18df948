/**
 * Recordings in formats of other tools.
 *
 * Sits in `recordings/`, the door of `recordings/export/`.
 */
import type { ImportedRecording } from '../model/imported-profile';
import type { PlacedRecording } from '../place/placed-values';

/** Frames that name no file, or only the end of its path, get that of the source they lie in: other tools open it. */
export function nameFiles({ recording, placements }: PlacedRecording): ImportedRecording {
  return {
    ...recording,
    frames: recording.frames.map((frame, index) => {
      const placement = placements[index];
      return placement === undefined || placement.kind === 'unplaced'
        ? frame
        : { ...frame, file: placement.path };
    }),
  };
}

/**
 * Recordings in formats of other tools.
 *
 * Sits in `engine/`, the door of `measurement/export/`.
 */
import type { ImportedRecording } from '../measurement/imported-profile';
import type { PlacedRecording } from '../placing/placed-values';

export { writeCallgrind } from '../measurement/export/write-callgrind';
export { writePprof } from '../measurement/export/write-pprof';
export { writeSpeedscope } from '../measurement/export/write-speedscope';
export { chooseWholeUnits, NEGLIGIBLE_LOSS, type WholeUnit } from '../measurement/export/whole-amounts';

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

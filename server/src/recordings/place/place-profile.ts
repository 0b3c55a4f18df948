/**
 * A counted profile laid on the sources as they are, to stand beside imports.
 *
 * Sits in `recordings/`, over `profile-recording` and `recordings/place/`. Lines are those
 * of the text that ran: where a file is another by now, or nobody knows what
 * it was, its methods are told as a whole.
 */
import type { CostModel } from '../../cost/model/cost-model';
import type { LibraryPlace } from '../../profile/account/called-lines';
import type { Placement } from './place-frame';
import type { PlacedRecording } from './placed-values';
import type { ProfileDocument } from '../../profile/document/profile-document';
import { createRecordingPlacer, type ImportSource } from '../import/import-profile';
import { recordingOfProfile } from '../model/profile-recording';

/** `com/example/Grid.java`, for each file that was counted. */
export function filesOfProfile({ classes }: ProfileDocument): ReadonlySet<string> {
  return new Set(
    classes.flatMap(({ name, source }) =>
      source === undefined ? [] : [name.slice(0, name.lastIndexOf('/') + 1) + source],
    ),
  );
}

/** `name` of the profile's file; `sources` that may be those of {@link filesOfProfile}. */
export function placeProfile(
  profile: ProfileDocument,
  model: CostModel,
  name: string,
  sources: readonly ImportSource[],
  place?: LibraryPlace,
): PlacedRecording {
  const placed = createRecordingPlacer(sources, true)(recordingOfProfile(profile, model, name, place));
  const { recording, placements, texts = [] } = placed;
  const ran = new Map((profile.sources ?? []).map(({ path, lines }) => [path, lines]));
  const now = new Map(texts.map(({ path, lines }) => [path, lines]));
  return {
    ...placed,
    placements: placements.map((placement, frame): Placement => {
      if (placement.kind !== 'line') return placement;
      const then = ran.get(recording.frames[frame]?.file ?? '');
      if (then !== undefined && then === now.get(placement.path)) return placement;
      const { path, method } = placement;
      return method === undefined
        ? { kind: 'unplaced', reason: 'no place' }
        : { kind: 'method', path, method, isStale: true };
    }),
  };
}

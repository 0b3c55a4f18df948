/**
 * A counted profile laid on the sources as they are, to stand beside imports.
 *
 * Sits in `recordings/`, over `profile-recording` and `recordings/place/`. Lines are those
 * of the text that ran: where a file is another by now, its methods have lines if it is known that they are what they
 * were, and are left out otherwise.
 */
import type { CostModel } from '../../cost/model/cost-model';
import type { LibraryPlace } from '../../profile/account/called-lines';
import type { Placement } from './place-frame';
import type { PlacedRecording } from './placed-values';
import type { ProfileDocument } from '../../profile/document/profile-document';
import { createRecordingPlacer, type ImportSource } from '../import/import-profile';
import { type MethodsNow, recordingOfProfile } from '../model/profile-recording';

/** `com/example/Grid.java`, for each file that was counted. */
export function filesOfProfile({ classes }: ProfileDocument): ReadonlySet<string> {
  return new Set(
    classes.flatMap(({ name, source }) =>
      source === undefined ? [] : [name.slice(0, name.lastIndexOf('/') + 1) + source],
    ),
  );
}

/** The texts of a profile as they are now. */
interface TextsNow {
  readonly methods: MethodsNow;
  /** The paths of the files whose methods were looked for. */
  readonly known: ReadonlySet<string>;
}

/** `name` of the profile's file; `sources` that may be those of {@link filesOfProfile}. */
export function placeProfile(
  profile: ProfileDocument,
  model: CostModel,
  name: string,
  sources: readonly ImportSource[],
  { place, now }: { readonly place?: LibraryPlace; readonly now?: TextsNow } = {},
): PlacedRecording {
  const recorded = recordingOfProfile(profile, model, name, place, now?.methods);
  const placed = createRecordingPlacer(sources, true)(recorded);
  const { recording, placements, texts = [] } = placed;
  const ran = new Map((profile.sources ?? []).map(({ path, lines }) => [path, lines]));
  const hashes = new Map(texts.map(({ path, lines }) => [path, lines]));
  return {
    ...placed,
    placements: placements.map((placement, frame): Placement => {
      if (placement.kind !== 'line' || now?.known.has(placement.path) === true) return placement;
      const then = ran.get(recording.frames[frame]?.file ?? '');
      const isSame = then !== undefined && then === hashes.get(placement.path);
      return isSame ? placement : { kind: 'unplaced', reason: 'no place' };
    }),
  };
}

/** Sends the energy of a recording to a continuous profiler's server. Sits in `tasks/`. */
import { at } from '../../base/check';
import type { PlacedRecording } from '../../recordings/place/placed-values';
import { NEGLIGIBLE_LOSS } from '../../recordings/export/whole-amounts';
import { Failure } from '../../base/failure';
import { describePush } from '../../recordings/model/continuous-profile';
import * as pyroscope from '../../recordings/model/pyroscope';
import { gzipPieces } from '../../host/files/gzip';
import { connectTo, type ServerRequest } from './pyroscope-server';

export interface PushRequest {
  readonly server: ServerRequest;
  readonly placed: PlacedRecording;
  readonly service: string;
  readonly labels: pyroscope.Labels;
  /** The time of the profile in ISO 8601; if absent, the date of the recording. */
  readonly date: string | undefined;
}

export interface PushOutcome {
  /** The types of profile with these energies. */
  readonly types: readonly string[];
  readonly problems: readonly string[];
}

/** Throws a {@link Failure} if the recording has no energy, or the server refuses it. */
export async function pushProfile(request: PushRequest): Promise<PushOutcome> {
  const { placed, service, labels, date } = request;
  const profiles = describePush(placed, service, labels, date);
  if (profiles.length === 0)
    throw new Failure('the recording has no energy: import it again with --energy or --power');
  const series = profiles.map((each) => ({ labels: each.labels, profile: gzipPieces(each.pieces) }));
  const encode = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
  await connectTo(request.server).askJson(pyroscope.PUSH, pyroscope.writePush(series, encode));
  return {
    types: profiles.flatMap(({ types }) => types),
    problems: profiles.flatMap(({ types, units }) =>
      units.flatMap(({ name, lost }, index) =>
        lost <= NEGLIGIBLE_LOSS
          ? []
          : [
              `${at(types, index)} is rounded to whole ${name}, by ${Number((lost * 100).toPrecision(2))} % of the total`,
            ],
      ),
    ),
  };
}

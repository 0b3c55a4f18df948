/**
 * The cost model that a profile holds itself: fitted to the trace and the power of its own run.
 *
 * Sits in `profile/`, beside `measured-profile.ts`.
 */
import type { CostModel } from '../../cost/model/cost-model';
import { formatModelProblem, loadModel } from '../../cost/model/load-model';
import { DEFAULT_MODEL } from '../../cost/model/model-registry';
import type { ProfileDocument } from '../document/profile-document';

type OwnModel = { readonly model: CostModel } | { readonly problem: string };

/** Prices are remembered by the model, so each profile has one. */
const known = new WeakMap<object, OwnModel>();

/** The model that prices a profile: its own if it has one and nobody chose another, else the `chosen` one. */
export function modelFor(profile: ProfileDocument, chosen: CostModel): CostModel {
  const own = chosen.id === DEFAULT_MODEL ? readOwn(profile) : undefined;
  return own !== undefined && 'model' in own ? own.model : chosen;
}

/** The reason why the profile's own model can't be used; empty if it can, or there is none. */
export function describeOwnModel(profile: ProfileDocument): readonly string[] {
  const own = readOwn(profile);
  return own !== undefined && 'problem' in own ? [own.problem] : [];
}

function readOwn({ model, classes }: ProfileDocument): OwnModel | undefined {
  if (model === undefined) return undefined;
  const before = known.get(model);
  if (before !== undefined) return before;
  const loaded = loadModel(JSON.stringify(model), 'the model of the profile');
  const own: OwnModel =
    'model' in loaded
      ? {
          model: {
            ...loaded.model,
            hasPlaces: true,
            application: new Map(classes.map(({ name, hash }) => [name, hash])),
          },
        }
      : {
          problem: `${loaded.problems.map(formatModelProblem).join('; ')}: another model prices the profile`,
        };
  known.set(model, own);
  return own;
}

/**
 * A profile in the terms of a cost model: operations, JVM instructions, or
 * operations in their places.
 *
 * Sits in `profile/`, before the code that models the energy of a profile's
 * counts.
 */
import type { CostModel } from '../../cost/model/cost-model';
import { asInstructions } from '../document/instruction-rows';
import { placeOperations } from '../document/place-operations';
import type { ProfileDocument } from '../document/profile-document';

export type ProfileTerms = 'operations' | 'instructions' | 'places';

export function termsOfModel({ pricesInstructions, application }: CostModel): ProfileTerms {
  if (pricesInstructions === true) return 'instructions';
  return application === undefined ? 'operations' : 'places';
}

/** With the rows that the model has prices for. */
export function inTermsOf<Given extends Pick<ProfileDocument, 'keys' | 'classes'>>(
  model: CostModel,
  profile: Given,
): Given {
  switch (termsOfModel(model)) {
    case 'operations':
      return profile;
    case 'instructions':
      return asInstructions(profile);
    case 'places':
      return placeOperations(profile);
  }
}

/**
 * A profile in the terms of a cost model: operations, or JVM instructions.
 *
 * Sits in `engine/`, before whatever prices what a profile counted.
 */
import type { CostModel } from '../cost/cost-model';
import { asInstructions } from '../profile/instruction-rows';
import type { ProfileDocument } from '../profile/profile-document';

/** With the rows that the model has prices for. */
export function inTermsOf<Given extends Pick<ProfileDocument, 'keys' | 'classes'>>(
  { pricesInstructions }: CostModel,
  profile: Given,
): Given {
  return pricesInstructions === true ? asInstructions(profile) : profile;
}

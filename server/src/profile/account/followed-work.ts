/**
 * Rows of what lines of the program ran in followed classes of the JDK, laid on these lines: one of each line and each
 * method that it calls, with the counted operations as its parts.
 *
 * Sits in `profile/`, under `called-lines.ts`. The rows are in the profile only while they are shown. They cost what
 * their parts cost, so that the sum of all rows stays the same.
 */
import { withDefined } from '../../base/check';
import { meanOf } from '../../cost/pricing/price-member';
import { listRowPrices, partsOfRow } from '../../cost/pricing/counted-rows';
import type { CostModel, Price } from '../../cost/model/cost-model';
import type { OperationKey, OperationPart } from '../../operations/catalogue/operation';
import type { FollowedRow, ProfileDocument, ProfiledMethod } from '../document/profile-document';

/** The family of the rows' operations, which no source and no class file has. */
export const FOLLOWED = 'Followed';

const SUFFIX = ', counted in the JDK';

/** True for a profile that counted classes of the JDK which calls were followed into. */
export function followsCalls({ classes }: Pick<ProfileDocument, 'classes'>): boolean {
  return classes.some(({ isFollowed }) => isFollowed === true);
}

/** The profile with the rows; the JDK's methods keep what no line can have. */
export function layFollowedWork(profile: ProfileDocument): ProfileDocument {
  if (!followsCalls(profile)) return profile;
  const keys: OperationKey[] = [...profile.keys];
  const classes = profile.classes.map(({ methods, ...owner }) => ({
    ...owner,
    methods: methods.map((method): ProfiledMethod => {
      const { operations, unplaced = [], followed } = method;
      if (owner.isFollowed === true) return { ...method, operations: unplaced };
      if (followed === undefined) return method;
      const rows = followed.map((row) => [keys.push(keyOf(row, profile.keys)) - 1, row[1], row[2]] as const);
      return { ...method, operations: [...operations, ...rows] };
    }),
  }));
  return { ...profile, keys, classes };
}

/** The method of the JDK, as in `java.util.ArrayList.add`, by the name of a row's operation. */
export function followedMethod(name: string): string {
  return name.slice(0, -SUFFIX.length);
}

function keyOf([called, , calls, operations]: FollowedRow, keys: readonly OperationKey[]): OperationKey {
  const parts = operations.flatMap(([index, executions, sizes]): readonly OperationPart[] => {
    const key = keys[index];
    return key === undefined ? [] : [[key, executions / calls, sizes && sizes / calls]];
  });
  return {
    name: `${called}${SUFFIX}`,
    family: FOLLOWED,
    group: 'library function',
    operands: [],
    size: 'load',
    parts,
  };
}

/** The model with costs of the rows, which are those of their parts by `model`: who changes these costs asks anew. */
export function withFollowedCosts(model: CostModel): CostModel {
  const known = new WeakMap<OperationKey, { readonly price: Price | undefined }>();
  return {
    ...model,
    price: (operation) => {
      if (operation.parts === undefined) return model.price(operation);
      const { price } = known.get(operation) ?? { price: priceOf(operation.parts, model) };
      known.set(operation, { price });
      return price;
    },
    ...(model.elementPrice && {
      elementPrice: (operation) =>
        operation.parts === undefined ? model.elementPrice?.(operation) : undefined,
    }),
  };
}

/** The price of all parts together; undefined where the model has none of them. */
function priceOf(parts: readonly OperationPart[], model: CostModel): Price | undefined {
  const prices = listRowPrices(
    parts.map(([key]) => key),
    model,
  );
  const terms = new Map<number, number>();
  let [noise, guessed, all] = [0, 0, 0];
  let basis: Price['basis'];
  for (const [index, [, executions, sizes]] of parts.entries()) {
    const row = prices[index];
    if (row === undefined) continue;
    for (const { price, count } of partsOfRow(row, executions, sizes)) {
      for (const { parameter, coefficient } of price.terms)
        terms.set(parameter, (terms.get(parameter) ?? 0) + coefficient * count);
      noise += price.noise * count;
      const mean = meanOf(price, model) * count;
      all += mean;
      if (price.basis === undefined) continue;
      guessed += mean;
      basis = price.basis;
    }
  }
  return terms.size === 0
    ? undefined
    : {
        terms: Array.from(terms, ([parameter, coefficient]) => ({ parameter, coefficient })),
        noise,
        ...withDefined({ basis: 2 * guessed > all ? basis : undefined }),
      };
}

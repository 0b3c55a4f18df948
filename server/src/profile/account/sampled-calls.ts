/**
 * What calls of the JDK took, by the stacks of a profile's sampled runs, in the place of what the model says in
 * proportion to the program's own code. The model knows no contents: it sorts what is sorted already as if it were not.
 *
 * Sits in `profile/`, under `measured-profile.ts`. A JVM stops threads at places some microseconds apart, and a call that
 * was compiled into its caller has none of them: what it takes counts as the caller's, or as a neighbor's. So stacks
 * say nothing of single short calls, which keep the model's proportions, unless so many samples hit them that their
 * neighbors can't explain these: what the methods that call them do besides, for as long as those run each time.
 */
import { at, withDefined } from '../../base/check';
import { addTo } from '../../base/groups';
import type { Joules, Seconds, Share } from '../../base/units';
import type { CostModel, Price } from '../../cost/model/cost-model';
import { extendCovariance } from '../../cost/model/scale-model';
import { energyOfRow, listRowCosts } from '../../cost/pricing/counted-rows';
import { meanOf } from '../../cost/pricing/price-member';
import type { OperationKey } from '../../operations/catalogue/operation';
import type { SampledWork } from '../../runs/sampled-work';
import type { ProfileDocument } from '../document/profile-document';
import { waits } from '../trace/time-library';

/** Shorter calls may end before the JVM can stop the thread. */
const SEEN: Seconds = 10e-6;

/** Fewer samples are chance. */
const LEAST_SAMPLES = 4;

/** So many standard deviations between what the model expects and what was seen are none of chance. */
const SURE = 3;

/** Samples are none of neighbors' if they are this many times as many as the model expects of the calling methods. */
const BEYOND_NEIGHBORS = 3;

/** What else was modeled did run, even if no sample saw it. */
const LEAST_REST: Share = 1e-3;

/** Methods that the JVM replaces by code without any place to stop. */
const WITHOUT_STOPS =
  /^java\.(?:lang\.System\.arraycopy|util\.Arrays\.(?:copyOf|copyOfRange|fill|equals|mismatch)|lang\.String\.(?:indexOf|equals|compareTo)|util\.zip\.\w+\.update)$/;

/** What one method of a library took, as a share of the counted code's time. */
interface CallShare {
  readonly share: Share;
  readonly deviation: Share;
  readonly samples: number;
}

/** The energies of the counted code by the model. */
interface ModeledCalls {
  readonly whole: Joules;
  readonly byName: ReadonlyMap<string, ModeledCall>;
}

interface ModeledCall {
  readonly energy: Joules;
  readonly executions: number;
  /** The methods that call it: the energy of all that is counted in them, and how often they were called. */
  readonly callers: { readonly energy: Joules; readonly calls: number };
}

/** A model, and the methods whose calls have costs by samples. */
interface SampledCosts {
  readonly model: CostModel;
  readonly names: readonly string[];
}

/** The model with the calls that samples tell of at their sampled shares; the rest keeps its proportions. */
export function withSampledCalls(model: CostModel, profile: ProfileDocument): SampledCosts {
  const { sampled } = profile.measurement ?? {};
  if (sampled?.within === undefined || sampled.counted <= 0) return { model, names: [] };
  const modeled = modeledCalls(model, profile);
  const shares = sharesOfCalls(sampled, secondsByName(sampled, profile), modeled);
  if (shares.size === 0) return { model, names: [] };
  const sum = (of: (name: string, share: CallShare) => number): number =>
    Array.from(shares).reduce((all, [name, share]) => all + of(name, share), 0);
  const rest = modeled.whole - sum((name) => modeled.byName.get(name)?.energy ?? 0);
  const taken = sum((_, { share }) => share);
  // Where nothing else is modeled, the shares are those of each other.
  const perShare = rest > 0 ? rest / Math.max(1 - taken, LEAST_REST) : modeled.whole / taken;
  const factors = new Map(
    Array.from(shares, ([name, { share }]) => [
      name,
      (share * perShare) / (modeled.byName.get(name)?.energy ?? Infinity),
    ]),
  );
  return { model: rescale(model, shares, factors), names: [...shares.keys()] };
}

function rescale(
  model: CostModel,
  shares: ReadonlyMap<string, CallShare>,
  factors: ReadonlyMap<string, number>,
): CostModel {
  const names = [...shares.keys()];
  const size = model.parameters.length;
  const deviations = Array.from(shares.values(), ({ deviation }) => deviation);
  const parameterOf = new Map(names.map((name, index) => [name, size + index]));
  const replace = (operation: OperationKey, price: Price | undefined): Price | undefined => {
    const parameter = operation.family === 'LibraryFunction' ? parameterOf.get(operation.name) : undefined;
    const factor = factors.get(operation.name);
    if (parameter === undefined || factor === undefined || price === undefined) return price;
    return { terms: [{ parameter, coefficient: meanOf(price, model) * factor }], noise: 0 };
  };
  const { covariance } = model;
  return {
    ...model,
    parameters: [...model.parameters, ...deviations.map((sd) => ({ name: 'Sampled calls', mean: 1, sd }))],
    ...withDefined({
      covariance:
        covariance &&
        extendCovariance(
          covariance,
          size,
          1,
          deviations.map((sd) => sd ** 2),
        ),
    }),
    price: (operation) => replace(operation, model.price(operation)),
    ...(model.elementPrice && {
      elementPrice: (operation) => replace(operation, model.elementPrice?.(operation)),
    }),
  };
}

function modeledCalls(model: CostModel, { keys, classes }: ProfileDocument): ModeledCalls {
  const costs = listRowCosts(keys, model);
  const byName = new Map<string, ModeledCall>();
  let whole = 0;
  for (const { methods } of classes)
    for (const { operations, calls } of methods) {
      const ofMethod = new Map<string, { energy: Joules; executions: number }>();
      let sum = 0;
      for (const [index, , executions, sizes] of operations) {
        const energy = energyOfRow(costs, index, executions, sizes);
        const { family, name } = at(keys, index);
        sum += energy;
        if (family !== 'LibraryFunction' || energy === 0) continue;
        const known = ofMethod.get(name) ?? { energy: 0, executions: 0 };
        ofMethod.set(name, { energy: known.energy + energy, executions: known.executions + executions });
      }
      whole += sum;
      for (const [name, { energy, executions }] of ofMethod) {
        const known = byName.get(name) ?? { energy: 0, executions: 0, callers: { energy: 0, calls: 0 } };
        byName.set(name, {
          energy: known.energy + energy,
          executions: known.executions + executions,
          // One that ran before the counting began was called once, at least.
          callers: { energy: known.callers.energy + sum, calls: known.callers.calls + Math.max(1, calls) },
        });
      }
    }
  return { whole, byName };
}

interface SeenCalls {
  readonly seconds: Seconds;
  readonly samples: number;
}

/** The samples of each library operation: the one of that name on the line, or the only one there. */
function secondsByName(
  { within = [] }: SampledWork,
  { keys, classes }: ProfileDocument,
): ReadonlyMap<string, SeenCalls> {
  const onLine = new Map<string, string[]>();
  for (const { name: owner, methods } of classes)
    for (const { name: method, operations } of methods)
      for (const [index, line] of operations) {
        const { family, name } = at(keys, index);
        const place = `${owner.replaceAll('/', '.')}.${method} ${line}`;
        if (family === 'LibraryFunction' && onLine.get(place)?.includes(name) !== true)
          addTo(onLine, place, name);
      }
  const byName = new Map<string, SeenCalls>();
  for (const { class: owner, method, line, callee, seconds, samples } of within) {
    const there = onLine.get(`${owner}.${method} ${line}`) ?? [];
    const simple = callee.slice(callee.lastIndexOf('.'));
    const named = there.filter((name) => name.endsWith(simple));
    const [name, ...others] = named.length > 0 ? named : there;
    if (name === undefined || others.length > 0) continue;
    const known = byName.get(name) ?? { seconds: 0, samples: 0 };
    byName.set(name, { seconds: known.seconds + seconds, samples: known.samples + samples });
  }
  return byName;
}

function sharesOfCalls(
  { counted, uncounted, unknown, samples: all }: SampledWork,
  seen: ReadonlyMap<string, SeenCalls>,
  { whole, byName }: ModeledCalls,
): ReadonlyMap<string, CallShare> {
  const samplesOfCounted = (all * counted) / (counted + uncounted + unknown);
  const shares = new Map<string, CallShare>();
  for (const [name, { energy, executions, callers }] of byName) {
    if (waits(`${name}()`) || WITHOUT_STOPS.test(name)) continue;
    const { seconds, samples } = seen.get(name) ?? { seconds: 0, samples: 0 };
    const modeled = energy / whole;
    const expected = modeled * samplesOfCounted;
    const isLong = (share: Share): boolean => (share * counted) / executions >= SEEN;
    const ofCallers = (callers.energy / whole) * samplesOfCounted;
    const isBeyondNeighbors =
      seconds / callers.calls >= SEEN &&
      samples > BEYOND_NEIGHBORS * ofCallers &&
      samples - ofCallers > SURE * Math.sqrt(ofCallers);
    const isSeen = samples >= LEAST_SAMPLES && (isLong(seconds / counted) || isBeyondNeighbors);
    const isRefuted = isLong(modeled) && expected - samples > SURE * Math.sqrt(expected);
    if (!isSeen && !isRefuted) continue;
    // A sample more or less (Laplace), so that none is not taken for nothing.
    const share = samples >= LEAST_SAMPLES ? seconds / counted : (samples + 1) / (samplesOfCounted + 2);
    shares.set(name, { share, samples, deviation: 1 / Math.sqrt(Math.max(1, samples)) });
  }
  return shares;
}

/**
 * Gives a cost model prices of what it was not measured for: library calls by what they took on another machine, or by
 * their bodies, other operations by the nearest kin that it has.
 *
 * Sits in `cost/`. Whatever the model has a cost for keeps it. A price says in `basis` that it is none of these, and
 * brings a deviation of its own, relative to its mean. The deviations were fitted to measured calls of the platform:
 * docs/research/cost-model.md has the figures.
 */
import { at, withDefined } from '../../base/check';
import type { Share } from '../../base/units';
import { type BodySummary, type BodyTable, hashName } from '../../operations/bodies/body-table';
import { KINDS } from '../../operations/bodies/kinds';
import { libraryKey, MAKER_OF_RECORD_METHODS, operationKey } from '../../operations/catalogue/catalogue';
import { perElement } from '../../operations/catalogue/instruction-keys';
import { operationId, type OperationKey } from '../../operations/catalogue/operation';
import { calibratedName } from '../../operations/catalogue/price-names';
import { meanOf } from '../pricing/price-member';
import type { CallPrices } from './call-prices';
import type { CostModel, ModelParameter, Price, PriceBasis } from './cost-model';
import { measuredBody } from './measured-bodies';
import { BYTES, CALL, callOf, CLEARED_BYTE, kind, KIN, kinOf, type Sum, times } from './operation-kin';
import { extendCovariance } from './scale-model';

/** The deviations of guesses from calls on another machine, from bodies, from kin, and of methods of which only the name is known. */
const DEVIATION_OF_CALL: Share = 0.45;
const DEVIATION_OF_BODY: Share = 1;
const DEVIATION_OF_KIN: Share = 1;
const DEVIATION_OF_UNKNOWN: Share = 8;

/** Methods are wrong by different factors: so many groups of them are independent of each other. */
const GROUPS = 16;

interface Guess {
  readonly basis: PriceBasis;
  /** The parameter of the guess's own error, counted from those of the model. */
  readonly parameter: number;
  readonly deviation: Share;
}

/** Methods of which no body is known, and calls whose method was not found. */
const TYPICAL: Guess = { basis: 'typical', parameter: GROUPS, deviation: DEVIATION_OF_UNKNOWN };

/** The operations on each element, of bodies whose loop over a size a summary does not see: the sum of two numbers ends it. */
const UNSEEN_LOOPS: ReadonlyMap<string, Sum> = new Map<string, Sum>([
  [
    'java.lang.String.hashCode',
    [
      [kind('ArrayReference_int'), 1],
      [kind('Multi_int_int'), 1],
      [kind('Addition_int_int'), 2],
      [kind('Increment_int'), 1],
      [kind('Less_int_int'), 1],
    ],
  ],
]);

/** The median method of the platform's table, as a stand-in for one whose body is not known. */
const UNKNOWN_METHOD: Sum = [
  ...times(CALL, 6),
  [kind('Parameter_int'), 6],
  [kind('Assign_int_int'), 8],
  [kind('FieldReference_Object'), 8],
  [kind('Equal_Object_null'), 4],
  [kind('Less_int_int'), 5],
  [kind('BlockGoto_?'), 2],
  [kind('ArrayReference_int'), 2],
  [kind('NewObject_Object'), 1],
];

const UNKNOWN_BODY: BodySummary = {
  fixed: Float64Array.from(
    KINDS,
    ({ name }) => UNKNOWN_METHOD.find(([part]) => part.name === name)?.[1] ?? 0,
  ),
  sized: new Float64Array(KINDS.length),
};

/** The median of the platform's methods with such names, beside that of all. */
const BY_NAME: readonly (readonly [name: RegExp, factor: number])[] = [
  [/^(?:get|set|is|has|as|size|length|name|type|equals|hashCode|iterator|supports)(?![a-z])/, 0.3],
  [/^(?:format|parse|open|replace|find|read|write|to)(?![a-z])/, 6],
];

const builder = (method: string, operands: readonly string[] = []): OperationKey =>
  libraryKey('java/lang/StringBuilder', method, operands, 'reference');

/** A model without prices of what runs in general, but of instructions or places, is left as it is. */
export function withLibraryPrices(model: CostModel, bodies: BodyTable, measured?: CallPrices): CostModel {
  if (model.hasInstructionCosts === true || model.application !== undefined) return model;
  // What an interpreter takes says nothing of compiled calls.
  const calls = measured?.mode === model.mode ? measured : undefined;
  const pricer = new LibraryPricer(model, bodies, calls);
  const added = GROUPS + 1;
  return {
    ...model,
    version: `${model.version}:bodies`,
    parameters: [
      ...model.parameters,
      ...Array.from({ length: GROUPS }, (_, group): ModelParameter => ({
        name: `Bodies of library methods, group ${group + 1}`,
        mean: 0,
        sd: 1,
        isGuess: true,
      })),
      { name: 'Operations by their kin', mean: 0, sd: 1, isGuess: true },
    ],
    ...withDefined({
      measuredCalls: calls && { machine: calls.machine, date: calls.date },
      covariance:
        model.covariance &&
        extendCovariance(model.covariance, model.parameters.length, 1, new Array<number>(added).fill(1)),
    }),
    price: (operation) => pricer.priceOf(operation),
    elementPrice: (operation) => pricer.elementPriceOf(operation),
  };
}

class LibraryPricer {
  readonly #model: CostModel;
  readonly #bodies: BodyTable;
  readonly #calls: CallPrices | undefined;
  readonly #prices = new Map<string, Price | undefined>();
  readonly #elements = new Map<string, Price | undefined>();

  constructor(model: CostModel, bodies: BodyTable, calls: CallPrices | undefined) {
    this.#model = model;
    this.#bodies = bodies;
    this.#calls = calls;
  }

  /** Operations with equal texts have equal prices. */
  #idOf(operation: OperationKey): string {
    const id = operationId(operation);
    return this.#model.hasPlaces === true ? `${operation.place ?? ''}|${id}` : id;
  }

  priceOf(operation: OperationKey): Price | undefined {
    return remember(this.#prices, this.#idOf(operation), () => {
      const own = this.#model.price(operation);
      if (own !== undefined) return own;
      if (operation.family === 'LibraryFunction') return this.#priceOfMethod(operation);
      if (operation.family === 'Concatenation') return this.#priceOfConcatenation(operation);
      if (operation.family === 'MethodInvocation')
        return operation.name.endsWith('?') ? this.#guess([...CALL, ...UNKNOWN_METHOD], TYPICAL) : undefined;
      const kin = operation.operands.includes('?') ? withKnownTypes(operation) : undefined;
      const sum: Sum | undefined = kin === undefined ? KIN.get(operation.family) : [[kin, 1]];
      return sum === undefined
        ? undefined
        : this.#guess(sum, { basis: 'kin', parameter: GROUPS, deviation: DEVIATION_OF_KIN });
    });
  }

  /** The cost of each element that an operation works on, on top of its price; undefined if size plays no part. */
  elementPriceOf(operation: OperationKey): Price | undefined {
    return remember(this.#elements, this.#idOf(operation), () => {
      const { family, group, operands } = operation;
      const names = [calibratedName(operation), ...(family.startsWith('New') ? ['array'] : [])];
      for (const name of names) {
        const own = this.#model.price(perElement(name, group));
        if (own !== undefined) return own;
      }
      if (family === 'NewArray' || family === 'NewMultiArray') {
        const bytes = BYTES[operands[0] ?? ''] ?? 4;
        return this.#guess([[kind('Addition_int_int'), CLEARED_BYTE * bytes]], {
          basis: 'kin',
          parameter: GROUPS,
          deviation: DEVIATION_OF_KIN,
        });
      }
      // A measured method without a measured size has none that matters.
      if (family === 'LibraryFunction' && this.#model.price(operation) !== undefined) return undefined;
      const call = this.#measuredPrice(operation);
      if (call !== undefined) return call.perElement;
      const summary =
        family === 'Concatenation'
          ? this.#bodies.find(builder('append', ['String']))
          : family === 'LibraryFunction'
            ? this.#bodies.find(operation)
            : undefined;
      if (summary === undefined) return undefined;
      const sized = this.#sumOf(summary.sized);
      const sum = sized.length === 0 ? (UNSEEN_LOOPS.get(operation.name) ?? []) : sized;
      return sum.length === 0 ? undefined : this.#ofBody(operation, sum);
    });
  }

  /** The price of a call that was measured elsewhere: its operations, times what they missed on that machine. */
  #measuredPrice(
    operation: OperationKey,
  ): { readonly price: Price | undefined; readonly perElement: Price | undefined } | undefined {
    if (operation.family !== 'LibraryFunction' || this.#calls === undefined) return undefined;
    const body = measuredBody(operation, this.#bodies.find(operation) ?? UNKNOWN_BODY, this.#calls);
    if (body === undefined) return undefined;
    const guess = (sum: Sum): Price | undefined =>
      this.#guess(sum, {
        basis: 'call',
        parameter: hashName(operation.name) % GROUPS,
        deviation: DEVIATION_OF_CALL,
      });
    const sized = this.#sumOf(body.sized);
    return {
      price: guess([...times(callOf(operation), body.factor), ...this.#sumOf(body.fixed)]),
      perElement: sized.length === 0 ? undefined : guess(sized),
    };
  }

  #priceOfMethod(operation: OperationKey): Price | undefined {
    const measured = this.#measuredPrice(operation);
    if (measured?.price !== undefined) return measured.price;
    // The body of what makes a record's methods is not that of these.
    const summary = operation.name === MAKER_OF_RECORD_METHODS ? undefined : this.#bodies.find(operation);
    if (summary !== undefined)
      return this.#ofBody(operation, [...callOf(operation), ...this.#sumOf(summary.fixed)]);
    const method = operation.name.slice(operation.name.lastIndexOf('.') + 1);
    const factor = BY_NAME.find(([name]) => name.test(method))?.[1] ?? 1;
    return this.#guess(times(UNKNOWN_METHOD, factor), TYPICAL);
  }

  /** A builder, what is appended, and a text of it: what javac made of `+` before it left that to the JVM. */
  #priceOfConcatenation(operation: OperationKey): Price | undefined {
    const calls = [
      builder('<init>'),
      ...operation.operands.map(() => builder('append', ['String'])),
      builder('toString'),
    ];
    const sums = calls.map((call): Sum | undefined => {
      const summary: BodySummary | undefined = this.#bodies.find(call);
      return summary && [...callOf(call), ...this.#sumOf(summary.fixed)];
    });
    const known = sums.flatMap((sum) => sum ?? []);
    return known.length === 0 ? undefined : this.#ofBody(operation, known);
  }

  #sumOf(counts: Float64Array): Sum {
    return Array.from(counts, (count, index) => [at(KINDS, index), count] as const).filter(
      ([, count]) => count > 0,
    );
  }

  #ofBody({ name }: OperationKey, sum: Sum): Price | undefined {
    return this.#guess(sum, {
      basis: 'body',
      parameter: hashName(name) % GROUPS,
      deviation: DEVIATION_OF_BODY,
    });
  }

  /** The cost of operations together; those that the model lacks cost what their kin does. */
  #guess(sum: Sum, { basis, parameter, deviation }: Guess): Price | undefined {
    const coefficients = new Map<number, number>();
    let noise = 0;
    const add = (parts: Sum, factor: number): void => {
      for (const [operation, count] of parts) {
        const price = this.#model.price(operation);
        if (price === undefined) {
          const kin = kinOf(operation);
          if (kin !== undefined) add(kin, factor * count);
          continue;
        }
        noise += factor * count * price.noise;
        for (const term of price.terms)
          coefficients.set(
            term.parameter,
            (coefficients.get(term.parameter) ?? 0) + factor * count * term.coefficient,
          );
      }
    };
    add(sum, 1);
    if (coefficients.size === 0) return undefined;
    const terms = Array.from(coefficients, ([index, coefficient]) => ({ parameter: index, coefficient }));
    const mean = meanOf({ terms, noise }, this.#model);
    const own = { parameter: this.#model.parameters.length + parameter, coefficient: mean * deviation };
    return { terms: [...terms, own], noise, basis };
  }
}

/** The price of a library call without its body; undefined if the model has none of calls. */
export function callPrice(operation: OperationKey, model: CostModel): Price | undefined {
  const parts = callOf(operation).flatMap(([part, count]) => {
    const price = model.price(part);
    return price === undefined ? [] : [{ price, count }];
  });
  if (parts.length === 0) return undefined;
  return {
    terms: parts.flatMap(({ price, count }) =>
      price.terms.map(({ parameter, coefficient }) => ({ parameter, coefficient: count * coefficient })),
    ),
    noise: parts.reduce((sum, { price, count }) => sum + count * price.noise, 0),
  };
}

/** The operation with `int`, or a reference where only one will do, in the place of types that were not found. */
function withKnownTypes({ family, name, operands, size }: OperationKey): OperationKey | undefined {
  const type = operands.includes('null') || family === 'Return' || family === 'Parameter' ? 'Object' : 'int';
  const known = operands.map((operand) => (operand === '?' ? type : operand));
  return name.includes('?') ? operationKey(family, known, size) : undefined;
}

function remember<T>(known: Map<string, T>, id: string, make: () => T): T {
  const before = known.get(id);
  if (before !== undefined || known.has(id)) return before as T;
  const made = make();
  known.set(id, made);
  return made;
}

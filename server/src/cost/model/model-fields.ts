/**
 * Members that model files have in common, and their problems in words: what is there, and what is expected in its
 * place.
 *
 * Sits in `cost/`, under `model-file.ts`.
 */
import * as v from 'valibot';
import { isAmount } from '../../base/measure';
import { amount, count, type Described, list, means, number, optional, text } from '../../base/shapes';
import type { Joules, Share } from '../../base/units';

export interface ModelProblem {
  readonly file: string;
  /** `parameters[12].mean`; empty for the file as a whole. */
  readonly place: string;
  readonly message: string;
}

/** Takes a JSON path and the sentence that follows it. */
export type Report = (place: string, message: string) => void;

type Words = (issue: Pick<v.BaseIssue<unknown>, 'input'>) => string;

/** The words of a problem that say what is expected. */
export function expecting(expected: string): Words {
  return ({ input }) => `is ${describeValue(input)}; ${expected}`;
}

/** An object whose missing members have the words of wrong ones. */
export function members<const E extends v.ObjectEntries>(
  entries: E,
  expected = 'an object is expected',
): v.ObjectSchema<E, (issue: v.ObjectIssue) => string> {
  return v.object(entries, (issue) => {
    const entry = entries[String(issue.path?.[0].key)];
    const words = entry !== undefined && 'message' in entry ? entry.message : expecting(expected);
    return typeof words === 'function' ? (words as Words)(issue) : String(words);
  });
}

/** A list whose entries have different names. */
export function entriesOf<S extends v.GenericSchema>(
  entry: S,
  nameOf: (entry: v.InferOutput<S>) => string,
  least = 1,
): v.GenericSchema<v.InferInput<S>[], v.InferOutput<S>[]> {
  const words = expecting('a list with at least one entry is expected');
  return v.pipe(
    v.array(entry, words),
    v.minLength(least, words),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return;
      const places = new Map<string, number>();
      for (const [key, value] of dataset.value.entries()) {
        const name = nameOf(value);
        const first = places.get(name);
        if (first === undefined) places.set(name, key);
        else
          addIssue({
            message: `names ${name} again, after [${first}]: remove one of the two`,
            path: [{ type: 'array', origin: 'value', input: dataset.value, key, value }],
          });
      }
    }),
  );
}

const words = expecting('a text is expected');
export const label = v.pipe(v.string(words), v.trim(), v.nonEmpty(words));

export const energy = means(
  v.custom<Joules>(isAmount, ({ input }) => expecting(wayOutOf(input))({ input })),
  '',
  { unit: 'J' },
);

/** A cost as a regression without bounds gives it, which may be below 0. */
export const fittedEnergy = v.custom<Joules>(Number.isFinite, ({ input }) =>
  expecting(wayOutOf(input))({ input }),
);

function wayOutOf(value: unknown): string {
  if (typeof value === 'number' && Number.isFinite(value))
    return 'no operation gives energy back: measure it again, or remove the entry';
  return typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value))
    ? 'write the number without quotes'
    : 'a finite number of joules is expected: measure it again, or remove the entry';
}

/** A wrong value as a message shows it. */
export function describeValue(value: unknown): string {
  if (value === undefined) return 'missing';
  if (typeof value === 'string') return `the text "${value.length > 40 ? `${value.slice(0, 40)}…` : value}"`;
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return String(value);
  return Array.isArray(value) ? `a list of ${value.length}` : 'an object';
}

export const namedCost = { name: label, mean: energy, sd: energy };
export interface NamedCost {
  readonly name: string;
  readonly mean: Joules;
  readonly sd: Joules;
}

const judgedMethods = {
  methods: count(),
  rank: number("Spearman's."),
  off: amount('Holds 90 % of the modeled energy.'),
};

/** How far a model is off for methods of programs that it was not fitted to. */
const transferSchema = v.array(
  v.object({
    ran: v.picklist(['interpreter', 'jit']),
    jvm: label,
    machine: label,
    date: label,
    ...judgedMethods,
    each: list(v.object({ name: text(), ...judgedMethods })),
  }),
  expecting("a list is expected, as 'jouleline evaluate --out' writes it"),
);
export type TransferError = Described<typeof transferSchema>[number];

/** The members that every kind of model file has. */
export const header = {
  id: means(label, 'Unique.'),
  title: label,
  machine: means(label, 'Shown beside every energy.'),
  mode: v.picklist(
    ['interpreter', 'jit'],
    expecting('write "interpreter" or "jit", as the costs were measured'),
  ),
  unit: optional(v.literal('J', expecting('energies are in joules: convert them and write "J"'))),
  local: optional(means(v.boolean(expecting('write true or false')), 'Measured on your machine.')),
  jvm: optional(label),
  source: means(label, 'Who measured it.'),
  noiseSd: v.optional(means(energy, 'Of one execution.'), 0),
  relativeSd: optional(
    means(
      v.custom<Share>(
        (value) => isAmount(value) && value < 100,
        expecting('a share of 0 or more is expected'),
      ),
      "By what share a program's total is off, as programs that were left out of the fit have shown.",
    ),
  ),
  transfer: optional(means(transferSchema, 'Measured on methods of other programs.')),
};

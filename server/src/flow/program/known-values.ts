/**
 * Finds what the places hold that the formulas of a program's members read: parameters, fields and results.
 *
 * Sits in `flow/`, over the formulas that `source/read-formulas.ts` writes. A place has the mean of all that it is given:
 * a call with 10 and one with 1,000 make a parameter of 100. What nobody knows is left out of it.
 */
import { at } from '../../base/check';
import { addTo } from '../../base/groups';
import type { Steps } from '../../base/steps';
import {
  evaluateFormula,
  type ValueFormula,
  type KnownValue,
  meanValue,
  placesIn,
  type ValuePlace,
} from '../source/formula';
import { GIVEN_NUMBER } from '../source/assumptions';

/** The facts that the members of one file tell, in a form that stays the same object while it does. */
export interface ToldValues {
  /** Places, each with a formula behind a blank; `?` for a place whose value depends on the one before. */
  readonly facts: readonly string[];
  /** The rounds of loops. */
  readonly rounds: readonly ValueFormula[];
  /** The supertypes of the file's classes. */
  readonly supertypes: ReadonlyMap<string, readonly string[]>;
}

/** Values that depend on one another in a circle settle within some rounds; those that do not stay as they are. */
const MOST_ROUNDS = 4;
const PLACES_A_STEP = 1000;
const FACTS_A_STEP = 2000;
/** A method with more bodies has no one size. */
const MOST_BODIES = 32;

export class KnownValues {
  readonly #files = new Map<string, ToldValues>();
  /** Formulas by the place that they give a value to. */
  readonly #told = new Map<ValuePlace, ValueFormula[]>();
  readonly #supertypes = new Map<string, readonly string[]>();
  /** Places of results by name and descriptor of their methods. */
  readonly #results = new Map<string, Set<ValuePlace>>();
  /** True while values are not solved for what is told: an update that is broken off leaves that to the next. */
  #isOld = false;
  #certain: ReadonlyMap<ValuePlace, KnownValue> = new Map();
  #likely: ReadonlyMap<ValuePlace, KnownValue> = new Map();

  /** Takes the program as it is now. Returns whether any value may have changed. */
  *update(files: ReadonlyMap<string, ToldValues>): Steps<boolean> {
    for (const [path, before] of this.#files)
      if (!sameValues(files.get(path), before)) {
        this.#remove(path, before);
        this.#isOld = true;
        yield;
      }
    let added = 0;
    for (const [path, now] of files)
      if (!this.#files.has(path)) {
        this.#add(path, now);
        this.#isOld = true;
        added += now.facts.length;
        if (added < FACTS_A_STEP) continue;
        added = 0;
        yield;
      }
    if (!this.#isOld) return false;
    yield;
    const places = yield* this.#placesInUse();
    const certain = new Map<ValuePlace, KnownValue>();
    yield* this.#solve(places, certain, undefined);
    this.#certain = new Map(certain);
    const open = new Map([...places].filter(([place]) => !certain.has(place)));
    yield* this.#solve(open, certain, GIVEN_NUMBER);
    this.#likely = certain;
    this.#isOld = false;
    return true;
  }

  /** The rounds of a loop; undefined where nobody tells them. */
  knownRounds(formula: ValueFormula): number | undefined {
    const value =
      evaluateFormula(formula, (place) => this.#certain.get(place)) ??
      evaluateFormula(formula, (place) => this.#likely.get(place), GIVEN_NUMBER);
    const [rounds = NaN] = value ?? [];
    // A size below zero is a mark.
    return rounds >= 0 ? rounds : undefined;
  }

  #add(path: string, file: ToldValues): void {
    this.#files.set(path, file);
    for (const [type, supertypes] of file.supertypes) this.#supertypes.set(type, supertypes);
    for (const fact of file.facts) {
      const [place, formula] = splitFact(fact);
      addTo(this.#told, place, formula);
      if (!place.endsWith(')') && place.includes('(') && !place.includes('#')) {
        const signature = place.slice(place.indexOf('.'));
        const places = this.#results.get(signature) ?? new Set();
        this.#results.set(signature, places.add(place));
      }
    }
  }

  #remove(path: string, { facts, supertypes }: ToldValues): void {
    this.#files.delete(path);
    // Another file may declare the type, too.
    for (const [type, names] of supertypes)
      if (this.#supertypes.get(type) === names) this.#supertypes.delete(type);
    for (const fact of facts) {
      const [place, formula] = splitFact(fact);
      const told = this.#told.get(place);
      const index = told?.indexOf(formula) ?? -1;
      if (index >= 0) told?.splice(index, 1);
    }
  }

  /** The formulas of a place, those of the methods included that override it or that it overrides. */
  #formulasOf(place: ValuePlace): readonly ValueFormula[] {
    const own = this.#told.get(place) ?? [];
    const dot = place.indexOf('.');
    const [type, signature] = [place.slice(0, dot), place.slice(dot)];
    if (!signature.includes('(') || signature.startsWith('.<init>')) return own;
    if (signature.includes('#')) {
      const declared = this.#supertypes.get(type) ?? [];
      return [own, ...declared.map((each) => this.#told.get(each + signature) ?? [])].flat();
    }
    const bodies = [...(this.#results.get(signature) ?? [])].filter((other) =>
      this.#supertypes.get(other.slice(0, other.indexOf('.')))?.includes(type),
    );
    if (bodies.length > MOST_BODIES) return own;
    return [own, ...bodies.map((other) => this.#told.get(other) ?? [])].flat();
  }

  /**
   * The places that rounds of loops depend on with their formulas, each behind those that it depends on itself unless they
   * form a circle.
   */
  *#placesInUse(): Steps<ReadonlyMap<ValuePlace, readonly ValueFormula[]>> {
    const found = new Map<ValuePlace, readonly ValueFormula[]>();
    const seen = new Set<ValuePlace>();
    let steps = 0;
    for (const { rounds } of this.#files.values()) {
      const pending: { readonly place: ValuePlace; readonly formulas?: readonly ValueFormula[] }[] = [];
      const enter = (formulas: readonly ValueFormula[]): void => {
        for (const formula of formulas)
          for (const place of placesIn(formula)) if (!seen.has(place)) pending.push({ place });
      };
      enter(rounds);
      for (let entry = pending.pop(); entry !== undefined; entry = pending.pop()) {
        const { place, formulas: done } = entry;
        if (done !== undefined) found.set(place, done);
        else if (!seen.has(place)) {
          seen.add(place);
          const formulas = this.#formulasOf(place);
          pending.push({ place, formulas });
          enter(formulas);
        }
        if (++steps % PLACES_A_STEP === 0) yield;
      }
      if (++steps % PLACES_A_STEP === 0) yield;
    }
    return found;
  }

  /** Adds the values of places to `values`. */
  *#solve(
    places: ReadonlyMap<ValuePlace, readonly ValueFormula[]>,
    values: Map<ValuePlace, KnownValue>,
    given: number | undefined,
  ): Steps<void> {
    const valueOf = (place: ValuePlace): KnownValue | undefined => values.get(place);
    for (let round = 0; round < MOST_ROUNDS; round++) {
      let hasChanged = false;
      let index = 0;
      for (const [place, formulas] of places) {
        const known = formulas.includes('?')
          ? []
          : formulas
              .map((formula) => evaluateFormula(formula, valueOf, given))
              .filter((value) => value !== undefined);
        const value = meanValue(known);
        if (value !== undefined && !isClose(value, values.get(place))) {
          values.set(place, value);
          hasChanged = true;
        }
        if (++index % PLACES_A_STEP === 0) yield;
      }
      if (!hasChanged) return;
    }
  }
}

function splitFact(fact: string): readonly [ValuePlace, ValueFormula] {
  const blank = fact.indexOf(' ');
  return [fact.slice(0, blank), fact.slice(blank + 1)];
}

/** True if two versions of a file tell the same, and ask for the same. */
export function sameValues(one: ToldValues | undefined, other: ToldValues): boolean {
  if (one === other) return true;
  return (
    one !== undefined &&
    sameTexts(one.facts, other.facts) &&
    sameTexts(one.rounds, other.rounds) &&
    sameTypes(one, other)
  );
}

function sameTexts(one: readonly string[], other: readonly string[]): boolean {
  return one === other || (one.length === other.length && one.every((text, index) => text === other[index]));
}

function sameTypes({ supertypes: one }: ToldValues, { supertypes: other }: ToldValues): boolean {
  return (
    one.size === other.size && [...one].every(([type, names]) => sameTexts(names, other.get(type) ?? []))
  );
}

function isClose(value: KnownValue, before: KnownValue | undefined): boolean {
  return (
    before?.length === value.length &&
    value.every((number, level) => {
      const old = at(before, level);
      return Object.is(number, old) || Math.abs(number - old) <= 0.01 * Math.abs(old);
    })
  );
}

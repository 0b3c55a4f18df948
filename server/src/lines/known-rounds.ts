/**
 * Members with the rounds of their loops as all other members tell them.
 *
 * Sits in `lines/`, between the session, which has the members, and `flow/program/known-values.ts`.
 */
import type { MemberRecord } from '../analysis/file-operations';
import type { Steps } from '../base/steps';
import { type ToldValues, KnownValues, sameValues } from '../flow/program/known-values';
import { regionsWithin, replaceRounds } from '../flow/source/frequencies';
import type { ValueFormula } from '../flow/source/formula';
import type { MemberOperations } from '../operations/catalogue/operation';

interface KnownList {
  readonly version: number;
  readonly members: readonly MemberRecord[];
}

interface KnownOperations {
  readonly rounds: readonly (number | undefined)[];
  readonly operations: MemberOperations;
}

export class KnownRounds {
  readonly #values = new KnownValues();
  /** Raised when values change. */
  #version = 0;
  readonly #lists = new WeakMap<readonly MemberRecord[], KnownList>();
  readonly #known = new WeakMap<MemberOperations, KnownOperations>();

  /** Takes all files as they are now. Returns whether the rounds of any loop may have changed. */
  *update(files: Iterable<readonly [path: string, members: readonly MemberRecord[]]>): Steps<boolean> {
    const values = new Map<string, ToldValues>();
    for (const [path, members] of files) {
      values.set(path, valuesOf(members));
      yield;
    }
    const hasChanged = yield* this.#values.update(values);
    if (hasChanged) this.#version++;
    return hasChanged;
  }

  /** The same list for the same members, while no value changes. */
  settleAll(members: readonly MemberRecord[]): readonly MemberRecord[] {
    const before = this.#lists.get(members);
    if (before?.version === this.#version) return before.members;
    const settled = members.map((member) => this.#settle(member));
    const isSame = settled.every((member, index) => member === (before?.members ?? members)[index]);
    const made = isSame ? (before?.members ?? members) : settled;
    this.#lists.set(members, { version: this.#version, members: made });
    return made;
  }

  #settle(member: MemberRecord): MemberRecord {
    const { operations } = member;
    const formulas = roundsIn(operations);
    if (formulas.length === 0) return member;
    const rounds = formulas.map((formula) => this.#values.knownRounds(formula));
    const before = this.#known.get(operations);
    if (before?.rounds.every((one, index) => one === rounds[index]) === true)
      return before.operations === operations ? member : { ...member, operations: before.operations };
    const known = new Map(formulas.map((formula, index) => [formula, rounds[index]]));
    const isKnown = rounds.some((one) => one !== undefined);
    const settled = isKnown
      ? { ...operations, region: replaceRounds(operations.region, (formula) => known.get(formula)) }
      : operations;
    this.#known.set(operations, { rounds, operations: settled });
    return isKnown ? { ...member, operations: settled } : member;
  }
}

const rememberedRounds = new WeakMap<MemberOperations, readonly ValueFormula[]>();

/** The formulas of a member's loops. Operations are immutable. */
function roundsIn(operations: MemberOperations): readonly ValueFormula[] {
  const known = rememberedRounds.get(operations);
  if (known !== undefined) return known;
  const found = regionsWithin(operations.region).flatMap((region) =>
    region.kind === 'loop' && region.rounds !== undefined ? [region.rounds] : [],
  );
  rememberedRounds.set(operations, found);
  return found;
}

const rememberedValues = new WeakMap<readonly MemberRecord[], ToldValues>();

function valuesOf(members: readonly MemberRecord[]): ToldValues {
  const known = rememberedValues.get(members);
  if (known !== undefined) return known;
  const supertypes = new Map<string, readonly string[]>();
  for (const { key, facts } of members)
    if (facts !== undefined) supertypes.set(key.slice(0, key.indexOf('.')), facts.supertypes);
  const made: ToldValues = {
    facts: members.flatMap(({ facts }) => facts?.values ?? []),
    rounds: members.flatMap(({ operations }) => roundsIn(operations)),
    supertypes,
  };
  rememberedValues.set(members, made);
  return made;
}

/** True if two versions of a file tell other members the same, and ask them for the same. */
export function tellSame(before: readonly MemberRecord[], after: readonly MemberRecord[]): boolean {
  return sameValues(valuesOf(before), valuesOf(after));
}

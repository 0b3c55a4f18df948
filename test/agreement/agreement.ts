/**
 * Adds up how far two front ends agree: by group, by operation, by statement.
 */
import type { SetAsideRule } from './bytecode-rules';
import { CHECKED_GROUPS, type CheckedGroup } from './comparable-operations';
import type { Counted } from './statement-tally';

export interface GroupAgreement {
  /** Operations that each front end has, and that both have in the same statement. */
  readonly source: number;
  readonly bytecode: number;
  readonly matched: number;
  /** matched / bytecode; `null` where there are none. */
  readonly recall: number | null;
  /** matched / source. */
  readonly precision: number | null;
}

export interface OperationDisagreement {
  readonly group: CheckedGroup;
  readonly operation: string;
  /** The operations in bytecode only (missed) and in source only (invented). */
  readonly missed: number;
  readonly invented: number;
}

export interface StatementDisagreement {
  readonly path: string;
  /** The line, counted from 1. */
  readonly line: number;
  readonly text: string;
  readonly operations: readonly OperationDisagreement[];
}

export interface Agreement {
  readonly groups: Readonly<Record<CheckedGroup, GroupAgreement>>;
  /** Operations of bytecode, by the rule that set them aside; their share of all of bytecode's. */
  readonly setAside: { readonly share: number; readonly rules: Readonly<Record<string, number>> };
  /** The most frequent disagreements, and the statements with the most. */
  readonly disagreements: readonly OperationDisagreement[];
  readonly worst: readonly StatementDisagreement[];
}

export interface AgreementSums {
  setAside(rule: SetAsideRule): void;
  add(place: Omit<StatementDisagreement, 'operations'>, agreements: readonly Readonly<Counted>[]): void;
  result(): Agreement;
}

const MOST_DISAGREEMENTS = 60;
const MOST_STATEMENTS = 100;

export function sumAgreement(): AgreementSums {
  const groups = new Map(CHECKED_GROUPS.map((group) => [group, { source: 0, bytecode: 0, matched: 0 }]));
  const rules = new Map<SetAsideRule, number>();
  const operations = new Map<string, OperationDisagreement>();
  const worst: StatementDisagreement[] = [];

  const addOne = ({
    group,
    name,
    source,
    bytecode,
  }: Readonly<Counted>): OperationDisagreement | undefined => {
    const matched = Math.min(source, bytecode);
    const sums = groups.get(group);
    if (sums !== undefined) {
      sums.source += source;
      sums.bytecode += bytecode;
      sums.matched += matched;
    }
    if (source === bytecode) return undefined;
    const one = { group, operation: name, missed: bytecode - matched, invented: source - matched };
    const key = `${group} ${name}`;
    const { missed = 0, invented = 0 } = operations.get(key) ?? {};
    operations.set(key, { ...one, missed: missed + one.missed, invented: invented + one.invented });
    return one;
  };

  const agreementOf = (group: CheckedGroup): GroupAgreement => {
    const { source, bytecode, matched } = groups.get(group) ?? { source: 0, bytecode: 0, matched: 0 };
    return { source, bytecode, matched, recall: share(matched, bytecode), precision: share(matched, source) };
  };

  return {
    setAside(rule) {
      rules.set(rule, (rules.get(rule) ?? 0) + 1);
    },
    add(place, agreements) {
      const differing = agreements.flatMap((counted) => addOne(counted) ?? []);
      if (differing.length === 0) return;
      worst.push({ ...place, operations: differing });
      if (worst.length > 20 * MOST_STATEMENTS) keepWorst(worst);
    },
    result() {
      keepWorst(worst);
      const aside = [...rules.values()].reduce((sum, count) => sum + count, 0);
      const compared = [...groups.values()].reduce((sum, { bytecode }) => sum + bytecode, 0);
      return {
        groups: {
          arithmetic: agreementOf('arithmetic'),
          comparison: agreementOf('comparison'),
          array: agreementOf('array'),
          field: agreementOf('field'),
          invoke: agreementOf('invoke'),
          allocation: agreementOf('allocation'),
          conversion: agreementOf('conversion'),
        },
        setAside: {
          share: share(aside, aside + compared) ?? 0,
          rules: Object.fromEntries([...rules].sort(([, one], [, other]) => other - one)),
        },
        disagreements: [...operations.values()]
          .sort((one, other) => other.missed + other.invented - one.missed - one.invented)
          .slice(0, MOST_DISAGREEMENTS),
        worst,
      };
    },
  };
}

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

function weightOf({ operations }: StatementDisagreement): number {
  return operations.reduce((sum, { missed, invented }) => sum + missed + invented, 0);
}

function keepWorst(worst: StatementDisagreement[]): void {
  worst.sort((one, other) => weightOf(other) - weightOf(one));
  worst.length = Math.min(worst.length, MOST_STATEMENTS);
}

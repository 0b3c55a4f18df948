/**
 * The details that a model file gives of its own making, as far as it does:
 * they are for people, are read with care, and are never needed to compute
 * anything.
 *
 * Sits in `models/`; docs/research/cost-model.md describes `fit`.
 */
import type { Joules, Share } from '../../base/units';

export interface FitDetails {
  /** The method of the fit; empty where the file does not say. */
  readonly method: string;
  readonly checks: readonly { readonly passed: boolean; readonly message: string }[];
  /** Names and values, in their order. */
  readonly facts: readonly (readonly [string, string])[];
  /** Measured and predicted, of cases, windows or cells. */
  readonly residuals: readonly (readonly [Joules, Joules])[];
  /** The operations' shares of the energy that the model gives all cases, by falling unit cost. */
  readonly shares: readonly (readonly [name: string, share: Share])[];
  /** The groups of operations that always ran together, each with a sentence that names its members. */
  readonly groups: readonly { readonly members: readonly string[]; readonly message: string }[];
  /** Draws of each chain, by parameter. */
  readonly chains: readonly { readonly name: string; readonly draws: readonly (readonly number[])[] }[];
}

type Json = Readonly<Record<string, unknown>>;

export function readFitDetails(text: string): FitDetails {
  const root = asObject(JSON.parse(text.replace(/^\uFEFF/, '')));
  const fit = asObject(root['fit']);
  const goodness = asObject(fit['goodness']);
  const validation = asObject(fit['crossValidation']);
  const overall = asObject(validation['overall']);
  const facts = [
    ['method', fit['method']],
    ['cases', fit['cases'] ?? fit['measurements']],
    ['costs told apart (rank)', fit['rank']],
    ['condition number', fit['conditionNumber']],
    ['R²', goodness['rSquared']],
    ['r', goodness['r']],
    ['NMAE', goodness['nmae']],
    ['AEE', goodness['aee']],
    ['R² of cases left out', overall['rSquared']],
    ['NMAE of cases left out', overall['nmae']],
    ['parts of the cross-validation', validation['folds']],
    ['deviation of a case (J)', fit['residualSd']],
    ['outliers', fit['outliers']],
    ['times stand in for energies', fit['isProxy'] === true ? 'yes: a proxy' : undefined],
  ] as const;
  return {
    method: typeof fit['method'] === 'string' ? fit['method'] : '',
    checks: asList(root['checks']).map((check) => {
      const { passed, message } = asObject(check);
      return { passed: passed === true, message: String(message) };
    }),
    facts: facts.flatMap(([name, value]) => {
      if (typeof value === 'number') return [[name, String(Number(value.toPrecision(4)))]];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
    residuals: asList(fit['residuals']).flatMap((pair) => {
      const [measured, predicted] = numbersOf(pair);
      return measured === undefined || predicted === undefined ? [] : [[measured, predicted]];
    }),
    shares: asList(fit['shares']).flatMap((pair) => {
      const [name, share] = asList(pair);
      return typeof name === 'string' && typeof share === 'number' ? [[name, share]] : [];
    }),
    groups: asList(fit['groups']).map((group) => {
      const { members, message } = asObject(group);
      return { members: asList(members).map(String), message: String(message) };
    }),
    chains: asList(fit['chains']).map((each) => {
      const { name, draws } = asObject(each);
      return { name: String(name), draws: asList(draws).map(numbersOf) };
    }),
  };
}

function asObject(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function numbersOf(value: unknown): readonly number[] {
  return asList(value).filter((each): each is number => typeof each === 'number' && Number.isFinite(each));
}

/**
 * Blocks of a switch, statement or expression, old or with arrows.
 *
 * Sits in `flow/`, under `source-blocks.ts`. Labels are taken to be equally
 * likely; cases that fall into the next one run one after another.
 */
import type { SwitchBody, SwitchCase } from '../../java/syntax/ast';
import type { Divider, Frames } from '../paths/divider';
import { divideExpression } from './expression-blocks';
import { addJumps, completing, inSequence, NOTHING, perhaps, sequenceOf, type BodyPart } from './parts';
import type { Region } from './region';

type DivideStatements = (entry: SwitchCase) => BodyPart;

export function divideSwitchStatement(body: SwitchBody, frames: Frames, divider: Divider): BodyPart {
  const target = {};
  const inside = [...frames, { breakTarget: target }];
  return divideSwitch(body, divider, (entry) => divider.statements(entry.body, entry.end, inside), {
    target,
    exhaustive: false,
  });
}

/** Jumps out of the expression can't be: only `yield` ends it (JLS 15.28). */
export function divideSwitchExpression(body: SwitchBody, divider: Divider): Region {
  const target = {};
  const inside = [{ yieldTarget: target }];
  return divideSwitch(body, divider, (entry) => divider.statements(entry.body, entry.end, inside), {
    target,
    exhaustive: true,
  }).region;
}

/** `target` is what `break` and `yield` inside jump to; `exhaustive` switches (all expressions are) always run a case. */
function divideSwitch(
  body: SwitchBody,
  divider: Divider,
  divideStatements: DivideStatements,
  { target, exhaustive }: { readonly target: object; readonly exhaustive: boolean },
): BodyPart {
  const name = divider.table.nameConstruct('switch');
  const selector = divideExpression(body.selector, divider);
  const hasDefault =
    exhaustive || body.cases.some((entry) => entry.labels.some((label) => label.kind === 'default'));
  const labelCount = sum(body.cases.map((entry) => Math.max(1, entry.labels.length))) + (hasDefault ? 0 : 1);
  const cases = body.cases.map((entry, index) => ({
    chance: Math.max(1, entry.labels.length) / labelCount,
    part: endArrow(
      entry,
      target,
      divideCase(entry, `${name}.${caseName(entry, index)}`, divider, divideStatements),
    ),
  }));
  const chains = chainCases(cases);
  const unmatched = hasDefault && chains.length > 0 ? 0 : 1 - sum(chains.map((chain) => chain.chance));
  const alternatives = chains.map((chain) => ({ region: chain.part.region, probability: chain.chance }));
  if (unmatched > 0) alternatives.push({ region: NOTHING, probability: unmatched });
  const jumps = new Map<object, number>();
  let completes = unmatched;
  for (const chain of chains) {
    addJumps(jumps, chain.part.jumps, chain.chance);
    completes += chain.chance * chain.part.completes;
  }
  completes = Math.min(1, completes + (jumps.get(target) ?? 0));
  jumps.delete(target);
  const branch: Region[] =
    alternatives.length === 0 ? [] : [{ kind: 'branch', alternatives, basis: 'heuristic' }];
  return {
    region: sequenceOf([...selector, ...branch]),
    completes: nearlyOne(completes),
    jumps,
    divides: name,
  };
}

/** Sums of shares such as 1/3 miss 1 by rounding. */
function nearlyOne(chance: number): number {
  return chance > 1 - 1e-9 ? 1 : chance;
}

function caseName(entry: SwitchCase, index: number): string {
  return entry.labels.length === 1 && entry.labels[0]?.kind === 'default' ? 'default' : `case_${index + 1}`;
}

function divideCase(
  entry: SwitchCase,
  name: string,
  divider: Divider,
  divideStatements: DivideStatements,
): BodyPart {
  const regions: Region[] = [];
  if (entry.guard !== undefined) {
    regions.push(
      divider.table.open(entry.guard, 'guard', `${name}.guard`),
      ...divideExpression(entry.guard, divider),
    );
  }
  regions.push(divider.table.open(entry, name.endsWith('.default') ? 'default' : 'case', name));
  if (entry.value !== undefined) return completing([...regions, ...divideExpression(entry.value, divider)]);
  return inSequence([completing(regions), divideStatements(entry)]);
}

/** An arrow's body never falls into the next case: its end is the switch's end. */
function endArrow(entry: SwitchCase, target: object, part: BodyPart): BodyPart {
  if (!entry.arrow) return part;
  const jumps = new Map(part.jumps);
  addJumps(jumps, new Map([[target, 1]]), part.completes);
  return { region: part.region, completes: 0, jumps };
}

interface CaseChain {
  readonly chance: number;
  readonly part: BodyPart;
}

/** Joins cases that may fall into the next one: of these several may run, one after another. */
function chainCases(cases: readonly CaseChain[]): readonly CaseChain[] {
  const chains: CaseChain[] = [];
  let open: CaseChain[] = [];
  for (const entry of cases) {
    open.push(entry);
    if (entry.part.completes > 0) continue;
    chains.push(joinChain(open));
    open = [];
  }
  if (open.length > 0) chains.push(joinChain(open));
  return chains;
}

function joinChain(cases: readonly CaseChain[]): CaseChain {
  const [only] = cases;
  if (cases.length === 1 && only !== undefined) return only;
  const total = sum(cases.map((entry) => entry.chance));
  const regions: Region[] = [];
  const jumps = new Map<object, number>();
  let reached = 0;
  for (const { chance, part } of cases) {
    reached = nearlyOne(reached + chance / total);
    regions.push(perhaps(part.region, reached, 'heuristic'));
    addJumps(jumps, part.jumps, reached);
    reached *= part.completes;
  }
  return { chance: total, part: { region: sequenceOf(regions), completes: reached, jumps } };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

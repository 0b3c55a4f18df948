/**
 * A merge in words: which sources are hardly of one program and input, and what stands beside the total that counts.
 *
 * Sits in `recordings/`, over `merge-recordings.ts`.
 */
import { methodInWords } from '../../words/text-sections';
import { counted } from '../../base/counted';
import { REACH_OF_90 } from '../../base/distributions';
import type { ImportProblem } from '../model/imported-profile';
import { type Amount, type Evidence, isOfSameCode, isOtherWorkload } from './evidence';
import type { ComponentsOver, MergedComponent, MergedPlace } from './merge-group';
import { REST, sumOfPlaces } from './run-total';

/** Runs of one program whose energies are further apart than this are hardly the same. */
const OTHER_RUN = 1.5;

export function describeRun(component: MergedComponent): readonly ImportProblem[] {
  const { sources, places, isBeside } = component;
  const { own, strangers, counting } = sources;
  if (isBeside)
    return [
      doubt(
        `${namesOf(...own)} tells what a processor takes, of which the recordings tell nothing: it is in no sum`,
      ),
    ];
  const aside = places.filter(({ isAside, chosen }) => isAside && !strangers.includes(chosen));
  const names = [...new Set(aside.flatMap(({ chosen }) => chosen.names))].join(', ');
  const beside = `${counted(aside.length, 'place', 'places')} that only ${names} has ${aside.length === 1 ? 'stands' : 'stand'} beside it, in no sum`;
  const tellsRun = counting.some(({ isWholeRun }) => isWholeRun) || sources.whole !== undefined;
  const teller = sources.whole ?? counting.find(({ isPart }) => !isPart);
  const how = tellsRun
    ? 'tells the whole run'
    : 'lists energies that count as the whole run, unless a row of the level "total" says more';
  return [
    ...[...own, ...strangers, ...sources.totals].flatMap(describeRepeats),
    ...describeDevices(component),
    ...describeOthers(component),
    ...describeTotal(component),
    ...describeOver(component.over ?? []),
    ...(aside.length === 0 || teller === undefined ? [] : [doubt(`${namesOf(teller)} ${how}: ${beside}`)]),
  ];
}

function doubt(message: string): ImportProblem {
  return { message, isDoubt: true };
}

/** Repeated runs that differ more than those of one input do. */
function describeRepeats({ names, totals }: Evidence): readonly ImportProblem[] {
  const [least, most] = [Math.min(...totals), Math.max(...totals)];
  if (most <= OTHER_RUN * least) return [];
  const [low, high] = [least, most].map(
    (total) => `${names[totals.indexOf(total)] ?? ''} says ${figure(total)} J`,
  );
  return [
    {
      message: `${low ?? ''}, but ${high ?? ''}, and their mean counts: were these the same program and input?`,
    },
  ];
}

/** Sources and totals that hardly tell the same run. */
function describeOthers({ sources, device }: MergedComponent): readonly ImportProblem[] {
  const { own, strangers, totals, whole } = sources;
  const best = own.find(({ isPart }) => !isPart) ?? own[0] ?? whole;
  const first = whole ?? own.find(({ isWholeRun, isCounted }) => isWholeRun && !isCounted) ?? best;
  if (best === undefined || first === undefined) return [];
  const rivals = [...totals, ...own.filter(({ isWholeRun }) => isWholeRun)].filter((each) => {
    // A model of another machine tells shares; a table may list less than all.
    if (each === first || (each.isCounted && each.device !== device)) return false;
    const ratio = each.total.mean / first.total.mean;
    const isOfRun = first.isTotal || first.isWholeRun;
    return ratio < 1 / OTHER_RUN || (isOfRun && ratio > OTHER_RUN);
  });
  return [
    ...rivals.map((other): ImportProblem => {
      const both = [first, other].map((each) => describeAmount(each, each.total));
      return {
        message: `${both.join(', but ')}, both of a whole run: were these the same program and input?`,
      };
    }),
    ...strangers.map((other): ImportProblem => {
      const both = [best, other].map((each) => describeAmount(each, each.total)).join(', but ');
      const why = isOfSameCode(best, other) ? '' : ' of other code';
      const known = own.find(({ workload }) => isOtherWorkload(workload, other.workload));
      const ask =
        known === undefined
          ? 'were these the same program and input?'
          : `these are different workloads (${describeWorkload(known)}; ${describeWorkload(other)}).`;
      return { message: `${both}${why}: ${ask} The latter stands beside the first, in no sum` };
    }),
  ];
}

function describeWorkload({ workload: { command, executions } }: Evidence): string {
  const count = executions === undefined ? [] : [counted(executions, 'operation', 'operations')];
  return [...(command === undefined ? [] : [command]), ...count].join(', ');
}

/** Profiles of a machine without a name, beside measurements of a device that has one. */
function describeDevices({ sources: { own, totals }, device }: MergedComponent): readonly ImportProblem[] {
  const local = own.filter((each) => each.isCounted && each.device === '');
  const named = [...own, ...totals].filter((each) => !each.isCounted && each.device !== '');
  if (local.length === 0 || named.length === 0) return [];
  return [
    doubt(
      `${namesOf(...local)} ${local.length === 1 ? 'does' : 'do'} not say on which device it ran, and ${namesOf(...named)} is of ${device}: they are taken for one device, whose energy the profile only divides`,
    ),
  ];
}

/** The parts of a stated total that places have, if they have more or less. */
function describeTotal({ places, sources: { counting, whole } }: MergedComponent): readonly ImportProblem[] {
  const tables = counting.filter(({ isPart, isWholeRun, isCounted }) => !isPart && !isWholeRun && !isCounted);
  const [table] = tables;
  if (whole === undefined || table === undefined) return [];
  const [told, total] = [table.total.mean, whole.total.mean];
  const says = `of the ${figure(total)} J that ${namesOf(whole)} says`;
  if (told > total * (1 + 1e-9))
    return [
      {
        message: `${namesOf(table)} says ${figure(told)} J in all, more than the ${figure(total)} J of its whole: its energies are scaled down to it`,
      },
    ];
  const divided = places.filter(
    ({ isAside, constrainedBy, chosen }) => !isAside && constrainedBy === whole && !counting.includes(chosen),
  );
  if (divided.length > 0) {
    const names = namesOf(...divided.map(({ chosen }) => chosen));
    return [
      doubt(`${figure(sumOfPlaces(divided))} J ${says} are on no line: they are divided as ${names} says`),
    ];
  }
  const rest = places.find(({ place, chosen }) => chosen === whole && place.name === REST);
  return rest === undefined
    ? []
    : [doubt(`${figure(rest.amount.mean)} J ${says} are on no line: they are a row ${REST}`)];
}

/** The places whose components one source says to take more than another says of all together. */
function describeOver(over: readonly ComponentsOver[]): readonly ImportProblem[] {
  const [first] = over;
  if (first === undefined) return [];
  const { place, parts, told } = first;
  const more = over.length === 1 ? '' : `, and so at ${counted(over.length - 1, 'more place')}`;
  const where = placeOf(place);
  const [other, own] = [namesOf(...parts.map(({ chosen }) => chosen)), namesOf(place.chosen)];
  return [
    doubt(
      `${where}: ${other} says ${figure(told)} J of components, more than the ${figure(place.amount.mean)} J of ${own}${more}: components are scaled down to it`,
    ),
  ];
}

function placeOf({ place: { placement, name } }: MergedPlace): string {
  switch (placement.kind) {
    case 'line':
      return `${placement.path}:${placement.line}`;
    case 'method':
      return methodInWords(placement.method.name);
    case 'unplaced':
      return name;
    default:
      return placement.path;
  }
}

function namesOf(...sources: readonly Evidence[]): string {
  return [...new Set(sources.flatMap(({ names }) => names))].join(', ');
}

export function describeAmount(source: Evidence, { mean, variance }: Amount): string {
  const reach = variance === undefined ? '' : ` ± ${figure(REACH_OF_90 * Math.sqrt(variance))}`;
  return `${namesOf(source)} says ${figure(mean)}${reach} J`;
}

function figure(value: number): string {
  return String(Number(value.toPrecision(3)));
}

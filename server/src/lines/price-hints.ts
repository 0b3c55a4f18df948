/**
 * The energy that a piece of advice would save, by the active model.
 *
 * Sits in `lines/`, joining `advice/` and `cost/`. Which share of a line's
 * energy a change takes away follows from the operations of the text; the
 * energy is the line's as it is shown, estimated or of a profiled run. What
 * lines save is taken to err together, so that intervals are no narrower than
 * they are.
 */
import { at, outside as missing, withDefined } from '../base/check';
import type { Hint, Removal, RuleName } from '../advice/hint';
import type { CostModel, Energy } from '../cost/model/cost-model';
import { type CostSettings, costMember, meanOf, priceIndexOf } from '../cost/pricing/price-member';
import { computeFrequencies } from '../flow/source/frequencies';
import type { Region } from '../flow/source/region';
import { blockOf, countSites, keyOf, offsetOf } from '../operations/catalogue/site-table';
import type { Joules, LineIndex, Offset, Share } from '../base/units';
import type { AdvisedMember } from '../analysis/advise-members';
import type { LineIndexOf } from '../base/line-index';
import {
  callOnceCompiled,
  type CompiledSaving,
  compiledSaving,
  isOfPair,
  type EnteredRounds,
  type OtherWork,
  timesOf,
} from '../advice/saved-by-pair';

export interface CostedHint {
  readonly rule: RuleName;
  /** `Grid.blit(int, int)` */
  readonly member: string;
  /** Offsets in the file. */
  readonly start: Offset;
  readonly end: Offset;
  readonly line: LineIndex;
  readonly endLine: LineIndex;
  readonly message: string;
  readonly preconditions: readonly string[];
  readonly source: string;
  /** True if measured pairs show no saving once the code is compiled. */
  readonly isInterpretedOnly: boolean;
  /** True for code that runs seldom, by what the text says of it. */
  readonly isRare: boolean;
  /** The saving once compiled; absent without a measured pair, or a model of compiled code. */
  readonly compiled?: CompiledSaving;
  /**
   * Heat × saving, for order: the energy of the method in a run, with all calls that it is expected to get, times the
   * share that the change saves of it once compiled, or by the model where no pair was measured.
   */
  readonly weight: Joules;
  /** The energy that the change would save; absent if nothing of what it removes is modeled. */
  readonly saving?: Energy;
  /** The energy that the change saves, as a share of the method's energy. */
  readonly shareOfMember: Share;
  /** The number of expected executions that the change removes and that are not modeled. */
  readonly unmodeled: number;
  /**
   * The expected executions of the method's operations that are not modeled and would still be made. If there
   * are any, the method's energy is only a part of the whole.
   */
  readonly unmodeledLeft: number;
  readonly fix?: PlacedFix;
}

/** The least share of its method that a change saves once compiled, to be worth a line. */
export const WORTH: Share = 0.05;

/** The least share of what is easily missed among the rest of its method: a copy of a short text, a look at a map. */
const WORTH_OF_LITTLE: Share = 0.1;
const LITTLE: ReadonlySet<RuleName> = new Set(['append-concatenation', 'bulk-add', 'key-set-get']);

/** The least time of a call of its method: lists and arrays of a few elements save less, whatever is done to them. */
const WORTH_NANOSECONDS = 20;

/** False for what would save next to nothing of its method once compiled, at the rounds that its loop is taken to have. */
export function paysCompiled({ compiled, rule }: CostedHint, least: Share = WORTH): boolean {
  if (compiled === undefined) return true;
  const share = LITTLE.has(rule) ? Math.max(least, WORTH_OF_LITTLE) : least;
  return compiled.shareOfMember >= share && compiled.nanoseconds >= WORTH_NANOSECONDS;
}

/** Rules that change one declaration, or put one call in place of a loop: easily made, whether or not much is saved. */
const EASY: ReadonlySet<RuleName> = new Set(['boxing', 'bulk-copy', 'bulk-fill', 'linked-list-queue', 'synchronized-call']); // prettier-ignore

/**
 * The rounds in a run of the program, by the estimate of its calls and loops, that other changes need. They save a little
 * in each round, and half of the loops in other people's code go through a few elements, which no text says.
 */
const ROUNDS_IN_RUN = 30;

/**
 * The saving in a run, in nanoseconds at the estimated rounds, that lets other changes need fewer rounds: as much as those
 * rounds of most save. Compiling a regular expression, or asking the system for a byte, takes longer than they do.
 */
const SAVED_IN_RUN = 200;

export interface PlacedFix {
  readonly title: string;
  /** Offsets in the file, in the order of the text, without overlaps. */
  readonly edits: readonly { readonly start: Offset; readonly end: Offset; readonly text: string }[];
}

/**
 * The least share of its method's energy that a hint about a thin method must save: calls of such methods are
 * everywhere, and compilers inline most of them.
 */
const THIN_SHARE: Share = 0.1;

/** The energy that is shown for a line: that of one call of its method, or that of the run. */
export interface LineFigure {
  readonly line: LineIndex;
  readonly own: Energy;
  /** The calls that its method is expected to get in a run; absent for a line of a run. */
  readonly expectedCalls?: number | undefined;
}

/** The weights of what would not run any more against what is left: by the shown model, and by one of compiled code. */
export interface HintSettings extends CostSettings {
  readonly compiled?: CostModel | undefined;
}

/** `shown`: the lines of the file. */
export function priceHints(
  members: readonly AdvisedMember[],
  shown: readonly LineFigure[],
  lines: LineIndexOf,
  settings: HintSettings,
): readonly CostedHint[] {
  const energies = new Map(shown.map(({ line, own }) => [line, own]));
  const calls = new Map(shown.map(({ line, expectedCalls }) => [line, expectedCalls ?? 1]));
  return members.flatMap((member) => {
    const sites = weighSites(member, lines, settings);
    const compiledSites =
      settings.compiled && weighSites(member, lines, { ...settings, model: settings.compiled });
    const total = sumOf(sites.own, (line) => energies.get(line)?.mean ?? 0);
    const modeled = member.hints.map((hint): CostedHint => {
      const { saved, unmodeled } = sites.without(hint);
      const [start, end] = [member.bodyStart + hint.span.start, member.bodyStart + hint.span.end];
      const line = lines.lineAt(start);
      const rounds = roundsOf(hint, sites);
      const saving = savingOf(saved, sites.all, energies, replacedShare(hint, rounds));
      const shareOfMember = total > 0 ? Math.min(1, saving.mean / total) : 0;
      const compiled = compiledSites && savingOnceCompiled(hint, compiledSites, rounds);
      return {
        rule: hint.rule,
        member: member.name,
        start,
        end,
        line,
        endLine: lines.lineAt(Math.max(start, end - 1)),
        message: hint.message,
        preconditions: hint.preconditions,
        source: hint.source,
        isInterpretedOnly: hint.isInterpretedOnly === true,
        isRare: hint.isRare === true || isSeldomRun(hint, rounds, compiled, calls.get(line) ?? 1),
        ...(saving.mean > 0 ? { saving } : {}),
        weight: total * (calls.get(line) ?? 1) * (compiled?.shareOfMember ?? shareOfMember),
        ...withDefined({ compiled }),
        shareOfMember,
        unmodeled,
        unmodeledLeft: Math.max(0, sites.unmodeled - unmodeled),
        ...fixOf(hint, member),
      };
    });
    return modeled.filter(({ rule, shareOfMember }) => rule !== 'thin-method' || shareOfMember >= THIN_SHARE);
  });
}

function sumOf(lines: readonly LineIndex[], meanAt: (line: LineIndex) => number): number {
  return lines.reduce((sum, line) => sum + meanAt(line), 0);
}

/** Rules whose change has other calls do what it takes away. */
const DONE_OTHERWISE: ReadonlySet<RuleName> = new Set(['string-concatenation', 'compiled-pattern']);

/** The part of what a change takes away that it saves in an interpreter, as its pair was measured; 1 if nothing takes its place. */
function replacedShare({ rule, pair, loop, removals }: Hint, rounds: EnteredRounds | undefined): Share {
  if (pair === undefined || loop === undefined || rounds === undefined) return 1;
  const isWhole = removals.some(({ span }) => span.start <= loop.start && span.end >= loop.end);
  if (!isWhole && !DONE_OTHERWISE.has(rule)) return 1;
  const times = timesOf(pair, rounds.rounds, 'interpreted');
  return times === undefined ? 1 : Math.max(0, 1 - times.after / times.before);
}

function isSeldomRun(
  { rule, isDoubtful }: Hint,
  rounds: EnteredRounds | undefined,
  compiled: CompiledSaving | undefined,
  calls: number,
): boolean {
  if (rounds === undefined || EASY.has(rule)) return false;
  // What the estimate knows no calls of, as of a framework's, is called once at least.
  const runs = Math.max(1, calls);
  if (runs * rounds.entered * rounds.rounds * rounds.part >= ROUNDS_IN_RUN) return false;
  if (isDoubtful === true || compiled === undefined) return true;
  return (runs * compiled.nanoseconds * rounds.rounds) / compiled.rounds < SAVED_IN_RUN;
}

/** The rounds of a hint's loop, weighed by the text's own operations; undefined for a hint without a loop. */
function roundsOf(hint: Hint, sites: WeighedSites): EnteredRounds | undefined {
  const { loop } = hint;
  return loop && { ...sites.roundsOf(loop), part: sites.partOfRounds(hint, loop) };
}

function savingOnceCompiled(
  hint: Hint,
  sites: WeighedSites,
  rounds: EnteredRounds | undefined,
): CompiledSaving | undefined {
  const { pair, loop } = hint;
  if (pair === undefined || loop === undefined || rounds === undefined) return undefined;
  return compiledSaving(pair, rounds, sites.besides(hint, pair, loop));
}

/** Shares of lines, as the text tells them. */
interface WeighedSites {
  readonly own: readonly LineIndex[];
  /** Cost of each line's operations. */
  readonly all: ReadonlyMap<LineIndex, number>;
  /** The number of expected executions that are not modeled. */
  readonly unmodeled: number;
  /** The times that a loop is entered in one call, and the rounds each time. */
  readonly roundsOf: (loop: Hint['span']) => Omit<EnteredRounds, 'part'>;
  /** The share of a loop's rounds in which the code of a hint is expected to run. */
  readonly partOfRounds: (hint: Hint, loop: Hint['span']) => Share;
  /** Cost of the operations that a pair doesn't have, in compiled code; what is not modeled is left out. */
  readonly besides: (hint: Hint, pair: string, loop: Hint['span']) => OtherWork;
  readonly without: (hint: Hint) => {
    readonly saved: ReadonlyMap<LineIndex, number>;
    readonly unmodeled: number;
  };
}

function weighSites(
  { operations, bodyStart }: AdvisedMember,
  lines: LineIndexOf,
  settings: CostSettings,
): WeighedSites {
  const { sites, keys, blocks, region } = operations;
  const { pricing } = costMember(operations, settings);
  const entries: (Pick<EnteredRounds, 'entered' | 'rounds'> & {
    readonly loop: Region & { readonly kind: 'loop' };
  })[] = [];
  computeFrequencies(region, settings.mode, {
    assumptions: settings.assumptions,
    onLoop: (loop, entered, rounds) => {
      entries.push({ loop, entered, rounds });
    },
  });
  const count = countSites(sites);
  const lineAt = (site: number): LineIndex => lines.lineAt(bodyStart + offsetOf(sites, site));
  const costOf = (site: number): number | undefined =>
    priceOf(pricing.prices[priceIndexOf(operations, site, pricing)], settings.model);
  const all = new Map<LineIndex, number>();
  let unmodeledInAll = 0;
  for (let site = 0; site < count; site++) {
    const runs = pricing.frequencies[blockOf(sites, site)] ?? missing(site);
    const cost = costOf(site);
    if (cost === undefined) unmodeledInAll += runs;
    add(all, lineAt(site), (cost ?? 0) * runs);
  }
  /** The loop at a place, with its body; undefined if no loop is known there. */
  const entryAt = (span: Hint['span']) => {
    for (const entry of entries) {
      const block = firstBlockIn(entry.loop);
      const body = block === undefined ? undefined : blocks[block];
      // The body of a loop around it may begin where it does, without a brace.
      if (body !== undefined && body.start > span.start && body.end <= span.end) return { ...entry, body };
    }
    return undefined;
  };
  const enteredAt = (span: Hint['span']): number | undefined => entryAt(span)?.entered;
  return {
    own: [...all.keys()],
    all,
    unmodeled: unmodeledInAll,
    roundsOf(loop) {
      const entry = entryAt(loop);
      if (entry === undefined || entry.entered <= 0)
        return { entered: 1, rounds: settings.assumptions.defaultTrips, isKnown: false };
      const isKnown = entry.loop.basis === 'exact' || entry.loop.basis === 'learned';
      return { entered: entry.entered, rounds: entry.rounds, isKnown };
    },
    partOfRounds({ span, removals }, loop) {
      const entry = entryAt(loop);
      if (entry === undefined) return 1;
      const { body } = entry;
      // A hint about a header, or about what is made before the loop, concerns what the rounds do.
      const isInBody = ({ start, end }: Hint['span']): boolean => start >= body.start && end <= loop.end;
      const places = isInBody(span) ? [span] : removals.map((each) => each.span).filter(isInBody);
      const rounds = entry.entered * entry.rounds;
      let most: number | undefined;
      for (let site = 0; site < count; site++) {
        const offset = offsetOf(sites, site);
        if (!places.some(({ start, end }) => offset >= start && offset < end)) continue;
        most = Math.max(most ?? 0, pricing.frequencies[blockOf(sites, site)] ?? missing(site));
      }
      return most === undefined || rounds <= 0 ? 1 : Math.min(1, most / rounds);
    },
    besides({ span, removals }, pair, loop) {
      const spans = [span, ...removals.map((removal) => removal.span)];
      const isOwn = isOfPair(pair);
      let [inLoop, outside] = [0, 0];
      for (let site = 0; site < count; site++) {
        const offset = offsetOf(sites, site);
        if (spans.some(({ start, end }) => offset >= start && offset < end)) continue;
        const { name } = at(keys, keyOf(sites, site));
        const isInLoop = offset >= loop.start && offset < loop.end;
        if (isInLoop && isOwn(name)) continue;
        const runs = pricing.frequencies[blockOf(sites, site)] ?? missing(site);
        const cost = (callOnceCompiled(name) ?? costOf(site) ?? 0) * runs;
        if (isInLoop) inLoop += cost;
        else outside += cost;
      }
      return { inLoop, outside };
    },
    without({ removals }) {
      const saved = new Map<LineIndex, number>();
      const gone = new Set<number>();
      let unmodeled = 0;
      for (const removal of removals)
        for (let site = 0; site < count; site++) {
          if (gone.has(site) || !isRemoved(removal, offsetOf(sites, site), at(keys, keyOf(sites, site)).name))
            continue;
          gone.add(site);
          const runs = pricing.frequencies[blockOf(sites, site)] ?? missing(site);
          const left = leftOf(removal, runs, enteredAt);
          const cost = costOf(site);
          if (cost === undefined) unmodeled += runs - left;
          else add(saved, lineAt(site), cost * (runs - left));
        }
      return { saved, unmodeled };
    },
  };
}

function priceOf(price: Parameters<typeof meanOf>[0] | undefined, model: CostModel): number | undefined {
  return price === undefined ? undefined : meanOf(price, model);
}

function isRemoved({ span, operations }: Removal, offset: number, name: string): boolean {
  return offset >= span.start && offset < span.end && (operations === undefined || operations.test(name));
}

function leftOf(
  { keeps }: Removal,
  runs: number,
  enteredAt: (span: Hint['span']) => number | undefined,
): number {
  if (keeps === 'nothing') return 0;
  if ('share' in keeps) return keeps.share * runs;
  return Math.min(runs, enteredAt(keeps.onceIn) ?? runs);
}

function firstBlockIn(region: Region): number | undefined {
  switch (region.kind) {
    case 'block':
      return region.block;
    case 'sequence':
      return firstOf(region.regions);
    case 'branch':
      return firstOf(region.alternatives.map((alternative) => alternative.region));
    case 'loop':
      return firstBlockIn(region.body);
    case 'deferred':
      return firstBlockIn(region.region);
  }
}

function firstOf(regions: readonly Region[]): number | undefined {
  for (const region of regions) {
    const block = firstBlockIn(region);
    if (block !== undefined) return block;
  }
  return undefined;
}

function add(sums: Map<LineIndex, number>, line: LineIndex, value: number): void {
  sums.set(line, (sums.get(line) ?? 0) + value);
}

/** Lines' energies times the shares that go; deviations add up. */
function savingOf(
  saved: ReadonlyMap<LineIndex, number>,
  all: ReadonlyMap<LineIndex, number>,
  energies: ReadonlyMap<LineIndex, Energy>,
  part: Share,
): Energy {
  let mean = 0;
  let deviation = 0;
  for (const [line, value] of saved) {
    const whole = all.get(line) ?? 0;
    const own = energies.get(line);
    if (own === undefined || whole <= 0) continue;
    const share = part * Math.min(1, value / whole);
    mean += share * own.mean;
    deviation += share * Math.sqrt(own.variance);
  }
  return { mean, variance: deviation ** 2 };
}

function fixOf({ fix }: Hint, { bodyStart, declareAt }: AdvisedMember): { readonly fix?: PlacedFix } {
  if (fix === undefined || (fix.declaration !== undefined && declareAt === undefined)) return {};
  const edits = fix.edits.map(({ start, end, text }) => ({
    start: bodyStart + start,
    end: bodyStart + end,
    text,
  }));
  const declared =
    fix.declaration === undefined || declareAt === undefined
      ? []
      : [
          {
            start: declareAt.offset,
            end: declareAt.offset,
            text: `\n${declareAt.indentation}${fix.declaration}`,
          },
        ];
  return {
    fix: { title: fix.title, edits: [...declared, ...edits].sort((one, other) => one.start - other.start) },
  };
}

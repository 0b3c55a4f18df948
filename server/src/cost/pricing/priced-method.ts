/**
 * A method with its figures.
 *
 * Sits in `cost/`, beside `priced-line.ts`, and made as often: what it costs
 * with what it calls is worked out when it is asked for.
 */
import type { MethodEnergy } from './file-energy';
import type { CallSum } from './inclusive-calls';
import type { MemberCost } from './price-member';
import type { Share } from '../../base/units';

/** The identity and the place of a method. */
type MethodPlace = Pick<MethodEnergy, 'key' | 'calls' | 'name' | 'kind' | 'nameStart' | 'start' | 'end'>;

export class PricedMethod implements MethodEnergy {
  readonly key: MethodEnergy['key'];
  readonly calls: MethodEnergy['calls'];
  readonly name: string;
  readonly kind: MethodEnergy['kind'];
  readonly nameStart: number;
  readonly start: number;
  readonly end: number;
  readonly energy: MethodEnergy['energy'];
  readonly shareOfFile: Share;
  readonly shareOfClass: Share;
  readonly pricedCount: number;
  readonly unpricedCount: number;
  readonly basis: MethodEnergy['basis'];
  readonly #cost: MemberCost;
  readonly #sumCalls: (cost: MemberCost) => CallSum;
  #calls: CallSum | undefined;

  constructor(
    member: MethodPlace,
    cost: MemberCost,
    shareOfFile: Share,
    shareOfClass: Share,
    sumCalls: (cost: MemberCost) => CallSum,
  ) {
    this.key = member.key;
    this.calls = member.calls;
    this.name = member.name;
    this.kind = member.kind;
    this.nameStart = member.nameStart;
    this.start = member.start;
    this.end = member.end;
    this.energy = cost.energy;
    this.shareOfFile = shareOfFile;
    this.shareOfClass = shareOfClass;
    this.pricedCount = cost.pricedCount;
    this.unpricedCount = cost.unpricedCount;
    this.basis = cost.basis;
    this.#cost = cost;
    this.#sumCalls = sumCalls;
  }

  get inclusive(): MethodEnergy['inclusive'] {
    return this.callSum().inclusive;
  }

  get recursive(): boolean {
    return this.callSum().recursive;
  }

  get unanalyzedCalls(): number | undefined {
    return this.callSum().unanalyzedCalls;
  }

  private callSum(): CallSum {
    this.#calls ??= this.#sumCalls(this.#cost);
    return this.#calls;
  }
}

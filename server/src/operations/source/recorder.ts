/**
 * Collects a member's operations while its source is walked in javac's order.
 *
 * Sits in `operations/`, under `extract-source.ts`. Keeps the two states that
 * decide what javac emits: the block being in, and whether control gets there
 * (javac's `Code`: alive, only by pending jumps, or dead). A jump to the next
 * instruction is taken back, as javac does.
 */
import { withDefined } from '../../base/check';
import { intern } from '../../base/groups';
import type { Block, Region } from '../../flow/source/region';
import { operationKey } from '../catalogue/catalogue';
import type { MemberOperations, MethodKey, OperationKey, OperationSite } from '../catalogue/operation';
import { packSites, internKey } from '../catalogue/site-table';

export type Liveness = 'alive' | 'pending' | 'dead';

export type GotoConstruct =
  | 'if'
  | 'for'
  | 'while'
  | 'do'
  | 'switch'
  | 'break'
  | 'continue'
  | 'try'
  | 'synchronized'
  | 'conditional'
  | 'boolean';

/** Jumps to a place that is still to come. */
export interface JumpChain {
  /** True once a jump was emitted or handed on. */
  reached: boolean;
  /** Place after the last goto of the chain, and its site. */
  trailing?: { readonly instructions: number; readonly site: number };
}

export interface SiteDetails {
  readonly amount?: OperationSite['amount'];
  readonly callee?: MethodKey;
}

export interface Recorder {
  /** The block that operations go to. */
  block: number;
  reach: Liveness;
  record(key: OperationKey, offset: number, details?: SiteDetails): void;
  /** An instruction that no operation stands for: a push, a pop, a dup. */
  push(): void;
  /** `goto` into a chain; emitted only where control falls through. */
  jump(construct: GotoConstruct, offset: number, chain: JumpChain): void;
  /** `goto` a place that is already there; pending jumps go there themselves, and fix what lies behind them. */
  jumpBack(construct: GotoConstruct, offset: number): void;
  /** The place itself is asked for (the end of a variable's scope, of a guarded range): pending jumps end here, and a goto before it stays. */
  fixPlace(): void;
  /** Jumps that a condition made anyway. */
  branchTo(chain: JumpChain): void;
  /** The place that a chain jumps to is here. */
  land(chain: JumpChain): void;
  finish(blocks: readonly Block[], region: Region): MemberOperations;
}

export function createRecorder(): Recorder {
  const keys: OperationKey[] = [];
  const keyIds = new Map<OperationKey, number>();
  const callees: MethodKey[] = [];
  const calleeIds = new Map<MethodKey, number>();
  const sites: OperationSite[] = [];
  let instructions = 0;

  const recorder: Recorder = {
    block: 0,
    reach: 'alive',
    record: (key, offset, details = {}) => {
      if (recorder.reach === 'dead') return;
      recorder.push();
      const callee =
        details.callee === undefined ? undefined : intern(calleeIds, callees, details.callee, details.callee);
      const known = internKey(key);
      const id = intern(keyIds, keys, known, known);
      sites.push({
        key: id,
        block: recorder.block,
        offset,
        ...withDefined({ amount: details.amount, callee }),
      });
    },
    push: () => {
      if (recorder.reach === 'dead') return;
      recorder.reach = 'alive';
      instructions++;
    },
    jump: (construct, offset, chain) => {
      if (recorder.reach !== 'dead') chain.reached = true;
      if (recorder.reach === 'alive') {
        recorder.record(operationKey('BlockGoto', [], 'constant', [construct]), offset);
        chain.trailing = { instructions, site: sites.length - 1 };
      }
      recorder.reach = 'dead';
    },
    jumpBack: (construct, offset) => {
      if (recorder.reach === 'pending') instructions++;
      recorder.jump(construct, offset, { reached: false });
    },
    fixPlace: () => {
      if (recorder.reach === 'pending') recorder.reach = 'alive';
      instructions++;
    },
    branchTo: (chain) => {
      if (recorder.reach !== 'dead') chain.reached = true;
    },
    land: (chain) => {
      if (!chain.reached) return;
      if (chain.trailing?.instructions === instructions && recorder.reach !== 'alive') {
        sites.splice(chain.trailing.site, 1);
        instructions--;
        recorder.reach = 'alive';
      } else if (recorder.reach === 'dead') {
        recorder.reach = 'pending';
      }
    },
    finish: (blocks, region) => ({ keys, sites: packSites(sites), callees, blocks, region }),
  };
  return recorder;
}

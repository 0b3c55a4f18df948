/** Files made of operations by hand, one line per 100 offsets. */
import type { FileEnergyInput, FileMember } from '../../server/src/cost/pricing/compute-file-energy';
import type { CostModel } from '../../server/src/cost/model/cost-model';
import { DEFAULT_ASSUMPTIONS } from '../../server/src/flow/source/assumptions';
import type { Region } from '../../server/src/flow/source/region';
import type {
  MemberOperations,
  OperationKey,
  OperationSite,
} from '../../server/src/operations/catalogue/operation';
import { packSites } from '../../server/src/operations/catalogue/site-table';

const LINE_LENGTH = 100;

export interface SyntheticSite {
  readonly line: number;
  readonly key: OperationKey;
  readonly block?: number;
  readonly callee?: string;
}

export const block = (id: number): Region => ({ kind: 'block', block: id });

/** `region` defaults to one block that runs once. */
export function synthesizeOperations(
  sites: readonly SyntheticSite[],
  region: Region = block(0),
): MemberOperations {
  const keys: OperationKey[] = [];
  const callees: string[] = [];
  const indexOf = <T>(list: T[], item: T): number =>
    list.includes(item) ? list.indexOf(item) : list.push(item) - 1;
  const blockCount = Math.max(0, ...sites.map((site) => site.block ?? 0)) + 1;
  return {
    sites: packSites(
      sites.map((site, i): OperationSite => ({
        key: indexOf(keys, site.key),
        block: site.block ?? 0,
        offset: site.line * LINE_LENGTH + (i % LINE_LENGTH),
        ...(site.callee === undefined ? {} : { callee: indexOf(callees, site.callee) }),
      })),
    ),
    keys,
    callees,
    blocks: Array.from({ length: blockCount }, (_, id) => ({
      id,
      name: id === 0 ? 'entry' : `block_${id}`,
      kind: id === 0 ? 'entry' : 'sequence',
      start: 0,
      end: 0,
    })),
    region,
  };
}

export function synthesizeMember(name: string, operations: MemberOperations, bodyStart = 0): FileMember {
  return {
    key: `Test.${name}()V`,
    name: `Test.${name}()`,
    kind: 'method',
    className: 'Test',
    nameStart: bodyStart,
    start: bodyStart,
    end: bodyStart,
    bodyStart,
    operations,
  };
}

export function fileInput(
  model: CostModel,
  members: readonly FileMember[],
  overrides: Partial<FileEnergyInput> = {},
): FileEnergyInput {
  return {
    model,
    mode: 'estimated',
    assumptions: DEFAULT_ASSUMPTIONS,
    members,
    lineCount: 10_000,
    lineOf: (offset) => Math.floor(offset / LINE_LENGTH),
    calleeEnergy: () => undefined,
    isEdited: true,
    ...overrides,
  };
}

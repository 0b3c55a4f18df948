import { describe, expect, it } from 'vitest';
import { computeBlockEnergies } from '../../server/src/cost/pricing/block-energies';
import { computeFileEnergy } from '../../server/src/cost/pricing/compute-file-energy';
import type { Region } from '../../server/src/flow/source/region';
import { bundledModel, operation } from './bundled-model';
import { block, fileInput, synthesizeMember, synthesizeOperations } from './synthetic-file';

const model = bundledModel();
const loop: Region = {
  kind: 'sequence',
  regions: [block(0), { kind: 'loop', testFirst: true, body: block(1), trips: 12, basis: 'exact' }],
};
const member = synthesizeMember(
  'm',
  synthesizeOperations(
    [
      { line: 0, key: operation('Declaration_int', { group: 'declaration' }) },
      { line: 1, key: operation('Addition_int_int'), block: 1 },
      { line: 1, key: operation('ArrayReference_int', { group: 'array reference' }), block: 1 },
      { line: 2, key: operation('Multi_int_int'), block: 1 },
      {
        line: 2,
        key: operation('java.util.List.get', { family: 'LibraryFunction', group: 'library function' }),
        block: 1,
      },
    ],
    loop,
  ),
);

describe('blocks', () => {
  const input = fileInput(model, [member]);
  const blocks = computeBlockEnergies(member, input);

  it('are named, run and weighed', () => {
    expect(blocks.map(({ name, frequency, basis }) => [name, frequency, basis])).toEqual([
      ['Test.m()#entry', 1, 'exact'],
      ['Test.m()#block_1', 12, 'exact'],
    ]);
    expect(blocks[1]).toMatchObject({ modeledCount: 36, unmodeledCount: 12 });
    expect(blocks.reduce((sum, { shareOfMember }) => sum + shareOfMember, 0)).toBeCloseTo(1, 12);
  });

  it('add up to what the lines do', () => {
    const total = blocks.reduce((sum, { energy }) => sum + energy.mean, 0);
    expect(total / computeFileEnergy(input).total.mean).toBeCloseTo(1, 12);
  });

  it('divide among the groups of the paper', () => {
    const groups = blocks[1]?.groups ?? [];
    expect(groups.map(({ group }) => group)).toEqual(['Arithmetic Ops', 'Array Reference']);
    expect(groups.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 12);
    expect(groups.reduce((sum, { mean }) => sum + mean, 0) / (blocks[1]?.once.mean ?? 0)).toBeCloseTo(1, 12);
  });
});

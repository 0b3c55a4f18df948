/** Which lines are to be seen, and in which order files stand. */
import { describe, expect, test } from 'vitest';
import type { Brush, Filter } from '../../client/webviews/energy-map/filter';
import { brushShown, filterModel, makeModel, shownHeat } from '../../client/webviews/energy-map/model';
import { energyOfFiles, hottestLines, orderFiles } from '../../client/webviews/energy-map/order';
import { searchWords } from '../../server/src/base/search';
import { MOSTLY_UNMODELED, type Picture } from '../../server/src/pages/picture';
import { samplePicture } from './sample-picture';

const picture: Picture = {
  ...samplePicture(
    [
      { path: 'demo/Alpha.java', group: 0, energies: [0, 1, 2, 3] },
      { path: 'demo/Beta.java', group: 0, energies: [50, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] },
      { path: 'demo/other/Gamma.java', group: 1, energies: [20, 20] },
    ],
    ['demo', 'demo.other'],
  ),
  fileState: Uint8Array.of(0, 1, 0),
  methodNames: ['Alpha.run()', 'Gamma.walk()'],
  classNames: ['Alpha', 'Gamma'],
  methodFile: Uint32Array.of(0, 2),
  methodClass: Uint32Array.of(0, 1),
  methodLine: Uint32Array.of(1, 0),
  methodEnd: Uint32Array.of(2, 0),
  methodEnergy: Float32Array.of(3, 20),
  methodInclusive: Float32Array.of(3, 20),
  callStart: Uint32Array.of(0, 0, 0),
  operationNames: ['Addition_int_int (arithmetic)', 'ArrayReference_int (array reference)'],
  operationLine: Uint32Array.of(1, 3, 4),
  operationName: Uint32Array.of(0, 1, 1),
};
const all: Filter = { group: -1, state: -1, words: [] };
const wide: Brush = { from: 0, to: 23 };

function seen(filter: Partial<Filter>, brush = wide, of = picture): readonly number[] {
  const model = makeModel(of);
  const shown = brushShown(filterModel(model, { ...all, ...filter }, wide), brush);
  const lines = Array.from(of.heat.keys()).filter((line) => shownHeat(shown, line) > 0);
  expect(shown.count).toBe(lines.length);
  expect(filterModel(model, shown.filter, brush)).toEqual(shown);
  return lines;
}

describe('the filter', () => {
  test('lets all lines pass that have energy', () => {
    expect(seen({})).toEqual([1, 2, 3, 4, 16, 17]);
  });

  test.each([
    ['package', { group: 1 }, [16, 17]],
    ['provenance', { state: 1 }, [4]],
    ['path', { words: ['beta'] }, [4]],
    ['package by name', { words: ['demo.other'] }, [16, 17]],
    ['method', { words: ['alpha.run'] }, [1, 2]],
    ['operation', { words: ['arrayreference'] }, [3, 4]],
    ['group of operations', { words: ['(arithmetic)'] }, [1]],
    ['several words, which must all be met', { words: ['alpha', 'array'] }, [3]],
    ['words that are nowhere', { words: ['zeta'] }, []],
  ] as const)('by %s', (_, filter, lines) => {
    expect(seen(filter)).toEqual(lines);
  });

  test('lets the coldest and the hottest pass at the ends of the brush, and hatched ones by their step', () => {
    const hatched = {
      ...picture,
      heat: picture.heat.map((heat) => (heat > 0 ? heat | MOSTLY_UNMODELED : 0)),
    };
    expect(seen({}, wide, hatched)).toEqual(seen({}));
  });

  test.each([
    ['the hottest colors', { from: 23, to: 23 }, [4]],
    ['all but the hottest', { from: 0, to: 22 }, [1, 2, 3, 16, 17]],
    ['no color', { from: 24, to: 23 }, []],
  ] as const)('by the brush: %s', (_, brush, lines) => {
    expect(seen({}, brush)).toEqual(lines);
  });

  test('splits words at blanks', () => {
    expect(searchWords('  Array  COPY ')).toEqual(['array', 'copy']);
  });
});

describe('the order', () => {
  const energies = energyOfFiles(picture);
  test('is by name, by energy, or by energy per line, packages and files alike', () => {
    expect([...energies]).toEqual([6, 50, 40]);
    const files = (order: 'name' | 'energy' | 'perLine'): readonly (readonly number[])[] =>
      orderFiles(picture, energies, order, () => true).map((block) => block.files);
    expect(files('name')).toEqual([[0, 1], [2]]);
    expect(files('energy')).toEqual([[1, 0], [2]]);
    expect(files('perLine')).toEqual([[2], [1, 0]]);
  });

  test('has the hottest lines first', () => {
    expect(hottestLines(picture.energy, (line) => picture.heat[line] !== 0, 3)).toEqual([4, 16, 17]);
    const many = Float32Array.from({ length: 5000 }, (_, line) => (line * 7919) % 5003);
    const expected = [...many].sort((a, b) => b - a).slice(0, 100);
    const found = hottestLines(many, () => true, 100).map((line) => many[line]);
    expect(found).toEqual(expected);
  });
});

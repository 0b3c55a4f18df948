/** What lines of a program ran in followed classes of the JDK, by a tree whose sums are worked out by hand. */
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { at, present } from '../../server/src/base/check';
import { withLibraryPrices } from '../../server/src/cost/model/library-prices';
import { combineEnergies } from '../../server/src/cost/pricing/combine-energies';
import { listRowPrices, partsOfRow } from '../../server/src/cost/pricing/counted-rows';
import { libraryKey, operationKey } from '../../server/src/operations/catalogue/catalogue';
import { isLibraryWork, layCallsOnLines } from '../../server/src/profile/account/called-lines';
import { scaleToProfile } from '../../server/src/profile/account/measured-profile';
import { describeFollowed } from '../../server/src/profile/document/describe-followed';
import { asInstructions } from '../../server/src/profile/document/instruction-rows';
import { placeOperations } from '../../server/src/profile/document/place-operations';
import type {
  ContextRow,
  OperationRow,
  ProfileDocument,
  ProfiledClass,
} from '../../server/src/profile/document/profile-document';
import { loadBundledBodies } from '../../server/src/tasks/load-model';
import { bundledModel } from '../cost/bundled-model';

const model = withLibraryPrices(bundledModel(), loadBundledBodies(resolve(__dirname, '../../media')));
const keys = [
  operationKey('Addition', ['int', 'int'], 'load'),
  operationKey('Subtraction', ['int', 'int'], 'load'),
  libraryKey('java/util/Arrays', 'copyOf', ['int[]', 'int'], 'load'),
];

function classOf(
  name: string,
  methods: readonly (readonly [name: string, calls: number, operations: readonly OperationRow[]])[],
  isFollowed?: true,
): ProfiledClass {
  return {
    ...{ name, supertypes: [], hash: 0, lines: [] },
    methods: methods.map(([method, calls, operations]) => ({
      ...{ name: method, descriptor: '()V', calls, operations, invocations: [] },
      ...{ lines: [...new Set(operations.map(([, line]) => line))].map((line) => [line, calls] as const) },
      ...{ blocks: [], instructions: [] },
    })),
    ...(isFollowed && { isFollowed }),
  };
}

/**
 * `main` calls `sort` twice on line 5, which calls `compare` of the program, which calls `get` on line 9. `sort` calls
 * itself once from within. Beyond the limit of contexts `sort` and `get` were called, too.
 */
const contexts: readonly ContextRow[] = [
  [-1, 0, 0, -1, 0, 1, [[0, 10]], []],
  [
    ...([0, 1, 0, 3, 5, 3] as const),
    [
      [1, 100],
      [2, 4, 60],
    ],
    [[1, 7, 70, 1]],
  ],
  [1, 0, 1, -1, 0, 6, [[0, 6]], []],
  [2, 1, 1, 2, 9, 6, [[1, 12]], []],
  [1, 1, 1, 8, 71, 4, [[1, 8]], []],
  [-1, 1, 0, -1, 0, 1, [[1, 40]], []],
  [-1, 1, 1, -1, 0, 1, [[1, 2]], []],
];
const classes = describeFollowed(
  [
    classOf('app/Main', [
      ['main', 1, [[0, 5, 10]]],
      ['compare', 6, [[0, 9, 6]]],
    ]),
    classOf(
      'java/util/Sorter',
      [
        [
          ...(['sort', 4] as const),
          [
            [1, 70, 90],
            [1, 71, 50],
            [2, 72, 4, 60],
          ],
        ],
        ['get', 11, [[1, 80, 22]]],
      ],
      true,
    ),
  ],
  { tree: { contexts, beyond: 5 }, uncounted: [] },
);
const profile = { keys, classes, callees: [] } as unknown as ProfileDocument;

describe('what lines ran in followed classes', () => {
  const methods = (name: string) =>
    present(
      classes.find((each) => each.name === name),
      name,
    ).methods;

  it('is that of the calls from the program on, without the callbacks’ own', () => {
    expect(methods('app/Main').map(({ followed }) => followed)).toEqual([
      [
        [
          ...['java.util.Sorter.sort', 5, 2],
          [
            [1, 108],
            [2, 4, 60],
          ],
        ],
      ],
      [['java.util.Sorter.get', 9, 6, [[1, 12]]]],
    ]);
  });

  it('leaves to the JDK what was called beyond the limit of contexts', () => {
    expect(methods('java/util/Sorter').map(({ unplaced }) => unplaced)).toEqual([[[1, 0, 40]], [[1, 0, 2]]]);
  });

  it('is that of the line that calls again from within, by its calls', () => {
    const own = classOf('app/Main', [
      ['main', 1, []],
      ['compare', 8, []],
    ]);
    const sorter = classOf('java/util/Sorter', [['sort', 10, [[1, 70, 100]]]], true);
    const running: readonly ContextRow[] = [
      [-1, 0, 0, -1, 0, 1, [], []],
      [0, 1, 0, 3, 5, 10, [[1, 100]], []],
      [1, 0, 1, -1, 0, 8, [], [[1, 4, 9, 8]]],
    ];
    const [ofProgram] = describeFollowed([own, sorter], {
      tree: { contexts: running, beyond: running.length },
      uncounted: [],
    });
    expect(ofProgram?.methods.map(({ followed }) => followed)).toEqual([
      [['java.util.Sorter.sort', 5, 2, [[1, 20]]]],
      [['java.util.Sorter.sort', 9, 8, [[1, 80]]]],
    ]);
  });

  it('is absent where nothing was followed', () => {
    const own = [classOf('app/Main', [['main', 1, [[0, 5, 10]]]])];
    expect(describeFollowed(own, { tree: { contexts, beyond: 5 }, uncounted: [] })).toBe(own);
  });
});

describe('a profile with what its lines ran there', () => {
  const sumOf = (shown: ProfileDocument, lineOf?: number): number => {
    const { model: costs } = scaleToProfile(model, shown);
    const prices = listRowPrices(shown.keys, costs);
    const rows = shown.classes.flatMap((each) => each.methods.flatMap(({ operations }) => operations));
    return combineEnergies(
      costs,
      rows.flatMap(([key, line, count, sizes]) => {
        const price = prices[key];
        return price === undefined || (lineOf !== undefined && line !== lineOf)
          ? []
          : partsOfRow(price, count, sizes);
      }),
    ).mean;
  };
  const laid = layCallsOnLines(profile);

  it('takes as much as before, and has it on the calling lines', () => {
    expect(sumOf(laid) / sumOf(profile)).toBeCloseTo(1, 12);
    const priceOf = (key: number, count: number, sizes?: number): number => {
      const { model: costs } = scaleToProfile(model, profile);
      const price = present(listRowPrices(keys, costs)[key], 'a price');
      return combineEnergies(costs, partsOfRow(price, count, sizes)).mean;
    };
    const ofSort = priceOf(1, 108) + priceOf(2, 4, 60);
    expect(sumOf(laid, 5) / (priceOf(0, 10) + ofSort)).toBeCloseTo(1, 12);
    expect(sumOf(laid, 9) / (priceOf(0, 6) + priceOf(1, 12))).toBeCloseTo(1, 12);
    // What no line has is not attributed to any.
    expect(sumOf(laid, 0) / priceOf(1, 42)).toBeCloseTo(1, 12);
    const [row] = at(at(laid.classes, 0).methods, 0).operations.slice(-1);
    expect(laid.keys[row?.[0] ?? -1]?.name).toBe('java.util.Sorter.sort, counted in the JDK');
    expect(row?.slice(1)).toEqual([5, 2]);
  });

  it('has the rows as library calls, so that they stand apart where these do', () => {
    const apart = layCallsOnLines(profile, 'apart');
    expect(sumOf(apart) / sumOf(profile)).toBeCloseTo(1, 12);
    const names = apart.keys.filter(isLibraryWork).map(({ name }) => name);
    expect(names).toContain('java.util.Sorter.get, counted in the JDK');
  });

  it.each([
    ['instructions', asInstructions],
    ['places', placeOperations],
  ])('has all rows in %s, too', (_, inTerms) => {
    const terms = inTerms(profile);
    const executions = (shown: ProfileDocument): number =>
      shown.classes
        .flatMap((each) => each.methods.flatMap(({ operations }) => operations))
        .reduce((sum, [, , count]) => sum + count, 0);
    expect(executions(layCallsOnLines(terms))).toBe(executions(terms));
  });
});

/** The facts that the panel shows about a line of two compared profiles. */
import { expect, test } from 'vitest';
import { factsOf, makeModel } from '../../client/webviews/energy-map/model';
import { countSteps, stepOfChange } from '../../server/src/pages/changes';
import { formatShare } from '../../server/src/words/energy-text';
import { sampleHead, samplePicture } from './sample-picture';

test('shares are of the program where its energy is known, and of all lines where it is not', () => {
  const picture = samplePicture([{ path: 'demo/Alpha.java', group: 0, energies: [1, 3] }]);
  const shareIn = (program: object): string =>
    factsOf(makeModel({ ...picture, head: { ...sampleHead, ...program } }), 0, 0).shareOfAll;
  expect([shareIn({ program: 10 }), shareIn({})]).toEqual(['10.0 %', '25.0 %']);
});

test('amounts of runs that joules do not compare are shares, those of either run too', () => {
  const steps = countSteps(10);
  const { change, energy } = factsOf(
    makeModel({
      ...samplePicture([{ path: 'demo/Alpha.java', group: 0, energies: [0.25] }]),
      head: {
        ...sampleHead,
        palette: Array.from({ length: steps }, () => '#808080'),
        amount: 'share',
        comparison: { names: ['before', 'after'], totals: [1, 1] },
      },
      heat: Uint16Array.of(stepOfChange('lessEnergy', 9, steps) + 1),
      before: Float32Array.of(0.75),
    }),
    0,
    0,
  );
  expect(energy).toBe(`Δ ${formatShare(0.25)}`);
  expect(change).toEqual({ kind: 'lessEnergy', before: formatShare(0.75), after: formatShare(0.5) });
});

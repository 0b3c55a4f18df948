/** The hierarchical model: against rstan's posterior, known distributions, and its own file. */
import { describe, expect, it } from 'vitest';
import { loadModel } from '../../server/src/cost/model/load-model';
import { meanOf } from '../../server/src/cost/pricing/price-member';
import { operationKey } from '../../server/src/operations/catalogue/catalogue';
import { fitLevels, readMeasurements } from '../../server/src/models/fit/fit-levels';
import { sampleInTurn } from '../support/sample-in-turn';
import { createEffectGaussian } from '../../server/src/models/hierarchical/effect-precision';
import { analyzePosterior } from '../../server/src/models/hierarchical/analyze-posterior';
import { buildLevelModel, type LevelModel } from '../../server/src/models/hierarchical/level-model';
import { drawCutNormal, sampleChain, moveWithin } from '../../server/src/models/hierarchical/sample-chain';
import { createRandom } from '../../server/src/models/solve/random';
import { readTable } from '../../server/src/models/fit/read-table';
import { expected, referenceText } from './reference';

const CATEGORIES = ['Operation', 'Data size', 'Data type', 'Device'];

function modelOf(text: string): LevelModel {
  const read = readTable(text, 'patterns.csv');
  if ('problems' in read) throw new Error('no table');
  return buildLevelModel(CATEGORIES, readMeasurements(read.table, 'patterns.csv').measurements);
}

interface Reference {
  readonly variable: string;
  readonly name?: string;
  readonly mean: number;
  readonly sd: number;
  readonly ess_bulk: number;
}

describe('the posterior', () => {
  const model = modelOf(referenceText('hier_3480.csv'));
  const chains = [11, 12, 13, 14].map((seed) => sampleChain(model, { seed, warmup: 300, draws: 1500 }));
  const analysis = analyzePosterior(model, chains, 1);

  it('is that of rstan within 4 combined Monte Carlo errors, for every parameter', () => {
    const { params } = expected('hier_3480_halfnormal.json') as { params: Reference[] };
    const prefixes: Readonly<Record<string, string>> = {
      Operation: 'bo',
      'Data size': 'bs',
      'Data type': 'bt',
      Device: 'bd',
    };
    const found = [
      ...analysis.effects.map((effect) => ({
        ours: effect,
        theirs: params.find(
          ({ variable, name }) =>
            variable.startsWith(`${prefixes[effect.category] ?? '?'}[`) && name === effect.name,
        ),
      })),
      ...analysis.scales.map((scale, k) => ({
        ours: scale,
        theirs: params.find(({ variable }) => variable === `tau[${k + 1}]`),
      })),
      { ours: analysis.noise, theirs: params.find(({ variable }) => variable === 'sigma') },
    ];
    // All of rstan's but its log density.
    expect(found).toHaveLength(params.length - 1);
    const apart = found.map(({ ours, theirs }) =>
      theirs === undefined
        ? Infinity
        : Math.abs(ours.mean / model.unit - theirs.mean) /
          Math.hypot(ours.mcse / model.unit, theirs.sd / Math.sqrt(theirs.ess_bulk)),
    );
    expect(Math.max(...apart)).toBeLessThan(4);
    for (const { ours, theirs } of found) expect(ours.sd / model.unit / (theirs?.sd ?? 0)).toBeCloseTo(1, 0);
  });

  it('mixes: R-hat ≤ 1.01 and 400 effective draws of everything, and all checks pass', () => {
    for (const { rHat, bulkEss } of [...analysis.effects, ...analysis.scales, analysis.noise]) {
      expect(rHat).toBeLessThanOrEqual(1.01);
      expect(bulkEss).toBeGreaterThanOrEqual(400);
    }
    expect(analysis.checks.filter(({ passed }) => !passed)).toEqual([]);
    expect(analysis.cells.filter(({ isCovered }) => isCovered).length).toBeGreaterThan(0.9 * 348);
  });

  it('flags the levels that only occur together, and knows their totals far better', () => {
    const flagged = analysis.effects
      .filter(({ isPrior }) => isPrior)
      .map(({ category, name }) => `${category}: ${name}`);
    expect(flagged).toEqual(['Data size: Reference', 'Data type: none']);
    const none = analysis.effects.find(({ category, name }) => category === 'Data type' && name === 'none');
    const totals = analysis.cells.filter(({ levels }) => levels[2] === 'none');
    expect(totals.length).toBeGreaterThan(0);
    for (const { sd } of totals) expect(sd).toBeLessThan((none?.sd ?? 0) / 5);
  });

  it('is the same for the same seed', () => {
    const short = { seed: 5, warmup: 20, draws: 20 };
    expect(sampleChain(model, short).draws).toEqual(sampleChain(model, short).draws);
    expect(sampleChain(model, short).draws).not.toEqual(sampleChain(model, { ...short, seed: 6 }).draws);
  });

  it('says so when chains are too short to agree', () => {
    const short = [1, 2, 3, 4].map((seed) => sampleChain(model, { seed, warmup: 0, draws: 20 }));
    const check = analyzePosterior(model, short, 1).checks.find(({ name }) => name === 'convergence');
    expect(check?.passed).toBe(false);
    expect(check?.message).toMatch(/do not agree on .*too few effective draws/);
  });
});

describe('the sampler', () => {
  const model = modelOf(
    'operation,size,type,device,energy [J]\nadd,load,int,A,3\nadd,load,long,A,2\nmul,load,int,A,9\nmul,,int,B,8\nadd,,long,B,1.5\n',
  );

  it('eliminates the largest category exactly', () => {
    const gaussian = createEffectGaussian(model)([2, 3, 1, 4], 0.7);
    const random = createRandom(1);
    const draws = Array.from({ length: 40_000 }, () => gaussian.draw(random));
    gaussian.mean.forEach((_, effect) => {
      const column = gaussian.covarianceColumn(effect);
      column.forEach((covariance, other) => {
        const sum = draws.reduce((total, draw) => total + (draw[effect] ?? 0) * (draw[other] ?? 0), 0);
        const scale = Math.sqrt((column[effect] ?? 0) * (gaussian.covarianceColumn(other)[other] ?? 0));
        expect(Math.abs(sum / draws.length - covariance) / scale).toBeLessThan(0.03);
      });
    });
  });

  it('never leaves what is positive, and leaves a half-normal as it is', () => {
    // Two independent effects of means −1 and 0.5, deviation 1.
    const unit = [Float64Array.of(1, 0), Float64Array.of(0, 1)];
    const random = createRandom(2);
    const gaussian = {
      mean: Float64Array.of(-1, 0.5),
      draw: () => Float64Array.of(random.normal(), random.normal()),
      covarianceColumn: (effect: number) => unit[effect] ?? Float64Array.of(0, 0),
    };
    let position: Float64Array = Float64Array.of(1, 1);
    const sums = [0, 0];
    const rounds = 60_000;
    for (let i = 0; i < rounds; i++) {
      position = moveWithin(position, gaussian.draw(), gaussian) ?? position;
      expect(Math.min(...position)).toBeGreaterThanOrEqual(0);
      position.forEach((value, j) => {
        sums[j] = (sums[j] ?? 0) + value / rounds;
      });
    }
    // μ + φ(−μ)/(1 − Φ(−μ)): 0.52513… for μ = −1, 1.00916… for 0.5.
    expect(sums[0]).toBeCloseTo(0.52514, 1.5);
    expect(sums[1]).toBeCloseTo(1.00916, 1.5);
  });

  it.each([
    [-1, 0.52514],
    [0.5, 1.00916],
    // 10 deviations out: 1/10 − 2/10³ and on.
    [-10, 0.0980933],
  ])('draws Gaussians of mean %d cut at 0', (mean, wanted) => {
    const random = createRandom(3);
    const size = 100_000;
    let sum = 0;
    for (let i = 0; i < size; i++) sum += drawCutNormal(mean, 1, random);
    expect(sum / size / wanted).toBeCloseTo(1, 1.7);
  });
});

describe('a fit of levels', () => {
  const fileName = 'patterns.csv';
  const request = { seed: 1, chains: 4, warmup: 200, draws: 500 };
  const identity = {
    id: 'mine',
    title: 'Mine',
    machine: 'Mine',
    mode: 'interpreter',
    isLocal: true,
  } as const;

  it('is a model file that loads with its full covariance, for each device or none', async () => {
    const rows = referenceText('hier_3480.csv')
      .split('\n')
      .filter((_, i) => i === 0 || i % 3 === 0);
    const outcome = await fitLevels(
      { ...request, tables: [{ text: rows.join('\n'), fileName }] },
      sampleInTurn,
    );
    if (!('account' in outcome)) throw new Error(outcome.problems.map(({ message }) => message).join());
    const text = outcome.toModelFile(identity);
    const loaded = loadModel(text, 'mine.json', { device: 'Device 2' });
    if ('problems' in loaded) throw new Error(loaded.problems.map(({ message }) => message).join());
    expect(loaded.devices).toEqual(['Device 1', 'Device 2']);
    expect(loaded.model.covariance).toHaveLength(loaded.model.parameters.length ** 2);
  });

  it.each([
    ['a,b\n1,2\n', /patterns\.csv: has no column operation, size, type, device/],
    ['operation,size,type,device\nadd,,,A\n', /has no column energy/],
    ['operation,size,type,device,energy [J]\nadd,,,A,x\n', /row 2, column energy \[J\]: "x" stands where/],
    ['operation,size,type,device,energy [J]\nadd,,,A,\n', /row 2, column energy \[J\]: nothing stands/],
    ['operation,size,type,device,energy [J]\n,,,A,1\n', /row 2, column operation: no operation/],
    ['operation,size,type,device,energy [V]\nadd,,,A,1\n', /"V", which is no unit of energy/],
    ['operation,size,type,device,energy [J]\nadd,,,A,-1\n', /0 or below on average/],
    ['operation,size,type,device,energy [J]\n', /no measurement/],
  ])('names what is wrong with %j', async (text, message) => {
    const outcome = await fitLevels({ ...request, tables: [{ text, fileName }] }, sampleInTurn);
    expect(outcome).not.toHaveProperty('account');
    expect(outcome.problems.map((problem) => problem.message).join('\n')).toMatch(message);
  });

  it('of several machines is that of their tables put together, predicting for each or for some such machine', async () => {
    const [head = '', ...rows] = referenceText('hier_3480.csv').trim().split('\n');
    const kept = rows.filter((_, i) => i % 8 === 0);
    const ofDevice = (device: string): string => {
      const own = kept.filter((row) => row.includes(device));
      expect(own.length).toBeGreaterThan(100);
      return [head, ...own].join('\n');
    };
    const short = { ...request, warmup: 20, draws: 60 };
    const tables = [
      { text: ofDevice('Device 1'), fileName: 'one/patterns.csv' },
      { text: ofDevice('Device 2'), fileName: 'two/patterns.csv' },
    ];
    const together = {
      text: [
        head,
        ...kept.sort((a, b) => Number(a.includes('Device 2')) - Number(b.includes('Device 2'))),
      ].join('\n'),
      fileName,
    };
    const [pooled, whole] = [
      await fitLevels({ ...short, tables }, sampleInTurn),
      await fitLevels({ ...short, tables: [together] }, sampleInTurn),
    ];
    if (!('account' in pooled) || !('account' in whole)) throw new Error('not fitted');
    expect({ ...pooled.account, problems: [], checks: [] }).toEqual({
      ...whole.account,
      problems: [],
      checks: [],
    });
    const text = pooled.toModelFile(identity);
    // So few draws fail the checks of convergence, which is not what is looked at here.
    const unchecked = JSON.stringify({ ...(JSON.parse(text) as object), checks: [] });
    const meanOfDevice = (device: string): number => {
      const loaded = loadModel(unchecked, 'pooled.json', { device });
      if ('problems' in loaded) throw new Error(loaded.problems.map(({ message }) => message).join());
      const price = loaded.model.price(operationKey('Addition', ['int', 'int'], 'load'));
      return price === undefined ? NaN : meanOf(price, loaded.model);
    };
    const [one, two, some] = ['Device 1', 'Device 2', 'average'].map(meanOfDevice);
    expect(one).not.toBe(two);
    expect(some).toBeCloseTo(((one ?? NaN) + (two ?? NaN)) / 2, 12);
    expect(text).toContain('patterns.csv, patterns.csv');
  });

  it('says where two tables name the same machine, and refuses joules of a meter beside a proxy', async () => {
    const table = (unit: string, device: string): string =>
      `operation,size,type,device,energy [${unit}]\nadd,,,${device},3\nsub,,,${device},4\nadd,,,${device},2\n`;
    const messagesOf = async (first: string, second: string): Promise<string> => {
      const tables = [
        { text: first, fileName: 'a.csv' },
        { text: second, fileName: 'b.csv' },
      ];
      const { problems } = await fitLevels(
        { ...request, tables, watts: 5, warmup: 5, draws: 20 },
        sampleInTurn,
      );
      return problems.map(({ message }) => message).join('\n');
    };
    expect(await messagesOf(table('nJ', 'A'), table('nJ', 'A'))).toMatch(
      /b\.csv: device "A" is that of a\.csv, too/,
    );
    expect(await messagesOf(table('nJ', 'A'), table('nJ', 'B'))).not.toMatch(/is that of/);
    expect(await messagesOf(table('nJ', 'A'), table('ns', 'B'))).toMatch(/their joules don’t compare/);
    expect(await messagesOf(table('nJ', 'A'), 'x')).toMatch(/b\.csv: has no column operation/);
  });
});

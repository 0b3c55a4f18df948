/** One set of counts by several models, as text and as JSON. */
import { describe, expect, it } from 'vitest';
import { formatModelColumnsJson, formatModelColumnsText } from '../../server/src/cli/format/model-columns';
import { JOULES } from '../../server/src/words/energy-text';
import type { ReportResult } from '../../server/src/lines/report';
import { sampleReport } from './sample-report';

const sample = sampleReport;

/** The result of another model, by which everything uses three times the energy. */
function thrice(result: ReportResult): ReportResult {
  const energy = <T extends { readonly mean: number; readonly variance: number }>(given: T): T => ({
    ...given,
    mean: 3 * given.mean,
    variance: 9 * given.variance,
  });
  return {
    ...result,
    model: { ...result.model, id: 'other', machine: 'Other board' },
    total: energy(result.total),
    files: result.files.map((file) => ({
      ...file,
      energy: {
        ...file.energy,
        total: energy(file.energy.total),
        methods: file.energy.methods.map((method) => ({ ...method, energy: energy(method.energy) })),
      },
    })),
  };
}

describe('models side by side', () => {
  const results = [sample, thrice(sample)];

  it('names each model, its machine, and what it says of the whole', () => {
    const [head = '', machine = '', total = '', interval = ''] = formatModelColumnsText(
      results,
      JOULES,
    ).split('\n');
    expect(head).toMatch(new RegExp(`${sample.model.id} +other$`));
    expect(machine).toContain('Other board');
    expect(total).toMatch(/^all files +1 µJ +3 µJ$/);
    expect(interval).toMatch(/^5 to 95 % +0.836–1.16 µJ +2.51–3.49 µJ$/);
  });

  it('ranks by a run where one model alone does', () => {
    const calls = new Map(
      sample.files.flatMap(({ energy }) => energy.methods).map(({ name }, m) => [name, 1000 ** m]),
    );
    const ofRun = (result: ReportResult): ReportResult => ({
      ...result,
      run: { mean: 1, variance: 0 },
      files: result.files.map((file) => ({
        ...file,
        energy: {
          ...file.energy,
          methods: file.energy.methods.map((method) => ({
            ...method,
            run: { mean: (calls.get(method.name) ?? 0) * method.energy.mean, variance: 0 },
          })),
        },
      })),
    });
    const text = formatModelColumnsText(results.map(ofRun), JOULES);
    expect(text).toMatch(/^one run +1 J/m);
    // Its one call has an eleventh of the energy.
    expect(text.indexOf('Texts.join')).toBeLessThan(text.indexOf('Loops.sum'));
  });

  it('has the energies of each method by each model', () => {
    const data = JSON.parse(formatModelColumnsJson(results)) as {
      readonly models: readonly { readonly id: string; readonly total: { readonly mean: number } }[];
      readonly methods: readonly { readonly energies: readonly { readonly mean: number }[] }[];
    };
    const [one, other] = data.models;
    expect((other?.total.mean ?? 0) / (one?.total.mean ?? 1)).toBeCloseTo(3, 9);
    expect(data.methods.length).toBeGreaterThan(0);
    for (const { energies } of data.methods)
      expect((energies[1]?.mean ?? 0) / (energies[0]?.mean ?? 1)).toBeCloseTo(3, 9);
  });
});

/** The curve against the sum of Equation 1, tails against Equation 2, files in pieces against files in one. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEnergyCurve } from '../../server/src/power/energy-curve';
import { parsePowerFile } from '../../server/src/power/formats/power-file';
import { parsePowerPieces } from '../../server/src/power/formats/power-pieces';
import { integratePower } from '../../server/src/power/integrate-power';
import type { PowerTrace } from '../../server/src/power/power-trace';
import { tailsOf, withoutTails } from '../../server/src/power/tail-energy';

const traces = fc
  .array(
    fc.tuple(fc.double({ min: 0.05, max: 0.2, noNaN: true }), fc.double({ min: 0, max: 50, noNaN: true })),
    {
      minLength: 3,
      maxLength: 60,
    },
  )
  .map((rows): PowerTrace => {
    let end = 5;
    return {
      ...{ channel: 'power', inTotal: true, from: 'reading', start: 5 },
      ends: rows.map(([length]) => (end += length)),
      watts: rows.map(([, watts]) => watts),
    };
  });

describe('an energy curve', () => {
  it('gives what the sum of Equation 1 gives, for any window', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(traces, share, share, (trace, one, other) => {
        const curve = createEnergyCurve(trace);
        const end = trace.ends[trace.ends.length - 1] ?? 5;
        const [from, to] = [one, other].sort((a, b) => a - b).map((part) => 5 + part * (end - 5));
        const window = { start: from ?? 0, end: to ?? 0 };
        const { energy } = integratePower(trace, window);
        expect(curve?.between(window.start, window.end)).toBeCloseTo(energy, 8);
      }),
    );
  });

  it('knows nothing of what lies outside, or in a gap', () => {
    const curve = createEnergyCurve({
      ...{ channel: 'power', inTotal: true, from: 'reading', start: 0 },
      ...{ ends: [1, 2, 3, 4], watts: [1, NaN, 1, 1] },
    });
    expect(curve?.between(-1, 1)).toBeNaN();
    expect(curve?.between(0.5, 1.5)).toBeNaN();
    expect(curve?.between(3, 5)).toBeNaN();
    expect(curve?.between(2, 4)).toBe(2);
  });
});

describe('tails', () => {
  const model = { device: 'radio', energy: 6, seconds: 3 };

  it('are whole, or as much as fits before the next access (Equation 2)', () => {
    const tails = tailsOf(model, [
      { start: 0, end: 1 },
      { start: 2, end: 4 },
      { start: 20, end: 21 },
    ]);
    expect(tails.map(({ energy }) => energy)).toEqual([2, 6, 6]);
    expect(tails.map(({ start, end }) => [start, end])).toEqual([
      [1, 2],
      [4, 7],
      [21, 24],
    ]);
  });

  it('taken from a trace leave what was there without them', () => {
    fc.assert(
      fc.property(traces, fc.double({ min: 5, max: 8, noNaN: true }), (trace, start) => {
        const tail = { start, end: start + 0.3, energy: 2, access: 0 };
        const end = trace.ends[trace.ends.length - 1] ?? 5;
        const before = createEnergyCurve(trace)?.between(5, end) ?? NaN;
        const after = createEnergyCurve(withoutTails(trace, [tail]))?.between(5, end) ?? NaN;
        const within = Math.max(0, Math.min(end, tail.end) - Math.max(5, start)) / 0.3;
        expect(before - after).toBeCloseTo(2 * within, 8);
      }),
    );
  });
});

describe('a file of power in pieces', () => {
  it('names the row of the whole file that holds no number', () => {
    const rows = Array.from({ length: 200_000 }, (_, row) => `${row / 1000},5`);
    rows[150_000] = '150,?';
    rows[170_000] = '170,?';
    const { problems } = parsePowerPieces(
      [Buffer.from(`time,watts\n${rows.join('\n')}\n`)].flatMap((all) =>
        Array.from({ length: 4 }, (_, part) =>
          all.subarray((part * all.length) / 4, ((part + 1) * all.length) / 4),
        ),
      ),
    );
    expect(problems).toEqual([
      'row 150002, column watts: "?" stands where a number is expected, and so in 1 more cells: left out',
    ]);
  });

  it('is the file in one', () => {
    const rows = Array.from(
      { length: 60_000 },
      (_, row) => `${(row / 1000).toFixed(4)},${(row % 97) / 10},${row % 3}`,
    );
    const text = `time [s],power [W],sync [W]\n${rows.join('\n')}\n`;
    const bytes = Buffer.from(text);
    const chunks = Array.from({ length: Math.ceil(bytes.length / 999_983) }, (_, index) =>
      bytes.subarray(index * 999_983, (index + 1) * 999_983),
    );
    const [whole, pieces] = [parsePowerFile(text), parsePowerPieces(chunks)];
    expect(pieces.problems).toEqual([]);
    expect(pieces.results.map(({ trace: { channel, inTotal, start } }) => [channel, inTotal, start])).toEqual(
      whole.results.map(({ trace: { channel, inTotal, start } }) => [channel, inTotal, start]),
    );
    for (const [index, { trace }] of whole.results.entries()) {
      expect(Array.from(pieces.results[index]?.trace.ends ?? [])).toEqual(trace.ends);
      expect(Array.from(pieces.results[index]?.trace.watts ?? [])).toEqual(trace.watts);
    }
  });
});

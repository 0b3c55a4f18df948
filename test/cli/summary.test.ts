/** The words that all formats of a report share. */
import { expect, test } from 'vitest';
import { describeEnergy, describeTimes, summarize } from '../../server/src/cli/format/summary';
import { JOULES } from '../../server/src/words/energy-text';
import { formatCsv } from '../../server/src/cli/format/csv';
import { formatHtml } from '../../server/src/cli/format/html';
import { formatJson } from '../../server/src/cli/format/json';
import { formatText } from '../../server/src/cli/format/text';
import { createPainter } from '../../server/src/cli/terminal';
import { balanceEnergy } from '../../server/src/runs/energy-account';
import { measuredReport, sampleOptions, sampleReport } from './sample-report';
import { makeFileEnergy } from '../support/file-energy';

const [line] = makeFileEnergy([{ line: 3, mean: 2e-6, sd: 1e-7 }]).lines;

test.each([
  [{}, '', ''],
  [{ expectedCalls: 0.2 }, 'less than one call of 2 µJ', '< 1'],
  [{ expectedCalls: 1 }, 'one call', '1'],
  [{ expectedCalls: 0.7 }, 'about 1 call of 2 µJ', '1'],
  [{ expectedCalls: 9.6 }, 'about 10 calls of 2 µJ', '10'],
  [{ expectedCalls: 2041 }, 'about 2,000 calls of 2 µJ', '2,000'],
  [{ expectedCalls: 5, otherMethods: ['B.f()', 'C.f()'] }, 'calls of 3 methods together', 'several'],
  [{ executions: 0 }, 'ran 0 times', '0'],
  [{ executions: 1 }, 'ran once', '1'],
  [{ executions: 1234 }, 'ran 1,234 times', '1,234'],
])('calls of %o', (figures, words, cell) => {
  if (line === undefined) throw new Error('no line');
  expect(describeEnergy({ ...line, ...figures }, JOULES).calls).toBe(words);
  expect(describeTimes({ ...line, ...figures })).toBe(cell);
});

test('the interval is that of the energy beside it, also where that is of a run', () => {
  if (line === undefined) throw new Error('no line');
  const run = { mean: 2e-3, variance: 0, least: 1e-3, most: 4e-3 };
  expect(describeEnergy({ ...line, run, expectedCalls: 1000 }, JOULES)).toEqual({
    energy: '2 mJ',
    interval: '1–4 mJ',
    calls: 'about 1,000 calls of 2 µJ',
  });
  expect(describeEnergy(line, JOULES)).toEqual({ energy: '2 µJ', interval: '1.84–2.16 µJ', calls: '' });
});

/** The lines of the sample take 1 µJ; the hottest takes half of it. */
function measuredAs(lines: number | undefined, total: number): typeof measuredReport {
  const { measured } = measuredReport;
  if (measured === undefined) throw new Error('the sample is of a measured run');
  const runtime = {
    garbageCollection: undefined,
    compilation: undefined,
    threadSwitching: undefined,
    startUp: undefined,
  };
  const parts = { lines, library: undefined, uncounted: undefined, runtime, idle: 0 };
  return { ...sampleReport, measured: { ...measured, account: balanceEnergy(parts, total) } };
}

test.each([
  ['of all', 0.5, '50.0 %', sampleReport],
  ['of the run', 0.05, '5.0 %', measuredAs(1e-6, 1e-5)],
  ['of the modeled lines', 0.5, '50.0 %', measuredAs(undefined, 1e-9)],
])('a share of a report is one %s, in every format', (words, share, text, report) => {
  const summary = summarize(report);
  expect(summary.lines[0]?.shareOfReport).toBeCloseTo(share, 12);
  const options = { ...sampleOptions, painter: createPainter('none'), columns: 80 };
  expect([...formatText(report, summary, options)].join('')).toContain(
    `${text} ${words}, 54.3 % of its file`,
  );
  const csv = [...formatCsv(report, summary, options)].join('').split('\r\n');
  const column = csv[0]?.split(',').indexOf('share_of_report') ?? -1;
  expect(csv.map((row) => row.split(',')[column])).toContain(String(share));
  const json = [...formatJson(report, summary, options)].join('');
  expect(json).toContain(`"sharesOf":"${words}"`);
  expect(json).toContain(`"shareOfReport":${share}`);
  const page = [...formatHtml(report, summary, options, { style: '', script: '' })].join('');
  expect(page).toContain(`"sharesOf":"${words}"`);
  expect(page).toContain(`>${words === 'of all' ? 'on' : `${words}, on`} the hottest line<`);
});

import { describe, expect, test } from 'vitest';
import { formatCsv } from '../../server/src/cli/format/csv';
import { summarize } from '../../server/src/cli/format/summary';
import type { ReportResult } from '../../server/src/lines/report';
import { hostileReport, measuredReport, sampleOptions, sampleReport } from './sample-report';

function print(result: ReportResult, more: { readonly top?: number } = {}): string {
  return [...formatCsv(result, summarize(result), { ...sampleOptions, ...more })].join('');
}

/** A reader of RFC 4180, by its grammar and nothing else. */
function parse(text: string): readonly (readonly string[])[] {
  const records: string[][] = [[]];
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/y;
  for (
    let match = field.exec(text);
    match !== null && field.lastIndex <= text.length;
    match = field.exec(text)
  ) {
    records.at(-1)?.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '');
    if (field.lastIndex === text.length) break;
    if (match[3] === '\r\n') records.push([]);
  }
  return records;
}

describe('the CSV report', () => {
  test('is as docs/reference/formats.md says', () => {
    expect(print(sampleReport).replaceAll('\r\n', '\n')).toMatchInlineSnapshot(`
      "path,line,method,energy_mean_joules,energy_sd_joules,energy_low_joules,energy_high_joules,share_of_file,share_of_method,share_of_report,rank_in_file,rank_in_method,rank_in_report,modeled_operations,unmodeled_operations,mostly_unmodeled,provenance,frequency,frequency_basis,expected_calls,run_mean_joules,run_low_joules,run_high_joules,executions,other_methods,operations
      src/Loops.java,3,Loops.sum(int[]),1e-8,1e-9,8.35514637e-9,1.16448536e-8,0.0108695652,0.0108695652,0.01,3,3,4,1,0,false,estimated,estimated,exact,,,,,,,1 Assignment_int_int
      src/Loops.java,4,Loops.sum(int[]),4e-7,4e-8,3.34205855e-7,4.65794145e-7,0.434782609,0.434782609,0.4,2,2,2,10,0,false,estimated,estimated,exact,,,,,,,10 ArrayReference_int_int
      src/Loops.java,5,Loops.sum(int[]),5e-7,1e-7,3.35514637e-7,6.64485363e-7,0.543478261,0.543478261,0.5,1,1,1,20,0,false,estimated,estimated,exact,,,,,,,10 Addition_int_int; 10 Assignment_int_int
      src/Loops.java,7,Loops.sum(int[]),1e-8,1e-9,8.35514637e-9,1.16448536e-8,0.0108695652,0.0108695652,0.01,3,3,4,1,0,false,estimated,estimated,exact,,,,,,,1 Return_int
      src/Texts.java,3,Texts.join(List),8e-8,8e-9,6.6841171e-8,9.3158829e-8,1,1,0.08,1,1,3,1,4,true,estimated,estimated,exact,,,,,,,1 MethodInvocation; 3 java.lang.String.join (not modeled); 1 Addition_int_? (not modeled)
      "
    `);
  });

  test('ends with where the measured total went; what is not told apart is empty, no zero', () => {
    const rows = parse(print(measuredReport)).filter(([path]) => path === '(account)');
    expect(rows.map((row) => [row[1], row[2], row[3], row[16]])).toEqual([
      ['', 'lines', '5', 'modeled (proxy)'],
      ['', 'library', '', 'modeled (proxy)'],
      ['', 'not counted', '', 'modeled (proxy)'],
      ['', 'runtime: collections', '1', 'modeled (proxy)'],
      ['', 'runtime: compilation', '2', 'modeled (proxy)'],
      ['', 'runtime: thread switching', '', 'modeled (proxy)'],
      ['', 'runtime: start-up', '0.5', 'measured (proxy)'],
      ['', 'unattributed', '1.5', 'modeled (proxy)'],
      ['', 'total', '10', 'measured (proxy)'],
    ]);
  });

  test('ends each record with CRLF, and every record has all fields', () => {
    const text = print(sampleReport);
    expect(text.endsWith('\r\n')).toBe(true);
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    const widths = parse(text.slice(0, -2)).map((record) => record.length);
    expect(new Set(widths)).toEqual(new Set([26]));
    expect(widths).toHaveLength(6);
  });

  test('has the hottest lines in order, where asked', () => {
    const rows = parse(print(sampleReport, { top: 2 })).slice(1, 3);
    expect(rows.map(([path, line]) => `${path ?? ''}:${line ?? ''}`)).toEqual([
      'src/Loops.java:5',
      'src/Loops.java:4',
    ]);
  });

  test.each(['a,b', 'say "so"', 'two\r\nlines', ' padded ', 'ümläut'])('keeps the name %j whole', (name) => {
    expect(parse(print(hostileReport(name)))[1]?.[0]).toBe(name);
  });

  test.each(['=1+2', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '=cmd|"/c calc"!A0', '＝1'.normalize('NFKC')])(
    'gives a spreadsheet no formula to run: %j',
    (name) => {
      for (const record of parse(print(hostileReport(name))).slice(1)) {
        for (const field of record)
          if (Number.isNaN(Number(field))) expect(field).not.toMatch(/^[=+\-@\t\r]/);
      }
    },
  );
});

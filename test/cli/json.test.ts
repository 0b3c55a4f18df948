import { describe, expect, test } from 'vitest';
import { formatJson } from '../../server/src/cli/format/json';
import { summarise } from '../../server/src/cli/format/summary';
import type { ReportResult } from '../../server/src/engine/report';
import { emptyReport, hostileReport, sampleOptions, sampleReport } from './sample-report';

interface Line {
  readonly line: number;
  readonly energy: {
    readonly mean: number;
    readonly sd: number;
    readonly low: number;
    readonly high: number;
  };
  readonly share: number;
  readonly rank: number;
  readonly unpriced: number;
  readonly operations: readonly {
    readonly name: string;
    readonly count: number;
    readonly energy: { readonly mean: number } | null;
  }[];
}

interface Report {
  readonly totals: { readonly energy: { readonly mean: number } };
  readonly files: readonly {
    readonly path: string;
    readonly total: { readonly mean: number };
    readonly lines: readonly Line[];
  }[];
}

function print(result: ReportResult, more: { readonly top?: number } = {}): string {
  return [...formatJson(result, summarise(result), { ...sampleOptions, ...more })].join('');
}

function read(result: ReportResult, more: { readonly top?: number } = {}): Report {
  return JSON.parse(print(result, more)) as Report;
}

describe('the JSON report', () => {
  test('is as docs/formats.md says', () => {
    expect(JSON.parse(print(sampleReport))).toMatchInlineSnapshot(`
      {
        "failed": [
          {
            "message": "does not exist (any more)",
            "path": "src/Gone.java",
          },
        ],
        "files": [
          {
            "lineCount": 10,
            "lines": [
              {
                "blocks": [
                  "entry",
                ],
                "energy": {
                  "high": 1.16448536e-8,
                  "low": 8.35514637e-9,
                  "mean": 1e-8,
                  "sd": 1e-9,
                },
                "frequencyBasis": "exact",
                "line": 3,
                "method": "Loops.sum(int[])",
                "mostlyUnpriced": false,
                "operations": [
                  {
                    "count": 1,
                    "energy": {
                      "high": 1.16448536e-8,
                      "low": 8.35514637e-9,
                      "mean": 1e-8,
                      "sd": 1e-9,
                    },
                    "group": "arithmetic",
                    "name": "Assignment_int_int",
                    "unit": {
                      "high": 1.16448536e-8,
                      "low": 8.35514637e-9,
                      "mean": 1e-8,
                      "sd": 1e-9,
                    },
                  },
                ],
                "priced": 1,
                "provenance": "estimated",
                "rank": 3,
                "rankInMethod": 3,
                "rankInReport": 4,
                "share": 0.0108695652,
                "shareOfMethod": 0.0108695652,
                "shareOfReport": 0.01,
                "unpriced": 0,
              },
              {
                "blocks": [
                  "entry",
                ],
                "energy": {
                  "high": 4.65794145e-7,
                  "low": 3.34205855e-7,
                  "mean": 4e-7,
                  "sd": 4e-8,
                },
                "frequencyBasis": "exact",
                "line": 4,
                "method": "Loops.sum(int[])",
                "mostlyUnpriced": false,
                "operations": [
                  {
                    "count": 10,
                    "energy": {
                      "high": 4.65794145e-7,
                      "low": 3.34205855e-7,
                      "mean": 4e-7,
                      "sd": 4e-8,
                    },
                    "group": "arithmetic",
                    "name": "ArrayReference_int_int",
                    "unit": {
                      "high": 4.65794145e-8,
                      "low": 3.34205855e-8,
                      "mean": 4e-8,
                      "sd": 4e-9,
                    },
                  },
                ],
                "priced": 10,
                "provenance": "estimated",
                "rank": 2,
                "rankInMethod": 2,
                "rankInReport": 2,
                "share": 0.434782609,
                "shareOfMethod": 0.434782609,
                "shareOfReport": 0.4,
                "unpriced": 0,
              },
              {
                "blocks": [
                  "entry",
                ],
                "energy": {
                  "high": 6.64485363e-7,
                  "low": 3.35514637e-7,
                  "mean": 5e-7,
                  "sd": 1e-7,
                },
                "frequencyBasis": "exact",
                "line": 5,
                "method": "Loops.sum(int[])",
                "mostlyUnpriced": false,
                "operations": [
                  {
                    "count": 10,
                    "energy": {
                      "high": 4.65794145e-7,
                      "low": 3.34205855e-7,
                      "mean": 4e-7,
                      "sd": 4e-8,
                    },
                    "group": "arithmetic",
                    "name": "Addition_int_int",
                    "unit": {
                      "high": 4.65794145e-8,
                      "low": 3.34205855e-8,
                      "mean": 4e-8,
                      "sd": 4e-9,
                    },
                  },
                  {
                    "count": 10,
                    "energy": {
                      "high": 1.16448536e-7,
                      "low": 8.35514637e-8,
                      "mean": 1e-7,
                      "sd": 1e-8,
                    },
                    "group": "arithmetic",
                    "name": "Assignment_int_int",
                    "unit": {
                      "high": 1.16448536e-8,
                      "low": 8.35514637e-9,
                      "mean": 1e-8,
                      "sd": 1e-9,
                    },
                  },
                ],
                "priced": 20,
                "provenance": "estimated",
                "rank": 1,
                "rankInMethod": 1,
                "rankInReport": 1,
                "share": 0.543478261,
                "shareOfMethod": 0.543478261,
                "shareOfReport": 0.5,
                "unpriced": 0,
              },
              {
                "blocks": [
                  "entry",
                ],
                "energy": {
                  "high": 1.16448536e-8,
                  "low": 8.35514637e-9,
                  "mean": 1e-8,
                  "sd": 1e-9,
                },
                "frequencyBasis": "exact",
                "line": 7,
                "method": "Loops.sum(int[])",
                "mostlyUnpriced": false,
                "operations": [
                  {
                    "count": 1,
                    "energy": {
                      "high": 1.16448536e-8,
                      "low": 8.35514637e-9,
                      "mean": 1e-8,
                      "sd": 1e-9,
                    },
                    "group": "arithmetic",
                    "name": "Return_int",
                    "unit": {
                      "high": 1.16448536e-8,
                      "low": 8.35514637e-9,
                      "mean": 1e-8,
                      "sd": 1e-9,
                    },
                  },
                ],
                "priced": 1,
                "provenance": "estimated",
                "rank": 3,
                "rankInMethod": 3,
                "rankInReport": 4,
                "share": 0.0108695652,
                "shareOfMethod": 0.0108695652,
                "shareOfReport": 0.01,
                "unpriced": 0,
              },
            ],
            "methods": [
              {
                "end": {
                  "column": 11,
                  "line": 1,
                },
                "energy": {
                  "high": 0.00000109717143,
                  "low": 7.42828571e-7,
                  "mean": 9.2e-7,
                  "sd": 1.07712581e-7,
                },
                "frequencyBasis": "exact",
                "key": "Test.Loops.sum(int[])",
                "kind": "method",
                "name": "Loops.sum(int[])",
                "priced": 32,
                "share": 1,
                "shareOfClass": 1,
                "start": {
                  "column": 1,
                  "line": 1,
                },
                "unpriced": 0,
              },
            ],
            "path": "src/Loops.java",
            "pricedCount": 32,
            "problems": [],
            "provenance": "estimated",
            "total": {
              "high": 0.00000109717143,
              "low": 7.42828571e-7,
              "mean": 9.2e-7,
              "sd": 1.07712581e-7,
            },
            "unpricedCount": 0,
            "untypedCount": 0,
          },
          {
            "lineCount": 6,
            "lines": [
              {
                "blocks": [
                  "entry",
                ],
                "energy": {
                  "high": 9.3158829e-8,
                  "low": 6.6841171e-8,
                  "mean": 8e-8,
                  "sd": 8e-9,
                },
                "frequencyBasis": "exact",
                "line": 3,
                "method": "Texts.join(List)",
                "mostlyUnpriced": true,
                "operations": [
                  {
                    "count": 1,
                    "energy": {
                      "high": 9.3158829e-8,
                      "low": 6.6841171e-8,
                      "mean": 8e-8,
                      "sd": 8e-9,
                    },
                    "group": "arithmetic",
                    "name": "MethodInvocation",
                    "unit": {
                      "high": 9.3158829e-8,
                      "low": 6.6841171e-8,
                      "mean": 8e-8,
                      "sd": 8e-9,
                    },
                  },
                  {
                    "count": 3,
                    "energy": null,
                    "group": "library function",
                    "name": "java.lang.String.join",
                    "unit": null,
                  },
                  {
                    "count": 1,
                    "energy": null,
                    "group": "library function",
                    "name": "Addition_int_?",
                    "unit": null,
                    "untyped": true,
                  },
                ],
                "priced": 1,
                "provenance": "estimated",
                "rank": 1,
                "rankInMethod": 1,
                "rankInReport": 3,
                "share": 1,
                "shareOfMethod": 1,
                "shareOfReport": 0.08,
                "unpriced": 4,
              },
            ],
            "methods": [
              {
                "end": {
                  "column": 11,
                  "line": 1,
                },
                "energy": {
                  "high": 9.3158829e-8,
                  "low": 6.6841171e-8,
                  "mean": 8e-8,
                  "sd": 8e-9,
                },
                "frequencyBasis": "exact",
                "key": "Test.Texts.join(List)",
                "kind": "method",
                "name": "Texts.join(List)",
                "priced": 1,
                "share": 1,
                "shareOfClass": 1,
                "start": {
                  "column": 1,
                  "line": 1,
                },
                "unpriced": 4,
              },
            ],
            "path": "src/Texts.java",
            "pricedCount": 1,
            "problems": [
              {
                "end": {
                  "column": 41,
                  "line": 3,
                },
                "message": "the type of x is not known",
                "severity": "warning",
                "start": {
                  "column": 40,
                  "line": 3,
                },
              },
            ],
            "provenance": "estimated",
            "total": {
              "high": 9.3158829e-8,
              "low": 6.6841171e-8,
              "mean": 8e-8,
              "sd": 8e-9,
            },
            "unpricedCount": 4,
            "untypedCount": 1,
          },
        ],
        "format": "jouleline-report",
        "frequency": "estimated",
        "generator": {
          "name": "jouleline",
          "version": "1.2.3",
        },
        "model": {
          "id": "test-model",
          "intervals": "independence assumed",
          "isLocal": false,
          "machine": "Raspberry Pi 5",
          "mode": "interpreter",
          "source": "made up",
          "title": "A model for tests",
          "version": "7",
        },
        "problems": [
          "lib/missing.jar does not exist",
        ],
        "totals": {
          "energy": {
            "mean": 0.000001,
          },
          "failedFiles": 1,
          "files": 2,
          "lines": 5,
          "mostlyUnpricedLines": 1,
          "pricedCount": 33,
          "pricedShare": 0.891891892,
          "unpriced": [
            {
              "count": 3,
              "lines": 1,
              "name": "java.lang.String.join",
            },
            {
              "count": 1,
              "lines": 1,
              "name": "Addition_int_?",
            },
          ],
          "unpricedCount": 4,
          "untyped": [
            {
              "count": 1,
              "lines": 1,
              "name": "Addition_int_?",
            },
          ],
          "untypedCount": 1,
        },
        "version": 1,
      }
    `);
  });

  test('adds up: operations to lines, lines to files, files to the total', () => {
    const { totals, files } = read(sampleReport);
    const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
    for (const { total, lines } of files) {
      expect(sum(lines.map(({ energy }) => energy.mean))).toBeCloseTo(total.mean, 12);
      for (const { energy, operations } of lines) {
        expect(sum(operations.map((operation) => operation.energy?.mean ?? 0))).toBeCloseTo(energy.mean, 12);
      }
    }
    expect(sum(files.map(({ total }) => total.mean))).toBeCloseTo(totals.energy.mean, 12);
  });

  test('says null, not zero, of what has no price', () => {
    const operations = read(sampleReport).files[1]?.lines[0]?.operations ?? [];
    expect(operations.map(({ energy }) => energy?.mean ?? null)).toEqual([8e-8, null, null]);
  });

  test('keeps the hottest lines only where asked, and the totals of all', () => {
    const all = read(sampleReport);
    const top = read(sampleReport, { top: 2 });
    expect(top.files.map(({ lines }) => lines.map(({ line }) => line))).toEqual([[4, 5], []]);
    expect(top.totals).toEqual(all.totals);
  });

  test('has one line of text for each line of code', () => {
    const lines = print(sampleReport).split('\n');
    expect(lines.filter((line) => line.startsWith('{"line":'))).toHaveLength(5);
  });

  test.each([
    ['no files', emptyReport],
    ['hostile texts', hostileReport('"\\\n\u2028</script>\ud800')],
  ])('is JSON with %s', (_, result) => {
    expect(read(result).files).toHaveLength(result.files.length);
  });
});

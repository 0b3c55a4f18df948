import { describe, expect, test } from 'vitest';
import { summarize } from '../../server/src/cli/format/summary';
import { formatText } from '../../server/src/cli/format/text';
import { createPainter } from '../../server/src/cli/terminal';
import type { ColorDepth } from '../../server/src/cli/terminal';
import type { ReportResult } from '../../server/src/lines/report';
import { makeFileEnergy, modeledOperation, unmodeledOperation } from '../support/file-energy';
import { emptyReport, hostileReport, sampleOptions, sampleReport } from './sample-report';

function print(
  result: ReportResult,
  depth: ColorDepth = 'none',
  more: { readonly top?: number } = {},
): string {
  const options = { ...sampleOptions, ...more, painter: createPainter(depth), columns: 80 };
  return [...formatText(result, summarize(result), options)].join('');
}

describe('the listing', () => {
  test('shows hot lines with their code, operations, and what is left out', () => {
    expect(print(sampleReport)).toMatchInlineSnapshot(`
      "2 files, 5 lines with energy, estimated
      energies: of one expected run of the program: calls, loops and branches at estimated frequencies
      model:    A model for tests (test-model); intervals 5–95 %, independence assumed
      sum:      1 µJ, 0.836–1.16 µJ (Raspberry Pi 5, interpreter), each method once
      cold ▁▂▃▄▅▆▇█ hot, by rank among all lines; ≥ mostly operations that are not modeled: may use much more

      #1  src/Loops.java:5  50.0 % of all, 54.3 % of its file  500 nJ, 336–664 nJ (Raspberry Pi 5, interpreter)
          10 × adds ints 80.0 %, 10 × Assignment_int_int 20.0 %
      #2  src/Loops.java:4  40.0 % of all, 43.5 % of its file  400 nJ, 334–466 nJ (Raspberry Pi 5, interpreter)
          10 × reads an int from an array 100.0 %
      #4  src/Loops.java:3  1.0 % of all, 1.1 % of its file  10 nJ, 8.36–11.6 nJ (Raspberry Pi 5, interpreter)
          1 × Assignment_int_int 100.0 %
      #4  src/Loops.java:7  1.0 % of all, 1.1 % of its file  10 nJ, 8.36–11.6 nJ (Raspberry Pi 5, interpreter)
          1 × returns an int 100.0 %
        1    class Loops {
        2        int sum(int[] values) {
        3  ▁         int sum = 0;
        4  ▆         for (int value : values) {
        5  █             sum += value;
        6            }
        7  ▁         return sum;
        8        }
        9    }

      #3  src/Texts.java:3  ≥ 8.0 % of all, 100.0 % of its file  80 nJ, 66.8–93.2 nJ (Raspberry Pi 5, interpreter)
          1 × calls a method 100.0 %, 3 × calls String.join not modeled, 1 × adds an int and a value of unknown type not modeled
        1    class Texts {
        2        String join(java.util.List<String> all) {
        3 ≥▅         return String.join(",", all) + x.y + 1;
        4        }
        5    }

      89.2 % of the operations expected to run are modeled; 1 line is mostly not modeled (≥)
        not modeled, in no energy above: 3 × java.lang.String.join, 1 × adds an int and a value of unknown type
        operand types not found: 1 × adds an int and a value of unknown type

      3 problems
        lib/missing.jar does not exist
        src/Gone.java: does not exist
        src/Texts.java:3: warning: the type of x is not known
      "
    `);
  });

  test('colors each line with operations, and only those', () => {
    const lines = print(sampleReport, 'full').split('\n');
    const backgrounds = (code: string) =>
      lines.filter((line) => line.includes(code)).map((line) => /\u001b\[48;2;([\d;]+);38/.exec(line)?.[1]);
    expect(backgrounds('sum += value')).toEqual(['217;28;42']);
    expect(backgrounds('int sum = 0')).toEqual(['43;76;240']);
    expect(lines.find((line) => line.includes('    }'))).not.toContain('48;2');
  });

  test.each([
    ['16', /\u001b\[97;41m {13}sum \+= value;/],
    ['256', /\u001b\[48;5;\d+;38;5;(231|16)m {13}sum \+= value;/],
  ] as const)('has %s colors where there are no more', (depth, expected) => {
    expect(print(sampleReport, depth)).toMatch(expected);
  });

  test('shows as many lines as asked for', () => {
    const places = print(sampleReport, 'none', { top: 2 }).match(/^#\d+ .*java:\d+/gm);
    expect(places).toEqual(['#1  src/Loops.java:5', '#2  src/Loops.java:4']);
  });

  test('lists a called method once, with its body that was not counted', () => {
    const [file] = sampleReport.files;
    if (file === undefined) throw new Error();
    const operations = [
      modeledOperation('lib.Burner.burn, not counted', 20, 4e-8),
      modeledOperation('Addition_int_int', 20, 5e-9),
      modeledOperation('lib.Burner.burn', 20, 5e-9),
      unmodeledOperation('lib.Other.run', 3),
    ];
    const energy = makeFileEnergy([{ line: 2, mean: 1e-6, method: 'Loops.sum(int[])', operations }]);
    const listing = print({ ...sampleReport, files: [{ ...file, energy }] });
    expect(listing).toContain(
      '20 × calls Burner.burn, not counted 90.0 %, 20 × adds ints 10.0 %, 3 × calls Other.run not modeled\n',
    );
  });

  test('says nothing of lines where there are none', () => {
    expect(print(emptyReport)).not.toContain('#1');
    expect(print(emptyReport)).toContain('0 files, 0 lines with energy');
  });

  test('lets no control character of the code or of a name through to the terminal', () => {
    const hostile = '\u001b]0;owned\u0007\u001b[2J\u009b31m\r\u202e';
    expect(print(hostileReport(hostile))).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
  });

  test('calls what a whole report says of itself a note, and what it lacks a problem', () => {
    const problems = ['not in the profile, and left out: 2 files'];
    const files = sampleReport.files.map((file) => ({ ...file, problems: [] }));
    const whole = { ...sampleReport, files, failed: [], problems, isComplete: true };
    expect(print(whole)).toContain('\n1 note\n  not in the profile');
    expect(print({ ...whole, isComplete: false })).toContain('\n1 problem\n  not in the profile');
  });

  test('cuts what is too long to read', () => {
    const [file] = sampleReport.files;
    if (file === undefined) throw new Error('the sample has files');
    const text = file.text.replace('sum += value;', `sum += ${'1 + '.repeat(250_000)}value;`);
    const lines = print({ ...sampleReport, files: [{ ...file, text }] }).split('\n');
    const code = lines.find((line) => line.includes('sum += 1'));
    expect(code?.length).toBeLessThan(90);
    expect(code).toContain('…');
  });
});

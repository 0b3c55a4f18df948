/** Colors, lenses, line ends and the legend of estimates: marked Java text, and what is shown beside it. */
import { describe, expect, test } from 'vitest';
import { inWork, showEstimates } from '../support/marked-java';

const byRank = { settings: { scale: 'rank', rankScope: 'file' } };

describe('the colors of estimates', () => {
  test('go from the coldest step to the hottest by rank', async () => {
    const { rows } = await showEstimates(
      inWork(`
        int sum(int n) {
          int sum = 0; /*|*/
          for (int i = 0; i < n; i++) { /*|*/
            sum = sum + i; /*|*/
          } /*|*/
          return sum; /*|*/
        } /*|*/
      `),
      byRank,
    );
    // Five ranks on 24 steps, with that of the implicit constructor: 0, 6, 12, 17 and 23.
    expect(rows).toMatchInlineSnapshot(`
      "0 #5 0.69 % | int sum = 0;
      23 #1 54.3 % | for (int i = 0; i < n; i++) {
      17 #2 28.7 % | sum = sum + i;
      (no color) | }
      12 #3 9.8 % | return sum;
      (no color) | }"
    `);
  });

  test('hatch a line whose part that is not modeled may outweigh the rest, and never show it cold', async () => {
    const { rows } = await showEstimates(
      inWork(`
        void print(String text) {
          print(text.trim()); /*|*/
          text.trim(); /*|*/
          int one = 1; /*|*/
        }
      `),
      byRank,
    );
    expect(rows).toMatchInlineSnapshot(`
      "23 #1 58.8 % | print(text.trim());
      12 #4 ≥ 0 % hatched | text.trim();
      8 #3 4.0 % | int one = 1;"
    `);
  });

  test('take the middle where all lines take the same', async () => {
    const { overlay } = await showEstimates('interface Work {\n  default int one() { return 1; }\n}\n');
    expect(overlay.lines.map(({ line, step }) => [line, step])).toEqual([[1, 12]]);
  });

  test('give lines that take the same one rank and one step', async () => {
    const { rows } = await showEstimates(
      inWork(`
        int sum(int n) {
          int a = n + n; /*|*/
          int b = n + n; /*|*/
          return a;
        }
      `),
      byRank,
    );
    expect(rows).toMatchInlineSnapshot(`
      "0 #3 13.0 % | int a = n + n;
      0 #3 13.0 % | int b = n + n;"
    `);
  });

  test('follow the energy itself on a linear scale', async () => {
    const { rows } = await showEstimates(
      inWork(`
        int sum(int n) {
          int a = n + n; /*|*/
          return a; /*|*/
        }
      `),
      { settings: { scale: 'linear' } },
    );
    // 44.2 nJ of 151 nJ at most: 29.3 % of 23 steps.
    expect(rows).toMatchInlineSnapshot(`
      "7 #3 15.0 % | int a = n + n;
      23 #1 51.2 % | return a;"
    `);
  });

  test('are placed on the scale of the workspace', async () => {
    const java = inWork(`
      int sum(int n) {
        int a = n + n; /*|*/
        return a; /*|*/
      }
    `);
    const among = async (workspace: readonly number[]): Promise<readonly number[]> =>
      (await showEstimates(java, { workspace })).overlay.lines.map(({ step }) => step);
    const alone = await showEstimates(java);
    expect(Math.max(...alone.overlay.lines.map(({ step }) => step))).toBe(23);
    // 44 and 151 nJ, and 103 nJ of the implicit constructor: far less than a thousandth of 1 J.
    expect(await among([1e-9, 1])).toEqual([0, 0, 0]);
    // A tenth of the hottest line, and less.
    expect(await among([1e-9, 1.5e-6])).toEqual([16, 14, 17]);
  });

  test('are only of the lines that together take four fifths of the energy, where that is the look', async () => {
    const { rows } = await showEstimates(
      inWork(`
        int sum(int n) {
          int sum = 0; /*|*/
          for (int i = 0; i < n; i++) { /*|*/
            sum = sum + i; /*|*/
          }
          return sum; /*|*/
        }
      `),
      { settings: { look: 'hotspots' } },
    );
    // 54.3 % and 28.7 %.
    expect(rows.split('\n').map((row) => row.startsWith('(no color)'))).toEqual([true, false, false, true]);
  });

  test('follow the logarithm of the energy on a logarithmic scale', async () => {
    const { rows } = await showEstimates(
      inWork(`
        int sum(int n) {
          int a; /*|*/
          a = n + n; /*|*/
          return a; /*|*/
        }
      `),
      { settings: { scale: 'logarithmic' } },
    );
    expect(rows).toMatchInlineSnapshot(`
      "(no color) | int a;
      20 #3 15.0 % | a = n + n;
      23 #1 51.2 % | return a;"
    `);
  });

  test('compare within each method where that is chosen', async () => {
    const { rows } = await showEstimates(
      inWork(`
        int few(int n) {
          int a = n + n; /*|*/
          return a; /*|*/
        }
        int many(int n) {
          int a = n * n * n * n * n * n; /*|*/
          return a; /*|*/
        }
      `),
      { settings: { scale: 'rank', rankScope: 'method' } },
    );
    expect(rows).toMatchInlineSnapshot(`
      "0 #2 7.0 % | int a = n + n;
      23 #1 23.8 % | return a;
      23 #1 29.7 % | int a = n * n * n * n * n * n;
      0 #2 23.8 % | return a;"
    `);
  });

  test('have as many steps as the settings say', async () => {
    const { overlay } = await showEstimates(inWork(`int one() { return 1; }`), {
      settings: { colorSteps: 64 },
    });
    expect(overlay.palette).toHaveLength(64);
    expect(Math.max(...overlay.lines.map(({ step }) => step))).toBe(63);
  });

  test('are those of field initializers, constructors and static initializers, too', async () => {
    const { rows } = await showEstimates(
      inWork(`
        int[] table = new int[16]; /*|*/
        static int start; /*|*/
        static {
          start = 7; /*|*/
        }
        Work() {
          table[0] = start; /*|*/
        }
      `),
    );
    expect(rows).toMatchInlineSnapshot(`
      "23 #1 66.0 % | int[] table = new int[16];
      (no color) | static int start;
      16 #4 4.6 % | start = 7;
      19 #2 16.2 % | table[0] = start;"
    `);
  });

  test('go on around what can’t be read as Java', async () => {
    const { rows, overlay } = await showEstimates(
      inWork(`
        int before(int n) {
          return n + 1; /*|*/
        }
        int broken(int n) {
          int half = n / ;
          return half +; /*|*/
        }
        int after(int n) {
          return n * 2; /*|*/
        }
      `),
    );
    expect(rows).toMatchInlineSnapshot(`
      "23 #2 29.1 % | return n + 1;
      22 #3 23.9 % | return half +;
      23 #1 29.5 % | return n * 2;"
    `);
    expect(overlay.statusTooltip.split('\n\n').at(1)).toMatchInlineSnapshot(
      `"Places that could not be read as Java: 2; the rest is shown"`,
    );
  });

  test('are none in a file that runs nothing', async () => {
    const { overlay, lenses } = await showEstimates('interface Work {\n  int one();\n}\n');
    expect([overlay.lines, lenses, overlay.status]).toMatchInlineSnapshot(`
      [
        [],
        [],
        "no operations",
      ]
    `);
  });

  test('stand on the right lines where lines end with carriage returns', async () => {
    const { overlay } = await showEstimates(
      'class Work {\r\n  int twice(int n) {\r\n    return n + n;\r\n  }\r\n}\r\n',
    );
    expect(overlay.lines.map(({ line, text }) => `${line + 1}: ${text}`)).toMatchInlineSnapshot(`
      [
        "1: 35.1 %",
        "3: 64.9 %",
      ]
    `);
  });
});

describe('the words around the colors', () => {
  test('say what the ends of the palette stand for', async () => {
    const java = inWork(`int one() { return 1; }`);
    const ends = await Promise.all(
      [{}, { scale: 'rank', rankScope: 'method' }, byRank.settings, { scale: 'linear' }].map(
        async (settings) => {
          const { cold, hot } = (await showEstimates(java, { settings })).overlay.legend;
          return `${cold} – ${hot}`;
        },
      ),
    );
    expect(ends).toMatchInlineSnapshot(`
      [
        "1/10,000 of the hottest, or less – most energy in the workspace",
        "least energy in the method – most energy in the method",
        "least energy in the file – most energy in the file",
        "no energy – most energy in the workspace",
      ]
    `);
  });

  test('say that the file is compared with itself while the workspace is read', async () => {
    const shown = async (isReading: boolean, settings: object): Promise<boolean> =>
      (
        await showEstimates(inWork(`int one() { return 1; }`), { isReading, settings })
      ).overlay.statusTooltip.includes('compared with itself');
    expect(await shown(true, {})).toBe(true);
    expect(await shown(false, {})).toBe(false);
    expect(await shown(true, byRank.settings)).toBe(false);
  });

  test('say which share of the operations is modeled', async () => {
    const { overlay } = await showEstimates(
      inWork(`
        void print(String text) {
          text.trim();
          int one = 1 + text.length();
        }
      `),
    );
    // Not modeled are both calls; declaration, addition, and the constructor's three operations are.
    expect(overlay.legend.modeledShare).toBeCloseTo(5 / 7);
    expect(overlay.statusTooltip).toMatchInlineSnapshot(`
      "**144 nJ in this file**

      Calls, loops and branches run as often as estimated · *estimated*

      5–95 %: 82.9–205 nJ (independence assumed)

      Model: Raspberry Pi 5, OpenJDK 21, interpreter, not your machine. Relative shares are more reliable than absolute joules.

      Modeled: 71.4 % of the expected operations (not modeled: 2, type not found: 0)"
    `);
  });

  test('put the energy of the file into the status bar, with its machine', async () => {
    const { overlay } = await showEstimates(inWork(`int one() { return 1; }`));
    expect(overlay.status).toMatchInlineSnapshot(`"251 nJ"`);
  });

  test('tell what a call of each method takes where no run of the program reaches the file', async () => {
    const work = inWork(`
      int twice(int n) { return n + n; }
      int half(int n) { return n / 2; }
    `);
    const main = (body: string): string =>
      `package demo;\nclass Main { public static void main(String[] arguments) { ${body} } }\n`;
    const statusOf = async (body: string): Promise<readonly (string | undefined)[]> => {
      const { overlay } = await showEstimates(work, { beside: { 'Main.java': main(body) }, ofRun: true });
      const [heading] = overlay.statusTooltip.split('\n\n');
      return [
        overlay.status,
        heading,
        overlay.statusTooltip.split('\n\n').find((row) => row.includes('reach')),
      ];
    };
    expect(await statusOf('int sum = 0;')).toMatchInlineSnapshot(`
      [
        "468 nJ per call",
        "**468 nJ in this file for one call of each method**",
        "No run of the program is expected to reach this file: 962 fJ in a run",
      ]
    `);
    expect(await statusOf('new Work().twice(1);')).toMatchInlineSnapshot(`
      [
        "285 nJ",
        "**285 nJ in this file, 29.3 % of the program**",
        undefined,
      ]
    `);
    const alone = await showEstimates(work);
    expect(alone.overlay.status).toMatchInlineSnapshot(`"468 nJ"`);
  });

  test('put energies at line ends where the model is of the own machine', async () => {
    const { hints, overlay } = await showEstimates(inWork(`int one() { return 1; }`), {
      model: (bundled) => ({ ...bundled, isLocal: true }),
    });
    expect([hints, overlay.status]).toMatchInlineSnapshot(`
      [
        [
          "2:12 99.9 nJ · 39.8 %",
          "3:23 151 nJ · 60.2 %",
        ],
        "251 nJ",
      ]
    `);
  });

  test('tell the modes of counting apart', async () => {
    const java = inWork(`int one() { return 1; }`);
    const first = async (frequency: string): Promise<string | undefined> =>
      (await showEstimates(java, { settings: { frequency } })).overlay.statusTooltip.split('\n\n')[0];
    expect(await Promise.all(['estimated', 'one-execution', 'worst-case'].map(first))).toMatchInlineSnapshot(`
      [
        "**251 nJ in this file**",
        "**251 nJ in this file**",
        "**251 nJ in this file**",
      ]
    `);
  });
});

describe('lenses of estimates', () => {
  test('stand above methods, constructors and initializers, but not above fields and lambdas', async () => {
    const { lenses } = await showEstimates(
      inWork(`
        int[] table = new int[16];
        static int start;
        static {
          start = 7;
        }
        Work() {
          table[0] = 1;
        }
        Runnable later() {
          return () -> { int a = 1; };
        }
      `),
    );
    expect(lenses).toMatchInlineSnapshot(`
      [
        "5: 3.8 % of file · 34.9 nJ per call",
        "8: 20.0 % of file · 186 nJ per call",
        "11: 22.5 % of file · ≥ 209 nJ per call",
      ]
    `);
  });

  test('add what a method calls, and count operations that are not modeled', async () => {
    const { lenses } = await showEstimates(
      inWork(`
        int length(String text) {
          return half(text.trim().length());
        }
        int half(int n) {
          return n == 0 ? 0 : half(n / 2);
        }
      `),
    );
    expect(lenses).toMatchInlineSnapshot(`
      [
        "3: 38.6 % of file · ≥ 262 nJ per call",
        "6: 46.7 % of file · 318 nJ per call",
      ]
    `);
  });

  test('offer to profile methods and constructors in an editor that can', async () => {
    const { lenses } = await showEstimates(
      inWork(`
        static { int a = 1; }
        Work() {}
        int one() { return 1; }
      `),
      { profileCommand: 'jouleline.profile' },
    );
    expect(lenses.filter((lens) => lens.includes('$(play)'))).toMatchInlineSnapshot(`
      [
        "4: $(play) Profile",
        "5: $(play) Profile",
      ]
    `);
  });
});

describe('advice on estimates', () => {
  const copy = inWork(`
    void copy(int[] from, int[] to) {
      for (int i = 0; i < from.length; i++) { /*|*/
        to[i] = from[i];
      }
    }
    int words(java.util.List<String> lines) {
      int words = 0;
      for (String line : lines) words += line.split("\\\\s+").length; /*|*/
      return words;
    }
  `);

  test('says what to write otherwise, and what that saves of the method', async () => {
    const { advice } = await showEstimates(copy, { settings: { advice: { interpreted: true } } });
    expect(advice).toMatchInlineSnapshot(`
      [
        "4: elements go from from to to one by one: System.arraycopy moves them at once (saves nothing once compiled)
      Saves 1.16 µJ, 5–95 %: 0.881–1.43 µJ per call, 63.9 % of Work.copy(int[], int[]) · estimated, Raspberry Pi 5, interpreter
      Provided that all indices from 0 to from.length are within the arrays (System.arraycopy throws before it begins)
      (Li and Gallagher, section 6.3, c (a loop replaced by one bulk call))",
        "10: the regular expression "\\\\s+" is compiled in every round: compile it once
      The model has no data for this saving (executions: 3). It is not zero.
      (java.util.regex.Pattern: a pattern that is used more than once is compiled once)",
      ]
    `);
  });

  test('is left out where it saves less of the method than the settings ask for', async () => {
    const half = inWork(`
      void copy(int[] from, int[] to) {
        for (int i = 0; i < from.length; i++) {
          to[i] = from[i];
        }
        for (int i = 0; i < from.length; i++) {
          to[i] = from[i] * 3;
        }
      }
    `);
    const rules = async (minimumSaving: number): Promise<number> =>
      (await showEstimates(half, { settings: { advice: { minimumSaving, interpreted: true } } })).advice
        .length;
    expect([await rules(10), await rules(50)]).toEqual([1, 0]);
  });

  test('offers changes that are safe on the line that they are of', async () => {
    const { actions } = await showEstimates(copy, { settings: { advice: { interpreted: true } } });
    expect(actions).toMatchInlineSnapshot(`
      [
        "Ignore Here: bulk-copy",
        "Compile the regular expression once",
        "Ignore Here: compiled-pattern",
      ]
    `);
  });
});

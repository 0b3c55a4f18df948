/** Documents that are colored by one counted profile: marked Java text that says how often each line ran. */
import { describe, expect, test } from 'vitest';
import type { MeasurementRecord } from '../../server/src/runs/measurement-record';
import { recordOf, type RunValues } from '../runs/measurement-records';
import {
  BETWEEN_HOVERS,
  inWork,
  type ProfileOptions,
  showBare,
  type Shown,
  showProfile,
} from '../support/marked-java';

function shown(members: string, options: ProfileOptions = {}): Promise<Shown> {
  return showProfile(inWork(members), options);
}

/** Runs that took so many joules each, in one second of CPU time. */
function runs(...energies: readonly number[]): readonly RunValues[] {
  return energies.map((energy) => ({ energy, user: 1, system: 0 }));
}

const metered = recordOf({ runs: runs(2, 2.2), baseline: [], isProxy: false, mode: 'interpreted mode' });

describe('the hover of a counted line', () => {
  test('says how often it ran, and what each execution took', async () => {
    const { hover } = await shown(`
      int twice(int n) { /*×2*/
        int sum = n + n; /*×20*/ /*|*/
        return sum; /*×2*/
      }
    `);
    // 20 × (33.337 + 10.896) nJ
    expect(hover).toMatchInlineSnapshot(`
      "**74.5 % of this file, 74.5 % of the program.** \`n + n\` ran 20 times.

      | code | what it does | times | energy | share |
      |---|---|--:|--:|--:|
      | \`n + n\` | adds ints | 20 | 667 nJ | 75.4 % |
      | \`sum = n + n\` | puts an int into a new variable | 20 | 218 nJ | 24.6 % |
      |  | **the whole line** |  | 885 nJ | 100.0 % |

      ---

      **Details** (Jouleline)

      885 nJ, 5–95 %: 0.622–1.15 µJ · *modeled: counts measured*  
      executions: 20, 44.2 nJ each

      Rank 1 of 2 in the workspace, 74.5 % of \`Work.twice(int)\`

      | operation | count | each | energy | share |
      |---|--:|--:|--:|--:|
      | \`Addition_int_int\` | 20 | 33.3 nJ | 667 nJ | 75.4 % |
      | \`Declaration_int\` | 20 | 10.9 nJ | 218 nJ | 24.6 % |

      By group: arithmetic 75.4 %, declaration 24.6 %

      block \`Work.twice(int)#runs_20\` · all counts exact  
      Model: Raspberry Pi 5, OpenJDK 21, interpreter \\(independence assumed\\), not your machine"
    `);
  });

  test('lists the methods that it called, the most frequent first', async () => {
    const { hover } = await shown(`
      int twice(int n) { /*×3*/
        return one() + two() + one(); /*×3*/ /*|*/
      }
      static int one() { return 1; } /*×6*/
      static int two() { return 2; } /*×3*/
    `);
    expect(hover.split('\n\n').find((part) => part.includes('95 %'))).toMatchInlineSnapshot(`
      "1.45 µJ, 5–95 %: 1.03–1.87 µJ · *modeled: counts measured*  
      executions: 3, 484 nJ each  
      callees included: 2.81 µJ, 5–95 %: 2.37–3.25 µJ"
    `);
  });

  test('names a constructor in words', async () => {
    const { hover } = await shown(`
      Work() { } /*×3*/
      static Work make() { /*×3*/
        return new Work(); /*×3*/ /*|*/
      }
    `);
    expect(hover).toContain('Calls `new Work` × 3.');
  });

  test('writes many executions with powers of ten', async () => {
    const { hover } = await shown(`
      void spin() { /*×1*/
        int a = 1; /*×1234567890*/ /*|*/
      }
    `);
    expect(hover.split('\n\n').find((part) => part.includes('95 %'))).toMatchInlineSnapshot(`
      "13.2 J, 5–95 %: 6.29–20 J · *modeled: counts measured*  
      executions: 1.23 × 10⁹, 10.7 nJ each"
    `);
  });

  test('is absent on a line that did not run', async () => {
    const { hover } = await shown(`
      int choose(boolean b) { /*×1*/
        if (b) /*×1*/
          return 1 + 1; /*|*/
        return 2; /*×1*/
      }
    `);
    expect(hover).toBe('(nothing)');
  });

  test('counts operations that are not modeled', async () => {
    const { hover, rows } = await shown(`
      void print(String text) { /*×1*/
        text.trim(); /*×5*/ /*|*/
      }
    `);
    expect(hover).toMatchInlineSnapshot(`
      "**≥ 0 % of this file.** \`text.trim()\` ran 5 times.

      Not included, because the model has no cost for it, and possibly **more than everything above**: \`text.trim()\` calls String.trim

      ---

      **Details** (Jouleline)

      0 J, 5–95 %: no spread known · *modeled: counts measured*  
      executions: 5, 0 J each

      Rank 1 of 1 in the workspace, 0 % of \`Work.print(String)\`

      Not modeled (not zero): \`java.lang.String.trim\` × 5

      block \`Work.print(String)#runs_5\` · all counts exact  
      Model: Raspberry Pi 5, OpenJDK 21, interpreter \\(independence assumed\\), not your machine"
    `);
    expect(rows).toMatchInlineSnapshot(`"12 #1 ≥ 0 % hatched | text.trim();"`);
  });

  test('says how likely the run stays within a limit', async () => {
    const { hover } = await shown(
      `
      int twice(int n) { /*×1000*/ /*|*/
        return n + n; /*×1000*/
      }
      `,
      { settings: { energyLimit: '200µJ' } },
    );
    expect(hover).toMatchInlineSnapshot(
      `"**Jouleline:** \`Work.twice(int)\` in the profiled run, callees included: 98.8 % likely to stay within 200µJ (Raspberry Pi 5, interpreter)"`,
    );
  });
});

describe('paths through a counted line', () => {
  const members = `
    int sum(int n) { /*×1*/
      int sum = 0; /*×1 sequence*/
      while (n > 0) { /*×4 loop-condition*/
        sum += n--; /*×3 loop-body*/ /*|*/
      }
      return sum; /*×1 sequence*/
    }
  `;

  test('are listed with their lines, their beginning and end, those with most energy first', async () => {
    const { hover } = await shown(members, {
      paths: [
        { executions: 1, lines: [4, 5, 6], start: 'entry', end: 'join' },
        { executions: 2, lines: [5, 6], start: 'join', end: 'join' },
        { executions: 1, lines: [5, 8], start: 'join', end: 'return' },
      ],
    });
    expect(hover.split('\n\n').find((part) => part.includes('→'))).toMatchInlineSnapshot(`
      "| path through lines | count | each | energy |
      |---|--:|--:|--:|
      | loop: 5 → 6 … | 2 | 90.2 nJ | 180 nJ |
      | 4 → 5 → 6 … | 1 | 101 nJ | 101 nJ |"
    `);
  });

  test('are not listed where they were not counted', async () => {
    const { hover } = await shown(members);
    expect(hover).not.toContain('→');
  });
});

describe('the colors of a counted profile', () => {
  test('are of what ran alone', async () => {
    const { rows } = await shown(`
      int choose(boolean b) { /*×1*/
        if (b) /*×1*/ /*|*/
          return 1 + 1; /*|*/
        return 2; /*×1*/ /*|*/
      }
    `);
    expect(rows).toMatchInlineSnapshot(`
      "20 #2 20.7 % | if (b)
      (no color) | return 1 + 1;
      23 #1 79.3 % | return 2;"
    `);
  });

  test('are placed among all lines that ran in the workspace', async () => {
    const { overlay } = await shown(`int one() { return 1; } /*×4*/`, { workspace: [1e-9, 1, 3] });
    expect([overlay.legend.scope, ...overlay.lines.map(({ step }) => step)]).toEqual(['workspace', 0]);
  });

  test('add up to the energy in the status bar', async () => {
    const { overlay } = await shown(`
      int twice(int n) { /*×2*/
        int sum = n + n; /*×20*/
        return sum; /*×2*/
      }
    `);
    // 20 × 44.233 nJ + 2 × 151.37 nJ
    expect(overlay.status).toMatchInlineSnapshot(`"1.19 µJ"`);
    expect(overlay.lines.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 8);
  });

  describe('of a method that was edited', () => {
    const ran = `
      int kept(int n) { /*×2*/
        return n + n; /*×2*/
      }
      int edited(int n) { /*×2*/
        int more = n + n; /*×2*/
        return more * 2; /*×2*/
      }
    `;
    const heats = ({ overlay }: Shown): readonly unknown[] =>
      overlay.lines.map(({ step, rank, share }) => [step, rank, share.toFixed(6)]);

    test('stay, marked, and no other line changes its color', async () => {
      const before = await shown(ran);
      const { lenses, lensTooltips, hover, hints, ...after } = await shown(ran, {
        now: inWork(`
          // a line more
          int kept(int n) {
            return n + n;
          }
          int edited(int n) {
            int more = n + n;
            return more * 3; /*|*/
          }
        `),
      });
      expect(heats({ ...before, ...after })).toEqual(heats(before));
      expect(after.overlay.status).toBe(before.overlay.status);
      expect(after.overlay.lines.map(({ line, isStale }) => [line, isStale === true])).toEqual([
        [4, false],
        [7, true],
        [8, true],
      ]);
      expect(lenses).toMatchInlineSnapshot(`
        [
          "4: 44.4 % · 369 nJ",
          "7: 55.6 % · 462 nJ · before the edit",
        ]
      `);
      expect(lensTooltips[1]).toContain(
        'edited after it was profiled. The figures are from before the edit.',
      );
      expect(hover).toMatch(
        /^\*This method was edited after it was profiled\. The figures are from before the edit\.\*/,
      );
      expect(hints).toMatchInlineSnapshot(`
        [
          "5:15 44.4 %",
          "8:19 (10.6 %)",
          "9:18 (44.9 %)",
        ]
      `);
      expect(after.overlay.statusTooltip).toContain(
        '1 method was edited after it was profiled: its figures are from before the edit',
      );
    });

    test('stay where its name is for lines that were deleted', async () => {
      const before = await shown(ran);
      const after = await shown(ran, {
        now: inWork(`
          int kept(int n) {
            return n + n;
          }
          int edited(int n) {
            int more = n + n;
          }
        `),
      });
      expect(after.overlay.status).toBe(before.overlay.status);
      expect(after.overlay.lines.map(({ line, isStale }) => [line, isStale === true])).toEqual([
        [3, false],
        [5, true],
        [6, true],
      ]);
    });

    test('are none of a line that is newer than the profile, which is marked', async () => {
      const { overlay, hover, hints } = await shown(ran, {
        now: inWork(`
          int kept(int n) {
            return n + n;
          }
          int edited(int n) {
            int more = n + n;
            // a comment
            more += n * n; /*|*/
            return more * 2;
          }
        `),
      });
      expect(overlay.lines.map(({ line, change, isStale }) => [line, change, isStale === true])).toEqual([
        [3, undefined, false],
        [6, undefined, true],
        [9, undefined, true],
        [8, 'new', true],
      ]);
      expect(hover).toBe(
        '*This line is newer than the profile, which has no figures of it. Profile again to count it.*',
      );
      expect(hints.at(-1)).toMatch(/^9:\d+ newer than the profile$/);
    });

    test('stay where it has a syntax error, too', async () => {
      const before = await shown(ran);
      const after = await shown(ran, {
        now: inWork(ran.replaceAll(/ \/\*×\d+\*\//g, '').replace('more * 2;', 'more * ')),
      });
      expect(heats(after)).toEqual(heats(before));
      expect(after.overlay.status).toBe(`${before.overlay.status} · syntax error`);
      expect(after.lenses[1]).toMatch(/ · before the error$/);
    });
  });
});

describe('a text that the profile has nothing of', () => {
  test('says so above its methods, which can be profiled, and on hover', async () => {
    const found = await showBare(inWork(`int one() { return 1; } /*×1*/`), {
      now: 'package other;\nclass Work {\n  int one() { return 1; } /*|*/\n  // nothing /*|*/\n}\n',
      profileCommand: 'profile',
    });
    expect(found).toEqual({
      title: 'not in the profile',
      reason: 'The profile that is shown contains no counts of this file.',
      lenses: ['3: not in the profile', '3: $(play) Profile'],
      lensTooltips: [
        'The profile that is shown contains no counts of this file.',
        'Run a program that reaches this method, and count and measure its lines',
      ],
      hover: `*The profile that is shown contains no counts of this file.*${BETWEEN_HOVERS}(nothing)`,
    });
  });
});

describe('lenses of a counted profile', () => {
  test('are there for a method that was just written', async () => {
    const ran = `
      int twice(int n) { /*×3*/
        return n + n; /*×3*/
      }
    `;
    const { lenses, overlay } = await shown(ran, {
      now: inWork(`
        int twice(int n) {
          return n + n;
        }
        int thrice(int n) {
          return 3 * n;
        }
      `),
      profileCommand: 'profile',
    });
    expect(lenses).toEqual([
      '3: 100.0 % · 554 nJ',
      '6: newer than the profile',
      '3: $(play) Profile',
      '6: $(play) Profile',
    ]);
    expect(overlay.lines.map(({ line, change }) => [line, change])).toEqual([
      [3, undefined],
      [6, 'new'],
    ]);
  });

  test('say what the run took in each method, and how often it was called', async () => {
    const { lenses } = await shown(`
      int twice(int n) { /*×3*/
        return half(n); /*×3*/
      }
      static int half(int n) { /*×3*/
        return n / 2; /*×3*/
      }
      void never() {
        int a = 1;
      }
    `);
    expect(lenses).toMatchInlineSnapshot(`
      [
        "3: 100.0 % · 1.3 µJ",
        "6: 42.2 % · 549 nJ",
        "9: did not run",
      ]
    `);
  });
});

describe('a measured run', () => {
  const members = `
    int twice(int n) { /*×2*/
      int sum = n + n; /*×20*/ /*|*/
      return sum; /*×2*/
    }
  `;

  test('scales the energies of its lines to what was metered', async () => {
    const { overlay, lenses, hover } = await shown(members, { measurement: metered });
    expect([overlay.status, lenses, hover.split('\n\n').find((part) => part.includes('95 %'))])
      .toMatchInlineSnapshot(`
        [
          "2.1 J",
          [
            "3: 100.0 % · 2.1 J",
          ],
          "1.56 J, 5–95 %: 1.08–2.05 J · *modeled: counts and total measured*  
        executions: 20, 78.2 mJ each",
        ]
      `);
  });

  test('says where the energy of the whole program went', async () => {
    const { overlay } = await shown(members, { measurement: metered });
    expect(overlay.statusTooltip).toMatchInlineSnapshot(`
      "**2.1 J in this file**

      Executions were counted in the profiled run · *modeled: counts and total measured*

      5–95 %: 1.59–2.61 J (independence assumed)

      Model: Raspberry Pi 5, OpenJDK 21, interpreter, scaled to the measured run

      Whole program, measured: 2.1 J \\(829 mJ to 3.37 J\\) a run above idle; mean of 2 runs, metered, with its 95 % interval; minimum 2 J, median 2.1 J, maximum 2.2 J; a meter of this test

      Parts: lines 2.1 J \\+ unattributed 0 J = 2.1 J; with idle 0 J = 2.1 J; not told apart: library, not counted, runtime: collections, runtime: compilation, runtime: thread switching, runtime: start\\-up

      what is not attributed holds the work of the operating system, and code without line numbers

      start\\-up is not told apart, and lies within the lines

      collections are not told apart, and lie within the lines

      compilation is not told apart, and lies within the lines

      thread switching is not told apart: it lies within what is not attributed

      code that is not counted is not told apart, and lies within the lines

      Modeled: 100.0 % of the expected operations (not modeled: 0, type not found: 0)"
    `);
  });

  test('calls CPU time a proxy', async () => {
    const measurement = recordOf({
      runs: runs(1, 1.1),
      baseline: [],
      isProxy: true,
      mode: 'interpreted mode',
    });
    const { overlay, lenses } = await shown(members, { measurement });
    expect([overlay.status, lenses]).toMatchInlineSnapshot(`
      [
        "1.05 J",
        [
          "3: 100.0 % · 1.05 J",
        ],
      ]
    `);
  });

  test('of a compiled program says how far its lines may be off', async () => {
    const measurement = recordOf({ runs: runs(2, 2.2), baseline: [], isProxy: false, mode: 'mixed mode' });
    const { lenses, hover } = await shown(members, {
      measurement,
      settings: { energyLimit: '5J' },
    });
    expect([lenses, hover]).toMatchInlineSnapshot(`
      [
        [
          "3: 100.0 % · ≈ 2.1 J",
        ],
        "**74.5 % of this file, 74.5 % of the program.** \`n + n\` ran 20 times.

      | code | what it does | times | energy | share |
      |---|---|--:|--:|--:|
      | \`n + n\` | adds ints | 20 | 1.18 J | 75.4 % |
      | \`sum = n + n\` | puts an int into a new variable | 20 | 385 mJ | 24.6 % |
      |  | **the whole line** |  | 1.56 J | 100.0 % |

      \`Work.twice(int)\` in the profiled run, callees included: 98.8 % likely to stay within 5J (scaled to the measured energy, JIT; ± 97 %)

      ---

      **Details** (Jouleline)

      1.56 J, 5–95 %: up to 3.16 J · *modeled: counts and total measured*  
      executions: 20, 78.2 mJ each

      Rank 1 of 2 in the workspace, 74.5 % of \`Work.twice(int)\`

      | operation | count | each | energy | share |
      |---|--:|--:|--:|--:|
      | \`Addition_int_int\` | 20 | 59 mJ | 1.18 J | 75.4 % |
      | \`Declaration_int\` | 20 | 19.3 mJ | 385 mJ | 24.6 % |

      By group: arithmetic 75.4 %, declaration 24.6 %

      block \`Work.twice(int)#runs_20\` · all counts exact  
      Model: Raspberry Pi 5, OpenJDK 21, interpreter, scaled to the measured run \\(independence assumed\\)",
      ]
    `);
  });

  test('that took less than its start-up leaves the energies of the model', async () => {
    const measurement = recordOf({
      runs: runs(1, 1),
      baseline: runs(2, 2),
      isProxy: false,
      mode: 'interpreted mode',
    });
    const { overlay } = await shown(members, { measurement });
    expect(overlay.status).toMatchInlineSnapshot(`"1.19 µJ"`);
    expect(overlay.statusTooltip).toContain('nothing is left');
  });
});

describe('lines that are not scaled', () => {
  const members = `
    int twice(int n) { /*×2*/
      int sum = n + n; /*×20*/ /*|*/
      return sum; /*×2*/
    }
  `;
  const partsOf = async (measurement: MeasurementRecord): Promise<string> => {
    const { overlay } = await shown(members, { measurement });
    expect(overlay.status).toBe('1.19 µJ');
    return /Parts: (.*?) =/.exec(overlay.statusTooltip)?.[1] ?? '';
  };
  const given = { isProxy: false, mode: 'interpreted mode' };

  test('are no part of a smaller total, which start-up does not exceed, either', async () => {
    const measurement = recordOf({ ...given, runs: runs(1e-6, 1e-6), baseline: runs(2e-6, 2e-6) });
    expect(await partsOf(measurement)).toBe('runtime: start\\-up 1 µJ \\+ unattributed 0 J');
  });

  test('are part of a total that holds them only', async () => {
    const sampled = { counted: 0, uncounted: 0, unknown: 0, start: 0, samples: 0, largest: [] };
    const parts = (energy: number): Promise<string> =>
      partsOf(recordOf({ ...given, runs: runs(energy, energy), baseline: [], sampled }));
    expect(await parts(1e-6)).toBe('unattributed 1 µJ');
    expect(await parts(2e-6)).toMatch(/^lines 1\.19 µJ .* unattributed 81\d nJ$/);
  });
});

describe('a line that calls code that was not counted', () => {
  const members = `
    int twice(int n) { /*×2*/
      int sum = n + n; /*×20*/ /*|*/
      return sum; /*×2*/
    }
  `;
  /** 1 µJ for each of 4 s: 1 s of the counted code, and 3 s of what is not, of them 2 s below the marked line. */
  const measurement = (samples: number): MeasurementRecord =>
    recordOf({
      runs: runs(4e-6, 4e-6),
      baseline: [],
      isProxy: false,
      mode: 'interpreted mode',
      sampled: {
        ...{ counted: 1, uncounted: 3, unknown: 0, start: 0, samples: 400, largest: [] },
        called: [
          { class: 'demo.Work', method: 'twice', line: 4, callee: 'jar.Other.burn', seconds: 2, samples },
        ],
      },
    });

  test('has what that took by the samples, and says so', async () => {
    const { hover, overlay } = await shown(members, { measurement: measurement(400) });
    // A standard deviation of a twentieth: 5 to 95 % are 2 ± 1.645 × 0.1 µJ.
    expect(hover).toContain(
      'code that was not counted, called from here: 2 µJ (1.84–2.16 µJ), by 400 samples; count it with `--include`',
    );
    expect(hover).toContain('| `jar.Other.burn, not counted` | 20 | 100 nJ | 2 µJ | 72.9 % |');
    expect(overlay.statusTooltip).toContain('lines 1 µJ \\+ library 2 µJ \\+ not counted 1 µJ');
  });

  test('has nothing of it where library code stays apart', async () => {
    const settings = { libraryEnergy: 'apart' };
    const { hover, overlay } = await shown(members, { measurement: measurement(400), settings });
    expect(hover).not.toContain('not counted');
    expect(overlay.statusTooltip).toContain('lines 1 µJ \\+ not counted 3 µJ');
  });

  test('has nothing of it by so few samples that they may be chance', async () => {
    const { hover, overlay } = await shown(members, { measurement: measurement(3) });
    expect(hover).not.toContain('not counted');
    expect(overlay.statusTooltip).toContain('lines 1 µJ \\+ not counted 3 µJ');
  });
});

describe('a line that allocates and waits', () => {
  const members = `
    int twice(int n) { /*×2*/
      int sum = n + n; /*×20*/ /*|*/
      return sum; /*×2*/
    }
  `;
  // Of 10 J, a collector's processor has 2 of 10 s, and 100 switches of 10 ms another 1 s.
  const threads = { seen: 10, collectors: { user: 2, system: 0 }, switches: 100 };
  const run: RunValues = { energy: 10, user: 9, system: 1, threads };
  const measurement = recordOf({
    ...{ runs: [run, run], baseline: [], isProxy: false, mode: 'interpreted mode', switchCost: 0.01 },
    sampled: {
      ...{ counted: 4, uncounted: 0, unknown: 0, start: 0, samples: 400, largest: [] },
      // The line itself creates nothing: what it calls does.
      within: [
        {
          ...{ class: 'demo.Work', method: 'twice', line: 4, callee: 'java.lang.String.repeat' },
          ...{ seconds: 1, samples: 100 },
        },
      ],
      effects: {
        bytes: 1000,
        waits: 50,
        lines: [{ class: 'demo.Work', method: 'twice', line: 4, bytes: 750, waits: 25, samples: 100 }],
      },
    },
  });
  const accountOf = async (libraryEnergy: string): Promise<readonly [hover: string, account: string]> => {
    const { hover, overlay } = await shown(members, { measurement, settings: { libraryEnergy } });
    return [hover, overlay.statusTooltip.replaceAll('\\', '')];
  };

  test('has no part of the runtime\u2019s work unless that is asked for', async () => {
    const [hover, account] = await accountOf('caller');
    expect(hover).not.toContain('garbage collection');
    expect(account).toContain('runtime: collections 2 J');
    expect(account).toContain('runtime: thread switching 1 J');
  });

  test('has collections by its bytes and switches by its waits, of all that the runtime switched', async () => {
    const [hover, account] = await accountOf('runtime');
    // Three quarters of 2 J; a quarter of the 100 switches of 1 J.
    expect(hover).toMatch(/garbage collection, by bytes allocated: 1\.5 J \(.*\), modeled/);
    expect(hover).toMatch(/thread switching, by waits: 250 mJ \(.*\), modeled/);
    expect(account).toContain('library 1.75 J + not counted 0 J + runtime: collections 500 mJ');
    expect(account).toContain('runtime: thread switching 750 mJ');
    expect(account).toContain('= 10 J');
  });
});

test('advice on a run whose energy is CPU time says so once', async () => {
  const { advice } = await shown(
    `
    int[] copy(int[] from) { /*×1*/
      int[] to = new int[from.length]; /*×1*/
      for (int i = 0; i < from.length; i++) { /*×1000*/
        to[i] = from[i]; /*×1000*/
      }
      return to; /*×1*/
    }
    `,
    {
      measurement: recordOf({ runs: runs(1, 1.1), baseline: [], isProxy: true, mode: 'interpreted mode' }),
      settings: { advice: { interpreted: true } },
    },
  );
  expect(advice).not.toEqual([]);
  for (const message of advice) expect(message.match(/CPU time/g)).toHaveLength(1);
});

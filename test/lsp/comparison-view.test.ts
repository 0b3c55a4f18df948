/** Documents that are colored by what changed from one run to another: marked Java texts of both. */
import { describe, expect, test } from 'vitest';
import { recordOf, type RecordValues } from '../runs/measurement-records';
import {
  BETWEEN_HOVERS,
  type ComparisonOptions,
  inWork,
  type Shown,
  showComparison,
} from '../support/marked-java';

function compared(before: string, after: string, options: ComparisonOptions = {}): Promise<Shown> {
  return showComparison(inWork(before), inWork(after), options);
}

const before = `
  int twice(int n) { /*×2*/
    int sum = n + n; /*×20*/
    sum = sum * 3; /*×20*/
    return sum; /*×2*/
  }
`;

const after = `
  int twice(int n) { /*×2*/
    int sum = n + n; /*×40*/ /*|*/
    sum = sum * 3; /*×5*/ /*|*/
    return sum; /*×2*/ /*|*/
  }
`;

describe('the lines of two runs', () => {
  test('have a sign and a difference where they ran otherwise, and no color where they ran alike', async () => {
    const { rows } = await compared(before, after);
    // 20 × 44.233 nJ more; 15 × (35.3 + 10.9) nJ less.
    expect(rows).toMatchInlineSnapshot(`
      "24 #1 ▲ +885 nJ (+100.0 %) | int sum = n + n;
      23 #2 ▼ −693 nJ (−75.0 %) | sum = sum * 3;
      (no color) | return sum;"
    `);
  });

  test('say on hover what both took, in a run, a call and an execution', async () => {
    const { hover } = await compared(before, after);
    expect(hover.split(BETWEEN_HOVERS)[0]).toMatchInlineSnapshot(`
      "**▲ more energy, +885 nJ per run (+100.0 %).**

      |  | \`before\` | \`after\` | difference |
      |---|--:|--:|--:|
      | executions | 20 | 40 | +20 |
      | calls of \`Work.twice\` | 2 | 2 | ±0 |
      | energy per run | 885 nJ | 1.77 µJ | +885 nJ |
      | energy per call of \`Work.twice\` | 442 nJ | 885 nJ | +442 nJ |
      | energy per execution of the line | 44.2 nJ | 44.2 nJ | ±0 |

      | code | what it does | \`before\` | \`after\` | difference |
      |---|---|--:|--:|--:|
      | \`n + n\` | adds ints | 20 | 40 | +667 nJ |
      | \`sum = n + n\` | puts an int into a new variable | 20 | 40 | +218 nJ |

      The exact counts differ: the program took a different path. The energies come from the model alone, so the variation between runs is unknown.

      ---

      **Details** (Jouleline)

      | operation (per run) | \`before\` | \`after\` | each | difference |
      |---|--:|--:|--:|--:|
      | \`Addition_int_int\` | 20 | 40 | 33.3 nJ | +667 nJ |
      | \`Declaration_int\` | 20 | 40 | 10.9 nJ | +218 nJ |"
    `);
  });

  test('say on hover that they ran alike', async () => {
    const { hover } = await compared(before, after);
    expect(hover.split(BETWEEN_HOVERS)[2]).toMatchInlineSnapshot(`
      "**No difference found.**

      |  | \`before\` | \`after\` | difference |
      |---|--:|--:|--:|
      | executions | 2 | 2 | ±0 |
      | calls of \`Work.twice\` | 2 | 2 | ±0 |
      | energy per run | 303 nJ | 303 nJ | ±0 |
      | energy per call of \`Work.twice\` | 151 nJ | 151 nJ | ±0 |
      | energy per execution of the line | 151 nJ | 151 nJ | ±0 |

      The exact counts are the same. The energies come from the model alone, so the variation between runs is unknown."
    `);
  });

  test('are new where only the later run had them', async () => {
    const { rows, hover } = await compared(
      `
      int twice(int n) { /*×2*/
        return n; /*×2*/
      }
      `,
      `
      int twice(int n) { /*×2*/
        n = n * 2; /*×2*/ /*|*/
        return n; /*×2*/
      }
      `,
    );
    expect(rows).toMatchInlineSnapshot(`"26 #1 + 92.4 nJ | n = n * 2;"`);
    expect(hover).toMatchInlineSnapshot(`
      "**+ new, +92.4 nJ per run.**

      |  | \`before\` | \`after\` | difference |
      |---|--:|--:|--:|
      | executions | 0 | 2 | +2 |
      | calls of \`Work.twice\` | 2 | 2 | ±0 |
      | energy per run | 0 J | 92.4 nJ | +92.4 nJ |
      | energy per call of \`Work.twice\` | 0 J | 46.2 nJ | +46.2 nJ |
      | energy per execution of the line | – | 46.2 nJ |  |

      | code | what it does | \`before\` | \`after\` | difference |
      |---|---|--:|--:|--:|
      | \`n * 2\` | multiplies ints | 0 | 2 | +70.6 nJ |
      | \`n = n * 2\` | puts an int into a variable | 0 | 2 | +21.8 nJ |

      The exact counts differ: the program took a different path. The energies come from the model alone, so the variation between runs is unknown.

      ---

      **Details** (Jouleline)

      | operation (per run) | \`before\` | \`after\` | each | difference |
      |---|--:|--:|--:|--:|
      | \`Multi_int_int\` | 0 | 2 | 35.3 nJ | +70.6 nJ |
      | \`Assign_int_int\` | 0 | 2 | 10.9 nJ | +21.8 nJ |"
    `);
  });

  test('are gone where the later run passed them by', async () => {
    const { rows, hover } = await compared(
      `
      int twice(int n) { /*×2*/
        n = n * 2; /*×2*/
        return n; /*×2*/
      }
      `,
      `
      int twice(int n) { /*×2*/
        n = n * 2; /*|*/
        return n; /*×2*/
      }
      `,
    );
    expect(rows).toMatchInlineSnapshot(`"25 #1 − 92.4 nJ | n = n * 2;"`);
    expect(hover).toMatchInlineSnapshot(`
      "**− no longer runs, −92.4 nJ per run.**

      |  | \`before\` | \`after\` | difference |
      |---|--:|--:|--:|
      | executions | 2 | 0 | −2 |
      | calls of \`Work.twice\` | 2 | 2 | ±0 |
      | energy per run | 92.4 nJ | 0 J | −92.4 nJ |
      | energy per call of \`Work.twice\` | 46.2 nJ | 0 J | −46.2 nJ |
      | energy per execution of the line | 46.2 nJ | – |  |

      | what it does | \`before\` | \`after\` | difference |
      |---|--:|--:|--:|
      | multiplies ints | 2 | 0 | −70.6 nJ |
      | puts an int into a variable | 2 | 0 | −21.8 nJ |

      The exact counts differ: the program took a different path. The energies come from the model alone, so the variation between runs is unknown.

      ---

      **Details** (Jouleline)

      | operation (per run) | \`before\` | \`after\` | each | difference |
      |---|--:|--:|--:|--:|
      | \`Multi_int_int\` | 2 | 0 | 35.3 nJ | −70.6 nJ |
      | \`Assign_int_int\` | 2 | 0 | 10.9 nJ | −21.8 nJ |"
    `);
  });

  test('of operations that are not modeled differ by counts alone', async () => {
    const { rows, hover, lenses } = await compared(
      `
      void trim(String text) { /*×1*/
        text.trim(); /*×3*/
      }
      `,
      `
      void trim(String text) { /*×1*/
        text.trim(); /*×4*/ /*|*/
      }
      `,
    );
    expect(rows).toMatchInlineSnapshot(`"(no color) | text.trim();"`);
    // Only the later run has a call more: its energy alone is the least that it may be.
    expect(hover).toContain('**Not comparable.**');
    expect(hover).toMatch(/\| energy per run \| [^|≥]+ \| ≥\s[^|]+ \|  \|/);
    expect(hover).not.toContain('%');
    const table = hover.split('\n\n').filter((paragraph) => paragraph.includes('trim` |'));
    expect(table.at(-1)).toMatchInlineSnapshot(`
      "| operation (per run) | \`before\` | \`after\` | each | difference |
      |---|--:|--:|--:|--:|
      | \`java.lang.String.trim\` | 3 | 4 | not modeled |  |"
    `);
    expect(lenses).toMatchInlineSnapshot(`
      [
        "3: not comparable",
      ]
    `);
  });

  test('have steps on both sides of a scale, by how much they changed', async () => {
    const { overlay } = await compared(before, after, { settings: { scale: 'rank' } });
    const { steps } = overlay.legend.comparison ?? {};
    const colors = overlay.lines.map(({ step, change }) => [change, step]);
    // Two amounts on twelve: the least and the greatest.
    expect(colors).toEqual([
      ['moreEnergy', steps?.moreEnergy.at(-1)],
      ['lessEnergy', steps?.lessEnergy[0]],
    ]);
    expect(overlay.palette).toHaveLength(27);
  });

  test('are written in watt-hours where these are chosen', async () => {
    const { rows } = await compared(before, after, { settings: { unit: 'watt-hours' } });
    expect(rows).toMatchInlineSnapshot(`
      "24 #1 ▲ +246 pWh (+100.0 %) | int sum = n + n;
      23 #2 ▼ −192 pWh (−75.0 %) | sum = sum * 3;
      (no color) | return sum;"
    `);
  });

  test('stand at line ends of editors without colors', async () => {
    const { hints } = await compared(before, after);
    expect(hints).toMatchInlineSnapshot(`
      [
        "4:18 ▲ +885 nJ (+100.0 %)",
        "5:16 ▼ −693 nJ (−75.0 %)",
      ]
    `);
  });
});

describe('the blocks around a compared line', () => {
  test('are listed with their role if they ran more or less often', async () => {
    const java = (rounds: number): string => `
      int sum(int n) { /*×1*/
        int sum = 0; /*×1 sequence*/
        while (n > 0) /*×${rounds + 1} loop-condition*/
          sum += n--; /*×${rounds} loop-body*/ /*|*/
        return sum; /*×1 sequence*/
      }
    `;
    const { hover } = await compared(java(3), java(5));
    expect(hover.split('\n\n').find((part) => part.includes('| block'))).toMatchInlineSnapshot(`
      "| block (per run) | \`before\` | \`after\` | each | difference |
      |---|--:|--:|--:|--:|
      | loop body, line 6 | 3 | 5 | 83.9 nJ | +168 nJ |"
    `);
  });
});

describe('lines that the text has no more', () => {
  const longer = `
    int twice(int n) { /*×2*/
      int sum = n + n; /*×2*/
      sum = sum * 3; /*×2*/
      sum = sum / 5; /*×2*/
      return sum; /*×2*/
    }
  `;
  const shorter = `
    int twice(int n) { /*×2*/
      int sum = n + n; /*×2*/ /*|*/
      return sum; /*×2*/
    }
  `;

  test('are marked below the line that they stood below', async () => {
    const { overlay } = await compared(longer, shorter);
    expect(overlay.gone?.map(({ after: line, text }) => `${line + 1}: ${text}`)).toMatchInlineSnapshot(`
      [
        "4: − 2 lines removed, 178 nJ",
      ]
    `);
  });

  test('are told on hover with their old text', async () => {
    const { hover } = await compared(longer, shorter, { knowsOldText: true });
    expect(hover.slice(hover.indexOf('**−**'))).toMatchInlineSnapshot(`
      "**−** Removed below this line; only \`before\` ran it:

      | line | method | executions | energy per run |
      |--:|---|--:|--:|
      | 5 | \`Work.twice\` | 2 | 92.4 nJ |
      | 6 | \`Work.twice\` | 2 | 85.4 nJ |

      ~~~~java
        sum = sum * 3;
        sum = sum / 5;
      ~~~~"
    `);
  });

  test('are told on hover without a text that is not known', async () => {
    const { hover } = await compared(longer, shorter);
    expect(hover.slice(hover.indexOf('**−**'))).toMatchInlineSnapshot(`
      "**−** Removed below this line; only \`before\` ran it:

      | line | method | executions | energy per run |
      |--:|---|--:|--:|
      | 5 | \`Work.twice\` | 2 | 92.4 nJ |
      | 6 | \`Work.twice\` | 2 | 85.4 nJ |"
    `);
  });

  test('are one line where it is one', async () => {
    const { overlay } = await compared(longer, longer.replace(/ *sum = sum \/ 5.*\n/, ''));
    expect(overlay.gone?.map(({ text }) => text)).toMatchInlineSnapshot(`
      [
        "− 1 line removed, 85.4 nJ",
      ]
    `);
  });
});

describe('a text that was edited since it ran', () => {
  test('has its differences where the lines are now', async () => {
    const now = inWork(after).replace('class Work {', '// one\n// two\nclass Work {');
    const { rows } = await compared(before, after, { now });
    expect(rows).toMatchInlineSnapshot(`
      "24 #1 ▲ +885 nJ (+100.0 %) | int sum = n + n;
      23 #2 ▼ −693 nJ (−75.0 %) | sum = sum * 3;
      (no color) | return sum;"
    `);
  });

  test('has none on edited lines, and says how many these are', async () => {
    const now = inWork(after.replace('n + n', 'n + n + n'));
    const { rows, overlay } = await compared(before, after, { now });
    expect(rows).toMatchInlineSnapshot(`
      "(no color) | int sum = n + n + n;
      23 #1 ▼ −693 nJ (−75.0 %) | sum = sum * 3;
      (no color) | return sum;"
    `);
    expect(overlay.statusTooltip.split('\n\n').at(-1)).toMatchInlineSnapshot(
      `"Lines that changed since the profile and were not found here: 1"`,
    );
  });
});

describe('runs that were measured', () => {
  const joules = (...energies: readonly number[]): RecordValues => ({
    runs: energies.map((energy) => ({ energy, user: 1, system: 0 })),
    baseline: [],
    isProxy: false,
    mode: 'interpreted mode',
  });
  const alike = before.replace('sum = sum * 3; /*×20*/', 'sum = sum * 3; /*×20*/ /*|*/');

  test('make a difference more than chance where they lie far apart', async () => {
    const { rows, hover } = await compared(before, alike, {
      measurements: [recordOf(joules(2, 2.01, 2.02, 1.99)), recordOf(joules(4, 4.01, 4.02, 3.99))],
    });
    expect(rows).toMatchInlineSnapshot(`"24 #1 ▲ +875 mJ (+99.8 %) | sum = sum * 3;"`);
    expect(hover.split('\n\n').find((part) => part.startsWith('The exact'))).toMatchInlineSnapshot(
      `"The exact counts are the same. Difference per run: +865 mJ to +885 mJ (95 % interval). That is more than chance, with all lines taken into account."`,
    );
  });

  const noisy = [recordOf(joules(2, 2.2, 1.9)), recordOf(joules(2.1, 2, 2.15))] as const;

  test('that differ by no more than chance leave lines that ran alike as they are', async () => {
    const { rows, hover } = await compared(before, alike, { measurements: noisy });
    expect(rows).toMatchInlineSnapshot(`"(no color) | sum = sum * 3;"`);
    expect(hover.split('\n\n').find((part) => part.startsWith('The exact'))).toMatchInlineSnapshot(
      `"The exact counts are the same. Difference per run: −117 mJ to +161 mJ (95 % interval). That could be chance; a difference of 181 mJ would have been found in 8 of 10 cases."`,
    );
  });

  test('say which difference would have been found where it is no more than chance', async () => {
    // Twice the executions, at about half the energy each.
    const { hover } = await compared(before, before.replace('/*×20*/', '/*×40*/ /*|*/'), {
      measurements: [recordOf(joules(2, 2.05, 1.95)), recordOf(joules(1.42, 1.47, 1.37))],
    });
    expect(hover.split('\n\n').find((part) => part.startsWith('The exact'))).toMatchInlineSnapshot(
      `"The exact counts differ: the program took a different path. Difference per run: −60.1 mJ to +61.2 mJ (95 % interval). That could be chance; a difference of 80.6 mJ would have been found in 8 of 10 cases."`,
    );
  });

  test('say nothing of chance with one run of a side', async () => {
    const { hover } = await compared(before, alike, {
      measurements: [recordOf(joules(2)), recordOf(joules(2.1))],
    });
    expect(hover.split('\n\n').find((part) => part.startsWith('The exact'))).toMatchInlineSnapshot(
      `"The exact counts are the same. One side has only one measured run, so the variation between runs is unknown."`,
    );
  });

  test.each([
    { energy: 3, lens: '3: ▲ +862 mJ (+43.1 %) per run', status: '▲ +862 mJ (+43.1 %)' },
    { energy: 1.9, lens: '3: runs otherwise', status: '▲ +700 mJ (+35.0 %)' },
  ])(
    'of which one of $energy J ran more give their file and method what the work is worth, or the method no figure',
    async ({ energy, lens, status }) => {
      const { lenses, overlay } = await compared(before, before.replace('/*×20*/', '/*×40*/'), {
        measurements: [recordOf(joules(2)), recordOf(joules(energy))],
      });
      expect([lenses[0], overlay.status]).toEqual([lens, status]);
    },
  );

  test('by CPU time are called so', async () => {
    const proxy = { ...joules(2, 2.1), isProxy: true };
    const { overlay } = await compared(before, after, { measurements: [recordOf(proxy), recordOf(proxy)] });
    expect(overlay.statusTooltip.split('\n\n')[3]).toMatchInlineSnapshot(
      `"Whole program: 2.05 J → 2.05 J, measured by CPU time (proxy)"`,
    );
  });
});

describe('around the lines of two runs', () => {
  test('the lens of a method says what it took more or less', async () => {
    const { lenses } = await compared(before, after);
    expect(lenses).toMatchInlineSnapshot(`
      [
        "3: ▲ +192 nJ (+9.1 %) per run",
      ]
    `);
  });

  test('the lens of a method that ran alike says so', async () => {
    const { lenses } = await compared(before, before);
    expect(lenses).toMatchInlineSnapshot(`
      [
        "3: no change",
      ]
    `);
  });

  test('the lens of a new method says so, with what it takes', async () => {
    const { lenses } = await compared(
      `
      int one() { return 1; } /*×2*/
      `,
      `
      int one() { return 1; } /*×2*/
      int two() { /*×3*/
        return 2; /*×3*/
      }
      `,
      { profileCommand: 'jouleline.profile' },
    );
    expect(lenses).toMatchInlineSnapshot(`
      [
        "3: no change",
        "4: + new, 453 nJ per run",
        "3: $(play) Profile",
        "4: $(play) Profile",
      ]
    `);
  });

  test('the status bar says what the file takes more or less in all', async () => {
    const { overlay } = await compared(before, after);
    expect(overlay.status).toMatchInlineSnapshot(`"▲ +192 nJ (+9.1 %)"`);
    expect(overlay.statusTooltip).toMatchInlineSnapshot(`
      "**This file, compared: \`before\` → \`after\`**

      Its lines per run: 2.11 µJ → 2.3 µJ

      Lines: ▼ less energy: 1, ▲ more energy: 1, + new: 0, − gone: 0

      Whole program: 2.11 µJ → 2.3 µJ, by the model Raspberry Pi 5, OpenJDK 21, interpreter"
    `);
  });

  test('the status bar says that nothing changed', async () => {
    const { overlay } = await compared(before, before);
    expect([overlay.status, overlay.lines]).toMatchInlineSnapshot(`
      [
        "no change",
        [],
      ]
    `);
  });

  test('the status bar does not say so where the lines that changed are not found', async () => {
    const now = inWork(after).replaceAll(/^ +/gm, (indent) => indent + ' ');
    const { overlay } = await compared(before, after, { now });
    expect([overlay.status, overlay.lines]).toEqual(['edited since', []]);
  });

  test('the legend names both sides', async () => {
    const { overlay } = await compared(before, after);
    const { cold, hot, comparison, unmodeledNote } = overlay.legend;
    expect([cold, hot, comparison?.before, comparison?.after, unmodeledNote]).toMatchInlineSnapshot(`
      [
        "no change",
        "largest change",
        "before",
        "after",
        "Operations that are not modeled are compared by their counts only.",
      ]
    `);
  });
});

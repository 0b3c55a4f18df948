/** Documents that are colored by what other tools recorded, laid on marked Java text. */
import { describe, expect, test } from 'vitest';
import {
  BETWEEN_HOVERS,
  inWork,
  type RecordingOptions,
  type Shown,
  showRecordings,
} from '../support/marked-java';

const java = inWork(`
  int twice(int n) { /*|*/
    int sum = n + n; /*|*/
    return sum; /*|*/
  }
  int half(int n) {
    return n / 2;
  }
  int half(long n) {
    return 2;
  }
`);

interface Entry {
  readonly class?: string;
  readonly method?: string;
  readonly line?: number;
  readonly energy: number;
  readonly component?: string;
  readonly uncertainty?: number;
}

interface Energies {
  readonly tool?: string;
  readonly device?: string;
  readonly date?: string;
  readonly provenance?: 'measured' | 'modeled' | 'estimated';
}

/** A document of energies in joules. */
function energies(entries: readonly Entry[], about: Energies = {}): string {
  const all = entries.map((entry) => ({ class: 'demo.Work', ...entry }));
  return JSON.stringify({ format: 'jouleline-energy', version: 1, unit: 'J', ...about, entries: all });
}

function shown(recordings: Readonly<Record<string, string>>, options: RecordingOptions = {}): Promise<Shown> {
  return showRecordings(java, recordings, options);
}

test('a constructor is named in words', async () => {
  const text = inWork(`
    int size;
    Work(int size) { /*|*/
      this.size = size;
    }
  `);
  const { hover } = await showRecordings(text, {
    'night.json': energies([{ method: '<init>', energy: 5 }]),
  });
  expect(hover).toContain('`new demo.Work`: whole method');
});

describe('energies of lines', () => {
  const line = (about: Energies = {}): string =>
    energies(
      [
        { method: 'twice', line: 4, energy: 3, uncertainty: 0.1 },
        { method: 'twice', line: 5, energy: 1, uncertainty: 0.1 },
      ],
      { tool: 'meter', device: 'phone', provenance: 'measured', ...about },
    );

  test('stand on their lines, with shares of the run', async () => {
    const { rows, overlay } = await shown({ 'night.json': line() });
    expect(rows).toMatchInlineSnapshot(`
      "(no color) | int twice(int n) {
      23 #1 3 J · 75.0 % of the run | int sum = n + n;
      20 #2 1 J · 25.0 % of the run | return sum;"
    `);
    expect(overlay.status).toMatchInlineSnapshot(`"4 J"`);
  });

  test('are told on hover with their source, interval, device and date', async () => {
    const { hover } = await shown({ 'night.json': line({ date: '2026-11-21' }) });
    // 3 J ± 1.645 × 0.1 J
    expect(hover.split(BETWEEN_HOVERS)[1]).toMatchInlineSnapshot(`
      "**3 J, 75.0 % of the run.**

      Modeled division of this amount, in the proportions of the cost model:

      | code | what it does | energy | share |
      |---|---|--:|--:|
      | \`n + n\` | adds ints | 2.26 J | 75.4 % |
      | \`sum = n + n\` | puts an int into a new variable | 739 mJ | 24.6 % |

      ---

      **Details** (Jouleline)

      Rank 1 of 2 in the file

      3 J (\`phone\`), 5–95 %: 2.84–3.16 J

      Operations: \`Addition_int_int\`, \`Declaration_int\`

      | profile or recording | value | share of its total | 5–95 % | kind | device | date |
      |---|--:|--:|---|---|---|---|
      | **\`night.json\`** (\`meter\`) | 3 J | 75.0 % | 2.84–3.16 J | measured | \`phone\` | \`2026-11-21\` |"
    `);
  });

  test('are summed up in a lens above their method', async () => {
    const { lenses } = await shown({ 'night.json': line() });
    expect(lenses).toMatchInlineSnapshot(`
      [
        "3: 100.0 % · 4 J",
      ]
    `);
  });

  test('say that their uncertainty is not known where it is not', async () => {
    const { hover } = await shown({ 'night.json': energies([{ method: 'twice', line: 4, energy: 3 }]) });
    expect(hover.split(BETWEEN_HOVERS)[1]).toMatchInlineSnapshot(`
      "**3 J, 100.0 % of the run.**

      Modeled division of this amount, in the proportions of the cost model:

      | code | what it does | energy | share |
      |---|---|--:|--:|
      | \`n + n\` | adds ints | 2.26 J | 75.4 % |
      | \`sum = n + n\` | puts an int into a new variable | 739 mJ | 24.6 % |

      ---

      **Details** (Jouleline)

      Rank 1 of 1 in the file

      3 J, uncertainty unknown

      Operations: \`Addition_int_int\`, \`Declaration_int\`

      | profile or recording | value | share of its total | 5–95 % | kind | device | date |
      |---|--:|--:|---|---|---|---|
      | **\`night.json\`** (\`energy-json\`) | 3 J | 100.0 % | unknown | measured |  |  |"
    `);
  });

  test('are written in watt-hours where these are chosen', async () => {
    const { rows } = await shown({ 'night.json': line() }, { settings: { unit: 'watt-hours' } });
    // 3 J / 3600 s = 833 µWh
    expect(rows).toMatchInlineSnapshot(`
      "(no color) | int twice(int n) {
      23 #1 833 µWh · 75.0 % of the run | int sum = n + n;
      20 #2 278 µWh · 25.0 % of the run | return sum;"
    `);
  });

  test('are written as shares of the battery where these are chosen', async () => {
    const { rows } = await shown({ 'night.json': line() }, { settings: { unit: 'battery-share' } });
    // 3 J of 15 Wh
    expect(rows).toMatchInlineSnapshot(`
      "(no color) | int twice(int n) {
      23 #1 0.00556 % of the battery · 75.0 % of the run | int sum = n + n;
      20 #2 0.00185 % of the battery · 25.0 % of the run | return sum;"
    `);
  });

  test('stand at line ends of editors without colors', async () => {
    const { hints } = await shown({ 'night.json': line() });
    expect(hints).toMatchInlineSnapshot(`
      [
        "4:18 3 J · 75.0 % of the run",
        "5:13 1 J · 25.0 % of the run",
      ]
    `);
  });

  test('say whose figures the colors are', async () => {
    const { overlay } = await shown({ 'night.json': line() });
    expect(overlay.legend).toMatchInlineSnapshot(`
      {
        "cold": "1/10,000 of the hottest, or less",
        "hot": "most energy in the workspace",
        "machine": "phone",
        "modelTitle": "night.json",
        "modeledShare": 1,
        "provenance": "measured",
        "scale": "logarithmic",
        "scope": "workspace",
        "unmodeledNote": "The numbers come from the named profiles and recordings, not from a cost model.",
      }
    `);
    expect(overlay.statusTooltip).toMatchInlineSnapshot(`
      "**This file: 100.0 % of the run**

      4 J of 4 J (\`phone\`), measured

      Numbers from: \`night.json\`

      \`energy of lines (phone): 4 J = 4 J in the sources\`"
    `);
  });
});

describe('energies of whole methods', () => {
  test('stand on the line of the name', async () => {
    const { rows, hover } = await shown({ 'night.json': energies([{ method: 'twice', energy: 5 }]) });
    expect(rows).toMatchInlineSnapshot(`
      "12 #1 5 J · 100.0 % of the run · whole method | int twice(int n) {
      (no color) | int sum = n + n;
      (no color) | return sum;"
    `);
    expect(hover.split(BETWEEN_HOVERS)[0]).toMatchInlineSnapshot(`
      "**5 J, 100.0 % of the run.**

      \`demo.Work.twice\`: whole method

      Modeled division of this amount, in the proportions of the cost model:

      | code | what it does | energy | share |
      |---|---|--:|--:|
      | \`return sum\` | returns an int | 3.87 J | 77.4 % |
      | \`n + n\` | adds ints | 853 mJ | 17.1 % |
      | \`sum = n + n\` | puts an int into a new variable | 279 mJ | 5.6 % |

      ---

      **Details** (Jouleline)

      Rank 1 of 1 in the file

      5 J, uncertainty unknown

      Operations: \`Return_int\`, \`Addition_int_int\`, \`Declaration_int\`

      | profile or recording | value | share of its total | 5–95 % | kind | device | date |
      |---|--:|--:|---|---|---|---|
      | **\`night.json\`** (\`energy-json\`) | 5 J | 100.0 % | unknown | measured |  |  |"
    `);
  });

  test('are those of all overloads where the recording does not tell them apart', async () => {
    const { rows } = await showRecordings(
      java.replaceAll('/*|*/', '').replace('int half(int n) {', 'int half(int n) { /*|*/'),
      { 'night.json': energies([{ method: 'half', energy: 5 }]) },
    );
    expect(rows).toMatchInlineSnapshot(
      `"12 #1 5 J · 100.0 % of the run · one of 2 overloads | int half(int n) {"`,
    );
  });

  test('stand on the class where its text has no such method', async () => {
    const { rows } = await showRecordings(
      java.replaceAll('/*|*/', '').replace('class Work {', 'class Work { /*|*/'),
      { 'night.json': energies([{ method: 'values', energy: 5 }]) },
    );
    expect(rows).toMatchInlineSnapshot(
      `"12 #1 5 J · 100.0 % of the run · in the class, outside the methods in its source code | class Work {"`,
    );
  });
});

describe('samples', () => {
  const stacks =
    'demo.Work.main;demo.Work.twice 30\ndemo.Work.main;other.Library.sort 50\nother.Pool.run;other.Library.sort 20\n';

  test('are shares, and never an energy', async () => {
    const { rows, lenses, overlay, hover } = await shown({ 'stacks.txt': stacks });
    expect(rows).toMatchInlineSnapshot(`
      "22 #2 30.0 % of the samples · whole method | int twice(int n) {
      (no color) | int sum = n + n;
      (no color) | return sum;"
    `);
    expect(lenses).toMatchInlineSnapshot(`
      [
        "3: 30.0 % of the samples",
      ]
    `);
    expect(overlay.status).toMatchInlineSnapshot(`"80.0 % of the samples"`);
    expect(hover.split(BETWEEN_HOVERS)[0]).toMatchInlineSnapshot(`
      "**30.0 % of the samples.**

      \`demo.Work.twice\`: whole method

      Modeled division of this amount, in the proportions of the cost model:

      | code | what it does | share |
      |---|---|--:|
      | \`return sum\` | returns an int | 77.4 % |
      | \`n + n\` | adds ints | 17.1 % |
      | \`sum = n + n\` | puts an int into a new variable | 5.6 % |

      ---

      **Details** (Jouleline)

      Rank 2 of 2 in the file

      Operations: \`Return_int\`, \`Addition_int_int\`, \`Declaration_int\`

      | profile or recording | value | share of its total | 5–95 % | kind | device | date |
      |---|--:|--:|---|---|---|---|
      | **\`stacks.txt\`** (\`collapsed\`) | 30 samples | 30.0 % | unknown | sampled: shares, no energy |  |  |"
    `);
    expect(JSON.stringify([rows, lenses, overlay.status, hover])).not.toMatch(/\d [fpnµmkM]?J/u);
  });

  test('that lie in no source are in the account of the tooltip', async () => {
    const { overlay } = await shown({ 'stacks.txt': stacks });
    expect(overlay.statusTooltip).toMatchInlineSnapshot(`
      "**This file: 80.0 % of the samples**

      Numbers from: \`stacks.txt\`

      \`samples: 100 samples = 30 samples in the sources + 50 samples in library code that they call + 20 samples library\`"
    `);
  });

  test('stand beside energies on hover, which color the line', async () => {
    const { hover, rows } = await shown({
      'stacks.txt': stacks,
      'night.json': energies([{ method: 'twice', energy: 5 }]),
    });
    expect(rows).toMatchInlineSnapshot(`
      "12 #1 5 J · 100.0 % of the run · whole method | int twice(int n) {
      (no color) | int sum = n + n;
      (no color) | return sum;"
    `);
    expect(hover.split(BETWEEN_HOVERS)[0]).toMatchInlineSnapshot(`
      "**5 J, 100.0 % of the run.**

      \`demo.Work.twice\`: whole method

      Modeled division of this amount, in the proportions of the cost model:

      | code | what it does | energy | share |
      |---|---|--:|--:|
      | \`return sum\` | returns an int | 3.87 J | 77.4 % |
      | \`n + n\` | adds ints | 853 mJ | 17.1 % |
      | \`sum = n + n\` | puts an int into a new variable | 279 mJ | 5.6 % |

      ---

      **Details** (Jouleline)

      Rank 1 of 1 in the file

      5 J, uncertainty unknown

      Operations: \`Return_int\`, \`Addition_int_int\`, \`Declaration_int\`

      | profile or recording | value | share of its total | 5–95 % | kind | device | date |
      |---|--:|--:|---|---|---|---|
      | **\`night.json\`** (\`energy-json\`) | 5 J | 100.0 % | unknown | measured |  |  |
      | \`stacks.txt\` (\`collapsed\`) | 30 samples | 30.0 % | unknown | sampled: shares, no energy |  |  |"
    `);
  });
});

describe('a component that is shown alone', () => {
  const parts = energies([
    { method: 'twice', energy: 5, component: 'CPU' },
    { method: 'twice', energy: 1, component: 'network' },
    { method: 'half', energy: 3, component: 'network' },
  ]);

  test('has shares of its own energy, and says so; no sum of another stands beside it', async () => {
    const settings = { component: 'Network' };
    const { rows, hover, overlay } = await showRecordings(java, { 'night.json': parts }, { settings });
    expect(rows.split('\n')[0]).toBe(
      '20 #2 1 J · 25.0 % of the energy of network · whole method | int twice(int n) {',
    );
    expect(hover).toContain('**1 J, 25.0 % of the energy of network.**');
    expect(overlay.statusTooltip).toContain('energy of methods (network): 4 J = 4 J in the sources');
    expect(overlay.statusTooltip).not.toContain('5 J');
  });
});

describe('several recordings', () => {
  const phone = energies([{ method: 'twice', energy: 5, uncertainty: 0.1 }], { device: 'phone' });
  const watch = energies([{ method: 'twice', energy: 1, uncertainty: 0.1 }], { device: 'watch' });

  test('of one tool and device are runs: the mean is shown, with how far they lie apart', async () => {
    const other = energies([{ method: 'twice', energy: 7, uncertainty: 0.1 }], { device: 'phone' });
    const { hover } = await shown({ 'one.json': phone, 'other.json': other });
    // Mean 6 J, its deviation 1 J; Student's t with one degree of freedom is 6.31 at 95 %.
    expect(hover.split(BETWEEN_HOVERS)[0]).toMatchInlineSnapshot(`
      "**6 J, 100.0 % of the run.**

      \`demo.Work.twice\`: whole method

      Modeled division of this amount, in the proportions of the cost model:

      | code | what it does | energy | share |
      |---|---|--:|--:|
      | \`return sum\` | returns an int | 4.64 J | 77.4 % |
      | \`n + n\` | adds ints | 1.02 J | 17.1 % |
      | \`sum = n + n\` | puts an int into a new variable | 334 mJ | 5.6 % |

      ---

      **Details** (Jouleline)

      Rank 1 of 1 in the file

      6 J (\`phone\`), 5–95 %: up to 12.3 J

      Operations: \`Return_int\`, \`Addition_int_int\`, \`Declaration_int\`

      | profile or recording | value | share of its total | 5–95 % | kind | device | date |
      |---|--:|--:|---|---|---|---|
      | **\`one.json\`, \`other.json\`** (\`energy-json\`) | 6 J | 100.0 % | up to 12.3 J | measured | \`phone\` |  |"
    `);
  });

  test('of two tools that disagree by more than their intervals say so', async () => {
    const other = energies([{ method: 'twice', energy: 7, uncertainty: 0.1 }], {
      device: 'phone',
      tool: 'another meter',
      provenance: 'modeled',
    });
    const { hover } = await shown({ 'one.json': phone, 'other.json': other });
    expect(hover.split(BETWEEN_HOVERS)[0]).toMatchInlineSnapshot(`
      "**5 J, 100.0 % of the run.**

      \`demo.Work.twice\`: whole method

      These differ from what is shown by more than their intervals: \`other.json\`

      Modeled division of this amount, in the proportions of the cost model:

      | code | what it does | energy | share |
      |---|---|--:|--:|
      | \`return sum\` | returns an int | 3.87 J | 77.4 % |
      | \`n + n\` | adds ints | 853 mJ | 17.1 % |
      | \`sum = n + n\` | puts an int into a new variable | 279 mJ | 5.6 % |

      ---

      **Details** (Jouleline)

      Rank 1 of 1 in the file

      5 J (\`phone\`), 5–95 %: 4.84–5.16 J

      Operations: \`Return_int\`, \`Addition_int_int\`, \`Declaration_int\`

      | profile or recording | value | share of its total | 5–95 % | kind | device | date |
      |---|--:|--:|---|---|---|---|
      | **\`one.json\`** (\`energy-json\`) | 5 J | 100.0 % | 4.84–5.16 J | measured | \`phone\` |  |
      | \`other.json\` (\`another meter\`) | 7 J, **disagrees** | 100.0 % | 6.84–7.16 J | modeled | \`phone\` |  |"
    `);
  });

  test('of two devices are never added up', async () => {
    const { hover, overlay } = await shown({ 'phone.json': phone, 'watch.json': watch });
    expect(overlay.status).toMatchInlineSnapshot(`"5 J"`);
    expect(overlay.statusTooltip).toMatchInlineSnapshot(`
      "**This file: 100.0 % of the run**

      5 J of 5 J (\`phone\`), measured

      Numbers from: \`phone.json\`

      \`energy of methods (phone): 5 J = 5 J in the sources\`

      \`energy of methods (watch): 1 J = 1 J in the sources\`

      Other devices are listed in the hover and included in no sum: \`watch\`"
    `);
    expect(hover.split(BETWEEN_HOVERS)[0]).toMatchInlineSnapshot(`
      "**5 J, 100.0 % of the run.**

      \`demo.Work.twice\`: whole method

      Modeled division of this amount, in the proportions of the cost model:

      | code | what it does | energy | share |
      |---|---|--:|--:|
      | \`return sum\` | returns an int | 3.87 J | 77.4 % |
      | \`n + n\` | adds ints | 853 mJ | 17.1 % |
      | \`sum = n + n\` | puts an int into a new variable | 279 mJ | 5.6 % |

      ---

      **Details** (Jouleline)

      Rank 1 of 1 in the file

      5 J (\`phone\`), 5–95 %: 4.84–5.16 J

      Operations: \`Return_int\`, \`Addition_int_int\`, \`Declaration_int\`

      | profile or recording | value | share of its total | 5–95 % | kind | device | date |
      |---|--:|--:|---|---|---|---|
      | **\`phone.json\`** (\`energy-json\`) | 5 J | 100.0 % | 4.84–5.16 J | measured | \`phone\` |  |
      | \`watch.json\` (\`energy-json\`) | 1 J | 100.0 % | 0.836–1.16 J | measured | \`watch\` |  |"
    `);
  });

  test('are shown by the order that is asked for', async () => {
    const recordings = { 'phone.json': phone, 'watch.json': watch };
    const devices = async (...order: string[]): Promise<string> =>
      (await shown(recordings, { order })).overlay.legend.machine;
    expect([await devices('phone.json'), await devices('watch.json')]).toEqual(['phone', 'watch']);
  });

  test('stand beside what Jouleline counted in an earlier text, without the methods that have changed', async () => {
    const earlier = `package demo;\n// a line more\n${java.slice(java.indexOf('class'))}`
      .replace('int sum = n + n;', 'int sum = n * n; /*×1000*/')
      .replace('return n / 2;', 'return n / 2; /*×10*/');
    const marked = java.replaceAll(' /*|*/', '').replace('sum = n + n;', 'sum = n + n; /*|*/');
    const { hover, overlay } = await showRecordings(
      marked.replace('return n / 2;', 'return n / 2; /*|*/'),
      { 'night.json': energies([{ method: 'twice', line: 4, energy: 3 }]) },
      { withCounts: earlier },
    );
    const [twice, half] = hover.split(BETWEEN_HOVERS);
    expect(twice).toContain('night.json');
    expect(twice).not.toContain('counts.json');
    expect(half).toContain('`counts.json` (`jouleline 0.0.0`) | 1.83\u00a0µJ');
    expect(overlay.lines.map(({ line }) => line)).toEqual([3]);
  });

  test('stand beside what Jouleline counted', async () => {
    const counted = java.replace('int sum = n + n;', 'int sum = n + n; /*×1000*/');
    const { hover } = await showRecordings(
      counted,
      { 'night.json': energies([{ method: 'twice', line: 4, energy: 3 }]) },
      { withCounts: true },
    );
    expect(hover.split(BETWEEN_HOVERS)[1]).toMatchInlineSnapshot(`
      "**3 J, 100.0 % of the run.**

      Modeled division of this amount, in the proportions of the cost model:

      | code | what it does | energy | share |
      |---|---|--:|--:|
      | \`n + n\` | adds ints | 2.26 J | 75.4 % |
      | \`sum = n + n\` | puts an int into a new variable | 739 mJ | 24.6 % |

      ---

      **Details** (Jouleline)

      Rank 1 of 1 in the file

      3 J, uncertainty unknown

      Operations: \`Addition_int_int\`, \`Declaration_int\`

      | profile or recording | value | share of its total | 5–95 % | kind | device | date |
      |---|--:|--:|---|---|---|---|
      | **\`night.json\`** (\`energy-json\`) | 3 J | 100.0 % | unknown | measured |  |  |
      | \`counts.json\` (\`jouleline 0.0.0\`) | 44.2 µJ | 100.0 % | 33.1–55.4 µJ | modeled |  | \`2026-01-01T00:00:00.000Z\` |"
    `);
  });
});

describe('a text that was edited since it was measured', () => {
  const recording = {
    'night.json': energies([
      { method: 'twice', line: 4, energy: 3 },
      { method: 'half', line: 8, energy: 1 },
    ]),
  };

  test('has figures where their lines are now', async () => {
    const { rows } = await shown(recording, {
      now: java.replace('class Work {', '// one\n// two\nclass Work {'),
    });
    expect(rows).toMatchInlineSnapshot(`
      "(no color) | int twice(int n) {
      23 #1 3 J · 75.0 % of the run | int sum = n + n;
      (no color) | return sum;"
    `);
  });

  test('has the figures of a changed method on its name, as those of the method before', async () => {
    const now = java.replace('int sum = n + n; /*|*/', 'int sum = n * 2; /*|*/');
    const { rows, lenses, overlay, hover } = await shown(recording, { now });
    expect(rows).toMatchInlineSnapshot(`
      "23 #1 3 J · 75.0 % of the run · whole method · changed since it was measured | int twice(int n) {
      (no color) | int sum = n * 2;
      (no color) | return sum;"
    `);
    expect(lenses).toMatchInlineSnapshot(`
      [
        "3: 75.0 % · 3 J · changed since",
        "7: 25.0 % · 1 J",
      ]
    `);
    expect(overlay.statusTooltip).toMatchInlineSnapshot(`
      "**This file: 100.0 % of the run**

      4 J of 4 J, measured

      Numbers from: \`night.json\`

      \`energy of lines: 4 J = 4 J in the sources\`"
    `);
    expect(hover.split(BETWEEN_HOVERS)[0]).toMatchInlineSnapshot(`
      "**3 J, 75.0 % of the run.**

      \`demo.Work.twice\`: whole method

      Modeled division of this amount, in the proportions of the cost model:

      | code | what it does | energy | share |
      |---|---|--:|--:|
      | \`return sum\` | returns an int | 2.3 J | 76.6 % |
      | \`n * 2\` | multiplies ints | 536 mJ | 17.9 % |
      | \`sum = n * 2\` | puts an int into a new variable | 166 mJ | 5.5 % |

      This method has changed since it was measured. The numbers are from before the change.

      ---

      **Details** (Jouleline)

      Rank 1 of 2 in the file

      3 J, uncertainty unknown

      Operations: \`Return_int\`, \`Multi_int_int\`, \`Declaration_int\`

      | profile or recording | value | share of its total | 5–95 % | kind | device | date |
      |---|--:|--:|---|---|---|---|
      | **\`night.json\`** (\`energy-json\`) | 3 J | 75.0 % | unknown | measured |  |  |"
    `);
  });
});

test('names of methods that are gone stand in the tooltip', async () => {
  const { overlay, lenses } = await shown(
    {
      'night.json': energies([
        { method: 'twice', line: 4, energy: 3 },
        { method: 'half', line: 8, energy: 1 },
      ]),
    },
    { now: java.replace(/int twice\(int n\) \{[^}]*\}\n/, '') },
  );
  expect(lenses).toMatchInlineSnapshot(`
    [
      "3: 25.0 % · 1 J",
    ]
  `);
  expect(overlay.statusTooltip).toMatchInlineSnapshot(`
    "**This file: 25.0 % of the run**

    1 J of 4 J, measured

    Numbers from: \`night.json\`

    \`energy of lines: 4 J = 4 J in the sources\`

    Changed since the measurement and not found here: \`demo.Work.twice\`"
  `);
});

test('methods can be profiled in an editor that can', async () => {
  const { lenses } = await shown(
    { 'night.json': energies([{ method: 'twice', energy: 5 }]) },
    { profileCommand: 'jouleline.profile' },
  );
  expect(lenses).toMatchInlineSnapshot(`
    [
      "3: 100.0 % · 5 J",
      "3: $(play) Profile",
      "7: $(play) Profile",
      "10: $(play) Profile",
    ]
  `);
});

test('advice saves a part of what was measured', async () => {
  const { advice } = await showRecordings(
    inWork(`
      void copy(byte[] from, byte[] to) {
        for (int i = 0; i < from.length; i++) {
          to[i] = from[i];
        }
      }
    `),
    {
      'night.json': energies([
        { method: 'copy', line: 4, energy: 1, uncertainty: 0.1 },
        { method: 'copy', line: 5, energy: 2, uncertainty: 0.1 },
        { class: 'demo.Other', method: 'rest', energy: 3 },
      ]),
    },
  );
  expect(advice.map((message) => message.split('\n')[1])).toMatchInlineSnapshot(`
    [
      "Saves about 1.97 J, 1.76–2.19 J, 32.9 % of the run · measured",
    ]
  `);
});

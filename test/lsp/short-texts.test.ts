/** Lenses and the item in the status bar: short in each view and unit, with the rest in a tooltip. */
import { describe, expect, test } from 'vitest';
import { MOST_OF_LENS, MOST_OF_STATUS } from '../../server/src/lsp/views/view';
import { bundledModel } from '../cost/bundled-model';
import { recordOf } from '../runs/measurement-records';
import {
  inWork,
  type ShowOptions,
  type Shown,
  showComparison,
  showEstimates,
  showProfile,
  showRecordings,
} from '../support/marked-java';

const java = inWork(`
  int twice(int n) { /*×2*/
    int sum = n + n; /*×1234567*/
    System.out.println(sum); /*×2*/
    return half(sum); /*×2*/
  }
  static int half(int n) { /*×2*/
    return n / 2; /*×2*/
  }
  void never() {
    twice(2);
  }
`);
const idle = 'class Main { public static void main(String[] arguments) { int a = 1; } }\n';
const changed = java.replace('1234567', '7654321').replace('void never', 'void added');
const jit = recordOf({
  runs: [2, 2.2].map((energy) => ({ energy, user: 1, system: 0 })),
  baseline: [],
  isProxy: false,
  mode: 'mixed mode',
});

const recording = JSON.stringify({
  format: 'jouleline-energy',
  version: 1,
  unit: 'J',
  device: 'a phone with a long name of its own',
  entries: [{ class: 'demo.Work', method: 'twice', line: 4, energy: 1.2345e-7 }],
});
const stacks = 'demo.Work.twice;demo.Work.half 999999\ndemo.Work.twice 1\n';

type Show = (options: ShowOptions) => Promise<Shown>;
const views: Readonly<Record<string, Show>> = {
  'an estimate': (options) => showEstimates(java, options),
  'an estimate of a run': (options) => showEstimates(java, { ...options, ofRun: true }),
  'an estimate that no run reaches': (options) =>
    showEstimates(java, { ...options, ofRun: true, beside: { 'Main.java': idle } }),
  'an estimate of a text with an error': (options) =>
    showEstimates(java, { ...options, ofRun: true, edits: [java.replace('n + n;', 'n + ')] }),
  counts: (options) => showProfile(java, options),
  'counts in a text with an error': (options) =>
    showProfile(java, { ...options, now: java.replace('n + n;', 'n + ') }),
  'a measured profile': (options) => showProfile(java, { ...options, measurement: jit }),
  'a profile of an older text': (options) =>
    showProfile(java, { ...options, now: java.replace('n + n', 'n + n + 1') }),
  energies: (options) => showRecordings(java, { 'e.json': recording }, options),
  'energies of an older text': (options) =>
    showRecordings(java, { 'e.json': recording }, { ...options, now: java.replace('n + n', 'n - n') }),
  samples: (options) => showRecordings(java, { 'stacks.txt': stacks }, options),
  'a comparison': (options) => showComparison(java, changed, options),
};
const units: readonly (readonly [string, unknown])[] = [
  ['joules', {}],
  ['watt-hours', { unit: 'watt-hours' }],
  ['the battery', { unit: 'battery-share', batteryCapacityWattHours: 97 }],
];

describe.each(Object.entries(views))('%s', (_, show) => {
  test.each(units)('has short texts, and all else in tooltips, in %s', async (__, settings) => {
    const shown = await show({ settings });
    const titles = shown.lenses.map((lens) => lens.replace(/^\d+: /, ''));
    expect(titles.length).toBeGreaterThan(0);
    expect(titles.filter(({ length }) => length === 0 || length > MOST_OF_LENS)).toEqual([]);
    expect(shown.overlay.status.length).toBeGreaterThan(0);
    expect(shown.overlay.status.length).toBeLessThanOrEqual(MOST_OF_STATUS);
    expect(shown.lensTooltips.every((tooltip) => tooltip !== '')).toBe(true);
    const texts = [...shown.lensTooltips, shown.overlay.statusTooltip].join('\n');
    expect(texts).not.toMatch(/called 1 times|NaN|undefined/i);
    for (const text of [...shown.lensTooltips, shown.overlay.statusTooltip])
      expect((text.match(/Raspberry Pi 5/g) ?? []).length).toBeLessThan(3);
  });
});

test('a lens has the share of the program and the energy; its tooltip says of what', async () => {
  const profile = await showProfile(java, { measurement: jit });
  expect([profile.lenses[0], profile.lensTooltips[0]]).toMatchInlineSnapshot(`
    [
      "3: 100.0 % · ≈ 2.1 J",
      "100.0 % of the program’s energy, with the methods it calls
    In the profiled run, with the methods it calls: 2.1 J, 5–95 %: up to 4.21 J
    Called 2 times
    The joules may be off by 97 %; the order is more reliable.
    2 operations are not modeled and not included.
    Modeled: counts and total measured · JIT",
    ]
  `);
  expect([profile.lenses[1], profile.lensTooltips[1]]).toMatchInlineSnapshot(`
    [
      "8: < 0.01 % · ≈ 14.1 µJ",
      "< 0.01 % of the program’s energy
    In the profiled run: 14.1 µJ, 5–95 %: 0.258–27.9 µJ
    Called 2 times
    The joules may be off by 97 %; the order is more reliable.
    Modeled: counts and total measured · JIT",
    ]
  `);
  expect([profile.lenses[2], profile.lensTooltips[2]]).toMatchInlineSnapshot(`
    [
      "11: did not run",
      "This method did not run in the profiled run.",
    ]
  `);
});

test('an estimate of a run has the share of all expected calls, and the energy of one', async () => {
  const run = await showEstimates(java, { ofRun: true });
  expect([run.lenses, run.lensTooltips]).toMatchInlineSnapshot(`
    [
      [
        "3: 62.6 % · ≥ 562 nJ per call",
        "8: 34.3 % · 183 nJ per call",
        "11: 74.9 % · 672 nJ per call",
      ],
      [
        "62.6 % of the program’s energy, with the methods it calls
    One call, with the methods it calls: 562 nJ, 5–95 %: 473–651 nJ
    Called about once in a run of the program
    Some operations are not modeled and not included.
    Estimated · Raspberry Pi 5, interpreter",
        "34.3 % of the program’s energy
    One call: 183 nJ, 5–95 %: 150–217 nJ
    Called about 2 times in a run of the program
    Estimated · Raspberry Pi 5, interpreter",
        "74.9 % of the program’s energy, with the methods it calls
    One call, with the methods it calls: 672 nJ, 5–95 %: 560–784 nJ
    Called about once in a run of the program
    Estimated · Raspberry Pi 5, interpreter",
      ],
    ]
  `);
});

test('what a call takes with its callees is left out where it is more than the program takes', async () => {
  const run = await showEstimates(
    `package demo;

import java.util.ArrayList;
import java.util.List;

final class Words {
  public static void main(String[] args) {
    List<String> words = new ArrayList<>();
    for (int i = 0; i < 220; i++) words.add(args[i % args.length]);
    System.out.println(countAlike(words, 4));
  }

  static int countAlike(List<String> words, int most) {
    int alike = 0;
    for (int i = 0; i < words.size(); i++) {
      for (int j = i + 1; j < words.size(); j++) {
        if (distance(words.get(i), words.get(j)) <= most) alike++; /*|*/
      }
    }
    return alike;
  }

  static int distance(String a, String b) {
    int different = 0;
    for (int i = 0; i < a.length(); i++) {
      if (a.charAt(i) != b.charAt(i)) different++;
    }
    return different;
  }
}
`,
    { ofRun: true },
  );
  expect(run.lenses).toMatchInlineSnapshot(`
    [
      "7: 0.08 % · ≥ 51.7 µJ per call",
      "13: 12.1 % · ≥ 7.88 mJ per call",
      "23: 87.8 % · ≥ 3.9 µJ per call",
    ]
  `);
  for (const text of [...run.lensTooltips, run.hover])
    expect(text).not.toMatch(/with the methods|callees included/i);
});

test('the action stands beside the figures', async () => {
  const { lenses } = await showEstimates(java, { profileCommand: 'profile' });
  expect(lenses.filter((lens) => lens.endsWith('Profile'))).toHaveLength(3);
});

test('a lens of a profile has a method by each of the user’s other models, side by side', async () => {
  const bundled = bundledModel();
  const parameters = bundled.parameters.map((each) => ({ ...each, mean: 2 * each.mean }));
  const others = [{ ...bundled, title: 'Half as fast', parameters }];
  const profile = await showProfile(java, { others });
  const [of = '', by = ''] =
    profile.lensTooltips[1]?.match(/(?<=run: |modeled: )[\d.]+ \S+|(?<=modeled: ).*/g) ?? [];
  expect(profile.lensTooltips[1]).toMatch(/^By Half as fast, as modeled: .* of the program$/m);
  const [own, other] = [of, by].map((text) => Number(/[\d.]+/.exec(text)?.[0]));
  expect((other ?? NaN) / (own ?? NaN)).toBeCloseTo(2, 1);
  // An estimate has no counts that others could price.
  const estimates = await showEstimates(java);
  expect(estimates.lensTooltips.join('\n')).not.toContain('as modeled');
});

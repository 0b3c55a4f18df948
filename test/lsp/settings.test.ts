/** Settings as editors send them: what is wrong falls back to its default, and is named. */
import { describe, expect, test } from 'vitest';
import { DEFAULT_MODEL } from '../../server/src/cost/model/model-registry';
import {
  DEFAULT_SETTINGS,
  differs,
  readSettings,
  whyLeftOut,
  withAbsolutePaths,
  withoutShares,
} from '../../server/src/lsp/session/settings';

function problemsOf(raw: unknown): readonly string[] {
  const { settings, problems } = readSettings(raw);
  expect(settings).toEqual(DEFAULT_SETTINGS);
  return problems;
}

describe('settings', () => {
  test('that are missing are the defaults', () => {
    expect(DEFAULT_SETTINGS).toMatchObject({
      model: DEFAULT_MODEL,
      palette: 'blue-purple-red',
      colorSteps: 24,
    });
    expect(problemsOf(undefined)).toEqual([]);
    expect(problemsOf(null)).toEqual([]);
    expect(problemsOf({ hover: {}, model: null })).toEqual([]);
  });

  test('that are given are kept, with the defaults around them', () => {
    const { settings, problems } = readSettings({ profile: { runs: 3 }, unit: 'watt-hours' });
    expect(problems).toEqual([]);
    expect(settings).toEqual({
      ...DEFAULT_SETTINGS,
      unit: 'watt-hours',
      profile: { ...DEFAULT_SETTINGS.profile, runs: 3 },
    });
  });

  test('that nobody knows are passed by', () => {
    expect(problemsOf({ colour: 'red', hover: { color: true } })).toEqual([]);
  });

  test('of another type are named with their default', () => {
    expect(problemsOf({ enable: 'yes', colorSteps: '24', include: 'src', hover: true }))
      .toMatchInlineSnapshot(`
      [
        "setting jouleline.enable should be a boolean, not "yes"; using true",
        "setting jouleline.hover should be a group of settings, not true; using {"enable":true}",
        "setting jouleline.colorSteps should be a number, not "24"; using 24",
        "setting jouleline.include should be a list of texts, not "src"; using ["**/*.java"]",
      ]
    `);
  });

  test('that are lists of something else than texts are named', () => {
    expect(problemsOf({ exclude: ['a', 7] })).toMatchInlineSnapshot(`
      [
        "setting jouleline.exclude should be a list of texts, not ["a",7]; using ["**/node_modules/**","**/.git/**","**/target/**","**/build/**","**/out/**","**/bin/**"]",
      ]
    `);
  });

  test('that are none of the choices are named with these', () => {
    expect(problemsOf({ unit: 'calories', profile: { record: 'everything' } })).toMatchInlineSnapshot(`
      [
        "setting jouleline.unit should be one of joules, watt-hours, battery-share, not "calories"; using "joules"",
        "setting jouleline.profile.record should be one of counts, paths, tree, trace, not "everything"; using "counts"",
      ]
    `);
  });

  test('out of range are named with the range', () => {
    expect(
      problemsOf({
        colorSteps: 15,
        batteryCapacityWattHours: 0,
        assumptions: { loopTrips: -1 },
        profile: { runs: Number.NaN },
      }),
    ).toMatchInlineSnapshot(`
      [
        "setting jouleline.assumptions.loopTrips should be between 0 and 1000000000, not -1; using 10",
        "setting jouleline.batteryCapacityWattHours should be between 0.001 and 1000000000, not 0; using 15",
        "setting jouleline.colorSteps should be between 16 and 256, not 15; using 24",
        "setting jouleline.profile.runs should be between 0 and 1000, not null; using 10",
      ]
    `);
  });

  test('at the ends of their ranges are taken', () => {
    const raw = { look: 'custom', colorSteps: 16, assumptions: { loopTrips: 0, worstCaseLoopTrips: 1e12 } };
    expect(readSettings(raw)).toMatchObject({ settings: raw, problems: [] });
  });

  test('of a limit are taken in every unit of energy, and named where there is none', () => {
    for (const energyLimit of ['5J', '3 Wh', '20mAh@3.7V', '2%', ''])
      expect(readSettings({ energyLimit }).settings.energyLimit).toBe(energyLimit);
    expect(problemsOf({ energyLimit: '20mAh' })).toMatchInlineSnapshot(`
      [
        "setting jouleline.energyLimit should be an energy such as 5mJ, 3Wh, 20mAh@3.7V or 2%, not "20mAh"; using """,
      ]
    `);
  });

  test('with relative paths are told from the first folder', () => {
    const given = {
      ...DEFAULT_SETTINGS,
      classPath: ['lib/a.jar', '/opt/b.jar'],
      modelFiles: ['own.json'],
      budget: 'budget.json',
      javaHome: '../jdk',
    };
    expect(withAbsolutePaths(given, '/w/project')).toMatchObject({
      classPath: ['/w/project/lib/a.jar', '/opt/b.jar'],
      modelFiles: ['/w/project/own.json'],
      budget: '/w/project/budget.json',
      javaHome: '/w/jdk',
    });
  });

  test('that name other machines are left out, except where a folder lies there', () => {
    const share = '\\\\evil\\share\\x';
    const given = {
      ...DEFAULT_SETTINGS,
      classPath: ['lib/a.jar', share, '//evil/share/b.jar'],
      modelFiles: [share],
      ...{ javaHome: share, budget: share, profile: { ...DEFAULT_SETTINGS.profile, timedCalls: share } },
    };
    expect(withoutShares(given, ['/w/project'])).toEqual({ ...DEFAULT_SETTINGS, classPath: ['lib/a.jar'] });
    expect(withoutShares(given, ['\\\\EVIL\\share\\project'])).toEqual(given);
  });

  test.each([['x'.repeat(2001)], Array.from({ length: 11 }, () => 'x'.repeat(1000))])(
    'are no patterns that take long to match',
    (...patterns) => {
      for (const key of ['include', 'exclude'] as const) {
        const { settings, problems } = readSettings({ [key]: ['src/**', ...patterns] });
        expect(settings[key]).toEqual(DEFAULT_SETTINGS[key]);
        expect(problems).toEqual([
          expect.stringContaining(`jouleline.${key} should be patterns of at most 2000 characters each`),
        ]);
      }
    },
  );

  test('may be patterns as people write them', () => {
    const exclude = [
      ...['**/{target,build}/**', 'src/*/gen*/*.java', '**/*Test*.java', '[a-z]?/x'],
      ...['a*b*c*d*e.java', '**/a/**/b/**/c/**/d/**/e/**', '(a)*', `**/{${'Generated,'.repeat(60)}x}.java`],
    ];
    expect(readSettings({ exclude })).toMatchObject({ settings: { exclude }, problems: [] });
  });

  test('that stand for no path stay as they are', () => {
    const given = { ...DEFAULT_SETTINGS, javaHome: 'bundled' };
    expect(withAbsolutePaths(given, '/w/project')).toEqual(given);
  });

  test('differ by what they say, not by which object says it', () => {
    const same = { ...DEFAULT_SETTINGS, exclude: [...DEFAULT_SETTINGS.exclude] };
    expect(differs(DEFAULT_SETTINGS, same, ['exclude', 'model'])).toBe(false);
    expect(differs(DEFAULT_SETTINGS, { ...same, model: 'other' }, ['exclude', 'model'])).toBe(true);
    expect(differs(DEFAULT_SETTINGS, { ...same, model: 'other' }, ['exclude'])).toBe(false);
  });
});

describe('a document', () => {
  const whyNot = (
    uri: string,
    raw: unknown = {},
    switches = new Map<string, boolean>(),
  ): string | undefined => whyLeftOut(uri, readSettings(raw).settings, ['/w/project'], switches);

  test('is switched on or off by the innermost folder that has it, else by the workspace', () => {
    const switches = new Map([
      ['/w/project', false],
      ['/w/project/part', true],
    ]);
    expect(whyNot('file:///w/project/src/A.java', {}, switches)).toContain('switched off');
    expect(whyNot('file:///w/project/part/A.java', { enable: false }, switches)).toBeUndefined();
    expect(whyNot('file:///w/target/A.java', {}, switches)).toBeUndefined();
    expect(whyNot('file:///w/target/A.java', { enable: false }, switches)).toContain('switched off');
  });

  test('of the workspace is analyzed', () => {
    expect(whyNot('file:///w/project/src/A.java')).toBeUndefined();
  });

  test('outside of the workspace is analyzed', () => {
    expect(whyNot('file:///w/target/A.java')).toBeUndefined();
  });

  test('that a pattern excludes is left out, and named', () => {
    expect(whyNot('file:///w/project/target/A.java')).toMatchInlineSnapshot(
      `"left out by jouleline.include and jouleline.exclude: target/A.java"`,
    );
  });

  test('is left out where Jouleline is switched off', () => {
    expect(whyNot('file:///w/project/src/A.java', { enable: false })).toMatchInlineSnapshot(
      `"Jouleline is switched off (jouleline.enable)"`,
    );
  });
});

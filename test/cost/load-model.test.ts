import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatModelProblem, loadModel } from '../../server/src/cost/model/load-model';
import { MAX_MODEL_LENGTH } from '../../server/src/cost/model/model-file';
import { BUNDLED_TEXT, bundledModel, operation } from './bundled-model';

type Json = Record<string, unknown> & { parameters: Record<string, unknown>[] };

/** The bundled file with one thing changed: its problems as text, or `loads`. */
function check(change: (file: Json) => void, expected: RegExp | 'loads'): void {
  const file = JSON.parse(BUNDLED_TEXT) as Json;
  change(file);
  checkText(JSON.stringify(file), expected);
}

function checkText(text: string, expected: RegExp | 'loads'): void {
  const loaded = loadModel(text, 'my-model.json');
  if (expected === 'loads') {
    expect(loaded).toHaveProperty('model');
    return;
  }
  expect(loaded).not.toHaveProperty('model');
  const problems = 'problems' in loaded ? loaded.problems.map(formatModelProblem) : [];
  expect(problems.join('\n')).toMatch(expected);
  expect(problems[0]).toMatch(/^my-model\.json: /);
}

const first = (file: Json): Record<string, unknown> => file.parameters[0] ?? {};
const withoutParameters = (): Record<string, unknown> => ({
  format: 'jouleline-cost-model',
  version: 1,
  kind: 'per-operation',
  id: 'mine',
  title: 'Mine',
  machine: 'My machine',
  mode: 'interpreter',
  source: 'measured by me',
});

describe('the bundled model', () => {
  it('says what it is', () => {
    const model = bundledModel();
    expect(model).toMatchObject({
      id: 'rpi5-openjdk21-xint',
      machine: 'Raspberry Pi 5',
      mode: 'interpreter',
      isLocal: false,
      noiseSd: 1.356665e-8,
    });
    expect(model.source).toContain('Appendix A');
    expect(model.covariance).toBeUndefined();
  });

  it('offers its two boards', () => {
    const loaded = loadModel(BUNDLED_TEXT, 'rpi5.json');
    expect(loaded).toHaveProperty('devices', ['Device 1', 'Device 2']);
    const unknown = loadModel(BUNDLED_TEXT, 'rpi5.json', { device: 'Device 3' });
    expect(unknown).toMatchObject({
      problems: [{ message: expect.stringContaining('"Device 1"') as string }],
    });
  });

  it('has a version that follows its content and the chosen board', () => {
    const changed = loadModel(BUNDLED_TEXT.replace('2.95478e-08', '2.95479e-08'), 'rpi5.json');
    const versions = [bundledModel(), bundledModel('Device 1')].map((model) => model.version);
    if ('model' in changed) versions.push(changed.model.version);
    expect(new Set(versions).size).toBe(3);
    expect(bundledModel().version).toBe(bundledModel().version);
  });
});

describe('a broken model file is refused with file, place and way out', () => {
  it.each<[string, (file: Json) => void, RegExp | 'loads']>([
    ['unchanged', () => undefined, 'loads'],
    ['wrong format', (f) => (f['format'] = 'pprof'), /format is the text "pprof".*jouleline-cost-model/],
    ['newer version', (f) => (f['version'] = 2), /version is 2.*reads version 1.*update/],
    ['version as text', (f) => (f['version'] = '1'), /version is the text "1"/],
    ['unknown kind', (f) => (f['kind'] = 'neural'), /kind is the text "neural".*"additive"/],
    [
      'NaN as text',
      (f) => (first(f)['mean'] = 'NaN'),
      /parameters\[0\]\.mean is the text "NaN".*measure it again/,
    ],
    ['NaN as null', (f) => (first(f)['sd'] = null), /parameters\[0\]\.sd is null.*measure it again/],
    ['number as text', (f) => (first(f)['mean'] = '1e-9'), /parameters\[0\]\.mean.*without quotes/],
    ['missing', (f) => delete first(f)['mean'], /parameters\[0\]\.mean is missing/],
    [
      'negative cost',
      (f) => (first(f)['mean'] = -1e-9),
      /parameters\[0\]\.mean is -1e-9.*no operation gives energy back/,
    ],
    ['negative deviation', (f) => (first(f)['sd'] = -1), /parameters\[0\]\.sd is -1/],
    ['negative noise', (f) => (f['noiseSd'] = -1), /noiseSd is -1/],
    ['no noise', (f) => delete f['noiseSd'], /noiseSd is missing/],
    ['no name', (f) => (first(f)['name'] = ' '), /parameters\[0\]\.name/],
    [
      'unknown category',
      (f) => (first(f)['category'] = 'Weather'),
      /parameters\[0\]\.category is the text "Weather".*Operation/,
    ],
    ['twice', (f) => f.parameters.push({ ...first(f) }), /parameters\[73\] names .*again, after \[0\]/],
    ['entry is a number', (f) => f.parameters.push(7 as never), /parameters\[73\] is 7/],
    ['no entries', (f) => (f.parameters = []), /parameters is a list of 0/],
    ['unknown board', (f) => (f['devices'] = ['Device 9']), /devices\[0\] is the text "Device 9"/],
    ['other unit', (f) => (f['unit'] = 'mJ'), /unit is the text "mJ".*convert/],
    ['other mode', (f) => (f['mode'] = 'aot'), /mode is the text "aot"/],
    ['covariance of wrong size', (f) => (f['covariance'] = [[1]]), /covariance is a list of 1.*73/],
    [
      'covariance in words',
      (f) => (f['covariance'] = 'unknown'),
      /covariance is the text "unknown".*independence assumed/,
    ],
  ])('%s', (_, change, expected) => {
    check(change, expected);
  });

  it.each([
    ['', /is not valid JSON.*correct it/],
    ['{\n  "mean": NaN}', /line 2, column 11 is NaN, which JSON does not have/],
    ['{"means": [1, -Infinity]}', /line 1, column 15 is -Infinity/],
    ['{\n  "id": "NaN, or so",\n}', /line 3, column 1 is not valid JSON/],
    ['[]', /a list of 0 where a JSON object/],
    ['null', /null where a JSON object/],
    [BUNDLED_TEXT.replace('2.95478e-08', '1e999'), /\.mean is Infinity/],
    [BUNDLED_TEXT.slice(0, 2000), /not valid JSON/],
    [' '.repeat(MAX_MODEL_LENGTH + 1), /characters.*right file/],
  ])('text %#', (text, expected) => {
    checkText(text, expected);
  });

  it('accepts a byte order mark', () => {
    checkText(`\uFEFF${BUNDLED_TEXT}`, 'loads');
  });

  it('never throws, whatever the JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom('additive', 'per-operation', undefined), (value, kind) => {
        const file =
          kind === undefined ? value : { ...withoutParameters(), kind, parameters: value, operations: value };
        const loaded = loadModel(JSON.stringify(file), 'any.json');
        expect('model' in loaded || loaded.problems.length > 0).toBe(true);
      }),
    );
  });
});

describe('covariance', () => {
  const two = (covariance: unknown): string =>
    JSON.stringify({
      ...withoutParameters(),
      kind: 'additive',
      noiseSd: 0,
      covariance,
      parameters: [
        { category: 'Operation', name: 'Modulo', mean: 1, sd: 2 },
        { category: 'Data size', name: 'Load', mean: 1, sd: 1 },
      ],
    });

  it.each<[unknown, RegExp | 'loads']>([
    [
      [
        [4, -1],
        [-1, 1],
      ],
      'loads',
    ],
    [
      [
        [4, -1],
        [1, 1],
      ],
      /covariance\[0\]\[1\] differs from covariance\[1\]\[0\]/,
    ],
    [
      [
        [5, 0],
        [0, 1],
      ],
      /covariance\[0\]\[0\] is 5.*square of the parameter's sd is 4/,
    ],
    [
      [
        [4, 3],
        [3, 1],
      ],
      /correlation beyond 1/,
    ],
    [
      [
        [4, null],
        [0, 1],
      ],
      /covariance\[0\]\[1\] is null/,
    ],
  ])('%j', (covariance, expected) => {
    checkText(two(covariance), expected);
  });
});

describe('a table of costs by operation', () => {
  const text = JSON.stringify({
    ...withoutParameters(),
    local: true,
    operations: [
      { name: 'Addition_int_int', mean: 2e-9, sd: 1e-10 },
      { name: 'Addition', mean: 3e-9, sd: 1e-10 },
      { name: 'java.util.ArrayList.get', mean: 9e-9, sd: 1e-10 },
    ],
  });

  it('finds costs by name, then by family, and nothing else', () => {
    const loaded = loadModel(text, 'table.json');
    if (!('model' in loaded)) throw new Error('not loaded');
    const { model } = loaded;
    expect(model.isLocal).toBe(true);
    const meanOf = (name: string, family?: string): number | undefined => {
      const price = model.price(operation(name, family === undefined ? {} : { family }));
      return price && model.parameters[price.terms[0]?.parameter ?? -1]?.mean;
    };
    expect(meanOf('Addition_int_int')).toBe(2e-9);
    expect(meanOf('Addition_long_long')).toBe(3e-9);
    expect(meanOf('java.util.ArrayList.get', 'LibraryFunction')).toBe(9e-9);
    expect(meanOf('Division_int_int')).toBeUndefined();
    expect(meanOf('__proto__')).toBeUndefined();
  });
});

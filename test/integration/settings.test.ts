/** Settings from every kind of editor, right and wrong; models, and model files that are no good. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { ModelDescription, ServerWarning } from '../../server/src/protocol/server-state';
import type { Overlay } from '../../server/src/protocol/overlay';
import { makeClass } from '../classfile/make-class';
import { makeTemporaryFolder } from '../support/temporary-folder';
import { entryAt, startSession } from './server-session';
import type { Session } from './server-session';

const bundledModel = readFileSync(
  resolve(import.meta.dirname, '../../media/models/rpi5-openjdk21-xint.json'),
  'utf8',
);

const sample = `class Sample {
    int sum(int[] values) {
        int sum = 0;
        for (int value : values) {
            sum += value;
        }
        if (sum > 100) {
            sum = sum / 3 + sum % 7;
        }
        return sum;
    }
}
`;

async function open(
  settings: unknown,
  pullsSettings = true,
): Promise<{ readonly session: Session; readonly overlay: Overlay }> {
  const session = await startSession({ settings, pullsSettings });
  session.open('Sample.java', sample);
  return { session, overlay: await session.overlay('Sample.java') };
}

describe('settings', () => {
  it('are asked for where the editor answers', async () => {
    const { overlay } = await open({ look: 'custom', palette: 'viridis', colorSteps: 32 });
    expect([overlay.paletteName, overlay.palette.length]).toEqual(['viridis', 32]);
  });

  it('are taken from the start where it does not, and from what it pushes', async () => {
    const { session, overlay } = await open({ look: 'custom', palette: 'cividis', colorSteps: 20 }, false);
    expect([overlay.paletteName, overlay.palette.length]).toEqual(['cividis', 20]);
    session.changeSettings({ look: 'custom', palette: 'grays' });
    const changed = await session.overlay('Sample.java', ({ paletteName }) => paletteName === 'grays');
    expect(changed.palette.length).toBe(24);
  });

  it('that make no sense fall back, and each is named', async () => {
    const { session, overlay } = await open({
      palette: 'pink',
      colorSteps: 3,
      hover: 'yes',
      exclude: [5],
      unit: null,
      cache: { maxSizeMB: 'all' },
      surprise: { deep: true },
    });
    expect([overlay.paletteName, overlay.palette.length]).toEqual(['blue-purple-red', 24]);
    for (const named of [
      /jouleline\.palette .*"pink"/,
      /jouleline\.colorSteps .*not 3/,
      /jouleline\.hover .*"yes"/,
      /jouleline\.exclude .*\[5\]/,
      /jouleline\.cache\.maxSizeMB .*"all"/,
    ]) {
      expect((await session.message(named)).type).toBe(2);
    }
  });

  it('may be no settings at all', async () => {
    for (const nothing of [null, 5, 'x', [], { enable: null }]) {
      expect((await open(nothing)).overlay.paletteName).toBe('blue-purple-red');
    }
  });

  it('change what is shown at once', async () => {
    const { session, overlay } = await open({});
    const next = async (settings: unknown, fits: (overlay: Overlay) => boolean): Promise<Overlay> => {
      session.changeSettings(settings);
      return session.overlay('Sample.java', fits);
    };
    expect(
      (await next({ look: 'custom', scale: 'linear' }, ({ legend }) => legend.scale === 'linear')).legend
        .cold,
    ).toBe('no energy');
    expect(
      (await next({ look: 'custom', rankScope: 'method' }, ({ legend }) => legend.scope === 'method')).legend
        .hot,
    ).toContain('in the method');
    const before = entryAt(overlay, sample, 'sum += value').share;
    const more = await next(
      { assumptions: { loopTrips: 5000 } },
      (one) => entryAt(one, sample, 'sum += value').share > before,
    );
    expect(entryAt(more, sample, 'sum = sum / 3').share).toBeLessThan(
      entryAt(overlay, sample, 'sum = sum / 3').share,
    );
    const once = await next({ frequency: 'one-execution' }, ({ statusTooltip }) =>
      statusTooltip.includes('Each block runs once'),
    );
    expect(entryAt(once, sample, 'sum += value').share).toBeLessThan(before);
    const worst = await next({ frequency: 'worst-case' }, ({ statusTooltip }) =>
      statusTooltip.includes('The branches that use the most energy'),
    );
    expect(entryAt(worst, sample, 'sum += value').share).toBeGreaterThan(before);
  });

  it('choose the unit of every figure', async () => {
    const { session } = await open({ unit: 'watt-hours' });
    expect(await session.hover('Sample.java', 'sum += value')).toContain(
      '\n36.9 pWh, 5–95 %: 0.00872–24.1 nWh',
    );
    session.changeSettings({ unit: 'battery-share', batteryCapacityWattHours: 1 });
    await session.overlay('Sample.java', ({ statusTooltip }) => statusTooltip.includes('battery'));
    expect(await session.hover('Sample.java', 'sum += value')).toMatch(/battery/);
  });

  it('exclude a file that is open, and include it again', async () => {
    const { session } = await open({});
    session.changeSettings({ exclude: ['**/Sample.java'] });
    const { uri } = await session.client.waitForNotification<{ readonly uri: string }>(
      'jouleline/overlayCleared',
    );
    expect(uri).toBe(session.uriOf('Sample.java'));
    session.changeSettings({});
    expect((await session.overlay('Sample.java')).lines).not.toEqual([]);
  });
});

describe('models', () => {
  const ownModel = (change: (model: Record<string, unknown>) => void): string => {
    const model = JSON.parse(bundledModel) as Record<string, unknown>;
    model['id'] = 'mine';
    model['title'] = 'My machine';
    change(model);
    return JSON.stringify(model);
  };

  it('are listed, the chosen one marked', async () => {
    const modelFile = join(makeTemporaryFolder({ 'mine.json': ownModel(() => undefined) }), 'mine.json');
    const { session } = await open({ modelFiles: [modelFile], model: 'mine' });
    const models = await session.client.request<readonly ModelDescription[]>('jouleline/models');
    expect(models.map(({ id, selected }) => [id, selected])).toEqual([
      ['rpi5-openjdk21-xint', false],
      ['x64-openjdk25-compiled', false],
      ['mine', true],
    ]);
    expect(models[0]).toMatchObject({ machine: 'Raspberry Pi 5', mode: 'interpreter', isLocal: false });
    expect((await session.hover('Sample.java', 'sum += value')) ?? '').toContain('My machine');
  });

  it('change with the setting', async () => {
    const modelFile = join(makeTemporaryFolder({ 'mine.json': ownModel(() => undefined) }), 'mine.json');
    const { session, overlay } = await open({});
    expect(overlay.legend.modelTitle).toContain('Raspberry Pi 5');
    session.changeSettings({ modelFiles: [modelFile], model: 'mine' });
    const changed = await session.overlay('Sample.java', ({ legend }) => legend.modelTitle === 'My machine');
    expect(changed.lines).toEqual(overlay.lines);
  });

  const badModels: readonly (readonly [string, string, RegExp])[] = [
    ['that is no JSON', '{ "id": ', /bad\.json/],
    ['of another version', ownModel((model) => (model['version'] = 99)), /bad\.json.*version/],
    ['that is another format', '[1, 2]', /bad\.json/],
    ['with a cost that is not a number', bundledModel.replace(/("mean": *)[\d.e-]+/, '$1"NaN"'), /bad\.json/],
    ['with NaN', bundledModel.replace(/("mean": *)[\d.e-]+/, '$1NaN'), /bad\.json/],
    ['with a negative cost', bundledModel.replace(/("mean": *)([\d.e-]+)/, '$1-$2'), /bad\.json/],
    [
      'with a negative deviation',
      bundledModel.replace(/("noiseSd": *)([\d.e-]+)/, '$1-$2'),
      /bad\.json.*noiseSd/,
    ],
    ['with an infinite cost', bundledModel.replace(/("mean": *)([\d.e-]+)/, '$11e999'), /bad\.json/],
  ];

  for (const [what, text, named] of badModels) {
    it(`${what} are named, and the bundled one serves`, async () => {
      expect(text).not.toBe(bundledModel);
      const path = join(makeTemporaryFolder({ 'bad.json': text }), 'bad.json');
      const { session, overlay } = await open({ modelFiles: [path], model: 'mine' });
      expect((await session.message(named)).message).toContain(path);
      expect((await session.message(/there is no model "mine"/)).type).toBe(2);
      expect(overlay.legend.modelTitle).toContain('Raspberry Pi 5');
      expect(overlay.lines).not.toEqual([]);
    });
  }

  it('that are no good are told with the setting that names them, where the editor asks for it', async () => {
    const session = await startSession({
      settings: { modelFiles: ['/gone/model.json'], budget: 'gone.json' },
      initialization: { showsWarnings: true },
    });
    for (const [setting, named] of [
      ['model', '/gone/model.json'],
      ['budget', 'gone.json'],
    ] as const) {
      const warning = await session.client.waitForNotification<ServerWarning>(
        'jouleline/warning',
        (params) => params.setting === setting,
      );
      expect(warning.message).toContain(named);
    }
  });

  it('that are missing, or boards that nobody measured, are named', async () => {
    const { session, overlay } = await open({ modelFiles: ['/gone/model.json'], device: 'Device 9' });
    await session.message(/\/gone\/model\.json does not exist/);
    await session.message(/Device 9/);
    expect(overlay.lines).not.toEqual([]);
  });
});

describe('class path', () => {
  it('gives open files their types when it is set', async () => {
    const gauge = makeClass({ name: 'lib/Gauge', fields: [{ name: 'level', descriptor: 'I' }] });
    const folder = makeTemporaryFolder({ 'lib/Gauge.class': gauge });
    const session = await startSession();
    session.open('Uses.java', 'class Uses {\n  int twice(lib.Gauge g) {\n    return g.level * 2;\n  }\n}\n');
    await session.overlay('Uses.java');
    expect(await session.hover('Uses.java', 'g.level')).toContain('Multi_?_int');
    session.changeSettings({ classPath: [folder] });
    await vi.waitFor(async () => {
      expect(await session.hover('Uses.java', 'g.level')).toContain('Multi_int_int');
    }, 10_000);
  });

  it('with missing and corrupt elements is reported, and the rest serves', async () => {
    const folder = makeTemporaryFolder({ 'corrupt.jar': 'PK\u0003\u0004 no more', 'text.txt': 'text' });
    const { session, overlay } = await open({
      classPath: ['/gone/lib.jar', join(folder, 'corrupt.jar'), join(folder, 'text.txt'), folder],
    });
    for (const named of [/\/gone\/lib\.jar does not exist/, /corrupt\.jar /, /text\.txt /])
      expect((await session.message(named)).message).toContain('class path');
    expect(overlay.lines).not.toEqual([]);
  });
});

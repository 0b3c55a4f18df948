/** The manifest against the code: settings and their defaults, commands, and every string that it or the code names. */
import { readSettings, withAbsolutePaths } from '../../server/src/lsp/session/settings';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { collectStrings } from '../../scripts/collect-strings.mjs';
import { defaultOpacity } from '../../server/src/words/looks';
import { DEFAULT_SETTINGS } from '../../server/src/lsp/session/settings';

interface Property {
  readonly type: string;
  readonly default: unknown;
  readonly scope: string;
  readonly markdownDescription: string;
  readonly enum?: readonly string[];
  readonly markdownEnumDescriptions?: readonly string[];
  readonly order: number;
  readonly tags?: readonly string[];
}

interface MenuEntry {
  readonly command?: string;
  readonly when?: string;
}

interface Manifest {
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly category: string }[];
    readonly configuration: readonly {
      readonly title: string;
      readonly order: number;
      readonly properties: Readonly<Record<string, Property>>;
    }[];
    readonly menus: Readonly<Record<string, readonly MenuEntry[]>>;
  };
  readonly capabilities: {
    readonly untrustedWorkspaces: {
      readonly supported: string;
      readonly restrictedConfigurations: readonly string[];
    };
    readonly virtualWorkspaces: { readonly supported: boolean };
  };
  readonly extensionKind: readonly string[];
}

const manifestText = readFileSync('package.json', 'utf8');
const manifest = JSON.parse(manifestText) as Manifest;
const nls = JSON.parse(readFileSync('package.nls.json', 'utf8')) as Readonly<Record<string, string>>;
const properties = Object.assign(
  {},
  ...manifest.contributes.configuration.map((part) => part.properties),
) as Readonly<Record<string, Property>>;
const clientOnly = ['opacity', 'display', 'endOfLineText', 'overviewRuler', 'compare.followJdk'].map(
  (key) => `jouleline.${key}`,
);

/** "a.b" for every value that is no group of settings. */
function flatten(value: unknown, path = 'jouleline'): [string, unknown][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [[path, value]];
  return Object.entries(value).flatMap(([key, inner]) => flatten(inner, `${path}.${key}`));
}

describe('settings', () => {
  test('are those of the server, with its defaults, and five of the client', () => {
    const described = Object.entries(properties).filter(([key]) => !clientOnly.includes(key));
    expect(Object.fromEntries(described.map(([key, { default: value }]) => [key, value]))).toEqual(
      Object.fromEntries(flatten(DEFAULT_SETTINGS)),
    );
    expect(clientOnly.filter((key) => !(key in properties))).toEqual([]);
    expect(properties['jouleline.opacity']?.default).toBe(defaultOpacity);
  });
  test.each(Object.entries(properties))('%s is described, and so is each of its choices', (_, property) => {
    expect(property.markdownDescription).toMatch(/^%.+%$/);
    expect(['window', 'resource', 'machine-overridable']).toContain(property.scope);
    expect(property.markdownEnumDescriptions?.length).toBe(property.enum?.length);
    if (property.enum) expect(property.enum).toContain(property.default);
  });
  test('stand in groups with titles, each in its own place', () => {
    const groups = manifest.contributes.configuration;
    expect(groups.map(({ order }) => order)).toEqual(groups.map((_, index) => index));
    for (const { title, properties: own } of groups) {
      expect(title).toMatch(/^%settings\..+%$/);
      const orders = Object.values(own).map(({ order }) => order);
      expect(orders, title).toEqual(orders.map((_, index) => index));
    }
  });
  test('that descriptions name are there, and so are commands that they run', () => {
    const commands = manifest.contributes.commands.map(({ command }) => command);
    for (const [key, text] of Object.entries(nls)) {
      for (const [, name = ''] of text.matchAll(/`#([^#`]+)#`/g))
        if (name.startsWith('jouleline.')) expect(Object.keys(properties), key).toContain(name);
      for (const [, name = ''] of text.matchAll(/\(command:([\w.]+)/g))
        if (name.startsWith('jouleline.')) expect(commands, key).toContain(name);
    }
  });
  test('are each read by something, and the client reads no other', () => {
    const files = ['client/src', 'server/src'].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.ts') && !/^(lsp\/settings|protocol)\.ts$/.test(name))
        .map((name) => readFileSync(join(folder, name), 'utf8')),
    );
    for (const key of Object.keys(properties)) {
      const parts = key.split('.').slice(1);
      // A name that many things have is looked for with the group that it is in.
      const wanted = parts.at(-1) === 'enable' ? parts.slice(-2).join('.') : (parts.at(-1) ?? '');
      expect(
        files.some((text) => new RegExp(`\\b${wanted}\\b`).test(text)),
        key,
      ).toBe(true);
    }
    const named = files.flatMap((text) =>
      Array.from(
        text.matchAll(
          /(?:onfiguration(?:\(\w*\))?\s*\.(?:get|inspect|update)(?:<[^(]*>)?|writeSetting)\('([\w.]+)'/g,
        ),
        ([, name]) => `jouleline.${name ?? ''}`,
      ),
    );
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => !(name in properties))).toEqual([]);
  });
  test('those that name files or commands of a workspace do nothing in restricted mode', () => {
    // Paths are the settings that become absolute; the meter may be a command; limits are those of the machine.
    const { settings } = readSettings({});
    const leaves = (value: object, place: string): readonly string[] =>
      Object.entries(value).flatMap(([key, each]: [string, unknown]) =>
        typeof each === 'object' && each !== null && !Array.isArray(each)
          ? leaves(each, `${place}.${key}`)
          : [`${place}.${key} ${JSON.stringify(each)}`],
      );
    // Every text and list is a word here: those that a path is made of are told by what they become.
    const worded = leaves(withAbsolutePaths(asWords(settings) as typeof settings, '/w'), 'jouleline');
    const paths = worded.filter((leaf) => leaf.includes('"/w/x"')).map((leaf) => leaf.split(' ')[0] ?? '');
    const limits = Object.keys(properties).filter((key) => key.endsWith('MB'));
    expect(paths).toHaveLength(5);
    expect(manifest.capabilities.untrustedWorkspaces).toMatchObject({
      supported: 'limited',
      restrictedConfigurations: [...paths, ...limits, 'jouleline.profile.power'].sort(),
    });
    // Texts and lists that a folder may set: names of what is shown, and patterns within the workspace.
    const harmless = [
      'model',
      'device',
      'entryPoints',
      'energyLimit',
      'evidenceOrder',
      'component',
      'include',
      'exclude',
    ];
    const free = Object.entries(properties)
      .filter(
        ([, { type, enum: choices }]) => (type === 'string' && choices === undefined) || type === 'array',
      )
      .map(([key]) => key);
    const { restrictedConfigurations: restricted } = manifest.capabilities.untrustedWorkspaces;
    expect(free.filter((key) => !restricted.includes(key))).toEqual(
      harmless.map((key) => `jouleline.${key}`),
    );
    expect(manifest.capabilities.virtualWorkspaces.supported).toBe(false);
    expect(manifest.extensionKind).toEqual(['workspace']);
  });
});

test('what a gallery of extensions shows is there: a square icon, a banner, words to search by', () => {
  const about = JSON.parse(manifestText) as Readonly<Record<string, unknown>>;
  for (const key of ['displayName', 'description', 'publisher', 'license', 'pricing', 'engines'])
    expect(about[key], key).toBeTruthy();
  expect(about['galleryBanner']).toMatchObject({
    color: expect.stringMatching(/^#/) as unknown,
    theme: 'dark',
  });
  expect((about['keywords'] as readonly string[]).length).toBeLessThanOrEqual(30);
  expect(about['categories']).toContain('Visualization');
  // Width and height of a PNG stand behind its signature and the name of its first chunk.
  const icon = readFileSync(String(about['icon']));
  expect([icon.readUInt32BE(16), icon.readUInt32BE(20)]).toEqual([128, 128]);
});

describe('few things at a time', () => {
  const { commandPalette = [], ...menus } = manifest.contributes.menus;
  const whens = new Map(commandPalette.map(({ command = '', when = '' }) => [command, when]));
  const commands = manifest.contributes.commands.map(({ command }) => command);

  test('at most 20 commands are in the palette where only a folder is open', () => {
    const shown = commands.filter((command) =>
      ['', 'workspaceFolderCount != 0'].includes(whens.get(command) ?? ''),
    );
    expect(shown.length, shown.join('\n')).toBeLessThanOrEqual(20);
  });
  test('at most 22 settings are not tagged as advanced', () => {
    const first = Object.keys(properties).filter(
      (key) => properties[key]?.tags?.includes('advanced') !== true,
    );
    expect(first.length, first.join('\n')).toBeLessThanOrEqual(22);
  });
  test('a command that is in no palette is in a menu or behind a button', () => {
    const inMenus = new Set(Object.values(menus).flatMap((entries) => entries.map(({ command }) => command)));
    const hidden = commands.filter((command) => whens.get(command) === 'false' && !inMenus.has(command));
    const code = readdirSync('client/src', { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => readFileSync(join('client/src', name), 'utf8'))
      .join('\n');
    expect(hidden.filter((command) => !code.includes(`'${command}'`))).toEqual([]);
  });
});

test('each command of the manifest is registered, and no other', () => {
  const source = readFileSync('client/src/commands/register-commands.ts', 'utf8');
  const all = /const all: .*? = \{(.*?)\n {2}\};/s.exec(source)?.[1] ?? '';
  const registered = Array.from(all.matchAll(/^ {4}(\w+): /gm), ([, name]) => `jouleline.${name ?? ''}`);
  expect(registered.toSorted()).toEqual(
    manifest.contributes.commands.map(({ command }) => command).toSorted(),
  );
});

describe('strings', () => {
  const named = new Set(Array.from(manifestText.matchAll(/"%([^"%]+)%"/g), ([, key]) => key ?? ''));
  test('each that the manifest names is there, and no other', () => {
    expect(Object.keys(nls).toSorted()).toEqual([...named].toSorted());
  });
  test('l10n/bundle.l10n.json has those of the code (node scripts/collect-strings.mjs writes it)', () => {
    const bundle = JSON.parse(readFileSync('l10n/bundle.l10n.json', 'utf8')) as Readonly<
      Record<string, string>
    >;
    expect(Object.keys(bundle).toSorted()).toEqual(collectStrings().toSorted());
  });
});

test('nothing is sent to anyone: no telemetry and no network in the client', () => {
  const files = readdirSync('client/src', { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  const offenders = files.filter((name) =>
    /TelemetryLogger|telemetry|from 'node:(https?|net|dgram|tls|http2)'|\bfetch\(|openExternal/i.test(
      readFileSync(join('client/src', name), 'utf8'),
    ),
  );
  expect(offenders).toEqual([]);
});

/** The same settings, in which every text is `x`, and every list has it alone. */
function asWords(value: unknown): unknown {
  if (typeof value === 'string') return 'x';
  if (Array.isArray(value)) return ['x'];
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]: [string, unknown]) => [key, asWords(each)]),
  );
}

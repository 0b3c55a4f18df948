/** Large profiles compared on the lines of the editor, in a thread: the server answers meanwhile, and only what was asked last is shown. */
import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { OverlayParams } from '../../server/src/protocol/overlay';
import { BUNDLED_TEXT } from '../cost/bundled-model';
import { ecalcModelText } from '../support/ecalc-model';
import { makeLargeProfiles } from '../support/large-profiles';
import { makeTemporaryFolder } from '../support/temporary-folder';
import { lineOf, startSession, type Session } from './server-session';

const made = makeLargeProfiles({ files: [60, ...Array.from({ length: 20 }, () => 100)], contexts: 50_000 });
const name = 'big/Part0.java';
const text = made.sources[name] ?? '';

interface Opened {
  readonly session: Session;
  readonly before: string;
  readonly after: string;
}

async function openCompared(
  options: Parameters<typeof startSession>[0] = {},
  sources: Readonly<Record<string, string>> = { [name]: text },
): Promise<Opened> {
  const folder = makeTemporaryFolder({ ...sources, '.jouleline/profiles/.keep': '' });
  const [before, after] = (['before', 'after'] as const).map((side) => {
    const path = join(folder, '.jouleline', 'profiles', `${side}.json`);
    writeFileSync(path, JSON.stringify(made[side]));
    return path;
  });
  const session = await startSession({ folder, ...options });
  session.open(name, text);
  await session.overlay(name);
  return { session, before: before ?? '', after: after ?? '' };
}

/** The comparisons of all overlays that came so far, or that nothing was compared. */
function comparedIn({ client }: Session): readonly string[] {
  return client.notifications().flatMap(({ method, params }) => {
    if (method !== 'jouleline/overlay') return [];
    const { comparison } = (params as OverlayParams).legend;
    return comparison === undefined ? [] : [`${comparison.before} → ${comparison.after}`];
  });
}

describe('while large profiles are compared', () => {
  it('hovers are answered, one after the other', async () => {
    const { session, before, after } = await openCompared();
    const answered: string[] = [];
    const comparing = session.client
      .request('jouleline/compareProfiles', { before, after })
      .then((refusal) => {
        expect(refusal).toBeNull();
        answered.push('comparison');
      });
    // On one thread they would come before the files are read, or after all was compared.
    while (!answered.includes('comparison')) {
      expect(await session.hover(name, 'int b = a + 7;')).toMatch(/of this file|energy per run/);
      answered.push('hover');
    }
    await comparing;
    expect(answered.indexOf('comparison')).toBeGreaterThan(20);
    const shown = await session.overlay(name, ({ paletteName }) => paletteName === 'changes');
    expect(shown.lines.find(({ line }) => line === lineOf(text, 'int b = a + 9;'))?.change).toBe(
      'moreEnergy',
    );
    expect(await session.hover(name, 'int b = a + 9;')).toMatch(/▲ more energy/);
  });

  it('what is asked for anew takes its place, and an edit comes before it', async () => {
    const { session, before, after } = await openCompared();
    const first = session.client.request('jouleline/compareProfiles', { before, after });
    const second = session.client.request('jouleline/compareProfiles', { before: after, after: before });
    const edited = session.edit(name, 'int b = a + 7;', 'int b = a + 7 + a;');
    expect(await Promise.all([first, second])).toEqual([null, null]);
    await session.overlay(name, ({ legend }) => legend.comparison?.before === 'after');
    expect(comparedIn(session)).not.toContain('before → after');
    expect(edited).toContain('a + 7 + a');
    // Neither profile ran that line.
    expect(await session.hover(name, 'int b = a + 7 + a;')).toBeUndefined();
    expect(await session.hover(name, 'int b = a + 9;')).toMatch(/▼ less energy/);
  });

  it('estimates can be shown again, and stay', async () => {
    const { session, before, after } = await openCompared();
    const comparing = session.client.request('jouleline/compareProfiles', { before, after });
    expect(await session.client.request('jouleline/showProfiles', { paths: [] })).toBeNull();
    expect(await comparing).toBeNull();
    session.edit(name, 'int b = a + 7;', 'int b = a + 7 + a;');
    await session.overlay(name);
    expect(comparedIn(session)).toEqual([]);
  });

  it('another model compares them anew', async () => {
    const { session, before, after } = await openCompared();
    await session.client.request('jouleline/compareProfiles', { before, after });
    const first = await session.overlay(name, ({ paletteName }) => paletteName === 'changes');
    const own = { ...(JSON.parse(BUNDLED_TEXT) as object), id: 'mine', title: 'Mine' };
    const path = join(makeTemporaryFolder({ 'mine.json': JSON.stringify(own) }), 'mine.json');
    session.changeSettings({ modelFiles: [path], model: 'mine' });
    const again = await session.overlay(
      name,
      ({ legend, paletteName }) => paletteName === 'changes' && legend.modelTitle.startsWith('Mine'),
    );
    expect(again.legend.comparison).toEqual(first.legend.comparison);
    // Between both nothing was shown by the first model that the second did not model.
    expect(again.lines).toEqual(first.lines);
  });

  it('one that has costs of instructions ends it, and says why', async () => {
    const { session, before, after } = await openCompared();
    await session.client.request('jouleline/compareProfiles', { before, after });
    await session.overlay(name, ({ paletteName }) => paletteName === 'changes');
    const path = join(makeTemporaryFolder({ 'ecalc.json': ecalcModelText }), 'ecalc.json');
    session.changeSettings({ modelFiles: [path], model: 'tiny-ecalc' });
    await session.message(
      /The model tiny-ecalc has costs of JVM instructions, but profiles are compared by operations/,
    );
    await session.overlay(name, ({ paletteName }) => paletteName !== 'changes');
  });
});

describe('profiles that can’t be compared', () => {
  it('are told from recordings of other tools by what they begin as, damaged or not', async () => {
    const head = (format: string): string => `{ "format": "${format}", "version": 1, `;
    const folder = makeTemporaryFolder({
      'torn.json': head('jouleline-profile'),
      'import.json': head('jouleline-import'),
      'energies.json': head('jouleline-energy'),
      'stacks.collapsed': 'a.B.c;a.B.d 3\n',
    });
    const session = await startSession({ folder });
    const code = (name: string): Promise<unknown> =>
      session.client.request('jouleline/profiledCode', { path: join(folder, name) });
    await expect(code('torn.json')).rejects.toThrow(/not possible: .*torn\.json is no JSON/);
    await expect(code('import.json')).rejects.toThrow(/not possible: .*import\.json is no JSON/);
    await expect(code('missing.json')).rejects.toThrow(/missing\.json does not exist/);
    expect(await code('energies.json')).toMatchObject({ isSaved: false, changed: 'energies.json' });
    expect(await code('stacks.collapsed')).toMatchObject({ isSaved: false, changed: 'stacks.collapsed' });
  });

  it('are refused in the language of the user', async () => {
    const bundle = {
      'The comparison is not possible: {0}': 'Geht nicht: {0}',
      'Only profiles can be compared line by line. Recordings of other tools contain no operations.':
        'Nur gezählte.',
    };
    const languages = makeTemporaryFolder({ 'bundle.json': JSON.stringify(bundle) });
    const files = { '.jouleline/profiles/broken.json': '{}', '.jouleline/profiles/import.json': '' };
    const folder = makeTemporaryFolder(files);
    const pathOf = (each: string): string => join(folder, '.jouleline', 'profiles', each);
    const session = await startSession({
      folder,
      initialization: { l10nBundle: join(languages, 'bundle.json') },
    });
    const compare = (before: string): Promise<unknown> =>
      session.client.request('jouleline/compareProfiles', { before, after: before });
    expect(await compare(pathOf('broken.json'))).toEqual({
      message: expect.stringMatching(/^Geht nicht: .*broken\.json /) as string,
    });
    expect(await compare(pathOf('missing.json'))).toEqual({
      message: `Geht nicht: ${pathOf('missing.json')} does not exist`,
    });
    const report = session.client.request('jouleline/comparisonReport', {
      paths: [pathOf('missing.json'), pathOf('broken.json')],
    });
    await expect(report).rejects.toThrow(/Geht nicht: .*missing\.json does not exist/);
    const method = { class: 'a.B', name: 'c', descriptor: '()V' };
    const place = { profile: pathOf('missing.json'), method, line: 0 };
    expect(await session.client.request('jouleline/comparedMethod', place)).toMatchObject({
      path: '',
      note: expect.stringMatching(/^Geht nicht: .*missing\.json does not exist/) as string,
    });
  });
});

it('a jump from a comparison finds the method’s line as it is now', async () => {
  const { session, before } = await openCompared({}, made.sources);
  await session.indexed();
  const code = () => session.client.request('jouleline/profiledCode', { path: before });
  expect(await code()).toEqual({ isSaved: true, hasCalls: true, isFollowed: false, changed: '' });
  session.edit(name, 'package big;', '// one\npackage big;');
  expect(await code()).toEqual({ isSaved: true, hasCalls: true, isFollowed: false, changed: basename(name) });
  const method = { class: 'big.Part0', name: 'm7', descriptor: '(I)I' };
  const place = await session.client.request<{ path: string; line: number; note: string }>(
    'jouleline/comparedMethod',
    { profile: before, method, line: 0 },
  );
  expect(pathToFileURL(place.path).href).toBe(session.uriOf(name));
  expect(place.line).toBe(lineOf(session.textOf(name), 'int b = a + 7;'));
  expect(place.note).toMatch(/is now line \d+/);
});

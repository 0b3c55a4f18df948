/** Several recordings of one place: which figure is shown, and what stands beside it. */
import { describe, expect, it } from 'vitest';
import { createRecordingPlacer, makeEnergy } from '../../server/src/recordings/import/import-profile';
import { moveRecording } from '../../server/src/lines/later-texts';
import {
  putSideBySide,
  type ShownEvidence,
  type ShownPlace,
} from '../../server/src/recordings/merge/side-by-side';
import { placeValues, type PlacedRecording } from '../../server/src/recordings/place/placed-values';
import { importFixture, importText } from './import/import-file';

const path = 'app/Feed.java';
const text = `package app;
class Feed {
  void load() {
    int a = 1;
    int b = 2;
  }
  void show() { }
}
`;
const place = createRecordingPlacer([{ path, text }], true);

interface Entry {
  readonly line?: number;
  readonly method?: string;
  readonly energy: number;
  readonly uncertainty?: number;
  readonly component?: string;
}

function energies(name: string, device: string, entries: readonly Entry[], unit = 'J'): PlacedRecording {
  const rows = entries.map((entry) => ({ class: 'app.Feed', method: 'load', ...entry }));
  const head = { format: 'jouleline-energy', version: 1, unit, device };
  return place(importText(JSON.stringify({ ...head, entries: rows }), { name }));
}

function samples(name: string, stacks: string): PlacedRecording {
  return place(importText(stacks, { name }));
}

const linesOf = (evidence: ShownEvidence | undefined): Readonly<Record<string, ShownPlace>> =>
  Object.fromEntries(
    (evidence?.byPath.get(path) ?? []).map((shown) => {
      const { placement } = shown;
      return [placement.kind === 'line' ? String(placement.line) : placement.kind, shown];
    }),
  );

/** "a 4 J, b whole method 9 J" */
const said = (shown: ShownPlace | undefined): string =>
  (shown?.sayings ?? [])
    .map(({ names, isOfMethod, amount, unit, isChosen }) =>
      [isChosen ? '*' : '', names.join(), isOfMethod ? ' whole' : '', ` ${amount.mean} ${unit}`].join(''),
    )
    .join(', ');

describe('sources of one device', () => {
  const meter = energies('meter', 'board', [{ energy: 9, uncertainty: 0.1 }]);
  const lines = energies('lines', 'board', [
    { line: 4, energy: 1, uncertainty: 0.5 },
    { line: 5, energy: 3, uncertainty: 0.5 },
  ]);

  it('lines are scaled to the better method, which stands beside each', () => {
    const { 4: one, 5: other } = linesOf(putSideBySide([meter, lines], { order: [] }));
    expect([one?.amount?.mean, other?.amount?.mean]).toEqual([2.25, 6.75]);
    expect(one?.constrainedBy).toEqual(['meter']);
    expect(said(one)).toBe('*lines 1 joules, meter whole 9 joules');
    // 9 is not 1 + 3, and both say how sure they are.
    expect(one?.sayings.map(({ disagrees }) => disagrees)).toEqual([false, true]);
  });

  it('the order can be changed, and the total is that of what is shown', () => {
    const evidence = putSideBySide([meter, lines], { order: ['lines'] });
    expect(linesOf(evidence)['4']?.amount?.mean).toBe(1);
    expect(evidence?.measure).toMatchObject({ total: 4, device: 'board', unit: 'joules' });
  });

  it('a total of the whole program is that of the run, whatever of it was placed', () => {
    const head = { format: 'jouleline-energy', version: 1, unit: 'J', provenance: 'modeled' };
    const entries = [
      { class: 'app.Feed', method: 'load', line: 4, energy: 1 },
      { level: 'total', energy: 8, provenance: 'measured' },
    ];
    const evidence = putSideBySide([place(importText(JSON.stringify({ ...head, entries })))], { order: [] });
    expect(evidence?.measure.total).toBe(8);
  });

  it('components are shown together, and told apart', () => {
    const parts = energies('parts', 'board', [
      { line: 4, energy: 1, component: 'CPU' },
      { line: 4, energy: 2, component: 'network' },
    ]);
    const shown = linesOf(putSideBySide([parts], { order: [] }))['4'];
    expect(shown?.amount?.mean).toBe(3);
    expect(shown?.sayings.map(({ component }) => component)).toEqual(['CPU', 'network']);
    expect(shown?.parts.map(({ component, amount }) => [component, amount.mean])).toEqual([
      ['CPU', 1],
      ['network', 2],
    ]);
  });

  it('what is told of all components together has the named ones in it', () => {
    const parts = energies('parts', 'board', [
      { line: 4, energy: 3 },
      { line: 4, energy: 1, component: 'CPU' },
    ]);
    const shown = linesOf(putSideBySide([parts], { order: [] }))['4'];
    expect([shown?.amount?.mean, shown?.parts.map(({ component }) => component)]).toEqual([3, ['CPU']]);
  });

  it('measured lines are a part of the measured total, which is not shared among them alone', () => {
    const head = { format: 'jouleline-energy', version: 1, unit: 'J' };
    const of = (total: number) =>
      place(
        importText(
          JSON.stringify({
            ...head,
            entries: [
              { level: 'total', energy: total },
              { class: 'app.Feed', method: 'load', line: 4, energy: 1 },
              { class: 'app.Feed', method: 'load', line: 5, energy: 3 },
            ],
          }),
        ),
      );
    expect(linesOf(putSideBySide([of(8)], { order: [] }))['5']?.amount?.mean).toBe(3);
    // Parts never exceed their whole.
    expect(linesOf(putSideBySide([of(2)], { order: [] }))['5']?.amount?.mean).toBe(1.5);
  });

  it('one component can be shown alone, and one that nothing was told of has no energy', () => {
    const parts = energies('parts', 'board', [
      { line: 4, energy: 1, component: 'CPU' },
      { line: 4, energy: 2, component: 'network' },
      { line: 5, energy: 8, component: 'CPU' },
    ]);
    const network = putSideBySide([parts], { order: [], component: 'Network' });
    expect(network?.measure).toMatchObject({
      total: 2,
      component: 'network',
      components: ['CPU', 'network'],
    });
    const { 4: one, 5: other } = linesOf(network);
    expect([one?.amount?.mean, one?.parts, other?.amount]).toEqual([2, [], undefined]);
    const display = putSideBySide([parts], { order: [], component: 'display' });
    expect(display?.measure).toMatchObject({ total: 0, component: 'display' });
    expect(linesOf(display)['5']?.amount).toBeUndefined();
  });
});

describe('different devices', () => {
  const phone = energies('phone', 'Nexus 5', [{ line: 4, energy: 5, uncertainty: 1 }]);
  const board = energies('board', 'Pi 5', [
    { line: 4, energy: 70, uncertainty: 0.1 },
    { line: 5, energy: 30, uncertainty: 0.1 },
  ]);

  it('are never added up: that of the best evidence is shown, the other stands beside it', () => {
    const evidence = putSideBySide([phone, board], { order: [] });
    expect(evidence?.measure).toMatchObject({ device: 'Pi 5', otherDevices: ['Nexus 5'], total: 100 });
    expect(linesOf(evidence)['4']?.amount?.mean).toBe(70);
    expect(said(linesOf(evidence)['4'])).toBe('phone 5 joules, *board 70 joules');
    const turned = putSideBySide([phone, board], { order: ['phone'] });
    expect(turned?.measure.device).toBe('Nexus 5');
    expect(linesOf(turned)['5']?.amount).toBeUndefined();
  });
});

describe('what is no energy', () => {
  const stacks = 'app/Feed.load:4 30\napp/Feed.load:5 10\njava/util/List.get 60\n';

  it('is shown as shares of all of its samples, and never as joules', () => {
    const evidence = putSideBySide([samples('s', stacks)], { order: [] });
    expect(evidence?.measure).toMatchObject({ unit: 'samples', total: 100, names: ['s'] });
    expect(linesOf(evidence)['4']?.sayings[0]).toMatchObject({ share: 0.3, unit: 'samples' });
  });

  it('stands beside energies, and does not count among them', () => {
    const meter = energies('meter', 'board', [{ line: 4, energy: 2 }]);
    const evidence = putSideBySide([samples('s', stacks), meter], { order: [] });
    expect(evidence?.measure).toMatchObject({ unit: 'joules', total: 2 });
    expect(said(linesOf(evidence)['4'])).toBe('*meter 2 joules, s 30 samples');
    expect(linesOf(evidence)['5']?.amount).toBeUndefined();
  });

  it('nothing at all is nothing', () => {
    expect(putSideBySide([energies('zero', 'd', [{ line: 4, energy: 0 }])], { order: [] })).toBeUndefined();
    expect(putSideBySide([], { order: [] })).toBeUndefined();
  });
});

describe('a recording moved to a later text', () => {
  it('keeps all of its energy, placed or not', () => {
    const recording = makeEnergy(importFixture('collapsed/nights-lines.collapsed'), {
      total: { energy: 12 },
    });
    const placed = createRecordingPlacer([{ path, text }], true)(recording);
    const before = placeValues(placed).accounts;
    const gone = moveRecording(placed, () => undefined).placed;
    for (const [index, { total, placed: there, unplaced }] of placeValues(gone).accounts.entries()) {
      const sum = there + Object.values(unplaced).reduce((all, value) => all + value, 0);
      expect(Math.abs(sum - total)).toBeLessThanOrEqual(1e-9 * total);
      expect(total).toBe(before[index]?.total);
    }
  });

  it('follows methods that are the same, and tells those that are not as a whole', () => {
    const placed = energies('e', 'd', [
      { line: 4, energy: 1 },
      { method: 'show', energy: 2 },
    ]);
    const later = text
      .replace('class Feed', '\n\nclass Feed')
      .replace('void show() { }', 'void show() { load(); }');
    const moved = moveRecording(placed, () => later);
    expect(moved.changed).toEqual(['app.Feed.show']);
    expect(moved.placed.placements).toMatchObject([
      { kind: 'line', line: 6 },
      { kind: 'method', isStale: true, method: { first: 9 } },
    ]);
    const without = moveRecording({ recording: placed.recording, placements: placed.placements }, () => text);
    // Nobody knows what the text was.
    expect(without.placed.placements).toMatchObject([
      { kind: 'method', isStale: true },
      { kind: 'method', isStale: true },
    ]);
  });
});

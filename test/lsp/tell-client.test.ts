/** What the server tells its client unasked, and when. */
import { afterEach, expect, test, vi } from 'vitest';
import { createClientTeller } from '../../server/src/lsp/session/tell-client';
import { DEFAULT_SETTINGS } from '../../server/src/lsp/session/settings';
import { indexLines } from '../../server/src/base/line-index';
import { heatBy } from '../../server/src/lines/heat';
import { summarizeModel } from '../../server/src/cost/model/model-registry';
import type { ModeledView } from '../../server/src/lsp/views/modeled-view';
import { bundledModel, energyOf } from '../support/analyze-text';

afterEach(() => {
  vi.useRealTimers();
});

function viewOf(version: number): ModeledView {
  const text = 'class A { int one() { return 1; } }\n';
  const energy = energyOf(new Map([['A.java', text]]), 'A.java');
  const settings = DEFAULT_SETTINGS;
  return {
    ...{ kind: 'estimate', uri: 'A.java', version, text, lines: indexLines(text), energy, settings },
    ...{ heat: heatBy(settings, energy), model: summarizeModel(bundledModel()), problems: [] },
    ...{ isHeld: false, isAlone: false, held: new Map(), uncounted: [], newer: [] },
    ...{ pathsAt: () => [], byOthers: () => [], piecesOn: () => [], programEnergy: () => undefined },
    ...{ entryPoints: undefined, measured: undefined },
  };
}

test('lenses are refreshed with new figures of the same text at once, and while one types after a pause', () => {
  vi.useFakeTimers();
  const asked: string[] = [];
  const connection = {
    sendNotification: () => Promise.resolve(),
    sendRequest: ({ method }: { readonly method: string }) => {
      asked.push(method);
      return Promise.resolve();
    },
  };
  const teller = createClientTeller({
    connection: connection as never,
    client: { codeLensRefresh: true, inlayHintRefresh: false } as never,
    showsWarnings: false,
    settings: () => DEFAULT_SETTINGS,
    log: { debug: () => undefined } as never,
  });
  const refreshes = (milliseconds: number): number => {
    vi.advanceTimersByTime(milliseconds);
    return asked.splice(0).length;
  };
  teller.overlay(viewOf(1));
  expect([refreshes(1), refreshes(1000)]).toEqual([0, 1]);
  teller.overlay(viewOf(1));
  expect([refreshes(1), refreshes(1000)]).toEqual([1, 0]);
  teller.overlay(viewOf(2));
  teller.overlay(viewOf(2));
  expect([refreshes(1), refreshes(1000)]).toEqual([1, 0]);
  teller.noOverlay({ uri: 'A.java', reason: 'it did not run' });
  expect([refreshes(1), refreshes(1000)]).toEqual([1, 0]);
  // A text without colors that one types in is no other than one with them.
  teller.noOverlay({ uri: 'A.java', reason: 'it did not run' });
  expect([refreshes(1), refreshes(1000)]).toEqual([0, 1]);
});

test('progress is told for each percent, however many files there are', async () => {
  const told: string[] = [];
  const progress = {
    begin: () => undefined,
    report: (_percent: number, message: string) => told.push(message),
    done: () => undefined,
  };
  const teller = createClientTeller({
    connection: { window: { createWorkDoneProgress: () => Promise.resolve(progress) } } as never,
    client: { progress: true } as never,
    showsWarnings: false,
    settings: () => DEFAULT_SETTINGS,
    log: { debug: () => undefined } as never,
  });
  const shown = await teller.startProgress();
  for (const what of ['types', 'energy'])
    for (let done = 0; done < 2000; done++) shown.report(done, 2000, what);
  expect(told).toHaveLength(200);
  expect(told.slice(0, 2)).toEqual(['types: 0 of 2000 files', 'types: 20 of 2000 files']);
  expect(told.at(-1)).toBe('energy: 1980 of 2000 files');
});

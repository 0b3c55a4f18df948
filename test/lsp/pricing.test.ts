/** The energies of what a session shows, while its files are still being read. */
import { expect, test } from 'vitest';
import { analysisOptionsOf } from '../../server/src/analysis/analysis-options';
import { indexLines } from '../../server/src/base/line-index';
import { Pricing } from '../../server/src/lsp/session/pricing';
import { bundledModel, newAnalyzer, operationsOf } from '../support/analyze-text';

test('calls are estimated once all files are read: who calls a method is not known before', async () => {
  let isReading = true;
  const pricing = new Pricing({
    log: { info: () => undefined, warning: () => undefined } as never,
    folders: () => [],
    settings: {
      now: { frequency: 'estimated', entryPoints: [] },
      chosen: { estimating: bundledModel() },
      analysis: analysisOptionsOf(),
    } as never,
    coloredBy: { profile: { isShown: false } } as never,
    teaching: { learned: undefined } as never,
    areAllFilesKnown: () => !isReading,
    isReading: () => isReading,
    changed: () => undefined,
    warn: () => undefined,
  });
  const text = 'class Work { static void work() { } static void seldom() { } }\n';
  pricing.energies.addCallees('Work.java', operationsOf(newAnalyzer(), 'Work.java', text), indexLines(text));
  expect(await pricing.solveCalls()).toBe(false);
  expect(pricing.energies.solved()).toBeUndefined();
  isReading = false;
  expect(await pricing.solveCalls()).toBe(true);
  expect(pricing.energies.solved()).toBeDefined();
});

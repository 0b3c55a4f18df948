/** Looks: one setting in the place of many. */
import { describe, expect, test } from 'vitest';
import { readSettings } from '../../server/src/lsp/session/settings';
import { formOf } from '../../server/src/words/looks';

function colorsOf(raw: object): readonly unknown[] {
  const { palette, scale, rankScope } = readSettings(raw).settings;
  return [palette, scale, rankScope];
}

describe('looks', () => {
  const own = { palette: 'turbo', scale: 'linear', rankScope: 'method' };

  test('choose colors, whatever the single settings say', () => {
    expect(colorsOf(own)).toEqual(['blue-purple-red', 'logarithmic', 'workspace']);
    expect(colorsOf({ ...own, look: 'hotspots' })).toEqual(['blue-purple-red', 'logarithmic', 'workspace']);
    expect(colorsOf({ ...own, look: 'presentation' })).toEqual(['blue-purple-red', 'rank', 'file']);
    expect(colorsOf({ ...own, look: 'color-blind-safe' })).toEqual(['viridis', 'logarithmic', 'workspace']);
    expect(colorsOf({ ...own, look: 'custom' })).toEqual(['turbo', 'linear', 'method']);
  });

  test('choose a form, but for the custom one', () => {
    expect(formOf('heatmap')).toMatchObject({ display: 'line', endOfLineText: false });
    expect(formOf('hotspots')).toMatchObject({ display: 'gutter', overviewRuler: true });
    expect(formOf('presentation')).toMatchObject({ display: 'line', endOfLineText: true });
    expect(formOf('custom')).toBeUndefined();
    expect(formOf('of another version')).toEqual(formOf('heatmap'));
  });
});

/** Recordings as text: nothing that was recorded is passed over in silence. */
import { expect, test } from 'vitest';
import { formatRecordingText } from '../../server/src/cli/format/recording-text';
import { createPainter } from '../../server/src/cli/terminal';
import { createRecordingPlacer } from '../../server/src/recordings/import/import-profile';
import { putSideBySide } from '../../server/src/recordings/merge/side-by-side';
import { JOULES } from '../../server/src/words/energy-text';
import { importText } from '../recordings/import/import-file';

const text = 'class Shop {\n  int a() {\n    return 1;\n  }\n}\n';

const report = (rows: readonly string[]): string => {
  const table = ['file,line,device,energy (mJ)', ...rows, ''].join('\n');
  const placed = createRecordingPlacer(
    [{ path: 'Shop.java', text }],
    true,
  )(importText(table, { name: 'a.csv' }));
  const shown = putSideBySide([placed], { order: [], component: '' });
  if (shown === undefined) throw new Error();
  const painter = createPainter('none');
  return [...formatRecordingText([], shown, { painter, unit: JOULES, top: 9, textAt: () => '' })].join('');
};

test('a report of two devices lists one of them, and names the other', () => {
  const both = report(['Shop.java,3,Pixel,20', 'Shop.java,3,Nexus,10']);
  expect(both).toContain('Shop.java:3  20 mJ');
  expect(both).toContain('Devices are never added up: lines of Nexus are not listed');
  expect(report(['Shop.java,3,Pixel,20'])).not.toContain('Devices');
});

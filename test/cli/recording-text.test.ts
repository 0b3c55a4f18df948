/** Recordings as text: nothing that was recorded is passed over in silence. */
import { expect, test } from 'vitest';
import { withDefined } from '../../server/src/base/check';
import { formatRecordingText } from '../../server/src/cli/format/recording-text';
import { createPainter } from '../../server/src/cli/terminal';
import { createRecordingPlacer } from '../../server/src/recordings/import/import-profile';
import { putSideBySide } from '../../server/src/recordings/merge/side-by-side';
import { JOULES } from '../../server/src/words/energy-text';
import { importText } from '../recordings/import/import-file';

const text = 'class Shop {\n  int a() {\n    return 1;\n  }\n}\n';

/** Files of rows, each of its own name. */
const report = (...files: readonly (readonly string[])[]): string => reportOf(files);

const reportOf = (files: readonly (readonly string[])[], device?: string): string => {
  const place = createRecordingPlacer([{ path: 'Shop.java', text }], true);
  const placed = files.map((rows, index) => {
    const table = ['file,line,device,energy (mJ)', ...rows, ''].join('\n');
    return place(importText(table, { name: `${'ab'[index] ?? ''}.csv` }));
  });
  const shown = putSideBySide(placed, { order: [], ...withDefined({ device }) });
  if (shown === undefined) throw new Error();
  const painter = createPainter('none');
  return [...formatRecordingText([], shown, { painter, unit: JOULES, top: 9, textAt: () => '' })].join('');
};

test('a report of two devices lists one of them, and names the other', () => {
  const both = report(['Shop.java,3,Pixel,20', 'Shop.java,3,Nexus,10']);
  expect(both).toContain('Shop.java:3  20 mJ');
  expect(both).toContain('Devices are never added up: lines of Nexus are listed by --device');
  expect(report(['Shop.java,3,Pixel,20'])).not.toContain('Devices');
  const other = reportOf([['Shop.java,3,Pixel,20', 'Shop.java,3,Nexus,10']], 'nexus');
  expect(other).toContain('Shop.java:3  10 mJ');
  expect(other).toContain('lines of Pixel are listed by --device');
  expect(report(['Shop.java,3,Pixel,20', 'Shop.java,3,,10'])).toContain('lines of a device without a name');
});

test('a report of runs that are hardly of one input has no mean, and says so', () => {
  const doubt =
    'a.csv says 0.1 J, but b.csv says 10 J: were these the same program and input? The latter stands beside the first, in no sum';
  const both = report(['Shop.java,3,Pixel,100'], ['Shop.java,3,Pixel,10000']);
  expect(both).toContain(doubt);
  expect(both).toContain('Shop.java:3  100 mJ');
  expect(report(['Shop.java,3,Pixel,100'], ['Shop.java,3,Pixel,101'])).not.toContain('says');
});

test('energy of no line is said to be on its class, as when it was imported', () => {
  const listing = report(['Shop.java,3,Pixel,20', 'Shop.java,0,Pixel,10']);
  expect(listing).toContain('Shop.java:1  10 mJ  33.3 %, in the class, on none of its lines');
  expect(listing).toContain('Shop.java:3  20 mJ  66.7 %\n');
});

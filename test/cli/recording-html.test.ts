/** The page of a recording: what names of other tools' files hold is text, whatever it looks like. */
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { formatRecordingHtml } from '../../server/src/cli/format/recording-html';
import { createRecordingPlacer } from '../../server/src/recordings/import/import-profile';
import { importText } from '../recordings/import/import-file';

const hostile = '<img src=x onerror=alert(1)>"\'&</table><script>alert(1)</script>';
const recording = importText(
  JSON.stringify({
    format: 'jouleline-energy',
    version: 1,
    tool: hostile,
    device: hostile,
    unit: 'J',
    entries: [
      { class: 'a.Feed', method: hostile, energy: 3, uncertainty: 0.5, component: hostile },
      { class: 'app.Feed', method: 'load', line: 3, energy: 2, uncertainty: 0.25 },
      { file: `${hostile}.java`, line: 1, energy: 1 },
    ],
  }),
  { name: hostile },
);
const place = createRecordingPlacer(
  [{ path: 'src/app/Feed.java', text: 'package app;\nclass Feed {\n  void load() { }\n}\n' }],
  true,
);
const page = [...formatRecordingHtml(place(recording), '1')].join('');

test('it runs nothing and loads nothing', () => {
  expect(page).not.toMatch(/<(?:img|script|link|iframe)/i);
  const style = /<style>([\s\S]*?)<\/style>/.exec(page)?.[1] ?? '';
  const hash = createHash('sha256').update(style).digest('base64');
  expect(page).toContain(`default-src 'none'; style-src 'sha256-${hash}'`);
});

test('it has places, intervals and what is not in the sources', () => {
  expect(page).toMatch(/src\/app\/Feed\.java:3 app\.Feed\.load<\/code><\/td><td class="n">2 J<\/td>/);
  expect(page).toContain('1.59–2.41 J');
  expect(page).toContain('Not in the sources');
  expect(page).toContain('&lt;img src=x');
});

/** Names of other people's files in Markdown: no markup, no links, no rows of their own. */
import { hashLines } from '../../server/src/base/line-hashes';
import { putSideBySide } from '../../server/src/recordings/merge/side-by-side';
import { expect, test } from 'vitest';
import { summarizeRecording } from '../../server/src/recordings/model/summarize-recording';
import { createRecordingPlacer } from '../../server/src/recordings/import/import-profile';
import { evidenceInText } from '../../server/src/lines/file-evidence';
import { indexLines } from '../../server/src/base/line-index';
import { hoverOf } from '../../server/src/lsp/views/features';
import { writeImportReport } from '../../server/src/lsp/profiles/importing';
import { DEFAULT_SETTINGS } from '../../server/src/lsp/session/settings';
import { importText } from '../recordings/import/import-file';

const hostile = 'x`](command:evil) | <img src=x onerror=alert(1)> [a](http://b)\n\n# head \u202e';

/** The parts of Markdown outside of code, which a renderer interprets. */
function outsideOfCode(markdown: string): string {
  return markdown.replaceAll(/`[^`\n]*`/g, '').replaceAll(/\\[<>()[\]#|]/g, '');
}

test('stand between backticks, on one line of a table', async () => {
  const text = 'package app;\nclass Feed {\n  void load() { }\n}\n';
  const document = {
    format: 'jouleline-energy',
    version: 1,
    unit: 'J',
    tool: hostile,
    device: hostile,
    date: hostile,
    entries: [
      { class: 'app.Feed', method: 'load', energy: 2 },
      { name: hostile, kind: 'native', energy: 1 },
      { class: hostile, method: hostile, energy: 1 },
    ],
  };
  const placed = createRecordingPlacer(
    [{ path: 'app/Feed.java', text }],
    true,
  )(importText(JSON.stringify(document), { name: hostile }));
  const evidence = putSideBySide([placed], { order: [] });
  const shown = evidence && evidenceInText(evidence, 'app/Feed.java', hashLines(text), text);
  if (shown === undefined) throw new Error('nothing is shown');
  const hover =
    (await hoverOf(
      {
        kind: 'recordings',
        uri: 'file:///app/Feed.java',
        version: 1,
        text,
        lines: indexLines(text),
        evidence: shown,
        heat: [],
        isAlone: false,
        isHeld: false,
        notes: [],
        settings: DEFAULT_SETTINGS,
        operationsOn: () => [],
        piecesOn: () => [],
        methodStarts: [],
      },
      2,
    )) ?? '';
  expect(hover).toContain('evil');
  // Only its own links, into the workspace.
  const report = writeImportReport([summarizeRecording(placed)], [hostile]).replaceAll(
    /\]\(\/app\/Feed\.java#L\d\)/g,
    ']',
  );
  expect(report).toContain('evil');
  for (const markdown of [hover, report]) {
    expect(outsideOfCode(markdown)).not.toMatch(/<img|\]\(|command:evil\)|http:\/\//);
    expect(markdown).not.toMatch(/^# head/m);
    expect(markdown).not.toContain('\u202e');
  }
  const rows = hover.split('\n').filter((row) => row.startsWith('|'));
  expect(rows).toHaveLength(3);
});

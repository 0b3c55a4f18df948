/**
 * The words of the server beside the colors: models, imports, refusals, rows of lists, and foreign names in Markdown.
 */
import { rankAmong } from '../../server/src/lines/heat';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Diagnostic } from 'vscode-languageserver/node';
import { describe, expect, test } from 'vitest';
import { createRecordingPlacer } from '../../server/src/recordings/import/import-profile';
import { indexLines } from '../../server/src/base/line-index';
import { summarizeRecording } from '../../server/src/recordings/model/summarize-recording';
import { buildMeasureAction } from '../../server/src/lsp/views/code-action';
import { describeRefusal, inUsersLanguage } from '../../server/src/lsp/views/comparison-view';
import { createDiagnostics } from '../../server/src/lsp/documents/diagnostics';
import { rowOfOperation, sumInWords } from '../../server/src/lsp/workspace/hot-list-rows';
import { writeImportReport } from '../../server/src/lsp/profiles/importing';
import { escapeCode, escapeText } from '../../server/src/lsp/views/markdown';
import { describeModels, loadChosenModel, reportOnModel } from '../../server/src/lsp/session/models';
import { DEFAULT_SETTINGS } from '../../server/src/lsp/session/settings';
import { ComparisonRefused } from '../../server/src/tasks/compare/compare-messages';
import { importText } from '../recordings/import/import-file';
import { ecalcModelText } from '../support/ecalc-model';
import { makeTemporaryFolder } from '../support/temporary-folder';

const media = resolve(__dirname, '../../media');

describe('the cost model', () => {
  test('is the bundled one by default', async () => {
    const chosen = await loadChosenModel(media, DEFAULT_SETTINGS);
    expect(chosen.problems).toEqual([]);
    expect(describeModels(chosen).filter(({ selected }) => selected)).toMatchInlineSnapshot(`
      [
        {
          "id": "rpi5-openjdk21-xint",
          "isLocal": false,
          "machine": "Raspberry Pi 5",
          "mode": "interpreter",
          "name": "rpi5-openjdk21-xint",
          "selected": true,
          "source": ""Probabilistic energy profiler for statically typed JVM-based programming languages", Appendix A: posterior means and standard deviations of 174 Bytecode patterns measured on two Raspberry Pi 5 Model B boards; OpenJDK 21.0.6, -Xint, CPU fixed at 1.5 GHz",
          "title": "Raspberry Pi 5, OpenJDK 21, interpreter",
        },
      ]
    `);
  });

  test('may have boards that another one has not', async () => {
    expect((await loadChosenModel(media, { ...DEFAULT_SETTINGS, device: 'Device 1' })).problems).toEqual([]);
  });

  test('that nobody knows is replaced by the default, with a word about it', async () => {
    const { model, problems } = await loadChosenModel(media, { ...DEFAULT_SETTINGS, model: 'mine' });
    expect(model.id).toBe('rpi5-openjdk21-xint');
    expect(problems).toMatchInlineSnapshot(`
      [
        "there is no model "mine" (known: rpi5-openjdk21-xint, x64-openjdk25-compiled); using "rpi5-openjdk21-xint"",
      ]
    `);
  });

  test('of a file that can’t be read is named, and the others still serve', async () => {
    const path = join(makeTemporaryFolder(), 'gone.json');
    const { model, problems } = await loadChosenModel(media, { ...DEFAULT_SETTINGS, modelFiles: [path] });
    expect(model.id).toBe('rpi5-openjdk21-xint');
    expect(problems.map((problem) => problem.replaceAll(path, 'gone.json'))).toMatchInlineSnapshot(`
      [
        "model file gone.json does not exist",
      ]
    `);
  });

  test('of a file with nonsense is named, and the others still serve', async () => {
    const folder = makeTemporaryFolder();
    const path = join(folder, 'nonsense.json');
    writeFileSync(path, '{"format": "something else"}');
    const { model, problems } = await loadChosenModel(media, { ...DEFAULT_SETTINGS, modelFiles: [path] });
    expect(model.id).toBe('rpi5-openjdk21-xint');
    expect(problems.map((problem) => problem.replaceAll(path, 'nonsense.json'))).toMatchInlineSnapshot(`
      [
        "nonsense.json: format is the text "something else"; a cost model says "format": "jouleline-cost-model"",
      ]
    `);
  });

  test('that is not chosen stands beside the chosen one, unless it came with the extension', async () => {
    const path = join(makeTemporaryFolder(), 'mine.json');
    const own = { ...(JSON.parse(ecalcModelText) as object), id: 'mine' };
    writeFileSync(path, JSON.stringify(own));
    const { others } = await loadChosenModel(media, { ...DEFAULT_SETTINGS, modelFiles: [path] });
    expect(others.map(({ id }) => id)).toEqual(['mine']);
    const chosen = await loadChosenModel(media, { ...DEFAULT_SETTINGS, modelFiles: [path], model: 'mine' });
    expect([chosen.model.id, chosen.others]).toEqual(['mine', []]);
  });

  test('has a page that runs no script, and whose styles are its own', async () => {
    const chosen = await loadChosenModel(media, DEFAULT_SETTINGS);
    const { title, html } = reportOnModel(chosen, 'once');
    expect(title).toBe('Raspberry Pi 5, OpenJDK 21, interpreter');
    const policy = /http-equiv="Content-Security-Policy"[^>]*content="([^"]*)"/.exec(html)?.[1];
    expect(policy).toMatchInlineSnapshot(
      `"default-src 'none'; style-src 'nonce-once'; base-uri 'none'; form-action 'none'"`,
    );
  });
});

describe('a comparison that is refused', () => {
  test('says why, and what to do instead', () => {
    expect([
      describeRefusal({ kind: 'unreadable', path: 'a.json', message: 'is no JSON' }),
      describeRefusal({ kind: 'no-recording', path: 'a.json' }),
      describeRefusal({ kind: 'imports' }),
      describeRefusal({ kind: 'model-of-application', model: 'fitted' }),
      describeRefusal({ kind: 'model-of-instructions', model: 'bytecode' }),
      describeRefusal({ kind: 'unwritten', message: 'no space left' }),
      describeRefusal({ kind: 'memory' }),
    ]).toMatchInlineSnapshot(`
      [
        "The comparison is not possible: a.json is no JSON",
        "a.json holds no recording.",
        "Only profiles can be compared line by line. Recordings of other tools contain no operations.",
        "The model fitted was fitted to one version of one application, so it can’t be used to compare two versions. Choose another model.",
        "The model bytecode has costs of JVM instructions, but profiles are compared by operations. Choose another model.",
        "The comparison could not be written: no space left",
        "There is not enough memory for this comparison.",
      ]
    `);
  });

  test('is answered in words, and any other error is thrown on', async () => {
    const refused = Promise.reject(new ComparisonRefused({ kind: 'memory' }));
    await expect(inUsersLanguage(refused)).rejects.toThrow(describeRefusal({ kind: 'memory' }));
    await expect(inUsersLanguage(Promise.reject(new Error('a fault')))).rejects.toThrow('a fault');
    expect(await inUsersLanguage(Promise.resolve(7))).toBe(7);
  });
});

describe('the report on an import', () => {
  test('says that a total without lines is of the whole program', () => {
    const head = { format: 'jouleline-energy', version: 1, unit: 'J' };
    const given = JSON.stringify({ ...head, entries: [{ level: 'total', energy: 12 }] });
    const placed = createRecordingPlacer([], true)(importText(given, { name: 'total.json' }));
    const { accounts } = summarizeRecording(placed);
    expect(accounts).toHaveLength(1);
    expect(accounts[0]).toMatch(/whole program.*: 12 J, without lines$/);
  });

  test('says what was placed, what was not, and what was left out', () => {
    const stacks =
      'app.Feed.main;app.Feed.load 30\napp.Feed.main;java.util.List.sort 70\njava.lang.Thread.run;java.util.List.sort 20\n';
    const sources = [{ path: 'app/Feed.java', text: 'package app;\nclass Feed {\n  void load() { }\n}\n' }];
    const placed = createRecordingPlacer(sources, true)(importText(stacks, { name: 'stacks.txt' }));
    expect(writeImportReport([summarizeRecording(placed)], ['notes.md is no recording']))
      .toMatchInlineSnapshot(`
        "# Skipped

        - \`notes.md is no recording\`

        # \`stacks.txt\`

        \`samples\`: **120 samples**. They say where time went, not energy. If a meter measured the run, use “Import Recordings” and give its energy.

        | Where | Samples | Share |
        |---|--:|--:|
        | Source code of this workspace | 30 samples | 25.0 % |
        | Library code that it calls | 70 samples | 58.3 % |
        | Other code, such as libraries, that nothing here calls | 20 samples | 16.7 % |

        ## Hottest methods

        | Method | Place | Samples | Share |
        |---|---|--:|--:|
        | \`Feed\` | [\`Feed.java:2\`](/app/Feed.java#L2) | 70 samples | 58.3 % |
        | \`Feed.load\` | [\`Feed.java:3\`](/app/Feed.java#L3) | 30 samples | 25.0 % |

        ## Not found in the source code

        | Name | Amount | What it is |
        |---|--:|---|
        | \`java.util.List.sort\` | 20 samples | Other code, such as libraries, that nothing here calls |
        "
      `);
  });

  test('names constructors and nested classes as their sources do', () => {
    const text = 'package app;\nclass Feed {\n  static class Line {\n    Line() { }\n  }\n}\n';
    const placer = createRecordingPlacer([{ path: 'app/Feed.java', text }], true);
    const placed = placer(importText('app.Feed$Line.<init> 10\n', { name: 'stacks.txt' }));
    expect(summarizeRecording(placed).hottest.methods).toMatchObject([{ name: 'new Feed.Line' }]);
  });
});

describe('a row of operations', () => {
  const settings = DEFAULT_SETTINGS;
  const whole = { total: 4e-6, sharesOf: 'program', measure: undefined } as const;
  const scale = { settings, ...whole, colors: rankAmong([], 0) };
  const operation = {
    name: 'Addition_int_int',
    group: 'arithmetic' as const,
    executions: 2000,
    path: '/w/A.java',
    line: 6,
  };

  test('has its energy, interval, share and executions in words', () => {
    const energy = { mean: 1e-6, variance: 1e-14 };
    expect(rowOfOperation({ ...operation, energy }, 'A.java', scale)).toMatchObject({
      place: 'A.java:7',
      energyText: '1 µJ',
      // 1 µJ ± 1.645 × 0.1 µJ
      intervalText: '0.836–1.16 µJ',
      shareText: '25.0 %',
      executionsText: '2,000',
    });
  });

  test('is expected to run a whole number of times', () => {
    const texts = [0, 0.4, 12.3, 1234.6].map((executions) =>
      rowOfOperation({ ...operation, executions }, '', scale),
    );
    expect(texts.map(({ executionsText }) => executionsText)).toEqual(['0', '< 1', '12', '1,235']);
  });

  test('adds to a sum that says what it lacks', () => {
    const sums = [[], [1e-6, 2e-6], [1e-6, Number.NaN], [Number.NaN]].map((each) => sumInWords(each, scale));
    expect(sums).toEqual(['0 J', '3 µJ', 'at least 1 µJ', 'not modeled']);
  });

  test('has no figures, and not 0, where it is not modeled', () => {
    expect(rowOfOperation(operation, 'A.java', scale)).toMatchObject({
      energy: null,
      energyText: '–',
      share: null,
      shareText: '–',
      executionsText: '2,000',
    });
  });
});

describe('diagnostics of one file', () => {
  const hint = (message: string): Diagnostic => ({
    message,
    range: { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } },
  });

  test('of several sources are sent together', () => {
    const sent: (readonly [string, number | undefined, readonly string[]])[] = [];
    const diagnostics = createDiagnostics((uri, version, all) => {
      sent.push([
        uri,
        version,
        all.map(({ message }) => (typeof message === 'string' ? message : message.value)),
      ]);
    });
    diagnostics.of('advice')('file:///A.java', 1, [hint('hoist')]);
    diagnostics.of('budgets')('file:///A.java', undefined, [hint('over budget')]);
    diagnostics.of('advice')('file:///A.java', 2, []);
    expect(sent).toEqual([
      ['file:///A.java', 1, ['hoist']],
      ['file:///A.java', undefined, ['hoist', 'over budget']],
      ['file:///A.java', 2, ['over budget']],
    ]);
  });
});

describe('the action that measures a change', () => {
  const text = 'class A {\n  int a = 2;\n  int b = 1;\n}\n';
  const view = { uri: 'file:///A.java', text, lines: indexLines(text) };
  const titlesAt = (line: number, opened: string, only?: string[]): readonly string[] => {
    const position = { line, character: 0 };
    const range = { start: position, end: position };
    return buildMeasureAction(view, range, only === undefined ? {} : { only }, opened, 'measure').map(
      ({ title }) => title,
    );
  };
  const opened = text.replace('a = 2', 'a = 1');

  test('is offered on lines that changed since the file was opened', () => {
    expect([titlesAt(1, opened), titlesAt(2, opened)]).toMatchInlineSnapshot(`
      [
        [
          "Measure the energy that this change saves",
        ],
        [],
      ]
    `);
  });

  test('is not offered for a text that did not change, nor among actions of a kind', () => {
    expect([titlesAt(1, text), titlesAt(1, opened, ['quickfix'])]).toEqual([[], []]);
  });
});

describe('foreign names', () => {
  test('stay within the backticks of their cell', () => {
    expect(escapeCode('a`b|c\nd\u202ee\u061cf\u200eg\u200fh')).toBe("a'b\\|c d e f g h");
  });

  test('are set apart where they are written from the right', () => {
    expect(escapeCode('סכום += מספר * 2')).toBe('\u2068סכום\u2069 += \u2068מספר\u2069 * 2');
    expect(escapeText('say("שלום עולם", n)')).toBe('say\\(\u2068"שלום עולם"\u2069, n\\)');
    expect(escapeCode('sum += n * 2')).toBe('sum += n * 2');
  });

  test('are no markup in running text', () => {
    expect(escapeText('a\u202eb\u200fc\nd')).toBe('a b c d');
    expect(escapeText('*[a](b)* <i>')).toBe('\\*\\[a\\]\\(b\\)\\* \\<i\\>');
  });
});

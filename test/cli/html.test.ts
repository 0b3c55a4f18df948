import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { formatHtml } from '../../server/src/cli/format/html';
import { darkTheme, lightTheme, tintSteps, embedJson } from '../../server/src/cli/format/html-colors';
import { PAGE_LIMITS } from '../../server/src/cli/format/html-selection';
import type { PageLimits } from '../../server/src/cli/format/html-selection';
import { summarize } from '../../server/src/cli/format/summary';
import { contrast, mix, parseColor, toHex } from '../../server/src/words/color';
import { paletteNames } from '../../server/src/words/palette';
import type { ReportResult } from '../../server/src/lines/report';
import { emptyReport, hostileReport, sampleOptions, measuredReport, sampleReport } from './sample-report';

const asset = (name: string) =>
  readFileSync(resolve(__dirname, '../../media/webviews/heatmap', name), 'utf8');
const assets = { style: asset('heatmap.css'), script: asset('heatmap.js') };

function print(result: ReportResult, limits: PageLimits = PAGE_LIMITS): string {
  return [...formatHtml(result, summarize(result), sampleOptions, assets, limits)].join('');
}

/** The page without its own style and script: what comes from the report. */
function content(page: string): string {
  return page.replace(/<style>[\s\S]*?<\/style>/, '').replace(assets.script, '');
}

describe('the page', () => {
  test('colors the lines with operations by their heat and hatches those that are mostly not modeled', () => {
    const page = print(sampleReport);
    expect(page).toContain(
      '<li value="5" id="f0-5" class="heat h23" data-share="54.3 %"><code>            sum += value;</code></li>',
    );
    expect(page).toContain('<li value="1"><code>class Loops {</code></li>');
    expect(page).toMatch(/<li value="3" id="f1-3" class="heat h12 hatched" data-share="≥ 100\.0 %">/);
  });

  test('says what its figures are, and on which machine they were measured', () => {
    const page = print(sampleReport);
    expect(page).toContain('<strong>estimated</strong> · Raspberry Pi 5, interpreter');
    expect(page).toContain('measured on another machine: Raspberry Pi 5, interpreter');
    expect(page).toContain('independence assumed');
    expect(page).toContain('3 × java.lang.String.join');
    expect(page).toContain('1 × adds an int and a value of unknown type');
    expect(page).toContain('lib/missing.jar does not exist');
    expect(page).toContain('line 3: warning: the type of x is not known');
  });

  test('says where the measured energy went, and what is not told apart', () => {
    const page = print(measuredReport);
    expect(page).toContain(
      '<th scope="row">runtime: compilation</th><td>2 J</td><td>20.0 %</td><td>modeled</td>',
    );
    expect(page).toContain('<th scope="row">library</th><td>not told apart</td><td></td>');
    expect(page).toContain('<th scope="row">total</th><td>10 J</td>');
    expect(page).toContain('&lt;of the account&gt;');
    expect(print(sampleReport)).not.toContain('measured energy went');
  });

  test('knows the operations of every line, with none at a cost of zero', () => {
    const json =
      /<script type="application\/json" id="data">(.*)<\/script>/.exec(print(sampleReport))?.[1] ?? '';
    const data = JSON.parse(json) as {
      readonly texts: readonly string[];
      readonly files: readonly {
        readonly lines: readonly {
          readonly line: number;
          readonly operations: readonly (readonly number[])[];
        }[];
      }[];
    };
    const line = data.files[1]?.lines[0];
    const rows = line?.operations.map((row) => row.map((index) => (index < 0 ? null : data.texts[index])));
    expect(rows).toEqual([
      ['calls a method', 'arithmetic', '1', '80 nJ', '100.0 %'],
      ['calls String.join', 'library function', '3', null, null],
      ['adds an int and a value of unknown type', 'library function', '1', null, null],
    ]);
  });

  test('holds all it needs, and its policy lets nothing else in', () => {
    const page = print(sampleReport);
    expect(content(page)).not.toMatch(/\b(src|href)="(?!#)|url\(|@import/);
    expect(content(page)).not.toMatch(/<[^>]*\s(on\w+|style)=/i);
    const policy = /Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1] ?? '';
    const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    const style = /<style>([\s\S]*?)<\/style>/.exec(page)?.[1] ?? '';
    expect(policy.split('; ')).toEqual([
      `default-src 'none'`,
      `style-src ${hash(style)}`,
      `script-src ${hash(assets.script)}`,
      `base-uri 'none'`,
      `form-action 'none'`,
    ]);
  });

  test.each([
    `<script>alert(1)</script>`,
    `"><img src=x onerror=alert(1)>`,
    `' onmouseover='alert(1)`,
    `</script><script>alert(1)//`,
    `<!--<script>`,
    `&lt;b&gt;`,
    `\u202e\u2066evil`,
  ])('lets no text out of its place: %j', (hostile) => {
    const harmless = content(print(hostileReport('harmless')));
    const page = content(print(hostileReport(hostile)));
    const tags = (text: string) =>
      text.match(/<[a-z!/][^>]*>/gi)?.map((tag) => tag.replace(/"[^"]*"/g, '""'));
    expect(tags(page)).toEqual(tags(harmless));
    expect(page).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
  });

  test('embeds data that reads back and can close no element', () => {
    const value = { a: '</script><!--', b: '\u2028&amp;' };
    expect(JSON.parse(embedJson(value))).toEqual(value);
    expect(embedJson(value)).not.toMatch(/[<>\u2028]/);
  });

  test('says so when there is nothing to show', () => {
    expect(print(emptyReport)).toContain('<dd>0</dd>');
  });
});

describe('a page that cannot hold everything', () => {
  test('keeps the files with the hottest lines, and lists the others', () => {
    const page = print(sampleReport, { ...PAGE_LIMITS, files: 1 });
    expect(page).toContain('1 of 2 files: those with the hottest lines');
    expect(page).toContain('sum += value');
    expect(page).toContain('<h2>1 more file</h2>');
    expect(page).toMatch(/<tr><td>src\/Texts\.java<\/td><td>8\.0 %<\/td><td>1<\/td><\/tr>/);
  });

  test('shows of a long file what is around its hottest lines', () => {
    const [file] = sampleReport.files;
    if (file === undefined) throw new Error('the sample has files');
    const long = { ...file, text: file.text + '// more\n'.repeat(5000) };
    const page = print({ ...sampleReport, files: [long] });
    expect(page).toContain('sum += value');
    expect(page.match(/<li /g)?.length).toBeLessThan(100);
    expect(page).toContain('4,991 lines left out');
    expect(page).toContain('1 of them in excerpts');
  });
});

describe('the colors of the page', () => {
  test.each(paletteNames)('%s: code reads at 4.5 to 1 or better on every line, hatched or not', (palette) => {
    for (const theme of [lightTheme, darkTheme]) {
      for (const { background, ink } of tintSteps(palette, theme)) {
        expect(contrast(background, ink)).toBeGreaterThanOrEqual(4.5);
        // The stripes of styleSteps.
        const over = ink[0] < 128 ? mix(background, [255, 255, 255], 0.6) : mix(background, [0, 0, 0], 0.32);
        expect(contrast(over, ink)).toBeGreaterThanOrEqual(4.5);
      }
    }
  });

  test('the themes are those of the style sheet', () => {
    const [light, dark] = [
      ...assets.style.matchAll(/--surface: (#\w{6});\s+--raised: #\w{6};\s+--ink: (#\w{6});/g),
    ];
    expect([light?.[1], light?.[2]]).toEqual([toHex(lightTheme.surface), toHex(lightTheme.ink)]);
    expect([dark?.[1], dark?.[2]]).toEqual([toHex(darkTheme.surface), toHex(darkTheme.ink)]);
  });

  test('muted text reads at 4.5 to 1 or better, in both themes and on every surface', () => {
    const colors = (name: string) =>
      [...assets.style.matchAll(new RegExp(`--${name}: (#\\w{6});`, 'g'))].map((match) =>
        parseColor(match[1] ?? ''),
      );
    for (const ground of ['page', 'surface', 'raised']) {
      colors(ground).forEach((color, theme) => {
        const muted = colors('muted')[theme];
        expect(muted === undefined ? 0 : contrast(color, muted)).toBeGreaterThanOrEqual(4.5);
      });
    }
  });
});

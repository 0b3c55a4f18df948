/**
 * Overlays of whole files, beside their lines, as they were looked at and found
 * right: any change of parser, typer, operations, prices or ranks shows here.
 *
 * `UPDATE_GOLDEN=1 npx vitest run --project unit test/lsp` writes them anew;
 * read the difference before committing it.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { heatBy } from '../../server/src/lines/heat';
import { indexLines } from '../../server/src/base/line-index';
import { summarizeModel } from '../../server/src/cost/model/model-registry';
import { hoverOf, lensesOf, overlayOf } from '../../server/src/lsp/views/features';
import { readOverlay } from '../../server/src/protocol/overlay';
import { DEFAULT_SETTINGS } from '../../server/src/lsp/session/settings';
import type { ModeledView } from '../../server/src/lsp/views/modeled-view';
import { bundledModel, energyOf } from '../support/analyze-text';

const folder = join(__dirname, '..', 'fixtures', 'golden');
const files = readdirSync(folder).filter((name) => name.endsWith('.java'));

function viewOf(name: string): { readonly view: ModeledView; readonly text: string } {
  const text = readFileSync(join(folder, name), 'utf8');
  const energy = energyOf(new Map([[name, text]]), name);
  const settings = DEFAULT_SETTINGS;
  const heat = heatBy(settings, energy);
  const model = summarizeModel(bundledModel());
  return {
    text,
    view: {
      kind: 'estimate',
      uri: name,
      version: 1,
      text,
      lines: indexLines(text),
      energy,
      heat,
      model,
      problems: [],
      isHeld: false,
      held: new Map(),
      pathsAt: () => [],
      byOthers: () => [],
      piecesOn: () => [],
      entryPoints: undefined,
      measured: undefined,
      programEnergy: () => undefined,
      uncounted: [],
      newer: [],
      isAlone: false,
      settings,
    },
  };
}

/** One row per line of the file: step of the palette, rank, share, and the code. */
function printOverlay(view: ModeledView, text: string): string {
  const overlay = new Map(readOverlay(overlayOf(view)).lines.map((line) => [line.line, line]));
  const lenses = new Map(
    lensesOf(view, undefined).map((lens) => [lens.range.start.line, lens.command?.title ?? '']),
  );
  const rows = text.split('\n').flatMap((code, index) => {
    const line = overlay.get(index);
    const cells =
      line === undefined
        ? ''.padEnd(21)
        : `${String(line.step).padStart(3)}  #${String(line.rank).padEnd(4)}${line.text.padStart(9)}  `;
    const lens = lenses.get(index);
    return [...(lens === undefined ? [] : [`${''.padEnd(21)}| [${lens}]`]), `${cells}| ${code}`.trimEnd()];
  });
  return `${rows.join('\n')}\n`;
}

describe('golden overlays', () => {
  it('are there', () => {
    expect(files.length).toBeGreaterThanOrEqual(4);
  });

  for (const name of files) {
    it(name, () => {
      const { view, text } = viewOf(name);
      const printed = printOverlay(view, text);
      const golden = join(folder, name.replace('.java', '.overlay.txt'));
      if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(golden, printed);
      expect(printed).toBe(readFileSync(golden, 'utf8'));
    });
  }

  it('say that files are still read, which may make other lines hot', () => {
    const { view } = viewOf('Matrix.java');
    expect(readOverlay(overlayOf({ ...view, isAlone: true })).status).toMatch(/^≥ [^·]+ · reading/);
  });

  it('say on hover what they are made of', async () => {
    const { view, text } = viewOf('Matrix.java');
    const line = text.split('\n').findIndex((code) => code.includes('sum += a[i'));
    const golden = join(folder, 'Matrix.hover.md');
    const printed = `${(await hoverOf(view, line)) ?? ''}\n`;
    if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(golden, printed);
    expect(printed).toBe(readFileSync(golden, 'utf8'));
  });
});

describe('energies of a file', () => {
  for (const name of files) {
    it(`add up in ${name}`, () => {
      const { energy } = viewOf(name).view;
      const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
      expect(sum(energy.lines.map((line) => line.own.mean))).toBeCloseTo(energy.total.mean, 15);
      expect(sum(energy.methods.map((method) => method.energy.mean))).toBeCloseTo(energy.total.mean, 15);
      expect(sum(energy.lines.map((line) => line.shareOfFile))).toBeCloseTo(1, 9);
      expect(sum(energy.lines.map((line) => line.modeledCount))).toBeCloseTo(energy.modeledCount, 6);
      expect(sum(energy.lines.map((line) => line.unmodeledCount))).toBeCloseTo(energy.unmodeledCount, 6);
      for (const line of energy.lines) {
        const operations = sum(line.operations.map((operation) => operation.energy?.mean ?? 0));
        expect(operations).toBeCloseTo(line.own.mean, 15);
      }
    });
  }
});

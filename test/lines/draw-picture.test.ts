/** Pictures of real texts: lines, colors, methods and calls are those of the analysis. */
import { describe, expect, test } from 'vitest';
import { colorLines, PictureDrawing, type DrawnFile } from '../../server/src/lines/draw-picture';
import { indexLines } from '../../server/src/base/line-index';
import { eachLineShape } from '../../server/src/lines/line-shapes';
import { nameFolders, readPackage } from '../../server/src/lines/package-names';
import { FileState, MOSTLY_UNMODELED, type Picture } from '../../server/src/pages/picture';
import { makeFileEnergy } from '../support/file-energy';
import { sampleHead } from '../webviews/sample-picture';

const text = 'package demo;\n\nclass A {\n\tint a;\n  \tint b() { return 1; }   \n}\n';

function draw(files: readonly Partial<DrawnFile>[]): Picture {
  const drawing = new PictureDrawing();
  for (const file of files)
    drawing.add({
      root: 0,
      path: 'demo/A.java',
      text,
      lines: indexLines(text),
      state: FileState.estimated,
      ...file,
    });
  return drawing.finish(sampleHead);
}

const noOperations = { path: 'demo/A.java', members: [], problems: [] };

describe('a picture', () => {
  test('of nothing has nothing', () => {
    const picture = draw([]);
    expect([...picture.fileStart]).toEqual([0]);
    expect([...picture.callStart]).toEqual([0]);
    expect(picture.heat).toHaveLength(0);
  });

  test('has the lines of files after each other', () => {
    const picture = draw([{}, { path: 'demo/B.java' }]);
    expect([...picture.fileStart]).toEqual([0, 7, 14]);
    expect([...picture.indent.subarray(0, 7)]).toEqual([0, 0, 0, 4, 4, 0, 0]);
    expect([...picture.end.subarray(0, 7)]).toEqual([13, 0, 9, 10, 25, 1, 0]);
    expect([...picture.fileGroup]).toEqual([0, 0]);
  });

  test('has steps and energies where the overlay has colors, and marks what is not modeled', () => {
    const energy = makeFileEnergy([
      { line: 3, mean: 2 },
      { line: 4, mean: 5, mostlyUnmodeled: true },
      { line: 5, mean: 0 },
    ]);
    const heat = energy.lines.map(({ line }, index) => ({
      line,
      step: index,
      rank: 1,
      of: 3,
      scope: 'file' as const,
      isHotspot: true,
    }));
    const colored = {
      file: noOperations,
      energy,
      colors: colorLines(energy, heat, { look: 'heatmap', colorSteps: 24 }),
    };
    const picture = draw([{ colored }]);
    // What is not modeled is never colder than the middle; a line of nothing has no color.
    expect([...picture.heat]).toEqual([0, 0, 0, 1, 13 | MOSTLY_UNMODELED, 0, 0]);
    expect([...picture.energy]).toEqual([0, 0, 0, 2, 5, 0, 0]);
    expect(picture.methodNames.length).toBeGreaterThan(0);
  });

  test('of a text that is shorter than what was analyzed keeps to its lines', () => {
    const colors = [{ line: 50, step: 3, mean: 1, isHatched: false }];
    const picture = draw([{ colored: { file: noOperations, colors } }, { path: 'demo/B.java' }]);
    expect(Array.from(picture.heat).every((heat) => heat === 0)).toBe(true);
  });

  test('of one file of 100,000 lines has them all', () => {
    const long = 'x\n'.repeat(100_000);
    expect(draw([{ text: long, lines: indexLines(long) }]).heat).toHaveLength(100_001);
  });
});

describe('shapes of lines', () => {
  test('end at 255 columns, and begin before they end', () => {
    const wide = `${' '.repeat(300)}x`;
    const shapes: (readonly number[])[] = [];
    eachLineShape(wide, indexLines(wide), (line, indent, end) => shapes.push([line, indent, end]));
    expect(shapes).toEqual([[0, 254, 255]]);
  });
});

describe('names of packages', () => {
  test.each([
    ['/* package no.such; */\n// package neither;\npackage a.b;\n', 'a.b'],
    ['@Deprecated\npackage a;', 'a'],
    ['class A {}', ''],
    ['', ''],
  ])('are read behind comments: %j', (source, name) => {
    expect(readPackage(source)).toBe(name);
  });

  test('have their module where there are several', () => {
    const folders = [
      { path: 'core/src/main/java/a/b', packageName: 'a.b' },
      { path: 'core/src/test/java/a/b', packageName: 'a.b' },
      { path: 'web/src/main/java/a', packageName: 'a' },
    ];
    expect(nameFolders(folders)).toEqual(['core · a.b', 'core (test) · a.b', 'web · a']);
    expect(nameFolders(folders.slice(2))).toEqual(['a']);
    expect(nameFolders([{ path: '', packageName: '' }])).toEqual(['(default package)']);
  });
});

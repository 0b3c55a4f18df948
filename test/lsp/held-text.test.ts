/** Texts with errors, as they are while somebody types: figures and colors stay those of the last text without. */
import { describe, expect, test } from 'vitest';
import { showEstimates, type Shown } from '../support/marked-java';

const text = `package demo;

import java.util.List;

class Work {
  static final int SIZE = 4 * 8;
  private final int[] cells = new int[SIZE];

  int sum(List<Integer> extra) {
    int total = 0;
    for (int i = 0; i < SIZE; i++) {
      total += cells[i] * twice(i);
    }
    for (Integer more : extra) total += more;
    return total;
  }

  int twice(int a) {
    if (a > 3) {
      return a * 2;
    }
    return a + a;
  }

  Runnable task() {
    return new Runnable() {
      @Override
      public void run() {
        cells[0]++;
      }
    };
  }

  static class Inner {
    long count = 7 * SIZE;

    void add(int n) {
      count += n;
    }
  }

  public static void main(String[] args) {
    System.out.println(new Work().sum(List.of(1, 2)));
  }
}
`;

/** Steps and ranks of lines, and what is wrong. */
function colorsOf({ overlay }: Shown): readonly string[] {
  return overlay.lines.map(({ line, step, rank }) => `${line} ${step} #${rank}`);
}

/** The texts of lines whose figures are of an earlier text, without those of which only a brace is left. */
function staleIn(shown: Shown, now: string): readonly string[] {
  const lines = now.split('\n');
  return shown.overlay.lines.flatMap(({ line, isStale }) =>
    isStale === true ? [lines[line]?.trim() ?? ''] : [],
  );
}

const options = { ofRun: true, settings: { scale: 'rank' } };
const figureOf = ({ overlay }: Shown): string => overlay.status.replace(/ · .*/, '');

/** The text with one piece, which it has once, replaced. */
function edited(was: string, piece: string, by: string): string {
  expect(was.split(piece)).toHaveLength(2);
  return was.replace(piece, () => by);
}

describe('where a brace or semicolon is deleted', () => {
  const sound = showEstimates(text, options);
  const places = Array.from(text.matchAll(/[{};]/g), ({ index }) => index);
  for (const place of places) {
    const lineNumber = text.slice(0, place).split('\n').length;
    test(`${text[place] ?? ''} of line ${lineNumber}, no color and no figure changes`, async () => {
      const now = text.slice(0, place) + text.slice(place + 1);
      const shown = await showEstimates(text, { ...options, edits: [now] });
      const before = await sound;
      expect(colorsOf(shown)).toEqual(colorsOf(before));
      expect(shown.overlay.status).toBe(`${figureOf(before)} · syntax error`);
      expect(shown.overlay.statusTooltip).toContain('Syntax error in line');
    });
  }

  test('an undo restores all', async () => {
    const broken = edited(text, '* twice(i);\n    }', '* twice(i);\n    ');
    expect(await showEstimates(text, { ...options, edits: [broken, text] })).toEqual(await sound);
  });
});

describe('a member with an error', () => {
  const broken = edited(text, 'return a * 2;\n    }', 'return a * 2;\n    ');

  test('is faded, and others are not', async () => {
    const shown = await showEstimates(text, { ...options, edits: [broken] });
    expect(staleIn(shown, broken)).toEqual(['if (a > 3) {', 'return a * 2;', 'return a + a;']);
    expect(shown.lenses.filter((lens) => lens.includes('before the error'))).toEqual([
      expect.stringMatching(/^18: .*J · before the error$/),
    ]);
    for (const lens of shown.lenses) expect(lens.replace(/^\d+: /, '').length).toBeLessThanOrEqual(40);
    expect(shown.hints.filter((hint) => hint.includes('('))).toHaveLength(3);
  });

  test('says so in its hover', async () => {
    const marked = edited(broken, 'return a * 2;', 'return a * 2; /*|*/');
    const { hover } = await showEstimates(text, { ...options, edits: [marked] });
    expect(hover).toMatch(/^\*This text has a syntax error\. The figures are from before it\.\*\n\n\*\*/);
  });

  test('stays as it was through all that is typed, and is read anew at the end', async () => {
    const typed = 'a = a * 3 + twice(a);';
    const edits = Array.from({ length: typed.length }, (_, length) =>
      edited(text, 'return a + a;', `${typed.slice(0, length + 1)}\n    return a + a;`),
    );
    const before = await showEstimates(text, options);
    const stateOf = async (count: number): Promise<readonly string[]> => {
      const shown = await showEstimates(text, { ...options, edits: edits.slice(0, count) });
      return [figureOf(shown), ...shown.overlay.lines.map(({ step }) => String(step))];
    };
    for (const count of [1, 7, 15, 20])
      expect(await stateOf(count)).toEqual([
        figureOf(before),
        ...before.overlay.lines.map(({ step }) => String(step)),
      ]);
    const done = await showEstimates(text, { ...options, edits });
    expect(done.overlay.lines).toHaveLength(before.overlay.lines.length + 1);
    expect(done).toEqual(await showEstimates(edits.at(-1) ?? '', options));
  });

  test('keeps none from being edited, added or renamed', async () => {
    const more = edited(broken, 'cells[0]++;', 'cells[0] = cells[1] / 3;');
    const added = edited(more, '  Runnable task', '  int half(int b) { return b / 2; }\n\n  Runnable task');
    const renamed = edited(added, 'void add(int n)', 'void plus(int n)');
    const shown = await showEstimates(text, { ...options, edits: [broken, more, added, renamed] });
    const names = shown.lenses.map((lens) => renamed.split('\n')[Number.parseInt(lens) - 1]?.trim());
    expect(names).toContain('int half(int b) { return b / 2; }');
    expect(names).toContain('void plus(int n) {');
    expect(staleIn(shown, renamed)).toEqual(['if (a > 3) {', 'return a * 2;', 'return a + a;']);
    const marked = edited(renamed, 'cells[1] / 3;', 'cells[1] / 3; /*|*/');
    expect((await showEstimates(text, { ...options, edits: [broken, marked] })).hover).toContain('divides');
  });

  test('is gone when all of it is deleted', async () => {
    const method = text.slice(text.indexOf('  int twice'), text.indexOf('  Runnable task'));
    const without = edited(edited(text, method, ''), 'count += n;', 'count +=');
    const shown = await showEstimates(text, { ...options, edits: [without] });
    expect(staleIn(shown, without)).toEqual(['count +=']);
    expect(shown.lenses).toHaveLength((await showEstimates(text, options)).lenses.length - 1);
  });

  test('keeps the energy of deleted lines at its name', async () => {
    const gone = edited(text, '      return a * 2;\n    }\n', '');
    const shown = await showEstimates(text, { ...options, edits: [gone] });
    expect(figureOf(shown)).toBe(figureOf(await showEstimates(text, options)));
    expect(staleIn(shown, gone)).toEqual(['int twice(int a) {', 'if (a > 3) {', 'return a + a;']);
  });
});

test('a text that is opened with an error shows what can be read, and says so', async () => {
  const broken = edited(text, 'return a * 2;\n    }', 'return a * 2;\n    ');
  const shown = await showEstimates(broken, options);
  expect(shown.overlay.status).toMatch(/J · partly read$/);
  expect(staleIn(shown, broken)).toEqual([]);
  const still = await showEstimates(broken, {
    ...options,
    edits: [edited(broken, 'count += n', 'count += 2 * n')],
  });
  expect(still.overlay.status).toMatch(/J · partly read$/);
  expect(staleIn(still, broken)).toEqual([]);
});

/** The answers to an editor about a line or a file: hover, code lenses, inlay hints. */
import { describe, expect, it } from 'vitest';
import { lineOf, startSession } from './server-session';
import type { Range, Session } from './server-session';

const orbit = `import java.util.List;

class Orbit {
    private final double[] x = new double[100];

    double energy(List<String> names) {
        double sum = 0;
        for (int i = 0; i < 100; i++) {
            sum += x[i] * x[i] / 2;
        }
        System.out.println(names.get(0).trim());
        return sum + offset();
    }

    double offset() {
        double result = 0;
        for (int k = 0; k < 1000; k++) result += k * 0.5;
        return result;
    }

    int unknown(Missing thing) {
        return thing.count + 1;
    }
}
`;

async function openOrbit(settings: unknown = {}): Promise<Session> {
  const session = await startSession({ settings });
  session.open('Orbit.java', orbit);
  await session.overlay('Orbit.java');
  return session;
}

describe('hover', () => {
  it('covers the smallest piece of code under the mouse, which editors mark while it is read', async () => {
    const session = await openOrbit();
    const code = 'sum += x[i] * x[i] / 2';
    const line = lineOf(orbit, code);
    const begin = orbit.split('\n')[line]?.indexOf(code) ?? -1;
    const marked = async (at: number): Promise<string | undefined> => {
      const position = { line, character: begin + at };
      const hover = await session.client.request<{ readonly range?: Range } | null>('textDocument/hover', {
        textDocument: { uri: session.uriOf('Orbit.java') },
        position,
      });
      const { range } = hover ?? {};
      return range && orbit.split('\n')[line]?.slice(range.start.character, range.end.character);
    };
    expect([await marked(code.indexOf('x')), await marked(code.indexOf('['))]).toEqual(['x', 'x[i]']);
    expect(await marked(code.indexOf('*'))).toBe('x[i] * x[i]');
    expect(await marked(code.indexOf('/'))).toBe('x[i] * x[i] / 2');
    expect(await marked(code.indexOf('+='))).toBe(code);
    expect(await marked(-begin)).toBeUndefined();
  });

  it('says what the line costs, which operations, and how that is known', async () => {
    const session = await startSession();
    session.open('Orbit.java', orbit);
    await session.overlay('Orbit.java', ({ statusTooltip }) =>
      statusTooltip.includes('Hot spots without a run'),
    );
    const text = (await session.hover('Orbit.java', 'sum += x[i]')) ?? '';
    expect(text).toMatchInlineSnapshot(`
      "**10.7 % of this file.** \`x\` runs 200 times a call.

      | code | what it does | times a call | energy | share |
      |---|---|--:|--:|--:|
      | \`x\` | reads a double\\[\\] from a field | 200 | 12.5 µJ | 45.7 % |
      | \`sum += x[i] * x[i] / 2\` | adds doubles, puts a double into a variable | 100 | 4.42 µJ | 16.2 % |
      | \`x[i] * x[i] / 2\` | divides a double and an int | 100 | 4.25 µJ | 15.5 % |
      | \`x[i] * x[i]\` | multiplies doubles | 100 | 3.55 µJ | 13.0 % |
      | \`x[i]\` | reads a double from an array | 200 | 2.63 µJ | 9.6 % |
      |  | **the whole line** |  | 27.3 µJ | 100.0 % |

      ---

      **Details** (Jouleline)

      27.3 µJ, 5–95 %: 22.8–31.8 µJ · *estimated*  
      one run of the program: 27.3 µJ, 5–95 %: 0.00852–109 mJ, expected calls of the method: 1  
      How often it runs is a guess: between 1/3.2 and 4,000 times what is shown.

      Rank 3 of 11 in the file, 35.1 % of \`Orbit.energy(List)\`

      | operation | count | each | energy | share |
      |---|--:|--:|--:|--:|
      | \`FieldReference_double[]\` | 200 | 62.3 nJ | 12.5 µJ | 45.7 % |
      | \`Division_double_int\` | 100 | 42.5 nJ | 4.25 µJ | 15.5 % |
      | \`Multi_double_double\` | 100 | 35.5 nJ | 3.55 µJ | 13.0 % |
      | \`Addition_double_double\` | 100 | 33.3 nJ | 3.33 µJ | 12.2 % |
      | \`ArrayReference_double\` | 200 | 13.1 nJ | 2.63 µJ | 9.6 % |
      | \`Assign_double_double\` | 100 | 10.9 nJ | 1.09 µJ | 4.0 % |

      By group: field reference 45.7 %, arithmetic 40.7 %, array reference 9.6 %, assignment 4.0 %

      block \`Orbit.energy(List)#for_1\` · all counts exact  
      Model: Raspberry Pi 5, OpenJDK 21, interpreter \\(independence assumed\\), not your machine"
    `);
  });

  it('has shares in its table that add up', async () => {
    const session = await openOrbit();
    const text = (await session.hover('Orbit.java', 'sum += x[i]')) ?? '';
    const [table = ''] = text.split('**Details**');
    const shares = [...table.matchAll(/^\| `.* \| ([\d.]+).% \|$/gm)].map(([, share]) => Number(share));
    expect(shares.length).toBeGreaterThan(3);
    expect(Math.abs(shares.reduce((sum, share) => sum + share, 0) - 100)).toBeLessThan(0.1 * shares.length);
  });

  it('says how likely a method stays within a limit that is set, on its lines and where it is named', async () => {
    const session = await openOrbit({ energyLimit: '1 J' });
    const chance =
      /one call of `Orbit\.energy\(.*\)`, callees included: > 99\.9 % likely to stay within 1 J \(Raspberry Pi 5/;
    expect(await session.hover('Orbit.java', 'sum += x[i]')).toMatch(chance);
    expect(await session.hover('Orbit.java', 'double energy(')).toMatch(chance);
    const without = await openOrbit();
    expect(await without.hover('Orbit.java', 'sum += x[i]')).not.toContain('likely');
    expect(await without.hover('Orbit.java', 'double energy(')).toBeUndefined();
  });

  it('says which costs are guesses, and leaves none out', async () => {
    const session = await openOrbit();
    const text = (await session.hover('Orbit.java', 'System.out')) ?? '';
    expect(text).toMatch(/`java\.io\.PrintStream\.println` \(estimated from its body\) \| 1 \|/);
    expect(text).toMatch(/`CheckCast_String` \(guessed by similar operations\) \| 1 \|/);
    expect(text).not.toContain('Not modeled');
  });

  it('includes what the methods called cost', async () => {
    const session = await openOrbit();
    const text = await session.hover('Orbit.java', 'return sum + offset');
    expect(text).toContain('\n284 nJ, 5–95 %: 223–346 nJ ');
    expect(text).toContain('\ncallees included: 176 µJ, 5–95 %: 137–215 µJ');
    expect(await session.hover('Orbit.java', 'return result')).not.toContain('callees included');
  });

  it('marks operands whose type was not found', async () => {
    const session = await openOrbit();
    const text = (await session.hover('Orbit.java', 'thing.count')) ?? '';
    expect(text).toMatch(/Addition_.*\?/);
    expect(text).toContain('`?` marks an operand whose type was not found');
  });

  it('has nothing to say of a line without operations, or beyond the text', async () => {
    const session = await openOrbit();
    expect(await session.hover('Orbit.java', 'import')).toBeUndefined();
    const beyond = {
      textDocument: { uri: session.uriOf('Orbit.java') },
      position: { line: 10_000, character: 500 },
    };
    expect(await session.client.request('textDocument/hover', beyond)).toBeNull();
    expect(
      await session.client.request('textDocument/hover', {
        ...beyond,
        textDocument: { uri: 'file:///gone.java' },
      }),
    ).toBeNull();
  });

  it('shows names from the text as text', async () => {
    const session = await startSession();
    const text = 'class $A_ { int f(int[] __, int n) { return __[n] + 1; } }\n';
    session.open('A.java', text);
    await session.overlay('A.java');
    expect(await session.hover('A.java', 'class')).toContain('`$A_.f(');
  });
});

describe('code lens', () => {
  it('stands above each method with its energy and share', async () => {
    const session = await openOrbit();
    const lenses = await session.lenses('Orbit.java');
    const places = lenses.map(({ range }) => range.start);
    expect(places).toEqual(
      ['double energy(', 'double offset() {', 'int unknown('].map((text) => {
        const line = lineOf(orbit, text);
        const declaration = orbit.split('\n')[line] ?? '';
        return { line, character: declaration.search(/\w+\(/) };
      }),
    );
    // The constructor, which stands nowhere in the text, has the rest.
    expect(lenses.map(({ command }) => command.title)).toEqual([
      '30.4 % of file · 77.9 µJ per call',
      '68.7 % of file · 176 µJ per call',
      '0.08 % of file · 200 nJ per call',
    ]);
  });

  it('says when its figure is no expected one', async () => {
    const lastWords = async (frequency: string): Promise<string | undefined> => {
      const session = await openOrbit({ frequency });
      const [lens] = await session.lenses('Orbit.java');
      return lens?.command.tooltip?.split('\n').at(-1);
    };
    expect(await lastWords('worst-case')).toBe('Estimated: worst case · Raspberry Pi 5, interpreter');
    expect(await lastWords('one-execution')).toBe('Estimated: each block once · Raspberry Pi 5, interpreter');
  });
});

describe('inlay hints', () => {
  it('stand at line ends once they are switched on', async () => {
    const session = await openOrbit();
    expect(await session.hints('Orbit.java')).toEqual([]);
    session.changeSettings({ inlayHints: { enable: true } });
    const overlay = await session.overlay('Orbit.java');
    const lines = orbit.split('\n');
    expect(await session.hints('Orbit.java')).toEqual(
      overlay.lines.map(
        ({ line, text }) =>
          expect.objectContaining({
            position: { line, character: lines[line]?.length },
            label: text,
          }) as unknown,
      ),
    );
  });

  it('keep to the range that is asked for', async () => {
    const session = await openOrbit({ inlayHints: { enable: true } });
    const line = lineOf(orbit, 'sum += x[i]');
    const range = { start: { line, character: 0 }, end: { line, character: 5 } };
    const hints = await session.client.request('textDocument/inlayHint', {
      textDocument: { uri: session.uriOf('Orbit.java') },
      range,
    });
    expect(hints).toEqual([
      expect.objectContaining({ position: { line, character: orbit.split('\n')[line]?.length } }),
    ]);
  });
});

describe('switches', () => {
  it('turn each feature off and leave the others on', async () => {
    const session = await openOrbit({ hover: { enable: false }, codeLens: { enable: false } });
    expect(await session.hover('Orbit.java', 'sum += x[i]')).toBeUndefined();
    expect(await session.lenses('Orbit.java')).toEqual([]);
    session.changeSettings({});
    await session.overlay('Orbit.java');
    expect(await session.hover('Orbit.java', 'sum += x[i]')).toContain('Jouleline');
    expect(await session.lenses('Orbit.java')).toHaveLength(3);
  });

  it('turn everything off, and on again', async () => {
    const session = await openOrbit();
    session.changeSettings({ enable: false });
    const { reason } = await session.client.waitForNotification<{ readonly reason: string }>(
      'jouleline/overlayCleared',
    );
    expect(reason).toContain('jouleline.enable');
    expect(await session.hover('Orbit.java', 'sum += x[i]')).toBeUndefined();
    expect(await session.lenses('Orbit.java')).toEqual([]);
    session.changeSettings({ enable: true });
    expect((await session.overlay('Orbit.java')).lines).not.toEqual([]);
    expect(await session.hover('Orbit.java', 'sum += x[i]')).toContain('Jouleline');
  });
});

describe('the report of the model', () => {
  it('is a page about the chosen one, whose policy lets in its own style alone', async () => {
    const session = await openOrbit();
    const { title, html } = await session.client.request<{ readonly title: string; readonly html: string }>(
      'jouleline/modelReport',
      { nonce: 'abc' },
    );
    expect(title).toContain('Raspberry Pi 5');
    expect(html).toContain(`default-src 'none'; style-src 'nonce-abc'`);
    expect(html).toContain('Effects by category');
  });
});

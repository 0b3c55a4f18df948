/** Hovers of estimates: marked Java text, and the Markdown of the marked lines beside it. */
import { describe, expect, test } from 'vitest';
import { inWork, showEstimates, showProfile, type ShowOptions } from '../support/marked-java';

async function hoverOf(members: string, options: ShowOptions = {}): Promise<string> {
  return (await showEstimates(inWork(members), options)).hover;
}

/** Paragraphs with the text. */
async function paragraphWith(text: string, members: string, options: ShowOptions = {}): Promise<string> {
  const paragraphs = (await hoverOf(members, options)).split('\n\n');
  return paragraphs.filter((paragraph) => paragraph.includes(text)).join('\n\n');
}

describe('the hover of an estimate', () => {
  test('says what the line takes, which operations that is made of, and how it is known', async () => {
    const hover = await hoverOf(`
      int twice(int n) {
        int sum = n + n; /*|*/
        return sum;
      }
    `);
    // In nJ by the model: addition 29.5478 + int 0.0972 + load 0.2972 + mean of both boards 3.3949 = 33.3371.
    // Declaration 7.1066 + int 0.0972 + load 0.2972 + board 3.3949 = 10.8959.
    expect(hover).toMatchInlineSnapshot(`
      "**15.0 % of this file.** \`n + n\` runs once a call.

      | code | what it does | times a call | energy | share |
      |---|---|--:|--:|--:|
      | \`n + n\` | adds ints | 1 | 33.3 nJ | 75.4 % |
      | \`sum = n + n\` | puts an int into a new variable | 1 | 10.9 nJ | 24.6 % |
      |  | **the whole line** |  | 44.2 nJ | 100.0 % |

      ---

      **Details** (Jouleline)

      44.2 nJ, 5–95 %: 10.8–77.7 nJ · *estimated*

      Rank 3 of 3 in the workspace, 22.6 % of \`Work.twice(int)\`

      | operation | count | each | energy | share |
      |---|--:|--:|--:|--:|
      | \`Addition_int_int\` | 1 | 33.3 nJ | 33.3 nJ | 75.4 % |
      | \`Declaration_int\` | 1 | 10.9 nJ | 10.9 nJ | 24.6 % |

      By group: arithmetic 75.4 %, declaration 24.6 %

      block \`Work.twice(int)#entry\` · all counts exact  
      Model: Raspberry Pi 5, OpenJDK 21, interpreter \\(independence assumed\\), not your machine"
    `);
  });

  test('is absent on lines that run nothing', async () => {
    const hover = await hoverOf(`
      int one() {
        // nothing /*|*/
        return 1;
      }
    `);
    expect(hover).toBe('(nothing)');
  });

  test('lists operations that are not modeled apart from those that are', async () => {
    const hover = await hoverOf(`
      void print(int n) {
        System.out.println(n + 1); /*|*/
      }
    `);
    expect(hover).toMatchInlineSnapshot(`
      "**53.9 % of this file.** \`System.out\` runs once a call.

      | code | what it does | times a call | energy | share |
      |---|---|--:|--:|--:|
      | \`System.out\` | reads an object from a static field | 1 | 83.5 nJ | 71.6 % |
      | \`n + 1\` | adds ints | 1 | 33.1 nJ | 28.4 % |
      |  | **the whole line** |  | 117 nJ | 100.0 % |

      Not included, because the model has no cost for it: \`System.out.println(n + 1)\` calls PrintStream.println

      ---

      **Details** (Jouleline)

      117 nJ, 5–95 %: 83.2–150 nJ · *estimated*

      Rank 1 of 2 in the workspace, 100.0 % of \`Work.print(int)\`

      | operation | count | each | energy | share |
      |---|--:|--:|--:|--:|
      | \`StaticFieldReference_Object\` | 1 | 83.5 nJ | 83.5 nJ | 71.6 % |
      | \`Addition_int_int\` | 1 | 33.1 nJ | 33.1 nJ | 28.4 % |

      By group: field reference 71.6 %, arithmetic 28.4 %

      Not modeled (not zero): \`java.io.PrintStream.println\` × 1

      block \`Work.print(int)#entry\` · all counts exact  
      Model: Raspberry Pi 5, OpenJDK 21, interpreter \\(independence assumed\\), not your machine"
    `);
  });

  test('sums up operations beyond the twelfth', async () => {
    const table = await paragraphWith(
      '| operation',
      `
      double all(int i, long l, float f, double d, int[] a) {
        return ((((i + 1) * 2 - 3) / 4 % 5 & 6 | 7 ^ 8) << 1 >> 2 >>> 3) + l * 2L - f / 2f + d * 2 + -a[0]; /*|*/
      }
      `,
    );
    expect(table).toMatchInlineSnapshot(`
      "| operation | count | each | energy | share |
      |---|--:|--:|--:|--:|
      | \`Return_double\` | 1 | 151 nJ | 151 nJ | 19.6 % |
      | \`Multi_long_long\` | 1 | 52.9 nJ | 52.9 nJ | 6.8 % |
      | \`Multi_double_int\` | 1 | 45.9 nJ | 45.9 nJ | 5.9 % |
      | \`Addition_int_long\` | 1 | 40.2 nJ | 40.2 nJ | 5.2 % |
      | \`Division_float_float\` | 1 | 37.2 nJ | 37.2 nJ | 4.8 % |
      | \`Modulo_int_int\` | 1 | 37.1 nJ | 37.1 nJ | 4.8 % |
      | \`Multi_int_int\` | 1 | 35.3 nJ | 35.3 nJ | 4.6 % |
      | \`Subtraction_long_float\` | 1 | 35.3 nJ | 35.3 nJ | 4.6 % |
      | \`Addition_double_int\` | 1 | 33.3 nJ | 33.3 nJ | 4.3 % |
      | \`Addition_float_double\` | 1 | 33.3 nJ | 33.3 nJ | 4.3 % |
      | \`Addition_int_int\` | 1 | 33.1 nJ | 33.1 nJ | 4.3 % |
      | \`Division_int_int\` | 1 | 31.8 nJ | 31.8 nJ | 4.1 % |
      | 12 more | 12 |  | 206 nJ | 26.7 % |"
    `);
  });

  test('counts a loop of constant length exactly', async () => {
    const paragraph = await paragraphWith(
      '| `Addition',
      `
      int sum(int[] a) {
        int sum = 0;
        for (int i = 0; i < 100; i++) {
          sum = sum + i; /*|*/
        }
        return sum;
      }
      `,
    );
    expect(paragraph).toMatchInlineSnapshot(`
      "| operation | count | each | energy | share |
      |---|--:|--:|--:|--:|
      | \`Addition_int_int\` | 100 | 33.3 nJ | 3.33 µJ | 75.4 % |
      | \`Assign_int_int\` | 100 | 10.9 nJ | 1.09 µJ | 24.6 % |"
    `);
  });

  test('says that a loop of unknown length is taken to run ten rounds', async () => {
    const hover = await hoverOf(`
      int sum(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
          sum = sum + i; /*|*/
        }
        return sum;
      }
    `);
    expect(hover).toMatchInlineSnapshot(`
      "**28.7 % of this file.** \`sum + i\` runs about 10 times a call.

      | code | what it does | times a call | energy | share |
      |---|---|--:|--:|--:|
      | \`sum + i\` | adds ints | 10 | 333 nJ | 75.4 % |
      | \`sum = sum + i\` | puts an int into a variable | 10 | 109 nJ | 24.6 % |
      |  | **the whole line** |  | 442 nJ | 100.0 % |

      ---

      **Details** (Jouleline)

      442 nJ, 5–95 %: 0.115–288 µJ · *estimated*  
      How often it runs is a guess: between 1/3.6 and 600 times what is shown.

      Rank 2 of 5 in the workspace, 30.7 % of \`Work.sum(int)\`

      | operation | count | each | energy | share |
      |---|--:|--:|--:|--:|
      | \`Addition_int_int\` | 10 | 33.3 nJ | 333 nJ | 75.4 % |
      | \`Assign_int_int\` | 10 | 10.9 nJ | 109 nJ | 24.6 % |

      By group: arithmetic 75.4 %, assignment 24.6 %

      block \`Work.sum(int)#for_1\` · a loop of unknown length with its assumed number of iterations  
      Model: Raspberry Pi 5, OpenJDK 21, interpreter \\(independence assumed\\), not your machine"
    `);
  });

  test('takes the number of rounds from the settings', async () => {
    const table = await paragraphWith(
      '| `Addition',
      `
      int sum(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
          sum = sum + i; /*|*/
        }
        return sum;
      }
      `,
      { settings: { assumptions: { loopTrips: 25 } } },
    );
    expect(table).toMatchInlineSnapshot(`
      "| operation | count | each | energy | share |
      |---|--:|--:|--:|--:|
      | \`Addition_int_int\` | 25 | 33.3 nJ | 833 nJ | 75.4 % |
      | \`Assign_int_int\` | 25 | 10.9 nJ | 272 nJ | 24.6 % |"
    `);
  });

  test('counts each block once where one execution is asked for', async () => {
    const hover = await hoverOf(
      `
      int sum(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
          sum = sum + i; /*|*/
        }
        return sum;
      }
      `,
      { settings: { frequency: 'one-execution' } },
    );
    expect(hover).toMatchInlineSnapshot(`
      "**11.2 % of this file.** \`sum + i\` runs once a call.

      | code | what it does | times a call | energy | share |
      |---|---|--:|--:|--:|
      | \`sum + i\` | adds ints | 1 | 33.3 nJ | 75.4 % |
      | \`sum = sum + i\` | puts an int into a variable | 1 | 10.9 nJ | 24.6 % |
      |  | **the whole line** |  | 44.2 nJ | 100.0 % |

      ---

      **Details** (Jouleline)

      44.2 nJ, 5–95 %: 10.8–77.7 nJ · *estimated: each block once*

      Rank 4 of 5 in the workspace, 15.0 % of \`Work.sum(int)\`

      | operation | count | each | energy | share |
      |---|--:|--:|--:|--:|
      | \`Addition_int_int\` | 1 | 33.3 nJ | 33.3 nJ | 75.4 % |
      | \`Assign_int_int\` | 1 | 10.9 nJ | 10.9 nJ | 24.6 % |

      By group: arithmetic 75.4 %, assignment 24.6 %

      block \`Work.sum(int)#for_1\` · all counts exact  
      Model: Raspberry Pi 5, OpenJDK 21, interpreter \\(independence assumed\\), not your machine"
    `);
  });

  test('says in the worst case what the energy stays below', async () => {
    const figures = await paragraphWith(
      '95 %',
      `
      int sum(int n) {
        return n + 1; /*|*/
      }
      `,
      { settings: { frequency: 'worst-case' } },
    );
    expect(figures).toMatchInlineSnapshot(`
      "184 nJ, 5–95 %: 151–218 nJ · *estimated: worst case*  
      below 218 nJ with 95 % probability"
    `);
  });

  test('says that branches are taken by heuristics', async () => {
    const hover = await hoverOf(`
      int choose(int n) {
        if (n == 0) {
          return n * 2; /*|*/
        }
        return n;
      }
    `);
    expect(hover).toMatchInlineSnapshot(`
      "**4.4 % of this file.** \`return n * 2\` runs in about 6.9 % of calls.

      | code | what it does | times a call | energy | share |
      |---|---|--:|--:|--:|
      | \`return n * 2\` | returns an int | 0.069 | 10.4 nJ | 81.1 % |
      | \`n * 2\` | multiplies ints | 0.069 | 2.43 nJ | 18.9 % |
      |  | **the whole line** |  | 12.9 nJ | 100.0 % |

      ---

      **Details** (Jouleline)

      12.9 nJ, 5–95 %: 3.27–195 nJ · *estimated*  
      How often it runs is a guess: between 1/2.4 and 10 times what is shown.

      Rank 4 of 4 in the workspace, 6.6 % of \`Work.choose(int)\`

      | operation | count | each | energy | share |
      |---|--:|--:|--:|--:|
      | \`Return_int\` | 0.069 | 151 nJ | 10.4 nJ | 81.1 % |
      | \`Multi_int_int\` | 0.069 | 35.3 nJ | 2.43 nJ | 18.9 % |

      By group: function 81.1 %, arithmetic 18.9 %

      block \`Work.choose(int)#if_1.then\` · branches and loops estimated by heuristics  
      Model: Raspberry Pi 5, OpenJDK 21, interpreter \\(independence assumed\\), not your machine"
    `);
  });

  test('adds the methods that the line calls', async () => {
    const figures = await paragraphWith(
      '5–95 %',
      `
      int twice(int n) {
        return helper(n); /*|*/
      }
      static int helper(int n) {
        return n * 2;
      }
      `,
    );
    expect(figures).toMatchInlineSnapshot(`
      "251 nJ, 5–95 %: 189–312 nJ · *estimated*  
      callees included: 437 nJ, 5–95 %: 365–510 nJ"
    `);
  });

  test('counts recursion once', async () => {
    const figures = await paragraphWith(
      'recursion',
      `
      static int fib(int n) {
        return n < 2 ? n : fib(n - 1) + fib(n - 2); /*|*/
      }
      `,
    );
    expect(figures).toMatchInlineSnapshot(`
      "With the methods that it calls, recursion counted once: 703 nJ.

      351 nJ, 5–95 %: 235–539 nJ · *estimated*  
      How often it runs is a guess: between 1/1.4 and 1.5 times what is shown.  
      callees included, recursion counted once: 703 nJ, 5–95 %: 0.378–1.32 µJ"
    `);
  });

  test('says how many calls lead to methods without a body', async () => {
    const { hover } = await showEstimates(
      'package demo;\nabstract class Work {\n  abstract int next();\n  int two() {\n    return next() + next(); /*|*/\n  }\n}\n',
    );
    expect(hover.split('\n').find((line) => line.includes('Not included'))).toMatchInlineSnapshot(
      `"Not included: 2 calls of methods whose code is not known."`,
    );
  });

  test('adds methods of other files that the workspace knows', async () => {
    const { hover } = await showEstimates(
      inWork(`
        int twice(int n) {
          return Helper.half(n); /*|*/
        }
      `),
      {
        beside: {
          'demo/Helper.java':
            'package demo;\nclass Helper {\n  static int half(int n) { return n / 2; }\n}\n',
        },
      },
    );
    expect(hover.split('\n').find((line) => line.startsWith('callees'))).toMatchInlineSnapshot(
      `"callees included: 434 nJ, 5–95 %: 361–506 nJ"`,
    );
  });

  test('marks operands whose type was not found', async () => {
    const hover = await hoverOf(`
      void unknown(Missing missing) {
        int n = missing.size() + 1; /*|*/
      }
    `);
    expect(hover).toMatchInlineSnapshot(`
      "**≥ 9.8 % of this file.** \`n = missing.size() + 1\` runs once a call.

      | code | what it does | times a call | energy | share |
      |---|---|--:|--:|--:|
      | \`n = missing.size() + 1\` | puts an int into a new variable | 1 | 10.9 nJ | 100.0 % |

      Not included, because the model has no cost for it, and possibly **more than everything above**: \`missing.size()\` calls a method that was not found, \`missing.size() + 1\` adds a value of unknown type and an int

      ---

      **Details** (Jouleline)

      10.9 nJ, 5–95 %: up to 33.9 nJ · *estimated*

      Rank 2 of 2 in the workspace, 100.0 % of \`Work.unknown(Missing)\`

      | operation | count | each | energy | share |
      |---|--:|--:|--:|--:|
      | \`Declaration_int\` | 1 | 10.9 nJ | 10.9 nJ | 100.0 % |

      Not modeled (not zero): \`Addition_?_int\` × 1, \`MethodInvocation_?\` × 1

      block \`Work.unknown(Missing)#entry\` · all counts exact · \`?\` marks an operand whose type was not found  
      Model: Raspberry Pi 5, OpenJDK 21, interpreter \\(independence assumed\\), not your machine"
    `);
  });

  test('writes energies in watt-hours where these are chosen', async () => {
    const hover = await hoverOf(
      `
      int twice(int n) {
        return n + n; /*|*/
      }
      `,
      { settings: { unit: 'watt-hours' } },
    );
    // 184.5 nJ / 3600 s = 51.3 pWh
    expect(hover).toMatchInlineSnapshot(`
      "**64.9 % of this file.** \`return n + n\` runs once a call.

      | code | what it does | times a call | energy | share |
      |---|---|--:|--:|--:|
      | \`return n + n\` | returns an int | 1 | 42 pWh | 81.9 % |
      | \`n + n\` | adds ints | 1 | 9.26 pWh | 18.1 % |
      |  | **the whole line** |  | 51.3 pWh | 100.0 % |

      ---

      **Details** (Jouleline)

      51.3 pWh, 5–95 %: 42–60.6 pWh · *estimated*

      Rank 1 of 2 in the workspace, 100.0 % of \`Work.twice(int)\`

      | operation | count | each | energy | share |
      |---|--:|--:|--:|--:|
      | \`Return_int\` | 1 | 42 pWh | 42 pWh | 81.9 % |
      | \`Addition_int_int\` | 1 | 9.26 pWh | 9.26 pWh | 18.1 % |

      By group: function 81.9 %, arithmetic 18.1 %

      block \`Work.twice(int)#entry\` · all counts exact  
      Model: Raspberry Pi 5, OpenJDK 21, interpreter \\(independence assumed\\), not your machine"
    `);
  });

  test('writes energies as shares of the battery where these are chosen', async () => {
    const figures = await paragraphWith(
      '5–95 %',
      `
      int twice(int n) {
        return n + n; /*|*/
      }
      `,
      { settings: { unit: 'battery-share', batteryCapacityWattHours: 10 } },
    );
    expect(figures).toMatchInlineSnapshot(
      `"5.13 × 10⁻¹⁰ % of the battery, 5–95 %: 4.2 × 10⁻¹⁰–6.06 × 10⁻¹⁰ % of the battery · *estimated*"`,
    );
  });

  test('names the model alone where it is of the own machine', async () => {
    const hover = await hoverOf(
      `
      int twice(int n) {
        return n + n; /*|*/
      }
      `,
      { model: (bundled) => ({ ...bundled, isLocal: true }) },
    );
    expect(hover).not.toContain('not of your machine');
    expect(hover.split('\n\n').find((part) => part.includes('95 %'))).toMatchInlineSnapshot(
      `"185 nJ, 5–95 %: 151–218 nJ · *estimated*"`,
    );
  });

  test('ranks a line in its method where that is chosen', async () => {
    const heading = await paragraphWith(
      'Rank',
      `
      int twice(int n) {
        int sum = n + n; /*|*/
        return sum;
      }
      int four(int n) {
        return n * n * n * n;
      }
      `,
      { settings: { rankScope: 'method' } },
    );
    expect(heading).toMatchInlineSnapshot(`"Rank 2 of 2 in its method, 22.6 % of \`Work.twice(int)\`"`);
  });

  test('ranks a line among all of the workspace where that is chosen', async () => {
    const heading = await paragraphWith(
      'Rank',
      `
      int twice(int n) {
        return n + n; /*|*/
      }
      `,
      { settings: { rankScope: 'workspace' }, workspace: [1e-9, 1e-3, 2e-3] },
    );
    expect(heading).toMatchInlineSnapshot(`"Rank 3 of 3 in the workspace, 100.0 % of \`Work.twice(int)\`"`);
  });

  test('counts a lambda’s lines to the method around it', async () => {
    const heading = await paragraphWith(
      'Rank',
      `
      Runnable later(int n) {
        return () -> {
          int twice = n * 2; /*|*/
        };
      }
      `,
    );
    expect(heading).toMatchInlineSnapshot(`"Rank 3 of 3 in the workspace, 18.9 % of \`Work.later(int)\`"`);
  });

  test('names a field initializer by its field', async () => {
    const heading = await paragraphWith('rank', `  int[] table = new int[16]; /*|*/`);
    expect(heading).toMatchInlineSnapshot(`""`);
  });
});

describe('the header of a record', () => {
  const text = `package demo;
record Point(int x) { /*|*/
  static int use(Point a) { return a.hashCode() + a.hashCode() + a.x(); }
  public static void main(String[] args) { use(new Point(1)); }
}
`;

  test('says what Java makes for it, and how often each of these is called', async () => {
    const { hover } = await showEstimates(text, { ofRun: true });
    expect(hover).toMatch(
      / Runs what Java makes for this type, about as often: `hashCode` × \d+, [^\n]*`new Point` × /,
    );
    expect(hover).toContain('runs the record’s hashCode');
    expect(hover).not.toContain('bootstrap');
  });

  test('counts each of these in a profile', async () => {
    const { hover } = await showProfile(text.replace('/*|*/', '/*|*/ /*×3*/'));
    expect(hover).toMatch(/ Ran what Java makes for this type: (?:`[\w ]+` × 3(?:, |\.\n)){5}/);
  });
});

describe('a limit in the settings', () => {
  test('says on a method’s name how likely a call stays within it', async () => {
    const hover = await hoverOf(
      `
      int twice(int n) { /*|*/
        return n + n;
      }
      `,
      { settings: { energyLimit: '200nJ' } },
    );
    expect(hover).toMatchInlineSnapshot(
      `"**Jouleline:** one call of \`Work.twice(int)\`, callees included: 77.5 % likely to stay within 200nJ (Raspberry Pi 5, interpreter)"`,
    );
  });

  test('bounds the chance from above where something is not modeled', async () => {
    const chance = await paragraphWith(
      'stay within',
      `
      void print(int n) { /*|*/
        System.out.println(n + 1);
      }
      `,
      { settings: { energyLimit: '120nJ' } },
    );
    expect(chance).toMatchInlineSnapshot(
      `"**Jouleline:** one call of \`Work.print(int)\`, callees included: at most 56.6 % likely to stay within 120nJ (Raspberry Pi 5, interpreter)"`,
    );
  });
});

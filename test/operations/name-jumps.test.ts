/**
 * The jumps of class files take the statements of their source: javac's classes of written programs, and those of the
 * JDK, where the lines that javac gives to jumps are the referee.
 */
import { describe, expect, it } from 'vitest';
import { createSourceJumps } from '../../server/src/analysis/source-jumps';
import { indexLines } from '../../server/src/base/line-index';
import { sourceFileOf } from '../../server/src/classfile/read/code';
import { type ClassFile, readClass } from '../../server/src/classfile/read/read-class';
import { decodeUnicodeEscapes } from '../../server/src/java/text/unicode-escapes';
import { extractBytecode } from '../../server/src/operations/bytecode/extract-bytecode';
import type { JumpsOf } from '../../server/src/operations/bytecode/name-jumps';
import { listSites } from '../../server/src/operations/catalogue/site-table';
import { jdks, must, openModules } from '../classfile/jdk-modules';
import { readModuleSources } from '../support/jdk-sources';
import { compileClasses } from './compile';
import { anyPlatform, extractText, platformOf } from './extract-text';

const TEXT = `
class Test {
  int sum;
  void loops(int[] a, Iterable<String> texts) {
    for (int i = 0; i < 9; i++) {
      if (i == 4) continue;
      if (i > 7) break;
      sum += i;
    }
    while (sum > 0) sum--;
    for (; sum < 5; sum++);
    for (int each : a) sum += each;
    for (String text : texts) {
      sum += text.length();
    }
  }
  int choices(int n, boolean b) {
    if (n > 3) {
      n++;
    } else {
      n--;
    }
    switch (n) {
      case 1: n = 2; break;
      default: n = 3;
    }
    b = n > 4;
    return b ? n : sum;
  }
  Runnable lambda(int n) {
    if (n > 3) n = 4; else n = 5;
    return () -> {
      while (sum < 3) sum++;
    };
  }
  Object nameless() {
    return new Object() {
      public int hashCode() {
        for (int i = 0; i < 3; i++) sum += i;
        return sum;
      }
    };
  }
}
`;

/** The names of jumps by method, each with its line. */
function jumpsIn(
  classes: readonly ClassFile[],
  jumpsOf?: JumpsOf,
): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(
    classes.flatMap((file) =>
      file.methods.flatMap((method) => {
        const { keys, sites } = must(
          extractBytecode(file, method, { isApplication: () => true, ...(jumpsOf && { jumpsOf }) }),
        );
        const names = sites.flatMap(({ key, line }) =>
          keys[key]?.family === 'BlockGoto' ? [`${keys[key].name.slice(10)} ${line}`] : [],
        );
        return names.length === 0 ? [] : [[method.name, names] as const];
      }),
    ),
  );
}

describe.runIf(jdks.length > 0)('jumps of class files', () => {
  const [jdk] = jdks.slice(-1);
  const classes = jdk === undefined ? [] : compileClasses(jdk, 'Test.java', TEXT);

  it('are of a loop if they go back, without a source', () => {
    expect(jumpsIn(classes)).toEqual({
      loops: ['? 6', '? 7', 'loop 5', 'loop 10', 'loop 11', 'loop 12', 'loop 15'],
      choices: ['? 19', '? 24', '? 27', '? 28'],
      lambda: ['? 31'],
      lambda$lambda$0: ['loop 33'],
      hashCode: ['loop 39'],
    });
  });

  it('are of their statements, with their source', () => {
    expect(jumpsIn(classes, createSourceJumps(TEXT, 'Test.java', anyPlatform()))).toEqual({
      loops: ['continue 6', 'break 7', 'for 5', 'while 10', 'for 11', 'for 12', 'for 15'],
      choices: ['if 19', 'switch 24', 'boolean 27', 'conditional 28'],
      lambda: ['if 31'],
      lambda$lambda$0: ['while 33'],
      hashCode: ['for 39'],
    });
  });

  it('keep what bytecode says where the source has other jumps', () => {
    const other = TEXT.replace('if (i > 7) break;', '').replace(
      'while (sum < 3) sum++;',
      'sum = sum > 3 ? 1 : 2;',
    );
    const named = jumpsIn(classes, createSourceJumps(other, 'Test.java', anyPlatform()));
    expect(named['loops']).toEqual(jumpsIn(classes)['loops']);
    // As many, but a conditional expression never goes back.
    expect(named['lambda$lambda$0']).toEqual(['loop 33']);
  });
});

/** Statements that javac gives to their jump the line of: others have the line of what stands before them. */
const ON_OWN_LINES = /^BlockGoto_(?:break|continue)$/;

const PACKAGE = 'java/util/regex/';

describe.each(jdks.filter(({ sources }) => sources !== undefined))('java.base of JDK $version', (jdk) => {
  it('has the jumps that its sources say, on their lines', { timeout: 120_000 }, () => {
    const isChosen = (name: string): boolean => name.startsWith(PACKAGE);
    const files = readModuleSources(jdk, 'java.base', (path) => isChosen(path.slice('java.base/'.length)));
    const texts = new Map(files.map(({ path, text }) => [path.slice('java.base/'.length), text]));
    const image = openModules(jdk);
    const jumpsOf = new Map(
      Array.from(texts, ([place, text]) => [place, createSourceJumps(text, place, platformOf(jdk))] as const),
    );
    let [all, told] = [0, 0];
    const onLines = new Set<string>();
    for (const { name } of image
      .listClasses()
      .filter((each) => each.module === 'java.base' && isChosen(each.name))) {
      const file = must(readClass(must(image.readClassFile(name))));
      const place = `${name.slice(0, name.lastIndexOf('/') + 1)}${sourceFileOf(file) ?? ''}`;
      const jumps = jumpsOf.get(place);
      for (const method of jumps === undefined ? [] : file.methods) {
        const extracted = extractBytecode(file, method, {
          isApplication: () => true,
          ...(jumps && { jumpsOf: jumps }),
        });
        if (extracted === undefined) continue;
        const { keys, sites } = must(extracted);
        for (const { key, line } of sites) {
          const operation = keys[key];
          if (operation?.family !== 'BlockGoto') continue;
          all++;
          if (!/_(?:loop|\?)$/.test(operation.name)) told++;
          if (ON_OWN_LINES.test(operation.name)) onLines.add(`${place} ${line} ${operation.name}`);
        }
      }
    }
    const written = new Set<string>();
    for (const [place, text] of texts) {
      const lines = indexLines(decodeUnicodeEscapes(text).text);
      for (const { operations, bodyStart } of extractText(text, platformOf(jdk), place))
        for (const { key, offset } of listSites(operations.sites)) {
          const name = operations.keys[key]?.name ?? '';
          if (ON_OWN_LINES.test(name))
            written.add(`${place} ${lines.lineAt(bodyStart + offset) + 1} ${name}`);
        }
    }
    const agreed = [...onLines].filter((each) => written.has(each)).length;
    expect(all).toBeGreaterThan(500);
    expect(told / all).toBeGreaterThan(0.9);
    expect(onLines.size).toBeGreaterThan(20);
    expect(agreed).toBe(onLines.size);
  });
});

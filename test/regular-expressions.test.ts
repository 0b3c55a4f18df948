/**
 * No regular expression of the server takes more than a time that grows with the text: each literal is tried on texts
 * of a megabyte, made of what it repeats. A quadratic one would take minutes.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { type AST, RegExpParser } from '@eslint-community/regexpp';
import ts from 'typescript';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../server/src');

/** The most characters of the texts that an expression reads, by its file: those that read short texts only. */
const BOUNDED: Readonly<Record<string, number>> = {
  'base/counted.ts': 400, // a number
  'launching/junit.ts': 4096, // a path
  'classfile/signatures/signature-index-format.ts': 2000, // signatures of the JDK, as the index is built
  'host/power/line-meters.ts': 2000, // a line of powermetrics
  'models/fit/regression-data.ts': 1000,
  'power/formats/power-file.ts': 1000,
  'recordings/document/saved-profile.ts': 4000,
  'recordings/import/energy-table.ts': 1000,
  'recordings/import/perf-data.ts': 2000,
};

interface Literal {
  readonly file: string;
  readonly text: string;
}

function literals(): readonly Literal[] {
  const found = new Map<string, Literal>();
  const visit = (file: string, node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) found.set(`${file} ${node.text}`, { file, text: node.text });
    ts.forEachChild(node, (child) => {
      visit(file, child);
    });
  };
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (!entry.name.endsWith('.ts')) continue;
    const path = join(entry.parentPath, entry.name);
    const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
    visit(relative(root, path).replaceAll('\\', '/'), source);
  }
  return [...found.values()];
}

const CHARACTERS = 'aA0_ \t\n\r.-/*"\':,()[]{}<>=\\$xé~#@+';

/** A text that the node matches; `variant` chooses among characters and alternatives. */
function sampleOf(node: AST.Node, flags: string, variant: number): string {
  switch (node.type) {
    case 'Character':
      return String.fromCodePoint(node.value);
    case 'CharacterSet':
    case 'CharacterClass':
    case 'ExpressionCharacterClass': {
      const one = new RegExp(`^(?:${node.raw})$`, flags.replace(/[gy]/g, ''));
      const fitting = Array.from(CHARACTERS).filter((character) => one.test(character));
      return fitting[variant % fitting.length] ?? 'é';
    }
    case 'Quantifier':
      return sampleOf(node.element, flags, variant).repeat(Math.max(node.min, variant % 2));
    case 'Group':
    case 'CapturingGroup': {
      const chosen = node.alternatives[variant % node.alternatives.length];
      return chosen === undefined ? '' : sampleOf(chosen, flags, variant);
    }
    case 'Alternative':
      return node.elements.map((element) => sampleOf(element, flags, variant)).join('');
    default:
      return '';
  }
}

/** A text that leads from the beginning of the expression to the node. */
function wayTo(node: AST.Node, flags: string, variant: number): string {
  let way = '';
  for (let at: AST.Node = node; at.parent !== null; at = at.parent) {
    const { parent } = at;
    if (parent.type !== 'Alternative') continue;
    const before = parent.elements.filter(({ end }) => end <= at.start);
    way = before.map((element) => sampleOf(element, flags, variant)).join('') + way;
  }
  return way;
}

function repeatedIn(node: AST.Node): readonly AST.Quantifier[] {
  if (node.type === 'Quantifier') return [...(node.max > 100 ? [node] : []), ...repeatedIn(node.element)];
  const inner = 'alternatives' in node ? node.alternatives : node.type === 'Alternative' ? node.elements : [];
  return inner.flatMap(repeatedIn);
}

/** A beginning, a piece to repeat, and an end that nothing matches. */
function attacksOn(text: string, flags: string): readonly (readonly [string, string, string])[] {
  const attacks = repeatedIn(new RegExpParser().parseLiteral(text).pattern).flatMap((node) =>
    [0, 1, 2, 3].flatMap((variant) => {
      const way = wayTo(node, flags, variant);
      const piece = sampleOf(node.element, flags, variant) || 'a';
      return [
        [way, piece, '\u0001'],
        [way, piece, ''],
        ['', way + piece, '\u0001'],
        ['', way === '' ? piece : way, ''],
        ['\n', piece, '\u0001'],
      ] as const;
    }),
  );
  return [...new Map(attacks.map((attack) => [attack.join('\u0002'), attack])).values()];
}

/** An expression that takes less for a part of the text need not be tried on a megabyte. */
const QUICK_MS = 4;
const PART = 16_000;
const WHOLE = 1_000_000;
/** A hundred times what is needed where the time grows with the text. */
const LONGEST_MS = 10_000;

/** An expression can be stopped in a context only. */
const context = createContext({});

function isSlow(
  expression: RegExp,
  [start, piece, end]: readonly [string, string, string],
  most: number,
): boolean {
  const take = (length: number): void => {
    const text = start + piece.repeat(Math.ceil(length / piece.length)) + end;
    Object.assign(context, { expression, text });
    runInContext('text.replace(expression, "")', context, { timeout: LONGEST_MS });
  };
  try {
    const began = performance.now();
    take(Math.min(PART, most));
    if (performance.now() - began >= QUICK_MS && most > PART) take(most);
    return false;
  } catch {
    return true;
  }
}

const all = literals();

test('the literals are found', () => {
  expect(all.length).toBeGreaterThan(400);
  expect(Object.keys(BOUNDED).filter((file) => !all.some((each) => each.file === file))).toEqual([]);
});

test.each([...new Set(all.map(({ file }) => dirname(file)))])('those of %s take a megabyte', (folder) => {
  const slow = all
    .filter(({ file }) => dirname(file) === folder)
    .filter(({ file, text }) => {
      const end = text.lastIndexOf('/');
      const [pattern, flags] = [text.slice(1, end), text.slice(end + 1)];
      const everywhere = new RegExp(pattern, flags.includes('g') ? flags : `${flags}g`);
      return attacksOn(text, flags).some((attack) => isSlow(everywhere, attack, BOUNDED[file] ?? WHOLE));
    });
  expect(slow.map(({ file, text }) => `${file}: ${text}`)).toEqual([]);
});

/**
 * Broken bodies: what is left of them, and that nothing ever throws or hangs.
 */

import { readFileSync, readdirSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDeclarations } from '../../server/src/java/headers/declarations';
import { Scanner, TokenKind } from '../../server/src/java/text/lexer';
import { bodyTextsOf } from '../../server/src/java/lowering/local-classes';
import { parseBody } from '../../server/src/java/syntax/parse-body';
import type { Statement } from '../../server/src/java/syntax/ast';
import { readSampleSources } from '../support/jdk-sources';
import { findJdks } from '../support/jdks';
import { parseFile } from './our-tree';
import { printRoot, printStatement } from './print-tree';
import { walkTree } from './walk-tree';

function check(text: string, expected: string, messages: readonly string[]): void {
  const { root, problems } = parseBody(text, 'block');
  expect(printRoot(root)).toBe(expected);
  expect(problems.map(({ message }) => message)).toEqual(messages);
}

describe('a broken body', () => {
  it('keeps the statements around the broken one', () => {
    check('{ a(); foo. int x = 1; b(); }', '{ a(); foo; int x = 1; b(); }', ['something is missing here']);
    check('{\n a();\n foo.\n}', '{ a(); foo; }', ['something is missing here']);
    check('{\n a()\n b();\n c();\n}', '{ a(); b(); c(); }', ['something is missing here']);
  });
  it('keeps the blocks of a statement with a broken head', () => {
    check(
      '{ if (a == ) { b(); } else { c(); } d(); }',
      '{ if (a == ‹missing›) then { b(); } else { c(); } d(); }',
      ["')' is not expected here"],
    );
    check(
      '{ for (int i last; i > 0; i--) { b(i); } c(); }',
      '{ { for [int i;] [last] [(i > 0)] ; { b(i); } } c(); }',
      ["'last' is not expected here"],
    );
    check('{ while (a { b(); } c(); }', '{ while a { b(); } c(); }', ["'{' is not expected here"]);
  });
  it('keeps what stands before its end, where the end is missing', () => {
    check('{ a(); if (b) { c();', '{ a(); if b then { c(); } }', [
      "'}' is missing",
      'something is missing here',
    ]);
    check('{', '{}', ["'}' is missing"]);
    check('', '{}', ["'}' is missing"]);
  });
  it('keeps the members of classes inside it', () => {
    check(
      '{ run(new A() { void f() { g(; h(); } int i = 1; }); j(); }',
      '{ run(new A() class { void f() { g(); h(); } int i = 1; }); j(); }',
      ["';' is not expected here"],
    );
  });
});

describe('extreme bodies', { timeout: 120_000 }, () => {
  const repeat = (text: string, times: number): string => Array.from({ length: times }, () => text).join('');
  const bounded = (text: string): number => {
    const { root, problems } = parseBody(text, 'block');
    const depth = depthOf(root);
    expect(depth).toBeLessThan(6000);
    return problems.length;
  };
  it('may be flat and long', () => {
    expect(bounded(`{ x = ${repeat('"a" + ', 5000)}b; }`)).toBe(0);
    expect(bounded(`{ int[] x = {${repeat('1, ', 50_000)}}; }`)).toBe(0);
    expect(bounded(`{ ${repeat('x = y + 1;\n', 5000)} }`)).toBe(0);
    expect(bounded(`{ x${repeat('.y', 800)}.z(); }`)).toBe(0);
  });
  it('are cut where they are too deep', () => {
    const deep = [
      `x = ${repeat('(', 3000)}a${repeat(')', 3000)};`,
      `${repeat('{ a();', 3000)}${repeat('}', 3000)}`,
      `${repeat('if (a) b(); else ', 3000)};`,
      `x${repeat('.a()', 3000)};`,
      `x = ${repeat('a + ', 5000)}b;`,
      `x = ${repeat('- ', 3000)}b;`,
      `x = ${repeat('(int) ', 3000)}b;`,
      `x = ${repeat('a ? b : ', 3000)}c;`,
      `${repeat('x = ', 3000)}b;`,
      `${repeat('a: ', 3000)}b();`,
      `x = ${repeat('a -> ', 3000)}b;`,
      `${repeat('A<', 3000)}B${repeat('>', 3000)} x;`,
    ];
    for (const text of deep) {
      expect(bounded(`{ before(); ${text} after(); }`), text.slice(0, 20)).toBeGreaterThan(0);
      const { root } = parseBody(`{ before(); ${text} after(); }`, 'block');
      const statements = root.kind === 'statements' ? root.block.statements : [];
      expect(statements.map(printShallow)).toEqual(['before();', '…', 'after();']);
    }
  });
  it('stop when they are canceled', () => {
    const { problems } = parseBody(`{ ${repeat('x = y + 1;\n', 2000)} }`, 'block', {
      shouldCancel: () => true,
    });
    expect(problems.map(({ message }) => message)).toEqual(['not read: canceled']);
  });
  it('may be anything at all', () => {
    for (const text of [
      repeat('(', 20_000),
      repeat('{', 2000),
      repeat('<', 20_000),
      repeat('" ', 20_000),
      repeat('@#% foo( ] } ', 2000),
    ]) {
      expect(bounded(`{${text}`)).toBeGreaterThan(0);
    }
  });
});

function printShallow(statement: Statement): string {
  const text =
    statement.kind === 'expression-statement' && statement.expression.kind === 'call'
      ? printStatement(statement)
      : '…';
  return text === 'before();' || text === 'after();' ? text : '…';
}

/** Deepest nesting of a tree's objects, found without recursion. */
function depthOf(tree: unknown): number {
  let deepest = 0;
  const pending: (readonly [unknown, number])[] = [[tree, 0]];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [node, depth] = next;
    deepest = Math.max(deepest, depth);
    if (typeof node !== 'object' || node === null) continue;
    const children: readonly unknown[] =
      node instanceof Map ? [...(node as ReadonlyMap<unknown, unknown>).values()] : Object.values(node);
    for (const child of children) pending.push([child, depth + 1]);
  }
  return deepest;
}

const LEAVES: ReadonlySet<unknown> = new Set(
  'local-variable expression-statement return throw break continue yield assert'.split(' '),
);

/** The statements without a body, printed, with how often each occurs. */
function leavesOf(root: unknown): Map<string, number> {
  const leaves = new Map<string, number>();
  walkTree(root, (node) => {
    if (!LEAVES.has(node.kind)) return;
    const printed = printStatement(node as Statement);
    leaves.set(printed, (leaves.get(printed) ?? 0) + 1);
  });
  return leaves;
}

function sum(numbers: Iterable<number>): number {
  return [...numbers].reduce((total, number) => total + number, 0);
}

const jdk = findJdks().findLast(({ sources }) => sources !== undefined);
const sources = jdk === undefined ? [] : readSampleSources(jdk, 'java.base', { largest: 0, others: 30 });
const bodies = sources.flatMap(({ text }) =>
  parseDeclarations(text)
    .classes.flatMap(bodyTextsOf)
    .filter(({ rule }) => rule === 'block' || rule === 'constructor-body')
    .map(({ start, end, rule }) => ({ text: text.slice(start, end), rule })),
);

/** Parses a file, and fails where a node stands outside of it. */
function checkSpans(original: string): void {
  const { roots, unit, text } = parseFile(original);
  walkTree([unit, roots], ({ kind, start, end }) => {
    if (start === undefined || end === undefined || (start >= 0 && end >= start && end <= text.length))
      return;
    throw new Error(`a span lies outside: ${String(kind)} ${start}-${end}`);
  });
}

describe('texts that went wrong once', () => {
  const folder = new URL('../fixtures/java/', import.meta.url);
  it.each(readdirSync(folder))('%s', (name) => {
    checkSpans(readFileSync(new URL(name, folder), 'utf8'));
  });
});

describe.runIf(jdk !== undefined)('real bodies', { timeout: 120_000 }, () => {
  it('keep 85 % of their statements, word for word, where one token is deleted', () => {
    let kept = 0;
    let total = 0;
    // A small generator with a fixed seed: an average must not depend on luck.
    let state = 20_240_607;
    const random = (below: number): number => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
      return state % below;
    };
    for (const { text, rule } of bodies) {
      const before = leavesOf(parseBody(text, rule).root);
      if (sum(before.values()) < 3) continue;
      const tokens: (readonly [number, number])[] = [];
      const scanner = new Scanner(text);
      scanner.next();
      while (scanner.kind !== TokenKind.end) {
        tokens.push([scanner.start, scanner.end]);
        scanner.next();
      }
      const [start, end] = tokens[random(tokens.length)] ?? [0, 0];
      const after = leavesOf(parseBody(text.slice(0, start) + text.slice(end), rule).root);
      kept += sum([...before].map(([printed, times]) => Math.min(times, after.get(printed) ?? 0)));
      total += sum(before.values());
    }
    expect(total).toBeGreaterThan(500);
    expect(kept / total).toBeGreaterThan(0.85);
  });
});

describe.runIf(jdk !== undefined)('real files', { timeout: 120_000 }, () => {
  const scraps = [
    '{',
    '}',
    '(',
    ')',
    ';',
    '"',
    "'",
    '"""',
    '/*',
    '\n',
    '<',
    '>',
    ',',
    '.',
    ' class ',
    ' if ',
    ' -> ',
    '@',
    '=',
    '\\u007b',
    ' public ',
  ];
  it('never throw after random edits, and positions stay inside', () => {
    const edit = fc.record({ at: fc.nat(), deleted: fc.nat(40), inserted: fc.constantFrom('', ...scraps) });
    fc.assert(
      fc.property(
        fc.constantFrom(...sources),
        fc.array(edit, { minLength: 1, maxLength: 4 }),
        ({ text }, edits) => {
          const whole = text.slice(0, 12_000);
          const broken = edits.reduce((current, { at, deleted, inserted }) => {
            const place = at % (current.length + 1);
            return current.slice(0, place) + inserted + current.slice(place + deleted);
          }, whole);
          checkSpans(broken);
        },
      ),
      { numRuns: 60 },
    );
  });
});

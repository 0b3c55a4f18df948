/**
 * Very long and very deep bodies, whole and broken: what is read of them, and
 * that each of their tokens is handed to the parser a few times at most,
 * however the brackets are nested.
 */

import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { BlockStatement, Statement } from '../../server/src/java/syntax/ast';
import type * as bodyParser from '../../server/src/java/syntax/body-parser';
import { parseDeclarations } from '../../server/src/java/headers/declarations';
import * as javaParserTokens from '../../server/src/java/syntax/java-parser-tokens';
import { bodyTextsOf } from '../../server/src/java/lowering/local-classes';
import { parseBody } from '../../server/src/java/syntax/parse-body';
import { Outline } from '../../server/src/java/text/statement-outline';
import { readSampleSources } from '../support/jdk-sources';
import { findJdks } from '../support/jdks';
import { walkTree } from './walk-tree';

const work = vi.hoisted(() => {
  // Other files of tests in this process have loaded the modules as they are.
  vi.resetModules();
  return { calls: 0, parsed: 0, longest: 0, read: 0, paired: 0 };
});

vi.mock('../../server/src/java/syntax/body-parser', async (importOriginal) => {
  const original = await importOriginal<typeof bodyParser>();
  const parseTokens: typeof bodyParser.parseTokens = (tokens, ...others) => {
    const count = tokens.tokens.length;
    work.calls++;
    work.parsed += count;
    work.longest = Math.max(work.longest, count);
    return original.parseTokens(tokens, ...others);
  };
  return { ...original, parseTokens };
});

vi.mock('../../server/src/java/syntax/java-parser-tokens', async (importOriginal) => {
  const original = await importOriginal<typeof javaParserTokens>();
  const readJavaParserTokens: typeof javaParserTokens.readJavaParserTokens = (...where) => {
    const read = original.readJavaParserTokens(...where);
    work.read += read.tokens.length;
    return read;
  };
  const pairBrackets: typeof javaParserTokens.pairBrackets = (tokens) => {
    work.paired += tokens.length;
    return original.pairBrackets(tokens);
  };
  return { ...original, readJavaParserTokens, pairBrackets };
});

afterAll(() => {
  vi.doUnmock('../../server/src/java/syntax/body-parser');
  vi.doUnmock('../../server/src/java/syntax/java-parser-tokens');
  vi.resetModules();
});

beforeEach(() => {
  Object.assign(work, { calls: 0, parsed: 0, longest: 0, read: 0, paired: 0 });
});

const LINES = 100_000;
const DEEP = 10_000;
const line = 'x = y + 1;\n';
const tokensOfLine = 6;

interface Parsed {
  readonly statements: readonly Statement[];
  readonly messages: readonly string[];
}

function parse(text: string): Parsed {
  const { root, problems } = parseBody(text, 'block');
  if (root.kind !== 'statements') throw new Error('a block has statements');
  return { statements: root.block.statements, messages: problems.map(({ message }) => message) };
}

/** The statements of the block of an `if`, or of a block. */
function within(statement: Statement | undefined): readonly Statement[] {
  const block = statement?.kind === 'if' ? statement.then : statement;
  return block?.kind === 'block' ? block.statements : [];
}

function countDepth(statements: readonly Statement[]): number {
  let depth = 0;
  for (let inner = within(statements.at(-1)); inner.length > 0; inner = within(inner.at(-1))) depth++;
  return depth;
}

describe('100,000 lines', { timeout: 120_000 }, () => {
  it.each([
    ['closed', '}', []],
    ['never closed', '', ["'}' is missing"]],
  ])('one after another, %s, are parsed once, line by line', (_, end, expected) => {
    const { statements, messages } = parse(`{\n${line.repeat(LINES)}${end}`);
    expect(messages).toEqual(expected);
    expect(statements).toHaveLength(LINES);
    expect(statements.every(({ kind }) => kind === 'expression-statement')).toBe(true);
    expect(work).toMatchObject({ calls: LINES, parsed: LINES * tokensOfLine, longest: tokensOfLine });
    expect(work.read).toBeLessThan(LINES * tokensOfLine + 10);
  });

  it.each([
    ['closed', '} }', []],
    ['never closed', '', ["'}' is missing"]],
  ])('in an `if`, %s, are parsed once, line by line', (_, end, expected) => {
    const { statements, messages } = parse(`{ before(); if (a) {\n${line.repeat(LINES)}${end}`);
    expect([...new Set(messages)].filter((message) => message.includes('}'))).toEqual(expected);
    expect(statements.map(({ kind }) => kind)).toEqual(['expression-statement', 'if']);
    expect(within(statements[1])).toHaveLength(LINES);
    expect(work.calls).toBe(LINES + 2);
    expect(work.parsed).toBeLessThan(LINES * tokensOfLine + 20);
    expect(work.read).toBeLessThan(LINES * tokensOfLine + 20);
  });
});

describe('10,000 levels', () => {
  it.each([
    ['blocks', '{ a();\n'],
    ['`if`s', 'if (b) { a();\n'],
  ])('of %s are read to the hundredth, closed or not', (_, open) => {
    for (const closed of [true, false]) {
      Object.assign(work, { parsed: 0, paired: 0, read: 0 });
      const text = `{ before(); ${open.repeat(DEEP)}${closed ? `${'}'.repeat(DEEP)} after(); }` : ''}`;
      const { statements, messages } = parse(text);
      expect(statements.length).toBe(closed ? 3 : 2);
      expect(countDepth(closed ? statements.slice(0, 2) : statements)).toBeGreaterThan(90);
      expect(messages).toContain('brackets are nested more than 100 deep');
      expect(messages.includes("'}' is missing")).toBe(!closed);
      // What is too deep is handed to the parser once, and refused.
      expect(work.parsed).toBeLessThan(1.2 * work.read);
      expect(work.paired).toBeLessThan(1.2 * work.read);
      expect(work.read).toBeLessThan(text.length);
    }
  });

  it.each([
    ['closed', ')'.repeat(DEEP)],
    ['not closed', ''],
  ])('of parentheses, %s, cost their statement only', (_, end) => {
    const { statements, messages } = parse(`{ before(); x = ${'('.repeat(DEEP)}a${end}; after(); }`);
    expect(statements.map(({ kind }) => kind)).toEqual([
      'expression-statement',
      'missing-statement',
      'expression-statement',
    ]);
    expect(messages).toEqual(['brackets are nested more than 100 deep']);
    expect(work.parsed).toBeLessThan(4 * work.read);
  });
});

it('what is canceled is left', () => {
  let asked = 0;
  const { root, problems } = parseBody(`{ ${line.repeat(LINES)}`, 'block', {
    shouldCancel: () => ++asked > 10,
  });
  expect(problems.map(({ message }) => message)).toEqual(["'}' is missing", 'not read: canceled']);
  expect(root.kind === 'statements' ? root.block.statements.length : 0).toBe(11);
  expect(work.parsed).toBe(10 * tokensOfLine);
});

it('a block inside a class that is parsed anew is kept once', () => {
  const { statements } = parse('{ run(new A() { void f() { if (x) { g(); } h(; } }); }');
  expect(statements.map(({ kind }) => kind)).toEqual(['expression-statement']);
});

const jdk = findJdks().findLast(({ sources }) => sources !== undefined);
const files = jdk === undefined ? [] : readSampleSources(jdk, 'java.base', { largest: 2, others: 30 });

const bodies = files.flatMap(({ text }) =>
  parseDeclarations(text)
    .classes.flatMap(bodyTextsOf)
    .filter(({ rule }) => rule === 'block' || rule === 'class-body')
    .map(({ start, end }) => text.slice(start, end)),
);

describe.runIf(jdk !== undefined)('real bodies', { timeout: 120_000 }, () => {
  it('have the statements that the outline finds', () => {
    let compared = 0;
    for (const text of bodies) {
      walkTree(parseBody(text, 'block').root, (node) => {
        if (node.kind !== 'block' || node.start === undefined || text[node.start] !== '{') return;
        const tokens = javaParserTokens.readJavaParserTokens(text, node.start, node.end);
        const found = new Outline(text, tokens).statements({ start: 0, end: tokens.tokens.length });
        const starts = found.map(({ start }) => tokens.tokens[start]?.startOffset);
        expect(starts).toEqual((node as BlockStatement).statements.map(({ start }) => start));
        compared += starts.length;
      });
    }
    expect(compared).toBeGreaterThan(2000);
  });

  it('are the same, at once or in parts', () => {
    // So many that neither the body nor its block is parsed at once.
    const padding = ';'.repeat(10_000);
    const long = bodies.toSorted((left, right) => right.length - left.length).slice(0, 15);
    for (const text of long) {
      const [whole] = parse(`{ if (p) ${text} }`).statements;
      const { statements, messages } = parse(`{ if (p) ${text.slice(0, -1)}${padding}} }`);
      expect(messages).toEqual([]);
      const own = within(whole);
      expect(within(statements[0]).slice(0, own.length)).toEqual(own);
    }
  });
});

import { describe, expect, test } from 'vitest';
import { divideIntoBlocks } from '../../server/src/flow/source/source-blocks';
import { parseBody } from '../../server/src/java/syntax/parse-body';
import { literals } from './constants';
import { printRegion } from './print-region';

/** The blocks of a body's statements, as they follow one another. */
function check(statements: string, expected: string): void {
  const { root } = parseBody(`{ ${statements} }`, 'block');
  const lines = expected.split('\n').filter((line) => line.trim() !== '');
  const margin = Math.min(...lines.map((line) => line.search(/\S/)));
  expect(printRegion(divideIntoBlocks(root, { typing: literals }))).toBe(
    lines.map((line) => line.slice(margin)).join('\n'),
  );
}

describe('blocks', () => {
  test('of the paper’s example are named as in the paper', () => {
    const text = `{ for (int i = 0; i < vertices.limit(); i=i+3) {
      mVertexBuffer.put(vertices.get(i));
      mVertexBuffer.put(vertices.get(i+1));
      mVertexBuffer.put(vertices.get(i+2));
    } }`;
    const { blocks } = divideIntoBlocks(parseBody(text, 'block').root);
    expect(blocks.map((block) => `CCGrid3D.blit()#${block.name}`)).toEqual([
      'CCGrid3D.blit()#entry',
      'CCGrid3D.blit()#for_1.init',
      'CCGrid3D.blit()#for_1.condition',
      'CCGrid3D.blit()#for_1',
      'CCGrid3D.blit()#for_1.update',
    ]);
    const body = blocks.find((block) => block.name === 'for_1');
    expect(text.slice(body?.start, body?.end)).toMatch(/^\{\s+mVertexBuffer/);
  });

  test('are sequences without loops or branches', () => {
    check('a(); b(); c();', 'entry');
    check(
      'a(); if (x) b(); c();',
      `
      entry
      0.5 heuristic
        if_1.then
      0.5 heuristic
      if_1.after
      `,
    );
  });

  test('of headers: three for `for`, one for `while`', () => {
    check(
      'for (int i = 0; i < 8; i++) a(); while (x) b();',
      `
      entry
      for_1.init
      loop 8 exact
        for_1.condition
        for_1
        for_1.update
      for_1.after
      loop 3 default
        while_1.condition
        while_1
      `,
    );
    check('do a(); while (x);', 'entry\nloop 10 default, test last\n  do_1.condition\n  do_1');
    check('for (;;) a();', 'entry\nloop 10 default\n  for_1');
    check('do a(); while (false);', 'entry\nloop 1 exact, test last\n  do_1.condition\n  do_1');
  });

  test('of a for over elements fetch the element in the body', () => {
    check(
      'for (String s : List.of("a", "b", "c")) a(s);',
      `
      entry
      for_1.init
      loop 3 exact
        for_1.condition
        for_1
      `,
    );
  });

  test('inside expressions are what may not run', () => {
    check(
      'x = a && b || c ? d : e;',
      `
      entry
      0.5 heuristic
        and_1.right
      0.5 heuristic
      0.75 heuristic
        or_1.right
      0.25 heuristic
      0.625 heuristic
        conditional_1.true
      0.375 heuristic
        conditional_1.false
      `,
    );
  });

  test('of lambdas run when someone calls them', () => {
    check(
      'run(() -> { a(); }); names.forEach(x -> b(x));',
      `
      entry
      deferred 1 heuristic
        lambda_1
      deferred 1 exact
        loop 10 default
          lambda_2
      `,
    );
  });
});

describe('branches', () => {
  test('that end in throw or return are unlikely, and what follows runs otherwise', () => {
    check(
      'if (x) throw new E(); a();',
      `
      entry
      0.05 heuristic
        if_1.then
      0.95 heuristic
        if_1.after
      `,
    );
    check(
      'if (x) return; a();',
      `
      entry
      0.28 heuristic
        if_1.then
      0.72 heuristic
        if_1.after
      `,
    );
  });

  test('on null and on constants follow Ball and Larus', () => {
    check('if (o == null) a();', 'entry\n0.4 heuristic\n  if_1.then\n0.6 heuristic');
    check('if (n < 0) a();', 'entry\n0.16 heuristic\n  if_1.then\n0.84 heuristic');
    check('if (n != 3) a();', 'entry\n0.84 heuristic\n  if_1.then\n0.16 heuristic');
    check('if (true) a();', 'entry\n1 exact\n  if_1.then\n0 exact');
  });

  test('end where a method’s end is reached less often than its last statement', () => {
    const { blocks, blockAtEnd } = divideIntoBlocks(parseBody('{ if (x) { a(); return; } }', 'block').root);
    expect(blocks.map((block) => block.name)).toEqual(['entry', 'if_1.then', 'if_1.after']);
    expect([...blockAtEnd.values()]).toEqual([2]);
  });
});

describe('switches', () => {
  test('share out their labels evenly', () => {
    check(
      'switch (x) { case 1, 2 -> a(); case 3 -> b(); default -> c(); } d();',
      `
      entry
      0.5 heuristic
        switch_1.case_1
      0.25 heuristic
        switch_1.case_2
      0.25 heuristic
        switch_1.default
      switch_1.after
      `,
    );
  });

  test('without default may run no case', () => {
    check('switch (x) { case 1: a(); break; }', 'entry\n0.5 heuristic\n  switch_1.case_1\n0.5 heuristic');
  });

  test('whose cases fall through run the next one too', () => {
    check(
      'switch (x) { case 1: a(); case 2: b(); break; case 3: c(); break; default: }',
      `
      entry
      0.5 heuristic
        0.5 heuristic
          switch_1.case_1
        0.5 heuristic
        switch_1.case_2
      0.25 heuristic
        switch_1.case_3
      0.25 heuristic
        switch_1.default
      `,
    );
  });

  test('as expressions stand in their statement’s block', () => {
    check(
      'x = switch (y) { case 1 -> 2; case Foo f when f.ok() -> 3; default -> { yield 4; } }; a();',
      `
      entry
      0.333 heuristic
        switch_1.case_1
      0.333 heuristic
        switch_1.case_2.guard
        switch_1.case_2
      0.333 heuristic
        switch_1.default
      `,
    );
  });
});

describe('jumps', () => {
  test('out of a loop shorten it, and make what follows in the round less likely', () => {
    check(
      'for (int i = 0; i < 4; i++) { if (x) break; a(); } b();',
      `
      entry
      for_1.init
      loop 4 heuristic, left 0.2
        for_1.condition
        for_1
        0.2 heuristic
          if_1.then
        0.8 heuristic
          if_1.after
        for_1.update
      for_1.after
      `,
    );
  });

  test('to labels pass the loops between', () => {
    check(
      'outer: while (x) { while (y) { if (z) continue outer; } a(); }',
      `
      entry
      loop 3 default
        while_1.condition
        while_1
        loop 3 default, left 0.2
          while_2.condition
          while_2
          0.2 heuristic
            if_1.then
          0.8 heuristic
        0.512 heuristic
          while_2.after
        0.488 heuristic
      `,
    );
  });

  test('out of an endless loop are the only way on', () => {
    check('while (true) { a(); } ', 'entry\nloop 10 default\n  while_1.condition\n  while_1');
    const { region } = divideIntoBlocks(parseBody('{ while (true) { if (x) break; } a(); }', 'block').root);
    expect(printRegion({ blocks: [], region })).not.toContain('0 exact');
  });
});

describe('exceptions, locks, assertions', () => {
  test('have blocks of their own', () => {
    check(
      'try { a(); } catch (E e) { b(); } finally { c(); } d();',
      `
      entry
      try_1
      0.01 heuristic
        try_1.catch_1
      0.99 heuristic
      try_1.finally
      try_1.after
      `,
    );
    check('synchronized (x) { a(); } b();', 'entry\nsynchronized_1\nsynchronized_1.after');
    check(
      'assert x : y();',
      `
      entry
      0 heuristic
        assert_1
        0.05 heuristic
          assert_1.failure
        0.95 heuristic
      1 heuristic
      `,
    );
  });
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Failure } from '../../server/src/base/failure';
import { createToldProgress } from '../../server/src/cli/run-options';
import { makeTemporaryFolder } from '../support/temporary-folder';
import type { TextStream } from '../../server/src/cli/terminal';
import { createProgress, cut, detectColors, makePrintable } from '../../server/src/cli/terminal';

function stream(isTerminal: boolean): TextStream & { readonly written: readonly string[] } {
  const written: string[] = [];
  return {
    isTerminal,
    columns: isTerminal ? 20 : undefined,
    written,
    write: (text) => {
      written.push(text.toString());
      return Promise.resolve();
    },
  };
}

describe('colors', () => {
  test.each([
    ['a plain terminal', true, { TERM: 'xterm' }, '16'],
    ['256 colors', true, { TERM: 'xterm-256color' }, '256'],
    ['true color', true, { TERM: 'xterm-256color', COLORTERM: 'truecolor' }, 'full'],
    ['Windows Terminal', true, { WT_SESSION: 'x' }, 'full'],
    ['a pipe', false, { COLORTERM: 'truecolor' }, 'none'],
    ['a dumb terminal', true, { TERM: 'dumb' }, 'none'],
    ['NO_COLOR', true, { COLORTERM: 'truecolor', NO_COLOR: '1' }, 'none'],
    ['an empty NO_COLOR', true, { COLORTERM: 'truecolor', NO_COLOR: '' }, 'full'],
    ['FORCE_COLOR on a pipe', false, { FORCE_COLOR: '1' }, '16'],
    ['FORCE_COLOR=3', false, { FORCE_COLOR: '3' }, 'full'],
    ['FORCE_COLOR over NO_COLOR', true, { FORCE_COLOR: '2', NO_COLOR: '1' }, '256'],
    ['FORCE_COLOR=0', true, { FORCE_COLOR: '0', COLORTERM: 'truecolor' }, 'none'],
    ['FORCE_COLOR=true', false, { FORCE_COLOR: 'true', TERM: 'xterm-256color' }, '256'],
  ])('%s', (_, isTerminal, environment, expected) => {
    expect(detectColors(stream(isTerminal), environment)).toBe(expected);
  });
});

test('the progress that an editor reads names no option of the command line', async () => {
  const file = join(makeTemporaryFolder(), 'progress');
  const told = createToldProgress(file, { errors: stream(false) });
  const wayOut = 'It printed:\n  try --fast\n--keep-failed saves what was counted.';
  const failing = told.during(Promise.reject(new Failure('the program failed', { wayOut })));
  await expect(failing).rejects.toThrow('--keep-failed');
  expect(readFileSync(file, 'utf8')).toBe('failed: the program failed\nIt printed:\n  try --fast');
});

describe('text for a terminal', () => {
  test('nothing printable is lost, and nothing else is left', () => {
    expect(makePrintable('\tint ä = "😀";')).toBe('    int ä = "😀";');
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(makePrintable(text)).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
        expect(makePrintable(makePrintable(text))).toBe(makePrintable(text));
      }),
    );
  });

  test('cutting keeps whole characters and the length', () => {
    expect(cut('abc', 3)).toBe('abc');
    expect(cut('abcd', 3)).toBe('ab…');
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 12 }), (text, length) => {
        const short = cut(text, length);
        expect(Array.from(short).length).toBeLessThanOrEqual(length);
        expect(short).not.toMatch(/\p{Cs}/u);
        expect(text.startsWith(short === text ? text : short.slice(0, -1))).toBe(true);
      }),
    );
  });
});

describe('progress', () => {
  test('is one line, written over, no more than ten times a second', () => {
    const terminal = stream(true);
    let time = 0;
    const progress = createProgress(terminal, () => time);
    progress.show('one');
    progress.show('too soon');
    time = 100;
    progress.show('a line that is longer than the terminal is wide');
    progress.clear();
    progress.clear();
    expect(terminal.written).toEqual(['\r\u001b[Kone', '\r\u001b[Ka line that is lon…', '\r\u001b[K']);
  });

  test('is not for pipes', () => {
    const pipe = stream(false);
    const progress = createProgress(pipe, () => 0);
    progress.show('one');
    progress.clear();
    expect(pipe.written).toEqual([]);
  });
});

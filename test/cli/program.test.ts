import { POWER_CHOICES } from '../../server/src/power/power-choice';
import { DEFAULT_RUNS } from '../../server/src/runs/program-run';
import { recordKinds } from '../../server/src/profile/plan/plan';
import { REGRESSION_METHODS } from '../../server/src/models/fit/estimate';
import { EVIDENCE_KINDS } from '../../server/src/recordings/merge/merge-recordings';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { UsageError } from '../../server/src/base/failure';
import type { ParsedArguments } from '../../server/src/cli/terminal';
import { allCommands } from '../../server/src/cli/definitions/all-commands';
import { COMMAND_GROUPS } from '../../server/src/cli/definitions/definition';
import { parseCommandLine } from '../../server/src/cli/program';
import { formatNames } from '../../server/src/recordings/import/import-profile';
import { ENGINES } from '../../server/src/tasks/calibrate/find-devices';
import { paletteNames } from '../../server/src/words/palette';

function parse(...args: readonly string[]): ReturnType<typeof parseCommandLine> {
  return parseCommandLine(args, '1.2.3', undefined);
}

function given(...args: readonly string[]): ParsedArguments {
  const parsed = parse(...args);
  if ('text' in parsed) throw new Error(parsed.text);
  return parsed.given;
}

function textOf(...args: readonly string[]): string {
  const parsed = parse(...args);
  return 'text' in parsed ? parsed.text : '';
}

describe('arguments', () => {
  test('options may stand anywhere, have values either way, and repeat', () => {
    const read = given(
      ...[
        'report',
        'a',
        '--format=json',
        'b',
        '--exclude',
        'x',
        '--exclude',
        '-y',
        '--no-cache',
        '--',
        '--c',
      ],
    );
    expect(read.positionals).toEqual(['a', 'b', '--c']);
    expect(read.text('format')).toBe('json');
    expect(read.texts('exclude')).toEqual(['x', '-y']);
    expect(read.isSet('no-cache')).toBe(true);
    expect(read.isSet('no-build-files')).toBe(false);
    expect(read.isSet('blocks')).toBe(false);
    expect(read.isSet('format')).toBe(false);
    expect(given('report').text('format')).toBeUndefined();
  });

  test('what follows -- belongs to the program that runs', () => {
    const read = given('profile', '--out', 'p.json', '--', 'java', '--help', '--out', 'x');
    expect(read.text('out')).toBe('p.json');
    expect(read.positionals).toEqual(['java', '--help', '--out', 'x']);
  });

  test('a command of a command', () => {
    const parsed = parse('models', 'import', 'table.csv', '--out', 'm.json');
    expect('command' in parsed && parsed.command.name).toBe('models import');
    expect(given('models', 'import', 'table.csv').positionals).toEqual(['table.csv']);
    expect(given('models', '--json').isSet('json')).toBe(true);
  });

  test.each([
    [['report', '--fromat', 'json'], "unknown option '--fromat'; did you mean --format?"],
    [['report', '--colour'], "unknown option '--colour'"],
    [['report', '--constructor', 'x'], "unknown option '--constructor'"],
    [['report', '--format'], "option '--format <text|json|html|csv>' argument missing"],
    [['report', '--format', '--json'], '--format needs a value; to give it "--json", write --format=--json'],
    [['models', '--json=yes'], '--json takes no value'],
    [['reprot'], "unknown command 'reprot'; did you mean report?"],
    [['banana'], "unknown command 'banana'"],
    [['help', 'banana'], "unknown command 'banana'"],
    [['--hlep'], "unknown option '--hlep'; did you mean --help?"],
  ])('%j is refused', (args, message) => {
    expect(() => parse(...args)).toThrow(new UsageError(message));
  });

  test('a value may begin with dashes where that is meant', () => {
    expect(given('report', '--format=--json').text('format')).toBe('--json');
  });

  test('whatever is typed, it is read or refused with a message', () => {
    const words = fc.oneof(
      fc.string(),
      fc.constantFrom('report', '--format', '--json', '--', '-', '--=', '--format=', 'help', '-h'),
    );
    fc.assert(
      fc.property(fc.array(words), (args) => {
        try {
          parse(...args);
        } catch (error) {
          expect(error).toBeInstanceOf(UsageError);
        }
      }),
      { numRuns: 50 },
    );
  });
});

describe('help', () => {
  test('of Jouleline lists each command in its group', () => {
    const text = textOf('--help');
    expect(textOf('help')).toBe(text);
    for (const group of COMMAND_GROUPS) expect(text).toContain(`\n${group}:\n`);
    for (const { name, summary } of allCommands.filter((each) => !each.name.includes(' ')))
      expect(text).toMatch(new RegExp(`\\n  ${name}( [A-Z][^a-z]*)? .*${summary.slice(0, 20)}`));
    expect(textOf('--version')).toBe('1.2.3\n');
    expect(textOf('version')).toBe('1.2.3\n');
  });

  test.each(allCommands.map((command) => [command.name, command] as const))(
    'of %s names each of its options',
    (name, { options, usage }) => {
      const text = textOf(...name.split(' '), '--help');
      expect(text.startsWith(`Usage: jouleline ${name} ${usage[0] ?? ''}`)).toBe(true);
      for (const { flags } of options) expect(text).toContain(`  ${flags}`);
      expect(text).toContain('Exit codes: 0 everything was done');
      expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThan(400);
    },
  );

  test.each([
    ['report', '--palette', paletteNames],
    ['import', '--format', formatNames],
    ['fit', '--method', [...REGRESSION_METHODS, 'loops', 'bayes']],
    ['calibrate', '--mode', ENGINES],
    ['merge', '--order', EVIDENCE_KINDS],
    ['profile', '--record', recordKinds],
    ['profile', '--power', POWER_CHOICES.split(', ')],
    ['profile', '--runs', [`default: ${DEFAULT_RUNS}`]],
  ])('of %s %s names all values there are', (name, flag, values) => {
    const command = allCommands.find((each) => each.name === name);
    const help = command?.options.find(({ flags }) => flags.startsWith(`${flag} `))?.help ?? '';
    expect(values.filter((value) => !help.includes(value))).toEqual([]);
  });
});

/** The line that ends each command. The shell and the command line's own parser are the referees of what it names. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { allCommands } from '../../server/src/cli/definitions/all-commands';
import { step, tellNextStep } from '../../server/src/cli/next-step';
import { parseCommandLine, type ParsedCommand } from '../../server/src/cli/program';
import { ExitCode } from '../../server/src/cli/terminal';

const folder = mkdtempSync(join(tmpdir(), 'jouleline-next-'));
const recorded = join(folder, 'recorded.json');
writeFileSync(recorded, '{"format": "jouleline-import", "version": 1}\n');
afterAll(() => {
  rmSync(folder, { recursive: true });
});

function parse(words: readonly string[]): ParsedCommand {
  const parsed = parseCommandLine(words, '1.2.3', undefined);
  if ('text' in parsed) throw new Error(`${words.join(' ')} is no command`);
  return parsed;
}

/** The words of a command line, as the shell reads them. */
function wordsOf(line: string): readonly string[] {
  const { stdout, status } = spawnSync('sh', ['-c', `printf '%s\\0' ${line}`], { encoding: 'utf8' });
  expect(status).toBe(0);
  return stdout.split('\0').slice(0, -1);
}

/** Command lines without `jouleline`, and the steps after them. */
const cases: readonly (readonly [given: string, next: string])[] = [
  ['report src', 'jouleline advise src'],
  ['report src --format json', 'jouleline advise src'],
  ['report a b c d e', 'jouleline advise PATH...'],
  ['report src --profile p.json', 'jouleline advise --profile p.json src'],
  [`report src --profile ${recorded}`, `jouleline diff ${recorded} OTHER.json`],
  ['advise src', 'jouleline measure-change --after FILE --main CLASS'],
  ['advise --fix src/Work.java', 'jouleline measure-change --after src/Work.java --main CLASS'],
  ['operations Work.java', 'jouleline report Work.java'],
  ['doctor', 'jouleline profile --out profile.json --main CLASS'],
  ['profile --out p.json --main app.Work', 'jouleline report --profile p.json .'],
  ['profile --out "my p.json" --source src --main app.Work', 'jouleline report --profile "my p.json" src'],
  ['profile --out p.json --attach 12', 'jouleline report --profile p.json .'],
  ['learn p.json', 'jouleline report .'],
  ['learn p.json --source a --source b', 'jouleline report a b'],
  [
    'measure --class-path classes --main app.Work 3',
    'jouleline profile --out profile.json --class-path classes --main app.Work 3',
  ],
  ['measure --main app.Work -- -v', 'jouleline profile --out profile.json --main app.Work -- -v'],
  ['measure --runs 3 -- java -jar a.jar', 'jouleline profile --out profile.json -- java -jar a.jar'],
  ['measure-change --after Work.java --main app.Work', 'jouleline advise Work.java'],
  ['cases --main app.Work --inputs in.txt --out runs', 'jouleline fit runs --out model.json'],
  [
    'diff a.json b.json --model m.json',
    'jouleline diff a.json b.json --model m.json --format html > comparison.html',
  ],
  ['diff --git v1 --main app.Work', 'jouleline diff A B --format html > comparison.html'],
  [
    'diff --git v1 --main app.Work --out a.json --out b.json',
    'jouleline diff a.json b.json --format html > comparison.html',
  ],
  ['diff a.json b.json --format html', 'jouleline measure-change --after FILE --main CLASS'],
  ['check p.json --budget b.json', 'jouleline report --profile p.json .'],
  ['import a.csv --source src --out i.json', 'jouleline report --profile i.json src'],
  ['merge a.json b.json --out m.json', 'jouleline report --profile m.json .'],
  ['export p.json --format pprof --out p.pb.gz', 'go tool pprof -top p.pb.gz'],
  ['export p.json --format callgrind', 'callgrind_annotate FILE'],
  ['export p.json --format speedscope --out p.json', 'open p.json at https://www.speedscope.app'],
  ['export p.json --format csv --out p.csv', 'jouleline import p.csv --out import.json'],
  ['export p.json --format json --out i.json', 'jouleline report --profile i.json .'],
  ['export p.json --format html --out p.html', 'open p.html in a browser'],
  ['export p.json --format sarif --over 1 --out p.sarif', 'give p.sarif to your code host'],
  ['pull --server http://h --service s --out i.json', 'jouleline report --profile i.json .'],
  [
    'push p.json --server http://h --service s',
    'jouleline pull --server http://h --service s --out import.json',
  ],
  ['calibrate --out model.json', 'jouleline report --model model.json .'],
  ['fit data.csv', 'jouleline fit data.csv --out model.json'],
  [
    'fit t.json --samples s.csv --pulses 0.1,0.5',
    'jouleline fit t.json --samples s.csv --pulses 0.1,0.5 --out model.json',
  ],
  ['fit runs --application', 'jouleline fit runs --application --out model.json'],
  ['fit data.csv --out m.json', 'jouleline model-report m.json --out m.html'],
  ['fit runs --application --out m.json', 'jouleline report --profile PROFILE --model m.json .'],
  ['evaluate m.json data.csv', 'jouleline model-report m.json --out m.html'],
  ['model-report m.json --out m.html', 'jouleline report --model m.json .'],
  ['models', 'jouleline report --model MODEL .'],
  ['models import t.csv --out m.json', 'jouleline report --model m.json .'],
  [
    'simulate --out s',
    'jouleline fit s/trace.json --samples s/samples.csv --tails s/tails.json --pulses T,T,...',
  ],
  ['simulate t.json --out s', 'jouleline fit t.json --samples s/samples.csv --pulses T,T,...'],
  ['counts p.json', 'jouleline report --profile p.json .'],
  ['tree p.json', 'jouleline report --profile p.json .'],
  ['trace p.json', 'jouleline report --profile p.json .'],
  ['trace --timed-calls', 'jouleline profile --record trace --out trace.json --main CLASS'],
  ['instrument classes --out o', 'jouleline profile --out profile.json --class-path classes --main CLASS'],
];

describe('the next step', () => {
  test.each(cases)('after %s', async (given, next) => {
    const { command, given: read } = parse(wordsOf(given));
    const told = await command.next(read);
    expect(told).toBe(next);
    // An export is for other tools; all other steps name a command with options that it has.
    if (command.name === 'export' && !told.startsWith('jouleline ')) return;
    const [program, ...words] = wordsOf(told.replace(/ > \S+$/, ''));
    expect(program).toBe('jouleline');
    expect(parse(words).command.usage.length).toBeGreaterThan(0);
  });

  test('of every command is among these cases', () => {
    const covered = cases.map(([given]) => parse(wordsOf(given)).command.name);
    expect(allCommands.map(({ name }) => name).filter((name) => !covered.includes(name))).toEqual([]);
  });

  test('names files so that a shell reads their names', () => {
    for (const name of ['a b', '$HOME', '`id`', "it's $5", '"', '', 'a;b', 'C:\\x', '~', '*', 'é', '!!'])
      expect(wordsOf(step`report ${name}`)).toEqual(['jouleline', 'report', name]);
    expect(step`report ${undefined} ${['a', 'b c']} .`).toBe('jouleline report a "b c" .');
  });

  test.each([
    [true, ExitCode.ok, 'Next: jouleline report Work\ufffd[31m.java\n'],
    [true, ExitCode.overBudget, 'Next: jouleline report Work\ufffd[31m.java\n'],
    [true, ExitCode.incomplete, ''],
    [false, ExitCode.ok, ''],
  ])('on a terminal (%s) after exit code %i is %j', async (isTerminal, exit, expected) => {
    let told = '';
    const errors = {
      isTerminal,
      columns: undefined,
      write: (text: string | Uint8Array) => {
        told += String(text);
        return Promise.resolve();
      },
    };
    const { given } = parse(['operations', 'Work.java']);
    await tellNextStep(() => 'jouleline report Work\u001b[31m.java', given, exit, { errors });
    expect(told).toBe(expected);
  });
});

/**
 * Files that are cut off, corrupt, or not what they say: what can be read is,
 * and what can't is said.
 */
import { missingOf, placeValues } from '../../../server/src/recordings/place/placed-values';
import { noteMisplaced } from '../../../server/src/recordings/place/misplaced';
import { readSavedProfile } from '../../../server/src/recordings/document/saved-profile';
import { describe, expect, it } from 'vitest';
import { createRecordingPlacer, recognizeFormat } from '../../../server/src/recordings/import/import-profile';
import { sumOf } from '../../../server/src/recordings/model/imported-profile';
import { fixtureBytes, importBytes, importFixture, importText, valuesByName } from './import-file';

function messagesOf(text: string, context: Parameters<typeof importText>[1] = {}): string {
  return importText(text, context)
    .problems.map(
      ({ place, message }) => `${place === undefined ? '' : `${place.kind} ${place.at}: `}${message}`,
    )
    .join('\n');
}

describe('collapsed stacks', () => {
  const good = 'a/A.main;a/A.f 3\n'.repeat(20);

  it.each([
    ['a/A.main;a/A.f\n', 'line 21: no stack and number'],
    ['a/A.main;a/A.f -3\n', 'line 21: a number below 0, which no samples are'],
    ['a/A.main;a/A.f NaN\n', 'line 21: no stack and number'],
    ['a/A.main;a/A.f 3 5\n', 'line 21: no stack and number'],
    ['7\n', 'line 21: no stack and number'],
    ['a/A.main;a/A.f Infinity\n', 'line 21: no stack and number'],
  ])('say where a line is none: %j', (line, problem) => {
    expect(messagesOf(good + line)).toContain(problem);
    expect(importText(good + line).measures[0]?.total).toBe(60);
  });

  it('may have fractions, carriage returns, a mark of byte order, and no newline at the end', () => {
    const { measures, problems } = importText('\uFEFFa/A.main;a/A.f 1.5\r\na/A.main 2\r\n\r\na/A.g 0.25');
    expect(measures[0]?.total).toBe(3.75);
    expect(problems).toEqual([]);
    expect([...valuesByName(importText('\uFEFFa/A.f 1\na/B.g 2\n')).keys()]).toEqual(['a.A.f', 'a.B.g']);
  });

  it('are told from other files where most of their values are none', () => {
    const text = 'a/A.main;a/A.f Infinity\na/A.main;a/A.g 2\na/A.main;a/A.h 1e999\n';
    expect(messagesOf(text)).toMatch(/line 1: [\s\S]*line 3: /);
    expect(importText(text).measures[0]?.total).toBe(2);
  });

  it('say that there are none', () => {
    expect(messagesOf('a/A.f;b/B.g 0\n')).toContain('holds no samples');
  });
});

describe('JoularJX', () => {
  it('never calls joules what may be watts', () => {
    const text = 'a.A.f,12.5000\na.A.g,3.0000\n';
    expect(importText(text).measures[0]?.unit).toBe('share');
    expect(messagesOf(text)).toContain('nothing says whether these are joules or watts');
    expect(importText(text, { unit: 'joules' }).measures[0]?.unit).toBe('joules');
    expect(
      importText(text, { name: 'joularJX-1-all-methods-energy.csv', unit: 'watts' }).measures[0]?.unit,
    ).toBe('share');
    expect(importText(text, { folders: ['all', 'total', 'methods'] }).measures[0]?.unit).toBe('joules');
  });

  it('leaves out what is negative or no number, and says so', () => {
    const text = 'a.A.f,12.5000\na.A.g,-3.0000\na.A.h,NaN\n';
    expect(importText(text).measures[0]?.total).toBe(12.5);
    expect(messagesOf(text)).toMatch(/line 2: -3\.0000 is no amount[\s\S]*line 3: NaN is no amount/);
  });

  it('says what a total of 0 J means', () => {
    expect(messagesOf('a.A.f,0.0000\n')).toContain('all values are 0');
  });
});

describe('JFR', () => {
  const whole = fixtureBytes('jfr/nights-17.json.gz');

  it('keeps what stands before the end of a file that is cut off', () => {
    for (const share of [0.3, 0.6, 0.999]) {
      const recording = importBytes(whole.subarray(0, Math.floor(whole.length * share)));
      expect(recording.problems.map(({ message }) => message).join()).toContain('ends in the middle');
      recording.measures.forEach(({ total }, measure) => {
        expect(sumOf(recording, measure)).toBeCloseTo(total, 9);
      });
    }
  });

  it('says where an event is damaged', () => {
    const text = new TextDecoder().decode(whole).replace('"jdk.ExecutionSample"', '"jdk.ExecutionSample');
    expect(messagesOf(text)).toMatch(/no samples|ends in the middle|no JSON/);
    const event = '{"type":"jdk.ExecutionSample","values":7}';
    expect(messagesOf(`{"recording":{"events":[${event}]}}`)).toContain('offset 24: an event has no values');
  });

  it('has samples without a stack as such', () => {
    const event =
      '{"type":"jdk.CPUTimeSample","values":{"failed":true,"samplingPeriod":"PT0.01S","stackTrace":null}}';
    const recording = importText(`{"recording":{"events":[${event},${event}]}}`);
    expect(recording.measures[0]).toMatchObject({ unit: 'seconds', total: 0.02 });
    expect([...valuesByName(recording)]).toEqual([['[no stack]', 0.02]]);
  });

  it('leaves out samples of CPU time without a length', () => {
    const event = '{"type":"jdk.CPUTimeSample","values":{"samplingPeriod":"PT-1S","stackTrace":null}}';
    expect(messagesOf(`{"recording":{"events":[${event}]}}`)).toContain('without a period');
  });
});

describe('callgrind', () => {
  const [whole, byGo] = ['nights-c', 'nights-jfr-go'].map((name) =>
    new TextDecoder().decode(fixtureBytes(`callgrind/${name}.callgrind`)),
  );

  it('says that it is cut off, also where the last line looks whole', () => {
    for (const text of [whole, byGo]) expect(messagesOf(text ?? '')).not.toContain('ends in the middle');
    for (const share of [0.4, 0.7, 0.99]) {
      const part = whole?.slice(0, Math.floor(share * whole.length)) ?? '';
      for (const text of [part, part.slice(0, part.lastIndexOf('\n') + 1)])
        expect(messagesOf(text)).toMatch(
          /ends in the middle.*: it says that it has 142803 Ir, and its lines \d+/,
        );
    }
  });

  it('may have several parts', () => {
    const part = (costs: string, total: number): string => `fn=f\n${costs}\ntotals: ${total}\n`;
    const head = 'events: Ir\n';
    expect(messagesOf(head + part('1 5', 5) + part('2 7', 7))).not.toContain('ends in the middle');
    expect(messagesOf(head + part('1 5', 5) + part('2 7', 9))).toContain('14 Ir, and its lines 12');
  });
});

describe('pprof', () => {
  const whole = fixtureBytes('pprof/nights-jfr.pprof');

  it('is known by samples alone where they stand first', () => {
    const sample = [18, 7, 10, 1, 5, 18, 2, 128, 1];
    const samples = Uint8Array.from(Array.from({ length: 10_000 }, () => sample).flat());
    expect(recognizeFormat(samples)?.id).toBe('pprof');
    expect(importBytes(samples).measures[0]).toMatchObject({ unit: 'share', total: 1_280_000 });
  });

  it('says that it is cut off', () => {
    const recording = importBytes(whole.subarray(0, Math.floor(whole.length * 0.7)));
    expect(recording.problems.map(({ message }) => message).join()).toContain('ends in the middle');
    recording.measures.forEach(({ total }, measure) => {
      expect(sumOf(recording, measure)).toBeCloseTo(total, 9);
    });
  });

  it('says where it is no profile any more', () => {
    const broken = whole.slice();
    broken.fill(0xff, 5000, 5040);
    const { problems } = importBytes(broken);
    expect(problems.some(({ place }) => place?.kind === 'offset')).toBe(true);
  });
});

describe('Jouleline’s own table', () => {
  const table = (entries: unknown, more: object = {}): string =>
    JSON.stringify({ format: 'jouleline-energy', version: 1, unit: 'mJ', ...more, entries });

  it('refuses energies that are none, and takes other units as shares', () => {
    const text = table([
      { file: 'A.java', line: 1, energy: 5 },
      { file: 'A.java', line: 2, energy: -5 },
      { file: 'A.java', line: 3 },
      { file: 'A.java', line: 4, energy: 5, unit: 'W' },
      { file: 'A.java', line: 5, energy: 5, level: 'galaxy' },
    ]);
    const { measures } = importText(text);
    expect(measures.map(({ unit, total }) => [unit, total])).toEqual([
      ['joules', 0.005],
      ['share', 5],
    ]);
    expect(messagesOf(text)).toMatch(
      /entries\[1\]: -5 is no amount[\s\S]*entries\[2\]: no number[\s\S]*W is no unit of energy[\s\S]*no such level as galaxy/,
    );
  });

  const sources = [{ path: 'app/Work.java', text: 'package app;\nclass Work {\n  void join() {\n  }\n}\n' }];
  /** All problems of a table, also those of its places; each measure's total is on lines or has no place. */
  const placedTable = (text: string): readonly string[] => {
    const placed = noteMisplaced(createRecordingPlacer(sources, true)(importText(text)), sources);
    for (const account of placeValues(placed).accounts)
      expect(Math.abs(missingOf(account))).toBeLessThanOrEqual(1e-9 * account.total);
    return placed.recording.problems.map(({ message }) => message);
  };

  it('keeps the energy of lines that are none, and says so', () => {
    const text =
      'file,line,energy (J)\napp/Work.java,3,1\napp/Work.java,0,2\napp/Work.java,9.5,4\napp/Work.java,,8\n';
    expect(placedTable(text)).toEqual([
      'line 3: 0 is no line of a file, which count from 1: its energy is on the class, and on none of its lines',
      'line 4: 9.5 is no line of a file, which count from 1: its energy is on the class, and on none of its lines',
      'line 5: names no line: its energy is on the class, and on none of its lines',
    ]);
    expect(importText(text).measures.map(({ level, total }) => [level, total])).toEqual([['line', 15]]);
    const [three] = importText(table([{ file: 'app/Work.java', line: '3', energy: 1 }])).frames;
    expect(three).toMatchObject({ file: 'app/Work.java', line: 3 });
  });

  it('says which lines and files the sources do not have', () => {
    const rows = ['app/Work.java,,,99,1', 'app/Gone.java,,,4,2', ',app.Work,join,77,4', ',app.Work,stop,3,8'];
    expect(placedTable(['file,class,method,line,energy (J)', ...rows, ''].join('\n'))).toEqual([
      'app/Work.java has 6 lines, and no line 99: its energy has no place; name the sources that ran',
      'app/Gone.java is not among the sources: its energy has no place; name its folder with --source, or restore the file',
      'app.Work.join in app/Work.java has no line 77: the energy of that line is on the method as a whole',
      'app/Work.java has no such method on line 3: the energy of that line is on the class',
    ]);
    expect(placedTable('class,line,energy (J)\napp.Work,3,1\n')).toEqual([]);
  });

  it('takes energies without a component beside others as one of its own, unless they are the whole', () => {
    const components = (...rows: readonly string[]) => {
      const text = ['class,method,component,energy (J)', ...rows, ''].join('\n');
      return [
        importText(text).measures.map(({ component = '', total }) => [component, total]),
        placedTable(text),
      ];
    };
    const named = ['app.Work,join,CPU,2', 'app.Work,join,memory,1'];
    expect(components(...named, 'app.Work,join,,0.5', 'app.Work,join, ,0.5')).toEqual([
      [
        ['CPU', 2],
        ['memory', 1],
        ['not named', 1],
      ],
      ['line 4, line 5: no component is named, and others are: a component of its own, "not named"'],
    ]);
    expect(components(...named, 'app.Work,join,,3')).toEqual([
      [
        ['CPU', 2],
        ['memory', 1],
        ['', 3],
      ],
      [],
    ]);
  });

  it('gives places that name components only their sum, where others tell a whole', () => {
    const rows = [
      'app.Work,join,CPU,10',
      'app.Work,join,,20',
      'app.Work,stop,network,1',
      'app.Work,stop,GPS,2',
    ];
    const text = ['class,method,component,energy (mJ)', ...rows, ''].join('\n');
    const { measures, tree, frames } = importText(text);
    const whole = measures.findIndex(({ component }) => component === undefined);
    expect(measures[whole]?.total).toBeCloseTo(0.023, 12);
    const wholes = Array.from(tree.frames, (frame, context) => [
      frames[frame]?.method,
      Number(tree.values[whole]?.[context]?.toPrecision(6)),
    ]);
    expect(wholes.slice(1)).toEqual([
      ['join', 0.02],
      ['stop', 0.003],
    ]);
    expect(placedTable(text)).toContain(
      'line 4: components of it take more than all together are said to: all together have theirs',
    );
  });

  it('says where lines, methods or components add up to more than the stated total', () => {
    const sums = (...rows: readonly string[]): readonly string[] =>
      placedTable(['class,method,line,level,component,energy (J)', ...rows, ''].join('\n'));
    const rows = ['app.Work,join,3,line,,2.5', 'app.Work,join,,method,,2.5'];
    const wayOut = 'and the stated total is 2 J: correct or leave out one of them';
    expect(sums(...rows, ',,,total,,2')).toEqual([
      `lines add up to 2.5 J, ${wayOut}`,
      `methods add up to 2.5 J, ${wayOut}`,
    ]);
    expect(sums(...rows, ',,,total,,2.5')).toEqual([]);
    const components = ['app.Work,join,3,line,CPU,2', 'app.Work,join,3,line,memory,1'];
    expect(sums(...components, ',,,total,,2')).toEqual([`components of lines add up to 3 J, ${wayOut}`]);
    expect(sums(...components, ',,,total,CPU,2', ',,,total,memory,1', ',,,total,,3')).toEqual([]);
  });

  it('is named where a saved file is wanted, and so is what it lacks', () => {
    const read = (text: string): string => {
      const saved = readSavedProfile(text);
      return saved.ok ? '' : saved.problem.message;
    };
    expect(read('file,line,energy (J)\nA.java,1,2\n')).toBe(
      "holds a table of energies, which 'jouleline import' reads: name here what that writes",
    );
    expect(read(table([]))).toMatch(/^holds energies as JSON/);
    expect(read('app/Feed.load:4 30\n')).toMatch(/^holds collapsed stacks/);
    expect(read('name,watt hours\na,1\n')).toBe('is no import of Jouleline, and no profile');
    expect(read('{"format": "jouleline-import", ')).toMatch(/^is no JSON/);
  });

  it('says what a newer version is, and what is no JSON', () => {
    expect(messagesOf(table([], { version: 99 }))).toContain('version 99');
    expect(messagesOf('{"format": "jouleline-energy", "version": 1, "entries": [')).toContain('is no JSON');
  });

  it('reads CSV of any spreadsheet', () => {
    const rows = ['file;line;energy (mJ);component', '"a;b/A.java";3;"1,5";CPU', 'A.java;4;2,5;GPS'];
    const { measures } = importText(`${rows.join('\r\n')}\r\n`);
    expect(measures.map(({ component, total }) => [component, total])).toEqual([
      ['CPU', 0.0015],
      ['GPS', 0.0025],
    ]);
  });
});

describe('what is no measurement', () => {
  it.each([
    ['nothing', ''],
    ['prose', 'Dear all,\nthis is a letter, and no profile.\n'],
    ['Java', 'package a;\n\nclass A {\n    int f() { return 1; }\n}\n'],
    ['JSON', '{"a": [1, 2, 3]}'],
    ['a power recording', 'time,watts\n0,1\n1,2\n'],
    ['a table of numbers', '1,2\n3,4\n'],
  ])('%s is not taken for one', (_, text) => {
    expect(recognizeFormat(new TextEncoder().encode(text))).toBeUndefined();
  });

  it('is not recognized from chance', () => {
    let state = 42;
    const bytes = Uint8Array.from(
      { length: 5000 },
      () => (state = (state * 1103515245 + 12345) & 0x7fffffff) >> 16,
    );
    for (let start = 0; start < 4000; start += 7)
      expect(recognizeFormat(bytes.subarray(start))).toBeUndefined();
  });

  it('never opens what a file names', () => {
    const { frames } = importFixture('energy/nights.jouleline-energy.json');
    expect(frames.some(({ file }) => file?.includes('..') === true)).toBe(true);
  });
});

describe('speedscope', () => {
  it('says which stacks have frames that the file does not list', () => {
    const text = JSON.stringify({
      $schema: 'https://www.speedscope.app/file-format-schema.json',
      shared: { frames: [{ name: 'a.A.main' }] },
      profiles: [
        { type: 'sampled', name: 'p', unit: 'none', samples: [[0], [0, 7], [0, -1]], weights: [1, 2, 4] },
      ],
    });
    expect(messagesOf(text)).toContain(
      'p: 2 stacks have frames that the file does not list: shown as [unknown]',
    );
    expect(importText(text).measures[0]?.total).toBe(7);
  });
});

describe('energies below 0', () => {
  it.each([
    ['a table', 'file;line;energy (mJ)\nA.java;4;3\nA.java;5;-2.5\n', 'line 3: -2.5 is no amount', 0.003],
    ['callgrind', 'events: Ir\nfn=f\n1 5\n2 -7\ntotals: 5\n', 'line 4: a cost of -7 is left out', 5],
  ])('are named with their line and left out, and the rest is kept: %s', (_, text, problem, total) => {
    expect(messagesOf(text)).toContain(problem);
    expect(importText(text).measures[0]?.total).toBeCloseTo(total, 12);
  });
});

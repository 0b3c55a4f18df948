/** Several sources as one: whose word counts, what scales what, and what is never added up. */
import { checkBudgets } from '../../server/src/recordings/document/check-budgets';
import { recordMerge } from '../../server/src/recordings/merge/merged-recording';
import { missingOf, placeValues } from '../../server/src/recordings/place/placed-values';
import { mergeRecordings } from '../../server/src/recordings/merge/merge-recordings';
import type { ImportedRecording } from '../../server/src/recordings/model/imported-profile';
import { formatImport, readImport } from '../../server/src/recordings/document/import-document';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { putSideBySide } from '../../server/src/recordings/merge/side-by-side';
import { createRecordingPlacer, makeEnergy } from '../../server/src/recordings/import/import-profile';
import { FIXTURES, importFixture, importText } from './import/import-file';

const feed = `package app;
class Feed {
  void load() {
    int a = 1;
    int b = 2;
  }
  void show() { }
}
`;
const place = createRecordingPlacer([{ path: 'app/Feed.java', text: feed }], true);

interface Entry {
  readonly line?: number;
  readonly method?: string;
  readonly descriptor?: string;
  readonly energy: number;
  readonly uncertainty?: number;
  readonly component?: string;
  readonly level?: string;
}

interface Given {
  readonly name: string;
  readonly provenance?: string;
  readonly device?: string;
  readonly date?: string;
}

function source({ name, ...head }: Given, entries: readonly Entry[]): ImportedRecording {
  const rows = entries.map((entry) =>
    entry.level === 'total' ? entry : { class: 'app.Feed', method: 'load', ...entry },
  );
  return importText(
    JSON.stringify({ format: 'jouleline-energy', version: 1, unit: 'J', ...head, entries: rows }),
    { name },
  );
}

/** `Feed.java:4 = 2 of A`, for each device and component. */
function merged(recordings: readonly ImportedRecording[], order: readonly string[] = []) {
  return Object.fromEntries(
    mergeRecordings(recordings.map(place), order).map(({ device, component, places }) => [
      [device, component].filter((each) => each !== '').join(' ') || 'all',
      places.map(({ place: { placement, name }, amount, chosen, constrainedBy }) => {
        const where =
          placement.kind === 'line'
            ? `:${placement.line}`
            : placement.kind === 'method'
              ? placement.method.name
              : name;
        const by = constrainedBy === undefined ? '' : ` by ${constrainedBy.names.join()}`;
        return `${where} = ${Number(amount.mean.toPrecision(6))} of ${chosen.names.join()}${by}`;
      }),
    ]),
  );
}

const lines = source({ name: 'model', provenance: 'modeled' }, [
  { line: 4, energy: 1 },
  { line: 5, energy: 3 },
]);
const method = source({ name: 'meter' }, [{ energy: 8 }, { method: 'show', energy: 1 }]);

describe('the best evidence', () => {
  it('scales modeled lines to what was measured of their method', () => {
    expect(merged([lines, method])).toEqual({
      all: [':4 = 2 of model by meter', ':5 = 6 of model by meter', 'app/Feed.show = 1 of meter'],
    });
  });

  it('is by an order that can be changed', () => {
    const byModel = ['modeled'];
    expect(merged([lines, method], byModel)['all']?.slice(0, 2)).toEqual([
      ':4 = 1 of model',
      ':5 = 3 of model',
    ]);
    const other = source({ name: 'other', provenance: 'estimated' }, [{ line: 4, energy: 9 }]);
    expect(merged([lines, other])['all']).toEqual([':4 = 1 of model', ':5 = 3 of model']);
    expect(merged([lines, other], ['other'])['all']).toEqual([':4 = 9 of other']);
  });

  it('is the surer, then the newer of two of a kind', () => {
    const one = source({ name: 'one', date: '2026-01-01' }, [{ line: 4, energy: 5 }]);
    const two = source({ name: 'two', date: '2026-02-01' }, [{ energy: 7 }]);
    expect(merged([one, two])['all']).toEqual([':4 = 7 of one by two']);
    expect(merged([two, one])['all']).toEqual([':4 = 7 of one by two']);
  });

  it('scales all of a source to a measured total', () => {
    const total = source({ name: 'total' }, [{ level: 'total', energy: 12 }]);
    expect(merged([lines, total])['all']).toEqual([':4 = 3 of model by total', ':5 = 9 of model by total']);
  });
});

it('the total that counts keeps its provenance and its interval, whoever divides it', () => {
  const total = source({ name: 'total' }, [{ level: 'total', energy: 12, uncertainty: 0.5 }]);
  const [whole] = recordMerge(mergeRecordings([lines, total].map(place), []));
  expect(whole?.recording.measures).toMatchObject([
    { total: 12, provenance: 'modeled', told: { provenance: 'measured', variance: 0.25 } },
  ]);
  const saved = readImport([...formatImport(whole === undefined ? [] : [whole], '1')].join(''));
  const [again] = saved.ok ? saved.value.recordings : [];
  const program = { subject: 'program' as const, name: '', isOptional: false, at: { start: 0, end: 0 } };
  const [result] = again === undefined ? [] : checkBudgets(again, [{ ...program, energy: 12.5 }]);
  const { low = NaN, high = NaN } = result?.interval ?? {};
  expect(result?.verdict).toBe('maybe');
  expect(low).toBeCloseTo(12 - 1.6449 * 0.5, 3);
  expect(high).toBeCloseTo(12 + 1.6449 * 0.5, 3);
});

describe('overloads that one source can’t tell apart', () => {
  const text = `package app;
class Feed {
  void load(int x) {
    int a = 1;
  }
  void load(long x) {
    int b = 2;
  }
  void load(String x) { }
}
`;
  const placeOverloads = createRecordingPlacer([{ path: 'app/Feed.java', text }], true);
  const together = (provenance: string) => source({ name: 'together', provenance }, [{ energy: 12 }]);
  const lines = (provenance: string) =>
    source({ name: 'lines', provenance }, [
      { line: 4, energy: 1 },
      { line: 7, energy: 3 },
    ]);
  const said = (...given: readonly ImportedRecording[]) =>
    mergeRecordings(given.map(placeOverloads), []).flatMap(({ places }) =>
      places.map(({ place: { placement }, amount, chosen, constrainedBy, statements }) => [
        placement.kind === 'line' ? placement.line : placement.kind,
        amount.mean,
        `${chosen.names.join()}${constrainedBy === undefined ? '' : ` by ${constrainedBy.names.join()}`}`,
        statements.map(({ evidence, amount: { mean } }) => `${evidence.names.join()} ${mean}`).join(', '),
      ]),
    );

  it('are shared as another source says, and told once', () => {
    expect(said(together('measured'), lines('modeled'))).toEqual([
      [4, 3, 'lines by together', 'lines 1, together 12'],
      [7, 9, 'lines by together', 'lines 3, together 12'],
    ]);
  });

  it('stand beside better evidence that tells them apart, and in no sum', () => {
    expect(said(together('modeled'), lines('measured'))).toEqual([
      [4, 1, 'lines', 'lines 1, together 12'],
      [7, 3, 'lines', 'lines 3, together 12'],
    ]);
  });

  it('stay together where nobody else says more', () => {
    expect(said(together('measured'))).toEqual([['overloads', 12, 'together', 'together 12']]);
  });

  it('lose no method that the better source does not know', () => {
    const descriptor = '(Ljava/lang/String;)V';
    const other = source({ name: 'other', provenance: 'estimated' }, [{ descriptor, energy: 5 }]);
    const all = said(together('modeled'), lines('measured'), other);
    expect(all.map(([at, mean]) => [at, mean])).toEqual([
      [4, 1],
      [7, 3],
      ['method', 5],
    ]);
  });
});

describe('what is apart', () => {
  const phone = source({ name: 'phone', device: 'Nexus 5' }, [
    { energy: 3, component: 'CPU' },
    { energy: 2, component: 'network' },
  ]);
  const laptop = source({ name: 'laptop', device: 'laptop' }, [{ energy: 50, component: 'CPU' }]);

  it('devices and components', () => {
    expect(merged([phone, laptop])).toEqual({
      'Nexus 5 CPU': ['app/Feed.load = 3 of phone'],
      'Nexus 5 network': ['app/Feed.load = 2 of phone'],
      'laptop CPU': ['app/Feed.load = 50 of laptop'],
    });
  });

  it('components are summed, devices never', () => {
    const recordings = recordMerge(mergeRecordings([phone, laptop].map(place), []));
    expect(
      recordings.map(({ recording: { source: of, measures } }) => [
        of.device,
        measures.map(({ component, total }) => [component, total]),
      ]),
    ).toEqual([
      [
        'Nexus 5',
        [
          ['CPU', 3],
          ['network', 2],
          [undefined, 5],
        ],
      ],
      ['laptop', [['CPU', 50]]],
    ]);
  });

  it('a profile with costs of another machine shares what a device was measured to take', () => {
    const counted = { ...lines, source: { ...lines.source, format: 'counted', device: 'Raspberry Pi 5' } };
    const ofPi: ImportedRecording = {
      ...counted,
      measures: lines.measures.map((measure) => ({ ...measure, device: 'Raspberry Pi 5' })),
    };
    expect(merged([ofPi, laptop])).toEqual({
      'laptop CPU': [':4 = 12.5 of model by laptop', ':5 = 37.5 of model by laptop'],
    });
    const whole = source({ name: 'whole', device: 'laptop' }, [{ energy: 80 }]);
    expect(merged([ofPi, laptop, whole])).toEqual({
      laptop: [':4 = 20 of model by whole', ':5 = 60 of model by whole'],
      'laptop CPU': ['app/Feed.load = 50 of laptop'],
    });
  });
});

describe('intervals', () => {
  it('of repeated runs are those of their mean', () => {
    const runs = [2, 3, 4].map((energy, index) => source({ name: `run ${index}` }, [{ line: 4, energy }]));
    const [component] = mergeRecordings(runs.map(place), []);
    const [only] = component?.places ?? [];
    expect(only?.chosen.names).toEqual(['run 0', 'run 1', 'run 2']);
    expect(only?.amount.mean).toBeCloseTo(3, 12);
    // Student's t at 95 % with 2 degrees of freedom is 2.920; the mean's standard error 1/√3.
    expect(1.6449 * Math.sqrt(only?.amount.variance ?? NaN)).toBeCloseTo(2.92 / Math.sqrt(3), 2);
  });

  it('of a method and of its lines together are compared, and said once', () => {
    const whole = source({ name: 'whole' }, [{ energy: 20, uncertainty: 0.1 }]);
    const parts = source({ name: 'parts' }, [
      { line: 4, energy: 1, uncertainty: 0.1 },
      { line: 5, energy: 3, uncertainty: 0.1 },
    ]);
    const [recorded] = recordMerge(mergeRecordings([whole, parts].map(place), []));
    expect(recorded?.recording.problems.map(({ message }) => message)).toEqual([
      'app/Feed.load: parts says 4 ± 0.329 J, but whole says 20 ± 0.164 J: their intervals do not meet',
    ]);
  });

  it('are not known of runs that are the same to the last digit', () => {
    const runs = ['one', 'two'].map((name) => place(source({ name }, [{ energy: 7 }])));
    const [component] = mergeRecordings(runs, []);
    expect(component?.places.map(({ amount }) => amount)).toEqual([{ mean: 7 }]);
  });

  it('that don’t meet are a disagreement, and said', () => {
    const one = source({ name: 'one' }, [{ line: 4, energy: 5, uncertainty: 0.5 }]);
    const far = source({ name: 'far', provenance: 'modeled' }, [{ line: 4, energy: 9, uncertainty: 0.5 }]);
    const near = source({ name: 'near', provenance: 'estimated' }, [
      { line: 4, energy: 6, uncertainty: 0.5 },
    ]);
    const components = mergeRecordings([one, far, near].map(place), []);
    const [only] = components[0]?.places ?? [];
    expect(only?.statements.map(({ evidence, amount }) => [evidence.names[0], amount.mean])).toEqual([
      ['one', 5],
      ['far', 9],
      ['near', 6],
    ]);
    expect(only?.disagreements.map(({ other }) => other.evidence.names[0])).toEqual(['far']);
    const [recorded] = recordMerge(components);
    expect(recorded?.recording.problems.map(({ message }) => message)).toEqual([
      'app/Feed.java:4: one says 5 ± 0.822 J, but far says 9 ± 0.822 J: their intervals do not meet',
    ]);
  });
});

describe('real recordings', () => {
  const read = (root: string) =>
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.java'))
      .map((name) => ({ path: name.replaceAll('\\', '/'), text: readFileSync(join(root, name), 'utf8') }));
  const placeNights = createRecordingPlacer(
    [...read(join(FIXTURES, 'program')), ...read(join(FIXTURES, '../sample/src/main/java'))],
    true,
  );
  const jfr = makeEnergy(importFixture('jfr/nights-17.json.gz', { device: 'server' }), {
    total: { energy: 12.5, deviation: 0.5 },
  });
  const joular = importFixture(
    'joularjx/joularjx-result/31873-1795280935120/app/total/calltrees/joularJX-31873-filtered-call-trees-energy.csv',
    { device: 'server' },
  );
  const components = mergeRecordings([jfr, joular].map(placeNights), []);
  const [recorded] = recordMerge(components);

  it('methods have what was measured, shared by the lines that were sampled', () => {
    expect(recorded).toBeDefined();
    if (recorded === undefined) return;
    const isScaledLine = components.some(({ places }) =>
      places.some((each) => each.constrainedBy !== undefined && each.place.placement.kind === 'line'),
    );
    expect(isScaledLine).toBe(true);
    const measured = new Map<string, number>();
    for (const { placement, values } of placeValues(placeNights(joular)).places)
      if (placement.kind === 'method') measured.set(placement.method.name, values[0] ?? 0);
    const found = new Map<string, number>();
    for (const { placement, values } of placeValues(recorded).places) {
      const name =
        placement.kind === 'line' || placement.kind === 'method' ? placement.method?.name : undefined;
      if (name !== undefined)
        found.set(name, (found.get(name) ?? 0) + values.reduce((sum, value) => Math.max(sum, value), 0));
    }
    expect(measured.size).toBeGreaterThan(3);
    for (const [name, energy] of measured) expect(found.get(name), name).toBeCloseTo(energy, 9);
  });

  it('nothing is missing, and it is read again', () => {
    if (recorded === undefined) return;
    for (const account of placeValues(recorded).accounts)
      expect(Math.abs(missingOf(account))).toBeLessThanOrEqual(1e-9 * account.total);
    const text = [...formatImport([recorded], '1', ['modeled'])].join('');
    const again = readImport(text);
    expect(again.ok && again.value.order).toEqual(['modeled']);
    expect(again.ok && again.value.recordings[0]).toEqual(recorded);
  });
});

it('reads kinds of evidence as earlier builds wrote them', () => {
  const modeled = source({ name: 'A', provenance: 'modelled' }, [{ line: 4, energy: 2 }]);
  const saved = [...formatImport([place(modeled)], '1', ['modeled', 'A'])].join('');
  const read = readImport(saved.replaceAll('"modeled"', '"modelled"'));
  expect(modeled.measures[0]?.provenance).toBe('modeled');
  expect(read).toMatchObject({
    value: {
      order: ['modeled', 'A'],
      recordings: [{ recording: { measures: [{ provenance: 'modeled' }] } }],
    },
  });
});

describe('two recordings of one run', () => {
  const frames = [
    'app/Feed.load:4',
    'app/Feed.load:5',
    'app/Feed.show:7',
    'app/Feed.load',
    'other/Lib.a',
    'C::b',
  ];
  const stacks = fc.array(
    fc.tuple(
      fc.array(fc.constantFrom(...frames), { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 1, max: 99 }),
    ),
    { minLength: 1, maxLength: 20 },
  );
  /** Recordings of one tool would be repeated runs, of which the mean counts. */
  const recorded = (
    tool: string,
    rows: readonly (readonly [readonly string[], number])[],
    energy: number,
  ) => {
    const text = rows.map(([path, count]) => `${path.join(';')} ${count}\n`).join('');
    const recording = makeEnergy(importText(text, { name: tool }), { total: { energy } });
    return { ...recording, source: { ...recording.source, tool } };
  };

  it('have the total of the better one, whatever places the other has', () => {
    fc.assert(
      fc.property(stacks, stacks, fc.double({ min: 0.1, max: 50, noNaN: true }), (one, other, energy) => {
        const both = [recorded('one', one, energy), recorded('other', other, 20)].map(place);
        for (const isLibraryApart of [false, true]) {
          const given = both.map((each) => ({ ...each, isLibraryApart }));
          const [result] = recordMerge(mergeRecordings(given, ['one']));
          expect(result?.recording.measures[0]?.total).toBeCloseTo(energy, 9);
          const shown = putSideBySide(given, { order: ['one'] });
          expect(shown?.measure.total ?? energy).toBeCloseTo(energy, 9);
          const amounts = [...(shown?.byPath.values() ?? [])].flat().map(({ amount }) => amount?.mean ?? 0);
          expect(amounts.reduce((sum, mean) => sum + mean, 0)).toBeLessThanOrEqual(energy * (1 + 1e-9));
        }
      }),
    );
  });

  it('that differ by more than half are told, and so are places that stand aside', () => {
    const both = [
      recorded('one', [[['app/Feed.load:4'], 3]], 3.1),
      recorded('other', [[['app/Feed.show:7'], 3]], 36.7),
    ];
    const [result] = recordMerge(mergeRecordings(both.map(place), ['one']));
    expect(result?.recording.problems.map(({ message }) => message)).toEqual([
      'one says 3.1 J, but other says 36.7 J, both of a whole run: were these the same program and input?',
      'one tells the whole run: 1 place that only other has stands beside it, in no sum',
    ]);
  });
});

describe('counted profiles', () => {
  const run = (name: string, energy: number, command: string, executions: number): ImportedRecording => {
    const of = source({ name }, [{ line: 4, energy }]);
    return { ...of, source: { ...of.source, format: 'counted', command, executions } };
  };
  const mergeOf = (...given: readonly ImportedRecording[]) => {
    const [only] = recordMerge(mergeRecordings(given.map(place), []));
    return [only?.recording.measures[0]?.total, only?.recording.problems.map(({ message }) => message)];
  };

  it('of one workload are averaged', () => {
    expect(mergeOf(run('a', 2, 'java In 2', 1000), run('b', 3, 'java In 2', 1001))).toEqual([2.5, []]);
  });

  it.each([
    ['arguments', 'java In 3', 1000],
    ['counts', 'java In 2', 1500],
  ])('of other %s are other workloads: told, not averaged', (_, command, executions) => {
    expect(mergeOf(run('a', 2, 'java In 2', 1000), run('b', 3, command, executions))).toEqual([
      2,
      [
        `a says 2 J, but b says 3 J: these are different workloads (java In 2, 1,000 operations; ${command}, ${executions.toLocaleString('en')} operations). The latter stands beside the first, in no sum`,
      ],
    ]);
  });

  it('that name no device are said to be taken for that of a measurement', () => {
    const meter = source({ name: 'meter', device: 'LEAP node' }, [{ line: 4, energy: 2 }]);
    expect(mergeOf(meter, run('a', 2, 'java In 2', 1000))).toEqual([
      2,
      [
        'a does not say on which device it ran, and meter is of LEAP node: they are taken for one device, whose energy the profile only divides',
      ],
    ]);
  });
});

it('keeps what lines call of libraries by its names: a merge differs in nothing from its only source', () => {
  const text = 'app/Feed.load:4;java/util/List.sort 3\napp/Feed.show:7;C::b 2\nother/Lib.a 1\n';
  const only = makeEnergy(importText(text, { name: 'stacks' }), { total: { energy: 6 } });
  const [result] = recordMerge(mergeRecordings([place(only)], []));
  const namesOf = ({ frames, tree, measures }: ImportedRecording) => {
    const energies = measures.findIndex(({ unit }) => unit === 'joules');
    return [...tree.frames].flatMap((frame, context) => {
      const value = tree.values[energies]?.[context] ?? 0;
      const { class: owner = '', method, name = '' } = frames[frame] ?? {};
      return value > 0 ? [`${owner}.${method ?? name} ${value.toFixed(9)}`] : [];
    });
  };
  expect(namesOf(only).toSorted()).toHaveLength(3);
  expect(result === undefined ? [] : namesOf(result.recording).toSorted()).toEqual(namesOf(only).toSorted());
});

it('makes no columns for measures whose values a file does not have', () => {
  const measured = source({ name: 'A', provenance: 'modeled' }, [{ line: 4, energy: 2 }]);
  const text = [...formatImport([place(measured)], '1')].join('');
  // Twenty thousand columns of two hundred thousand numbers are 32 GB.
  const saved = text
    .replace(/"measures": \[(.*)\],\n/, (_, one) => `"measures": [${Array(20_000).fill(one).join(',')}],\n`)
    .replace(/"contexts": \[[^]*?\n\]/, `"contexts": [${Array(200_000).fill('[1,1,1]').join(',')}]`);
  expect(readImport(saved)).toMatchObject({
    problem: { message: expect.stringContaining('recordings[0].contexts[0]') as string },
  });
});

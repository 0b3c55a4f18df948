/**
 * Members that are packed and unpacked are the same: any members, and those that the
 * analyzer makes of real sources.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MemberRecord } from '../../server/src/analysis/file-operations';
import { packMembers, unpackMembers } from '../../server/src/analysis/packed-members';
import type { FrequencyBasis, Region } from '../../server/src/flow/source/region';
import { listSites, packSites } from '../../server/src/operations/catalogue/site-table';
import { newAnalyzer, operationsOf } from '../support/analyze-text';
import { readModuleSources } from '../support/jdk-sources';
import { findJdks } from '../support/jdks';

const basis = fc.constantFrom<FrequencyBasis>('exact', 'heuristic', 'default');
const real = fc.double({ noNaN: true });
const offset = fc.integer({ min: 0, max: 2 ** 31 - 1 });

const { region } = fc.letrec<{ region: Region }>((tie) => ({
  region: fc.oneof(
    { depthSize: 'small' },
    fc.record({ kind: fc.constant('block' as const), block: fc.nat() }),
    fc.record({
      kind: fc.constant('sequence' as const),
      regions: fc.array(tie('region'), { maxLength: 4 }),
    }),
    fc.record({
      kind: fc.constant('branch' as const),
      alternatives: fc.array(fc.record({ region: tie('region'), probability: real }), { maxLength: 4 }),
      basis,
    }),
    fc.record(
      {
        kind: fc.constant('loop' as const),
        test: tie('region'),
        testFirst: fc.boolean(),
        body: tie('region'),
        update: tie('region'),
        trips: fc.double({ noNaN: true }),
        leaves: real,
        basis,
      },
      { requiredKeys: ['kind', 'testFirst', 'body', 'trips', 'basis'] },
    ),
    fc.record({ kind: fc.constant('deferred' as const), region: tie('region'), times: real, basis }),
  ),
}));

const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('entry', 'A.f(int)', ''));

const word = fc.stringMatching(/^[\w.?[\]]{1,9}$/);

const key = fc.record({
  name: word,
  family: word,
  group: fc.constantFrom('control' as const, 'library function' as const),
  operands: fc.array(word, { maxLength: 3 }),
  size: fc.constantFrom('load' as const, '64-bit' as const),
});

const site = fc.record(
  {
    key: fc.nat(),
    block: fc.nat(),
    offset,
    callee: fc.nat(),
    amount: fc.record({ value: fc.nat(), basis: fc.constantFrom('constant' as const, 'default' as const) }),
  },
  { requiredKeys: ['key', 'block', 'offset'] },
);

const problem = fc.record({
  severity: fc.constantFrom('error' as const, 'warning' as const),
  message: text,
  start: offset,
  end: offset,
});

const operations = fc
  .record({
    keys: fc.array(key),
    sites: fc.array(site).map(packSites),
    callees: fc.array(text),
    blocks: fc.array(
      fc.record({
        name: text,
        kind: fc.constantFrom('entry' as const, 'for-body' as const),
        start: offset,
        end: offset,
      }),
    ),
    region,
  })
  .map((made) => ({ ...made, blocks: made.blocks.map((block, id) => ({ id, ...block })) }));

const member = fc.record({
  identity: text,
  key: text,
  name: text,
  className: text,
  kind: fc.constantFrom('method' as const, 'lambda' as const),
  nameStart: offset,
  start: offset,
  end: offset,
  bodyStart: offset,
  operations,
  problems: fc.array(problem),
});

describe('packed members', () => {
  it('are the same when unpacked, also by way of another thread', () => {
    fc.assert(
      fc.property(fc.array(member), (members) => {
        const packed = packMembers(members);
        expect(unpackMembers(packed)).toEqual(members);
        expect(unpackMembers(structuredClone(packed))).toEqual(members);
      }),
      { numRuns: 300 },
    );
  });

  it('hold regions as deep as they come', () => {
    let deep: Region = { kind: 'block', block: 7 };
    for (let level = 0; level < 20_000; level++) deep = { kind: 'sequence', regions: [deep] };
    const [unpacked] = unpackMembers(packMembers([memberOf(deep)]));
    let depth = 0;
    let part = unpacked?.operations.region;
    for (; part?.kind === 'sequence'; part = part.regions[0]) depth++;
    expect(depth).toBe(20_000);
    expect(part).toEqual({ kind: 'block', block: 7 });
  });

  it('take memory by what they hold: texts that come again are there once', () => {
    const members = Array.from({ length: 100 }, () => memberOf({ kind: 'block', block: 0 }));
    const texts = JSON.parse(packMembers(members).texts) as readonly string[];
    expect(new Set(texts).size).toBe(texts.length);
    expect(texts.length).toBeLessThan(10);
  });

  it('are safe to read when they were cut short', () => {
    fc.assert(
      fc.property(fc.array(member, { maxLength: 3 }), fc.nat(200), (members, length) => {
        const { numbers, ...others } = packMembers(members);
        expect(() => unpackMembers({ ...others, numbers: numbers.slice(0, length) })).not.toThrow();
      }),
    );
  });

  const [jdk] = findJdks();
  it.skipIf(jdk === undefined)('are the same for real sources', () => {
    const analyzer = newAnalyzer();
    const sources =
      jdk === undefined
        ? []
        : readModuleSources(jdk, 'java.base', (path) => /java\/util\/[A-H]\w*\.java$/.test(path));
    expect(sources.length).toBeGreaterThan(20);
    for (const { path, text: source } of sources) {
      const { members } = operationsOf(analyzer, path, source);
      expect(unpackMembers(packMembers(members))).toEqual(members);
    }
  });
});

describe('a table of sites', () => {
  it('is read as it was written', () => {
    fc.assert(
      fc.property(fc.array(site), (sites) => {
        expect(listSites(packSites(sites))).toEqual(sites);
      }),
    );
  });

  it('says "very many" of more elements than a number of 32 bits counts', () => {
    const many = { key: 0, block: 0, offset: 0, amount: { value: 1e12, basis: 'constant' } } as const;
    expect(listSites(packSites([many]))[0]?.amount).toEqual({ value: 2 ** 31 - 1, basis: 'constant' });
  });
});

function memberOf(inner: Region): MemberRecord {
  return {
    identity: 'i',
    key: 'A.f()V',
    name: 'A.f()',
    className: 'A',
    kind: 'method',
    nameStart: 0,
    start: 0,
    end: 1,
    bodyStart: 0,
    problems: [],
    operations: { keys: [], sites: new Int32Array(0), callees: [], blocks: [], region: inner },
  };
}

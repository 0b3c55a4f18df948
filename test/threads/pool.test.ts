/**
 * The pool against workers that a test plays: who is served first, who is
 * interrupted, and what becomes of a worker that hangs or dies.
 */
import { packMembers } from '../../server/src/analysis/packed-members';
import { describe, expect, it, vi } from 'vitest';
import { analysisOptionsOf } from '../../server/src/analysis/analysis-options';
import type { MemberRecord } from '../../server/src/analysis/file-operations';
import { at } from '../../server/src/base/check';
import type { Thread, ThreadEvents, ThreadOptions } from '../../server/src/host/machine/threads';
import type { NumberedRequest, WorkerAnswer, WorkerSetup } from '../../server/src/threads/messages';
import { createPool, type Pool, type PoolOptions } from '../../server/src/threads/pool';
import { beginMember, cancellationOf } from '../../server/src/threads/messages';

const KNOWN = { path: 'Known.java', text: 'class Known {}' };

/** A worker in the hands of the test. */
interface FakeWorker {
  readonly requests: NumberedRequest[];
  readonly setup: WorkerSetup;
  answer(id: number, answer: WorkerAnswer): void;
  die(reason: string): void;
}

function member(name: string, identity: string): MemberRecord {
  const operations = {
    keys: [],
    sites: new Int32Array(0),
    callees: [],
    blocks: [],
    region: { kind: 'sequence', regions: [] },
  } satisfies MemberRecord['operations'];
  return {
    identity,
    key: name,
    name,
    className: 'A',
    kind: 'method',
    nameStart: 0,
    start: 0,
    end: 1,
    bodyStart: 0,
    operations,
    problems: [],
  };
}

function startPool(
  size: number,
  stuckAfterMs = 60_000,
  allHeaders: PoolOptions['allHeaders'] = () => Promise.resolve([KNOWN]),
): { readonly pool: Pool; readonly workers: FakeWorker[]; readonly logged: string[] } {
  const workers: FakeWorker[] = [];
  const logged: string[] = [];
  const startThread = (_entry: string, options: ThreadOptions, events: ThreadEvents): Thread => {
    const requests: NumberedRequest[] = [];
    let dead = false;
    const die = (reason: string): void => {
      if (dead) return;
      dead = true;
      const kinds = { 'out of memory': 'memory', 'it was ended': 'ended' } as const;
      events.onExit({
        kind: reason in kinds ? kinds[reason as keyof typeof kinds] : 'error',
        message: reason,
      });
    };
    workers.push({
      requests,
      setup: options.data as WorkerSetup,
      answer: (id, answer) => {
        events.onMessage({ id, answer });
      },
      die,
    });
    return {
      post: (message) => requests.push(message as NumberedRequest),
      terminate: () => {
        die('it was ended');
        return Promise.resolve();
      },
    };
  };
  const pool = createPool({
    size,
    givesAhead: true,
    entry: 'worker.js',
    mediaFolder: 'media',
    maxMemoryMB: 100,
    stuckAfterMs,
    startThread,
    log: (_level, message) => logged.push(message),
    onLibraryProblem: (problem) => logged.push(problem),
    allHeaders,
  });
  return { pool, workers, logged };
}

const took = { load: 0, signatures: 0, grammar: 0, analysis: 0 };
const done = { kind: 'analyzed', file: { path: 'A.java', problems: [] }, fingerprint: 'f', took } as const;

/** One new member, as a worker sends it. */
function partial(sent: MemberRecord): WorkerAnswer {
  const { nameStart, start, end, bodyStart } = sent;
  return {
    kind: 'partial',
    members: packMembers([sent]),
    places: Int32Array.of(-1, nameStart, start, end, bodyStart),
  };
}

/** The request that a worker is at, with a word about it. */
function current(worker: FakeWorker | undefined): { readonly id: number; readonly what: string } {
  const last = worker?.requests.at(-1);
  if (last === undefined) throw new Error('the worker has no request');
  const { request } = last;
  return { id: last.id, what: 'path' in request ? `${request.kind} ${request.path}` : request.kind };
}

describe('the pool', () => {
  it('puts a result together from its pieces', async () => {
    const { pool, workers } = startPool(1);
    const outcome = pool.analyze('A.java', 'class A {}', 'visible');
    const [worker] = workers;
    const { id } = current(worker);
    worker?.answer(id, partial(member('a', '1')));
    worker?.answer(id, partial(member('b', '2')));
    worker?.answer(id, done);
    expect(await outcome).toMatchObject({
      kind: 'analyzed',
      file: { members: [{ name: 'a' }, { name: 'b' }] },
    });
  });

  it('asks only for what it does not hold, and puts it in its new place', async () => {
    const { pool, workers } = startPool(1);
    const [worker] = workers;
    const first = pool.analyze('A.java', 'one', 'visible');
    worker?.answer(current(worker).id, partial(member('a', '1')));
    worker?.answer(current(worker).id, done);
    await first;
    const second = pool.analyze('A.java', 'two', 'visible');
    expect(worker?.requests.at(-1)?.request).toMatchObject({ known: ['1'] });
    const { operations, problems } = member('a', '1');
    const places = Int32Array.of(0, 0, 7, 9, 0);
    worker?.answer(current(worker).id, { kind: 'partial', members: packMembers([]), places });
    worker?.answer(current(worker).id, done);
    expect(await second).toMatchObject({ file: { members: [{ start: 7, operations, problems }] } });
  });

  it('lets a file on screen interrupt the background, which then goes on', async () => {
    const { pool, workers } = startPool(1);
    const [worker] = workers;
    const background = pool.analyze('B.java', 'b', 'background');
    const busy = current(worker);
    const urgent = pool.analyze('A.java', 'a', 'visible');
    expect(worker !== undefined && cancellationOf(worker.setup, busy.id).aborted).toBe(true);
    worker?.answer(busy.id, { kind: 'canceled' });
    expect(current(worker).what).toBe('analyze A.java');
    worker?.answer(current(worker).id, done);
    expect((await urgent).kind).toBe('analyzed');
    expect(current(worker).what).toBe('analyze B.java');
    worker?.answer(current(worker).id, done);
    expect((await background).kind).toBe('analyzed');
  });

  it('lets a file on screen interrupt advice, which then goes on, and is of no use for a newer text', async () => {
    const { pool, workers } = startPool(2);
    const [worker] = workers;
    const advice = pool.advise('A.java', 'a');
    const busy = current(worker);
    const urgent = pool.analyze('B.java', 'b', 'visible');
    expect(worker !== undefined && cancellationOf(worker.setup, busy.id).aborted).toBe(true);
    worker?.answer(busy.id, { kind: 'canceled' });
    expect(current(worker).what).toBe('analyze B.java');
    worker?.answer(current(worker).id, done);
    await urgent;
    // No other worker has the trees of what is on screen.
    expect(current(worker).what).toBe('advise A.java');
    worker?.answer(current(worker).id, { kind: 'advised', members: [] });
    expect(await advice).toEqual([]);
    const late = pool.advise('A.java', 'a');
    void pool.analyze('A.java', 'newer', 'visible');
    worker?.answer(current(worker).id, { kind: 'canceled' });
    expect(await late).toBeUndefined();
  });

  it('drops what was asked for an older text', async () => {
    const { pool, workers } = startPool(1);
    const [worker] = workers;
    const running = pool.analyze('A.java', '1', 'visible');
    const waiting = pool.analyze('A.java', '2', 'visible');
    const newest = pool.analyze('A.java', '3', 'visible');
    expect(await waiting).toEqual({ kind: 'superseded' });
    worker?.answer(current(worker).id, { kind: 'canceled' });
    expect(await running).toEqual({ kind: 'superseded' });
    expect(worker?.requests.at(-1)?.request).toMatchObject({ text: '3' });
    worker?.answer(current(worker).id, done);
    expect((await newest).kind).toBe('analyzed');
  });

  it('spreads the background over all workers', () => {
    const { pool, workers } = startPool(2);
    void pool.analyze('A.java', 'a', 'background');
    void pool.analyze('B.java', 'b', 'background');
    expect(workers.map((worker) => current(worker).what)).toEqual(['analyze A.java', 'analyze B.java']);
  });

  it('gives busy workers of the background something to go on with, near what they know', () => {
    const { pool, workers } = startPool(2);
    for (const [path, seat] of [
      ['A', 0],
      ['B', 1],
      ['C', 1],
      ['D', 0],
      ['E', 1],
      ['F', 0],
    ] as const)
      void pool.analyze(`${path}.java`, path, 'background', { seat });
    const given = (): readonly (readonly string[])[] =>
      workers.map(({ requests }) =>
        requests.map(({ request }) => ('path' in request ? request.path.slice(0, 1) : '')),
      );
    expect(given()).toEqual([
      ['A', 'D'],
      ['B', 'C'],
    ]);
    workers[0]?.answer(workers[0].requests[0]?.id ?? 0, done);
    expect(given()).toEqual([
      ['A', 'D', 'F'],
      ['B', 'C'],
    ]);
    for (const at of [1, 2]) workers[0]?.answer(workers[0].requests[at]?.id ?? 0, done);
    // Nothing of its own is left: it helps the other.
    expect(given()).toEqual([
      ['A', 'D', 'F', 'E'],
      ['B', 'C'],
    ]);
  });

  it('lets a file on screen interrupt what was given ahead as well', () => {
    const { pool, workers } = startPool(1);
    for (const path of ['A.java', 'B.java', 'C.java']) void pool.analyze(path, '', 'background');
    const [worker] = workers;
    const ids = worker?.requests.map(({ id }) => id) ?? [];
    expect(ids).toHaveLength(2);
    void pool.analyze('Shown.java', '', 'visible');
    for (const id of ids) expect(worker === undefined || cancellationOf(worker.setup, id).aborted).toBe(true);
    worker?.answer(ids[0] ?? 0, { kind: 'canceled' });
    expect(worker?.requests).toHaveLength(2);
    worker?.answer(ids[1] ?? 0, { kind: 'canceled' });
    expect(current(worker).what).toBe('analyze Shown.java');
  });

  it('takes back from a worker that dies what it had not begun', async () => {
    const { pool, workers } = startPool(1);
    const outcomes = ['A.java', 'B.java'].map((path) => pool.analyze(path, '', 'background'));
    workers[0]?.die('a bug');
    await vi.waitFor(() => {
      expect(current(workers[1]).what).toBe('headers');
    });
    workers[1]?.answer(current(workers[1]).id, { kind: 'indexed', fingerprint: 'f' });
    for (const at of [1, 2]) workers[1]?.answer(workers[1].requests[at]?.id ?? 0, done);
    expect(await Promise.all(outcomes)).toMatchObject([{ kind: 'analyzed' }, { kind: 'analyzed' }]);
  });

  it('replaces a worker that dies, tells it everything, and tries again', async () => {
    const { pool, workers, logged } = startPool(1);
    const configured = pool.configure(analysisOptionsOf(), { classPath: [], identity: '' });
    workers[0]?.answer(current(workers[0]).id, { kind: 'configured', problems: [] });
    await configured;
    const outcome = pool.analyze('A.java', 'a', 'visible');
    workers[0]?.die('out of memory');
    expect(logged.join()).toContain('out of memory');
    await vi.waitFor(() => {
      expect(current(workers[1]).what).toBe('configure');
    });
    workers[1]?.answer(current(workers[1]).id, { kind: 'configured', problems: [] });
    expect(workers[1]?.requests.at(-1)?.request).toMatchObject({ kind: 'headers', files: [KNOWN] });
    workers[1]?.answer(current(workers[1]).id, { kind: 'indexed', fingerprint: 'f' });
    expect(current(workers[1]).what).toBe('analyze A.java');
    workers[1]?.answer(current(workers[1]).id, done);
    expect((await outcome).kind).toBe('analyzed');
  });

  it('tells a new worker very many headers in pieces, in their order', async () => {
    const files = Array.from({ length: 250 }, (_, index) => ({ path: `${index}.java`, text: '' }));
    const { workers } = startPool(1, 60_000, () => Promise.resolve(files));
    workers[0]?.die('out of memory');
    const told: unknown[] = [];
    for (const length of [100, 100, 50]) {
      await vi.waitFor(() => {
        expect(workers[1]?.requests.length).toBe(Math.ceil(told.length / 100) + 1);
      });
      const { id, request } = at(at(workers, 1).requests, -1 + Math.ceil((told.length + 1) / 100));
      const sent = request.kind === 'headers' ? request.files : [];
      expect(sent).toHaveLength(length);
      told.push(...sent);
      workers[1]?.answer(id, { kind: 'indexed', fingerprint: 'f' });
    }
    expect(told).toEqual(files);
  });

  it('gives a new worker nothing to analyze before it knows the headers', async () => {
    let found: (files: readonly (typeof KNOWN)[]) => void = () => undefined;
    const { pool, workers } = startPool(
      1,
      60_000,
      () =>
        new Promise((resolve) => {
          found = resolve;
        }),
    );
    workers[0]?.die('out of memory');
    const outcome = pool.analyze('A.java', 'a', 'visible');
    expect(workers[1]?.requests).toEqual([]);
    found([KNOWN]);
    await vi.waitFor(() => {
      expect(current(workers[1]).what).toBe('headers');
    });
    workers[1]?.answer(current(workers[1]).id, { kind: 'indexed', fingerprint: 'f' });
    workers[1]?.answer(current(workers[1]).id, done);
    expect((await outcome).kind).toBe('analyzed');
  });

  it('goes on without headers that can not be read, and says so', async () => {
    const { pool, workers, logged } = startPool(1, 60_000, () => Promise.reject(new Error('disk is gone')));
    const outcome = pool.analyze('A.java', 'a', 'visible');
    workers[0]?.die('out of memory');
    await vi.waitFor(() => {
      expect(current(workers[1]).what).toBe('analyze A.java');
    });
    expect(logged.join()).toContain('disk is gone');
    workers[1]?.answer(current(workers[1]).id, done);
    expect((await outcome).kind).toBe('analyzed');
  });

  it('does not try again what a newer text has superseded', async () => {
    const { pool, workers } = startPool(1);
    const older = pool.analyze('A.java', 'old', 'visible');
    const newer = pool.analyze('A.java', 'new', 'visible');
    workers[0]?.die('out of memory');
    expect(await older).toEqual({ kind: 'superseded' });
    await vi.waitFor(() => {
      expect(current(workers[1]).what).toBe('headers');
    });
    workers[1]?.answer(current(workers[1]).id, { kind: 'indexed', fingerprint: 'f' });
    expect(workers[1]?.requests.at(-1)?.request).toMatchObject({ text: 'new' });
    workers[1]?.answer(current(workers[1]).id, done);
    expect((await newer).kind).toBe('analyzed');
  });

  it('replaces a worker that stands still, and names and leaves out the member it hung on', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const { pool, workers, logged } = startPool(1, 3000);
      const outcome = pool.analyze('A.java', 'a', 'visible');
      const [hung] = workers;
      if (hung !== undefined) beginMember(hung.setup, 'A.endless(int)');
      vi.advanceTimersByTime(2000);
      expect(workers).toHaveLength(1);
      vi.advanceTimersByTime(3000);
      expect(workers).toHaveLength(2);
      expect(logged.join()).toContain('A.endless(int)');
      await vi.waitFor(() => {
        expect(current(workers[1]).what).toBe('headers');
      });
      workers[1]?.answer(current(workers[1]).id, { kind: 'indexed', fingerprint: 'f' });
      expect(workers[1]?.requests.at(-1)?.request).toMatchObject({
        leaveOut: new Map([['A.endless(int)', 'took longer than 3 s to analyze and was left out']]),
      });
      workers[1]?.answer(current(workers[1]).id, done);
      expect(await outcome).toMatchObject({ kind: 'analyzed', leftOut: ['A.endless(int)'] });
    } finally {
      vi.useRealTimers();
    }
  });

  it('leaves out a member that takes more memory than a worker may have, and says so', async () => {
    const { pool, workers } = startPool(1);
    const outcome = pool.analyze('A.java', 'a', 'visible');
    const [greedy] = workers;
    if (greedy !== undefined) beginMember(greedy.setup, 'A.huge()');
    greedy?.die('out of memory');
    await vi.waitFor(() => {
      expect(current(workers[1]).what).toBe('headers');
    });
    workers[1]?.answer(current(workers[1]).id, { kind: 'indexed', fingerprint: 'f' });
    const { leaveOut } = workers[1]?.requests.at(-1)?.request as { leaveOut: ReadonlyMap<string, string> };
    expect(leaveOut.get('A.huge()')).toMatch(/^took more than \d+ MB of memory to analyze/);
    workers[1]?.answer(current(workers[1]).id, done);
    expect(await outcome).toMatchObject({ kind: 'analyzed', leftOut: ['A.huge()'] });
  });

  it('blames no member for the end of a worker that was not at it', async () => {
    const { pool, workers } = startPool(1);
    const [worker] = workers;
    const first = pool.analyze('A.java', 'a', 'visible');
    if (worker !== undefined) beginMember(worker.setup, 'A.innocent()');
    worker?.answer(current(worker).id, done);
    await first;
    const second = pool.analyze('B.java', 'b', 'visible');
    worker?.die('out of memory');
    await vi.waitFor(() => {
      expect(current(workers[1]).what).toBe('headers');
    });
    workers[1]?.answer(current(workers[1]).id, { kind: 'indexed', fingerprint: 'f' });
    expect(workers[1]?.requests.at(-1)?.request).toMatchObject({ leaveOut: new Map() });
    workers[1]?.answer(current(workers[1]).id, done);
    expect(await second).toMatchObject({ kind: 'analyzed', leftOut: [] });
  });

  it('leaves out no member because its worker was ended from outside, but one whose analysis throws', async () => {
    const { pool, workers } = startPool(1);
    const outcome = pool.analyze('A.java', 'a', 'visible');
    for (const [at, reason] of ['it was ended', 'a bug'].entries()) {
      const worker = workers[at];
      if (worker !== undefined) beginMember(worker.setup, 'A.tried()');
      worker?.die(reason);
      await vi.waitFor(() => {
        expect(current(workers[at + 1]).what).toBe('headers');
      });
      workers[at + 1]?.answer(current(workers[at + 1]).id, { kind: 'indexed', fingerprint: 'f' });
    }
    const leaveOut = workers
      .map(({ requests }) => requests.at(-1)?.request)
      .map((last) => last?.kind === 'analyze' && [...last.leaveOut.keys()]);
    expect(leaveOut).toEqual([[], [], ['A.tried()']]);
    workers[2]?.answer(current(workers[2]).id, done);
    expect(await outcome).toMatchObject({ kind: 'analyzed', leftOut: ['A.tried()'] });
  });

  it('gives up a worker that never lives, and leaves nobody waiting', async () => {
    const { pool, workers } = startPool(1);
    const outcome = pool.analyze('A.java', 'a', 'visible');
    for (let round = 0; round < 10; round++) {
      workers.at(-1)?.die('cannot find worker.js');
      await Promise.resolve();
    }
    expect(await outcome).toMatchObject({ kind: 'failed' });
    expect(await pool.analyze('B.java', 'b', 'background')).toMatchObject({ kind: 'failed' });
    expect(workers.length).toBeLessThan(10);
  });
});

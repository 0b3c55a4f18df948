/**
 * Tasks that other threads run stand below the method that handed them over: real programs, on
 * all JDKs here. What a method `byX` hands over comes to `taskX`, and the
 * program itself counts its tasks.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { handOverPoints } from '../../server/src/profile/handover/hand-over-points';
import { findQueuePassers } from '../../server/src/profile/handover/queue-passers';
import { readClass } from '../../server/src/classfile/read/read-class';
import { jdks, must } from '../classfile/jdk-modules';
import { compile } from './compile-program';
import { handOverClasses, recordTree, sumOfProfile, sumOperations, type TreeNode } from './record-tree';

const text = readFileSync(join(__dirname, '../fixtures/profile/HandOvers.java'), 'utf8');

const startVirtual = 'java/lang/Thread.startVirtualThread(Ljava/lang/Runnable;)Ljava/lang/Thread;';
const manyThreads = `import java.util.concurrent.CountDownLatch;
class Waiting {
  static void begin(CountDownLatch all, CountDownLatch go) {
    Thread.startVirtualThread(() -> {
      all.countDown();
      try { go.await(); } catch (InterruptedException interrupted) {}
      Seen.done.countDown();
    });
  }
  public static void main(String[] arguments) throws Exception {
    CountDownLatch all = new CountDownLatch(10_000), go = new CountDownLatch(1);
    for (int i = 0; i < 10_000; i++) begin(all, go);
    all.await();
    go.countDown();
    Seen.done.await();
  }
}
class Seen { static final CountDownLatch done = new CountDownLatch(10_000); }
`;

/** Two methods queue one task and one object in turn; nobody known takes the object. */
const queuedAgain = `import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
class Again {
  static int runs;
  static final Runnable task = () -> runs++;
  static final Object sign = new Object();
  static void one(BlockingQueue<Runnable> tasks, BlockingQueue<Object> signs) { tasks.add(task); signs.add(sign); }
  static void other(BlockingQueue<Runnable> tasks, BlockingQueue<Object> signs) { tasks.add(task); signs.add(sign); }
  public static void main(String[] arguments) throws Exception {
    BlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();
    BlockingQueue<Object> signs = new LinkedBlockingQueue<>();
    List<Object> drained = new ArrayList<>();
    for (int i = 0; i < 200_000; i++) {
      one(tasks, signs);
      other(tasks, signs);
      tasks.take().run();
      tasks.take().run();
      signs.drainTo(drained);
      drained.clear();
    }
    System.out.println(runs);
  }
}
`;

/** `Submitted < bySubmitted = 2`: tasks by the nearest method above them that hands over. */
function listTasks(roots: readonly TreeNode[]): readonly string[] {
  const calls = new Map<string, number>();
  const visit = (nodes: readonly TreeNode[], starter: string): void => {
    for (const { method, calls: times, children } of nodes) {
      const name = /^task(?=[A-Z])(.*)/.exec(method)?.[1];
      if (name !== undefined) {
        const id = `${name} < ${starter}`;
        calls.set(id, (calls.get(id) ?? 0) + times);
      }
      visit(children, /^by[A-Z]/.test(method) ? method : starter);
    }
  };
  visit(roots, '');
  return Array.from(calls, ([id, times]) => `${id} = ${times}`).sort();
}

/** The same of what the program says. */
function listSaid(output: string): readonly string[] {
  return Array.from(output.matchAll(/^task (\w+) = (\d+)$/gm), ([, name = '', times = '']) => {
    const task = name.replace(/^(Shared).*/, '$1');
    return `${task} < by${name} = ${times}`;
  }).sort();
}

describe.runIf(jdks.length > 0)('what is handed over', () => {
  it.each(jdks)('stands below who did that (JDK $version)', async (jdk) => {
    const program = compile(jdk, 'HandOvers', text);
    const { run, profile, tree } = await recordTree(jdk, 'HandOvers', program, { tellsHandOvers: true });
    expect([run.status, run.errors]).toEqual([0, '']);
    // Tasks that nobody holds go, whether they ran or not.
    expect(run.output.match(/^(?:gone|kept)$/gm)).toEqual(['gone', 'gone']);
    const said = listSaid(run.output);
    expect(said.length).toBeGreaterThan(jdk.version >= 21 ? 21 : 19);
    expect(listTasks(tree.roots)).toEqual(said);
    expect(tree.roots.map(({ method }) => method)).toEqual(['main']);
    expect(tree.beyond).toEqual([]);
    expect(profile.counting).toMatchObject({ isExact: true, running: [] });
    expect(profile.coverage).toMatchObject({ differing: [], failed: [], leftOut: [] });
    expect(profile.classes.map(({ name }) => name).filter((name) => name.startsWith('java/'))).toEqual([]);
    expect(sumOperations(profile)).toEqual(sumOfProfile(profile));
  });

  it.each(jdks)('is what the program runs without (JDK $version)', async (jdk) => {
    const program = compile(jdk, 'HandOvers', text);
    const told = await recordTree(jdk, 'HandOvers', program, { tellsHandOvers: true });
    const plain = await recordTree(jdk, 'HandOvers', program);
    expect(told.run.output).toBe(plain.run.output);
    expect(plain.profile.tree?.handOvers).toBeUndefined();
    expect(plain.tree.roots.length).toBeGreaterThan(10);
    const callsOf = ({ profile }: typeof told): readonly (readonly [string, number])[] =>
      profile.classes.flatMap(({ name, methods }) =>
        methods
          .filter((each) => each.name === 'work' || each.name.startsWith('task'))
          .map((each) => [`${name}.${each.name}`, each.calls] as const),
      );
    expect(callsOf(told)).toEqual(callsOf(plain));
  });

  it.each(jdks)('says by which call (JDK $version)', async (jdk) => {
    const program = compile(jdk, 'HandOvers', text);
    const { tree } = await recordTree(jdk, 'HandOvers', program, { tellsHandOvers: true });
    const lineOf = (part: string): number => text.slice(0, text.indexOf(part)).split('\n').length;
    const handedOverBy = (starter: string): readonly unknown[] =>
      (tree.roots[0]?.children.find(({ method }) => method === starter)?.children ?? []).map(
        ({ handedOverTo, site }) => [handedOverTo?.replace(/\(.*/, ''), site?.line],
      );
    expect(handedOverBy('bySubmitted')).toEqual([
      ['java/util/concurrent/ExecutorService.submit', lineOf('pool.submit(HandOvers::taskSubmitted')],
      ['java/util/concurrent/ExecutorService.submit', lineOf('pool.submit((Runnable)')],
    ]);
    expect(handedOverBy('byExecuted')).toEqual([
      ['java/util/concurrent/ExecutorService.execute', lineOf('pool.execute(task)')],
    ]);
    expect(handedOverBy('byThread')).toEqual([
      ['java/lang/Thread.<init>', lineOf('new Thread(HandOvers::taskThread')],
    ]);
  });

  it.each(jdks)('is known of what had not ended (JDK $version)', async (jdk) => {
    const program = compile(jdk, 'HandOvers', text);
    const { run, profile, tree } = await recordTree(jdk, 'HandOvers', program, {
      tellsHandOvers: true,
      given: ['way'],
    });
    expect(run.status).toBe(3);
    const blocked = listTasks(tree.roots).filter((line) => line.startsWith('Blocked'));
    expect(blocked).toEqual(['Blocked < byBlocked = 1', 'Blocked < byBlockedThread = 1']);
    expect(profile.counting.running.filter(({ method }) => method === 'taskBlocked')).toMatchObject([
      { count: 2 },
    ]);
    expect(sumOperations(profile)).toEqual(sumOfProfile(profile));
  });

  it.each(jdks.filter(({ version }) => version >= 21))(
    'is known of very many virtual threads that wait at once (JDK $version)',
    async (jdk) => {
      const program = compile(jdk, 'Waiting', manyThreads);
      const { run, tree } = await recordTree(jdk, 'Waiting', program, { tellsHandOvers: true });
      expect([run.status, run.errors]).toEqual([0, '']);
      expect(tree.roots).toMatchObject([
        {
          method: 'main',
          children: [
            { method: 'begin', calls: 10_000, children: [{ calls: 10_000, handedOverTo: startVirtual }] },
          ],
        },
      ]);
    },
  );

  it.each(jdks)('takes no more memory the more often it is queued (JDK $version)', async (jdk) => {
    const program = compile(jdk, 'Again', queuedAgain);
    const options = { tellsHandOvers: true, virtualMachine: ['-Xmx24m'] };
    const { run } = await recordTree(jdk, 'Again', program, options);
    expect([run.status, run.errors, run.output]).toEqual([0, '', '400000\n']);
  });

  it.each(jdks)('is known of a loop of a library that is not counted (JDK $version)', async (jdk) => {
    const loops = readFileSync(join(__dirname, '../fixtures/profile/LibraryHandOvers.java'), 'utf8');
    const program = compile(jdk, 'LibraryHandOvers', loops);
    const { run, profile, tree } = await recordTree(jdk, 'LibraryHandOvers', program, {
      tellsHandOvers: true,
    });
    expect([run.status, run.errors, run.output]).toEqual([0, '', 'thrown 1\n']);
    expect(listTasks(tree.roots)).toEqual([
      'After < byAfter = 1',
      'Again < byAgain = 4',
      'Direct < byDirect = 1',
      'Executed < byExecuted = 3',
      'Nested < byNested = 1',
      'Promised < byPromised = 1',
      'Submitted < bySubmitted = 1',
      'Thrown < byThrown = 1',
    ]);
    expect(tree.roots.map(({ method }) => method)).toEqual(['main']);
    expect(profile.coverage).toMatchObject({ differing: [], failed: [], leftOut: [] });
    expect(profile.classes.filter(({ name }) => /^Library(?!HandOvers)/.test(name))).toEqual([]);
    expect(sumOperations(profile)).toEqual(sumOfProfile(profile));
  });

  describe.each(
    jdks.flatMap((jdk) => ['-Xint', '-Xbatch'].map((mode) => ({ jdk, mode, version: jdk.version }))),
  )('through queues (JDK $version, $mode)', ({ jdk, mode }) => {
    const record = async (main: string): Promise<Awaited<ReturnType<typeof recordTree>>> => {
      const program = compile(
        jdk,
        main,
        readFileSync(join(__dirname, `../fixtures/profile/${main}.java`), 'utf8'),
      );
      const recorded = await recordTree(jdk, main, program, { tellsHandOvers: true, virtualMachine: [mode] });
      const { run, profile } = recorded;
      expect([run.status, run.errors]).toEqual([0, '']);
      expect(profile.coverage).toMatchObject({ differing: [], failed: [], leftOut: [] });
      expect(sumOperations(profile)).toEqual(sumOfProfile(profile));
      return recorded;
    };

    it('stands below who queued it', async () => {
      const { run, tree } = await record('QueuedObjects');
      // Objects that nobody holds go, whether they were taken or not.
      expect(run.output.match(/^(?:gone|kept)$/gm)).toEqual(['gone', 'gone']);
      const said = listSaid(run.output).filter((line) => !line.startsWith('Twice'));
      expect(said.length).toBe(18);
      const twice = ['Twice < byTwice = 1', 'Twice < byTwiceAgain = 2'];
      expect(listTasks(tree.roots)).toEqual([...said, ...twice].sort());
    });

    it('stands below who queued it in a queue of the program', async () => {
      const { run, tree } = await record('OwnQueues');
      const said = listSaid(run.output);
      expect(said.length).toBe(10);
      expect(listTasks(tree.roots)).toEqual(said);
    });
  });

  it.each(jdks)(
    'finds the queues of a program, and no pool, future, stack or cache (JDK $version)',
    (jdk) => {
      const own = readFileSync(join(__dirname, '../fixtures/profile/OwnQueues.java'), 'utf8');
      const { takers, ownQueues } = findQueuePassers(compile(jdk, 'OwnQueues', own).classes);
      const found = Array.from(ownQueues, ([name, { puts, takes }]) => [name, ...puts, ...takes].map(String));
      expect(found.sort()).toEqual([
        ['OwnQueues$Linked', 'put(Ljava/lang/Object;)V,1', 'take()Ljava/lang/Object;'],
        ['OwnQueues$MessageQueue', 'enqueueMessage(LOwnQueues$Message;J)V,1', 'next()LOwnQueues$Message;'],
        ['OwnQueues$Ring', 'publish(LOwnQueues$Slot;)V,1', 'next()LOwnQueues$Slot;'],
      ]);
      expect([...takers.keys()].sort()).toEqual(found.flatMap((methods) => methods.slice(2)).sort());
    },
  );

  it.each(jdks)('finds the methods of the JDK that it looks for (JDK $version)', (jdk) => {
    const methods = handOverClasses(jdk).flatMap(({ bytes }) => {
      const file = must(readClass(bytes));
      return file.methods.map(({ name, descriptor }) => ({ owner: file.name, method: name + descriptor }));
    });
    const missing = handOverPoints.filter(
      (point) => !methods.some(({ owner, method }) => point.owner.test(owner) && point.method.test(method)),
    );
    expect(missing).toEqual([]);
  });
});

/** Lines, methods and classes over their budgets, among the editor's problems; nothing where no budget is set. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type Range, type Session, startSession } from './server-session';

const loops = `package app;

class Loops {
    int least(int n) {
        return n;
    }

    int much(int n) {
        int sum = 0;
        for (int i = 0; i < 1000; i++) {
            sum += Math.negateExact(i) * n;
        }
        return sum;
    }
}
`;

const DEEP = `package app;

class Deep {
    static int down(int n) {
        return n < 2 ? 1 : down(n - 1);
    }
}
`;

interface Published {
  readonly uri: string;
  readonly diagnostics: readonly {
    readonly range: Range;
    readonly severity: number;
    readonly code: string;
    readonly message: string;
  }[];
}

const budgetFile = 'energy.jouleline-budget.json';

const file = (...budgets: readonly object[]): string =>
  JSON.stringify({ format: 'jouleline-budget', version: 1, unit: 'µJ', budgets }, undefined, 1);

async function open(budgets: string, settings: object = { budget: budgetFile }): Promise<Session> {
  const session = await startSession({ files: { 'app/Loops.java': loops, [budgetFile]: budgets }, settings });
  await session.indexed();
  return session;
}

/** The next that is published of a file and fits. */
async function problems(
  session: Session,
  name: string,
  fits: (all: Published['diagnostics']) => boolean = (all) => all.length > 0,
): Promise<Published['diagnostics']> {
  const { diagnostics } = await session.client.waitForNotification<Published>(
    'textDocument/publishDiagnostics',
    ({ uri, diagnostics: all }) =>
      uri === session.uriOf(name) && fits(all.filter(({ code }) => code === 'budget')),
    50_000,
  );
  return diagnostics.filter(({ code }) => code === 'budget');
}

it('tells lines over their budget, also of files that are not open, with interval and provenance', async () => {
  const session = await open(file({ line: 'app.Loops.much', energy: 10 }));
  const found = await problems(session, 'app/Loops.java');
  expect(found.map(({ range }) => range.start)).toEqual([
    { line: 9, character: 8 },
    { line: 10, character: 12 },
  ]);
  // What Math.negateExact takes is a guess, so that the second line may be within its budget.
  expect(found.map(({ severity }) => severity)).toEqual([2, 3]);
  const about =
    'in one call, 10 µJ allowed\nestimated, Raspberry Pi 5, interpreter · energy.jouleline-budget.json';
  expect(found[0]?.message).toBe(
    `Over the energy budget of each line of app.Loops.much: 78.4 µJ (5–95 %: 61.4 µJ to 95.5 µJ) ${about}`,
  );
  expect(found[1]?.message).toMatch(
    /each line of app\.Loops\.much: 432 µJ \(5–95 %: 0\b.* to 1[.,]0.* [mµ]J\) in one call, 10 µJ allowed/,
  );
});

it('tells methods, follows edits and the file of budgets, and is silent without one', async () => {
  const session = await open(
    file({ method: 'app.Loops.much(I)I', energy: 10 }, { class: 'app.*', energy: 0 }),
  );
  session.open('app/Loops.java', loops);
  const [method, ...others] = await problems(session, 'app/Loops.java');
  expect([method?.range.start.line, others]).toEqual([7, []]);
  session.edit('app/Loops.java', 'i < 1000', 'i < 2');
  await problems(session, 'app/Loops.java', (all) => all.length === 0);
  writeFileSync(join(session.folder, budgetFile), file({ line: '*', energy: 0 }));
  session.client.notify('workspace/didChangeWatchedFiles', {
    changes: [{ uri: session.uriOf(budgetFile), type: 2 }],
  });
  await problems(session, 'app/Loops.java', (all) => all.length > 4);
  session.changeSettings({ budget: '' });
  await problems(session, 'app/Loops.java', (all) => all.length === 0);
});

it('tells bounds in open texts that are over, unknown or misspelled, without a file of budgets', async () => {
  const session = await startSession({ files: { 'app/Loops.java': loops, 'app/Deep.java': DEEP } });
  await session.indexed();
  const marked = loops
    .replace('    int much', '    // jouleline: at most 1 µJ at 90 %\n    int much')
    .replace('int sum = 0;', 'int sum = Deep.down(n); // jouleline: at most 1 J')
    .replace('return sum;', 'return sum; // jouleline: at most 1');
  session.open('app/Loops.java', marked);
  const [over, unknown, wrong] = await problems(session, 'app/Loops.java');
  expect([over, unknown, wrong].map((each) => [each?.severity, each?.range.start.line])).toEqual([
    [2, 7],
    [3, 9],
    [1, 13],
  ]);
  expect(over?.message).toMatch(
    /^Over the energy bound of 1 µJ at 90 %: one call of app\.Loops\.much takes [\d.]+ [µm]J, [\d.]+ % of it \(5–95 %: .*\)\n/,
  );
  expect(over?.message).toMatch(/\nestimated: worst case, Raspberry Pi 5, interpreter$/);
  expect(unknown?.message).toMatch(
    /^The energy bound of 1 J at 95 % can’t be checked: a method calls itself, and the text does not tell how often\n/,
  );
  expect(wrong?.message).toBe('No energy bound is written so: write // jouleline: at most 2 mJ at 95 %');
  session.edit('app/Loops.java', '1 µJ at 90 %', '1 J at 90 %');
  // What is known of it keeps the bound now, and what is not may break it.
  const later = await problems(session, 'app/Loops.java', ([first]) => first?.severity === 3);
  expect(later[0]?.message).toMatch(/^The energy bound of 1 J at 90 % can’t be checked: /);
  session.edit('app/Loops.java', 'Deep.down(n)', 'n');
  await problems(session, 'app/Loops.java', (all) => all.length === 1 && all[0]?.severity === 1);
});

it('tells where a file of budgets is wrong, and which budgets are of nothing', async () => {
  const wrong = file({ method: 'app.Loops.much', energie: 10 });
  const session = await open(wrong);
  const [problem] = await problems(session, budgetFile);
  expect(problem).toMatchObject({
    severity: 1,
    message: 'This file can’t be read as energy budgets: budgets[0] has a field energie, which is not known',
  });
  const at = wrong.split('\n').findIndex((line) => line.includes('energie'));
  expect(problem?.range.start).toEqual({ line: at, character: wrong.split('\n')[at]?.indexOf('"energie"') });
  writeFileSync(join(session.folder, budgetFile), file({ method: 'app.Loops.deer', energy: 1 }));
  session.client.notify('workspace/didChangeWatchedFiles', {
    changes: [{ uri: session.uriOf(budgetFile), type: 2 }],
  });
  const [unfound] = await problems(session, budgetFile, (all) => all[0]?.severity === 2);
  expect(unfound?.message).toContain('This budget refers to app.Loops.deer, which');
  rmSync(join(session.folder, budgetFile));
  session.client.notify('workspace/didChangeWatchedFiles', {
    changes: [{ uri: session.uriOf(budgetFile), type: 3 }],
  });
  expect((await session.message(/can’t read the energy budgets/)).message).toContain(budgetFile);
});

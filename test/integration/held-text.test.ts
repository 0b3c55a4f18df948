/** Errors while somebody types: nothing in any file, list or problem jumps until the text can be read again. */
import { expect, it } from 'vitest';
import type { HotListPage } from '../../server/src/protocol/hot-lists';
import type { Overlay } from '../../server/src/protocol/overlay';
import { startSession, type Session } from './server-session';

const loops = `package app;

class Loops {
    int least(int n) {
        return n;
    }

    int much(int n) {
        int sum = 0;
        for (int i = 0; i < 1000; i++) {
            sum += i * n;
        }
        return sum;
    }

    int last(int n) {
        return much(n) + least(n);
    }
}
`;

const main = `package app;

class Main {
    public static void main(String[] args) {
        int all = new Loops().last(3);
        for (int i = 0; i < 20; i++) all += new Loops().much(i);
        System.out.println(all);
    }
}
`;

const budget = {
  format: 'jouleline-budget',
  version: 1,
  unit: 'nJ',
  budgets: [{ method: 'app.Loops.much(I)I', energy: 10 }],
};

const files = {
  'Loops.java': loops,
  'Main.java': main,
  'energy.jouleline-budget.json': JSON.stringify(budget),
};

interface Published {
  readonly uri: string;
  readonly diagnostics: readonly { readonly message: string }[];
}

function colorsOf({ lines }: Overlay): readonly string[] {
  return lines.map(({ line, step, rank }) => `${line} ${step} #${rank}`);
}

function page(session: Session): Promise<HotListPage> {
  const query = { list: 'methods', search: '', order: 'energy', isAscending: false, blocks: 'application' };
  return session.client.request('jouleline/hotList', { ...query, offset: 0, count: 100 });
}

it('a deleted brace changes no color, no list and no problem, in this file or another; an undo restores all', async () => {
  const session = await startSession({
    files,
    settings: { budget: 'energy.jouleline-budget.json', scale: 'rank' },
  });
  await session.indexed();
  session.open('Loops.java', loops);
  session.open('Main.java', main);
  const isOfRun = ({ statusTooltip }: Overlay): boolean => statusTooltip.includes('of the program');
  const before = await session.overlay('Loops.java', isOfRun);
  const caller = await session.overlay('Main.java', isOfRun);
  const listed = await page(session);
  const hover = await session.hover('Main.java', 'new Loops().last(3)');
  const published = (text: RegExp): Promise<Published> =>
    session.client.waitForNotification<Published>(
      'textDocument/publishDiagnostics',
      ({ uri, diagnostics }) =>
        uri === session.uriOf('Loops.java') && diagnostics.some(({ message }) => text.test(message)),
    );
  await published(/Over the energy budget of method/);
  // The method below is one of the headers that others need.
  session.edit('Loops.java', 'int last(int n) {', 'int last(int n) ');
  const broken = await session.overlay('Loops.java');
  expect(colorsOf(broken)).toEqual(colorsOf(before));
  expect(broken.status).toBe(`${before.status} · syntax error`);
  expect(broken.lines.filter(({ isStale }) => isStale).map(({ line }) => line)).toEqual([16]);
  await published(/as of the last text without errors$/);
  const stale = await page(session);
  expect(stale.rows).toEqual(listed.rows);
  expect(stale.provenance).toBe(`${listed.provenance}; 1 file as it was before it was edited`);
  session.edit('Main.java', 'i < 20', 'i < 20 ');
  expect(colorsOf(await session.overlay('Main.java'))).toEqual(colorsOf(caller));
  expect(await session.hover('Main.java', 'new Loops().last(3)')).toBe(hover);
  expect(await session.hover('Loops.java', 'return much(n)')).toContain('This text has a syntax error');
  session.edit('Loops.java', 'int last(int n) ', 'int last(int n) {');
  const undone = await session.overlay('Loops.java');
  expect({ ...undone, version: 0 }).toEqual({ ...before, version: 0 });
  expect((await page(session)).provenance).toBe(listed.provenance);
});

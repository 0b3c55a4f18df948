/** Files that were made for a run are removed, each whatever becomes of another. */
import { expect, test } from 'vitest';
import { removeEach, removeEachLater } from '../../server/src/tasks/cancellation';

const fails = (reason: string) => (): never => {
  throw new Error(reason);
};

test('all are removed, and the first that fails is told', () => {
  const removed: string[] = [];
  const remove = (name: string) => (): void => void removed.push(name);
  expect(() => {
    removeEach([remove('a'), fails('first'), remove('b'), fails('second'), remove('c')]);
  }).toThrow('first');
  expect(removed).toEqual(['a', 'b', 'c']);
});

test('so are those that take time', async () => {
  const removed: string[] = [];
  const remove = (name: string) => async (): Promise<void> => {
    await Promise.resolve();
    removed.push(name);
  };
  const failing = (): Promise<void> => Promise.reject(new Error('first'));
  await expect(removeEachLater([remove('a'), failing, remove('b')])).rejects.toThrow('first');
  expect(removed).toEqual(['a', 'b']);
});

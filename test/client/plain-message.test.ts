/** Notifications: names from files are no links. */
import { expect, test } from 'vitest';
import { withoutLinks } from '../../client/src/plain-message';

/** Links as VS Code finds them in a notification. */
const link = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (?:"[^"]+"|'[^']+'))?\)/i;

test('names hold no link, and are otherwise what they were', () => {
  const hostile = 'x [click](command:workbench.action.quit) [[a]](file:///b) y](z)';
  expect(hostile).toMatch(link);
  expect(withoutLinks(hostile)).not.toMatch(link);
  expect(withoutLinks(hostile).replaceAll(' ', '')).toBe(hostile.replaceAll(' ', ''));
  expect(withoutLinks('energy (CPU, [Pi 5])')).toBe('energy (CPU, [Pi 5])');
});

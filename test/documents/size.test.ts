/** Documents stay short enough to be read. With ARCHITECTURE.md, which may have 1,500 words, all have at most 28,000. */
import { expect, test } from 'vitest';
import { countWords, documents } from './documents';

test.each([
  { name: 'README.md', folder: 'README.md', most: 900 },
  { name: 'the guide', folder: 'docs/guide/', most: 6_000 },
  { name: 'all of docs/', folder: 'docs/', most: 24_700 },
])('$name has at most $most words', ({ folder, most }) => {
  const words = documents.filter(({ path }) => path.startsWith(folder)).map(({ text }) => countWords(text));
  expect(words.length).toBeGreaterThan(0);
  expect(words.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(most);
});

test('README.md shows the command that CI runs', () => {
  const readme = documents.find(({ path }) => path === 'README.md')?.text ?? '';
  expect(readme).toContain('npm ci && npm test');
});

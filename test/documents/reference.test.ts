/** The generated pages of the reference are those of the code: `npm run reference` writes them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { renderCommandsPage } from '../../scripts/commands-page';
import { contributedSchemas, renderFormatsPage, renderSchemas } from '../../scripts/formats-page';
import { renderOperationsPage } from '../../scripts/operations-page';
import { type ManifestStrings, renderSettingsPage, type SettingsManifest } from '../../scripts/settings-page';
import { root } from './documents';

const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const readJson = (path: string): unknown => JSON.parse(read(path));

test.each([
  { page: 'commands.md', render: renderCommandsPage },
  { page: 'formats.md', render: () => renderFormatsPage(read('scripts/formats-template.md')) },
  { page: 'operations.md', render: renderOperationsPage },
  {
    page: 'settings.md',
    render: () =>
      renderSettingsPage(
        readJson('package.json') as SettingsManifest,
        readJson('package.nls.json') as ManifestStrings,
      ),
  },
])('docs/reference/$page is current', ({ page, render }) => {
  expect(read(`docs/reference/${page}`), 'run npm run reference').toBe(render());
});

test.each(Object.entries(renderSchemas()))('media/schemas/%s is current', (name, text) => {
  expect(read(`media/schemas/${name}`), 'run npm run reference').toBe(text);
});

test('package.json contributes these schemas', () => {
  const { contributes } = readJson('package.json') as {
    readonly contributes: Readonly<Record<string, unknown>>;
  };
  expect(contributes['jsonValidation'], 'run npm run reference').toEqual(contributedSchemas());
});

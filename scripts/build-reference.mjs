/**
 * `npm run reference`: writes the pages of docs/reference that are made of the code: commands.md from the
 * definitions of the commands, formats.md from those of formats (and media/schemas, and what package.json says of
 * them), operations.md from the catalogue of operations, settings.md from package.json and package.nls.json.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { build } from 'esbuild';

const root = new URL('../', import.meta.url);
const { renderCommandsPage } = await load('commands-page.ts');
const { contributedSchemas, renderFormatsPage, renderSchemas } = await load('formats-page.ts');
const { renderOperationsPage } = await load('operations-page.ts');
const { renderSettingsPage } = await load('settings-page.ts');
const [manifest, strings] = await Promise.all(['package.json', 'package.nls.json'].map(readJson));
await write('commands.md', renderCommandsPage());
await write(
  'formats.md',
  renderFormatsPage(await readFile(new URL('scripts/formats-template.md', root), 'utf8')),
);
for (const [name, text] of Object.entries(renderSchemas()))
  await writeFile(new URL(`media/schemas/${name}`, root), text);
manifest.contributes.jsonValidation = contributedSchemas();
await writeFile(new URL('package.json', root), `${JSON.stringify(manifest, undefined, 2)}\n`);
await write('operations.md', renderOperationsPage());
await write('settings.md', renderSettingsPage(manifest, strings));

async function load(script) {
  const bundle = await build({
    entryPoints: [new URL(`scripts/${script}`, root).pathname],
    bundle: true,
    format: 'esm',
    platform: 'node',
    mainFields: ['module', 'main'],
    external: ['../commands/*'], // what runs a command: definitions load it on demand
    write: false,
  });
  const code = bundle.outputFiles[0]?.text ?? '';
  return import(`data:text/javascript,${encodeURIComponent(code)}`);
}

async function readJson(name) {
  return JSON.parse(await readFile(new URL(name, root), 'utf8'));
}

async function write(name, text) {
  await writeFile(new URL(`docs/reference/${name}`, root), text);
}

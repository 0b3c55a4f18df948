/**
 * `npm run demo -- [FOLDER] [--editor]`: the main job, on the bundled sample or on any folder of Java. Builds,
 * prints the hottest lines, writes a page, and says how to see it in VS Code; `--editor` opens VS Code in the browser.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

const root = fileURLToPath(new URL('..', import.meta.url));
const page = join(root, 'dist', 'demo', 'heatmap.html');
/** The folder that the user is in; npm itself goes to the package's folder. */
const here = process.env['INIT_CWD'] ?? process.cwd();

const { folder, editor } = readArguments();
run('esbuild.mjs');
const exitCode = report();
const { runEditor } = await import('./editor.mjs');
process.exitCode = editor ? await runEditor({ root, folder }) : exitCode;

function readArguments() {
  let parsed;
  try {
    parsed = parseArgs({
      allowPositionals: true,
      options: { editor: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
    });
  } catch (error) {
    fail(error.message);
  }
  const { values, positionals } = parsed;
  if (values.help) {
    console.log('npm run demo -- [FOLDER] [--editor]\n\nWithout a folder, the bundled sample is shown.');
    process.exit(0);
  }
  if (positionals.length > 1) fail('give one folder at most');
  const given = positionals[0];
  const chosen = given === undefined ? join(root, 'test', 'fixtures', 'sample') : resolve(here, given);
  if (!existsSync(chosen)) fail(`there is no folder ${chosen}`);
  if (!statSync(chosen).isDirectory()) fail(`${chosen} is not a folder`);
  return { folder: chosen, editor: values.editor };
}

/** For a shell to take as one word. */
function quote(path) {
  return /^[\w./:@%+,-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}

/** Prints the listing and writes the page in one analysis. */
function report() {
  mkdirSync(join(root, 'dist', 'demo'), { recursive: true });
  rmSync(page, { force: true });
  const path = relative(here, folder);
  const shown = path === '' ? '.' : path.startsWith('..') ? folder : path;
  const { status } = spawnSync(
    process.execPath,
    [join(root, 'dist', 'cli.js'), 'report', '--page', page, '--', shown],
    {
      cwd: here,
      stdio: 'inherit',
    },
  );
  if (!existsSync(page)) process.exit(status ?? 1);
  console.log(`
The page       ${pathToFileURL(page).href}
In VS Code     npm run package && code --install-extension dist/jouleline.vsix
In a browser   npm run demo --${folder.startsWith(join(root, 'test')) ? '' : ` ${quote(shown)}`} --editor`);
  return status ?? 1;
}

function run(script) {
  if (!existsSync(join(root, 'node_modules', 'esbuild')))
    fail('its packages are not installed: run npm ci first');
  const { status } = spawnSync(process.execPath, [join(root, script)], { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

function fail(message) {
  console.error(`demo: ${message}`);
  process.exit(2);
}

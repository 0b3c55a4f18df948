/**
 * How quiet the colors are: in files that hold less than 0.1 % of the workspace's energy, the lines in the hottest quarter
 * of the colors. `node test/bench/quiet.mjs [FOLDER…]`, after `npm run build`; without folders, five libraries whose
 * sources Maven fetches. It ends with 1 if there is such a line.
 */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { importBundled } from './bundle.mjs';
import { fetchProject, PROJECTS } from './project-sources.mjs';
import { startServer } from './server-session.mjs';
import { formatTable } from './table.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { decodePicture, judgeQuiet } = await importBundled('test/bench/quiet-files.ts');
const named = process.argv.slice(2).map((folder) => ({ name: basename(folder), folder: resolve(folder) }));
const subjects =
  named.length > 0
    ? named
    : PROJECTS.map((project) => ({
        name: `${project.name} ${project.version}`,
        folder: fetchProject(project).sources,
      }));

const percent = (share) => `${(share * 100).toFixed(1)} %`;
const rows = [];
let failures = 0;
for (const { name, folder } of subjects) {
  const found = judgeQuiet(await drawPicture(folder));
  failures += found.hotInQuiet;
  const { files, quietFiles, lines, hot, hotInQuiet, hotShare, coldShare, hatchedShare } = found;
  const shares = [hotShare, coldShare, hatchedShare].map(percent);
  rows.push([name, `${quietFiles} of ${files}`, String(hotInQuiet), `${hot} of ${lines}`, ...shares]);
}
const head = ['', 'quiet files', 'hot lines in them', 'hot lines', 'their energy', 'cold lines', 'hatched'];
console.log(formatTable(head, rows));
process.exitCode = failures === 0 ? 0 : 1;

/** The picture of all files, with the colors of the editor. */
async function drawPicture(folder) {
  const session = await startServer({
    folders: [pathToFileURL(folder).href],
    storagePath: join(root, '.cache', 'bench', 'quiet'),
  });
  await session.next('window/logMessage', ({ message }) => message.startsWith('colors go to'), true);
  const { path } = await session.request('jouleline/picture', { fresh: true });
  const bytes = gunzipSync(readFileSync(path));
  await session.stop();
  return decodePicture(new Uint8Array(bytes).buffer);
}

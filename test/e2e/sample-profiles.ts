/** The sample project with two profiles of it: as it was, and as it is after two changes. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { runCommand } from '../support/run-command';

const cli = resolve(import.meta.dirname, '../../dist/cli.js');
const main = join('src', 'main', 'java', 'skysurvey', 'Main.java');

/** Less blur, and a longer simulation: lines that use less energy, and lines that use more. */
const edits = [
  ['Blur.gaussian(frame, 3)', 'Blur.gaussian(frame, 1)'],
  ['simulation.run(2_000, 0.002)', 'simulation.run(3_000, 0.002)'],
] as const;

/** A folder with `.jouleline/profiles/before.json` and `after.json`; its text is that of the second. The caller removes it. */
export async function makeProfiledSample(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'jouleline-sample-'));
  cpSync('test/fixtures/sample', folder, { recursive: true });
  mkdirSync(join(folder, '.jouleline', 'profiles'), { recursive: true });
  await profile(folder, 'before');
  const text = readFileSync(join(folder, main), 'utf8');
  writeFileSync(
    join(folder, main),
    edits.reduce((edited, [from, to]) => edited.replace(from, to), text),
  );
  await profile(folder, 'after');
  return folder;
}

async function profile(folder: string, name: string): Promise<void> {
  const out = join('.jouleline', 'profiles', `${name}.json`);
  const given = [
    'profile',
    '--record',
    'tree',
    '--runs',
    '0',
    '--out',
    out,
    '--source',
    'src/main/java',
    '--main',
    'skysurvey.Main',
  ];
  const { status, stderr } = await runCommand(cli, given, { cwd: folder });
  if (status !== 0) throw new Error(stderr);
}

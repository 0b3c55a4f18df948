/**
 * Builds media/agent/jouleline-agent.jar from the Java sources in server/agent:
 * `node scripts/build-agent.mjs [FILE]`. Needs a JDK (9 or later) on the path.
 * The jar is kept with the sources, and says which it was built from, so that
 * building everything else needs no JDK.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { unzipSync, zipSync } from 'fflate';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The oldest Java that the agent runs on. */
const release = '8';

const sources = join(root, 'server/agent');
const manifestName = 'META-INF/MANIFEST.MF';

export const agentJar = join(root, 'media/agent/jouleline-agent.jar');

function manifest() {
  return [
    'Manifest-Version: 1.0',
    'Premain-Class: jouleline.agent.Agent',
    'Can-Redefine-Classes: false',
    'Can-Retransform-Classes: true',
    `Jouleline-Sources: ${hashSources()}`,
    '',
    '',
  ].join('\r\n');
}

/** Half a SHA-256: a line of a manifest holds 72 bytes. */
function hashSources() {
  const hash = createHash('sha256');
  for (const file of listFiles(sources, '.java'))
    hash.update(
      `${file.split(sep).join('/')}\n${readFileSync(join(sources, file), 'utf8').replaceAll('\r\n', '\n')}`,
    );
  return hash.digest('hex').slice(0, 32);
}

/** True if the jar is there and was built from the sources as they are. */
export function isAgentCurrent(path = agentJar) {
  if (!existsSync(path)) return false;
  const built = unzipSync(readFileSync(path))[manifestName];
  return (
    built !== undefined && new TextDecoder().decode(built).includes(`Jouleline-Sources: ${hashSources()}\r\n`)
  );
}

export function buildAgent(path = agentJar, javac = 'javac') {
  const work = mkdtempSync(join(tmpdir(), 'jouleline-agent-'));
  try {
    const files = listFiles(sources, '.java').map((file) => join(sources, file));
    // -Xlint:-options: newer compilers warn that 8 is old, which is why it is chosen.
    execFileSync(javac, ['--release', release, '-Xlint:-options', '-g:source,lines', '-d', work, ...files], {
      stdio: 'inherit',
    });
    const entries = { [manifestName]: entryOf(new TextEncoder().encode(manifest())) };
    for (const file of listFiles(work, '.class'))
      entries[file.split(sep).join('/')] = entryOf(readFileSync(join(work, file)));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, zipSync(entries));
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function listFiles(folder, extension) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(extension))
    .sort();
}

/** With a date that is always the same, so that the same sources give the same jar. */
function entryOf(bytes) {
  return [bytes, { mtime: '1980-01-01T12:00:00' }];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) buildAgent(process.argv[2]);

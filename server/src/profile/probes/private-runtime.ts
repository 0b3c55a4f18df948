/**
 * Makes a copy of the agent under its own name, which may change classes that are already loaded: for a JVM
 * that is attached to, and for following calls into the JDK. An agent that an earlier capture loaded stays
 * in a JVM, perhaps from another version of Jouleline, and must not get mixed up with this one.
 *
 * Sits in `profile/`. The new package name has the same length, so that nothing in a class file moves.
 */
import { zipSync } from 'fflate';
import type { RuntimePackage } from './probe-code';

const packageName = 'jouleline';

interface NamedBytes {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The oldest date that a zip file can have. The same classes give the same jar. */
const DATE = '1980-01-01T00:00:00';

export interface PrivateAgent {
  readonly jar: Uint8Array;
  readonly runtime: RuntimePackage;
}

/** The package of a private agent. `mark` is six letters or digits. */
export function runtimeNamed(mark: string): RuntimePackage {
  return `${ownName(mark)}/runtime`;
}

function ownName(mark: string): string {
  const own = `jl_${mark}`;
  if (own.length !== packageName.length) throw new Error(`${mark} has not six letters`);
  return own;
}

/** Makes the jar from the classes of the agent's own. `mark` is six characters that no other capture of the JVM has. */
export function makePrivateAgent(classes: readonly NamedBytes[], mark: string): PrivateAgent {
  const own = ownName(mark);
  const manifest = [
    'Manifest-Version: 1.0',
    `Premain-Class: ${own}.agent.Agent`,
    `Agent-Class: ${own}.agent.Agent`,
    'Can-Retransform-Classes: true',
    '',
    '',
  ].join('\r\n');
  const entries = Object.fromEntries([
    ['META-INF/MANIFEST.MF', new TextEncoder().encode(manifest)],
    ...classes.map(({ name, bytes }) => [name.replace(packageName, own), renameIn(bytes, own)] as const),
  ]);
  const jar = zipSync(entries, { level: 0, mtime: DATE });
  return { jar, runtime: runtimeNamed(mark) };
}

/** Renames the package where its name begins; messages use the word `jouleline` in other ways. */
function renameIn(bytes: Uint8Array, own: string): Uint8Array {
  const text = Buffer.from(bytes).toString('latin1');
  return Buffer.from(text.replace(/jouleline(?=[./](?:agent|runtime))/g, own), 'latin1');
}

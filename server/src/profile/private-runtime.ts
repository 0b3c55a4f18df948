/**
 * The agent under a name of its own, which may change classes that are loaded:
 * for a JVM that is attached to, and for following calls into the JDK. What
 * was loaded into a JVM for an earlier recording stays, perhaps of another
 * version of Jouleline, and must not be mixed up with it.
 *
 * Sits in `profile/`. A name of the same length stands in the place of the
 * package's, so that nothing in a class file moves.
 */
import { type NamedBytes, writeZip } from '../classfile/write-zip';
import type { RuntimePackage } from './probe-code';

const packageName = 'jouleline';

export interface PrivateAgent {
  readonly jar: Uint8Array;
  readonly runtime: RuntimePackage;
}

/** `mark`: six letters or digits. */
export function runtimeNamed(mark: string): RuntimePackage {
  return `${ownName(mark)}/runtime`;
}

function ownName(mark: string): string {
  const own = `jl_${mark}`;
  if (own.length !== packageName.length) throw new Error(`${mark} has not six letters`);
  return own;
}

/** `classes`: of the agent's jar. `mark`: of six, that no other recording of the JVM has. */
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
  const renamed = classes.map(({ name, bytes }) => ({
    name: name.replace(packageName, own),
    bytes: renameIn(bytes, own),
  }));
  const jar = writeZip([
    { name: 'META-INF/MANIFEST.MF', bytes: new TextEncoder().encode(manifest) },
    ...renamed,
  ]);
  return { jar, runtime: runtimeNamed(mark) };
}

/** Where the name of a package begins; messages say `jouleline` in other ways. */
function renameIn(bytes: Uint8Array, own: string): Uint8Array {
  const text = Buffer.from(bytes).toString('latin1');
  return Buffer.from(text.replace(/jouleline(?=[./](?:agent|runtime))/g, own), 'latin1');
}

/** The agent under another name, as a JVM and this project's own reader see it. */
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { readClass } from '../../server/src/classfile/read/read-class';
import { readAgentClasses } from '../../server/src/host/files/bundled-media';
import { makePrivateAgent } from '../../server/src/profile/probes/private-runtime';
import { must } from '../classfile/jdk-modules';

const classes = readAgentClasses(join(import.meta.dirname, '../../media'));

describe('an agent with a name of its own', () => {
  const { jar, runtime } = makePrivateAgent(classes, 'aB3xYz');
  const entries = Object.entries(unzipSync(jar));

  it('has every class of the agent, and none by its old name', () => {
    expect(runtime).toBe('jl_aB3xYz/runtime');
    const names = entries.flatMap(([name, bytes]) =>
      name.endsWith('.class') ? [`${must(readClass(bytes)).name}.class` === name] : [],
    );
    expect(names).toEqual(classes.map(() => true));
    const texts = entries.map(([, bytes]) => Buffer.from(bytes).toString('latin1'));
    expect(texts.filter((text) => /jouleline[./](?:agent|runtime)/.test(text))).toEqual([]);
    expect(texts.some((text) => text.includes('jouleline: '))).toBe(true);
  });

  it('says in its manifest what a JVM is to call', () => {
    const manifest = Buffer.from(unzipSync(jar)['META-INF/MANIFEST.MF'] ?? []).toString();
    expect(manifest).toContain('Agent-Class: jl_aB3xYz.agent.Agent\r\n');
    expect(manifest).toContain('Can-Retransform-Classes: true\r\n');
  });
});

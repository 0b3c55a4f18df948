/** The Java agent that is shipped against its sources. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { readClass } from '../../server/src/classfile/read/read-class';
import { must } from '../classfile/jdk-modules';
import { agentJar, buildAgent, isAgentCurrent } from '../../scripts/build-agent.mjs';
import { findJdks } from '../support/jdks';
import { makeTemporaryFolder } from '../support/temporary-folder';

it('was built from the sources as they are (node scripts/build-agent.mjs)', () => {
  expect(isAgentCurrent()).toBe(true);
});

it('holds the classes that the sources compile to, and nothing else', () => {
  const entries = Object.entries(unzipSync(readFileSync(agentJar)));
  const shipped = entries.filter(([name]) => name !== 'META-INF/MANIFEST.MF').sort();
  // Compilers of other versions write a few classes otherwise: one of them made the jar.
  const isMadeBy = (javac: string): boolean => {
    const built = join(makeTemporaryFolder(), 'agent.jar');
    buildAgent(built, javac);
    const classes = Object.entries(unzipSync(readFileSync(built)));
    const compiled = classes.filter(([name]) => name.endsWith('.class')).sort();
    return isDeepStrictEqual(compiled, shipped);
  };
  expect(findJdks().some(({ home }) => isMadeBy(join(home, 'bin/javac')))).toBe(true);
});

it('runs on Java 8 and later', () => {
  const entries = Object.entries(unzipSync(readFileSync(agentJar)));
  const classes = entries.filter(([name]) => name.endsWith('.class'));
  expect(classes.length).toBeGreaterThan(5);
  for (const [name, bytes] of classes)
    expect([name, must(readClass(bytes)).majorVersion]).toEqual([name, 52]);
});

it('asks for no more than it needs', () => {
  const manifest = new TextDecoder().decode(
    unzipSync(readFileSync(join(agentJar)))['META-INF/MANIFEST.MF'] ?? new Uint8Array(),
  );
  expect(manifest).toContain('Can-Redefine-Classes: false');
  expect(manifest).toContain('Premain-Class: jouleline.agent.Agent');
});

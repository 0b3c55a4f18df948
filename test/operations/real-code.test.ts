import { describe, expect, test } from 'vitest';
import { disassembleCode } from './bytecode-counts';
import { jdks, openModules, sample } from '../classfile/jdk-modules';
import { readModuleSources } from '../support/jdk-sources';
import { compareCounts, type Comparison } from './against-javac';
import { extractText, platformOf } from './extract-text';

const MODULE = 'java.xml';
const FILES = 12;

/**
 * Code that nobody here wrote, against the class files that its JDK ships.
 * What the class files hold beyond it is javac's: `finally` and lock exits once
 * more for exceptions, initializers once more for each further constructor.
 */
describe.each(jdks.filter((jdk) => jdk.sources !== undefined))(`${MODULE} of JDK $version`, (jdk) => {
  test('holds the operations that its sources say', { timeout: 120_000 }, () => {
    const classes = openModules(jdk)
      .listClasses()
      .filter((entry) => entry.module === MODULE);
    const sources = readModuleSources(jdk, MODULE, (path) => !path.endsWith('-info.java'));
    const compared = sample(
      sources.filter(({ text }) => text.length > 4000),
      FILES,
    ).map(({ path, text }) => {
      const name = path.slice(MODULE.length + 1, -'.java'.length);
      const own = classes.filter((entry) => entry.name === name || entry.name.startsWith(`${name}$`));
      const compiled = disassembleCode(
        jdk,
        MODULE,
        own.map((entry) => entry.name),
      );
      // javac numbers anonymous classes over the whole file, the typer over each body.
      const members = extractText(text, platformOf(jdk), path).filter(({ key }) => !/\$\d/.test(key));
      return compareCounts(members, compiled);
    });
    const total = (part: keyof Omit<Comparison, 'differences'>): number =>
      compared.reduce((sum, comparison) => sum + comparison[part], 0);
    expect(total('fromSource')).toBeGreaterThan(1000);
    expect(total('agreed') / total('fromSource')).toBeGreaterThan(0.99);
    expect(total('agreed') / total('fromBytecode')).toBeGreaterThan(0.97);
  });
});

/**
 * Source against class files on fixed packages of java.base, with the floors
 * that all of it has to reach (docs/research/accuracy.md): the part of
 * `test/bench/agreement.mjs` that is quick enough for each change.
 */
import { describe, expect, it } from 'vitest';
import { checkTypes } from './check-types';
import { openClassContainer } from './class-container';
import { jdks, modulesOf, must } from '../classfile/jdk-modules';
import { platformOf } from '../operations/extract-text';
import { readModuleSources } from '../support/jdk-sources';
import { AGREEMENT_TARGETS, MOST_SET_ASIDE } from '../bench/agreement-targets.mjs';

/** Numbers, bytes, text with its switches, lambdas of patterns. */
const PACKAGES = ['java/math', 'java/text', 'java/util/zip', 'java/util/jar', 'java/util/regex'];

describe.runIf(jdks.some(({ sources }) => sources !== undefined))('packages of java.base', () => {
  it.each(jdks.filter(({ sources }) => sources !== undefined))(
    'agree as all of it has to: JDK $version',
    { timeout: 120_000 },
    (jdk) => {
      const isChosen = (place: string): boolean =>
        PACKAGES.includes(place.slice(0, Math.max(0, place.lastIndexOf('/'))));
      const { classes } = must(openClassContainer(modulesOf(jdk.home), 'java.base'));
      const { groups, setAside, files, mismatched } = checkTypes({
        files: readModuleSources(jdk, 'java.base', (path) => isChosen(path.slice('java.base/'.length))),
        classes: classes.filter(({ name }) => isChosen(name)),
        libraries: platformOf(jdk),
      });
      expect(files.compared).toBeGreaterThan(80);
      expect(mismatched).toEqual([]);
      for (const [group, [recall, precision]] of AGREEMENT_TARGETS) {
        expect(groups[group].bytecode, group).toBeGreaterThan(50);
        expect(groups[group].recall, group).toBeGreaterThanOrEqual(recall);
        expect(groups[group].precision, group).toBeGreaterThanOrEqual(precision);
      }
      expect(setAside.share).toBeLessThanOrEqual(MOST_SET_ASIDE);
    },
  );
});

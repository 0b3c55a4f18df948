import { describe, expect, it } from 'vitest';
import { classesAsLoaded, namesOfClasses } from '../../server/src/profile/probes/attached-classes';
import { findJdks } from '../support/jdks';
import { compile } from './compile-program';

const jdk = findJdks()[0];

describe.runIf(jdk !== undefined)('the classes of a running program', () => {
  const build = (
    body: string,
  ): { readonly place: string; readonly name: string; readonly bytes: Uint8Array }[] =>
    jdk === undefined
      ? []
      : compile(
          jdk,
          'A',
          `class A { int f() { ${body} } } class B { int g() { return 3; } } class C {}`,
        ).classes.map(({ name, bytes }) => ({ place: `classes: ${name}`, name, bytes }));
  it('are those that are loaded, and the others of the class path', () => {
    const [onClassPath, running] = [build('return 1;'), build('return 2;')];
    expect([...namesOfClasses([...onClassPath, { place: 'odd', bytes: Uint8Array.of(1) }])].sort()).toEqual([
      'A',
      'B',
      'C',
    ]);
    const { classes } = classesAsLoaded(
      onClassPath,
      running.filter(({ name }) => name !== 'C'),
    );
    expect(classes.map(({ bytes }) => bytes)).toEqual(
      [...running.filter(({ name }) => name !== 'C'), ...onClassPath.filter(({ name }) => name === 'C')].map(
        ({ bytes }) => bytes,
      ),
    );
  });

  it('are changed where their code is another', () => {
    const [onClassPath, running] = [build('return 1;'), build('return 2;')];
    expect(classesAsLoaded(onClassPath, running).changed).toEqual(['A']);
    expect(classesAsLoaded(onClassPath, onClassPath).changed).toEqual([]);
    // Of two loaders' classes both have to be as they lie there.
    expect(classesAsLoaded(onClassPath, [...onClassPath, ...running]).changed).toEqual(['A']);
  });
});

/** The twin of a JVM: the same options, wherever they came from, and nothing of the program. */
import { expect, it } from 'vitest';
import { twinOf } from '../../server/src/runs/java-main';

const launch = { home: '/jdk', folder: '/work', classPath: 'a.jar:bin', options: ['-Xint', '-Dx=y z'] };
const program = {
  command: './run.sh',
  arguments: ['password'],
  folder: '/elsewhere',
  environment: { PATH: '/bin', JAVA_TOOL_OPTIONS: '-Xint', JDK_JAVA_OPTIONS: '-Dx="y z"', CLASSPATH: 'old' },
};

it('a twin has the JVM, its folder and its options once, and an empty main behind its class path', () => {
  expect(twinOf(program, launch, ':', '/cache/baseline')).toEqual({
    command: '/jdk/bin/java',
    arguments: ['-Xint', '-Dx=y z', '-cp', 'a.jar:bin:/cache/baseline', 'JoulelineBaseline'],
    folder: '/work',
    environment: { PATH: '/bin' },
  });
});

it('a twin is observed as the program is, and has no path and no property that the launcher made for the program', () => {
  const java = { release: 25, through: 'arguments' } as const;
  const options = [
    '--module-path=mods',
    '-Djdk.module.main=m',
    '-Dsun.java.command=m/p.Work',
    '-Djava.class.path=',
  ];
  const twin = twinOf({ ...program, java }, { ...launch, classPath: '', options }, ';', 'C:\\baseline');
  expect(twin.java).toEqual(java);
  // An empty element of a class path would be the working folder.
  expect(twin.arguments).toEqual(['--module-path=mods', '-cp', 'C:\\baseline', 'JoulelineBaseline']);
});

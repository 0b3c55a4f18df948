/** Counting in JVMs as they are: modules, class loaders, archives of classes, other agents. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { findJdks, quickTool } from '../support/jdks';
import { type Outcome, outputOf, runCommand } from '../support/run-command';
import { makeTemporaryFolder } from '../support/temporary-folder';

const cli = resolve(import.meta.dirname, '../../dist/cli.js');
const jdks = findJdks();

const sources = {
  'src/module-info.java': 'module counted { exports app; }',
  'src/app/Main.java': `package app;
import java.net.*;
import java.nio.file.*;
public class Main {
  static class Isolated extends ClassLoader {
    Isolated() { super(null); }
    @Override protected Class<?> findClass(String name) throws ClassNotFoundException {
      try (var in = Main.class.getResourceAsStream("/" + name.replace('.', '/') + ".class")) {
        byte[] bytes = in.readAllBytes();
        return defineClass(name, bytes, 0, bytes.length);
      } catch (java.io.IOException e) { throw new ClassNotFoundException(name, e); }
    }
  }
  /** Finds the JDK's classes and its own, and nothing that was added to the JDK's. */
  static class Closed extends Isolated {
    @Override protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (name.startsWith("jouleline.")) throw new ClassNotFoundException(name);
      return name.startsWith("java.") ? super.loadClass(name, resolve) : findClass(name);
    }
  }
  public static void main(String[] arguments) throws Exception {
    System.out.println(Main.class.getModule().isNamed() + " " + Worker.work(3));
    for (ClassLoader loader : new ClassLoader[] { new Isolated(), new Isolated() })
      Class.forName("app.Worker", true, loader).getMethod("work", int.class).invoke(null, 5);
    if (arguments.length > 0) Class.forName("app.Hidden", true, new Closed()).getMethod("work").invoke(null);
  }
}
`,
  'src/app/Worker.java': `package app;
public class Worker { public static int work(int n) { int sum = 0; for (int i = 0; i < n; i++) sum += i; return sum; } }
`,
  'src/app/Hidden.java': `package app;
public class Hidden { public static void work() { System.out.println("hidden"); } }
`,
  'agent/other/Other.java': `package other;
import java.lang.instrument.*;
import java.security.ProtectionDomain;
/** Changes a class as tools for coverage and mocks do, and keeps a thread for the end. */
public class Other implements ClassFileTransformer {
  public static void premain(String argument, Instrumentation instrumentation) {
    Runtime.getRuntime().addShutdownHook(new Thread(() -> { }));
    instrumentation.addTransformer(new Other());
  }
  @Override public byte[] transform(ClassLoader loader, String name, Class<?> c, ProtectionDomain d, byte[] bytes) {
    if (!"app/Worker".equals(name)) return null;
    System.out.println("seen");
    byte[] changed = bytes.clone();
    changed[5] = 1; // the minor version, which Java 8 to 11 may have
    return changed;
  }
}
`,
};

interface Program {
  readonly folder: string;
  readonly java: string;
  readonly profile: (
    command: readonly string[],
    environment?: Readonly<Record<string, string>>,
  ) => Promise<Outcome>;
  readonly calls: (name: string) => Promise<number | undefined>;
}

async function prepare(home: string): Promise<Program> {
  const folder = makeTemporaryFolder(sources);
  const javac = async (...args: readonly string[]): Promise<void> => {
    await outputOf(join(home, 'bin/javac'), [...quickTool, '-g', '-Xlint:-options', ...args], {
      cwd: folder,
    });
  };
  await javac(
    '--release',
    '11',
    '-d',
    'classes',
    ...['Main', 'Worker', 'Hidden'].map((name) => `src/app/${name}.java`),
    'src/module-info.java',
  );
  await javac('-d', 'other', 'agent/other/Other.java');
  const manifest = 'Manifest-Version: 1.0\r\nPremain-Class: other.Other\r\n\r\n';
  const agent = {
    'META-INF/MANIFEST.MF': new TextEncoder().encode(manifest),
    'other/Other.class': readFileSync(join(folder, 'other/other/Other.class')),
  };
  writeFileSync(join(folder, 'other.jar'), zipSync(agent));
  const run = (
    args: readonly string[],
    environment: Readonly<Record<string, string>> = {},
  ): Promise<Outcome> => runCommand(cli, args, { cwd: folder, env: { ...process.env, ...environment } });
  const java = join(home, 'bin/java');
  return {
    folder,
    java,
    profile: (command, environment) =>
      run(
        ['profile', '--runs', '0', '--class-path', 'classes', '--out', 'profile.json', '--', ...command],
        environment,
      ),
    calls: async (name) => {
      const { methods } = JSON.parse((await run(['counts', 'profile.json', '--json'])).stdout) as {
        methods: readonly { name: string; class: string; calls: number }[];
      };
      return methods.find((method) => `${method.class}.${method.name}` === name)?.calls;
    },
  };
}

describe.runIf(jdks.length > 0)('counting', () => {
  test.each(jdks)(
    'works in a named module, and in class loaders that load again (JDK $version)',
    async ({ home }) => {
      const { java, profile, calls } = await prepare(home);
      const done = await profile([java, '-Xverify:all', '-p', 'classes', '-m', 'counted/app.Main']);
      expect([done.status, done.stdout]).toEqual([0, 'true 3\n']);
      expect(await calls('app/Worker.work')).toBe(3);
    },
  );

  test.each(jdks)(
    'leaves classes alone that would not find the runtime, and names them (JDK $version)',
    async ({ home }) => {
      const { java, profile, calls } = await prepare(home);
      const done = await profile([java, '-cp', 'classes', 'app.Main', 'closed']);
      expect(done.stdout).toBe('false 3\nhidden\n');
      expect([done.status, done.stderr]).toEqual([1, expect.stringContaining('app/Hidden was not counted')]);
      expect(await calls('app/Worker.work')).toBe(3);
    },
  );

  test.each(jdks)('works with an archive of classes (JDK $version)', async ({ home }) => {
    const { folder, java, profile, calls } = await prepare(home);
    const classes = ['Main', 'Main$Isolated', 'Main$Closed', 'Worker', 'Hidden'].map(
      (name) => `app/${name}.class`,
    );
    const jar = zipSync(
      Object.fromEntries(classes.map((name) => [name, readFileSync(join(folder, 'classes', name))])),
    );
    writeFileSync(join(folder, 'app.jar'), jar);
    const options = ['-cp', 'app.jar', 'app.Main'];
    await outputOf(java, ['-XX:ArchiveClassesAtExit=app.jsa', ...options], { cwd: folder });
    const done = await profile([java, '-XX:SharedArchiveFile=app.jsa', '-Xshare:auto', ...options]);
    expect([done.status, done.stdout.endsWith('false 3\n')]).toEqual([0, true]);
    expect(await calls('app/Worker.work')).toBe(3);
  });

  test.each(jdks)(
    'is not disturbed by an agent that comes after, and comes before one of the environment (JDK $version)',
    async ({ home }) => {
      const { java, profile, calls } = await prepare(home);
      const after = await profile([java, '-javaagent:other.jar', '-cp', 'classes', 'app.Main']);
      expect([after.status, after.stdout]).toEqual([0, expect.stringContaining('seen')]);
      expect(await calls('app/Worker.work')).toBe(3);
      const options = { JAVA_TOOL_OPTIONS: '-javaagent:other.jar' };
      const environment = await profile([java, '-cp', 'classes', 'app.Main'], options);
      expect([environment.status, environment.stdout]).toEqual([0, expect.stringContaining('seen')]);
      expect(await calls('app/Worker.work')).toBe(3);
    },
  );
});

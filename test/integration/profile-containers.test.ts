/** Counting where class loaders and agents of real products are at work, as the user's own Maven fetches them. */
import { readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { unzipSync, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { findTool } from '../../scripts/tools.mjs';
import { findJdks, quickTool } from '../support/jdks';
import { mavenJar } from '../support/maven';
import { type Outcome, outputOf, runCommand } from '../support/run-command';
import { makeTemporaryFolder } from '../support/temporary-folder';

const cli = resolve(import.meta.dirname, '../../dist/cli.js');
const jdks = findTool('Maven') === undefined ? [] : findJdks();

const sources = {
  'app/Worker.java': `package app;
public class Worker {
  public int work(int n) { int sum = 0; for (int i = 0; i < n; i++) sum += step(i); return sum; }
  int step(int i) { return i; }
}
`,
  'app/Main.java': `package app;
public class Main {
  public static void main(String[] arguments) { System.out.println(new Worker().work(5) + " " + Main.class.getClassLoader().getClass().getSimpleName()); }
}
`,
  'app/Activator.java': `package app;
import org.osgi.framework.*;
public class Activator implements BundleActivator {
  public void start(BundleContext context) { System.out.println(new Worker().work(5) + " " + getClass().getClassLoader().getClass().getSimpleName()); }
  public void stop(BundleContext context) { }
}
`,
  'host/Host.java': `package host;
import java.io.File;
import java.util.*;
import org.osgi.framework.*;
import org.osgi.framework.launch.*;
public class Host {
  public static void main(String[] arguments) throws Exception {
    Map<String, String> configuration = new HashMap<>();
    configuration.put("org.osgi.framework.storage", arguments[1]);
    Framework framework = ServiceLoader.load(FrameworkFactory.class).iterator().next().newFramework(configuration);
    framework.start();
    framework.getBundleContext().installBundle(new File(arguments[0]).toURI().toString()).start();
    framework.stop();
    framework.waitForStop(10000);
  }
}
`,
  'app/Mocking.java': `package app;
import org.mockito.Mockito;
public class Mocking {
  public static void main(String[] arguments) {
    int first = new Worker().work(5);
    Worker mock = Mockito.mock(Worker.class);
    Mockito.when(mock.work(3)).thenReturn(77);
    System.out.println(first + " " + mock.work(3) + " " + new Worker().work(5));
  }
}
`,
};

interface Project {
  readonly folder: string;
  readonly java: string;
  readonly compile: (classPath: readonly string[], ...names: readonly string[]) => Promise<void>;
  readonly zip: (
    name: string,
    files: Readonly<Record<string, string>>,
    manifest: string,
    others?: Readonly<Record<string, Uint8Array>>,
  ) => void;
  /** Runs a command under `profile`, and gives what it printed and the calls of `Worker.work` and `Worker.step`. */
  readonly profile: (
    classes: string,
    command: readonly string[],
    environment?: Readonly<Record<string, string>>,
  ) => Promise<{ readonly stdout: string; readonly calls: readonly unknown[] }>;
}

function prepare(home: string): Project {
  const folder = makeTemporaryFolder(sources);
  const java = join(home, 'bin/java');
  const run = (
    args: readonly string[],
    environment: Readonly<Record<string, string>> = {},
  ): Promise<Outcome> => runCommand(cli, args, { cwd: folder, env: { ...process.env, ...environment } });
  return {
    folder,
    java,
    compile: async (classPath, ...names) => {
      const options = [
        '-g',
        '-Xlint:-options',
        '--release',
        '17',
        '-cp',
        ['classes', ...classPath].join(delimiter),
      ];
      await outputOf(
        join(home, 'bin/javac'),
        [...quickTool, ...options, '-d', 'classes', ...names.map((name) => `${name}.java`)],
        { cwd: folder },
      );
    },
    zip: (name, files, manifest, others = {}) => {
      const text = new TextEncoder().encode(`Manifest-Version: 1.0\r\n${manifest}\r\n`);
      const entries = Object.entries(files).map(
        ([to, from]) => [to, new Uint8Array(readFileSync(join(folder, from)))] as const,
      );
      const content = { 'META-INF/MANIFEST.MF': text, ...others, ...Object.fromEntries(entries) };
      writeFileSync(join(folder, name), zipSync(content, { level: 0 }));
    },
    profile: async (classes, command, environment = {}) => {
      const done = await run(
        [
          'profile',
          '--exact-threads',
          '--runs',
          '0',
          '--class-path',
          classes,
          '--out',
          'profile.json',
          '--',
          ...command,
        ],
        environment,
      );
      if (done.status !== 0) throw new Error(`${done.stdout}${done.stderr}`);
      const { methods } = JSON.parse((await run(['counts', 'profile.json', '--json'])).stdout) as {
        methods: readonly { readonly name: string; readonly class: string; readonly calls: number }[];
      };
      const callsOf = (name: string): unknown =>
        methods.find((method) => method.class === 'app/Worker' && method.name === name)?.calls;
      return { stdout: done.stdout, calls: [callsOf('work'), callsOf('step')] };
    },
  };
}

const jarOf = (coordinates: string): string => mavenJar(coordinates) ?? '';

describe.runIf(jdks.length > 0)('counting works', () => {
  test.each(jdks)(
    'in a jar of Spring Boot, whose loader finds classes in it (JDK $version)',
    async ({ home }) => {
      const { java, compile, zip, profile } = prepare(home);
      await compile([], 'app/Worker', 'app/Main');
      const classes = ['Worker', 'Main'].map((name) => [
        `BOOT-INF/classes/app/${name}.class`,
        `classes/app/${name}.class`,
      ]);
      const loader = unzipSync(readFileSync(jarOf('org.springframework.boot:spring-boot-loader:3.3.5')));
      const others = {
        // Its launcher looks for the folder, not for what lies in it.
        'BOOT-INF/classes/': new Uint8Array(0),
        ...Object.fromEntries(Object.entries(loader).filter(([name]) => name.startsWith('org/'))),
      };
      const manifest =
        'Main-Class: org.springframework.boot.loader.launch.JarLauncher\r\nStart-Class: app.Main\r\nSpring-Boot-Classes: BOOT-INF/classes/\r\nSpring-Boot-Lib: BOOT-INF/lib/\r\n';
      zip('boot.jar', Object.fromEntries(classes) as Record<string, string>, manifest, others);
      const { stdout, calls } = await profile('boot.jar', [java, '-jar', 'boot.jar']);
      expect([stdout, calls]).toEqual(['10 LaunchedClassLoader\n', [1, 5]]);
    },
  );

  test.each(jdks)('in a bundle of OSGi, in Felix (JDK $version)', async ({ home }) => {
    const { java, compile, zip, profile } = prepare(home);
    const felix = jarOf('org.apache.felix:org.apache.felix.framework:7.0.5');
    await compile([felix], 'app/Worker', 'app/Activator', 'host/Host');
    const names = ['Worker', 'Activator'].map((name) => [`app/${name}.class`, `classes/app/${name}.class`]);
    const manifest =
      'Bundle-ManifestVersion: 2\r\nBundle-SymbolicName: app\r\nBundle-Version: 1.0.0\r\nBundle-Activator: app.Activator\r\nImport-Package: org.osgi.framework\r\n';
    zip('bundle.jar', Object.fromEntries(names) as Record<string, string>, manifest);
    zip('host.jar', { 'host/Host.class': 'classes/host/Host.class' }, '');
    const command = [java, '-cp', `host.jar${delimiter}${felix}`, 'host.Host', 'bundle.jar', 'cache'];
    const { stdout, calls } = await profile('bundle.jar', command);
    expect([stdout, calls]).toEqual(['10 BundleClassLoader\n', [1, 5]]);
  });

  test.each(jdks)(
    'with mocks that Mockito puts into classes of the program (JDK $version)',
    async ({ home }) => {
      const { java, compile, profile } = prepare(home);
      const mockito = [
        'org.mockito:mockito-core:5.14.2',
        'net.bytebuddy:byte-buddy:1.15.4',
        'net.bytebuddy:byte-buddy-agent:1.15.4',
        'org.objenesis:objenesis:3.3',
      ].map(jarOf);
      await compile(mockito, 'app/Worker', 'app/Mocking');
      const classPath = ['classes', ...mockito].join(delimiter);
      for (const agent of [[], [`-javaagent:${mockito[0] ?? ''}`]]) {
        const { stdout, calls } = await profile('classes', [
          java,
          ...agent,
          '-Dnet.bytebuddy.experimental=true',
          '-cp',
          classPath,
          'app.Mocking',
        ]);
        // A call of a mock enters the method, and is answered before its code runs: Mockito's is in front of it.
        expect(stdout).toContain('10 77 10\n');
        expect(calls).toEqual([2, 10]);
      }
    },
  );

  test.each(jdks.slice(0, 1))(
    'with the agent of JaCoCo on the command line and in the environment (JDK $version)',
    async ({ home }) => {
      const { java, compile, profile } = prepare(home);
      await compile([], 'app/Worker', 'app/Main');
      const jacoco = `-javaagent:${jarOf('org.jacoco:org.jacoco.agent:0.8.12:runtime')}=destfile=jacoco.exec`;
      const after = await profile('classes', [java, jacoco, '-cp', 'classes', 'app.Main']);
      expect([after.stdout, after.calls]).toEqual(['10 AppClassLoader\n', [1, 5]]);
      const command = [java, '-cp', 'classes', 'app.Main'];
      const first = await profile('classes', command, { JAVA_TOOL_OPTIONS: jacoco });
      expect([first.stdout, first.calls]).toEqual(['10 AppClassLoader\n', [1, 5]]);
    },
  );
});

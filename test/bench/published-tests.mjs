/**
 * Libraries whose tests are published, and what runs them: the user's own
 * Maven fetches both. For benches that hold a library's tests against what was
 * done to its classes.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, delimiter, join } from 'node:path';

const CONSOLE = 'org.junit.platform:junit-platform-console-standalone:1.10.3';

/** With what else their tests use, and the packages of java.base that their own builds open for them. */
export const LIBRARIES = [
  {
    coordinates: 'org.apache.commons:commons-lang3:3.17.0',
    others: [
      'org.apache.commons:commons-text:1.12.0',
      'org.junit.jupiter:junit-jupiter:5.10.3',
      'org.junit-pioneer:junit-pioneer:1.9.1',
      'org.easymock:easymock:5.4.0',
      'org.hamcrest:hamcrest:3.0',
      'com.google.code.findbugs:jsr305:3.0.2',
      'org.apache.bcel:bcel:6.10.0',
    ],
    opened: ['lang', 'lang.invoke', 'lang.reflect', 'time', 'time.chrono', 'util', 'util.concurrent'],
  },
  {
    coordinates: 'org.apache.commons:commons-math3:3.6.1',
    others: ['junit:junit:4.13.2'],
    opened: [],
  },
  {
    coordinates: 'org.apache.commons:commons-text:1.12.0',
    others: [
      'org.apache.commons:commons-lang3:3.14.0',
      'org.junit.jupiter:junit-jupiter:5.10.3',
      'org.assertj:assertj-core:3.25.3',
      'commons-io:commons-io:2.16.1',
      'org.apache.commons:commons-rng-simple:1.5',
      'org.mockito:mockito-inline:4.11.0',
    ],
    opened: [],
  },
  {
    coordinates: 'org.apache.commons:commons-collections4:4.4',
    others: [
      'junit:junit:4.13.2',
      'org.easymock:easymock:5.4.0',
      'org.apache.commons:commons-lang3:3.9',
      'commons-codec:commons-codec:1.12',
    ],
    opened: [],
  },
  {
    coordinates: 'commons-codec:commons-codec:1.17.1',
    others: [
      'org.junit.jupiter:junit-jupiter:5.10.3',
      'org.apache.commons:commons-lang3:3.14.0',
      'commons-io:commons-io:2.16.1',
    ],
    opened: [],
  },
];

/** The library, its tests, and what they use, in `work`; also its jars of other classifiers. */
export function fetchLibrary({ coordinates, others, opened, classifiers = [] }, work) {
  const folder = join(work, 'libs');
  mkdirSync(folder, { recursive: true });
  const own = ['tests', ...classifiers].map((classifier) => `${coordinates}:${classifier}`);
  const artifacts = [coordinates, ...own, ...others, CONSOLE];
  const dependencies = artifacts.map((each) => {
    const [group, artifact, version, classifier] = each.split(':');
    const kind = classifier === undefined ? '' : `<classifier>${classifier}</classifier>`;
    return `<dependency><groupId>${group}</groupId><artifactId>${artifact}</artifactId><version>${version}</version>${kind}</dependency>`;
  });
  const pom = `<project><modelVersion>4.0.0</modelVersion><groupId>own</groupId><artifactId>tests</artifactId><version>1</version><dependencies>${dependencies.join('')}</dependencies></project>`;
  writeFileSync(join(work, 'pom.xml'), pom);
  const copy = 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy-dependencies';
  run('mvn', ['-q', '-B', '-f', join(work, 'pom.xml'), copy, `-DoutputDirectory=${folder}`], work);
  const jars = readdirSync(folder).map((name) => join(folder, name));
  const [, name, version] = coordinates.split(':');
  const jarOf = (end) => jars.find((jar) => jar.endsWith(end)) ?? '';
  return {
    name,
    version,
    opened,
    subject: jarOf(`${name}-${version}.jar`),
    tests: jarOf(`${name}-${version}-tests.jar`),
    sources: jarOf(`${name}-${version}-sources.jar`),
    testSources: jarOf(`${name}-${version}-test-sources.jar`),
    runner: jarOf(`${CONSOLE.split(':')[1]}-${CONSOLE.split(':')[2]}.jar`),
    classPath: jars.filter((jar) => !/junit-(?:jupiter|platform)/.test(jar)),
  };
}

/** How each test ended, by its name; `first` goes before the library on the class path. Prints a line. */
export function runTests(library, what, work, given = {}) {
  return runTestsWhole(library, what, work, given).ended;
}

/** Also what the JVM printed, its exit code, and the folder of the reports. Classes that match `without` are left out. */
export function runTestsWhole(
  library,
  what,
  work,
  { options = [], first = [], java = 'java', opens = true, without } = {},
) {
  const reports = join(work, what);
  const opened = !opens
    ? []
    : library.opened.flatMap((name) => ['--add-opens', `java.base/java.${name}=ALL-UNNAMED`]);
  const classPath = [...first, ...library.classPath].join(delimiter);
  const left = without === undefined ? [] : ['--exclude-classname', without];
  const given = ['execute', '-cp', classPath, '--scan-class-path', library.tests, ...left];
  const started = performance.now();
  const locale = ['-Duser.language=en', '-Duser.region=US', '-Dfile.encoding=UTF-8'];
  const shown = ['--details=none', '--reports-dir', reports];
  const done = run(
    java,
    [...options, ...opened, ...locale, '-jar', library.runner, ...given, ...shown],
    work,
  );
  const seconds = (performance.now() - started) / 1000;
  const ended = new Map();
  for (const report of readdirSync(reports).filter((name) => name.endsWith('.xml'))) {
    const text = readFileSync(join(reports, report), 'utf8');
    for (const [, name, owner, end, body = ''] of text.matchAll(
      /<testcase name="([^"]*)" classname="([^"]*)"[^>]*?(\/)?>(?:([\s\S]*?)<\/testcase>)?/g,
    )) {
      const kind = end === '/' ? 'passed' : (/<(failure|error|skipped)/.exec(body)?.[1] ?? 'passed');
      const id = /unique-id: (.*)/.exec(body)?.[1] ?? `${owner}.${name}`;
      ended.set(id, kind);
    }
  }
  if (ended.size === 0) {
    const said = `${done.stdout}${done.stderr}`.slice(-2000);
    throw new Error(`${library.name}, ${what}: no test ran (${done.signal ?? done.status}): ${said}`);
  }
  const kinds = [...ended.values()];
  const count = (kind) => `${kinds.filter((each) => each === kind).length} ${kind}`;
  const figures = ['passed', 'failure', 'error', 'skipped'].map(count).join(', ');
  console.log(`${library.name}, ${what}: ${figures}, ${seconds.toFixed(0)} s`);
  return { ended, status: done.signal ?? done.status, said: `${done.stdout}${done.stderr}`, reports };
}

/** The tests that end otherwise, each with both ends. */
export function differingTests(one, other) {
  const names = new Set([...one.keys(), ...other.keys()]);
  return [...names].flatMap((name) =>
    one.get(name) === other.get(name) ? [] : [`${name}: ${one.get(name)} and ${other.get(name)}`],
  );
}

/** Tests that fail are no failure of what runs them. */
export function run(command, args, folder) {
  const done = spawnSync(command, args, { encoding: 'utf8', maxBuffer: 1 << 28, cwd: folder });
  if (done.error !== undefined) throw new Error(`${command} can't be run: ${done.error.message}`);
  if (done.status !== 0 && basename(command, '.exe') !== 'java')
    throw new Error(`${command}: ${done.stdout}${done.stderr}`);
  return done;
}

/**
 * The tests of commons-lang3 on its classes as they are and instrumented:
 * `node test/bench/own-tests.mjs`, after a build. The user's own Maven fetches
 * them with all they need. Prints how many passed, and exits with 1 where a
 * test ends differently.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const VERSION = '3.17.0';
const ARTIFACTS = [
  `org.apache.commons:commons-lang3:${VERSION}`,
  `org.apache.commons:commons-lang3:${VERSION}:tests`,
  'org.apache.commons:commons-text:1.12.0',
  'org.junit.jupiter:junit-jupiter:5.10.3',
  'org.junit-pioneer:junit-pioneer:1.9.1',
  'org.easymock:easymock:5.4.0',
  'org.hamcrest:hamcrest:3.0',
  'com.google.code.findbugs:jsr305:3.0.2',
  'org.apache.bcel:bcel:6.10.0',
];
const CONSOLE = 'org.junit.platform:junit-platform-console-standalone:1.10.3';
/** What the project's own build opens for its tests. */
const OPENED = ['lang', 'lang.invoke', 'lang.reflect', 'time', 'time.chrono', 'util', 'util.concurrent'];

const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const work = mkdtempSync(join(tmpdir(), 'jouleline-own-tests-'));
try {
  const libraries = fetchJars();
  const jarOf = (name) => libraries.find((jar) => jar.endsWith(name)) ?? '';
  const runner = jarOf('-console-standalone-1.10.3.jar');
  const subject = jarOf(`commons-lang3-${VERSION}.jar`);
  const out = join(work, 'instrumented');
  const instrumented = run(process.execPath, [cli, 'instrument', subject, '--out', out, '--exact-threads']);
  console.log(instrumented.stdout);
  const agent = /^agent +(.*)$/m.exec(instrumented.stdout)?.[1] ?? '';
  const plain = test('as they are', []);
  const counted = test('instrumented', [`-javaagent:${agent}=${out}`, '-Xverify:all']);
  const names = new Set([...plain.keys(), ...counted.keys()]);
  const differing = [...names].filter((name) => plain.get(name) !== counted.get(name));
  for (const name of differing) console.log(`  ${name}: ${plain.get(name)} and ${counted.get(name)}`);
  console.log(`${differing.length} of ${names.size} tests end differently`);
  const machine = readdirSync(out).find((name) => name.startsWith('jvm-')) ?? '';
  const journal = readFileSync(join(out, machine, 'classes.log'), 'utf8');
  for (const event of ['instrumented', 'differs', 'failed'])
    console.log(`classes ${event}: ${journal.split('\n').filter((row) => row.startsWith(event)).length}`);
  if (differing.length > 0 || names.size === 0) process.exitCode = 1;

  /** By name of the test: how it ended. */
  function test(what, options) {
    const reports = join(work, what);
    const opened = OPENED.flatMap((name) => ['--add-opens', `java.base/java.${name}=ALL-UNNAMED`]);
    const others = libraries.filter((jar) => jar !== runner && !/junit-(?:jupiter|platform)/.test(jar));
    const given = ['execute', '-cp', others.join(delimiter), '--scan-class-path', jarOf('-tests.jar')];
    const started = performance.now();
    const locale = ['-Duser.language=en', '-Duser.region=US', '-Dfile.encoding=UTF-8'];
    run('java', [
      ...options,
      ...opened,
      ...locale,
      '-jar',
      runner,
      ...given,
      '--details=none',
      '--reports-dir',
      reports,
    ]);
    const seconds = (performance.now() - started) / 1000;
    const ended = new Map();
    const text = readFileSync(join(reports, 'TEST-junit-jupiter.xml'), 'utf8');
    for (const [, name, owner, end, body = ''] of text.matchAll(
      /<testcase name="([^"]*)" classname="([^"]*)"[^>]*?(\/)?>(?:([\s\S]*?)<\/testcase>)?/g,
    )) {
      const kind = end === '/' ? 'passed' : (/<(failure|error|skipped)/.exec(body)?.[1] ?? 'passed');
      const id = /unique-id: (.*)/.exec(body)?.[1] ?? `${owner}.${name}`;
      ended.set(id, kind);
    }
    const kinds = [...ended.values()];
    const count = (kind) => `${kinds.filter((each) => each === kind).length} ${kind}`;
    console.log(
      `${what}: ${['passed', 'failure', 'error', 'skipped'].map(count).join(', ')}, ${seconds.toFixed(0)} s`,
    );
    return ended;
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}

function fetchJars() {
  const libs = join(work, 'libs');
  mkdirSync(libs);
  const dependencies = [...ARTIFACTS, CONSOLE].map((coordinates) => {
    const [group, artifact, version, classifier] = coordinates.split(':');
    const kind = classifier === undefined ? '' : `<classifier>${classifier}</classifier>`;
    return `<dependency><groupId>${group}</groupId><artifactId>${artifact}</artifactId><version>${version}</version>${kind}</dependency>`;
  });
  const pom = `<project><modelVersion>4.0.0</modelVersion><groupId>own</groupId><artifactId>tests</artifactId><version>1</version><dependencies>${dependencies.join('')}</dependencies></project>`;
  writeFileSync(join(work, 'pom.xml'), pom);
  const copy = 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy-dependencies';
  run('mvn', ['-q', '-B', '-f', join(work, 'pom.xml'), copy, `-DoutputDirectory=${libs}`]);
  return readdirSync(libs).map((name) => join(libs, name));
}

/** Tests that fail are no failure of what runs them. */
function run(command, args) {
  const done = spawnSync(command, args, { encoding: 'utf8', maxBuffer: 1 << 28, cwd: work });
  if (done.error !== undefined) throw new Error(`${command} can't be run: ${done.error.message}`);
  if (done.status !== 0 && command !== 'java') throw new Error(`${command}: ${done.stdout}${done.stderr}`);
  return done;
}

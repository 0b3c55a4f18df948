/**
 * Class files written anew, at scale: `node test/bench/verify-classes.mjs [--record KIND|all] [JAR…]`,
 * where KIND is also `hand-over`.
 * Jars are files, or names of {@link JARS}, as the user's own Maven fetches
 * them; without any all of these, and all classes of the JDKs found. Exits
 * with 1 where the verifier of a JVM does not take a class that it takes as it
 * was.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { importWithTests } from './bundle.mjs';
import { corporaFolder } from './project-sources.mjs';
import { formatTable } from './table.mjs';

/** From javac, kotlinc, scalac and groovyc, old and new. */
const JARS = [
  'org.apache.commons:commons-lang3:3.17.0',
  'org.apache.commons:commons-math3:3.6.1',
  'com.google.guava:guava:33.4.0-jre',
  'io.netty:netty-buffer:4.1.115.Final',
  'io.netty:netty-handler:4.1.115.Final',
  'io.netty:netty-codec-http:4.1.115.Final',
  'org.springframework:spring-core:6.2.0',
  'org.jetbrains.kotlin:kotlin-stdlib:2.0.21',
  'org.scala-lang:scala-library:2.13.15',
  'org.apache.groovy:groovy:4.0.24',
];

const root = fileURLToPath(new URL('../..', import.meta.url));
process.chdir(root);
const work = mkdtempSync(join(tmpdir(), 'jouleline-verify-'));
try {
  const { instrumentJar, jdks, verifiedKinds, writeModulesUnchanged } = await importWithTests(
    'test/bench/verify-classes.ts',
  );
  const given = process.argv.slice(2);
  const wish = given[0] === '--record' ? given.splice(0, 2)[1] : 'counts';
  const records = wish === 'all' ? verifiedKinds : [wish];
  if (!records.every((record) => verifiedKinds.includes(record)))
    throw new Error(`--record ${wish} is no kind`);
  const files = given.filter((name) => existsSync(name));
  const names = given.filter((name) => !existsSync(name));
  const known = names.length === 0 ? JARS : JARS.filter((jar) => names.includes(jar.split(':')[1]));
  if (known.length < names.length) throw new Error(`no such jar among ${names.join(', ')}`);
  const folder = files.length > 0 && names.length === 0 ? undefined : fetchJars();
  const fetched = folder === undefined ? [] : readdirSync(folder).map((name) => join(folder, name));
  const jars = [...files, ...fetched];
  const isKnown = (jar) =>
    known.some((name) => basename(jar).startsWith(`${name.split(':')[1]}-${name.split(':')[2]}`));
  const measured = [...files, ...fetched.filter(isKnown)];
  if (given.length === 0) {
    for (const jdk of jdks) {
      const { classes, identical, seconds, problems } = writeModulesUnchanged(jdk);
      console.log(
        `JDK ${jdk.version}: ${identical} of ${classes} classes written with the same bytes, ${seconds.toFixed(1)} s`,
      );
      problems.forEach((problem) => console.log(`  ${problem}`));
    }
  }
  for (const [jdk, record] of jdks.flatMap((jdk) => records.map((record) => [jdk, record]))) {
    const rows = [];
    for (const jar of measured) {
      const libraries = jars.filter((other) => other !== jar);
      const done = await instrumentJar(jdk, jar, libraries, record);
      rows.push([
        basename(jar, '.jar'),
        `${done.unchanged.identical} of ${done.unchanged.classes}`,
        String(done.methods),
        String(done.instructions),
        String(done.counters),
        done.seconds.toFixed(2),
        (done.bytes[1] / done.bytes[0]).toFixed(2),
        String(done.verified[0]),
        String(done.verified[1]),
      ]);
      for (const exception of done.exceptions) console.log(`  ${exception}`);
      for (const rejected of done.rejected) console.log(`  REJECTED ${rejected}`);
      if (done.rejected.length > 0 || done.unchanged.identical < done.unchanged.classes) process.exitCode = 1;
    }
    console.log(`\nJDK ${jdk.version}, -Xverify:all, ${record}`);
    console.log(
      formatTable(
        ['jar', 'same bytes', 'methods', 'bytecodes', 'counters', 's', 'size ×', 'verified', 'instrumented'],
        rows,
      ),
    );
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}

/** The folder of the jars and of all that they need; fetched once. */
function fetchJars() {
  const folder = join(corporaFolder(), 'jars');
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}.${process.pid}.part`;
  mkdirSync(unfinished, { recursive: true });
  const dependencies = JARS.map((jar) => {
    const [group, name, version] = jar.split(':');
    return `<dependency><groupId>${group}</groupId><artifactId>${name}</artifactId><version>${version}</version></dependency>`;
  });
  const pom = join(work, 'pom.xml');
  writeFileSync(
    pom,
    `<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
<groupId>corpora</groupId><artifactId>corpora</artifactId><version>1</version>
<dependencies>${dependencies.join('\n')}</dependencies></project>\n`,
  );
  const args = ['-q', '-B', '-f', pom, 'dependency:copy-dependencies', `-DoutputDirectory=${unfinished}`];
  const { error, status, stdout, stderr } = spawnSync('mvn', args, {
    encoding: 'utf8',
    shell: process.platform === 'win32',
    timeout: 600_000,
  });
  if (error !== undefined) throw new Error(`mvn can't be run: ${error.message}`);
  if (status !== 0) throw new Error(`mvn ended with ${status}:\n${stdout}${stderr}`);
  renameSync(unfinished, folder);
  return folder;
}

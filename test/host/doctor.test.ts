/** The doctor on made-up machines: their file systems are folders of the test. */
import { chmodSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runDoctor } from '../../server/src/host/machine/doctor';
import type { DoctorOptions } from '../../server/src/host/machine/doctor';
import { programCandidates, shortenHome, thisMachine } from '../../server/src/host/machine/machine';
import type { Machine } from '../../server/src/host/machine/machine';
import type { DoctorReport as ProtocolReport } from '../../server/src/protocol/server-state';
import { makeMachine } from '../support/bare-machine';
import { asPlainUser } from '../support/plain-user';
import { makeTemporaryFolder } from '../support/temporary-folder';

const mediaFolder = resolve(import.meta.dirname, '../../media');

/** The report's lines of one name, as `status: detail`. */
async function ask(
  name: string,
  machine: Machine,
  options: Partial<DoctorOptions> = {},
): Promise<readonly string[]> {
  const report: ProtocolReport = await runDoctor({
    version: '1.2.3',
    folders: [],
    mediaFolder,
    ...options,
    machine,
  });
  return report.checks
    .filter((check) => check.name === name)
    .map(({ status, detail }) => `${status}: ${detail}`);
}

async function check(
  name: string,
  machine: Machine,
  expected: readonly string[],
  options: Partial<DoctorOptions> = {},
): Promise<void> {
  expect(await ask(name, machine, options)).toEqual(expected);
}

describe('versions and the machine', () => {
  it('names the tool, Node and how well the platform is tested', async () => {
    await check('Jouleline', makeMachine(), ['ok: 1.2.3']);
    await check('Node', makeMachine(), ['ok: 20.1.0']);
    await check('Node', makeMachine({}, { nodeVersion: '18.20.4' }), [
      'problem: 18.20.4; Jouleline needs 20 or newer',
    ]);
    await check('platform', makeMachine(), ['ok: linux x64 (Linux: tested)']);
    await check('platform', makeMachine({}, { platform: 'darwin' }), [
      'note: darwin x64 (macOS: its paths are tested as strings only)',
    ]);
    await check('platform', makeMachine({}, { platform: 'sunos' }), ['note: sunos x64 (not tested at all)']);
  });

  it('names memory and cores', async () => {
    await check('memory', makeMachine(), ['ok: 8.0 GB, 1.5 GB free; 4 cores']);
    const small = makeMachine({}, { memoryBytes: 1024 ** 3, freeBytes: 200 * 1024 ** 2, cores: 1 });
    await check('memory', small, ['note: 1.0 GB, 200 MB free; 1 core; large workspaces may need more']);
  });
});

describe('JDKs', () => {
  it('reads their release files', async () => {
    const root = makeTemporaryFolder({
      'jdk-25/release': 'IMPLEMENTOR="Eclipse Adoptium"\nJAVA_VERSION="25.0.2"\n',
      'jdk-25/lib/modules': '',
      'jdk-8/release': 'JAVA_VERSION="1.8.0_392"\n',
      'not-a-jdk/release': 'who knows',
    });
    const machine = makeMachine({}, { environment: { JAVA_HOME: join(root, 'jdk-25') } });
    await check('JDK', machine, [
      `ok: 25.0.2 Eclipse Adoptium in ${root}/jdk-25`,
      `ok: 1.8.0_392 in ${root}/jdk-8 (without lib/modules)`,
    ]);
  });

  it('says where the one that types come from is damaged', async () => {
    const root = makeTemporaryFolder({
      'jdk-25/release': 'JAVA_VERSION="25.0.2"\n',
      'jdk-25/lib/modules': 'no modules',
    });
    const lines = await ask('types', makeMachine({}, { environment: { JAVA_HOME: join(root, 'jdk-25') } }));
    expect(lines).toEqual([
      expect.stringMatching(/^problem: .*jdk-25.lib.modules .*java\.\* is typed from the bundled index/),
    ]);
  });

  it('needs none', async () => {
    const [line] = await ask(
      'JDK',
      makeMachine({}, { environment: { JAVA_HOME: '/gone', PATH: '/gone/bin' } }),
    );
    expect(line).toMatch(/^note: none found .* none is needed$/);
  });
});

describe('meter', () => {
  const powercap = 'sys/class/powercap';
  const packageMeter = {
    [`${powercap}/intel-rapl/enabled`]: '1',
    [`${powercap}/intel-rapl:0/name`]: 'package-0\n',
    [`${powercap}/intel-rapl:0/energy_uj`]: '123456789\n',
    [`${powercap}/intel-rapl:0:0/name`]: 'core\n',
    [`${powercap}/intel-rapl:0:0/energy_uj`]: '23456789\n',
  };
  const powerEvents = {
    'sys/bus/event_source/devices/power/events/energy-pkg': 'event=0x02\n',
    'sys/bus/event_source/devices/power/events/energy-pkg.scale': '2.3283064365386962890625e-10\n',
    'sys/bus/event_source/devices/power/events/energy-ram': 'event=0x03\n',
  };

  it('finds powercap that can be read', () =>
    check('meter', makeMachine(packageMeter), ['ok: powercap (package-0, core), readable']));

  it('says which command grants powercap', async () => {
    const machine = makeMachine(packageMeter);
    chmodSync(join(machine.systemRoot, powercap, 'intel-rapl:0:0/energy_uj'), 0o400);
    chmodSync(join(machine.systemRoot, powercap, 'intel-rapl:0/energy_uj'), 0o000);
    const lines = await asPlainUser(() => ask('meter', machine));
    expect(lines).toEqual([
      expect.stringMatching(
        /^note: powercap \(package-0, core\), not readable: .*permission denied.*: sudo chmod a\+r \/sys\/class\/powercap\/intel-rapl\*\/energy_uj$/,
      ),
    ]);
  });

  it('does not trust a counter without a number', async () => {
    const [line] = await ask('meter', makeMachine({ [`${powercap}/intel-rapl:0/energy_uj`]: 'none' }));
    expect(line).toMatch(
      /^note: powercap \(intel-rapl:0\), not readable: its energy_uj does not hold a number/,
    );
  });

  it('finds the events of perf, and the level that closes them', async () => {
    const level = 'proc/sys/kernel/perf_event_paranoid';
    await check('meter', makeMachine({ ...powerEvents, [level]: '-1\n' }), [
      'ok: perf (energy-pkg, energy-ram), readable',
    ]);
    for (const [content, said] of [
      ['2\n', '2'],
      ['', ''],
      [undefined, 'not readable'],
    ] as const) {
      const [line] = await ask(
        'meter',
        makeMachine({ ...powerEvents, ...(content === undefined ? {} : { [level]: content }) }),
      );
      expect(line).toContain(`not readable: kernel.perf_event_paranoid is ${said};`);
      expect(line).toMatch(/: sudo sysctl kernel\.perf_event_paranoid=0$/);
    }
  });

  it('names both where there are both', async () => {
    const lines = await ask('meter', makeMachine({ ...packageMeter, ...powerEvents }));
    expect(lines.map((line) => line.split(' (')[0])).toEqual(['ok: powercap', 'note: perf']);
  });

  it('names powermetrics on macOS', async () => {
    const machine = makeMachine({ 'usr/bin/powermetrics': '', ...packageMeter }, { platform: 'darwin' });
    await check('meter', machine, [
      'note: powermetrics (processor), not readable: only an administrator may run it: sudo powermetrics --samplers cpu_power',
    ]);
  });

  it('says what stands in for a meter', async () => {
    const none = [noMeter('Linux shows no energy of this processor (RAPL)')];
    const virtual = { 'proc/cpuinfo': 'processor : 0\nflags\t\t: fpu vme hypervisor sse\n' };
    await check('meter', makeMachine(virtual), [noMeter('this virtual machine sees no meter of its host')]);
    await check('meter', makeMachine(), none);
    await check(
      'meter',
      makeMachine({ [`${powercap}/intel-rapl/enabled`]: '1', 'sys/bus/event_source': '' }),
      none,
    );
    await check('meter', makeMachine(packageMeter, { platform: 'win32' }), [
      noMeter('this system shows programs no energy of its processor'),
    ]);
    await check('meter', makeMachine({}, { systemRoot: '/gone' }), none);
  });
});

/** The row of a machine without a meter, with the reason. */
function noMeter(why: string): string {
  return `note: none: ${why}; CPU time would stand in for it, and estimates need neither`;
}

describe('measuring', () => {
  it('says what makes runs differ', async () => {
    const lines = await ask('measuring', makeMachine());
    expect(lines).toEqual([
      'note: program and sampler share all processors: taskset (util-linux) is not on the path',
      'note: the governor of the processors is not known: frequencies may change between runs',
    ]);
  });
});

describe('build tools', () => {
  it('tells them by their files', async () => {
    const folders = [
      makeTemporaryFolder({ 'pom.xml': '', mvnw: '' }),
      makeTemporaryFolder({ 'build.gradle.kts': '', gradlew: '', 'pom.xml': '' }),
      makeTemporaryFolder({ 'sub/pom.xml': '' }),
      '/gone',
    ];
    await check(
      'build tool',
      makeMachine(),
      [
        `ok: ${folders[0]}: Maven (pom.xml, mvnw)`,
        `ok: ${folders[1]}: Maven (pom.xml); Gradle (build.gradle.kts, gradlew)`,
        `note: ${folders[2]}: none`,
        'problem: /gone does not exist',
      ],
      { folders },
    );
  });

  it('finds the programs on the path, and does not run them', async () => {
    const root = makeTemporaryFolder({
      'a/mvn': 'not executable',
      'b/mvn': `#!/bin/sh\ntouch "$0.ran"\n`,
      'a/gradle/x': 'a folder',
    });
    chmodSync(join(root, 'b/mvn'), 0o755);
    const machine = makeMachine({}, { environment: { PATH: `${root}/gone:${root}/a::${root}/b` } });
    await check('build programs', machine, [`ok: mvn ${root}/b/mvn; gradle not on the path`]);
    await check('build programs', makeMachine(), ['note: mvn not on the path; gradle not on the path']);
    expect(await ask('build tool', machine, { folders: [join(root, 'b')] })).toEqual([
      `note: ${root}/b: none`,
    ]);
  });
});

describe('bundled data', () => {
  it('loads what this version brings', async () => {
    const [first, second] = await ask('cost model', makeMachine());
    expect(first).toMatch(/^ok: rpi5-openjdk21-xint \([\d.]+ kB\)$/);
    expect(second).toMatch(/^ok: x64-openjdk25-compiled \([\d.]+ kB\)$/);
    const [index] = await ask('signature index', makeMachine());
    expect(index).toMatch(/^ok: OpenJDK 25[\d.]*, \d{4} classes \(\d+ kB\)$/);
  });

  it('names what is missing or damaged, and reports everything else', async () => {
    const damaged = makeTemporaryFolder({
      'models/a.json': '{',
      'models/b.json': '{"id":5}',
      'signatures/java-25.bin': 'not gzip',
    });
    const report = await runDoctor({
      version: '1',
      folders: [],
      mediaFolder: damaged,
      machine: makeMachine(),
    });
    expect(report.checks.filter(({ status }) => status === 'problem').map(({ detail }) => detail)).toEqual([
      'a.json is not a model: the installation is damaged',
      'b.json is not a model: the installation is damaged',
      expect.stringMatching(/^could not be examined: it cannot be read/),
    ]);
    expect(await ask('cost models', makeMachine(), { mediaFolder: '/gone' })).toEqual([
      'problem: could not be examined: it does not exist',
    ]);
    expect(await ask('signature index', makeMachine(), { mediaFolder: '/gone' })).toEqual([
      'problem: could not be examined: it does not exist',
    ]);
    expect(await ask('memory', makeMachine(), { mediaFolder: '/gone' })).toHaveLength(1);
  });
});

describe('what may be shared', () => {
  it('names no home folder and nothing of the environment', async () => {
    const home = makeTemporaryFolder({ 'jdk/release': 'JAVA_VERSION="21"\n', 'work/pom.xml': '' });
    const environment = { JAVA_HOME: join(home, 'jdk'), TOKEN: 'hunter2', PATH: join(home, 'bin') };
    const machine = makeMachine({}, { homeFolder: home, environment });
    const report = await runDoctor({
      version: '1',
      folders: [join(home, 'work'), join(home, 'gone')],
      mediaFolder,
      machine,
    });
    const text = JSON.stringify(report);
    expect(text).not.toContain(home);
    expect(text).not.toContain('hunter2');
    expect(text).toContain('21 in ~/jdk');
    expect(text).toContain('~/work: Maven (pom.xml)');
    expect(text).toContain('~/gone does not exist');
  });

  it('keeps each line a line, whatever files are called', async () => {
    const folder = makeTemporaryFolder({ 'a\nb\u001b[31m/pom.xml': '' });
    const [line] = await ask('build tool', makeMachine(), { folders: [join(folder, 'a\nb\u001b[31m')] });
    expect(line).toBe(`ok: ${folder}/a b [31m: Maven (pom.xml)`);
  });

  it('works on this machine', async () => {
    const report = await runDoctor({
      version: '1',
      folders: [resolve(import.meta.dirname, '../..')],
      mediaFolder,
    });
    expect(report.checks.filter(({ status }) => status === 'problem')).toEqual([]);
    expect(report.checks.length).toBeGreaterThan(8);
    expect(thisMachine().cores).toBeGreaterThan(0);
  });
});

describe('shortenHome', () => {
  function shorten(text: string, homeFolder: string, platform = 'linux'): string {
    return shortenHome(text, { homeFolder, platform });
  }

  it('shortens whole names only', () => {
    expect(shorten('/home/ada/x, /home/ada', '/home/ada')).toBe('~/x, ~');
    expect(shorten('/home/adam /mnt/home/ada-2 /home/ada.old', '/home/ada/')).toBe(
      '/home/adam /mnt/home/ada-2 /home/ada.old',
    );
    expect(shorten('/backup/home/ada/x', '/home/ada')).toBe('/backup/home/ada/x');
  });

  it('takes a name that is a pattern for a name', () => {
    expect(shorten('/home/a.b(c/x /home/aXb(c/x', '/home/a.b(c')).toBe('~/x /home/aXb(c/x');
  });

  it('leaves a home in the root folder alone', () => {
    expect(shorten('/usr/bin', '/')).toBe('/usr/bin');
    expect(shorten('C:\\jdk', 'C:\\', 'win32')).toBe('C:\\jdk');
    expect(shorten('/usr/bin', '')).toBe('/usr/bin');
  });

  it('knows the paths of Windows and macOS', () => {
    expect(shorten('c:\\users\\ADA\\jdk and C:/Users/Ada/x', 'C:\\Users\\Ada', 'win32')).toBe(
      '~\\jdk and ~/x',
    );
    expect(shorten('/users/ada/jdk', '/Users/ada', 'darwin')).toBe('~/jdk');
    expect(shorten('/users/ada/jdk', '/Users/ada')).toBe('/users/ada/jdk');
  });
});

describe('programCandidates', () => {
  it('looks where a shell would', () => {
    expect(programCandidates('mvn', { platform: 'linux', environment: { PATH: '/a:/b::/c d' } })).toEqual([
      '/a/mvn',
      '/b/mvn',
      '/c d/mvn',
    ]);
    expect(
      programCandidates('mvn', {
        platform: 'win32',
        environment: { Path: 'C:\\a;D:\\b', PATHEXT: '.EXE;.CMD' },
      }),
    ).toEqual(['C:\\a\\mvn.exe', 'C:\\a\\mvn.cmd', 'D:\\b\\mvn.exe', 'D:\\b\\mvn.cmd']);
    expect(programCandidates('mvn', { platform: 'linux', environment: {} })).toEqual([]);
  });
});

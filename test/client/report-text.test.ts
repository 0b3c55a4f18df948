/** Reports: a bug report tells what helps, and nothing of the person or the machine's folders. */
import { describe, expect, test } from 'vitest';
import { brief, scrub, writeBugReport, writeSetupReport } from '../../client/src/report-text';
import type { BugReportFacts } from '../../client/src/report-text';

const secrets = { folders: ['/home/grace/work/apollo', '/home/grace'], names: ['grace', 'eniac', 'apollo'] };

function check(text: string, expected: string): void {
  expect(scrub(text, secrets)).toBe(expected);
}

describe('scrubbing', () => {
  test.each([
    ['in /home/grace/work/apollo: fine', 'in <folder>: fine'],
    ['JDK 17.0.9 at /usr/lib/jvm/java-17-openjdk', 'JDK 17.0.9 at <path>'],
    ['C:\\Users\\Grace Hopper\\jdk is fine', '<path> is fine'],
    ['"C:\\\\Users\\\\Grace\\\\jdk"', '"<path>"'],
    ['/Volumes/My Disk/jdk/bin, then /opt/x/y', '<path>, then <path>'],
    ['D:\\jdk\\bin\\javac.exe works', '<path> works'],
    ['from \\\\fileserver\\share\\libs', 'from <path>'],
    ['file:///home/grace/A.java and https://eniac.example/x?token=1', '<address> and <address>'],
    ['user Grace on ENIAC', 'user <name> on <name>'],
    ['~/lib/model.json', '<path>'],
  ])('%s', (text, expected) => {
    check(text, expected);
  });
  test.each([
    'OpenJDK 17.0.9+9',
    'linux x64, Node 20.20.2',
    'either/or',
    'blue-purple-red',
    '1/2 of it',
    '512 MB',
  ])('leaves alone: %s', (text) => {
    check(text, text);
  });
});

const named = {
  budget: 'of-hopper.json',
  entryPoints: ['hopper.Main.main'],
  'profile.power': 'command:ssh hopper@meter read',
  'profile.timedCalls': 'calls-of-hopper.txt',
};

const facts: BugReportFacts = {
  extensionVersion: '0.1.0',
  editor: 'VS Code 1.100.3',
  platform: 'linux x64',
  node: '20.20.2',
  remote: 'none',
  trusted: true,
  folders: 2,
  serverStatus: 'running',
  settings: {
    palette: 'viridis',
    classPath: ['/home/grace/secret.jar', 'b.jar'],
    exclude: ['**/apollo/**'],
    ...named,
  },
  doctor: {
    version: '0.1.0',
    checks: [{ name: 'JDK', status: 'ok', detail: '21 at /opt/jdk-21/bin\nof eniac' }],
  },
};

describe('the bug report', () => {
  const text = writeBugReport(facts, secrets);
  test('tells versions, settings and findings', () => {
    for (const part of [
      'Jouleline 0.1.0',
      'VS Code 1.100.3',
      'linux x64, Node 20.20.2',
      'Server: running',
      '`jouleline.palette`: `"viridis"`',
      'JDK: 21 at <path> of <name>',
    ]) {
      expect(text).toContain(part);
    }
  });
  test('tells of settings that name files only how many entries they have', () => {
    expect(text).toContain('`jouleline.classPath`: 2 entries');
    expect(text).toContain('`jouleline.exclude`: 1 entries');
  });
  test('names no folder, user or host', () => {
    expect(text).not.toMatch(/grace|hopper|eniac|apollo|secret\.jar|\/opt|\/home/i);
  });
  test('can be written without the server', () => {
    expect(writeBugReport({ ...facts, doctor: undefined, settings: {} }, secrets)).toContain(
      'the server did not answer',
    );
  });
});

test('the tooltip of the status bar says what is needed most, and that there is more', () => {
  const paragraphs = [
    '289 µJ in this file',
    'counted',
    '5–95 %: 200–400 µJ',
    'Model: this machine',
    'Parts: lines',
  ];
  expect(brief(paragraphs.join('\n\n'))).toEqual({ text: paragraphs.slice(0, 3), isPart: true });
  expect(brief('Jouleline is off.')).toEqual({ text: ['Jouleline is off.'], isPart: false });
});

test("the doctor's report shows names as they are, whatever markup they hold", () => {
  const check = { name: 'JDK', status: 'ok', detail: '17 in /opt/<b>my_jdk_17</b>' } as const;
  expect(writeSetupReport({ version: '1', checks: [check] }, 'Doctor')).toContain(
    '17 in /opt/\\<b\\>my\\_jdk\\_17\\</b\\>',
  );
});

test("the doctor's report has a line for each check", () => {
  const report = writeSetupReport(
    {
      version: '1',
      checks: [
        { name: 'A', status: 'ok', detail: 'x' },
        { name: 'B', status: 'problem', detail: 'y\nz' },
      ],
    },
    'Doctor',
  );
  expect(report).toBe('# Doctor\n\nJouleline 1\n\n- ✓ **A**: x\n- ✗ **B**: y z\n');
});

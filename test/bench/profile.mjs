/**
 * From the click on "Profile" to colored lines: what ten measured runs of a
 * program of about a second take beside themselves, as the editor's client asks
 * for it: targets from the server, the command line, and the overlay.
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describeMachine } from './jdk-sources.mjs';
import { startServer } from './server-session.mjs';
import { formatTargets } from './table.mjs';

const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

/** Works for about a second where one core does 10⁹ additions a second; how long it takes is measured. */
const program = `public class Work {
    static long mix(long n) {
        return n * 6364136223846793005L + 1442695040888963407L;
    }

    public static void main(String[] arguments) {
        long state = 1;
        for (int i = 0; i < 700_000_000; i++) {
            state = mix(state) ^ i;
        }
        System.out.println(state);
    }
}
`;

export async function benchProfile(runs = 10) {
  const folder = mkdtempSync(join(tmpdir(), 'jouleline-bench-'));
  try {
    const path = join(folder, 'Work.java');
    writeFileSync(path, program);
    mkdirSync(join(folder, 'classes'));
    execFileSync('javac', ['-g', '-d', join(folder, 'classes'), path]);
    const uri = pathToFileURL(path).href;
    const settings = {
      classPath: [join(folder, 'classes')],
      profile: { runs, power: 'cpu-time:10', budgetSeconds: 600 },
    };
    const server = await startServer({ folders: [pathToFileURL(folder).href], settings });
    const painted = server.next('jouleline/overlay', (overlay) => overlay.uri === uri);
    server.notify('textDocument/didOpen', {
      textDocument: { uri, languageId: 'java', version: 1, text: program },
    });
    await painted;
    const clicked = performance.now();
    const line = program.split('\n').findIndex((each) => each.includes('main('));
    const plan = await server.request('jouleline/profileTargets', { uri, line });
    const target = plan.targets.find(({ id }) => id === 'main Work');
    if (target === undefined) throw new Error('the program was not found');
    const out = join(folder, 'profile.json');
    const code = await run(plan.folder, ['profile', '--out', out, ...plan.common, ...target.arguments]);
    const colored = server.next(
      'jouleline/overlay',
      (overlay) => overlay.uri === uri && overlay.legend.provenance === 'modeled',
    );
    const problem = await server.request('jouleline/showProfiles', { paths: [out] });
    if (problem !== null) throw new Error(`${problem.message} (the command ended with ${code})`);
    await colored;
    const seconds = (performance.now() - clicked) / 1000;
    await server.stop();
    const { measurement } = JSON.parse(readFileSync(out, 'utf8'));
    const lengths = measurement.runs.map(({ start, end }) => end - start);
    return { seconds, lengths, asked: runs };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function run(folder, args) {
  const child = spawn(process.execPath, [cli, ...args], { cwd: folder, stdio: 'ignore' });
  return new Promise((resolve) => child.once('exit', resolve));
}

export function profileRows({ seconds, lengths, asked }) {
  const inRuns = lengths.reduce((sum, length) => sum + length, 0);
  const [median = Number.NaN] = [...lengths].sort((a, b) => a - b).slice(Math.floor(lengths.length / 2));
  const beside = seconds - inRuns;
  const isWhole = lengths.length === asked;
  return [
    [
      `profile with ${asked} measured runs of ${median.toFixed(2)} s: click to colored lines`,
      '',
      `${seconds.toFixed(1)} s`,
    ],
    [
      '  more than the measured runs, two counted ones included',
      '<= 8 s',
      `${beside.toFixed(1)} s`,
      isWhole && beside <= 8,
    ],
  ];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const rows = profileRows(await benchProfile(Number(process.argv[2] ?? 10)));
  console.log(`${describeMachine()}\n\n${formatTargets(rows)}`);
}

/**
 * Every command of the command line on fixed inputs, with what it prints, its exit code and the files it writes.
 *
 * A step is a name and a line of arguments. `> made/x` at its end names files and folders whose content is part of
 * the answer; `#` before its name masks all numbers, as those are measured.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { plainText } from './plain-text.mjs';

const COMMANDS =
  'report operations profile counts tree trace instrument advise diff import merge check export pull push measure cases ' +
  'calibrate fit simulate evaluate model-report models doctor';

const run = '--no-build-files --class-path classes/sample --source sample/src/main/java';
const before = 'profiles/before.json';
const after = 'profiles/after.json';
const nights = '--source before --source imports/program';

const STEPS = `
help: --help
wrong-command: reprot
wrong-option: report sample --modle x
wrong-value: report sample --top many
no-file: report nowhere
no-profile: counts nowhere.json
not-a-profile: counts data/table.csv
report-text: report sample --top 40
report-html: report sample --format html --out made/report.html > made/report.html
report-json: report sample --format json
report-csv: report sample --format csv
report-broken: report golden --format json
report-once: report sample --frequency one-execution --top 20
report-worst: report sample --frequency worst-case --top 20
report-blocks: report sample --blocks --top 20
report-blocks-csv: report sample --blocks --format csv
report-units: report sample --unit battery-share --palette viridis --scale linear --scope method --top 10
report-within: report sample --within 5J --top 3
report-models: report sample --model rpi5-openjdk21-xint,data/fitted.json --top 10
report-profile: report before --profile ${before} --top 40
report-profile-json: report before --profile ${before} --format json
report-profile-html: report before --profile ${before} --format html
report-measured: report before --profile profiles/measured.json --top 40
report-measured-json: report before --profile profiles/measured.json --format json
report-bundled: report sample --java-home bundled --format csv
report-fitted: report sample --model data/fitted.json
lang3-text: report lang3 --top 100
lang3-csv: report lang3 --format csv
lang3-json: report lang3 --format json --top 1000
lang3-html: report lang3 --format html
lang3-blocks: report lang3 --blocks --format csv
base-text: report base --top 100
base-csv: report base --format csv
operations: operations sample/src/main/java/skysurvey/image/Blur.java
operations-golden: operations golden/Modern.java
operations-lang3: operations lang3/org/apache/commons/lang3/math/Fraction.java
advise: advise sample
advise-json: advise advice --format json --interpreted
advise-lang3: advise lang3
advise-profile: advise before --profile ${before} --format json
counts: counts ${before}
counts-paths: counts profiles/paths.json
tree: tree ${before}
trace: trace profiles/trace.json
trace-calls: trace --timed-calls
diff-text: diff ${before} ${after}
diff-json: diff ${before} ${after} --format json
diff-markdown: diff ${before} ${after} --format markdown
diff-html: diff ${before} ${after} --format html
diff-measured: diff profiles/measured.json profiles/measured-after.json
diff-three: diff ${before} ${after} ${before} --format json
diff-three-text: diff ${before} ${after} ${before}
diff-three-html: diff ${before} ${after} ${before} --format html
diff-imports: diff profiles/collapsed.json imports/pprof/nights-jfr.pprof --alpha 1 --app skysurvey
diff-git: diff --git HEAD~1 --git HEAD --source src/main/java --runs 0 --save ../made/git --main skysurvey.Main @versions
profile-tree: profile ${run} --record tree --runs 0 --out made/tree.json --main skysurvey.Main > made/tree.json
profile-counts: profile ${run} --runs 0 --out made/counts.json --main skysurvey.Main > made/counts.json
profile-paths: profile ${run} --record paths --runs 0 --out made/paths.json --main skysurvey.Main
made-counts: counts made/counts.json
made-paths: counts made/paths.json
made-tree: tree made/tree.json
made-report: report sample --profile made/counts.json --format csv
profile-jdk: profile ${run} --record tree --follow-jdk java.util.* --runs 0 --out made/jdk.json --main skysurvey.Main
#profile-measured: profile ${run} --runs 2 --power cpu-time:10 --compare-baselines --out made/measured.json --main skysurvey.Main
profile-nothing: profile --class-path classes/sample --runs 0 --out made/no.json --main skysurvey.Nowhere
#measure: measure --class-path classes/sample --runs 2 --power cpu-time:10 --main skysurvey.Main
#measure-json: measure --class-path classes/sample --runs 2 --power cpu-time:10 --format json --main skysurvey.Main
instrument: instrument classes/sample --out made/instrumented > made/instrumented
instrument-paths: instrument classes/sample --record paths --out made/with-paths > made/with-paths
import-collapsed: import imports/collapsed/nights.collapsed --energy 12 --deviation 0.5 ${nights} --out made/collapsed.json > made/collapsed.json
import-threads: import imports/collapsed/nights-threads.collapsed ${nights} --out made/threads.json > made/threads.json
import-lines: import imports/collapsed/nights-lines.collapsed --lines ${nights} --out made/lines.json > made/lines.json
import-spread: import imports/collapsed/nights-lines.collapsed --spread ${nights} --out made/spread.json > made/spread.json
import-jfr: import imports/jfr/nights-25.jfr --energy 12 ${nights} --out made/jfr.json > made/jfr.json
import-jfr-json: import imports/jfr/nights-17.json.gz ${nights} --out made/jfr-17.json > made/jfr-17.json
import-pprof: import imports/pprof/nights-async.pprof ${nights} --out made/pprof.json > made/pprof.json
import-callgrind: import imports/callgrind/nights-c.callgrind ${nights} --out made/callgrind.json > made/callgrind.json
import-speedscope: import imports/speedscope/nights-jfr.speedscope.json ${nights} --out made/speedscope.json > made/speedscope.json
import-android: import imports/android/nights.trace ${nights} --power imports/power/rails.csv --out made/android.json > made/android.json
import-simpleperf: import imports/simpleperf ${nights} --out made/simpleperf.json > made/simpleperf.json
import-joularjx: import imports/joularjx/joularjx-result ${nights} --out made/joularjx.json > made/joularjx.json
import-csv: import imports/energy/nights.csv ${nights} --unit joules --out made/csv.json > made/csv.json
import-json: import imports/energy/nights.jouleline-energy.json ${nights} --out made/energy.json > made/energy.json
import-wrong: import data/lines.txt --out made/wrong.json
report-import: report before --profile made/collapsed.json
merge: merge ${before} profiles/collapsed.json --source before --out made/merged.json > made/merged.json
merge-two: merge made/collapsed.json made/jfr.json --out made/merged-2.json > made/merged-2.json
check: check ${before} --budget data/budgets.json --source before --sarif made/check.sarif > made/check.sarif
check-strict: check profiles/measured.json --budget data/budgets.json --strict
check-import: check profiles/collapsed.json --budget data/budgets.json
export-csv: export ${before} --format csv
export-json: export ${before} --format json --source before
export-speedscope: export ${before} --format speedscope
export-callgrind: export ${before} --format callgrind
export-pprof: export ${before} --format pprof --out made/before.pb.gz > made/before.pb.gz
export-html: export ${before} --format html --source before
export-sarif: export ${before} --format sarif --over 0.000001 --source before
export-import-csv: export made/collapsed.json --format csv
export-import-html: export made/collapsed.json --format html
export-measured: export profiles/measured.json --format csv
fit-nnls: fit data/counts_clean.csv --unit nJ --out made/nnls.json > made/nnls.json
fit-ols: fit data/counts_clean.csv --unit nJ --method ols
fit-ridge: fit data/counts_clean.csv --unit nJ --method ridge
fit-huber: fit data/counts_clean.csv --unit nJ --method huber
fit-bisquare: fit data/counts_clean.csv --unit nJ --method bisquare
fit-vlens: fit data/counts_clean.csv --unit nJ --method vlens
fit-gradient: fit data/counts_clean.csv --unit nJ --method gradient
fit-bayes: fit data/hier_3480.csv --method bayes --draws 50 --warmup 50
fit-cases: fit cases --out made/from-cases.json --cases made/cases.csv > made/from-cases.json made/cases.csv
fit-application: fit cases --application --out made/application.json > made/application.json
fit-samples: fit simulated/trace.json --samples simulated/samples.csv --tails simulated/tails.json --pulses=-0.007,-0.005,-0.002,2.373993794,2.377993794 --out made/traced.json > made/traced.json
evaluate: evaluate data/fitted.json data/counts_clean.csv --unit nJ
evaluate-cases: evaluate made/from-cases.json cases
simulate: simulate --tuples 2000 --out made/simulated > made/simulated
model-report: model-report data/fitted.json --out made/model.html > made/model.html
models: models
models-json: models --json
models-import: models import data/table.csv --unit nJ --out made/table.json > made/table.json
report-table: report sample --model made/table.json
#doctor: doctor
#doctor-json: doctor --json
`;

/** Steps, and the help of each command. */
function allSteps() {
  const steps = STEPS.trim().split('\n');
  return [...steps, ...COMMANDS.split(' ').map((name) => `help-${name}: ${name} --help`)].map(readStep);
}

function readStep(line) {
  const [head, ...rest] = line.split(': ');
  const [command, files = ''] = rest.join(': ').split(' > ');
  const words = command.split(' ');
  const place = words.find((word) => word.startsWith('@'))?.slice(1) ?? '.';
  return {
    name: head.replace('#', ''),
    masksNumbers: head.startsWith('#'),
    args: words.filter((word) => !word.startsWith('@')),
    place,
    files: files.split(' ').filter((each) => each !== ''),
  };
}

/** The output of each command, by the name of a file; only of commands whose names can begin so. */
export async function answersOfCommands(cli, work, beginning) {
  const answers = new Map();
  for (const { name, masksNumbers, args, place, files } of allSteps()) {
    if (!`cli/${name}.`.startsWith(beginning) && !beginning.startsWith(`cli/${name}.`)) continue;
    const { code, output, errors } = await runCli(cli, args, { cwd: work.at(place), env: work.environment });
    const plain = (answer) => plainText(answer, work, { masksNumbers });
    const said = errors.length === 0 ? '' : `\n${plain(errors)}`;
    answers.set(`cli/${name}.txt`, `jouleline ${args.join(' ')}\nexit code ${code}\n${said}`);
    if (output.length > 0) answers.set(`cli/${name}.out`, plain(output));
    for (const file of files.flatMap((each) => filesOf(work, each)))
      answers.set(`cli/${name}.${file.replaceAll('/', '.')}`, plain(readFileSync(work.at(file))));
  }
  return answers;
}

function filesOf(work, path) {
  if (!existsSync(work.at(path))) return [];
  if (!statSync(work.at(path)).isDirectory()) return [path];
  return readdirSync(work.at(path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(work.folder.length + 1))
    .sort();
}

function runCli(cli, args, { cwd, env }) {
  const child = spawn(process.execPath, [cli, ...args], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = [];
  const errors = [];
  child.stdout.on('data', (chunk) => output.push(chunk));
  child.stderr.on('data', (chunk) => errors.push(chunk));
  return new Promise((done) => {
    child.once('close', (code) =>
      done({ code, output: Buffer.concat(output), errors: Buffer.concat(errors) }),
    );
  });
}

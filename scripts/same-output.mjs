/**
 * Shows whether a change keeps what Jouleline says: `npm run same-output` records what every command prints and
 * what the language server answers for fixed programs, and compares another build with that record.
 *
 * It uses only dist/cli.js and dist/server.js of a build, by their public protocols. A record keeps its inputs, too:
 * profiles, imports and sources, which later builds must be able to read.
 */
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { answersOfCommands } from './same-output/commands.mjs';
import { answersOfServer } from './same-output/server.mjs';
import { makeInputs, openWorkFolder } from './same-output/inputs.mjs';
import { differenceOf } from './same-output/difference.mjs';
import { LEFT_OUT } from './same-output/plain-text.mjs';

const usage = `Usage: npm run same-output -- record FOLDER [options]
       npm run same-output -- compare FOLDER [options]

record saves what a build prints and answers in FOLDER; compare runs a build on the inputs of that record, and prints
what differs, with exit code 1 where anything does. Build with 'npm run build' before.

  --checkout DIR   the build is that of another checkout (default: this one)
  --inputs FOLDER  record: takes the inputs of another record instead of making them
  --update         compare: afterwards the record holds what this build says
  --figures        compare: only numbers are compared, where words changed on purpose; help is left out
  --only TEXT      compare: asks only for answers whose names begin so, as cli/diff or server
  --lines N        compare: so many lines of each difference (default: 12)

Left out, or replaced by a name in angle brackets:
${LEFT_OUT.map((each) => `  ${each}`).join('\n')}
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    checkout: { type: 'string', default: fileURLToPath(new URL('..', import.meta.url)) },
    inputs: { type: 'string' },
    update: { type: 'boolean', default: false },
    figures: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    lines: { type: 'string', default: '12' },
    help: { type: 'boolean', default: false },
  },
});
const [action, folder] = positionals;

if (values.help || folder === undefined || !['record', 'compare'].includes(action)) {
  console.log(usage);
  process.exitCode = values.help ? 0 : 2;
} else if (action === 'record') {
  await record(resolve(folder));
} else {
  process.exitCode = await compare(resolve(folder));
}

/** Saves the inputs and the answers of a build. */
async function record(target) {
  const inputs = join(target, 'inputs');
  const isNew = values.inputs === undefined && !existsSync(inputs);
  if (values.inputs !== undefined)
    cpSync(join(resolve(values.inputs), 'inputs'), inputs, { recursive: true });
  const answers = await answersOf(inputs, isNew, '');
  save(join(target, 'answers'), answers);
  console.log(`${answers.size} answers are recorded in ${target}`);
}

/** The exit code: 1 where this build says something else than the record. */
async function compare(target) {
  const saved = join(target, 'answers');
  if (!existsSync(saved)) {
    console.error(`${target} holds no record: make one with 'npm run same-output -- record ${folder}'`);
    return 2;
  }
  const answers = await answersOf(join(target, 'inputs'), false, values.only);
  const names = [...new Set([...filesIn(saved), ...answers.keys()])]
    .filter((name) => name.startsWith(values.only))
    .sort();
  let different = 0;
  for (const name of names) {
    const path = join(saved, name);
    const before = compared(name, existsSync(path) ? readFileSync(path, 'utf8') : '');
    const after = compared(name, answers.get(name) ?? '');
    if (before === after) continue;
    different++;
    console.log(`${name}\n${differenceOf(before, after, Number(values.lines))}\n`);
  }
  console.log(`${names.length - different} of ${names.length} answers are the same`);
  if (values.update) {
    save(saved, answers, names);
    console.log('the record now holds what this build says');
  }
  return different === 0 ? 0 : 1;
}

/** The part of an answer that is compared: its text, or with `--figures` its numbers and digests, a line each. */
function compared(name, text) {
  if (!values.figures) return text;
  return name.startsWith('cli/help')
    ? ''
    : (text.match(/\b[0-9a-f]{64}\b|\d+([.,]\d+)*(e[-+]?\d+)?/g) ?? []).join('\n');
}

/** The answers of a build, by the names of their files; only those whose names begin so. */
async function answersOf(inputs, isNew, beginning) {
  const started = performance.now();
  const root = resolve(values.checkout);
  const build = {
    cli: join(root, 'dist/cli.js'),
    server: join(root, 'dist/server.js'),
  };
  for (const path of Object.values(build))
    if (!existsSync(path)) throw new Error(`${path} is missing: run npm run build`);
  const work = openWorkFolder(root);
  try {
    if (isNew) makeInputs(build.cli, work, inputs);
    work.fill(inputs);
    const parts = await Promise.all([
      answersOfCommands(build.cli, work, beginning),
      'server'.startsWith(beginning) || beginning.startsWith('server')
        ? answersOfServer(build.server, work)
        : [],
    ]);
    console.log(`asked in ${((performance.now() - started) / 1000).toFixed(0)} s`);
    return new Map(parts.flatMap((part) => [...part]).filter(([name]) => name.startsWith(beginning)));
  } finally {
    work.close();
  }
}

/** Writes answers in the place of the old ones of these names, or of all. */
function save(saved, answers, old = ['']) {
  for (const name of old) rmSync(join(saved, name), { recursive: true, force: true });
  for (const [name, text] of answers) {
    mkdirSync(dirname(join(saved, name)), { recursive: true });
    writeFileSync(join(saved, name), text);
  }
}

function filesIn(root) {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
}

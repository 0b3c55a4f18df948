/**
 * The answers of the language server about the sample project, some files of commons-lang3 and of java.base: overlays,
 * hovers, lenses, hints, code actions, lists, pictures, and all of it again for a profile, an import and a comparison.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { pathToFileURL } from 'node:url';
import {
  createMessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver-protocol/node';
import { plainText, writeJson } from './plain-text.mjs';

/** How long the server must be silent before its answers are taken for final. */
const QUIET_MS = 700;

const SAMPLE = [
  'Main',
  'image/Blur',
  'image/Detector',
  'catalogue/CsvFormat',
  'orbit/Simulation',
  'report/NightReport',
];
const LISTS = ['lines', 'methods', 'blocks', 'operations', 'library-calls'];

/** The answers by the name of a file. */
export async function answersOfServer(server, work) {
  const answers = new Map();
  const keep = (name, answer) => {
    const text = Buffer.isBuffer(answer) || typeof answer === 'string' ? answer : writeJson(answer);
    answers.set(`server/${name}`, plainText(text, work, { masksNumbers: name.includes('doctor') }));
  };
  await askAboutSample(server, work, keep);
  await askAboutLibraries(server, work, keep);
  return answers;
}

async function askAboutSample(server, work, keep) {
  const session = await startSession(server, work, 'sample', { budget: work.at('data/budgets.json') });
  keep('initialize.json', session.initialized);
  keep('models.json', await session.ask('jouleline/models'));
  keep('doctor.json', await session.ask('jouleline/doctor'));
  const files = SAMPLE.map((name) => work.at(`sample/src/main/java/skysurvey/${name}.java`));
  const golden = ['Broken', 'Modern', 'Matrix'].map((name) => work.at(`golden/${name}.java`));
  for (const file of [...files, ...golden]) session.open(file);
  await session.settled();
  for (const file of [...files, ...golden])
    keep(`estimate/${nameOf(file)}.json`, await session.about(file, 1));
  keep('estimate/messages.json', session.messages());
  await askForLists(session, keep, 'estimate', true);
  await askForPicture(session, keep, 'estimate');

  const [main, blur] = files;
  session.edit(blur, 'float[]', 'double[]');
  await session.settled();
  keep('edited/Blur.json', await session.about(blur, 1));
  session.edit(blur, 'double[]', 'float[]');

  keep('profiles.json', await session.ask('jouleline/profiles'));
  const paths = (name) => work.at(`profiles/${name}.json`);
  for (const shown of ['after', 'measured-after', 'collapsed', 'before']) {
    keep(`${shown}/shown.json`, await session.ask('jouleline/showProfiles', { paths: [paths(shown)] }));
    await session.settled();
    for (const file of [main, blur, files[4]])
      keep(`${shown}/${nameOf(file)}.json`, await session.about(file, 1));
    await askForLists(session, keep, shown, false);
  }
  const two = ['after', 'collapsed'].map(paths);
  keep('together/shown.json', await session.ask('jouleline/showProfiles', { paths: two }));
  await session.settled();
  for (const file of [main, blur]) keep(`together/${nameOf(file)}.json`, await session.about(file, 1));

  const sides = { before: paths('before'), after: paths('after') };
  keep('compared/shown.json', await session.ask('jouleline/compareProfiles', sides));
  await session.settled();
  for (const file of files) keep(`compared/${nameOf(file)}.json`, await session.about(file, 1));
  await askForLists(session, keep, 'compared', false);
  await askForPicture(session, keep, 'compared');
  await askForComparison(session, keep, work, sides);
  await askForImport(session, keep, work);
  await session.stop();
}

async function askForComparison(session, keep, work, { before, after }) {
  const comparison = { paths: [before, after], alpha: 'auto', marks: { application: [], framework: [] } };
  keep(
    'comparison/report.json',
    await session.ask('jouleline/comparisonReport', { paths: comparison.paths }),
  );
  const page = await session.ask('jouleline/comparisonPage', comparison);
  keep('comparison/page.json', { ...page, page: '<file>' });
  if (existsSync(page.page ?? '')) keep('comparison/page.bin', gunzipSync(readFileSync(page.page)));
  for (const format of ['html', 'json']) {
    const path = work.at(`made/server-comparison.${format}`);
    await session.ask('jouleline/exportComparison', { comparison, target: { path, format } });
    keep(`comparison/export.${format}`, existsSync(path) ? readFileSync(path) : 'nothing was written');
  }
  const method = { class: 'skysurvey/image/Blur', name: 'gaussian', descriptor: '' };
  keep(
    'comparison/method.json',
    await session.ask('jouleline/comparedMethod', { profile: after, method, line: 0 }),
  );
}

async function askForImport(session, keep, work) {
  const path = work.at('imports/pprof/nights-jfr.pprof');
  const answer = await session.ask('jouleline/import', { paths: [path], energy: 3, isTrusted: true });
  keep('import/answer.json', answer);
  if (existsSync(answer.path ?? ''))
    keep('import/report.json', await session.ask('jouleline/importReport', { path: answer.path }));
}

async function askForLists(session, keep, shown, isFull) {
  const query = { search: '', order: 'energy', isAscending: false, blocks: 'application' };
  for (const list of LISTS) {
    const ask = (wish) =>
      session.ask('jouleline/hotList', { ...query, list, offset: 0, count: isFull ? 200 : 40, ...wish });
    keep(`${shown}/list-${list}.json`, await ask({}));
    if (!isFull) continue;
    keep(
      `${shown}/list-${list}-by-name.json`,
      await ask({ order: 'name', isAscending: true, search: 'get' }),
    );
    keep(`${shown}/list-${list}-by-executions.json`, await ask({ order: 'executions', blocks: 'fixed' }));
  }
  const uri = session.uris()[1];
  const next = { query: { ...query, list: 'lines' }, uri, line: 0, direction: 'next' };
  keep(`${shown}/next-line.json`, await session.ask('jouleline/nextHotLine', next));
}

async function askForPicture(session, keep, shown) {
  const { path } = (await session.ask('jouleline/picture', { fresh: true })) ?? {};
  keep(`${shown}/picture.bin`, path === undefined ? 'none' : gunzipSync(readFileSync(path)));
  const found = (await session.ask('jouleline/findInPicture', { words: ['return'] })) ?? {};
  keep(`${shown}/found.bin`, found.path === undefined ? 'none' : gunzipSync(readFileSync(found.path)));
}

async function askAboutLibraries(server, work, keep) {
  const session = await startSession(server, work, 'lang3', {});
  const lang3 = ['StringUtils', 'math/Fraction', 'text/StrBuilder', 'time/DateUtils'];
  const base = ['util/HashMap', 'util/Arrays', 'math/BigInteger'];
  const files = [
    ...lang3.map((name) => work.at(`lang3/org/apache/commons/lang3/${name}.java`)),
    ...base.map((name) => work.at(`base/java/${name}.java`)),
  ];
  for (const file of files) session.open(file);
  await session.settled();
  for (const file of files) keep(`libraries/${nameOf(file)}.json`, await session.about(file, 10));
  await askForLists(session, keep, 'libraries', true);
  await session.stop();
}

function nameOf(path) {
  return /([^/]+)\.java$/.exec(path)[1];
}

/** A server for one folder of the work folder, and the questions of an editor. */
async function startSession(server, work, folder, settings) {
  const child = spawn(process.execPath, [server, '--stdio'], {
    cwd: work.folder,
    env: work.environment,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const connection = createMessageConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  const overlays = new Map();
  const diagnostics = new Map();
  const messages = [];
  const texts = new Map();
  let lastHeard = performance.now();
  connection.onRequest((method, params) =>
    method === 'workspace/configuration' ? params.items.map(() => settings) : null,
  );
  connection.onNotification((method, params) => {
    if (method.startsWith('$/')) return;
    lastHeard = performance.now();
    if (method === 'jouleline/overlay' || method === 'jouleline/overlayCleared')
      overlays.set(params.uri, params);
    else if (method === 'textDocument/publishDiagnostics') diagnostics.set(params.uri, params.diagnostics);
    else if (/warning|showMessage/i.test(method)) messages.push({ method, params });
  });
  connection.listen();

  const ask = (method, params = null) =>
    connection.sendRequest(method, params).catch((error) => ({ failed: String(error.message ?? error) }));
  const uri = pathToFileURL(work.at(folder)).href;
  const initialized = await ask('initialize', {
    processId: process.pid,
    rootUri: uri,
    workspaceFolders: [{ uri, name: folder }],
    capabilities: {
      workspace: { configuration: true },
      textDocument: {
        codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ['quickfix', 'refactor'] } } },
      },
    },
    initializationOptions: { protocolVersion: 4, storagePath: work.at('storage'), profileCommand: 'profile' },
  });
  await connection.sendNotification('initialized', {});

  const change = (path, text) => {
    const { version } = texts.get(path);
    texts.set(path, { text, version: version + 1 });
    const textDocument = { uri: pathToFileURL(path).href, version: version + 1 };
    void connection.sendNotification('textDocument/didChange', { textDocument, contentChanges: [{ text }] });
  };
  return {
    ask,
    initialized,
    messages: () => messages,
    uris: () => [...texts.keys()].map((path) => pathToFileURL(path).href),
    open(path) {
      const text = readFileSync(path, 'utf8');
      texts.set(path, { text, version: 1 });
      const textDocument = { uri: pathToFileURL(path).href, languageId: 'java', version: 1, text };
      void connection.sendNotification('textDocument/didOpen', { textDocument });
    },
    edit: (path, old, now) => change(path, texts.get(path).text.replaceAll(old, now)),
    /** Waits until all files are read, and nothing more is said. */
    async settled() {
      const query = { list: 'lines', search: '', order: 'energy', isAscending: false, blocks: 'application' };
      for (;;) {
        const page = await ask('jouleline/hotList', { ...query, offset: 0, count: 1 });
        if (page.failed !== undefined) throw new Error(`the list of lines failed: ${page.failed}`);
        if (page.isComplete && performance.now() - lastHeard > QUIET_MS) break;
        await new Promise((done) => setTimeout(done, 100));
      }
    },
    /** Everything that is shown in a file, with the hovers of every `step`-th line. */
    async about(path, step) {
      const textDocument = { uri: pathToFileURL(path).href };
      const lines = texts.get(path).text.split('\n');
      const whole = { start: { line: 0, character: 0 }, end: { line: lines.length, character: 0 } };
      const hovers = {};
      const actions = {};
      for (let line = 0; line < lines.length; line += step) {
        const position = { line, character: lines[line].search(/\S|$/) };
        const hover = await ask('textDocument/hover', { textDocument, position });
        if (hover !== null)
          hovers[`${line + 1}: ${lines[line].trim()}`] =
            (hover.contents?.value ?? hover).split?.('\n') ?? hover;
        const range = { start: position, end: position };
        const found = await ask('textDocument/codeAction', {
          textDocument,
          range,
          context: { diagnostics: [] },
        });
        if (found !== null && found.length !== 0) actions[line + 1] = found;
      }
      return {
        overlay: overlays.get(textDocument.uri) ?? null,
        diagnostics: diagnostics.get(textDocument.uri) ?? null,
        lenses: await ask('textDocument/codeLens', { textDocument }),
        hints: await ask('textDocument/inlayHint', { textDocument, range: whole }),
        hovers,
        actions,
      };
    },
    async stop() {
      await ask('shutdown');
      await connection.sendNotification('exit');
      await new Promise((done) => child.once('exit', done));
      connection.dispose();
    },
  };
}

/**
 * `npm run package`: the extension as dist/jouleline.vsix, minified, with the
 * notices and the bill of materials (CycloneDX) of what it contains. Says what is in it, and fails if something is
 * missing, something else got in, it has grown too large, or the same sources give other bytes.
 */
import { createVSIX } from '@vscode/vsce';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { unzipSync } from 'fflate';
import {
  describePackage,
  packagesInSourceMap,
  packagesWithinBundles,
  writeNotices,
} from './third-party-notices.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const vsix = join(root, 'dist', 'jouleline.vsix');
const bundles = [
  'extension',
  'server',
  'worker',
  'analysis',
  'java-parser',
  'cli',
  'importer',
  'comparer',
  'chains',
  'bodies',
  'builds',
  'measure-helper',
  'energy-map',
  'lists',
  'comparison',
  'comparison-page',
  'programs-page',
];
const maxBytes = 2_000_000;

/** The files by their names in the package; vsce renames the documents. */
const required = [
  ...bundles.map((name) => `extension/dist/${name}.js`),
  'extension/dist/ThirdPartyNotices.txt',
  'extension/dist/sbom.cdx.json',
  'extension/package.json',
  'extension/package.nls.json',
  'extension/l10n/bundle.l10n.json',
  'extension/media/agent/jouleline-agent.jar',
  'extension/media/icon.png',
  'extension/media/view.svg',
  'extension/docs/guide/advice.md', // what codes of diagnostics lead to
  'extension/readme.md',
  'extension/changelog.md',
  'extension/LICENSE.txt',
];
const allowed = [
  /^extension\/media\/((?:bodies|models|schemas)\/[^/]+\.json|(?:bodies|signatures)\/[^/]+\.bin|walkthrough\/[\w-]+\.(java|svg)|webviews\/[\w-]+\/[\w-]+\.(css|js))$/,
  /^extension\/dist\/shared-[0-9A-Z]+\.js$/, // pieces that bundles share
  /^extension\/(package\.nls|l10n\/bundle\.l10n)\.[\w-]+\.json$/,
  /^(extension\.vsixmanifest|\[Content_Types\]\.xml)$/,
];

// vsce then sorts its entries and gives them one time, which a zip file holds as a local one.
process.env.SOURCE_DATE_EPOCH = String(Date.UTC(2020, 0, 1) / 1000);
process.env.TZ = 'UTC';
rmSync(vsix, { force: true });
build(); // with source maps, which tell what the bundles are made of
writeFileSync(join(root, 'dist', 'ThirdPartyNotices.txt'), collectNotices());
writeFileSync(join(root, 'dist', 'sbom.cdx.json'), billOfMaterials());
writeFileSync(join(root, 'dist', 'README.md'), packagedReadme());
const first = await pack();
const bytes = await pack();
checkContents();

/** The hash of the package that is made anew. */
async function pack() {
  build('--minify');
  await createVSIX({
    cwd: root,
    packagePath: vsix,
    dependencies: false, // they are in the bundles
    readmePath: 'dist/README.md',
    rewriteRelativeLinks: false,
    allowMissingRepository: true,
  });
  return createHash('sha256').update(readFileSync(vsix)).digest('hex');
}

/** What npm says of the packages that ship, by the lock file, without the time and the number of this call. */
function billOfMaterials() {
  const words = ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--package-lock-only'];
  const { status, stdout, stderr } = spawnSync('npm', words, {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (status !== 0) {
    console.error(stderr);
    process.exit(1);
  }
  const { bomFormat, specVersion, version, metadata, components, dependencies } = JSON.parse(stdout);
  const component = { ...metadata.component, name: 'jouleline' };
  return JSON.stringify({
    bomFormat,
    specVersion,
    version,
    metadata: { component },
    components,
    dependencies,
  });
}

function build(...flags) {
  const { status } = spawnSync(process.execPath, ['esbuild.mjs', ...flags], { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(1);
}

/** The README without its pictures and without links to documents that the package does not have. */
function packagedReadme() {
  const shipped = ['docs/guide/advice.md', 'CHANGELOG.md', 'LICENSE'];
  return readFileSync(join(root, 'README.md'), 'utf8')
    .replace(/^!\[[^\]]*\]\([^)]*\)\n\n/gm, '')
    .replace(/\[([^\]]+)\]\(([^):]+)\)/g, (link, text, path) => (shipped.includes(path) ? link : text));
}

function collectNotices() {
  const folders = new Set();
  const within = new Set();
  const dist = join(root, 'dist');
  const pieces = readdirSync(dist).filter((name) => /^shared-.*\.js$/.test(name));
  for (const name of [...bundles.map((bundle) => `${bundle}.js`), ...pieces]) {
    const path = join(dist, `${name}.map`);
    const map = JSON.parse(readFileSync(path, 'utf8'));
    for (const folder of packagesInSourceMap(map)) folders.add(folder);
    for (const inner of packagesWithinBundles(map)) within.add(inner);
    rmSync(path);
  }
  return writeNotices(
    Array.from(folders, (folder) => describePackage(root, folder)),
    within,
  );
}

function checkContents() {
  const packed = Object.entries(unzipSync(readFileSync(vsix)));
  const files = packed.map(([name, data]) => ({ name, bytes: data.length }));
  const needed = packed.flatMap(([name, data]) =>
    name.endsWith('.js')
      ? Array.from(
          Buffer.from(data)
            .toString()
            .matchAll(/require\("\.\/(shared-\w+\.js)"\)/g),
          ([, piece]) => `extension/dist/${piece}`,
        )
      : [],
  );
  const names = files.map(({ name }) => name);
  const wanted = ['extension/media/models/', 'extension/media/bodies/', 'extension/media/signatures/'];
  const problems = [
    ...[...required, ...new Set(needed)]
      .filter((name) => !names.includes(name))
      .map((name) => `missing: ${name}`),
    ...wanted
      .filter((folder) => !names.some((name) => name.startsWith(folder)))
      .map((folder) => `empty: ${folder}`),
    ...names
      .filter((name) => !required.includes(name) && !allowed.some((pattern) => pattern.test(name)))
      .map((name) => `does not belong: ${name}`),
  ];
  const { size } = statSync(vsix);
  if (first !== bytes) problems.push('the same sources gave another package');
  if (size > maxBytes) problems.push(`${size} bytes are more than ${maxBytes}`);
  for (const { name, bytes } of files.toSorted((a, b) => b.bytes - a.bytes)) {
    console.log(`${String(bytes).padStart(9)}  ${name}`);
  }
  console.log(`${String(size).padStart(9)}  dist/jouleline.vsix, SHA-256 ${bytes}`);
  if (problems.length === 0) return;
  for (const problem of problems) console.error(problem);
  if (existsSync(vsix)) rmSync(vsix);
  process.exit(1);
}

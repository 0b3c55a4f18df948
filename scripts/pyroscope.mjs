/**
 * Builds a real Grafana Pyroscope server from its Go module, and runs the tests
 * of `jouleline pull` and `push` against it: `node scripts/pyroscope.mjs`. What
 * it answered becomes test/fixtures/pyroscope/exchanges.json, which the tests
 * play back where there is no server. The first build takes some ten minutes on
 * two cores; later runs some ten seconds. Everything stays on this machine's
 * loopback addresses.
 *
 * The module of the server's API that goes with 1.6.0 is not to be had alone:
 * it is built with a newer one, whose methods that 1.6.0 does not have answer
 * that they don't exist. What is tested here (push, series, profiles) is the
 * server's own.
 */
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const MODULE = 'github.com/grafana/pyroscope';
const VERSION = 'v1.6.0';
const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(tmpdir(), `jouleline-pyroscope-${VERSION}`);
const binary = join(folder, process.platform === 'win32' ? 'pyroscope.exe' : 'pyroscope');
/** Its handlers' patterns are those of Go 1.21. */
const environment = { ...process.env, GODEBUG: 'httpmuxgo121=1' };

function go(cwd, ...args) {
  return execFileSync('go', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}

/** Services, and the generated code that answers for what they don't have. */
const INCOMPLETE = [
  ['pkg/querier/vcs/service.go', 'Service', ['vcs']],
  ['pkg/settings/settings.go', 'TenantSettings', ['settings']],
  ['pkg/adhocprofiles/adhocprofiles.go', 'AdHocProfiles', ['adhocprofiles', 'AdHocProfile']],
  ['pkg/frontend/frontend.go', 'Frontend', ['querier'], ['vcs']],
  ['pkg/querier/querier.go', 'Querier', ['querier']],
];

function complete(source, [file, type, ...services]) {
  const path = join(source, file);
  let text = readFileSync(path, 'utf8');
  for (const [room, name = room === 'vcs' ? 'VCS' : room[0].toUpperCase() + room.slice(1)] of services) {
    const used = `"${MODULE}/api/gen/proto/go/${room}/v1/${room}v1connect"`;
    text = text.replace(`type ${type} struct {`, `$&\n\t${room}v1connect.Unimplemented${name}ServiceHandler`);
    if (!text.includes(used)) text = text.replace('import (', `import (\n\t${used}`);
  }
  writeFileSync(path, text);
}

function buildServer() {
  const source = join(folder, 'source');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'go.mod'), 'module fetch\n');
  const { Dir } = JSON.parse(go(folder, 'mod', 'download', '-json', `${MODULE}@${VERSION}`));
  cpSync(Dir, source, { recursive: true });
  execFileSync('chmod', ['-R', 'u+w', source]);
  for (const name of ['go.work', 'go.work.sum']) rmSync(join(source, name), { force: true });
  go(source, 'mod', 'edit', `-dropreplace=${MODULE}/api`, `-require=${MODULE}/api@v1.6.0`);
  for (const each of INCOMPLETE) complete(source, each);
  go(source, 'build', '-mod=mod', '-ldflags=-checklinkname=0', '-o', binary, './cmd/pyroscope');
  rmSync(source, { recursive: true });
}

async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const RINGS = [
  'compactor.ring.instance-addr',
  'distributor.ring.instance-addr',
  'ingester.lifecycler.addr',
  'memberlist.advertise-addr',
  'memberlist.bind-addr',
  'overrides-exporter.ring.instance-addr',
  'query-frontend.instance-addr',
  'query-scheduler.ring.instance-addr',
  'server.grpc-listen-address',
  'server.http-listen-address',
  'store-gateway.sharding-ring.instance-addr',
];

async function startServer(data) {
  const port = await freePort();
  const args = [
    ...RINGS.map((name) => `-${name}=127.0.0.1`),
    `-server.http-listen-port=${port}`,
    `-server.grpc-listen-port=${await freePort()}`,
    `-memberlist.bind-port=${await freePort()}`,
    '-self-profiling.disable-push=true',
    '-usage-stats.enabled=false',
    // The fixtures are from a day of their own.
    '-validation.reject-older-than=0',
    '-querier.max-query-lookback=0',
  ];
  const child = spawn(binary, args, { cwd: data, env: environment, stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 60; tries++) {
    await setTimeout(1000);
    const isReady = await fetch(`${url}/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return { child, url };
  }
  child.kill('SIGKILL');
  throw new Error('the server was not ready within a minute');
}

if (!existsSync(binary)) buildServer();
const data = mkdtempSync(join(tmpdir(), 'jouleline-pyroscope-data-'));
const { child, url } = await startServer(data);
try {
  const test = 'test/integration/continuous-profilers.test.ts';
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  execFileSync(process.execPath, [vitest, 'run', '--project', 'integration', test], {
    cwd: root,
    env: { ...process.env, JOULELINE_TEST_PYROSCOPE: url },
    stdio: 'inherit',
  });
} finally {
  child.kill('SIGKILL');
  await new Promise((resolve) => child.once('exit', resolve));
  rmSync(data, { recursive: true, force: true });
}

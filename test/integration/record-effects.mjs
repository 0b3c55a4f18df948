/**
 * Loaded into the server before anything else (`node --import`), into its workers too: writes a line to the file
 * JOULELINE_EFFECTS for whatever it does beyond reading and writing files; with JOULELINE_INSIDE, a list of folders, also
 * for each file and folder that it opens elsewhere.
 */
import childProcess from 'node:child_process';
import dgram from 'node:dgram';
import dns from 'node:dns';
import fs, { appendFileSync, realpathSync } from 'node:fs';
import Module from 'node:module';
import net from 'node:net';
import { isMainThread } from 'node:worker_threads';

const file = process.env.JOULELINE_EFFECTS;

function record(what) {
  appendFileSync(file, `${what}\n`);
}

function watch(owner, name, what) {
  const original = owner[name];
  owner[name] = function (...args) {
    record(`${what} ${name}`);
    return original.apply(this, args);
  };
}

watch(net.Socket.prototype, 'connect', 'net');
watch(net.Server.prototype, 'listen', 'net');
watch(dgram.Socket.prototype, 'bind', 'dgram');
watch(dgram.Socket.prototype, 'send', 'dgram');
for (const name of ['lookup', 'resolve', 'resolve4', 'resolve6']) watch(dns, name, 'dns');
watch(childProcess.ChildProcess.prototype, 'spawn', 'child_process');
for (const name of ['spawnSync', 'execFileSync', 'execSync']) watch(childProcess, name, 'child_process');

const inside = process.env.JOULELINE_INSIDE?.split('\n');

function watchPaths(owner, name) {
  const original = owner[name];
  owner[name] = function (path, ...args) {
    const place = typeof path === 'number' ? undefined : placeOf(path);
    if (place !== undefined && !inside.some((folder) => place === folder || place.startsWith(`${folder}/`)))
      record(`outside ${place}`);
    return original.call(this, path, ...args);
  };
}

function placeOf(path) {
  try {
    return realpathSync(path);
  } catch {
    return undefined; // nothing is there to be opened
  }
}

if (inside !== undefined) {
  const names = ['open', 'readFile', 'writeFile', 'readdir', 'opendir'];
  for (const name of [
    ...names,
    ...names.map((each) => `${each}Sync`),
    'createReadStream',
    'createWriteStream',
  ])
    watchPaths(fs, name);
  for (const name of names) watchPaths(fs.promises, name);
}

const load = Module._load;
Module._load = function (request, parent, isMain) {
  const loaded = Module._resolveFilename(request, parent, isMain);
  if (!Module.isBuiltin(loaded)) record(`load ${loaded}`);
  return load.apply(this, [request, parent, isMain]);
};

record(`start ${isMainThread ? 'main' : 'worker'}`);

/**
 * Loaded into the server before anything else (`node --import`), into its workers too: writes a line to the file
 * JOULELINE_EFFECTS for whatever it does beyond reading and writing files.
 */
import childProcess from 'node:child_process';
import dgram from 'node:dgram';
import dns from 'node:dns';
import { appendFileSync } from 'node:fs';
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

const load = Module._load;
Module._load = function (request, parent, isMain) {
  const loaded = Module._resolveFilename(request, parent, isMain);
  if (!Module.isBuiltin(loaded)) record(`load ${loaded}`);
  return load.apply(this, [request, parent, isMain]);
};

record(`start ${isMainThread ? 'main' : 'worker'}`);

/**
 * Loaded before a command (`node --import`): the JOULELINE_FAIL_AT-th call that changes files below JOULELINE_FAIL_IN
 * fails with the error JOULELINE_FAIL, such as ENOSPC, or for `kill` ends the process before it is made. Says by
 * the file JOULELINE_FAILED that it did.
 */
import fs from 'node:fs';
import { resolve } from 'node:path';

const { JOULELINE_FAIL: how, JOULELINE_FAIL_IN: folder, JOULELINE_FAILED: mark } = process.env;
const { writeFileSync } = fs;
let left = Number(process.env.JOULELINE_FAIL_AT);

/** True if this is the call that fails. */
function isNow(path) {
  if (typeof path !== 'string' || !resolve(path).startsWith(folder) || resolve(path) === mark) return false;
  if (--left !== 0) return false;
  writeFileSync(mark, how);
  if (how === 'kill') process.kill(process.pid, 'SIGKILL');
  return true;
}

const failure = () => Object.assign(new Error(`${how}: made up`), { code: how, syscall: 'write' });
const isForWriting = (flags) => typeof flags === 'string' && /[wa+]/.test(flags);

const open = fs.promises.open;
fs.promises.open = async function (path, flags, ...rest) {
  if (!isForWriting(flags)) return open.call(this, path, flags, ...rest);
  if (isNow(path)) throw failure();
  const file = await open.call(this, path, flags, ...rest);
  for (const name of ['write', 'writeFile', 'datasync', 'sync', 'chmod', 'chown', 'truncate']) {
    const own = file[name].bind(file);
    file[name] = async (...args) => {
      if (isNow(path)) throw failure();
      return own(...args);
    };
  }
  return file;
};

for (const name of ['rename', 'link', 'writeFile', 'mkdir', 'copyFile']) {
  const asked = fs.promises[name];
  fs.promises[name] = async function (path, ...rest) {
    if (isNow(path)) throw failure();
    return asked.call(this, path, ...rest);
  };
  const atOnce = fs[`${name}Sync`];
  fs[`${name}Sync`] = function (path, ...rest) {
    if (isNow(path)) throw failure();
    return atOnce.call(this, path, ...rest);
  };
}

/** Loaded before a command (`node --import`): writes the milliseconds of processors and the megabytes that it took. */
import { readFileSync, writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

if (isMainThread)
  process.on('exit', () => {
    const { userCPUTime, systemCPUTime } = process.resourceUsage();
    // That of resourceUsage counts the program, too, that started this one.
    const [, most] = /VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'));
    writeFileSync(process.env.JOULELINE_TOOK, `${(userCPUTime + systemCPUTime) / 1000} ${most / 1024}`);
  });

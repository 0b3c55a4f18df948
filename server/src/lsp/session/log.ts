/**
 * The server's log, which goes to the client's output channel by level.
 *
 * Sits in `lsp/`.
 */
import { describeError } from '../../base/failure';
import type { RemoteConsole } from 'vscode-languageserver/node';
import type { Settings } from '../../protocol/settings';
import type { AnalysisTimes } from '../../threads/messages';

export type LogLevel = Settings['logLevel'];

export interface Log {
  error(message: string): void;
  warning(message: string): void;
  info(message: string): void;
  debug(message: string): void;
  setLevel(level: LogLevel): void;
}

const ORDER: readonly LogLevel[] = ['error', 'warning', 'info', 'debug'];

export function createLog(remote: RemoteConsole): Log {
  let level: LogLevel = 'info';
  const passes = (of: LogLevel): boolean => ORDER.indexOf(of) <= ORDER.indexOf(level);
  return {
    error: (message) => {
      remote.error(message);
    },
    warning: (message) => {
      if (passes('warning')) remote.warn(message);
    },
    info: (message) => {
      if (passes('info')) remote.info(message);
    },
    debug: (message) => {
      if (passes('debug')) remote.debug(message);
    },
    setLevel: (to) => {
      level = to;
    },
  };
}

/** Answers a function that writes a failure to the log, with its stack. */
export function failuresTo(log: Pick<Log, 'error'>): (error: unknown) => void {
  return (error) => {
    log.error(describeError(error));
  };
}

/** Runs work that nobody waits for; a failure goes to the log and does not end the server. */
export function inBackground(work: Promise<unknown>, log: Pick<Log, 'error'>): void {
  work.catch(failuresTo(log));
}

/** "thread 80 ms, signatures 9 ms, grammar 0 ms, analysis 12 ms" */
export function describeTimes({ load, signatures, grammar, analysis }: AnalysisTimes): string {
  const parts = Object.entries({ thread: load, signatures, grammar, analysis });
  return parts.map(([part, took]) => `${part} ${took.toFixed(0)} ms`).join(', ');
}

/**
 * The folder by which Jouleline and the agent in a running JVM talk: files tell the agent what to do, and
 * the agent's files tell how far it is.
 *
 * Sits in `host/`; server/agent/jouleline/runtime/Attachment is the other side.
 */
import { messageOf } from '../../base/failure';
import { existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { namedPlaceOfIds } from '../processes/process-ids';
import { type CaptureFiles, readMachines, writeSwapTable } from './capture-folder';
import { readBytesSync, readTextSync } from './read-file';

export interface LoadedClasses {
  readonly classes: readonly { readonly name: string; readonly bytes: Uint8Array }[];
  /** One line for each class that the JVM did not give. */
  readonly problems: readonly string[];
}

/** The steps that the agent reports by the files that it writes. */
export type AgentNews = 'loaded' | 'attached' | 'ended';

export interface AttachmentFolder {
  readonly path: string;
  /** Six letters and digits that no other capture has. */
  readonly mark: string;
  /** Writes the agent's jar, and returns its path. */
  readonly writeAgent: (jar: Uint8Array) => string;
  /** Asks for classes, by names with slashes. */
  readonly askFor: (classes: Iterable<string>) => void;
  /** The classes as they run, once the agent has reported them. */
  readonly readLoaded: () => LoadedClasses;
  readonly give: (table: { readonly index: string; readonly bytes: Uint8Array }) => void;
  /** Tells the agent that somebody still waits for the capture; to be called once a second. False if the folder is gone. */
  readonly touch: () => boolean;
  readonly stop: () => void;
  readonly has: (news: AgentNews) => boolean;
  /** The reason for which the agent gave up, if it did. */
  readonly failure: () => string | undefined;
  readonly readMachines: () => readonly CaptureFiles[];
  /** Removes the folder. Returns what is in the way, if anything is: on Windows a JVM keeps the agent's jar open. */
  readonly remove: () => string | undefined;
}

/** Throws if nothing can be written. */
export function createAttachmentFolder(): AttachmentFolder {
  const path = mkdtempSync(join(tmpdir(), 'jouleline-'));
  const at = (name: string): string => join(path, name);
  // The agent looks for a file by its name, so a file gets its name when it is complete.
  const write = (name: string, content: string | Uint8Array): void => {
    writeFileSync(at(`${name}.part`), content);
    renameSync(at(`${name}.part`), at(name));
  };
  const watched = `${process.pid} ${namedPlaceOfIds()}`.trim();
  // The agent looks at this process, and at the time of the file.
  const touch = (): boolean => {
    if (!existsSync(path)) return false;
    write('watched.txt', watched);
    return true;
  };
  return {
    path,
    mark: path.slice(-6),
    writeAgent: (jar) => {
      write('jouleline-agent.jar', jar);
      return at('jouleline-agent.jar');
    },
    askFor: (classes) => {
      touch();
      write('wanted.txt', Array.from(classes, (name) => `${name}\n`).join(''));
    },
    readLoaded: () => readLoaded(readTextSync(at('loaded.tsv')), readBytesSync(at('loaded.bin'))),
    give: (table) => {
      writeSwapTable(path, table);
    },
    touch,
    stop: () => {
      if (existsSync(path)) write('stop.txt', '');
    },
    has: (news) => existsSync(at(news === 'loaded' ? 'loaded.tsv' : `${news}.txt`)),
    failure: () => (existsSync(at('failed.txt')) ? readTextSync(at('failed.txt')) : undefined),
    readMachines: () => readMachines(path),
    remove: () => {
      try {
        rmSync(path, { recursive: true, force: true, maxRetries: 3 });
        return undefined;
      } catch (error) {
        return `${path} can't be removed while the program runs: ${messageOf(error)}`;
      }
    },
  };
}

/** Reads a line for each class: its name, and where its bytes lie and how many; or -1 and the problem. */
function readLoaded(index: string, bytes: Uint8Array): LoadedClasses {
  const rows = index
    .split('\n')
    .slice(0, -1)
    .map((line) => line.split('\t'));
  return {
    classes: rows.flatMap(([name = '', start = '', length = '']) =>
      Number(start) < 0
        ? []
        : [{ name, bytes: bytes.subarray(Number(start), Number(start) + Number(length)) }],
    ),
    problems: rows.flatMap(([name = '', start = '', what = '']) =>
      Number(start) < 0 ? [`${name} is not counted: ${what}`] : [],
    ),
  };
}

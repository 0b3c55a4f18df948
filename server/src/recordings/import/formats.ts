/**
 * Lists all formats that can be imported, and recognizes a file's format by its structure, never by its
 * name.
 *
 * Sits in `recordings/`. The order matters if one structure is a special case of another:
 * JoularJX's rows are CSV, and pprof is anything that happens to parse.
 */
import { androidTraceFormat } from './android-trace';
import { callgrindFormat } from './callgrind';
import { collapsedFormat } from './collapsed';
import { energyCsvFormat, energyJsonFormat } from './energy-table';
import type { ImportFormat } from './importer';
import { jfrFormat } from './jfr-json';
import { joularEvolutionFormat, joularFormat } from './joularjx';
import { pprofFormat } from './pprof';
import { simpleperfFormat } from './simpleperf';
import { speedscopeFormat } from './speedscope';

export const importFormats: readonly ImportFormat[] = [
  jfrFormat,
  androidTraceFormat,
  simpleperfFormat,
  energyJsonFormat,
  speedscopeFormat,
  callgrindFormat,
  energyCsvFormat,
  joularEvolutionFormat,
  joularFormat,
  collapsedFormat,
  pprofFormat,
];

export function recogniseFormat(head: Uint8Array): ImportFormat | undefined {
  return importFormats.find(({ recognizes }) => recognizes(head));
}

/** Says, for people, what a file is that is not a profile by itself. */
export function describeForeign(head: Uint8Array): string | undefined {
  const starts = (...bytes: readonly number[]): boolean => bytes.every((byte, index) => head[index] === byte);
  if (head.length === 0) return 'is empty';
  if (starts(0x50, 0x4b, 3, 4)) return 'is a zip archive: unpack it, and name the folder';
  if (starts(0x1f, 0x8b)) return 'is compressed twice';
  if (starts(0xff, 0xfe) || starts(0xfe, 0xff)) return 'is UTF-16: save it as UTF-8';
  if (starts(0x53, 0x4c, 0x4f, 0x57) && head[5] === 0)
    return 'is a method trace of Android that was streamed: record it without streaming';
  if (starts(0xca, 0xfe, 0xba, 0xbe)) return 'is a class file';
  return undefined;
}

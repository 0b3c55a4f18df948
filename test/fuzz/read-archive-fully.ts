/**
 * All that reads a jar or an image of modules, on one: nothing is thrown, and
 * what is taken into memory stays within bounds.
 */
import { isClassEntry, readJarLayout } from '../../server/src/classfile/archives/jar-layout';
import { openJimage } from '../../server/src/classfile/archives/jimage';
import type { InflateRaw, RandomAccess } from '../../server/src/classfile/archives/random-access';
import { accessBytes } from '../support/access-bytes';
import {
  sourceFromJar,
  sourceFromJimage,
  type SourceOptions,
} from '../../server/src/classfile/signatures/signature-sources';
import type { SignatureSource } from '../../server/src/classfile/signatures/class-signature';
import { openZip } from '../../server/src/classfile/archives/zip';
import { inflateRaw } from '../../server/src/host/files/random-access-file';
import { expectThat, outcomeOf } from './read-class-fully';

/** Above the file's own size. */
export const MOST_MEMORY = 64 * 1024 * 1024;
/** The most classes that are read of those that an archive says it has. */
const READ_AT_MOST = 40;

/** Counts what an operation holds at most: everything that it read and inflated, as if nothing were let go. */
interface Meter {
  readonly file: RandomAccess;
  readonly inflate: InflateRaw;
  /** Runs one operation, and holds what it took against the bound. */
  readonly run: <T>(operation: () => T) => T;
}

function meter(bytes: Uint8Array): Meter {
  let taken = 0;
  const access = accessBytes(bytes);
  return {
    file: {
      size: access.size,
      readAt: (offset, length) => {
        const copy = access.readAt(offset, length).slice();
        taken += copy.length;
        return copy;
      },
    },
    inflate: (data, expectedSize) => {
      const inflated = inflateRaw(data, expectedSize);
      // Pieces first, then the whole: twice its size while it is put together.
      taken += 2 * (inflated?.length ?? Math.max(0, expectedSize));
      return inflated;
    },
    run(operation) {
      taken = 0;
      const result = operation();
      expectThat(taken <= bytes.length + MOST_MEMORY, `reading takes ${taken} bytes of memory`);
      return result;
    },
  };
}

interface Told {
  readonly options: SourceOptions;
  readonly messages: string[];
}

function listen(file: string): Told {
  const messages: string[] = [];
  return {
    messages,
    options: { file, origin: 'class-path', report: ({ message }) => void messages.push(message) },
  };
}

function askFor(source: SignatureSource, names: readonly string[], { run }: Meter): void {
  for (const name of names) {
    run(() => source.findClass(name));
    source.hasPackage(name.slice(0, Math.max(0, name.lastIndexOf('/'))));
  }
}

export function readJarFully(bytes: Uint8Array): void {
  const meterOf = meter(bytes);
  const archive = outcomeOf(meterOf.run(() => openZip(meterOf.file, meterOf.inflate, isClassEntry)));
  outcomeOf(meterOf.run(() => openZip(meterOf.file, meterOf.inflate)));
  if (archive === undefined) return;
  for (const entry of [...archive.entries.values()].slice(0, READ_AT_MOST))
    outcomeOf(meterOf.run(() => archive.read(entry)));
  const { options, messages } = listen('a.jar');
  const layout = readJarLayout(archive, 25);
  const source = sourceFromJar(archive, 25, options);
  askFor(source, [...[...layout.classes.keys()].slice(0, READ_AT_MOST), 'java/lang/Object', ''], meterOf);
  checkMessages(messages);
}

export function readImageFully(bytes: Uint8Array): void {
  const meterOf = meter(bytes);
  const image = outcomeOf(meterOf.run(() => openJimage(meterOf.file, meterOf.inflate)));
  if (image === undefined) return;
  const listed = meterOf.run(() => image.listClasses());
  const { options, messages } = listen('modules');
  for (const { module, name } of listed.slice(0, READ_AT_MOST))
    outcomeOf(meterOf.run(() => image.readResource(module, `${name}.class`)));
  const names = [...listed.slice(0, READ_AT_MOST).map(({ name }) => name), 'java/lang/Object', ''];
  askFor(sourceFromJimage(image, options), names, meterOf);
  checkMessages(messages);
}

function checkMessages(messages: readonly string[]): void {
  expectThat(messages.length <= 200, `${messages.length} problems are told of one file`);
  expectThat(messages.join('').length <= 100_000, 'problems are told in a sentence each');
}

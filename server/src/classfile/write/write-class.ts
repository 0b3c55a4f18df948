/**
 * Writes a class file with some attributes replaced and constants added
 * (JVMS 4.1). All else is copied as it stands, so that nothing is lost that
 * this project knows nothing of.
 *
 * Sits in `classfile/`, the counterpart of `read-class.ts`.
 */
import { ByteSink } from './byte-sink';
import type { ConstantAdditions } from './constant-additions';
import { attempt, type Outcome } from '../../base/outcome';
import type { AttributeRange, ClassFile } from '../read/read-class';

interface ClassChanges {
  readonly constants: ConstantAdditions;
  /** New contents, by the attribute of the class, a field or a method that they replace. */
  readonly attributes: ReadonlyMap<AttributeRange, Uint8Array>;
}

/** Without changes the very bytes that were read. Cost: a copy of the file. */
export function writeClass(file: ClassFile, changes: ClassChanges): Outcome<Uint8Array> {
  return attempt(() => {
    const { bytes, constants } = file;
    const sink = new ByteSink();
    sink.copy(bytes, 0, 8);
    sink.u2(constants.offsets.length + changes.constants.count);
    sink.copy(bytes, 10, constants.end);
    sink.copy(changes.constants.encode());
    let copied = constants.end;
    const replaced = [...changes.attributes].sort(([one], [other]) => one.start - other.start);
    for (const [{ start, end }, content] of replaced) {
      sink.copy(bytes, copied, start - 4);
      sink.u4(content.length);
      sink.copy(content);
      copied = end;
    }
    sink.copy(bytes, copied, bytes.length);
    return sink.finish();
  });
}

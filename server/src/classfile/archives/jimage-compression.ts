/**
 * Resources of a jimage that jlink compressed (`--compress`): each layer has a
 * header of 29 bytes (CompressedResourceHeader) that names its decompressor.
 *
 * Sits in `classfile/` under `jimage.ts`. `zip` is read; the older
 * `compact-cp` (shared constant pool strings) is named as unsupported.
 */
import { MalformedInput } from '../../base/outcome';
import type { InflateRaw } from './random-access';

const headerLength = 29;
const magic = 0xcafefafa;
const zlibHeaderLength = 2;
/** Class files are far smaller; a stated size beyond this is a lie that must not be allocated for. */
export const largestResource = 16 * 1024 * 1024;
/** jlink applies each of its two compressors once; a resource can be made to hold itself. */
const mostLayers = 4;

export function decompressResource(
  content: Uint8Array,
  {
    littleEndian,
    stringAt,
    inflateRaw,
  }: {
    readonly littleEndian: boolean;
    readonly stringAt: (offset: number) => string;
    readonly inflateRaw: InflateRaw;
  },
): Uint8Array {
  let current = content;
  for (let layer = 0; layer < mostLayers; layer++) {
    if (current.length < headerLength) return current;
    const view = new DataView(current.buffer, current.byteOffset, current.byteLength);
    if (view.getUint32(0, littleEndian) !== magic) return current;
    const storedSize = Number(view.getBigUint64(4, littleEndian));
    const size = Number(view.getBigUint64(12, littleEndian));
    const decompressor = stringAt(view.getUint32(20, littleEndian));
    const isLast = view.getUint8(28) === 1;
    if (decompressor !== 'zip') {
      throw new MalformedInput(`Resource compressed by '${decompressor}', which is not supported`, 0);
    }
    if (size > largestResource) throw new MalformedInput(`Resource claims ${size} bytes`, 0);
    const deflated = current.subarray(headerLength + zlibHeaderLength, headerLength + storedSize);
    const inflated = inflateRaw(deflated, size);
    if (inflated?.length !== size) throw new MalformedInput('Compressed resource is corrupt', 0);
    if (isLast) return inflated;
    current = inflated;
  }
  throw new MalformedInput(`Resource is compressed more than ${mostLayers} times`, 0);
}

/**
 * The bundled signatures of the platform, for tests that type real code.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { SignatureSource } from '../../server/src/classfile/signatures/class-signature';
import { loadSignatureIndex } from '../../server/src/classfile/signatures/signature-index';

let loaded: SignatureSource | undefined;

export function platformSignatures(): SignatureSource {
  if (loaded !== undefined) return loaded;
  const path = join(__dirname, '..', '..', 'media', 'signatures', 'java-25.bin');
  const index = loadSignatureIndex(gunzipSync(readFileSync(path)));
  if (!index.ok) throw new Error(index.problem.message);
  return (loaded = index.value);
}

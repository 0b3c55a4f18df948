/**
 * Builds the bundled index of the platform's signatures from a JDK's modules.
 * Run it by `node scripts/build-signature-index.mjs [--jdk HOME]`; it writes
 * `media/signatures/java-25.bin`. Without `--jdk` it takes the first JDK 25 of
 * `JAVA_HOME`, the path and their siblings.
 */
import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { openJimage } from '../server/src/classfile/archives/jimage';
import { readPlatformApi } from './signatures/platform-api';
import { writeSignatureIndex } from './signatures/write-signature-index';
import { findJdks, readJdk } from '../server/src/host/jdk/jdks';
import { accessFile, inflateRaw } from '../server/src/host/files/random-access-file';

const release = 25;
const target = `media/signatures/java-${release}.bin`;

function build(): void {
  const given = process.argv.indexOf('--jdk');
  const named = given < 0 ? undefined : readJdk(process.argv[given + 1] ?? '');
  const jdk = named ?? findJdks(process.env).find((found) => found.release === release);
  if (jdk?.modules === undefined)
    throw new Error(`No JDK ${release} with lib/modules was found; name one by --jdk`);
  const file = accessFile(jdk.modules);
  if (!file.ok) throw new Error(`${jdk.modules} ${file.problem.message}`);
  const image = openJimage(file.value, inflateRaw);
  if (!image.ok) throw new Error(`${jdk.modules}: ${image.problem.message}`);
  const api = readPlatformApi(image.value, {
    includesModule: (module) => module.startsWith('java.'),
    includesPackage: (name) => name.startsWith('java/'),
  });
  for (const problem of api.problems) console.error(problem.message);
  const name = `OpenJDK ${jdk.version}`;
  const text = writeSignatureIndex({ name, release: jdk.release }, api.classes);
  const packed = gzipSync(text, { level: 9 });
  writeFileSync(target, packed);
  console.log(
    `${target}: ${api.classes.length} classes of ${name}, ${text.length} bytes, ${packed.length} gzipped`,
  );
}

build();

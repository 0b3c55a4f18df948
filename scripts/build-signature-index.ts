/**
 * Builds the bundled index of the platform's signatures from a JDK's modules.
 * Run it by `node scripts/build-signature-index.mjs [--jdk HOME]`; it writes
 * `media/signatures/java-25.bin`. Without `--jdk` it takes the first JDK 25 of
 * `JAVA_HOME`, the path and their siblings.
 */
import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { isJavaModule, openModules } from './signatures/open-modules';
import { readPlatformApi } from './signatures/platform-api';
import { writeSignatureIndex } from './signatures/write-signature-index';

const release = 25;
const target = `media/signatures/java-${release}.bin`;

function build(): void {
  const { jdk, image } = openModules(release);
  const api = readPlatformApi(image, {
    includesModule: isJavaModule,
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

/** Opens the modules of the JDK that the bundled tables of the platform are built from. */
import { openJimage, type Jimage } from '../../server/src/classfile/archives/jimage';
import { accessFile, inflateRaw } from '../../server/src/host/files/random-access-file';
import { findJdks, type Jdk, readJdk } from '../../server/src/host/jdk/jdks';

/** The JDK that `--jdk HOME` names, else the first one of the release of `JAVA_HOME`, the path and their siblings. */
export function openModules(release: number): { readonly jdk: Jdk; readonly image: Jimage } {
  const given = process.argv.indexOf('--jdk');
  const named = given < 0 ? undefined : readJdk(process.argv[given + 1] ?? '');
  const jdk = named ?? findJdks(process.env).find((found) => found.release === release);
  if (jdk?.modules === undefined)
    throw new Error(`No JDK ${release} with lib/modules was found; name one by --jdk`);
  const file = accessFile(jdk.modules);
  if (!file.ok) throw new Error(`${jdk.modules} ${file.problem.message}`);
  const image = openJimage(file.value, inflateRaw);
  if (!image.ok) throw new Error(`${jdk.modules}: ${image.problem.message}`);
  return { jdk, image: image.value };
}

/** True for the modules of the Java platform itself, which every JDK has. */
export function isJavaModule(module: string): boolean {
  return module.startsWith('java.');
}

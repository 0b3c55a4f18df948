/** Finds the class that a program or test is started with, before anything starts. Sits in `tasks/`. */
import { withDefined } from '../../base/check';
import { Failure } from '../../base/failure';
import { nearestByLastPart } from '../../base/nearest-names';
import { attempt } from '../../base/outcome';
import { openZip } from '../../classfile/archives/zip';
import { readCode } from '../../classfile/read/code';
import { decodeInstruction, listInstructions } from '../../classfile/read/instructions';
import { Opcode } from '../../classfile/read/opcodes';
import { readClass } from '../../classfile/read/read-class';
import { accessFile, inflateRaw } from '../../host/files/random-access-file';
import { type ListedClass, listClassFiles, listJdkClasses } from '../../host/jdk/class-containers';
import { expandClassPath } from '../../host/jdk/class-path-files';
import { chooseJdk } from '../../host/jdk/jdks';
import { selectOverloads, type TestSelection } from '../../launching/junit';
import type { NamedRun } from '../../runs/failed-run';
import { type MainTarget, nameOfTarget, type RunTarget } from './program-command';

interface ClassPlace {
  readonly classPath: readonly string[];
  readonly javaHome: string;
}

/** Throws a {@link Failure} with near names if the program of a target is not on its class path. */
export function expectProgram(
  target: Exclude<RunTarget, { readonly kind: 'launch' }>,
  place: ClassPlace,
): void {
  if (target.kind === 'main' && !choosesClassesItself(target)) expectMain(target, place);
  if (target.kind === 'test') selectTest(target.test, place.classPath);
}

/** A target as people know it, for a message that says how it failed. */
export function describeTarget(
  target: Exclude<RunTarget, { readonly kind: 'launch' }>,
  place: ClassPlace,
): Omit<NamedRun, 'end' | 'lastLines'> {
  const reads = target.kind === 'main' ? readsArguments(target, place) : undefined;
  return { ...nameOfTarget(target), ...withDefined({ readsArguments: reads }) };
}

const STATIC = 0x0008;

/** True if the code of a main method reads its parameter; undefined if its class is not found or has no such method. */
function readsArguments(
  { main, folder = process.cwd() }: MainTarget,
  { classPath }: ClassPlace,
): boolean | undefined {
  const { found } = findClass(main, elementsOf(classPath, folder));
  const bytes = found?.read();
  const file = bytes?.ok === true ? readClass(bytes.value) : undefined;
  if (file?.ok !== true) return undefined;
  const mains = file.value.methods.filter(({ name }) => name === 'main');
  const method = mains.find(({ descriptor }) => descriptor === '([Ljava/lang/String;)V');
  if (method === undefined) return mains.length > 0 ? false : undefined;
  const code = readCode(file.value, method);
  const offsets = code?.ok === true ? listInstructions(file.value, code.value) : undefined;
  if (code?.ok !== true || offsets?.ok !== true) return undefined;
  const slot = (method.flags & STATIC) === 0 ? 1 : 0;
  const reads = attempt(() =>
    offsets.value.some((offset) => {
      const { opcode, operand } = decodeInstruction(file.value, code.value, offset);
      return opcode === Opcode.aload_0 + slot || (opcode === Opcode.aload && operand === slot);
    }),
  );
  return reads.ok ? reads.value : undefined;
}

/** The folders and jars of a class path. Without one a JVM looks in its own folder. */
function elementsOf(classPath: readonly string[], folder: string): readonly string[] {
  return expandClassPath(classPath.length === 0 ? ['.'] : classPath, folder, () => undefined);
}

/** The test methods of a name. Throws a {@link Failure} with near names if there are none. */
export function selectTest(test: TestSelection, classPath: readonly string[]): readonly TestSelection[] {
  const elements = expandClassPath(classPath, process.cwd(), () => undefined);
  const { found, names } = findClass(test.className, elements);
  if (found === undefined)
    throw new Failure(`there is no class ${test.className} on the class path`, {
      wayOut: suggest(test.className, names) ?? 'Is it compiled, and named with its package?',
    });
  const bytes = found.read();
  if (!bytes.ok) throw new Failure(`${test.className} ${bytes.problem.message}`);
  const selected = selectOverloads(test, bytes.value);
  if (selected !== undefined) return selected;
  const { methodName = '' } = test;
  const read = readClass(bytes.value);
  const wayOut = read.ok
    ? suggest(
        methodName,
        read.value.methods.map(({ name }) => name),
      )
    : undefined;
  throw new Failure(`${nameOfTarget({ kind: 'test', test }).name}: there is no such method`, {
    ...(wayOut === undefined ? {} : { wayOut }),
  });
}

/** Options that let a JVM find classes in further places. */
const FURTHER_PLACES =
  /^(?:-cp|-classpath|-p|-javaagent:.*|-Xbootclasspath.*|-Djava\.system\.class\.loader=.*|--(?:class-path|module-path|patch-module|upgrade-module-path).*)$/;

function choosesClassesItself({ main, options = [] }: MainTarget): boolean {
  return main.includes('/') || options.some((option) => FURTHER_PLACES.test(option));
}

function expectMain({ main, folder = process.cwd() }: MainTarget, { classPath, javaHome }: ClassPlace): void {
  const elements = elementsOf(classPath, folder);
  const { found, names } = findClass(main, elements);
  if (found === undefined) {
    if (isInJdk(main, javaHome) || elements.some(namesFurtherJars)) return;
    throw new Failure(`there is no class ${main} on the class path`, {
      wayOut:
        suggest(main, names) ??
        (classPath.length === 0
          ? 'Name the folders and jars of its classes with --class-path.'
          : 'Is it compiled, and named with its package?'),
    });
  }
  const bytes = found.read();
  const read = bytes.ok ? readClass(bytes.value) : undefined;
  // Any other class may inherit its main method. A damaged class is reported where it is counted.
  if (read?.ok !== true || read.value.superName !== 'java/lang/Object') return;
  if (read.value.methods.every(({ name }) => name !== 'main'))
    throw new Failure(`${main} has no main method: nothing can be started with it`);
}

interface FoundClass {
  readonly found: ListedClass | undefined;
  /** The dotted names of the classes that were looked through. */
  readonly names: readonly string[];
}

function findClass(className: string, elements: readonly string[]): FoundClass {
  const wanted = className.replaceAll('.', '/');
  const names: string[] = [];
  for (const element of elements) {
    const listed = listClassFiles(element);
    if (!listed.ok) continue;
    const found = listed.value.classes.find(({ name }) => name === wanted);
    if (found !== undefined) return { found, names };
    for (const { name } of listed.value.classes)
      if (!/^[A-Z]+-INF\//.test(name)) names.push(name.replaceAll('/', '.'));
  }
  return { found: undefined, names };
}

function isInJdk(className: string, configured: string): boolean {
  const { jdk } = chooseJdk({ configured, suggested: [], environment: process.env });
  const wanted = className.replaceAll('.', '/');
  const listed = jdk === undefined ? undefined : listJdkClasses(jdk.home, (name) => name === wanted);
  return listed?.ok === true && listed.value.length > 0;
}

/** True for a jar whose manifest has a class path of its own. */
function namesFurtherJars(path: string): boolean {
  const file = path.endsWith('.jar') ? accessFile(path) : undefined;
  if (file?.ok !== true) return false;
  const archive = openZip(file.value, inflateRaw, (name) => name === 'META-INF/MANIFEST.MF');
  if (!archive.ok) return false;
  const [entry] = archive.value.entries.values();
  const bytes = entry === undefined ? undefined : archive.value.read(entry);
  return bytes?.ok === true && /^Class-Path:/im.test(new TextDecoder().decode(bytes.value));
}

function suggest(wanted: string, names: readonly string[]): string | undefined {
  const near = nearestByLastPart(wanted, names, 3);
  return near.length === 0 ? undefined : `Is it ${near.join(' or ')}?`;
}

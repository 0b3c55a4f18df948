/**
 * Holds the operations of sources against those of their class files,
 * statement by statement: how far names and operand types of the source front
 * end can be trusted.
 *
 * Compares file by file.
 */
import type { SignatureSource } from '../../server/src/classfile/signatures/class-signature';
import { sourceFileOf } from '../../server/src/classfile/read/code';
import { type ClassFile, readClass } from '../../server/src/classfile/read/read-class';
import type { Outcome } from '../../server/src/base/outcome';
import type { CompilationUnit } from '../../server/src/java/syntax/ast';
import { parseDeclarations } from '../../server/src/java/headers/declarations';
import { decodeUnicodeEscapes } from '../../server/src/java/text/unicode-escapes';
import { createWorkspaceSignatures } from '../../server/src/java/headers/workspace-signatures';
import { type Agreement, type AgreementSums, sumAgreement } from './agreement';
import { mismatchOf } from './belonging';
import { compareFile } from './compare-file';
import { createHabitObserver } from './observed-habits';
import { evaluateFieldConstant } from '../../server/src/analysis/field-constants';
import { indexLines } from '../../server/src/base/line-index';
import { sourceSideOf } from './source-side';

/** The version of JDK 25. */
const newestKnownClassFileVersion = 69;

export interface TypeCheckInput {
  readonly files: readonly { readonly path: string; readonly text: string }[];
  readonly classes: readonly { readonly name: string; readonly read: () => Outcome<Uint8Array> }[];
  /** The signatures of the class path and the platform: the classes that the sources do not declare. */
  readonly libraries: SignatureSource;
}

export interface TypeCheck extends Agreement {
  readonly files: { readonly compared: number; readonly withoutClasses: number };
  readonly classes: {
    readonly compared: number;
    readonly withoutSource: number;
    readonly withoutLines: number;
    readonly unreadable: number;
    /** The number of classes of a newer class file version than known; they are compared all the same. */
    readonly newerThanKnown: number;
  };
  /** Files whose classes were compiled from another text; not compared. */
  readonly mismatched: readonly { readonly path: string; readonly message: string }[];
}

type ReadBytes = TypeCheckInput['classes'][number]['read'];

interface CheckedFile {
  readonly path: string;
  readonly unit: CompilationUnit;
  readonly text: string;
}

/** Cost: twice what analyzing the sources takes. */
export function checkTypes(input: TypeCheckInput): TypeCheck {
  const workspace = createWorkspaceSignatures(input.libraries, evaluateFieldConstant);
  const files = input.files.map(({ path, text: original }): CheckedFile => {
    const { text } = decodeUnicodeEscapes(original);
    const unit = parseDeclarations(text);
    workspace.setFile(path, unit, text);
    return { path, unit, text };
  });
  const sums = sumAgreement();
  const counted = { compared: 0, withoutSource: 0, withoutLines: 0, unreadable: 0, newerThanKnown: 0 };
  const mismatched: { readonly path: string; readonly message: string }[] = [];
  const { observer, byFile, names, nameless } = groupClasses(input, counted);
  counted.withoutSource += nameless;
  const compared = new Set<string>();
  let withoutClasses = 0;
  for (const file of files) {
    const place = placeOf(file.unit.packageName.replaceAll('.', '/'), file.path.split(/[/\\]/).at(-1) ?? '');
    const classes = (byFile.get(place) ?? []).flatMap((read) => readFile(read) ?? []);
    compared.add(place);
    const lines = indexLines(file.text);
    const version = classes[0]?.majorVersion;
    if (version === undefined) {
      withoutClasses++;
    } else {
      const named = workspace.classesOf(file.path);
      const context = { signatures: workspace.source(file.path), habits: observer.habitsFor(version) };
      const { source, members, declared } = sourceSideOf(file, named, lines, context);
      const message = mismatchOf(classes, members, declared, (name) => names.has(name));
      if (message === undefined) {
        const { unreadable, withoutLines } = compareFile(source, classes, targetOf(file, lines, sums));
        counted.compared += classes.length;
        counted.unreadable += unreadable;
        counted.withoutLines += withoutLines;
      } else {
        mismatched.push({ path: file.path, message });
      }
    }
  }
  for (const [place, classes] of byFile) if (!compared.has(place)) counted.withoutSource += classes.length;
  const filesCompared = files.length - withoutClasses - mismatched.length;
  return {
    ...sums.result(),
    files: { compared: filesCompared, withoutClasses },
    classes: counted,
    mismatched,
  };
}

function targetOf(
  { path, text }: CheckedFile,
  lines: ReturnType<typeof indexLines>,
  sums: AgreementSums,
): Parameters<typeof compareFile>[2] {
  return {
    setAside: (rule) => {
      sums.setAside(rule);
    },
    statement: (line, agreements) => {
      const end = line + 1 < lines.lineCount ? lines.startOf(line + 1) : text.length;
      sums.add({ path, line: line + 1, text: text.slice(lines.startOf(line), end).trim() }, agreements);
    },
  };
}

function placeOf(packageName: string, fileName: string): string {
  return `${packageName}/${fileName}`;
}

/** Groups classes by package and `SourceFile` attribute, which name the file that a class is from. */
function groupClasses(
  { classes }: TypeCheckInput,
  counted: { unreadable: number; newerThanKnown: number },
): {
  readonly observer: ReturnType<typeof createHabitObserver>;
  readonly byFile: ReadonlyMap<string, readonly ReadBytes[]>;
  /** The names of all class files that can be read. */
  readonly names: ReadonlySet<string>;
  readonly nameless: number;
} {
  const observer = createHabitObserver();
  const byFile = new Map<string, ReadBytes[]>();
  const names = new Set<string>();
  let nameless = 0;
  for (const { read } of classes) {
    const file = readFile(read);
    if (file === undefined) {
      counted.unreadable++;
      continue;
    }
    if (file.majorVersion > newestKnownClassFileVersion) counted.newerThanKnown++;
    observer.observe(file);
    names.add(file.name);
    const source = sourceFileOf(file);
    if (source === undefined) {
      nameless++;
      continue;
    }
    const place = placeOf(file.name.slice(0, Math.max(0, file.name.lastIndexOf('/'))), source);
    const known = byFile.get(place);
    if (known === undefined) byFile.set(place, [read]);
    else known.push(read);
  }
  return { observer, byFile, names, nameless };
}

function readFile(read: ReadBytes): ClassFile | undefined {
  const bytes = read();
  const file = bytes.ok ? readClass(bytes.value) : undefined;
  return file?.ok === true ? file.value : undefined;
}

/**
 * The headers of many files as one source of signatures, kept up to date file
 * by file.
 *
 * The version changes only when some header says something else: an edit in a
 * body leaves it, and with it every other body's typing, as it is (design
 * invariant: editing one body leaves all others cached).
 */
import type {
  ClassSignature,
  ConstantValue,
  SignatureSource,
} from '../../classfile/signatures/class-signature';
import type { ClassDeclaration, CompilationUnit } from '../syntax/ast';
import { type NamedClass, namedClassesOf } from './class-names';
import { headerFingerprint, isFinalField } from './header-fingerprint';
import { keptText } from './kept';
import { classSignaturesOf, type ConstantCandidate } from './header-signatures';

/** A final field whose initializer may be a constant expression, with all that it takes to find out. */
export interface FieldConstantQuestion extends ConstantCandidate {
  /** The initializer's text. */
  readonly initializer: string;
  readonly unit: CompilationUnit;
  readonly signatures: SignatureSource;
}

/** Parses and evaluates an initializer: the headers know no expressions. */
type EvaluateFieldConstant = (question: FieldConstantQuestion) => ConstantValue | undefined;

export interface WorkspaceSignatures {
  /**
   * `text` is the file's text, of which the constants' initializers are part of the header. With `sameHeaders` the
   * caller knows that only bodies differ from what was set before. Returns the fingerprint of the headers.
   */
  setFile(path: string, unit: CompilationUnit, text: string, sameHeaders?: boolean): string;
  removeFile(path: string): void;
  /** Grows when some header changes, and only then. */
  readonly version: number;
  /**
   * The workspace's classes before the libraries'. Its answers never change;
   * ask for another when the version does, and between two members: what one
   * has resolved is dropped from time to time. Where two source folders declare one class, a file
   * is answered from its own folder first.
   */
  source(path?: string): SignatureSource;
  /** The classes that a file declares, as they are named. */
  classesOf(path: string): readonly NamedClass[];
  unitOf(path: string): CompilationUnit | undefined;
  /** True if another class with supertypes declares such a method, which may then run in its place. */
  mayOverride(owner: string, method: string, parameters: number): boolean;
}

interface FileHeaders {
  readonly unit: CompilationUnit;
  readonly classes: readonly NamedClass[];
  readonly fingerprint: string;
  /** Texts of the initializers that may be constants, by their offsets in `unit`. */
  readonly initializers: ReadonlyMap<number, string>;
}

interface ResolvedSource {
  readonly source: SignatureSource;
  /** Files whose signatures it has worked out, and with them keeps. */
  readonly resolvedFiles: () => number;
}

/**
 * A source that has resolved more is replaced by a new one, which knows nothing yet. All of a large module takes four
 * times the memory of its headers; the classes near to one another are resolved again within a second.
 */
const MAX_RESOLVED_FILES = 600;

/** `beforeChange` is called while the present version's sources still answer, before each new one. */
export function createWorkspaceSignatures(
  libraries: SignatureSource,
  evaluateConstant?: EvaluateFieldConstant,
  beforeChange: () => void = () => undefined,
): WorkspaceSignatures {
  const files = new Map<string, FileHeaders>();
  let version = 0;
  /** The sources by preferred source folder. The empty folder prefers none. */
  const sources = new Map<string, ResolvedSource>();
  let conflicts: ReadonlySet<string> | undefined;
  const changed = (): void => {
    version++;
    conflicts = undefined;
    sources.clear();
  };
  return {
    setFile(path, unit, text, sameHeaders = false) {
      const before = files.get(path);
      const fingerprint = (sameHeaders ? before?.fingerprint : undefined) ?? headerFingerprint(unit, text);
      const classes = namedClassesOf(unit, compactName(path));
      const isChange = before?.fingerprint !== fingerprint;
      if (isChange) beforeChange();
      files.set(path, { unit, classes, fingerprint, initializers: constantInitializers(classes, text) });
      if (isChange) changed();
      return fingerprint;
    },
    removeFile(path) {
      if (!files.has(path)) return;
      beforeChange();
      files.delete(path);
      changed();
    },
    get version() {
      return version;
    },
    source(path = '') {
      conflicts ??= findConflicts(files);
      const file = files.get(path);
      const folder = file === undefined ? '' : sourceFolder(path, file.unit);
      const preferred = conflicts.has(folder) ? folder : '';
      let known = sources.get(preferred);
      if (known === undefined || known.resolvedFiles() > MAX_RESOLVED_FILES) {
        known = createSource(inOrder(files, preferred), libraries, evaluateConstant);
        sources.set(preferred, known);
      }
      return known.source;
    },
    classesOf: (path) => files.get(path)?.classes ?? [],
    unitOf: (path) => files.get(path)?.unit,
    mayOverride: (owner, method, parameters) =>
      [...files.values()].some(({ classes }) =>
        classes.some(
          ({ binaryName, declaration }) => binaryName !== owner && overrides(declaration, method, parameters),
        ),
      ),
  };
}

function overrides(declaration: ClassDeclaration, method: string, parameters: number): boolean {
  const { superclass, interfaces, members, name } = declaration;
  // The body of an enum constant has no name, and the enum above it.
  if (superclass === undefined && interfaces.length === 0 && name !== '') return false;
  return members.some(
    (member) => member.kind === 'method' && member.name === method && member.parameters.length === parameters,
  );
}

function compactName(path: string): string {
  const file = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  return file.endsWith('.java') ? file.slice(0, -'.java'.length) : file;
}

function constantInitializers(classes: readonly NamedClass[], text: string): ReadonlyMap<number, string> {
  const texts = new Map<number, string>();
  for (const { declaration } of classes) {
    for (const member of declaration.members) {
      if (member.kind !== 'field') continue;
      for (const { initializer } of member.declarators) {
        if (initializer === undefined || !isFinalField(member, declaration)) continue;
        const value = text.slice(initializer.start, initializer.end);
        if (mayBeConstant(value)) texts.set(initializer.start, keptText(value));
      }
    }
  }
  return texts;
}

/** A constant expression calls and creates nothing (JLS 15.29): most initializers need no parsing to be told apart. */
function mayBeConstant(value: string): boolean {
  if (value.includes('"""')) return true;
  const withoutLiterals = value.replace(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/g, '0');
  return !/[\w$]\s*\(|->|::|\bnew\b|\bnull\b|\{/.test(withoutLiterals);
}

/** The folder that the packages of a file start in: `src/main/java` of `src/main/java/p/A.java`. */
function sourceFolder(path: string, { packageName }: CompilationUnit): string {
  const normal = path.replaceAll('\\', '/');
  const folder = normal.slice(0, Math.max(0, normal.lastIndexOf('/')));
  const inside = packageName.replaceAll('.', '/');
  return inside !== '' && folder.endsWith(`/${inside}`) ? folder.slice(0, -inside.length - 1) : folder;
}

/** Source folders with a class that a file of another folder, set before, declares as well. */
function findConflicts(files: ReadonlyMap<string, FileHeaders>): ReadonlySet<string> {
  const first = new Map<string, string>();
  const conflicts = new Set<string>();
  for (const [path, { unit, classes }] of files) {
    const folder = sourceFolder(path, unit);
    for (const { binaryName } of classes) {
      const other = first.get(binaryName);
      if (other === undefined) first.set(binaryName, folder);
      else if (other !== folder) conflicts.add(folder);
    }
  }
  return conflicts;
}

function inOrder(
  files: ReadonlyMap<string, FileHeaders>,
  preferred: string,
): ReadonlyMap<string, FileHeaders> {
  if (preferred === '') return new Map(files);
  const all = [...files];
  const isOwn = ([path, { unit }]: (typeof all)[number]): boolean => sourceFolder(path, unit) === preferred;
  return new Map([...all.filter(isOwn), ...all.filter((entry) => !isOwn(entry))]);
}

/** Makes a source of signatures. If two files declare one class, the first wins. */
function createSource(
  snapshot: ReadonlyMap<string, FileHeaders>,
  libraries: SignatureSource,
  evaluateConstant: EvaluateFieldConstant | undefined,
): ResolvedSource {
  const pathOf = new Map<string, string>();
  const packages = new Set<string>();
  for (const [path, { unit, classes }] of snapshot) {
    addPackages(unit.packageName, packages);
    for (const { binaryName } of classes) if (!pathOf.has(binaryName)) pathOf.set(binaryName, path);
  }
  const signatures = new Map<string, ReadonlyMap<string, ClassSignature>>();
  const source: SignatureSource = {
    findClass(name) {
      const path = pathOf.get(name);
      const file = path === undefined ? undefined : snapshot.get(path);
      if (path === undefined || file === undefined) return libraries.findClass(name);
      let ofFile = signatures.get(path);
      if (ofFile === undefined) {
        const evaluate = (candidate: ConstantCandidate): ConstantValue | undefined => {
          const { initializer: text } = candidate.declarator;
          const initializer = text && file.initializers.get(text.start);
          if (initializer === undefined) return undefined;
          return evaluateConstant?.({ ...candidate, initializer, unit: file.unit, signatures: source });
        };
        const options = { evaluateConstant: evaluate, compactName: compactName(path) };
        const all = classSignaturesOf(file.unit, source, options);
        ofFile = new Map(all.map((signature) => [signature.name, signature]));
        signatures.set(path, ofFile);
      }
      return ofFile.get(name);
    },
    hasPackage: (name) => packages.has(name) || libraries.hasPackage(name),
  };
  return { source, resolvedFiles: () => signatures.size };
}

function addPackages(packageName: string, packages: Set<string>): void {
  let path = packageName.replaceAll('.', '/');
  while (path !== '' && !packages.has(path)) {
    packages.add(path);
    path = path.slice(0, Math.max(0, path.lastIndexOf('/')));
  }
}

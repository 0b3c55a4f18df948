/**
 * Finds what a Java file declares that can be run by itself: programs (JLS 12.1.4, JEP 512) and tests of
 * JUnit 3 to 6.
 *
 * Sits in `launching/`. It reads the text alone, so that a lens can stand above a test before anything is
 * built. The framework on the class path decides how a test is run, not this file.
 */
import type {
  CompilationUnit,
  Member,
  MethodDeclaration,
  ParameterSyntax,
  TypeSyntax,
} from '../java/syntax/ast';
import { annotationsBetween } from '../java/headers/annotations';
import { namedClassesOf, type NamedClass } from '../java/headers/class-names';
import { parseDeclarations } from '../java/headers/declarations';
import type { Offset } from '../base/units';

export interface Runnable {
  readonly kind: 'main' | 'test-class' | 'test-method';
  /** The binary name with dots, as `java` and JUnit take it: `demo.Outer$Inner`. */
  readonly className: string;
  /** The name of a test method; absent for a class or program. */
  readonly methodName?: string;
  /** True for a `main` that uses its parameter. */
  readonly readsArguments?: true;
  /** The start of the declaration, annotations included. */
  readonly start: Offset;
  /** The start of the name in the file. */
  readonly nameStart: Offset;
  readonly end: Offset;
}

type RunnableSpan = Pick<Runnable, 'start' | 'nameStart' | 'end'>;

/** Annotations that make a method a test of the JUnit platform (junit-jupiter-api, and JUnit 4's by its vintage engine). */
const TEST_ANNOTATIONS: ReadonlySet<string> = new Set([
  'org.junit.Test',
  'org.junit.jupiter.api.Test',
  'org.junit.jupiter.api.RepeatedTest',
  'org.junit.jupiter.api.TestFactory',
  'org.junit.jupiter.api.TestTemplate',
  'org.junit.jupiter.params.ParameterizedTest',
]);
/** Annotations of classes that only run as a whole: a runner or a suite decides what is in them. */
const SUITE_ANNOTATIONS: ReadonlySet<string> = new Set([
  'org.junit.runner.RunWith',
  'org.junit.platform.suite.api.Suite',
]);
const TEST_CASES: ReadonlySet<string> = new Set(['TestCase', 'junit.framework.TestCase']);

/** `fileName` gives a compact source file its class's name (JEP 512): `Hello` for `Hello.java`. */
export function findRunnables(text: string, fileName: string): readonly Runnable[] {
  const unit = parseDeclarations(text);
  return namedClassesOf(unit, fileName.replace(/\.java$/, '')).flatMap((named) =>
    runnablesOf(text, unit, named),
  );
}

function runnablesOf(text: string, unit: CompilationUnit, named: NamedClass): readonly Runnable[] {
  const { declaration } = named;
  const className = named.binaryName.replaceAll('/', '.');
  const methods = declaration.members.filter(isMethod);
  const found: Runnable[] = [];
  const main = mainOf(named, methods);
  if (main !== undefined) {
    const reads = readsArguments(text, main) ? { readsArguments: true as const } : {};
    found.push({ kind: 'main', className, ...reads, ...placeOf(main) });
  }
  const isTestCase = TEST_CASES.has(
    declaration.superclass === undefined ? '' : nameOfType(declaration.superclass),
  );
  const tests = declaration.modifiers.includes('abstract')
    ? []
    : methods.filter((method) => isTest(text, unit, method, isTestCase));
  const isSuite = isAnnotated(text, unit, declaration, SUITE_ANNOTATIONS);
  if (tests.length > 0 || isSuite) found.push({ kind: 'test-class', className, ...placeOf(declaration) });
  for (const test of tests)
    found.push({ kind: 'test-method', className, methodName: test.name, ...placeOf(test) });
  return found;
}

function placeOf({ start, nameStart, end }: RunnableSpan): RunnableSpan {
  return { start, nameStart, end };
}

function isMethod(member: Member): member is MethodDeclaration {
  return member.kind === 'method';
}

/** The method that `java` starts: the classic one first, then, since Java 25, any that is not private (JLS 12.1.4). */
function mainOf(
  { declaration, kind }: NamedClass,
  methods: readonly MethodDeclaration[],
): MethodDeclaration | undefined {
  if (kind === 'enum-constant' || kind === 'local') return undefined;
  const candidates = methods.filter(
    ({ name, returnType, modifiers, body }) =>
      name === 'main' &&
      nameOfType(returnType) === 'void' &&
      !modifiers.includes('private') &&
      body !== undefined,
  );
  const takesArguments = candidates.filter(({ parameters }) => takesStrings(parameters));
  const isClassic = ({ modifiers }: MethodDeclaration): boolean =>
    modifiers.includes('static') && (modifiers.includes('public') || declaration.kind === 'interface');
  return (
    takesArguments.find(isClassic) ??
    takesArguments[0] ??
    candidates.find(({ parameters }) => parameters.length === 0)
  );
}

/** True if the name of the parameter stands in the body, comments apart. */
function readsArguments(text: string, { parameters, body }: MethodDeclaration): boolean {
  const [parameter] = parameters;
  if (parameter === undefined || body === undefined) return false;
  const code = text
    .slice(body.start, body.end)
    .replaceAll(/\/\*[^]*?(?:\*\/|$)|\/\/.*|"(?:\\.|[^"\\\n])*"/g, ' ');
  return code.split(/[^\p{ID_Continue}$]+/u).includes(parameter.name);
}

function takesStrings(parameters: readonly ParameterSyntax[]): boolean {
  const [only, ...others] = parameters;
  if (only === undefined || others.length > 0) return false;
  return ['String[]', 'java.lang.String[]'].includes(typeOfParameter(only));
}

/** The type of a parameter; variable arguments count as an array. */
function typeOfParameter({ type }: ParameterSyntax): string {
  return nameOfType(type);
}

/** The name without type arguments; empty for types that no parameter, result or superclass can have. */
function nameOfType(type: TypeSyntax): string {
  switch (type.kind) {
    case 'primitive':
      return type.name;
    case 'named':
      return type.parts.map(({ name }) => name).join('.');
    case 'array':
      return `${nameOfType(type.element)}[]`;
    default:
      return '';
  }
}

function isTest(
  text: string,
  unit: CompilationUnit,
  method: MethodDeclaration,
  isTestCase: boolean,
): boolean {
  const { name, modifiers, returnType, parameters } = method;
  if (modifiers.includes('abstract')) return false;
  if (isTestCase && /^test/.test(name))
    return modifiers.includes('public') && nameOfType(returnType) === 'void' && parameters.length === 0;
  return isAnnotated(text, unit, method, TEST_ANNOTATIONS);
}

function isAnnotated(
  text: string,
  unit: CompilationUnit,
  { start, nameStart }: { readonly start: Offset; readonly nameStart: Offset },
  wanted: ReadonlySet<string>,
): boolean {
  return annotationsBetween(text, start, nameStart).some((name) =>
    qualify(unit, name).some((qualified) => wanted.has(qualified)),
  );
}

/** The qualified names that an annotation may have: one if it is imported by name or written in full (JLS 7.5, 9.7). */
function qualify(unit: CompilationUnit, name: string): readonly string[] {
  if (name.includes('.')) return [name];
  const single = unit.imports.find(({ kind, name: path }) => kind === 'single' && path.endsWith(`.${name}`));
  if (single !== undefined) return [single.name];
  return unit.imports.filter(({ kind }) => kind === 'on-demand').map(({ name: path }) => `${path}.${name}`);
}

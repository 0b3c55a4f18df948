/**
 * The facts of a member that say who may call it: what it overrides, and whether the outside can reach it.
 *
 * Sits in `analysis/`, under `analyze-member.ts`; the graph of calls (`flow/program/`) reads them.
 */
import { AccessFlag } from '../classfile/signatures/class-signature';
import { parseMethodDescriptor } from '../java/types/erasure';
import type { ClassModel, Universe } from '../java/types/class-model';
import { supertypesOf } from '../java/types/universe';
import type { MethodKey } from '../operations/catalogue/operation';
import type { Reach } from '../flow/program/entry-points';
import type { CallFacts } from './file-operations';

/** The parts of a declaration that no signature has. */
export interface DeclaredMarks {
  /** The names of its annotations, as written. */
  readonly annotations: readonly string[];
  /** The superclass of its class, as written: its jar may be missing. */
  readonly superclass: string;
}

/** `flags` are the method's access flags; absent for members that have none, and those of classes inside bodies. */
export function callFactsOf(
  key: MethodKey,
  universe: Universe,
  flags?: number,
  marks: DeclaredMarks = { annotations: [], superclass: '' },
): CallFacts {
  const dot = key.indexOf('.');
  const parenthesis = key.indexOf('(', dot);
  const model = universe.findClass(key.slice(0, dot));
  if (model === undefined) return { supertypes: [], overrides: '', reach: 'inner', values: [] };
  const supertypes = [...supertypesOf(model).keys()];
  const name = key.slice(dot + 1, parenthesis);
  if (parenthesis < 0 || key.includes('@') || name === '<clinit>')
    return { supertypes, overrides: '', reach: 'inner', values: enumSize(key, model) };
  const arity = parseMethodDescriptor(key.slice(parenthesis)).parameters.length;
  const overrides =
    name === '<init>' ? undefined : supertypes.find((type) => declares(universe, type, name, arity));
  const calledBy = flags === undefined ? undefined : frameworkOf(name, marks, supertypes);
  return {
    supertypes,
    overrides: overrides ?? '',
    reach: calledBy ?? reachOf(key.slice(dot + 1), model, flags),
    values: [],
  };
}

/** The number of an enum's constants, told by the member that makes the array of them. */
function enumSize(key: MethodKey, { signature: { name, fields } }: ClassModel): readonly string[] {
  if (!key.endsWith('.<clinit>@$VALUES')) return [];
  const constants = fields.filter(({ flags }) => (flags & AccessFlag.enum) !== 0).length;
  return [`${name}.values()[L${name}; ${constants}`];
}

/**
 * Simple names of annotations on what test frameworks call: JUnit 4 to 6 and TestNG. Simple names are enough, since the
 * frameworks' jars may be missing.
 */
const TEST_ANNOTATIONS: ReadonlySet<string> = new Set(
  [
    'Test RepeatedTest ParameterizedTest TestFactory TestTemplate Theory',
    'Before After BeforeClass AfterClass BeforeEach AfterEach BeforeAll AfterAll',
    'BeforeMethod AfterMethod BeforeTest AfterTest BeforeSuite AfterSuite BeforeGroups AfterGroups DataProvider',
  ].flatMap((names) => names.split(' ')),
);
/** Simple names of annotations on what other frameworks call: Spring, JAX-RS, Jakarta EE, MicroProfile and JMH. */
const HANDLER_ANNOTATIONS: ReadonlySet<string> = new Set(
  [
    'RequestMapping GetMapping PostMapping PutMapping DeleteMapping PatchMapping',
    'MessageMapping SubscribeMapping QueryMapping MutationMapping ExceptionHandler',
    'Scheduled Schedule EventListener TransactionalEventListener KafkaListener RabbitListener JmsListener',
    'GET POST PUT DELETE PATCH HEAD OPTIONS Path OnMessage OnOpen OnClose Incoming Benchmark',
  ].flatMap((names) => names.split(' ')),
);
const TEST_CASE_METHOD = /^(?:test|setUp$|tearDown$)/;
const SERVLET_METHOD = /^(?:do[A-Z]|service$)/;

/** The way in which a framework calls a method; undefined if none is known to. */
function frameworkOf(
  name: string,
  { annotations, superclass }: DeclaredMarks,
  supertypes: readonly string[],
): Reach | undefined {
  for (const annotation of annotations) {
    const simple = annotation.slice(annotation.lastIndexOf('.') + 1);
    if (TEST_ANNOTATIONS.has(simple)) return 'test';
    if (HANDLER_ANNOTATIONS.has(simple)) return 'handler';
  }
  const extendsClass = (wanted: string): boolean =>
    superclass === wanted || supertypes.some((type) => type.endsWith(`/${wanted}`));
  if (TEST_CASE_METHOD.test(name) && extendsClass('TestCase')) return 'test';
  return SERVLET_METHOD.test(name) && extendsClass('HttpServlet') ? 'handler' : undefined;
}

/** True for a library type with such a method that an instance's class may override. */
function declares(universe: Universe, type: string, name: string, arity: number): boolean {
  const signature = universe.findClass(type)?.signature;
  if (signature === undefined || signature.origin === 'workspace') return false;
  return signature.methods.some(
    (method) =>
      method.name === name &&
      method.parameters.length === arity &&
      (method.flags & (AccessFlag.static | AccessFlag.private | AccessFlag.final)) === 0,
  );
}

function reachOf(method: string, { signature }: ClassModel, flags: number | undefined): Reach {
  if (flags === undefined) return 'inner';
  const canStart = (flags & AccessFlag.private) === 0;
  if (MAIN_METHODS.has(method) && canStart && (signature.flags & AccessFlag.enum) === 0) return 'main';
  const isPublic = (signature.flags & AccessFlag.interface) !== 0 || (flags & AccessFlag.public) !== 0;
  return isPublic && (signature.flags & AccessFlag.public) !== 0 ? 'public' : 'inner';
}

/** The methods that `java` starts; since Java 25 also those of an instance, and without parameters (JLS 12.1.4). */
const MAIN_METHODS: ReadonlySet<string> = new Set(['main([Ljava/lang/String;)V', 'main()V']);

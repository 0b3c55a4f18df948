/**
 * Tells what a frame is by the name that a profiler wrote.
 *
 * Sits in `recordings/`. It reads async-profiler's names (frameName.cpp: `pkg/Cls.m`, `.m` with
 * `(descriptor)` whose `;` are `|`, suffixes `_[j] _[i] _[0] _[1] _[k]`, `:LINE` and `@BCI` by its
 * converter), stack trace elements of Java (`module/pack.Cls.m`), and names of hidden classes as HotSpot of
 * JDK 8 to 25 writes them. Names of lambdas, hidden classes and proxies hold addresses and numbers that
 * differ from run to run: those are dropped.
 */
import type { Frame, FrameKind } from '../model/imported-profile';
import { UNSEEN } from '../../base/split-words';

/** Longer names are cut: no tool needs them, and they have to be shown. */
const LONGEST_NAME = 1000;
const JVM_LINE = 65_535;

const TYPE_SUFFIX = /_\[([ji01k])\]$/;
const LINE = /:(\d{1,9})$/;
const BYTECODE = /@-?\d+$/;
const DESCRIPTOR = /\(((?:\[*(?:[BCDFIJSZ]|L[^;|()]+[;|]))*)\)(\[*(?:[BCDFIJSZV]|L[^;|()]+[;|]))$/;
const PARAMETERS = /\([^()]*\)$/;
const MODULE = /^(?:[\w.-]*\/)?[\w.-]*(?:@[\w.+-]+)?\/(?=[\p{L}_$][\p{L}\p{N}_$]*\.[^/]*\.[^/.]+$)/u;
const JAVA =
  /^((?:[\p{L}_$][\p{L}\p{N}_$-]*[./])*[\p{L}_$][\p{L}\p{N}_$+-]*)\.([\p{L}_$][\p{L}\p{N}_$-]*|<init>|<clinit>|_init_|_clinit_)$/u;
const HIDDEN = /[./+]0x[0-9a-f]+(?:\/\d+)?(?=\.|$)/;
const LIBRARY = /\.(?:so(?:\.[\d.]+)?|(?:dll|dylib|exe|cold|part|isra|constprop|localalias|llvm)(?:\.\d+)*)$/;
/** The text without characters that break lines or reverse texts, cut to a readable length. */
export function printable(text: string): string {
  const clean = text.replace(UNSEEN, ' ');
  return clean.length > LONGEST_NAME ? `${clean.slice(0, LONGEST_NAME)}…` : clean;
}

export function readFrameName(given: string): Frame {
  const thread = /^\[(.*?) tid=\d+\]$/.exec(given)?.[1];
  if (thread !== undefined) return { kind: 'thread', name: printable(`[${thread}]`) };
  const suffix = TYPE_SUFFIX.exec(given)?.[1];
  const bare = suffix === undefined ? given : given.slice(0, -4);
  if (suffix === 'k') return { kind: 'kernel', name: printable(bare) };
  const line = Number(LINE.exec(bare)?.[1] ?? JVM_LINE);
  const located = bare.replace(LINE, '').replace(BYTECODE, '');
  const descriptor = DESCRIPTOR.exec(located);
  const named = located.replace(descriptor === null ? PARAMETERS : DESCRIPTOR, '');
  const java = LIBRARY.test(named) ? null : JAVA.exec(withoutAddresses(named).replace(MODULE, ''));
  const [, owner, method] = java ?? [];
  if (owner === undefined || method === undefined) return { kind: kindOfNative(bare), name: printable(bare) };
  return javaFrame({
    class: owner,
    method: method === '_init_' ? '<init>' : method === '_clinit_' ? '<clinit>' : method,
    ...(descriptor === null ? {} : { descriptor: descriptor[0].replaceAll('|', ';') }),
    ...(line > 0 && line !== JVM_LINE ? { line } : {}),
  });
}

export interface JavaNames {
  /** The class with dots or slashes; the name may hold addresses. */
  readonly class: string;
  readonly method: string;
  readonly descriptor?: string;
  readonly line?: number;
}

/** The frame of a Java method, whose class gets a name that is the same in every run. */
export function javaFrame({ class: given, method, ...rest }: JavaNames): Frame {
  const owner = printable(withoutNumbers(withoutAddresses(given)).replaceAll('.', '/'));
  const name = printable(`${owner.replaceAll('/', '.')}.${method}`);
  return {
    kind: isGenerated(owner) ? 'runtime' : 'java',
    name,
    class: owner,
    method: printable(method),
    ...rest,
  };
}

/** Shortens `Nights$$Lambda$101+0x00007fdc2400b258/952486988`, `$$Lambda/0x…`, `$$Lambda$15.0x…`. */
function withoutAddresses(name: string): string {
  return name.replace(HIDDEN, '').replace(/(\$\$Lambda\$\d+)\/\d+/, '$1');
}

function withoutNumbers(owner: string): string {
  return owner
    .replace(/\$\$Lambda\$\d+(?:\/\d+)?$/, '$$$$Lambda')
    .replace(
      /(\$Proxy|GeneratedMethodAccessor|GeneratedConstructorAccessor|GeneratedSerializationConstructorAccessor)\d+$/,
      '$1',
    )
    .replace(/(^|[./])proxy\d+(?=[./]\$Proxy$)/, '$1proxy');
}

/**
 * True for classes that the virtual machine makes while the program runs: forms of method handles, proxies,
 * accessors, and the classes that call lambdas (a lambda's body is a method `lambda$…` of the class around it).
 */
function isGenerated(owner: string): boolean {
  return /(?:(?:^|\/)(?:LambdaForm\$(?:[BD]?MH|VH)|\$Proxy|Generated\w*Accessor)|\$\$(?:Lambda|StringConcat))$/.test(
    owner,
  );
}

/** HotSpot's own methods are C++ methods of classes; libraries that a program loads are mostly C. */
function kindOfNative(name: string): FrameKind {
  if (/^\[(?:deoptimization|GC|VM|JIT)/i.test(name)) return 'runtime';
  return /^(?!std::)[A-Za-z_]\w*(?:<[^>]*>)?::/.test(name) || /^Interpreter$|^thread_native_entry/.test(name)
    ? 'runtime'
    : 'native';
}

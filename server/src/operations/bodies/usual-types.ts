/** Facts about types of the Java library that their class files do not tell. Used by `summarize-bodies.ts`. */

/** The class that mostly stands behind an interface or an abstract class. */
export const USUAL: Readonly<Record<string, string>> = {
  'java/util/Map': 'java/util/HashMap',
  'java/util/SortedMap': 'java/util/TreeMap',
  'java/util/NavigableMap': 'java/util/TreeMap',
  'java/util/concurrent/ConcurrentMap': 'java/util/concurrent/ConcurrentHashMap',
  'java/util/Map$Entry': 'java/util/HashMap$Node',
  'java/util/Collection': 'java/util/ArrayList',
  'java/util/AbstractCollection': 'java/util/ArrayList',
  'java/util/AbstractList': 'java/util/ArrayList',
  'java/util/SequencedCollection': 'java/util/ArrayList',
  'java/util/List': 'java/util/ArrayList',
  'java/util/Set': 'java/util/HashSet',
  'java/util/SortedSet': 'java/util/TreeSet',
  'java/util/NavigableSet': 'java/util/TreeSet',
  'java/util/Queue': 'java/util/ArrayDeque',
  'java/util/Deque': 'java/util/ArrayDeque',
  'java/util/concurrent/BlockingQueue': 'java/util/concurrent/LinkedBlockingQueue',
  'java/util/Iterator': 'java/util/ArrayList$Itr',
  'java/util/ListIterator': 'java/util/ArrayList$ListItr',
  'java/lang/Iterable': 'java/util/ArrayList',
  'java/lang/CharSequence': 'java/lang/String',
  'java/lang/Comparable': 'java/lang/String',
  'java/lang/Number': 'java/lang/Integer',
  'java/util/concurrent/locks/Lock': 'java/util/concurrent/locks/ReentrantLock',
  'java/util/stream/Stream': 'java/util/stream/ReferencePipeline',
  'java/util/stream/IntStream': 'java/util/stream/IntPipeline',
  'java/util/stream/LongStream': 'java/util/stream/LongPipeline',
  'java/util/stream/DoubleStream': 'java/util/stream/DoublePipeline',
  'java/io/InputStream': 'java/io/ByteArrayInputStream',
  'java/io/OutputStream': 'java/io/ByteArrayOutputStream',
  'java/io/Reader': 'java/io/StringReader',
  'java/io/Writer': 'java/io/StringWriter',
};

const FUNCTIONS: ReadonlySet<string> = new Set([
  ...['java/util/Comparator', 'java/lang/Runnable', 'java/util/concurrent/Callable'],
  ...['java/lang/reflect/InvocationHandler', 'java/lang/AutoCloseable', 'java/io/Closeable'],
]);

/** True for interfaces that lambdas mostly implement. */
export function isFunction(owner: string): boolean {
  return owner.startsWith('java/util/function/') || FUNCTIONS.has(owner);
}

/** The methods of any object, which programs mostly call on texts. */
export const OF_VALUES: ReadonlySet<string> = new Set(['toString', 'hashCode', 'equals']);

/** Methods that the JVM has code of its own for, in the interpreter too. */
export function isReplaced(owner: string, name: string): boolean {
  if (owner === 'java/lang/Math' || owner === 'java/lang/StrictMath')
    return /^(?:sin|cos|tan|sinh|tanh|cbrt|exp|log|log10|pow|sqrt|fma)$/.test(name);
  return false;
}

/** True for classes whose calls go where no class file tells. */
export function isReflective(owner: string): boolean {
  return owner.startsWith('java/lang/invoke/') || owner.startsWith('jdk/internal/reflect/');
}

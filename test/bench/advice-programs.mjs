/**
 * Pairs of programs: as a rule of advice finds them, and as it says to write them. Each is the state of an object, and
 * two methods of `n` rounds over it that give the same number. `kind` is what the rule tells apart.
 */
const LOOP = 'for (int i = 0; i < n; i++)';
const STRINGS = 'String[] keys = texts(n);';

const fill = (type, value) => ({
  rule: 'bulk-fill',
  kind: type,
  sizes: [10, 1000],
  state: `${type}[] a = new ${type}[n]; ${type} v = ${value};`,
  before: `for (int i = 0; i < a.length; i++) a[i] = v; return a.length;`,
  after: `Arrays.fill(a, v); return a.length;`,
});

const copy = (type) => ({
  rule: 'bulk-copy',
  kind: type === 'String' ? 'objects' : type,
  sizes: [10, 1000],
  state: `${type}[] from = new ${type}[n], to = new ${type}[n];`,
  before: `${LOOP} to[i] = from[i]; return to.length;`,
  after: `System.arraycopy(from, 0, to, 0, n); return to.length;`,
});

const put = (kind, type, made) => ({
  rule: 'bulk-copy',
  kind,
  sizes: [10, 1000],
  state: `${type}[] from = new ${type}[n]; ${made}`,
  before: `to.clear(); ${LOOP} to.put(from[i]); return to.position();`,
  after: `to.clear(); to.put(from, 0, n); return to.position();`,
});

const add = (to, from) => ({
  rule: 'bulk-add',
  kind: `${to} from ${from}`,
  sizes: [10, 1000],
  state:
    from === 'array'
      ? 'String[] from = texts(n);'
      : `Collection<String> from = new ${from}<>(Arrays.asList(texts(n)));`,
  before: `${to}<String> to = new ${to}<>(); for (String each : from) to.add(each); return to.size();`,
  after: `${to}<String> to = new ${to}<>(); ${from === 'array' ? 'Collections.addAll(to, from)' : 'to.addAll(from)'}; return to.size();`,
});

const call = (kind, state, expression, type = 'int') => ({
  rule: 'loop-invariant-call',
  kind,
  sizes: [10, 1000],
  state: `${state} int[] x = new int[n];`,
  before: `long s = 0; ${LOOP} s += x[i] + (long) (${expression}); return s;`,
  after: `long s = 0; ${type} value = ${expression}; ${LOOP} s += x[i] + (long) value; return s;`,
});

const bound = (kind, state, expression) => ({
  rule: 'loop-invariant-call',
  kind,
  sizes: [10, 1000],
  state,
  before: `long s = 0; for (int i = 0; i < ${expression}; i++) s += i ^ s; return s;`,
  after: `long s = 0; for (int i = 0, m = ${expression}; i < m; i++) s += i ^ s; return s;`,
});

const concatenate = (kind, part, sizes) => ({
  rule: 'string-concatenation',
  kind,
  sizes,
  state: STRINGS,
  before: `String s = ""; ${LOOP} s += ${part}; return s.length();`,
  after: `StringBuilder b = new StringBuilder(); ${LOOP} b.append(${part}); return b.toString().length();`,
});

const box = (box, type) => ({
  rule: 'boxing',
  kind: type,
  sizes: [10, 1000],
  state: `${type}[] x = new ${type}[n]; { ${LOOP} x[i] = (${type}) (i * 1000); }`,
  before: `${box} s = (${type}) 0; for (${type} each : x) s += each; return s.longValue();`,
  after: `${type} s = (${type}) 0; for (${type} each : x) s += each; return (long) s;`,
});

const allocate = (length) => ({
  rule: 'loop-invariant-allocation',
  kind: `${length} bytes`,
  sizes: [10, 1000],
  state: `byte[] from = new byte[${length}];`,
  before: `long s = 0; ${LOOP} { byte[] b = new byte[${length}]; System.arraycopy(from, 0, b, 0, ${length}); s += b[i % ${length}] + i; } return s;`,
  after: `long s = 0; byte[] b = new byte[${length}]; ${LOOP} { System.arraycopy(from, 0, b, 0, ${length}); s += b[i % ${length}] + i; } return s;`,
});

const make = (kind, type, made, use) => ({
  rule: 'loop-invariant-allocation',
  kind,
  sizes: [10, 100],
  state: 'Date date = new Date(0);',
  before: `long s = 0; ${LOOP} { ${type} made = ${made}; s += ${use}; } return s;`,
  after: `long s = 0; ${type} made = ${made}; ${LOOP} { s += ${use}; } return s;`,
});

const lookUp = (map, key) => {
  const given = key === 'String' ? 'texts(n)' : 'numbers(n)';
  return {
    rule: 'repeated-lookup',
    kind: `${map} of ${key}`,
    sizes: [10, 1000],
    state: `${key}[] keys = ${given}; Map<${key}, Integer> map = new ${map}<>(); { for (${key} each : ${given}) map.put(each, 7); }`,
    before: `long s = 0; for (${key} each : keys) if (map.containsKey(each)) s += map.get(each); return s;`,
    after: `long s = 0; for (${key} each : keys) { Integer v = map.get(each); if (v != null) s += v; } return s;`,
  };
};

const pattern = (kind, before, after, regex = '[a-z]+\\\\d*') => ({
  rule: 'compiled-pattern',
  kind,
  sizes: [10, 100],
  state: `static final java.util.regex.Pattern P = java.util.regex.Pattern.compile("${regex}"); ${STRINGS}`,
  before: `long s = 0; for (String each : keys) s += ${before.replaceAll('REGEX', `"${regex}"`)}; return s;`,
  after: `long s = 0; for (String each : keys) s += ${after}; return s;`,
});

const lock = (kind, locked, unlocked, state, use, end) => ({
  rule: 'synchronized-call',
  kind,
  sizes: [10, 1000],
  state,
  before: `${locked} o = new ${locked}(); ${LOOP} ${use} return ${end};`,
  after: `${unlocked} o = new ${unlocked}(); ${LOOP} ${use} return ${end};`,
});

const sized = (kind, type, initial, use, end = 'o.size()') => ({
  rule: 'unsized-collection',
  kind,
  sizes: [10, 100, 10_000],
  state: STRINGS,
  before: `${type} o = new ${type}(); ${LOOP} ${use}; return ${end};`,
  after: `${type} o = new ${type}(${initial}); ${LOOP} ${use}; return ${end};`,
});

const keySet = (map) => ({
  rule: 'key-set-get',
  kind: map,
  sizes: [10, 1000],
  state: `Map<String, Integer> map = new ${map}<>(); { for (String each : texts(n)) map.put(each, 7); }`,
  before: 'long s = 0; for (String each : map.keySet()) s += each.length() + map.get(each); return s;',
  after:
    'long s = 0; for (Map.Entry<String, Integer> each : map.entrySet()) s += each.getKey().length() + each.getValue(); return s;',
});

const count = (map, kind, before, after, value = 'Integer') => ({
  rule: 'repeated-lookup',
  kind: `${kind}, ${map}`,
  sizes: [10, 1000],
  state: `String[] keys = texts(n); { for (int i = 0; i < n; i++) if (i % 3 == 0) keys[i] = keys[0]; }`,
  before: `Map<String, ${value}> map = new ${map}<>(); for (String each : keys) { ${before} } return map.size();`,
  after: `Map<String, ${value}> map = new ${map}<>(); for (String each : keys) { ${after} } return map.size();`,
});

const queue = (kind, use, end = 'o.size()') => ({
  rule: 'linked-list-queue',
  kind,
  sizes: [10, 1000],
  state: 'Integer[] x = numbers(n);',
  before: `LinkedList<Integer> o = new LinkedList<>(); ${use} return ${end};`,
  after: `ArrayDeque<Integer> o = new ArrayDeque<>(); ${use} return ${end};`,
});

const stream = (kind, before, after, use) => ({
  rule: 'unbuffered-stream',
  kind,
  sizes: [100],
  state: `java.io.File file = file(n);`,
  before: `long s = 0; try (${before}) { ${use} } return s;`,
  after: `long s = 0; try (${after}) { ${use} } return s;`,
});

/** A file of texts or numbers that is written or read piece by piece. */
const pieces = (kind, before, after, use) => ({
  ...stream(kind, before, after, use),
  state: `${STRINGS} java.io.File file = file(4 * n);`,
});

/** `System.out` as the JDK makes it, with output that goes to a file. */
const printed = (kind, before, after) => ({
  rule: 'print-in-loop',
  kind,
  sizes: [10, 1000],
  state: `${STRINGS} java.io.FileOutputStream file; java.io.PrintStream out; { try { file = new java.io.FileOutputStream(file(1)); out = new java.io.PrintStream(new java.io.BufferedOutputStream(file, 128), true); } catch (java.io.IOException e) { throw new IllegalStateException(e); } }`,
  before: `file.getChannel().position(0); ${LOOP} ${before} out.flush(); return n;`,
  after: `file.getChannel().position(0); StringBuilder b = new StringBuilder(); ${LOOP} ${after} out.print(b); out.flush(); return n;`,
});

const thrown = (kind, state, before, after, sizes = [10, 1000]) => ({
  rule: 'exception-flow',
  kind,
  sizes,
  state,
  before: `long s = 0; ${before} return s;`,
  after: `long s = 0; ${after} return s;`,
});

const parallel = (length) => ({
  rule: 'parallel-stream',
  kind: `${length} elements`,
  sizes: [10, 100],
  state: `List<String> few = Arrays.asList(texts(${length}));`,
  before: `long s = 0; ${LOOP} s += few.parallelStream().mapToInt(each -> each.length()).sum(); return s;`,
  after: `long s = 0; ${LOOP} s += few.stream().mapToInt(each -> each.length()).sum(); return s;`,
});

const columns = (kind, use) => ({
  rule: 'column-major',
  kind,
  sizes: [10, 100, 2000],
  state: 'int[][] x = new int[n][n];',
  before: `long s = 0; ${LOOP} for (int j = 0; j < n; j++) ${use} return s;`,
  after: `long s = 0; for (int j = 0; j < n; j++) ${LOOP} ${use} return s;`,
});

const format = (kind, before, after) => ({
  rule: 'string-format',
  kind,
  sizes: [10, 100],
  state: STRINGS,
  before: `long s = 0; ${LOOP} s += ${before}.length(); return s;`,
  after: `long s = 0; ${LOOP} s += (${after}).length(); return s;`,
});

const append = (rule, kind, before, after) => ({
  rule,
  kind,
  sizes: [10, 1000],
  state: STRINGS,
  before: `StringBuilder b = new StringBuilder(16 * n); ${LOOP} b${before}; return b.length();`,
  after: `StringBuilder b = new StringBuilder(16 * n); ${LOOP} b${after}; return b.length();`,
});

export const PAIRS = [
  ...[['int', '7'], ['long', '7'], ['byte', '7'], ['boolean', 'true'], ['double', '7'], ['Object', '"x"']].map(([type, value]) => fill(type, value)), // prettier-ignore
  ...['int', 'byte', 'char', 'long', 'double', 'String'].map(copy),
  put('heap buffer', 'float', 'java.nio.FloatBuffer to = java.nio.FloatBuffer.allocate(n);'),
  put('direct buffer', 'byte', 'java.nio.ByteBuffer to = java.nio.ByteBuffer.allocateDirect(n);'),
  ...['ArrayList', 'array', 'HashSet'].map((from) => add('ArrayList', from)),
  ...['HashSet', 'LinkedList', 'ArrayDeque', 'TreeSet'].map((to) => add(to, 'ArrayList')),
  add('HashSet', 'array'),
  bound('String.length', 'String t = "x".repeat(n);', 't.length()'),
  bound('List.size', 'List<String> t = new ArrayList<>(Arrays.asList(texts(n)));', 't.size()'),
  bound('Buffer.limit', 'java.nio.IntBuffer t = java.nio.IntBuffer.allocate(n);', 't.limit()'),
  ...['sqrt', 'log', 'exp', 'sin', 'tan', 'cbrt', 'atan', 'floor'].map((name) => call(`Math.${name}`, 'double by = 2.5;', `Math.${name}(by)`, 'double')), // prettier-ignore
  call('Math.pow', 'double by = 2.5;', 'Math.pow(by, 1.7)', 'double'),
  call('String.indexOf', 'String t = "abcdefgh".repeat(8) + "z";', 't.indexOf("z")'),
  concatenate('numbers', 'i', [10, 100, 1000]),
  concatenate('texts', 'keys[i]', [10, 100, 1000]),
  concatenate('letters', "'x'", [10, 100, 1000]),
  box('Integer', 'int'),
  box('Long', 'long'),
  box('Double', 'double'),
  ...[16, 256, 8192].map(allocate),
  make('DateFormat', 'java.text.SimpleDateFormat', 'new java.text.SimpleDateFormat("yyyy-MM-dd")', 'made.format(date).length()'), // prettier-ignore
  make('NumberFormat', 'java.text.DecimalFormat', 'new java.text.DecimalFormat("0.00")', 'made.format(i).length()'), // prettier-ignore
  make('Random', 'Random', 'new Random()', 'made.nextInt(1)'),
  lookUp('HashMap', 'String'),
  lookUp('HashMap', 'Integer'),
  lookUp('TreeMap', 'String'),
  lookUp('LinkedHashMap', 'String'),
  lookUp('java.util.concurrent.ConcurrentHashMap', 'String'),
  {
    rule: 'indexed-linked-list',
    kind: 'get',
    sizes: [10, 100, 1000],
    state: 'LinkedList<String> list = new LinkedList<>(Arrays.asList(texts(n)));',
    before: `long s = 0; ${LOOP} s += list.get(i).length(); return s;`,
    after: 'long s = 0; for (String each : list) s += each.length(); return s;',
  },
  pattern('matches', '(each.matches(REGEX) ? 1 : 0)', '(P.matcher(each).matches() ? 1 : 0)'),
  pattern('replaceAll', 'each.replaceAll(REGEX, "_").length()', 'P.matcher(each).replaceAll("_").length()'),
  pattern('split', 'each.split(REGEX).length', 'P.split(each).length', '\\\\s+'),
  pattern('compile', '(java.util.regex.Pattern.compile(REGEX).matcher(each).find() ? 1 : 0)', '(P.matcher(each).find() ? 1 : 0)'), // prettier-ignore
  lock('StringBuffer of letters', 'StringBuffer', 'StringBuilder', '', "o.append('x');", 'o.length()'),
  lock('StringBuffer of texts', 'StringBuffer', 'StringBuilder', STRINGS, 'o.append(keys[i]);', 'o.length()'),
  lock('Vector', 'Vector<String>', 'ArrayList<String>', STRINGS, 'o.add(keys[i]);', 'o.size()'),
  lock('Hashtable', 'Hashtable<String, String>', 'HashMap<String, String>', STRINGS, 'o.put(keys[i], "x");', 'o.size()'), // prettier-ignore
  lock('Stack', 'Stack<String>', 'ArrayDeque<String>', STRINGS, 'o.push(keys[i]);', 'o.size()'),
  {
    rule: 'thin-method',
    kind: 'own',
    sizes: [10, 1000],
    state: 'int x = 3; int get() { return x; }',
    before: `long s = 0; ${LOOP} s = s * 31 + get(); return s;`,
    after: `long s = 0; ${LOOP} s = s * 31 + x; return s;`,
  },
  {
    rule: 'unroll-loop',
    kind: 'sum',
    sizes: [16, 1000],
    state: 'int[] x = new int[n];',
    before: `long s = 0; ${LOOP} s = s * 31 + x[i]; return s;`,
    after:
      'long s = 0; for (int i = 0; i < n; i += 8) { s = s * 31 + x[i]; s = s * 31 + x[i + 1]; s = s * 31 + x[i + 2]; s = s * 31 + x[i + 3]; s = s * 31 + x[i + 4]; s = s * 31 + x[i + 5]; s = s * 31 + x[i + 6]; s = s * 31 + x[i + 7]; } return s;',
  },
  sized('ArrayList', 'ArrayList<String>', 'n', 'o.add(keys[i])'),
  sized('HashMap', 'HashMap<String, String>', 'n * 4 / 3 + 1', 'o.put(keys[i], "x")'),
  sized('HashSet', 'HashSet<String>', 'n * 4 / 3 + 1', 'o.add(keys[i])'),
  sized('StringBuilder', 'StringBuilder', '8 * n', 'o.append(keys[i])', 'o.length()'),
  append('append-letter', 'letter', '.append(",")', ".append(',')"),
  append(
    'append-letter',
    'letter after text',
    '.append(keys[i]).append(",")',
    ".append(keys[i]).append(',')",
  ),
  append('append-concatenation', 'text and number', '.append("a" + i)', '.append("a").append(i)'),
  append('append-concatenation', 'two texts', '.append(keys[i] + ";")', ".append(keys[i]).append(';')"),
  append('append-concatenation', 'three texts', '.append(keys[i] + "=" + keys[i] + ";")', ".append(keys[i]).append('=').append(keys[i]).append(';')"), // prettier-ignore
  ...['HashMap', 'TreeMap', 'LinkedHashMap'].map(keySet),
  count('HashMap', 'merge', 'Integer c = map.get(each); map.put(each, c == null ? 1 : c + 1);', 'map.merge(each, 1, Integer::sum);'), // prettier-ignore
  count('TreeMap', 'merge', 'Integer c = map.get(each); map.put(each, c == null ? 1 : c + 1);', 'map.merge(each, 1, Integer::sum);'), // prettier-ignore
  count('HashMap', 'merge of containsKey', 'if (map.containsKey(each)) map.put(each, map.get(each) + 1); else map.put(each, 1);', 'map.merge(each, 1, Integer::sum);'), // prettier-ignore
  count('HashMap', 'merge of getOrDefault', 'map.put(each, map.getOrDefault(each, 0) + 1);', 'map.merge(each, 1, Integer::sum);'), // prettier-ignore
  count(
    'HashMap',
    'putIfAbsent',
    'if (!map.containsKey(each)) map.put(each, 1);',
    'map.putIfAbsent(each, 1);',
  ),
  count('HashMap', 'computeIfAbsent', 'List<String> l = map.get(each); if (l == null) { l = new ArrayList<>(); map.put(each, l); } l.add(each);', 'map.computeIfAbsent(each, k -> new ArrayList<>()).add(each);', 'List<String>'), // prettier-ignore
  format('number and text', 'String.format("%d: %s", i, keys[i])', 'i + ": " + keys[i]'),
  format('texts', 'String.format("%s=%s;", keys[i], keys[i])', 'keys[i] + "=" + keys[i] + ";"'),
  {
    rule: 'list-contains',
    kind: 'texts',
    sizes: [10, 100, 1000],
    state: `${STRINGS} List<String> list = new ArrayList<>(Arrays.asList(texts(n)));`,
    before: 'long s = 0; for (String each : keys) if (list.contains(each)) s++; return s;',
    after: 'long s = 0; Set<String> set = new HashSet<>(list); for (String each : keys) if (set.contains(each)) s++; return s;', // prettier-ignore
  },
  {
    rule: 'list-contains',
    kind: 'numbers',
    sizes: [10, 100, 1000],
    state: 'Integer[] keys = numbers(n); List<Integer> list = new ArrayList<>(Arrays.asList(numbers(n)));',
    before: 'long s = 0; for (Integer each : keys) if (list.contains(each)) s++; return s;',
    after: 'long s = 0; Set<Integer> set = new HashSet<>(list); for (Integer each : keys) if (set.contains(each)) s++; return s;', // prettier-ignore
  },
  {
    rule: 'shifting-list',
    kind: 'remove(0)',
    sizes: [10, 100, 10_000],
    state: STRINGS,
    before: 'ArrayList<String> o = new ArrayList<>(Arrays.asList(keys)); long s = 0; while (!o.isEmpty()) s += o.remove(0).length(); return s;', // prettier-ignore
    after: 'ArrayDeque<String> o = new ArrayDeque<>(Arrays.asList(keys)); long s = 0; while (!o.isEmpty()) s += o.remove().length(); return s;', // prettier-ignore
  },
  {
    rule: 'shifting-list',
    kind: 'add(0, …)',
    sizes: [10, 100, 10_000],
    state: STRINGS,
    before: `ArrayList<String> o = new ArrayList<>(); ${LOOP} o.add(0, keys[i]); return o.size();`,
    after: `ArrayList<String> o = new ArrayList<>(); ${LOOP} o.add(keys[i]); Collections.reverse(o); return o.size();`, // prettier-ignore
  },
  {
    rule: 'shifting-list',
    kind: 'insert(0, …)',
    sizes: [10, 100, 1000],
    state: STRINGS,
    before: `StringBuilder o = new StringBuilder(); ${LOOP} o.insert(0, (char) ('a' + i % 26)); return o.length();`,
    after: `StringBuilder o = new StringBuilder(); ${LOOP} o.append((char) ('a' + i % 26)); o.reverse(); return o.length();`, // prettier-ignore
  },
  queue(
    'add and poll',
    'long s = 0; for (Integer each : x) o.add(each); while (!o.isEmpty()) s += o.poll();',
    's',
  ),
  queue(
    'push and pop',
    'long s = 0; for (Integer each : x) o.push(each); while (!o.isEmpty()) s += o.pop();',
    's',
  ),
  stream('FileInputStream.read', 'java.io.InputStream in = new java.io.FileInputStream(file)', 'java.io.InputStream in = new java.io.BufferedInputStream(new java.io.FileInputStream(file))', 'for (int c = in.read(); c >= 0; c = in.read()) s += c;'), // prettier-ignore
  stream('FileOutputStream.write', 'java.io.OutputStream out = new java.io.FileOutputStream(file)', 'java.io.OutputStream out = new java.io.BufferedOutputStream(new java.io.FileOutputStream(file))', `${LOOP} out.write(i);`), // prettier-ignore
  stream('FileReader.read', 'java.io.Reader in = new java.io.FileReader(file)', 'java.io.Reader in = new java.io.BufferedReader(new java.io.FileReader(file))', 'for (int c = in.read(); c >= 0; c = in.read()) s += c;'), // prettier-ignore
  stream('FileWriter.write', 'java.io.Writer out = new java.io.FileWriter(file)', 'java.io.Writer out = new java.io.BufferedWriter(new java.io.FileWriter(file))', `${LOOP} out.write('x');`), // prettier-ignore
  {
    rule: 'char-array',
    kind: 'for-each',
    sizes: [10, 1000],
    state: 'String t = "abcdefghij".repeat(n / 10);',
    before: 'long s = 0; for (char each : t.toCharArray()) s += each; return s;',
    after: 'long s = 0; for (int i = 0; i < t.length(); i++) s += t.charAt(i); return s;',
  },
  {
    rule: 'char-array',
    kind: 'comparing',
    sizes: [10, 1000],
    state: 'String t = "abcdefghij".repeat(n / 10);',
    before: "long s = 0; for (char each : t.toCharArray()) if (each == 'c') s++; return s;",
    after: "long s = 0; for (int i = 0; i < t.length(); i++) if (t.charAt(i) == 'c') s++; return s;",
  },
  columns('int', 's += x[j][i];'),
  columns('int, written', 'x[j][i] = i + j;'),
  count('TreeMap', 'merge of containsKey', 'if (map.containsKey(each)) map.put(each, map.get(each) + 1); else map.put(each, 1);', 'map.merge(each, 1, Integer::sum);'), // prettier-ignore
  count('TreeMap', 'merge of getOrDefault', 'map.put(each, map.getOrDefault(each, 0) + 1);', 'map.merge(each, 1, Integer::sum);'), // prettier-ignore
  count(
    'TreeMap',
    'putIfAbsent',
    'if (!map.containsKey(each)) map.put(each, 1);',
    'map.putIfAbsent(each, 1);',
  ),
  count('TreeMap', 'computeIfAbsent', 'List<String> l = map.get(each); if (l == null) { l = new ArrayList<>(); map.put(each, l); } l.add(each);', 'map.computeIfAbsent(each, k -> new ArrayList<>()).add(each);', 'List<String>'), // prettier-ignore
  thrown(
    'end of an iterator',
    `${STRINGS} List<String> list = new ArrayList<>(Arrays.asList(keys));`,
    'Iterator<String> all = list.iterator(); try { while (true) s += all.next().length(); } catch (NoSuchElementException end) { }',
    'Iterator<String> all = list.iterator(); while (all.hasNext()) s += all.next().length();',
  ),
  thrown(
    'end of an array',
    'int[] x = new int[n];',
    'try { for (int i = 0; ; i++) s += x[i] + i; } catch (ArrayIndexOutOfBoundsException end) { }',
    `${LOOP} s += x[i] + i;`,
  ),
  thrown(
    'thrown and caught',
    STRINGS,
    'for (String each : keys) try { if (each.endsWith("7")) throw new IllegalArgumentException(each); s += each.length(); } catch (IllegalArgumentException e) { s++; }',
    'for (String each : keys) if (each.endsWith("7")) s++; else s += each.length();',
  ),
  thrown(
    'numbers',
    `String[] keys = new String[n]; { ${LOOP} keys[i] = i % 10 == 0 ? "x" + i : "" + i; } static boolean isNumber(String text) { for (int i = 0; i < text.length(); i++) if (!Character.isDigit(text.charAt(i))) return false; return !text.isEmpty(); }`,
    'for (String each : keys) try { s += Integer.parseInt(each); } catch (NumberFormatException e) { s++; }',
    'for (String each : keys) if (isNumber(each)) s += Integer.parseInt(each); else s++;',
  ),
  call('Class.getMethod', '', 'String.class.getMethod("length").getModifiers()'),
  call('Class.getDeclaredField', '', 'Integer.class.getDeclaredField("value").getModifiers()'),
  call('Class.forName', '', 'Class.forName("java.util.ArrayList").getModifiers()'),
  ...[8, 64, 1000].map(parallel),
  {
    ...sized('HashMap of as many', 'HashMap<String, String>', 'n * 4 / 3 + 1', 'o.put(keys[i], "x")'),
    sizes: [10, 100, 1000, 10_000],
    before: `HashMap<String, String> o = new HashMap<String, String>(n); ${LOOP} o.put(keys[i], "x"); return o.size();`,
  },
  sized('LinkedHashMap', 'LinkedHashMap<String, String>', 'n * 4 / 3 + 1', 'o.put(keys[i], "x")'),
  printed('print', 'out.print(keys[i]);', 'b.append(keys[i]);'),
  printed('println', 'out.println(keys[i]);', "b.append(keys[i]).append('\\n');"),
  pieces('PrintStream.println', 'java.io.PrintStream out = new java.io.PrintStream(file)', 'java.io.PrintStream out = new java.io.PrintStream(new java.io.BufferedOutputStream(new java.io.FileOutputStream(file)))', `${LOOP} out.println(keys[i]);`), // prettier-ignore
  pieces('DataOutputStream.writeInt', 'java.io.DataOutputStream out = new java.io.DataOutputStream(new java.io.FileOutputStream(file))', 'java.io.DataOutputStream out = new java.io.DataOutputStream(new java.io.BufferedOutputStream(new java.io.FileOutputStream(file)))', `${LOOP} out.writeInt(i);`), // prettier-ignore
  pieces('DataInputStream.readInt', 'java.io.DataInputStream in = new java.io.DataInputStream(new java.io.FileInputStream(file))', 'java.io.DataInputStream in = new java.io.DataInputStream(new java.io.BufferedInputStream(new java.io.FileInputStream(file)))', `${LOOP} s += in.readInt();`), // prettier-ignore
  pieces('FileWriter.write of texts', 'java.io.Writer out = new java.io.FileWriter(file)', 'java.io.Writer out = new java.io.BufferedWriter(new java.io.FileWriter(file))', `${LOOP} out.write(keys[i]);`), // prettier-ignore
];

const call1 = (names, state, called, plain, begin = '') => ({
  rule: 'call',
  kind: names.join(' '),
  sizes: [1000],
  state: `int[] x = new int[n]; ${STRINGS} ${state}`,
  before: `long s = 0; ${begin} ${LOOP} s += ${called}; return s;`,
  after: `long s = 0; ${begin} ${LOOP} s += ${plain}; return s;`,
});

const lang = (kind, ...methods) => methods.map((name) => `java.lang.${kind}.${name}`);
const util = (kinds, ...methods) => kinds.flatMap((kind) => methods.map((name) => `java.util.${kind}.${name}`)); // prettier-ignore
const LISTS = ['ArrayList', 'List', 'Collection'];
const MAPS = ['HashMap', 'Map', 'LinkedHashMap'];
const [BOXED, READ, PLAIN] = ['Integer[] boxes = numbers(n);', '(keys[i] == null ? 1 : 2)', 'x[i]'];
const FILLED = `${BOXED} List<String> list = new ArrayList<>(Arrays.asList(keys)); Map<String, Integer> map = new HashMap<>(); { ${LOOP} map.put(keys[i], 7); }`;

/**
 * Calls that stand around what advice is about, in loops that compilers see whole: `before` makes them, `after` does
 * not. The two need not give the same.
 */
export const CALLS = [
  call1(lang('String', 'length', 'isEmpty'), '', 'keys[i].length()', READ),
  call1(lang('String', 'hashCode'), '', 'keys[i].hashCode()', READ),
  call1(lang('String', 'charAt'), '', 'keys[i].charAt(1)', READ),
  call1([...lang('String', 'equals', 'compareTo'), ...lang('Object', 'equals')], 'String key = "key" + n;', '(keys[i].equals(key) ? 1 : 2)', READ), // prettier-ignore
  call1(lang('String', 'startsWith', 'endsWith'), '', '(keys[i].startsWith("key1") ? 1 : 2)', READ),
  call1(lang('String', 'substring'), '', 'keys[i].substring(1).length()', 'keys[i].length()'),
  call1(
    [...lang('String', 'valueOf'), ...lang('Integer', 'toString')],
    '',
    'String.valueOf(i).length()',
    'i',
  ),
  call1(lang('Integer', 'parseInt'), 'String[] texts = texts(n); { for (int i = 0; i < n; i++) texts[i] = "" + i; }', 'Integer.parseInt(texts[i])', 'texts[i].length()'), // prettier-ignore
  call1([...lang('Integer', 'valueOf'), ...lang('Long', 'valueOf'), ...lang('Double', 'valueOf')], 'Object[] to = new Object[n];', '((to[i] = i * 1000) == null ? 1 : 2)', '((to[i] = keys[i]) == null ? 1 : 2)'), // prettier-ignore
  call1([...lang('Integer', 'intValue'), ...lang('Long', 'longValue'), ...lang('Double', 'doubleValue')], BOXED, 'boxes[i].intValue()', '(boxes[i] == null ? 1 : 2)'), // prettier-ignore
  call1(lang('Math', 'max', 'min', 'abs'), '', 'Math.max(x[i], i)', PLAIN),
  call1(lang('Math', 'sin', 'cos'), 'double d = n;', '(long) Math.sin(d + i)', '(long) (d + i)'),
  call1(lang('Math', 'log', 'exp'), 'double d = n;', '(long) Math.log(d + i)', '(long) (d + i)'),
  call1(lang('Math', 'pow'), 'double d = n;', '(long) Math.pow(d + i, 1.3)', '(long) (d + i)'),
  call1(lang('Character', 'isDigit', 'isLetter', 'isWhitespace', 'isUpperCase', 'isLetterOrDigit'), '', '(Character.isDigit((char) (i & 127)) ? 1 : 2)', '(i & 127)'), // prettier-ignore
  call1([...lang('StringBuilder', 'append'), ...lang('StringBuffer', 'append')], '', 'b.append(keys[i]).length()', 'keys[i].length()', 'StringBuilder b = new StringBuilder();'), // prettier-ignore
  call1(lang('AbstractStringBuilder', 'length'), 'StringBuilder b = new StringBuilder("x");', '(b.length() + x[i])', PLAIN), // prettier-ignore
  call1(util(LISTS, 'add'), '', '(o.add(keys[i]) ? 1 : 2)', READ, 'ArrayList<String> o = new ArrayList<>();'),
  call1(util(LISTS, 'get'), FILLED, '(list.get(i) == null ? 1 : 2)', READ),
  call1(util(LISTS, 'size', 'isEmpty'), FILLED, '(list.size() + x[i])', PLAIN),
  call1(util(['Iterator'], 'next', 'hasNext'), FILLED, '(each.hasNext() ? each.next().length() : 0)', '2 * keys[i].length()', 'Iterator<String> each = list.iterator();'), // prettier-ignore
  call1(util(MAPS, 'get', 'containsKey', 'getOrDefault'), FILLED, '(map.get(keys[i]) == null ? 1 : 2)', READ),
  call1(util(MAPS, 'put'), FILLED, '(map.put(keys[i], 7) == null ? 1 : 2)', READ),
  call1(util(['HashSet', 'Set'], 'contains', 'add'), 'Set<String> set = new HashSet<>(Arrays.asList(texts(n)));', '(set.contains(keys[i]) ? 1 : 2)', READ), // prettier-ignore
  call1(util(['TreeMap', 'SortedMap', 'NavigableMap'], 'get', 'containsKey'), 'TreeMap<String, Integer> map = new TreeMap<>(); { for (String each : texts(n)) map.put(each, 7); }', '(map.get(keys[i]) == null ? 1 : 2)', READ), // prettier-ignore
  call1(util(['ArrayDeque', 'Deque', 'Queue', 'LinkedList'], 'add', 'addLast', 'push', 'offer', 'poll', 'pop', 'remove'), '', '(o.add(keys[i]) && o.poll() != null ? 1 : 2)', READ, 'ArrayDeque<String> o = new ArrayDeque<>();'), // prettier-ignore
  {
    rule: 'call',
    kind: 'java.lang.System.arraycopy',
    sizes: [1000],
    state: 'byte[] from = new byte[256], to = new byte[256];',
    before: `long s = 0; ${LOOP} { System.arraycopy(from, 0, to, 0, 256); s += to[i & 255]; } return s;`,
    after: `long s = 0; ${LOOP} { s += to[i & 255]; } return s;`,
  },
];

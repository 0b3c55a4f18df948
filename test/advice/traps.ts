/**
 * Programs that look as if advice were due and where following it would be wrong, or would not compile, by what the
 * text says. `asks` is the question that a hint may put where no text can decide.
 */
export interface Trap {
  readonly name: string;
  /** Members of a class. */
  readonly code: string;
  readonly asks?: RegExp;
}

const bulkTraps: readonly Trap[] = [
  {
    name: 'a map that may be another one',
    code: 'int m(Map<String, Integer> all) { int s = 0; for (String key : all.keySet()) { if (all instanceof TreeMap) s += ((TreeMap<String, Integer>) all).size(); else s += all.get(key); } return s; }',
  },
  {
    name: 'a search looks one value up',
    code: 'String m(Map<Class<?>, String> all, Object given) { for (Class<?> each : all.keySet()) { if (each.isInstance(given)) { return all.get(each); } } return null; }',
  },
  {
    name: 'a collection that makes its array of its own elements',
    code: 'static class All extends AbstractList<String> { public String get(int i) { return ""; } public int size() { return 1; } public Object[] toArray() { List<String> to = new ArrayList<>(size()); for (String each : this) to.add(each); return to.toArray(); } }',
  },
  {
    name: 'a chain of a few links',
    code: 'List<Object> m(Throwable first) { ArrayList<Object> all = new ArrayList<>(); Throwable each = first; while (each != null) { all.add(0, each); each = each.fillInStackTrace(); } return all; }',
  },
  {
    name: 'neighbors in a linked list',
    code: 'int m(LinkedList<String> all) { int s = 0; int n = all.size(); for (int i = 1; i < n; i++) if (all.get(i - 1).equals(all.get(i))) s++; return s; }',
  },
  {
    name: 'elements of a linked list that change places',
    code: 'void m(LinkedList<String> all) { for (int i = 1; i < all.size(); i++) if (all.get(i).isEmpty()) Collections.swap(all, 0, i); }',
  },
  {
    name: 'the digits of a number',
    code: 'String m(int i) { StringBuilder s = new StringBuilder(); do { s.insert(0, (char) (48 + i % 10)); i /= 10; } while (i > 0); return s.toString(); }',
  },
  {
    name: 'a value that is known may be none',
    code: 'int m(Map<String, String> all, String[] keys) { int s = 0; for (String key : keys) { String value; if (all.containsKey(key)) value = all.get(key); else value = key; if (value == null) return 0; s++; } return s; }',
  },
  {
    name: 'a key that is there may have no value',
    code: 'int m(Map<String, String> all, String[] keys) { int s = 0; for (String key : keys) if (all.containsKey(key)) { String value = all.get(key); if (value == null) continue; s += value.length(); } return s; }',
  },
  {
    name: 'others change a map meanwhile',
    code: 'final java.util.concurrent.ConcurrentHashMap<String, String> all = new java.util.concurrent.ConcurrentHashMap<>(); void m(List<String> to) { for (String each : all.values()) to.add(each); }',
  },
  {
    name: 'others change a queue meanwhile',
    code: 'void m(java.util.concurrent.BlockingQueue<String> from, List<String> to) { for (String each : from) to.add(each); }',
  },
  {
    name: 'a list that is searched is another one by then',
    code: 'int m(Iterable<String> from, String[] keys) { List<String> all = new ArrayList<>(); for (String each : from) all.add(each + 1); all = new ArrayList<>(); int s = 0; for (String key : keys) if (all.contains(key)) s++; return s; }',
  },
  {
    name: 'a path to the outermost of a few',
    code: 'List<Thread> m(ThreadGroup group) { ArrayList<Object> path = new ArrayList<>(); while (group != null) { path.add(0, group); group = group.getParent(); } return null; }',
  },
  {
    name: 'ints are added to a list of objects',
    code: 'void m(int[] from, List<Object> to) { for (int each : from) to.add(each); }',
  },
  {
    name: 'ints are boxed into a list',
    code: 'void m(int[] from, List<Integer> to) { for (int each : from) to.add(each); }',
  },
  {
    name: 'ints are boxed by the variable',
    code: 'void m(int[] from, List<Integer> to) { for (Integer each : from) to.add(each); }',
  },
  {
    name: 'chars are added to a raw list',
    code: 'void m(char[] from, List to) { for (char each : from) to.add(each); }',
  },
  {
    name: 'longs are boxed into a set of numbers',
    code: 'void m(long[] from, Set<Number> to) { for (long each : from) to.add(each); }',
  },
  {
    name: 'bytes are widened and boxed',
    code: 'void m(byte[] from, List<Integer> to) { for (int each : from) to.add(each); }',
  },
  {
    name: 'boxes are unboxed and widened',
    code: 'void m(List<Integer> from, List<Long> to) { for (long each : from) to.add(each); }',
  },
  {
    name: 'boxes are unboxed, so that null throws',
    code: 'void m(List<Integer> from, List<Integer> to) { for (int each : from) to.add(each); }',
  },
  {
    name: 'an Iterable has no addAll',
    code: 'void m(Iterable<String> from, List<String> to) { for (String each : from) to.add(each); }',
  },
  {
    name: 'a class of the workspace is Iterable only',
    code: 'static class Rows implements Iterable<String> { public Iterator<String> iterator() { return null; } } void m(Rows from, List<String> to) { for (String each : from) to.add(each); }',
  },
  {
    name: 'a path is Iterable only',
    code: 'void m(java.nio.file.Path from, List<java.nio.file.Path> to) { for (java.nio.file.Path each : from) to.add(each); }',
  },
  {
    name: 'a stream of files is Iterable only',
    code: 'void m(java.nio.file.DirectoryStream<java.nio.file.Path> from, List<Object> to) { for (java.nio.file.Path each : from) to.add(each); }',
  },
  {
    name: 'a service loader is Iterable only',
    code: 'void m(ServiceLoader<Runnable> from, List<Runnable> to) { for (Runnable each : from) to.add(each); }',
  },
  {
    name: 'a variable of a type is Iterable only',
    code: '<T extends Iterable<String>> void m(T from, List<String> to) { for (String each : from) to.add(each); }',
  },
  {
    name: 'a joiner is no collection',
    code: 'void m(String[] from, StringJoiner to) { for (String each : from) to.add(each); }',
  },
  {
    name: 'an iterator inserts one by one',
    code: 'void m(List<String> from, ListIterator<String> to) { for (String each : from) to.add(each); }',
  },
  {
    name: 'an adder is no collection',
    code: 'void m(List<Long> from, java.util.concurrent.atomic.LongAdder to) { for (Long each : from) to.add(each); }',
  },
  {
    name: 'a class of the workspace adds in its own way',
    code: 'static class Bag extends ArrayList<String> { public boolean add(String each) { return super.add(each + "!"); } } void m(List<String> from, Bag to) { for (String each : from) to.add(each); }',
  },
  {
    name: 'a list is added to itself',
    code: 'void m(List<String> to) { for (String each : to) to.add(each); }',
  },
  {
    name: 'a cast makes an element of another type',
    code: 'void m(List<Object> from, List<String> to) { for (Object each : from) to.add((String) each); }',
  },
  {
    name: 'every second element is filled',
    code: 'void m(int[] a, int n) { for (int i = 0; i < n; i += 2) a[i] = 7; }',
  },
  {
    name: 'every second element is copied',
    code: 'void m(int[] a, int[] b, int n) { for (int i = 0; i < n; i += 2) a[i] = b[i]; }',
  },
  {
    name: 'an element spreads over its array',
    code: 'void m(int[] a, int n) { for (int i = 0; i < n; i++) a[i + 1] = a[i]; }',
  },
  {
    name: 'an element spreads if the arrays are one',
    code: 'void m(int[] a, int[] b, int n) { for (int i = 0; i < n; i++) a[i + 1] = b[i]; }',
    asks: /not the same array/,
  },
  {
    name: 'the bound is an element that is written',
    code: 'void m(int[] a, int with) { for (int i = 0; i < a[0]; i++) a[i] = with; }',
  },
  {
    name: 'the bound is a field that code changes',
    code: 'int n; int bound() { return n++; } void m(int[] a, int with) { for (int i = 0; i < bound(); i++) a[i] = with; }',
  },
  {
    name: 'elements are widened',
    code: 'void m(int[] from, long[] to, int n) { for (int i = 0; i < n; i++) to[i] = from[i]; }',
  },
  {
    name: 'elements are cast by their array',
    code: 'void m(Object[] from, Object[][] to, int n) { for (int i = 0; i < n; i++) to[i][0] = from[i]; }',
  },
  {
    name: 'shorts are widened into a buffer',
    code: 'void m(short[] from, java.nio.IntBuffer to, int n) { for (int i = 0; i < n; i++) to.put(from[i]); }',
  },
  {
    name: 'an index is put beside the element',
    code: 'void m(int[] from, java.nio.IntBuffer to, int n) { for (int i = 0; i < n; i++) to.put(i, from[i]); }',
  },
  {
    name: 'the value is the index',
    code: 'void m(int[] a, int n) { for (int i = 0; i < n; i++) a[i] = i; }',
  },
  {
    name: 'a round reads what the one before wrote',
    code: 'void m(int[] a, int n) { for (int i = 0; i < n; i++) a[i] = a[0]; }',
  },
];

const allocationTraps: readonly Trap[] = [
  {
    name: 'zeros are added to',
    code: 'int m(int n, int[] x) { int s = 0; for (int i = 0; i < n; i++) { int[] counts = new int[26]; for (int y : x) counts[y]++; s += counts[3]; } return s; }',
  },
  {
    name: 'zeros are read',
    code: 'int m(int n) { int s = 0; for (int i = 0; i < n; i++) { boolean[] seen = new boolean[9]; if (!seen[i % 9]) s++; seen[i % 9] = true; } return s; }',
  },
  {
    name: 'a loop waits for a zero',
    code: 'int m(int n) { int s = 0; for (int i = 0; i < n; i++) { int[] left = new int[2]; while (left[0] == 0) left[0] = 1; s++; } return s; }',
  },
  {
    name: 'a part is written and all of it read',
    code: 'int m(int n, int[] x) { int s = 0; for (int i = 0; i < n; i++) { int[] part = new int[9]; for (int j = 0; j < i; j++) part[j] = x[j] * 2; for (int each : part) s += each; } return s; }',
  },
  {
    name: 'what is filled is filled from itself',
    code: 'int m(int n) { int s = 0; for (int i = 0; i < n; i++) { int[] sum = new int[9]; for (int j = 0; j < sum.length; j++) sum[j] = s + sum[j / 2]; s += sum[8]; } return s; }',
  },
  {
    name: 'a call of the application keeps it',
    code: 'List<byte[]> kept; void keep(byte[] b) { kept.add(b); } void m(int n) { for (int i = 0; i < n; i++) { byte[] b = new byte[8]; Arrays.fill(b, (byte) i); keep(b); } }',
  },
  {
    name: 'a collection keeps it',
    code: 'void m(int n, Collection<int[]> kept) { for (int i = 0; i < n; i++) { int[] b = new int[8]; Arrays.fill(b, i); kept.add(b); } }',
  },
  {
    name: 'a map keeps it',
    code: 'void m(int n, Map<Integer, int[]> kept) { for (int i = 0; i < n; i++) { int[] b = new int[8]; Arrays.fill(b, i); kept.put(i, b); } }',
  },
  {
    name: 'a queue keeps it',
    code: 'void m(int n, java.util.concurrent.BlockingQueue<int[]> kept) throws InterruptedException { for (int i = 0; i < n; i++) { int[] b = new int[8]; Arrays.fill(b, i); kept.put(b); } }',
  },
  {
    name: 'an array keeps it',
    code: 'void m(int n, int[][] kept) { for (int i = 0; i < n; i++) { int[] b = new int[8]; Arrays.fill(b, i); kept[i] = b; } }',
  },
  {
    name: 'a list around it keeps it',
    code: 'void m(int n, Map<Integer, List<String>> kept) { for (int i = 0; i < n; i++) { String[] b = new String[1]; Arrays.fill(b, "x"); kept.put(i, Arrays.asList(b)); } }',
  },
  {
    name: 'a second name keeps it',
    code: 'int[] m(int n) { int[] last = null; for (int i = 0; i < n; i++) { int[] b = new int[8]; Arrays.fill(b, i); int[] other = b; if (i % 2 == 0) last = other; } return last; }',
  },
  {
    name: 'a lambda keeps it',
    code: 'void m(int n, List<Runnable> kept) { for (int i = 0; i < n; i++) { int[] b = new int[8]; Arrays.fill(b, i); kept.add(() -> System.out.println(b[0])); } }',
  },
  {
    name: 'an anonymous class keeps it',
    code: 'void m(int n, List<Object> kept) { for (int i = 0; i < n; i++) { int[] b = new int[8]; Arrays.fill(b, i); kept.add(new Object() { public String toString() { return "" + b[0]; } }); } }',
  },
  {
    name: 'a conditional gives it on',
    code: 'Object m(int n) { Object last = null; for (int i = 0; i < n; i++) { int[] b = new int[8]; Arrays.fill(b, i); last = i > 3 ? b : last; } return last; }',
  },
  {
    name: 'a return gives it on',
    code: 'int[] m(int n) { for (int i = 0; i < n; i++) { int[] b = new int[8]; Arrays.fill(b, i); if (b[0] > 3) return b; } return null; }',
  },
  {
    name: 'a wrapped array is seen by its buffer',
    code: 'void m(int n, List<Object> kept) { for (int i = 0; i < n; i++) { byte[] b = new byte[8]; Arrays.fill(b, (byte) i); kept.add(java.nio.ByteBuffer.wrap(b)); } }',
  },
  {
    name: 'a compressor keeps its input',
    code: 'void m(int n, java.util.zip.Deflater to) { for (int i = 0; i < n; i++) { byte[] b = new byte[8]; Arrays.fill(b, (byte) i); to.setInput(b); } }',
  },
  {
    name: 'its length grows with the rounds',
    code: 'void m(int n, java.io.InputStream in) throws java.io.IOException { for (int i = 0; i < n; i++) { byte[] b = new byte[i]; in.read(b); } }',
  },
  {
    name: 'a part of it is read from a file',
    code: 'void m(int n, java.io.InputStream in, java.io.OutputStream out) throws java.io.IOException { for (int i = 0; i < n; i++) { byte[] b = new byte[9]; in.read(b); out.write(b); } }',
    asks: /only those elements of b are used/,
  },
  {
    name: 'random numbers begin anew by their seed',
    code: 'int m(int n) { int s = 0; for (int i = 0; i < n; i++) { Random random = new Random(7); s += random.nextInt(); } return s; }',
  },
  {
    name: 'a format is set otherwise in a round',
    code: 'void m(int n, TimeZone[] zones, List<String> to) { for (int i = 0; i < n; i++) { java.text.SimpleDateFormat format = new java.text.SimpleDateFormat("HH"); if (i > 2) format.setTimeZone(zones[i]); to.add(format.format(new Date())); } }',
  },
  {
    name: 'a format is kept',
    code: 'void m(int n, List<Object> to) { for (int i = 0; i < n; i++) { java.text.SimpleDateFormat format = new java.text.SimpleDateFormat("HH"); to.add(format); } }',
  },
  {
    name: 'the loop ends with the round',
    code: 'int m(java.io.DataInputStream in) throws java.io.IOException { while (true) { byte[] b = new byte[9]; in.readFully(b); return b[0]; } }',
  },
];

const lockTraps: readonly Trap[] = [
  {
    name: 'an empty stack throws what is caught',
    code: 'int m(int n) { Stack<Integer> s = new Stack<>(); int t = 0; for (int i = 0; i < n; i++) { try { t += s.pop(); } catch (EmptyStackException e) { s.push(i); } } return t; }',
  },
  {
    name: 'an empty stack throws what is caught in general',
    code: 'int m(int n) { Stack<Integer> s = new Stack<>(); int t = 0; for (int i = 0; i < n; i++) { try { t += s.pop(); } catch (RuntimeException e) { s.push(i); } } return t; }',
  },
  {
    name: 'an empty stack throws to the caller',
    code: 'void m(String[] x) { Stack<String> s = new Stack<>(); for (String each : x) { if (each.equals("end")) s.pop(); else s.push(each + "!"); } }',
    asks: /never empty at pop/,
  },
  {
    name: 'a stack is looked at while it is empty',
    code: 'int m(int[] x) { Stack<Integer> s = new Stack<>(); int t = 0; for (int each : x) { t += s.peek(); s.push(each); } return t; }',
    asks: /never empty at peek/,
  },
  {
    name: 'a stack holds null',
    code: 'void m(int n, String[] x) { Stack<String> s = new Stack<>(); for (int i = 0; i < n; i++) s.push(x[i]); }',
    asks: /no null is given/,
  },
  {
    name: 'a stack is printed from its bottom',
    code: 'void m(int n) { Stack<Integer> s = new Stack<>(); for (int i = 0; i < n; i++) s.push(i); System.out.println(s); }',
  },
  {
    name: 'a stack is written into a text',
    code: 'String m(int n) { Stack<Integer> s = new Stack<>(); for (int i = 0; i < n; i++) s.push(i); return "stack " + s; }',
  },
  {
    name: 'a stack is gone through from its bottom',
    code: 'int m(int n) { Stack<Integer> s = new Stack<>(); for (int i = 0; i < n; i++) s.push(i); int t = 0; for (int each : s) t = t * 31 + each; return t; }',
  },
  {
    name: 'a stack is read by index',
    code: 'int m(int n) { Stack<Integer> s = new Stack<>(); for (int i = 0; i < n; i++) s.push(i); return s.get(0); }',
  },
  {
    name: 'a stack is searched',
    code: 'int m(int n) { Stack<Integer> s = new Stack<>(); for (int i = 0; i < n; i++) s.push(i); return s.search(3); }',
  },
  {
    name: 'a stack is returned',
    code: 'Stack<Integer> m(int n) { Stack<Integer> s = new Stack<>(); for (int i = 0; i < n; i++) s.push(i); return s; }',
  },
  {
    name: 'a stack is given to a method',
    code: 'void take(List<Integer> s) { } void m(int n) { Stack<Integer> s = new Stack<>(); for (int i = 0; i < n; i++) s.push(i); take(s); }',
  },
  {
    name: 'what is pushed is taken from the call',
    code: 'int m(int n) { Stack<Integer> s = new Stack<>(); int t = 0; for (int i = 0; i < n; i++) t += s.push(i); return t; }',
  },
  {
    name: 'a stack is a parameter',
    code: 'void m(Stack<Integer> s, int n) { for (int i = 0; i < n; i++) s.push(i); }',
  },
  {
    name: 'another stack takes its place',
    code: 'void m(Stack<Integer> o, int n) { Stack<Integer> s = new Stack<>(); for (int i = 0; i < n; i++) { s.push(i); if (i == 3) s = o; } }',
  },
  {
    name: 'a loop empties a stack behind one question',
    code: 'void m(int n) { Stack<Integer> s = new Stack<>(); s.push(1); if (!s.empty()) { for (int i = 0; i < n; i++) s.pop(); } }',
    asks: /never empty at pop/,
  },
  {
    name: 'a vector is shared with a thread',
    code: 'void m(int n) { Vector<Integer> v = new Vector<>(); new Thread(() -> v.add(1)).start(); for (int i = 0; i < n; i++) v.add(i); }',
  },
  {
    name: 'a vector is given to an anonymous class',
    code: 'void m(int n) { Vector<Integer> v = new Vector<>(); new Thread() { public void run() { v.add(1); } }.start(); for (int i = 0; i < n; i++) v.add(i); }',
  },
  {
    name: 'a vector is kept in a field',
    code: 'Object f; void m(int n) { Vector<Integer> v = new Vector<>(); f = v; for (int i = 0; i < n; i++) v.add(i); }',
  },
  {
    name: 'a vector is a lock',
    code: 'void m(int n) { Vector<Integer> v = new Vector<>(); synchronized (v) { for (int i = 0; i < n; i++) v.add(i); } }',
  },
  {
    name: 'an index of a vector throws what is caught',
    code: 'int m(int n) { Vector<Integer> v = new Vector<>(); int t = 0; for (int i = 0; i < n; i++) { try { t += v.get(i); } catch (ArrayIndexOutOfBoundsException e) { v.add(i); } } return t; }',
  },
  {
    name: 'a vector wants to be one',
    code: 'Object m(int n) { Vector<Integer> v = new Vector<>(); for (int i = 0; i < n; i++) v.add(i); return new javax.swing.JList<>(v); }',
    asks: /n is not below zero/,
  },
  {
    name: 'a vector gives an enumeration',
    code: 'Object m(int n) { Vector<Integer> v = new Vector<>(); for (int i = 0; i < n; i++) v.add(i); return v.elements().nextElement(); }',
    asks: /n is not below zero/,
  },
  {
    name: 'a table refuses null',
    code: 'void m(String[] x) { Hashtable<String, String> t = new Hashtable<>(); for (String each : x) t.put(each, "1"); }',
    asks: /no null is given/,
  },
  {
    name: 'the order of a table is printed',
    code: 'void m(String[] x) { Hashtable<String, String> t = new Hashtable<>(); for (String each : x) t.put(each + "!", "1"); System.out.println(t); }',
  },
  {
    name: 'the order of a table is gone through',
    code: 'void m(String[] x, List<String> to) { Hashtable<String, String> t = new Hashtable<>(); for (String each : x) t.put(each + "!", "1"); for (String key : t.keySet()) to.add(key + "?"); }',
  },
  {
    name: 'a buffer is returned',
    code: 'StringBuffer m(int n) { StringBuffer b = new StringBuffer(); for (int i = 0; i < n; i++) b.append(i); return b; }',
  },
  {
    name: 'the end of a chain is returned',
    code: 'StringBuffer m(int n) { StringBuffer b = new StringBuffer(); for (int i = 0; i < n; i++) b.append(i); return b.append("x").append("y"); }',
  },
  {
    name: 'a buffer is wanted by a matcher',
    code: 'String m(java.util.regex.Matcher x) { StringBuffer b = new StringBuffer(); while (x.find()) { x.appendReplacement(b, "y"); b.append(x.start()); } return b.toString(); }',
  },
  {
    name: 'a buffer is given to a writer that has it',
    code: 'void take(StringBuffer b) { } void m(int n) { StringBuffer b = new StringBuffer(); for (int i = 0; i < n; i++) b.append(i); take(b); }',
  },
  {
    name: 'a buffer is a field',
    code: 'StringBuffer b = new StringBuffer(); void m(int n) { for (int i = 0; i < n; i++) b.append(i); }',
  },
];

const textTraps: readonly Trap[] = [
  {
    name: 'a string is passed on in each round',
    code: 'void see(String s) { } void m(String[] x) { String s = ""; for (String each : x) { s += each; see(s); } }',
  },
  {
    name: 'a string is kept in each round',
    code: 'void m(String[] x, List<String> all) { String path = ""; for (String each : x) { path = path + "/" + each; all.add(path); } }',
  },
  {
    name: 'a string is printed in each round',
    code: 'void m(String[] x) { String s = ""; for (String each : x) { s += each; System.out.println(s); } }',
  },
  {
    name: 'a string is compared in each round',
    code: 'String m(String[] x) { String s = ""; for (String each : x) { s += each; if (s.equals("ab")) break; } return s; }',
  },
  {
    name: 'a string decides on the rounds',
    code: 'String m(String s, int n) { while (s.length() < n) s += "x"; return s; }',
  },
  {
    name: 'a string begins again',
    code: 'void m(String[] x, List<String> all) { String s = ""; for (String each : x) { s += each; if (each.isEmpty()) { all.add(s); s = ""; } } }',
  },
  {
    name: 'a string is added to itself',
    code: 'String m(String[] x) { String s = "a"; for (String each : x) s = s + each + s; return s; }',
  },
  {
    name: 'a string is of its round',
    code: 'void m(String[] x, List<String> all) { for (String each : x) { String s = each; s += "!"; all.add(s); } }',
  },
  {
    name: 'the loop ends with what is added',
    code: 'String m(String[] x) { String s = ""; for (String each : x) { if (each.isEmpty()) { s += "!"; break; } } return s; }',
  },
  {
    name: 'the field is read by what the loop calls',
    code: 'String s = ""; int size() { return s.length(); } int m(String[] x) { int t = 0; for (String each : x) { s += each; t += size(); } return t; }',
  },
  {
    name: 'a string is seen by a lambda',
    code: 'String s = ""; void m(String[] x, List<Runnable> all) { for (String each : x) { s += each; all.add(() -> System.out.println(s)); } }',
  },
  {
    name: 'a text of the exception is made once',
    code: 'void m(String[] x) { String s = ""; for (String each : x) { if (each == null) { s += "null"; throw new IllegalStateException(s); } } }',
  },
  {
    name: 'a box may be null',
    code: 'Integer m(int[] x, Integer s) { for (int each : x) s += each; return s; }',
  },
  {
    name: 'a box is null at first',
    code: 'Integer m(int[] x) { Integer s = null; for (int each : x) { if (s == null) s = 0; s += each; } return s; }',
  },
  {
    name: 'boxes are compared as objects',
    code: 'boolean m(int[] x, Integer o) { Integer s = 0; for (int each : x) s += each; return s == o; }',
  },
  {
    name: 'a box is removed as an object',
    code: 'List<Integer> m(int[] x, List<Integer> from) { Integer s = 0; for (int each : x) { s += each; from.remove(s); } return from; }',
  },
  {
    name: 'a box has methods',
    code: 'int m(int[] x) { Integer s = 0; for (int each : x) s += each; return s.hashCode(); }',
  },
  {
    name: 'a pattern is for the exception alone',
    code: 'void m(String[] x) { for (String each : x) if (each == null) throw new IllegalStateException("a b".replaceAll("[a-c]", "")); }',
  },
  {
    name: 'one letter is split without a pattern',
    code: 'int m(String[] x) { int t = 0; for (String each : x) t += each.split(";").length; return t; }',
  },
];

const callTraps: readonly Trap[] = [
  {
    name: 'a subclass overrides the thin method',
    code: 'static class A { int x; int get() { return x; } int sum(int n) { int s = 0; for (int i = 0; i < n; i++) s += get(); return s; } } static class B extends A { int get() { return x++; } }',
  },
  {
    name: 'a constant of an enum overrides the thin method',
    code: 'enum E { ONE { int get() { return 7; } }; int x; int get() { return x; } int sum(int n) { int s = 0; for (int i = 0; i < n; i++) s += get(); return s; } }',
  },
  {
    name: 'a key is put before it is looked up',
    code: 'int m(Map<String, Integer> map, String[] x) { int t = 0; for (String each : x) { if (!map.containsKey(each)) map.put(each, 1); t += map.get(each); } return t; }',
  },
  {
    name: 'a method changes the map between',
    code: 'Map<String, Integer> map; void fill() { map = new HashMap<>(); } int m(String[] x) { int t = 0; for (String each : x) { if (map.containsKey(each)) { fill(); t += map.get(each); } } return t; }',
  },
  {
    name: 'a method is given the map between',
    code: 'void fill(Map<String, Integer> map) { map.clear(); } Object m(Map<String, Integer> map, String[] x) { Object t = 0; for (String each : x) { if (map.containsKey(each)) { fill(map); t = map.get(each); } } return t; }',
  },
  {
    name: 'the key changes between',
    code: 'int m(Map<Integer, Integer> map, int n) { int t = 0, k = 0; while (t < n) { if (map.containsKey(k)) { k++; t += map.get(k); } } return t; }',
  },
  {
    name: 'null is a value of the map',
    code: 'int m(Map<String, Integer> map, String[] x) { int t = 0; for (String each : x) { if (map.containsKey(each)) { Integer v = map.get(each); if (v == null) t++; } } return t; }',
    asks: /holds no null/,
  },
  {
    name: 'the first of a linked list takes one step',
    code: 'int m(LinkedList<Integer> list, int n) { int t = 0; for (int i = 0; i < n; i++) t += list.get(0); return t; }',
  },
  {
    name: 'the argument of a logarithm changes',
    code: 'double m(double[] x) { double t = 0, by = 1; for (double each : x) { by += each; t += Math.log(by); } return t; }',
  },
  {
    name: 'a field that a call changes is no constant',
    code: 'double by; void grow() { by++; } double m(int n) { double t = 0; for (int i = 0; i < n; i++) { t += Math.log(by); grow(); } return t; }',
  },
];

const expertTraps: readonly Trap[] = [
  {
    name: 'a list of fewer elements than rounds',
    code: 'List<String> m(String[] x) { List<String> to = new ArrayList<>(); for (String each : x) { if (each.isEmpty()) continue; to.add(each + "!"); } return to; }',
  },
  {
    name: 'a list that is filled in some rounds',
    code: 'List<String> m(String[] x) { List<String> to = new ArrayList<>(); for (String each : x) { if (!each.isEmpty()) to.add(each + "!"); } return to; }',
  },
  {
    name: 'a list whose loop stops early',
    code: 'List<String> m(String[] x) { List<String> to = new ArrayList<>(); for (String each : x) { to.add(each + "!"); if (each.isEmpty()) break; } return to; }',
  },
  {
    name: 'the number of rounds may be below zero',
    code: 'List<Integer> m(int n) { List<Integer> to = new ArrayList<>(); for (int i = 0; i < n; i++) to.add(i * i); return to; }',
    asks: /n is not below zero/,
  },
  {
    name: 'a map comes in another order with another size',
    code: 'Map<String, String> m(String[] x) { Map<String, String> to = new HashMap<>(); for (String each : x) to.put(each, each + "!"); return to; }',
  },
  {
    name: 'an Iterable has no size',
    code: 'List<String> m(Iterable<String> x) { List<String> to = new ArrayList<>(); for (String each : x) to.add(each + "!"); return to; }',
  },
  {
    name: 'a queue that counts its elements one by one',
    code: 'List<String> m(java.util.concurrent.ConcurrentLinkedQueue<String> x) { List<String> to = new ArrayList<>(); for (String each : x) to.add(each + "!"); return to; }',
  },
  {
    name: 'a list of the workspace counts in its own way',
    code: 'static class Rows extends ArrayList<String> { public int size() { throw new IllegalStateException(); } } List<String> m(Rows x) { List<String> to = new ArrayList<>(); for (String each : x) to.add(each + "!"); return to; }',
  },
  {
    name: 'letters of a writer are its own matter',
    code: 'void m(java.io.Writer w, int n) throws java.io.IOException { for (int i = 0; i < n; i++) w.append("x"); }',
  },
  {
    name: 'two letters are no letter',
    code: 'void m(StringBuilder w, int n) { for (int i = 0; i < n; i++) w.append("xy"); }',
  },
  {
    name: 'the parts of a sum read the builder',
    code: 'String m(int n) { StringBuilder b = new StringBuilder(); for (int i = 0; i < n; i++) b.append("xy" + b.length()); return b.toString(); }',
    asks: /no part of it changes/,
  },
  {
    name: 'a part that throws leaves the builder as it was',
    code: 'String m(String[] x) { StringBuilder b = new StringBuilder(); for (String each : x) { try { b.append("xy" + each.length()); } catch (NullPointerException e) { b.append("none"); } } return b.toString(); }',
    asks: /throws what is caught/,
  },
  {
    name: 'letters in an array are appended otherwise',
    code: 'void m(StringBuilder b, char[] x, int n) { for (int i = 0; i < n; i++) b.append("xy" + x); }',
  },
  {
    name: 'texts of other classes are appended otherwise',
    code: 'void m(StringBuilder b, CharSequence x, int n) { for (int i = 0; i < n; i++) b.append("xy" + x); }',
  },
  {
    name: 'a constant sum is one string',
    code: 'void m(StringBuilder b, int n) { for (int i = 0; i < n; i++) b.append("ab" + "cd"); }',
  },
  {
    name: 'values are put while keys are gone through',
    code: 'int m(Map<String, Integer> map) { int s = 0; for (String key : map.keySet()) { map.put(key, 1); s += map.get(key); } return s; }',
  },
  {
    name: 'a method changes the values of a field',
    code: 'Map<String, Integer> map; void grow() { map.replaceAll((k, v) -> v + 1); } int m() { int s = 0; for (String key : map.keySet()) { grow(); s += map.get(key); } return s; }',
  },
  {
    name: 'a method is given the map',
    code: 'void grow(Map<String, Integer> map) { map.replaceAll((k, v) -> v + 1); } int m(Map<String, Integer> map) { int s = 0; for (String key : map.keySet()) { grow(map); s += map.get(key); } return s; }',
  },
  {
    name: 'a key is removed by another name of the map',
    code: 'int m(Map<String, Integer> map, Map<String, Integer> other) { int s = 0; for (String key : map.keySet()) { other.remove(key); if (map.get(key) == null) return s; s += map.get(key); } return s; }',
    asks: /no other name of map removes/,
  },
  {
    name: 'another key is looked up',
    code: 'int m(Map<String, Integer> map) { int s = 0; for (String key : map.keySet()) { key = key.trim(); s += map.get(key); } return s; }',
  },
  {
    name: 'another map is looked up',
    code: 'int m(Map<String, Integer> map, Map<String, Integer> other) { int s = 0; for (String key : map.keySet()) s += other.get(key); return s; }',
  },
  {
    name: 'a class of the workspace looks up in its own way',
    code: 'static class Counts extends HashMap<String, Integer> { public Set<String> keySet() { return Set.of("a"); } public Integer get(Object key) { return 7 + key.hashCode(); } } int m(Counts map) { int s = 0; for (String key : map.keySet()) s += map.get(key); return s; }',
  },
  {
    name: 'a lambda looks the key up later',
    code: 'void m(Map<String, Integer> map, List<Runnable> to) { for (String key : map.keySet()) to.add(() -> System.out.println(map.get(key))); }',
  },
  {
    name: 'a format pads',
    code: 'void m(int n) { for (int i = 0; i < n; i++) System.out.println(String.format("%5s", i)); }',
  },
  {
    name: 'a format writes numbers as the language does',
    code: 'void m(int n) { for (int i = 0; i < n; i++) System.out.println(String.format("%d", i)); }',
  },
  {
    name: 'a format is given a language',
    code: 'void m(int n) { for (int i = 0; i < n; i++) System.out.println(String.format(Locale.GERMAN, "%s", i)); }',
  },
  {
    name: 'an object formats itself',
    code: 'void m(Formattable[] x) { for (Formattable each : x) System.out.println(String.format("%s", each)); }',
  },
  {
    name: 'an object may format itself',
    code: 'void m(Object[] x) { for (Object each : x) System.out.println(String.format("%s", each)); }',
  },
  {
    name: 'a format has too few values',
    code: 'void m(int n) { for (int i = 0; i < n; i++) System.out.println(String.format("%s %s", i)); }',
  },
  {
    name: 'an array of values is given as it is',
    code: 'void m(Object[][] x) { for (Object[] each : x) System.out.println(String.format("%s %s", each)); }',
  },
  {
    name: 'a format of the exception is made once',
    code: 'void m(String[] x) { for (String each : x) if (each.isEmpty()) throw new IllegalStateException(String.format("%s is empty", each)); }',
  },
  {
    name: 'a list is searched that the loop fills',
    code: 'List<String> m(String[] x) { List<String> to = new ArrayList<>(); for (String each : x) if (!to.contains(each)) to.add(each); return to; }',
  },
  {
    name: 'a list of four is searched',
    code: 'int m(String[] x) { List<String> few = Arrays.asList("a", "b", "c", "d"); int s = 0; for (String each : x) if (few.contains(each)) s++; return s; }',
  },
  {
    name: 'elements are equal in their own way',
    code: 'static class Key { public boolean equals(Object o) { return true; } } int m(Key[] x, List<Key> from) { int s = 0; for (Key each : x) if (from.contains(each)) s++; return s; }',
  },
  {
    name: 'a set is searched',
    code: 'int m(String[] x, Set<String> from) { int s = 0; for (String each : x) if (from.contains(each)) s++; return s; }',
  },
  {
    name: 'a list may be short',
    code: 'int m(String[] x, Set<String> all) { List<String> from = new ArrayList<>(all); int s = 0; for (String each : x) if (from.contains(each)) s++; return s; }',
    asks: /more than a few elements/,
  },
  {
    name: 'a list that others made is mostly short',
    code: 'int m(String[] x, List<String> from) { int s = 0; for (String each : x) if (from.contains(each)) s++; return s; }',
  },
  {
    name: 'a linked list is asked for any of its elements',
    code: 'String m(LinkedList<String> x, int n) { String s = ""; for (int i = 0; i < n; i++) s = x.get((int) (Math.random() * x.size())); return s; }',
  },
  {
    name: 'an object of one of several kinds of elements',
    code: 'String m(Object[] all) { StringBuilder b = new StringBuilder(); for (Object each : all) { if (each instanceof String) b.append((String) each); else if (each instanceof Date) { java.text.SimpleDateFormat f = new java.text.SimpleDateFormat("yyyy"); b.append(f.format((Date) each)); } } return b.toString(); }',
  },
  {
    name: 'a flag ends the loop in the round that calls',
    code: 'double m(double x, double a) { double s = 0; double r = 0; boolean goes = true; while (goes && s >= 0) { s += x; if (s > 100) { r = s * Math.exp(a); goes = false; } } return r; }',
  },
  {
    name: 'a flag that is raised ends a search',
    code: 'int m(Map<String, Integer> all, Iterator<String> keys) { boolean found = false; int r = 0; while (!found) { String key = keys.next(); if (all.containsKey(key)) { r = all.get(key); found = true; } } return r; }',
  },
  {
    name: 'a loop of three rounds',
    code: 'String m(int n) { StringBuilder b = new StringBuilder(); int power = 0; while (power < 3 && n > 0) { b.insert(0, n % 10); n /= 10; power++; } return b.toString(); }',
  },
  {
    name: 'a number is padded with zeros',
    code: 'String m(int n) { StringBuilder b = new StringBuilder(String.valueOf(n)); while (b.length() < 9) b.insert(0, "0"); return b.toString(); }',
  },
  {
    name: 'a list begins with what was there',
    code: 'List<String> m(String[] x) { ArrayList<String> l = new ArrayList<>(); l.add("end"); for (String each : x) l.add(0, each); return l; }',
  },
  {
    name: 'a number is removed from a list',
    code: 'void m(List<Integer> x, int n) { for (int i = 0; i < n; i++) x.remove(Integer.valueOf(0)); }',
  },
  {
    name: 'the first of a new list each round',
    code: 'int m(String[] x) { int s = 0; for (String each : x) { ArrayList<String> l = new ArrayList<>(List.of(each, "a")); l.remove(0); s += l.size(); } return s; }',
  },
  {
    name: 'a linked list gives its first at once',
    code: 'int m(LinkedList<String> l) { int s = 0; while (!l.isEmpty()) s += l.remove(0).length(); return s; }',
  },
  {
    name: 'a linked list is read by index, too',
    code: 'int m(String[] x) { LinkedList<String> q = new LinkedList<>(); for (String each : x) q.add(each + "!"); return q.get(1).length(); }',
  },
  {
    name: 'a linked list is a list elsewhere',
    code: 'List<String> m(String[] x) { LinkedList<String> q = new LinkedList<>(); for (String each : x) q.push(each + "!"); return q; }',
  },
  {
    name: 'a queue holds null',
    code: 'int m(String[] x) { Queue<String> q = new LinkedList<>(); int s = 0; for (String each : x) { q.add(each); s += q.size(); } return s; }',
    asks: /no null is given/,
  },
  {
    name: 'a queue gets a list that holds null',
    code: 'void m(String[] x) { Queue<String> q = new LinkedList<>(); for (String each : x) { q.addAll(Arrays.asList(each, "y")); q.poll(); } }',
    asks: /no null is given to q.addAll/,
  },
  {
    name: 'a queue takes a number out by its index',
    code: 'int m(int[] x) { LinkedList<Integer> q = new LinkedList<>(); for (int each : x) { q.add(each); q.remove(0); } return q.size(); }',
  },
  {
    name: 'a queue takes the value out',
    code: 'void m(int[] x) { List<Integer> q = new LinkedList<>(); for (int each : x) { q.add(each); q.remove(Integer.valueOf(each)); } }',
  },
  {
    name: 'a queue is shared',
    code: 'void m(int n) { Queue<Integer> q = new LinkedList<>(); new Thread(() -> q.add(1)).start(); for (int i = 0; i < n; i++) q.add(i); }',
  },
  {
    name: 'queues are compared',
    code: 'boolean m(int n, List<Integer> other) { LinkedList<Integer> q = new LinkedList<>(); for (int i = 0; i < n; i++) q.add(i); return q.equals(other); }',
  },
  {
    name: 'letters are written into their copy',
    code: 'String m(String t) { char[] letters = t.toCharArray(); for (char each : letters) letters[0] = each; return new String(letters); }',
  },
  {
    name: 'a method of the name that every object of the server has',
    code: 'int m(Object o, StringBuilder b, int n) { int s = 0; for (int i = 0; o.toString().length() > i + b.toString().length() && i < n; i++) s++; return s; }',
  },
  {
    name: 'a linked list that is filled and given on, but is no queue',
    code: 'int m(String[] from, Set<String> known) { LinkedList<String> all = new LinkedList<>(); for (String each : from) if (known.add(each)) all.add(each); int s = 0; for (String each : all) s += each.length(); return s + all.size(); }',
  },
  {
    name: 'a length that was read, and may be far too long',
    code: 'List<Integer> m(java.io.DataInput in) throws java.io.IOException { int length = (int) in.readLong(); List<Integer> all = new ArrayList<>(); for (int i = 0; i < length; i++) all.add(in.readInt()); return all; }',
  },
  {
    name: 'a length that a file says it has',
    code: 'List<Integer> m(java.io.DataInput in) throws java.io.IOException { int length = in.readInt(); List<Integer> all = new ArrayList<>(); for (int i = 0; i < length; i++) { all.add(in.readInt()); } return all; }',
  },
  {
    name: 'a count that another class gives',
    code: 'interface Rows { int getNumRows(); String at(int i); } List<String> m(Rows rows) { int count = rows.getNumRows(); List<String> all = new ArrayList<>(); for (int i = 0; i < count; i++) { all.add(rows.at(i)); } return all; }',
    asks: /not below zero/,
  },
  {
    name: 'a stream with a buffer',
    code: 'int m(java.io.File f) throws java.io.IOException { java.io.InputStream in = new java.io.BufferedInputStream(new java.io.FileInputStream(f)); int s = 0; for (int c = in.read(); c >= 0; c = in.read()) s += c; return s; }',
  },
  {
    name: 'a stream is read by blocks',
    code: 'int m(java.io.File f, byte[] b) throws java.io.IOException { java.io.InputStream in = new java.io.FileInputStream(f); int s = 0; for (int c = in.read(b); c >= 0; c = in.read(b)) s += c; return s; }',
  },
  {
    name: 'a stream that somebody else made',
    code: 'int m(java.io.InputStream in) throws java.io.IOException { int s = 0; for (int c = in.read(); c >= 0; c = in.read()) s += c; return s; }',
  },
  {
    name: 'a file that others read meanwhile',
    code: 'void m(java.io.File f, int n) throws java.io.IOException { java.io.OutputStream out = new java.io.FileOutputStream(f); for (int i = 0; i < n; i++) out.write(i); }',
    asks: /closed, or flushed/,
  },
  {
    name: 'a searched list loses elements by its iterator',
    code: 'int m(List<String> from, String x) { List<String> all = new ArrayList<>(from); int n = 0; for (Iterator<String> it = all.iterator(); it.hasNext();) { if (it.next().isEmpty()) { if (all.contains(x)) n++; it.remove(); } } return n; }',
  },
  {
    name: 'a searched list is cut through a part of it',
    code: 'int m(List<String> from, String x) { List<String> all = new ArrayList<>(from); List<String> part = all.subList(0, 1); int n = 0; for (String each : from) { if (all.contains(x)) n++; part.clear(); } return n; }',
  },
  {
    name: 'a searched list is given away in the loop',
    code: 'int m(List<String> from, String x) { List<String> all = new ArrayList<>(from); int n = 0; for (String each : from) { if (all.contains(x)) n++; Collections.sort(all); } return n; }',
  },
  {
    name: 'a list grows at both ends',
    code: 'List<String> m(Set<String> from) { List<String> all = new ArrayList<>(); for (String each : from) { if (each.isEmpty()) all.add(0, each); else all.add(each); } return all; }',
  },
  {
    name: 'a list that loses its first elements is read by index, too',
    code: 'int m(Set<String> from, int n) { List<String> all = new ArrayList<>(from); while (n-- > 0 && all.size() > 1) all.remove(0); return all.get(n).length(); }',
  },
  {
    name: 'a list that loses its first elements is given away',
    code: 'void m(Set<String> from, int n) { List<String> all = new ArrayList<>(from); while (all.size() > n) all.remove(0); all.sort(null); System.out.println(all); }',
  },
  {
    name: 'a few arguments are taken from a stack',
    code: 'List<String> m(Deque<String> from, int n) { List<String> all = new ArrayList<>(); for (int i = 0; i < n; i++) all.add(0, from.pop()); return all; }',
  },
  {
    name: 'a list gets more than the loop adds',
    code: 'List<String> m(Set<String> from, String last) { List<String> all = new ArrayList<>(); for (String each : from) { all.add(each.trim()); } all.add(last); return all; }',
  },
  {
    name: 'a list gets another after the loop',
    code: 'List<String> m(Set<String> from, List<String> others) { List<String> all = new ArrayList<>(); for (String each : from) { all.add(each.trim()); } all.addAll(others); return all; }',
  },
  {
    name: 'javac makes one text of constants',
    code: 'String m(String[] from) { StringBuilder b = new StringBuilder(); for (String each : from) { final int start = 90; b.append(each + " arc(" + start + ")"); } return b.toString(); }',
  },
  {
    name: 'a key is asked for in the other branch',
    code: 'boolean m(Map<String, String> mine, Map<String, String> map) { for (Map.Entry<String, String> e : mine.entrySet()) { String key = e.getKey(), value = e.getValue(); if (value == null) { if (!(map.get(key) == null && map.containsKey(key))) return false; } else { if (!value.equals(map.get(key))) return false; } } return true; }',
  },
  {
    name: 'a key is asked for only if something else holds',
    code: 'int m(Map<String, Integer> map, String[] x, boolean a) { int t = 0; for (String each : x) { if (a && map.containsKey(each)) t++; else t += map.get(each); } return t; }',
  },
  {
    name: 'a key is asked for only if something else does not hold',
    code: 'int m(Map<String, Integer> map, String[] x, boolean a) { int t = 0; for (String each : x) { if (a || map.containsKey(each)) t += map.get(each); } return t; }',
  },
  {
    name: 'a key is asked for in another case',
    code: 'int m(Map<String, Integer> map, String[] x) { int t = 0; for (String each : x) { switch (each.length()) { case 1: if (map.containsKey(each)) t++; break; default: t += map.get(each); } } return t; }',
  },
  {
    name: 'a key is looked up again where the loop ends',
    code: 'String m(List<Map<String, String>> maps, String key) { for (Map<String, String> map : maps) { if (map.containsKey(key)) { return map.get(key); } } return null; }',
  },
];

const columnTraps: readonly Trap[] = [
  {
    name: 'columns are added up in an array of sums that the loop asks for',
    code: 'int m(int[][] x, int n, int k) { int s = 0; for (int i = 0; i < n; i++) for (int j = 0; j < k; j++) s += s % 7 + x[j][i]; return s; }',
  },
  {
    name: 'a triangle of a matrix',
    code: 'int m(int[][] x, int n) { int s = 0; for (int i = 0; i < n; i++) for (int j = 0; j < i; j++) s += x[j][i]; return s; }',
  },
  {
    name: 'a matrix is turned',
    code: 'void m(int[][] x, int[][] to, int n, int k) { for (int i = 0; i < n; i++) for (int j = 0; j < k; j++) to[i][j] = x[j][i]; }',
  },
  {
    name: 'elements depend on the row above',
    code: 'void m(int[][] x, int n, int k) { for (int i = 0; i < n; i++) for (int j = 1; j < k; j++) x[j][i] = x[j - 1][i] + i; }',
  },
  {
    name: 'elements are told to others in order',
    code: 'void m(int[][] x, int n, int k, List<Integer> to) { for (int i = 0; i < n; i++) for (int j = 0; j < k; j++) to.add(x[j][i]); }',
  },
  {
    name: 'a search ends in a column',
    code: 'int m(int[][] x, int n, int k) { for (int i = 0; i < n; i++) for (int j = 0; j < k; j++) if (x[j][i] > 9) return i; return 0; }',
  },
  {
    name: 'elements are numbered in order',
    code: 'void m(int[][] x, int n, int k) { int next = 0; for (int i = 0; i < n; i++) for (int j = 0; j < k; j++) x[j][i] = next++; }',
  },
  {
    name: 'the rows of a matrix are of few columns',
    code: 'int m(int[][] x, int n) { int s = 0; for (int i = 0; i < 4; i++) for (int j = 0; j < n; j++) s += x[j][i]; return s; }',
  },
  {
    name: 'texts are added up in order',
    code: 'int m(String[][] x, int n, int k) { StringBuilder b = new StringBuilder(); for (int i = 0; i < n; i++) for (int j = 0; j < k; j++) b.append(x[j][i]); return b.length(); }',
  },
  {
    name: 'a method of the class looks at each element',
    code: 'int seen; int look(int x) { seen = 31 * seen + x; return seen; } int m(int[][] x, int n, int k) { int s = 0; for (int i = 0; i < n; i++) for (int j = 0; j < k; j++) s += look(x[j][i]); return s; }',
  },
  {
    name: 'a matrix is gone through by its rows',
    code: 'int m(int[][] x, int n, int k) { int s = 0; for (int i = 0; i < n; i++) for (int j = 0; j < k; j++) s += x[i][j]; return s; }',
  },
  {
    name: 'something is done for each column',
    code: 'int m(int[][] x, int[] to, int n, int k) { int s = 0; for (int i = 0; i < n; i++) { s = 0; for (int j = 0; j < k; j++) s += x[j][i]; to[i] = s; } return s; }',
  },
  {
    name: 'rows may be of several lengths',
    code: 'int m(int[][] x, int n, int k) { int s = 0; for (int i = 0; i < n; i++) for (int j = 0; j < k; j++) s += x[j][i]; return s; }',
    asks: /no row of x is shorter/,
  },
  {
    name: 'a sum of doubles is rounded in another order',
    code: 'double m(double[][] x, int n, int k) { double s = 0; for (int i = 0; i < n; i++) for (int j = 0; j < k; j++) s += x[j][i]; return s; }',
    asks: /rounded otherwise/,
  },
  {
    name: 'two arrays may be one',
    code: 'void m(double[][] a, double[][] b, double[][] c, int n) { for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) for (int k = 0; k < n; k++) c[i][j] += a[i][k] * b[k][j]; }',
    asks: /no rows in common/,
  },
];

const sortedMapTraps: readonly Trap[] = [
  {
    name: 'a hash map counts',
    code: 'void m(Map<String, Integer> map, String[] x) { for (String each : x) map.put(each, map.getOrDefault(each, 0) + 1); }',
  },
  {
    name: 'a map of no known class counts',
    code: 'void m(SortedMap<String, Integer> map, String[] x) { for (String each : x) if (!map.containsKey(each)) map.put(each, 1); }',
  },
  {
    name: 'a sorted map copies to another one',
    code: 'void m(TreeMap<String, Integer> from, TreeMap<String, Integer> to, String[] x) { for (String each : x) to.put(each, from.getOrDefault(each, 0) + 1); }',
  },
  {
    name: 'a sorted map counts under another key',
    code: 'void m(TreeMap<String, Integer> map, String[] x, String last) { for (String each : x) map.put(last, map.getOrDefault(each, 0) + 1); }',
  },
  {
    name: 'the count before is asked for later',
    code: 'int m(TreeMap<String, Integer> map, String[] x) { int s = 0; for (String each : x) { Integer c = map.get(each); map.put(each, c == null ? 1 : c + 1); if (c != null) s += c; } return s; }',
  },
  {
    name: 'what a missing key gets is made by a method',
    code: 'int made() { return (int) (Math.random() * 9); } void m(TreeMap<String, Integer> map, String[] x) { for (String each : x) if (!map.containsKey(each)) map.put(each, made()); }',
  },
  {
    name: 'a missing key is put, or else something is done',
    code: 'int m(TreeMap<String, Integer> map, String[] x) { int s = 0; for (String each : x) if (!map.containsKey(each)) map.put(each, 1); else s++; return s; }',
  },
  {
    name: 'a sorted map may hold null',
    code: 'void m(TreeMap<String, Integer> map, String[] x) { for (String each : x) map.put(each, map.getOrDefault(each, 0) + 1); }',
    asks: /the map holds no null/,
  },
];

const exceptionTraps: readonly Trap[] = [
  {
    name: 'an exception ends the search',
    code: 'int m(String[] x) { for (String each : x) try { if (each.isEmpty()) throw new IllegalArgumentException(each); } catch (IllegalArgumentException e) { return 1; } return 0; }',
  },
  {
    name: 'an exception is told to somebody',
    code: 'String m(String[] x) { String s = ""; for (String each : x) try { if (each.isEmpty()) throw new IllegalArgumentException(each); } catch (IllegalArgumentException e) { s = e.getMessage(); } return s; }',
  },
  {
    name: 'a caller catches the exception',
    code: 'void m(String[] x) { for (String each : x) if (each.isEmpty()) throw new IllegalArgumentException(each); }',
  },
  {
    name: 'another exception is caught',
    code: 'int m(String[] x) { int s = 0; for (String each : x) try { if (each.isEmpty()) throw new IllegalStateException(); s += Integer.decode(each); } catch (IllegalArgumentException e) { s++; } return s; }',
  },
  {
    name: 'a lambda throws the exception',
    code: 'int m(String[] x) { int s = 0; for (String each : x) try { Runnable r = () -> { if (each.isEmpty()) throw new IllegalStateException(); }; r.run(); } catch (IllegalStateException e) { s++; } return s; }',
  },
  {
    name: 'the exception is made once',
    code: 'int m(String x) { int s = 0; try { if (x.isEmpty()) throw new IllegalStateException(); } catch (IllegalStateException e) { s++; } while (s < 99) s += 2; return s; }',
  },
  {
    name: 'an iterator is asked before it gives',
    code: 'int m(List<String> x) { int s = 0; Iterator<String> all = x.iterator(); try { while (all.hasNext()) s += all.next().length(); } catch (NoSuchElementException e) { s = 0; } return s; }',
  },
  {
    name: 'a loop that ends by another way',
    code: 'int m(List<String> x) { int s = 0; Iterator<String> all = x.iterator(); try { while (true) { String each = all.next(); if (each.isEmpty()) break; s += each.length(); } } catch (NoSuchElementException e) { s = 0; } return s; }',
  },
  {
    name: 'texts are read as numbers, and the first that is none ends it',
    code: 'int m(String[] x) { int s = 0; for (String each : x) try { s += Integer.parseInt(each); } catch (NumberFormatException e) { return s; } return s; }',
  },
  {
    name: 'an exception of the class may record nothing',
    code: 'static class Skip extends RuntimeException { Skip() { super(null, null, false, false); } } int m(String[] x) { int s = 0; for (String each : x) try { if (each.isEmpty()) throw new Skip(); s++; } catch (Skip e) { s--; } return s; }',
    asks: /records the calls/,
  },
  {
    name: 'most texts are numbers',
    code: 'int m(String[] x) { int s = 0; for (String each : x) try { s += Integer.parseInt(each); } catch (NumberFormatException e) { s++; } return s; }',
    asks: /one in ten/,
  },
];

const reflectionTraps: readonly Trap[] = [
  {
    name: 'classes are found by other names each round',
    code: 'int m(String[] x) throws Exception { int s = 0; for (String each : x) s += Class.forName(each).getModifiers(); return s; }',
  },
  {
    name: 'members of other classes each round',
    code: 'int m(Class<?>[] x) throws Exception { int s = 0; for (Class<?> each : x) s += each.getMethod("toString").getModifiers(); return s; }',
  },
  {
    name: 'a method of the class of each element',
    code: 'int m(Object[] x) throws Exception { int s = 0; for (Object each : x) s += each.getClass().getMethod("toString").getModifiers(); return s; }',
  },
  {
    name: 'a class is looked for until it is there',
    code: 'Class<?> m(int n) throws Exception { for (int i = 0; i < n; i++) { return Class.forName("java.util.List"); } return null; }',
  },
  {
    name: 'a class that may be missing is looked for in a loop',
    code: 'int m(int n) throws Exception { int s = 0; for (int i = 0; i < n; i++) s += Class.forName("java.util.List").getModifiers() + i; return s; }',
    asks: /may fail before/,
  },
];

const parallelTraps: readonly Trap[] = [
  {
    name: 'many elements in parallel',
    code: 'int m(List<String> x, int n) { int s = 0; for (int i = 0; i < n; i++) s += x.parallelStream().mapToInt(each -> each.length()).sum(); return s; }',
  },
  {
    name: 'a few elements, each of which takes long',
    code: 'static int look(String x) { return x.hashCode() % 7 + (int) Math.random(); } int m(int n) { int s = 0; for (int i = 0; i < n; i++) s += List.of("a", "b").parallelStream().mapToInt(each -> look(each)).sum(); return s; }',
  },
  {
    name: 'a few elements in parallel, once',
    code: 'int m(int n) { int s = List.of("a", "b").parallelStream().mapToInt(each -> each.length()).sum(); while (s < n) s += 3; return s; }',
  },
  {
    name: 'an array of unknown length in parallel',
    code: 'int m(String[] x, int n) { int s = 0; for (int i = 0; i < n; i++) s += Arrays.asList(x).parallelStream().mapToInt(each -> each.length()).sum(); return s; }',
  },
  {
    name: 'a range of unknown length in parallel',
    code: 'long m(int k, int n) { long s = 0; for (int i = 0; i < n; i++) s += java.util.stream.IntStream.range(0, k).parallel().map(each -> each + 1).sum(); return s; }',
  },
  {
    name: 'each of a few elements makes many',
    code: 'long m(int n) { long s = 0; for (int i = 0; i < n; i++) s += java.util.stream.IntStream.range(0, 8).parallel().flatMap(each -> java.util.stream.IntStream.range(0, 1000000)).count(); return s; }',
  },
  {
    name: 'a function that the text does not show, in parallel',
    code: 'int m(int n, java.util.function.ToIntFunction<String> f) { int s = 0; for (int i = 0; i < n; i++) s += List.of("a", "b").parallelStream().mapToInt(f).sum(); return s; }',
  },
];

const hashTraps: readonly Trap[] = [
  {
    name: 'a map that others order',
    code: 'Map<String, Integer> m(String[] x) { Map<String, Integer> all = new HashMap<>(); for (String each : x) all.put(each, 1); return all; }',
  },
  {
    name: 'most keys may be the same',
    code: 'Map<String, Integer> m(String[] x) { Map<String, Integer> all = new LinkedHashMap<>(); for (String each : x) all.put(each, 1); return all; }',
    asks: /differs/,
  },
  {
    name: 'a map with a size of its own',
    code: 'Map<String, Integer> m(String[] x) { Map<String, Integer> all = new LinkedHashMap<>(64); for (String each : x) all.put(each, 1); return all; }',
  },
  {
    name: 'a map is filled under a condition',
    code: 'Map<String, Integer> m(String[] x) { Map<String, Integer> all = new LinkedHashMap<>(); for (String each : x) if (each.isEmpty()) all.put(each, 1); return all; }',
  },
  {
    name: 'a map gets more after the loop',
    code: 'Map<String, Integer> m(String[] x) { Map<String, Integer> all = new LinkedHashMap<>(); for (String each : x) all.put(each, 1); all.put("", 2); return all; }',
  },
  {
    name: 'a map of a dozen',
    code: 'Map<Integer, Integer> m() { Map<Integer, Integer> all = new LinkedHashMap<>(); for (int i = 0; i < 12; i++) all.put(i, 1); return all; }',
  },
];

const outputTraps: readonly Trap[] = [
  {
    name: 'failures are printed',
    code: 'void m(int n) { for (int i = 0; i < n; i++) System.err.print(i); }',
  },
  {
    name: 'a stream that somebody else made is printed to',
    code: 'void m(java.io.PrintStream out, int n) { for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) out.print(j); }',
  },
  {
    name: 'what is printed is awaited',
    code: 'void m(int n) { for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) System.out.print(j); }',
    asks: /waits for a part/,
  },
  {
    name: 'a data stream with a buffer',
    code: 'void m(java.io.File f, int n) throws java.io.IOException { try (java.io.DataOutputStream out = new java.io.DataOutputStream(new java.io.BufferedOutputStream(new java.io.FileOutputStream(f)))) { for (int i = 0; i < n; i++) out.writeInt(i); } }',
  },
  {
    name: 'a data stream of a memory',
    code: 'void m(int n) throws java.io.IOException { java.io.DataOutputStream out = new java.io.DataOutputStream(new java.io.ByteArrayOutputStream()); for (int i = 0; i < n; i++) out.writeInt(i); }',
  },
  {
    name: 'a data stream writes large blocks',
    code: 'void m(java.io.File f, byte[] b, int n) throws java.io.IOException { try (java.io.DataOutputStream out = new java.io.DataOutputStream(new java.io.FileOutputStream(f))) { for (int i = 0; i < n; i++) out.write(b); } }',
  },
  {
    name: 'a file of each round',
    code: 'void m(java.io.File[] x) throws java.io.IOException { for (java.io.File each : x) { java.io.DataOutputStream out = new java.io.DataOutputStream(new java.io.FileOutputStream(each)); out.writeInt(7); out.close(); } }',
  },
  {
    name: 'a writer of texts has a buffer of its own',
    code: 'void m(java.io.File f, String[] x) throws java.io.IOException { try (java.io.FileWriter out = new java.io.FileWriter(f)) { for (String each : x) out.write(each); } }',
  },
];

export const TRAPS: readonly Trap[] = [
  ...bulkTraps,
  ...allocationTraps,
  ...lockTraps,
  ...textTraps,
  ...callTraps,
  ...expertTraps,
  ...columnTraps,
  ...sortedMapTraps,
  ...exceptionTraps,
  ...reflectionTraps,
  ...parallelTraps,
  ...hashTraps,
  ...outputTraps,
];

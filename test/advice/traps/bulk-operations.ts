import type { Trap } from './trap';

export const bulkOperationsTraps: readonly Trap[] = [
  {
    name: 'a collection that makes its array of its own elements',
    code: 'static class All extends AbstractList<String> { public String get(int i) { return ""; } public int size() { return 1; } public Object[] toArray() { List<String> to = new ArrayList<>(size()); for (String each : this) to.add(each); return to.toArray(); } }',
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

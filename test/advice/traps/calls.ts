import type { Trap } from './trap';

export const callsTraps: readonly Trap[] = [
  {
    name: 'a subclass overrides the thin method',
    code: 'static class A { int x; int get() { return x; } int sum(int n) { int s = 0; for (int i = 0; i < n; i++) s += get(); return s; } } static class B extends A { int get() { return x++; } }',
  },
  {
    name: 'a constant of an enum overrides the thin method',
    code: 'enum E { ONE { int get() { return 7; } }; int x; int get() { return x; } int sum(int n) { int s = 0; for (int i = 0; i < n; i++) s += get(); return s; } }',
  },
  {
    name: 'the argument of a logarithm changes',
    code: 'double m(double[] x) { double t = 0, by = 1; for (double each : x) { by += each; t += Math.log(by); } return t; }',
  },
  {
    name: 'a field that a call changes is no constant',
    code: 'double by; void grow() { by++; } double m(int n) { double t = 0; for (int i = 0; i < n; i++) { t += Math.log(by); grow(); } return t; }',
  },
  {
    name: 'a flag ends the loop in the round that calls',
    code: 'double m(double x, double a) { double s = 0; double r = 0; boolean goes = true; while (goes && s >= 0) { s += x; if (s > 100) { r = s * Math.exp(a); goes = false; } } return r; }',
  },
  {
    name: 'a method of the name that every object of the server has',
    code: 'int m(Object o, StringBuilder b, int n) { int s = 0; for (int i = 0; o.toString().length() > i + b.toString().length() && i < n; i++) s++; return s; }',
  },
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

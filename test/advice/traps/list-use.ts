import type { Trap } from './trap';

export const listUseTraps: readonly Trap[] = [
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
    name: 'a list that is searched is another one by then',
    code: 'int m(Iterable<String> from, String[] keys) { List<String> all = new ArrayList<>(); for (String each : from) all.add(each + 1); all = new ArrayList<>(); int s = 0; for (String key : keys) if (all.contains(key)) s++; return s; }',
  },
  {
    name: 'a path to the outermost of a few',
    code: 'List<Thread> m(ThreadGroup group) { ArrayList<Object> path = new ArrayList<>(); while (group != null) { path.add(0, group); group = group.getParent(); } return null; }',
  },
  {
    name: 'the first of a linked list takes one step',
    code: 'int m(LinkedList<Integer> list, int n) { int t = 0; for (int i = 0; i < n; i++) t += list.get(0); return t; }',
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
];

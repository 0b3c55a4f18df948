import type { Trap } from './trap';

export const sizesTraps: readonly Trap[] = [
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
    name: 'a list gets more than the loop adds',
    code: 'List<String> m(Set<String> from, String last) { List<String> all = new ArrayList<>(); for (String each : from) { all.add(each.trim()); } all.add(last); return all; }',
  },
  {
    name: 'a list gets another after the loop',
    code: 'List<String> m(Set<String> from, List<String> others) { List<String> all = new ArrayList<>(); for (String each : from) { all.add(each.trim()); } all.addAll(others); return all; }',
  },
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

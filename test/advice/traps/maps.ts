import type { Trap } from './trap';

export const mapsTraps: readonly Trap[] = [
  {
    name: 'a map that may be another one',
    code: 'int m(Map<String, Integer> all) { int s = 0; for (String key : all.keySet()) { if (all instanceof TreeMap) s += ((TreeMap<String, Integer>) all).size(); else s += all.get(key); } return s; }',
  },
  {
    name: 'a search looks one value up',
    code: 'String m(Map<Class<?>, String> all, Object given) { for (Class<?> each : all.keySet()) { if (each.isInstance(given)) { return all.get(each); } } return null; }',
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
    name: 'a flag that is raised ends a search',
    code: 'int m(Map<String, Integer> all, Iterator<String> keys) { boolean found = false; int r = 0; while (!found) { String key = keys.next(); if (all.containsKey(key)) { r = all.get(key); found = true; } } return r; }',
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

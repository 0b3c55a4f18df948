/**
 * Methods of containers that programs call most, mostly by their interfaces, with
 * the comparators and lambdas that they call back.
 *
 * Sits in `models/`, beside `common-calls.ts`, which says how they were chosen. A map or a queue holds as many
 * elements as programs often do. A method whose cost grows with a size that Jouleline does not sum up is measured at
 * one such size.
 */
import { readBenchmarks } from './benchmark';

const INTEGERS = 'Integer[] k = new Integer[n]; for (int j = 0; j < n; j++) k[j] = (j * 7919 + 13) % 100003;';

function mapOf(implementation: string, type = 'java.util.Map<Integer, String>'): string {
  return `${INTEGERS}
  ${type} m = new java.util.${implementation}<Integer, String>();
  for (Integer each : k) m.put(each, "v");
  Object r = null;  boolean z = false;  int i = 0;`;
}

function setOf(implementation: string, type = 'java.util.Set<Integer>'): string {
  return `${INTEGERS}
  ${type} m = new java.util.${implementation}<Integer>();
  for (Integer each : k) m.add(each);
  boolean z = false;  int i = 0;`;
}

export function listOf(implementation: string, type = 'java.util.List<Integer>'): string {
  return `${INTEGERS}
  ${type} l = new java.util.${implementation}<Integer>();
  for (Integer each : k) l.add(each);
  Object r = null;  boolean z = false;  int i = 0;`;
}

/** Puts all in, and takes all out. */
function queue(
  title: string,
  [type, implementation]: readonly [string, string],
  [offer, take]: readonly [string, string],
  comparator = '',
): string {
  return `${title} | whole | 16 256
  ${INTEGERS}
  java.util.${type}<Integer> d = new java.util.${implementation}<Integer>(${comparator});
  Object r = null;
  > for (Integer each : k) d.${offer}(each);  while (!d.isEmpty()) r = d.${take}();`;
}

export const CONTAINER_CALLS = readBenchmarks(`
Map as HashMap | 64
  ${mapOf('HashMap')}
  > r = m.get(k[n / 2]);
  > r = m.get(k[5]);
  > r = m.put(k[7], "w");
  > z = m.containsKey(k[9]);
  > r = m.getOrDefault(k[3], "none");
  > r = m.putIfAbsent(k[4], "x");
  > r = m.computeIfAbsent(k[5], x -> "c");
  > r = m.computeIfPresent(k[5], (x, y) -> y);
  > r = m.compute(k[6], (x, y) -> "z");
  > r = m.merge(k[8], "a", (x, y) -> y);
  > i = m.size();
  > z = m.isEmpty();
  > r = m.keySet();
  > r = m.values();
  > r = m.entrySet();
Map.computeIfAbsent of what is absent | whole | 8 64
  ${INTEGERS}  Object r = null;
  > java.util.Map<Integer, String> m = new java.util.HashMap<Integer, String>();
  > for (Integer each : k) r = m.computeIfAbsent(each, x -> "c");
Map filled | whole | 8 64
  ${INTEGERS}
  > java.util.Map<Integer, String> m = new java.util.HashMap<Integer, String>();
  > for (Integer each : k) m.put(each, "v");
Map put and removed | whole | 64
  ${mapOf('HashMap')}
  > m.put(-1, "x");  m.remove(-1);
Map of texts | 64
  java.util.Map<String, Integer> m = new java.util.HashMap<String, Integer>();
  String[] k = new String[n]; for (int j = 0; j < n; j++) { k[j] = "key" + j; m.put(k[j], j); }
  String fresh = new String("key7");
  Object r = null;
  > r = m.get(k[5]);
  > r = m.get(new String(fresh));
  > r = m.put(k[3], 5);
  > r = m.merge(k[5], 1, Integer::sum);
  > r = m.merge(new String(fresh), 1, Integer::sum);
  > r = m.computeIfAbsent(k[7], x -> 1);
Map over all entries | whole | 8 128
  ${mapOf('HashMap')}
  > for (java.util.Map.Entry<Integer, String> each : m.entrySet()) { i += each.getKey(); r = each.getValue(); }
Map over all keys | whole | 8 128
  ${mapOf('HashMap')}
  > for (Integer each : m.keySet()) r = each;  for (String each : m.values()) r = each;
LinkedHashMap | 64
  ${mapOf('LinkedHashMap', 'java.util.LinkedHashMap<Integer, String>')}
  > r = m.get(k[5]);  r = m.put(k[7], "w");
TreeMap | 16 1024
  ${mapOf('TreeMap', 'java.util.TreeMap<Integer, String>')}
  > r = m.get(k[n / 2]);
  > r = m.put(k[n / 3], "w");
  > z = m.containsKey(k[9]);
  > r = m.firstKey();
  > r = m.floorKey(k[5] + 1);
  > r = m.firstEntry().getValue();
TreeMap filled | whole | 16 128
  ${INTEGERS}
  > java.util.TreeMap<Integer, String> m = new java.util.TreeMap<Integer, String>();
  > for (Integer each : k) m.put(each, "v");
copies of maps | 16
  ${mapOf('HashMap')}
  > r = new java.util.HashMap<Integer, String>(m);  r = new java.util.TreeMap<Integer, String>(m);
new containers
  Object r = null;
  > r = new java.util.HashMap<String, String>();
  > r = new java.util.HashMap<String, String>(32);
  > r = new java.util.LinkedHashMap<String, String>();
  > r = new java.util.TreeMap<String, String>();
  > r = new java.util.HashSet<String>();
  > r = new java.util.LinkedHashSet<String>();
  > r = new java.util.TreeSet<String>();
  > r = new java.util.ArrayList<String>();
  > r = new java.util.ArrayList<String>(20);
  > r = new java.util.LinkedList<String>();
  > r = new java.util.ArrayDeque<String>();
  > r = new java.util.PriorityQueue<String>();
  > r = new java.util.PriorityQueue<String>((x, y) -> x.compareTo(y));
  > r = java.util.Collections.emptyList();
  > r = java.util.Collections.singletonList("x");
  > r = java.util.Arrays.asList("a", "b");
  > r = java.util.Optional.of("x");
Set as HashSet | 64
  ${setOf('HashSet')}
  > z = m.add(k[5]);  z = m.contains(k[n / 2]);  i = m.size();  z = m.isEmpty();
Set filled and emptied | whole | 8 64
  ${INTEGERS}
  > java.util.Set<Integer> m = new java.util.HashSet<Integer>();
  > for (Integer each : k) m.add(each);
  > for (Integer each : k) m.remove(each);
Set over all | whole | 8 128
  ${setOf('HashSet')}
  > for (Integer each : m) i += each;
TreeSet | 16 1024
  ${setOf('TreeSet', 'java.util.TreeSet<Integer>')}
  > z = m.add(k[5]);  z = m.contains(k[n / 2]);  i = m.first();
BitSet
  java.util.BitSet b = new java.util.BitSet(256);  boolean z = false;  int r = 0;
  > b.set(77);  z = b.get(99);  r = b.nextSetBit(0);
List as ArrayList | 16
  ${listOf('ArrayList')}
  > z = l.contains(k[n / 2]);
  > i = l.indexOf(k[n / 2]);
  > z = l.isEmpty();
  > r = l.toArray(new Integer[0]);
  > r = new java.util.ArrayList<Integer>(l);
  > r = l.subList(1, 5);
  > java.util.Collections.reverse(l);
  > java.util.Collections.sort(l);
  > i = java.util.Collections.max(l);
  > l.sort((x, y) -> x - y);
  > l.forEach(x -> { });
  > r = java.util.Collections.unmodifiableList(l);
List filled and emptied | whole | 8 64
  ${INTEGERS}  Object r = null;
  > java.util.List<Integer> l = new java.util.ArrayList<Integer>();
  > for (Integer each : k) l.add(each);
  > while (!l.isEmpty()) r = l.remove(l.size() - 1);
List.addAll | whole | 16
  ${listOf('ArrayList')}
  > java.util.List<Integer> all = new java.util.ArrayList<Integer>();
  > all.addAll(l);
  > all.addAll(l);
  > all.clear();
List over all | whole | 4 64
  ${listOf('ArrayList')}
  > for (Integer each : l) r = each;
Collection over all | whole | 4 64
  ${listOf('ArrayList', 'java.util.Collection<Integer>')}
  > for (Integer each : l) r = each;  i = l.size();
List sorted by a comparator | whole | 16 128
  ${INTEGERS}
  java.util.List<Integer> l = new java.util.ArrayList<Integer>();
  > l.clear();  for (Integer each : k) l.add(each);  l.sort((x, y) -> x < y ? -1 : x > y ? 1 : 0);
${queue('LinkedList', ['LinkedList', 'LinkedList'], ['addLast', 'removeFirst'])}
${queue('Deque', ['Deque', 'ArrayDeque'], ['push', 'pop'])}
${queue('Deque as a queue', ['Deque', 'ArrayDeque'], ['addLast', 'pollFirst'])}
${queue('ArrayDeque', ['ArrayDeque', 'ArrayDeque'], ['add', 'poll'])}
${queue('ArrayDeque as offered', ['ArrayDeque', 'ArrayDeque'], ['offer', 'removeFirst'])}
${queue('PriorityQueue', ['PriorityQueue', 'PriorityQueue'], ['add', 'poll'])}
${queue('PriorityQueue as offered', ['PriorityQueue', 'PriorityQueue'], ['offer', 'remove'])}
${queue('PriorityQueue by a comparator', ['PriorityQueue', 'PriorityQueue'], ['add', 'poll'], '(x, y) -> Integer.compare(x, y)')}
Random, further
  java.util.Random g = new java.util.Random(1);  long l = 0;  double s = 0;  boolean z = false;
  > l = g.nextLong();  z = g.nextBoolean();  s = g.nextGaussian();
`);

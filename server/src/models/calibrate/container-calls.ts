/**
 * Methods of containers that programs call most, mostly by their interfaces, with
 * the comparators and lambdas that they call back.
 *
 * Sits in `models/`, beside `common-calls.ts`, which says how they were chosen. A map or a queue holds as many
 * elements as programs often do. A method whose cost grows with a size that Jouleline does not sum up is measured at
 * one such size.
 */
import type { LibraryBenchmark } from './library-calls';

const HELD = [16, 1024];
const INTEGERS = 'Integer[] k = new Integer[n]; for (int j = 0; j < n; j++) k[j] = (j * 7919 + 13) % 100003;';
const INTERFACE = { map: 'java.util.Map<Integer, String>', set: 'java.util.Set<Integer>' };

function mapOf(implementation: string, type = INTERFACE.map): readonly string[] {
  return [
    INTEGERS,
    `${type} m = new java.util.${implementation}<Integer, String>();`,
    'for (Integer each : k) m.put(each, "v");',
    'Object r = null;',
    'boolean z = false;',
    'int i = 0;',
  ];
}

function setOf(implementation: string, type = INTERFACE.set): readonly string[] {
  return [
    INTEGERS,
    `${type} m = new java.util.${implementation}<Integer>();`,
    'for (Integer each : k) m.add(each);',
    'boolean z = false;',
    'int i = 0;',
  ];
}

export function listOf(implementation: string, type = 'java.util.List<Integer>'): readonly string[] {
  return [
    INTEGERS,
    `${type} l = new java.util.${implementation}<Integer>();`,
    'for (Integer each : k) l.add(each);',
    'Object r = null;',
    'boolean z = false;',
    'int i = 0;',
  ];
}

/** Puts all in, and takes all out. */
function queue(title: string, made: string, offer: string, take: string): LibraryBenchmark {
  return {
    title,
    isWhole: true,
    locals: [INTEGERS, `${made};`, 'Object r = null;'],
    round: [`for (Integer each : k) d.${offer}(each);`, `while (!d.isEmpty()) r = d.${take}();`],
    sizes: [16, 256],
  };
}

const maps: readonly LibraryBenchmark[] = [
  {
    title: 'Map as HashMap',
    locals: mapOf('HashMap'),
    round: [
      'r = m.get(k[n / 2]);',
      'r = m.get(k[5]);',
      'r = m.put(k[7], "w");',
      'z = m.containsKey(k[9]);',
      'r = m.getOrDefault(k[3], "none");',
      'r = m.putIfAbsent(k[4], "x");',
      'r = m.computeIfAbsent(k[5], x -> "c");',
      'r = m.computeIfPresent(k[5], (x, y) -> y);',
      'r = m.compute(k[6], (x, y) -> "z");',
      'r = m.merge(k[8], "a", (x, y) -> y);',
      'i = m.size();',
      'z = m.isEmpty();',
      'r = m.keySet();',
      'r = m.values();',
      'r = m.entrySet();',
    ],
    sizes: [64],
  },
  {
    title: 'Map.computeIfAbsent of what is absent',
    isWhole: true,
    locals: [INTEGERS, 'Object r = null;'],
    round: [
      'java.util.Map<Integer, String> m = new java.util.HashMap<Integer, String>();',
      'for (Integer each : k) r = m.computeIfAbsent(each, x -> "c");',
    ],
    sizes: [8, 64],
  },
  {
    title: 'Map filled',
    isWhole: true,
    locals: [INTEGERS],
    round: [
      'java.util.Map<Integer, String> m = new java.util.HashMap<Integer, String>();',
      'for (Integer each : k) m.put(each, "v");',
    ],
    sizes: [8, 64],
  },
  {
    title: 'Map put and removed',
    isWhole: true,
    locals: mapOf('HashMap'),
    round: ['m.put(-1, "x");', 'm.remove(-1);'],
    sizes: [64],
  },
  {
    title: 'Map of texts',
    locals: [
      'java.util.Map<String, Integer> m = new java.util.HashMap<String, Integer>();',
      'String[] k = new String[n]; for (int j = 0; j < n; j++) { k[j] = "key" + j; m.put(k[j], j); }',
      'String fresh = new String("key7");',
      'Object r = null;',
    ],
    round: [
      'r = m.get(k[5]);',
      'r = m.get(new String(fresh));',
      'r = m.put(k[3], 5);',
      'r = m.merge(k[5], 1, Integer::sum);',
      'r = m.merge(new String(fresh), 1, Integer::sum);',
      'r = m.computeIfAbsent(k[7], x -> 1);',
    ],
    sizes: [64],
  },
  {
    title: 'Map over all entries',
    isWhole: true,
    locals: mapOf('HashMap'),
    round: [
      'for (java.util.Map.Entry<Integer, String> each : m.entrySet()) { i += each.getKey(); r = each.getValue(); }',
    ],
    sizes: [8, 128],
  },
  {
    title: 'Map over all keys',
    isWhole: true,
    locals: mapOf('HashMap'),
    round: ['for (Integer each : m.keySet()) r = each;', 'for (String each : m.values()) r = each;'],
    sizes: [8, 128],
  },
  {
    title: 'LinkedHashMap',
    locals: mapOf('LinkedHashMap', 'java.util.LinkedHashMap<Integer, String>'),
    round: ['r = m.get(k[5]);', 'r = m.put(k[7], "w");'],
    sizes: [64],
  },
  {
    title: 'TreeMap',
    locals: mapOf('TreeMap', 'java.util.TreeMap<Integer, String>'),
    round: [
      'r = m.get(k[n / 2]);',
      'r = m.put(k[n / 3], "w");',
      'z = m.containsKey(k[9]);',
      'r = m.firstKey();',
      'r = m.floorKey(k[5] + 1);',
      'r = m.firstEntry().getValue();',
    ],
    sizes: HELD,
  },
  {
    title: 'TreeMap filled',
    isWhole: true,
    locals: [INTEGERS],
    round: [
      'java.util.TreeMap<Integer, String> m = new java.util.TreeMap<Integer, String>();',
      'for (Integer each : k) m.put(each, "v");',
    ],
    sizes: [16, 128],
  },
  {
    title: 'copies of maps',
    locals: mapOf('HashMap'),
    round: [
      'r = new java.util.HashMap<Integer, String>(m);',
      'r = new java.util.TreeMap<Integer, String>(m);',
    ],
    sizes: [16],
  },
  {
    title: 'new containers',
    locals: ['Object r = null;'],
    round: [
      'r = new java.util.HashMap<String, String>();',
      'r = new java.util.HashMap<String, String>(32);',
      'r = new java.util.LinkedHashMap<String, String>();',
      'r = new java.util.TreeMap<String, String>();',
      'r = new java.util.HashSet<String>();',
      'r = new java.util.LinkedHashSet<String>();',
      'r = new java.util.TreeSet<String>();',
      'r = new java.util.ArrayList<String>();',
      'r = new java.util.ArrayList<String>(20);',
      'r = new java.util.LinkedList<String>();',
      'r = new java.util.ArrayDeque<String>();',
      'r = new java.util.PriorityQueue<String>();',
      'r = new java.util.PriorityQueue<String>((x, y) -> x.compareTo(y));',
      'r = java.util.Collections.emptyList();',
      'r = java.util.Collections.singletonList("x");',
      'r = java.util.Arrays.asList("a", "b");',
      'r = java.util.Optional.of("x");',
    ],
  },
];

const sets: readonly LibraryBenchmark[] = [
  {
    title: 'Set as HashSet',
    locals: setOf('HashSet'),
    round: ['z = m.add(k[5]);', 'z = m.contains(k[n / 2]);', 'i = m.size();', 'z = m.isEmpty();'],
    sizes: [64],
  },
  {
    title: 'Set filled and emptied',
    isWhole: true,
    locals: [INTEGERS],
    round: [
      'java.util.Set<Integer> m = new java.util.HashSet<Integer>();',
      'for (Integer each : k) m.add(each);',
      'for (Integer each : k) m.remove(each);',
    ],
    sizes: [8, 64],
  },
  {
    title: 'Set over all',
    isWhole: true,
    locals: setOf('HashSet'),
    round: ['for (Integer each : m) i += each;'],
    sizes: [8, 128],
  },
  {
    title: 'TreeSet',
    locals: setOf('TreeSet', 'java.util.TreeSet<Integer>'),
    round: ['z = m.add(k[5]);', 'z = m.contains(k[n / 2]);', 'i = m.first();'],
    sizes: HELD,
  },
  {
    title: 'BitSet',
    locals: ['java.util.BitSet b = new java.util.BitSet(256);', 'boolean z = false;', 'int r = 0;'],
    round: ['b.set(77);', 'z = b.get(99);', 'r = b.nextSetBit(0);'],
  },
];

const lists: readonly LibraryBenchmark[] = [
  {
    title: 'List as ArrayList',
    locals: listOf('ArrayList'),
    round: [
      'z = l.contains(k[n / 2]);',
      'i = l.indexOf(k[n / 2]);',
      'z = l.isEmpty();',
      'r = l.toArray(new Integer[0]);',
      'r = new java.util.ArrayList<Integer>(l);',
      'r = l.subList(1, 5);',
      'java.util.Collections.reverse(l);',
      'java.util.Collections.sort(l);',
      'i = java.util.Collections.max(l);',
      'l.sort((x, y) -> x - y);',
      'l.forEach(x -> { });',
      'r = java.util.Collections.unmodifiableList(l);',
    ],
    sizes: [16],
  },
  {
    title: 'List filled and emptied',
    isWhole: true,
    locals: [INTEGERS, 'Object r = null;'],
    round: [
      'java.util.List<Integer> l = new java.util.ArrayList<Integer>();',
      'for (Integer each : k) l.add(each);',
      'while (!l.isEmpty()) r = l.remove(l.size() - 1);',
    ],
    sizes: [8, 64],
  },
  {
    title: 'List.addAll',
    isWhole: true,
    locals: listOf('ArrayList'),
    round: [
      'java.util.List<Integer> all = new java.util.ArrayList<Integer>();',
      'all.addAll(l);',
      'all.addAll(l);',
      'all.clear();',
    ],
    sizes: [16],
  },
  {
    title: 'List over all',
    isWhole: true,
    locals: listOf('ArrayList'),
    round: ['for (Integer each : l) r = each;'],
    sizes: [4, 64],
  },
  {
    title: 'Collection over all',
    isWhole: true,
    locals: listOf('ArrayList', 'java.util.Collection<Integer>'),
    round: ['for (Integer each : l) r = each;', 'i = l.size();'],
    sizes: [4, 64],
  },
  {
    title: 'List sorted by a comparator',
    isWhole: true,
    locals: [INTEGERS, 'java.util.List<Integer> l = new java.util.ArrayList<Integer>();'],
    round: [
      'l.clear();',
      'for (Integer each : k) l.add(each);',
      'l.sort((x, y) -> x < y ? -1 : x > y ? 1 : 0);',
    ],
    sizes: [16, 128],
  },
  queue(
    'LinkedList',
    'java.util.LinkedList<Integer> d = new java.util.LinkedList<Integer>()',
    'addLast',
    'removeFirst',
  ),
  queue('Deque', 'java.util.Deque<Integer> d = new java.util.ArrayDeque<Integer>()', 'push', 'pop'),
  queue(
    'Deque as a queue',
    'java.util.Deque<Integer> d = new java.util.ArrayDeque<Integer>()',
    'addLast',
    'pollFirst',
  ),
  queue('ArrayDeque', 'java.util.ArrayDeque<Integer> d = new java.util.ArrayDeque<Integer>()', 'add', 'poll'),
  queue(
    'ArrayDeque as offered',
    'java.util.ArrayDeque<Integer> d = new java.util.ArrayDeque<Integer>()',
    'offer',
    'removeFirst',
  ),
  queue(
    'PriorityQueue',
    'java.util.PriorityQueue<Integer> d = new java.util.PriorityQueue<Integer>()',
    'add',
    'poll',
  ),
  queue(
    'PriorityQueue as offered',
    'java.util.PriorityQueue<Integer> d = new java.util.PriorityQueue<Integer>()',
    'offer',
    'remove',
  ),
  queue(
    'PriorityQueue by a comparator',
    'java.util.PriorityQueue<Integer> d = new java.util.PriorityQueue<Integer>((x, y) -> Integer.compare(x, y))',
    'add',
    'poll',
  ),
  {
    title: 'Random, further',
    locals: [
      'java.util.Random g = new java.util.Random(1);',
      'long l = 0;',
      'double s = 0;',
      'boolean z = false;',
    ],
    round: ['l = g.nextLong();', 'z = g.nextBoolean();', 's = g.nextGaussian();'],
  },
];

export const CONTAINER_CALLS: readonly LibraryBenchmark[] = [...maps, ...sets, ...lists];

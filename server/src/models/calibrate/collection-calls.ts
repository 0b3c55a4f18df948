/**
 * Methods of collections and other classes that hold things, and lines of Java
 * that call them.
 *
 * Sits in `models/`, beside `library-calls.ts`.
 */
import { type LibraryBenchmark, SIZES } from './library-calls';

export const COLLECTION_CALLS: readonly LibraryBenchmark[] = [
  {
    title: 'ArrayList.get',
    locals: [
      'java.util.ArrayList<String> l = new java.util.ArrayList<String>();',
      'for (int j = 0; j < 8; j++) l.add("x");',
      'Object r = null;',
      'int s = 0;',
    ],
    round: ['r = l.get(3);', 's = l.size();', 'r = l.get(5);'],
  },
  {
    title: 'ArrayList.set',
    locals: [
      'java.util.ArrayList<String> l = new java.util.ArrayList<String>();',
      'for (int j = 0; j < 8; j++) l.add("x");',
    ],
    round: ['l.set(3, "y");'],
  },
  {
    title: 'ArrayList.add',
    isWhole: true,
    locals: ['int r = 0;'],
    round: [
      'java.util.ArrayList<Object> l = new java.util.ArrayList<Object>(16);',
      'for (int j = 0; j < 8; j++) l.add(null);',
      'r = l.size();',
    ],
  },
  {
    title: 'ArrayList over all',
    locals: [
      'java.util.ArrayList<String> l = new java.util.ArrayList<String>();',
      'for (int j = 0; j < n; j++) l.add("x");',
      'Object r = null;',
    ],
    round: ['for (String each : l) r = each;'],
    sizes: [4, 16],
  },
  {
    title: 'HashMap.get',
    locals: [
      'java.util.HashMap<String, String> m = new java.util.HashMap<String, String>();',
      'for (int j = 0; j < 64; j++) m.put("k" + j, "v");',
      'Object r = null;',
    ],
    round: ['r = m.get("k7");', 'r = m.get("none");'],
  },
  {
    title: 'HashMap.put',
    locals: [
      'java.util.HashMap<String, String> m = new java.util.HashMap<String, String>();',
      'm.put("k", "v");',
    ],
    round: ['m.put("k", "w");'],
  },
  {
    title: 'HashMap.containsKey',
    locals: [
      'java.util.HashMap<String, String> m = new java.util.HashMap<String, String>();',
      'm.put("k", "v");',
      'boolean r = false;',
    ],
    round: ['r = m.containsKey("k");', 'r = m.containsKey("l");'],
  },
  {
    title: 'ArrayDeque',
    isWhole: true,
    locals: ['java.util.ArrayDeque<String> d = new java.util.ArrayDeque<String>();', 'Object r = null;'],
    round: ['d.addLast("x");', 'r = d.pollFirst();'],
  },
  { title: 'System.nanoTime', locals: ['long r = 0;'], round: ['r = System.nanoTime();'] },
  {
    title: 'Object.hashCode',
    locals: ['Object o = Inputs.aR;', 'int r = 0;'],
    round: ['r = o.hashCode();', 'r = System.identityHashCode(o);'],
  },
  {
    title: 'List.get',
    locals: [
      'java.util.List<String> l = new java.util.ArrayList<String>();',
      'for (int j = 0; j < 8; j++) l.add("x");',
      'Object r = null;',
      'int s = 0;',
    ],
    round: ['r = l.get(3);', 's = l.size();', 'l.set(2, "y");'],
  },
  {
    title: 'List.add',
    isWhole: true,
    locals: ['int r = 0;'],
    round: [
      'java.util.List<Object> l = new java.util.ArrayList<Object>();',
      'for (int j = 0; j < 8; j++) l.add(null);',
      'r = l.size();',
    ],
  },
  {
    title: 'List over all',
    locals: [
      'java.util.List<String> l = new java.util.ArrayList<String>();',
      'for (int j = 0; j < 12; j++) l.add("x");',
      'Object r = null;',
    ],
    round: ['for (String each : l) r = each;'],
  },
  {
    title: 'Map.get',
    locals: [
      'java.util.Map<Integer, String> m = new java.util.HashMap<Integer, String>();',
      'for (int j = 0; j < 64; j++) m.put(j, "v");',
      'Object r = null;',
    ],
    round: ['r = m.get(7);', 'm.put(9, "w");', 'r = m.getOrDefault(80, "none");', 'm.containsKey(5);'],
  },
  {
    title: 'Map.merge',
    locals: ['java.util.Map<String, Integer> m = new java.util.HashMap<String, Integer>();'],
    round: ['m.merge("a", 1, Integer::sum);'],
  },
  {
    title: 'LinkedHashMap',
    isWhole: true,
    locals: ['Object r = null;'],
    round: [
      'java.util.Map<String, String> m = new java.util.LinkedHashMap<String, String>();',
      'm.put("a", "b");',
      'r = m.get("a");',
    ],
  },
  {
    title: 'HashMap of its own',
    isWhole: true,
    locals: ['Object r = null;'],
    round: [
      'java.util.HashMap<String, String> m = new java.util.HashMap<String, String>();',
      'm.put("a", "b");',
      'r = m.get("a");',
    ],
  },
  {
    title: 'TreeMap',
    locals: [
      'java.util.TreeMap<Integer, String> m = new java.util.TreeMap<Integer, String>();',
      'for (int j = 0; j < 64; j++) m.put(j, "v");',
      'Object r = null;',
    ],
    round: ['r = m.get(7);', 'm.put(9, "w");', 'r = m.firstEntry();'],
  },
  {
    title: 'HashSet',
    locals: ['java.util.HashSet<Integer> m = new java.util.HashSet<Integer>();', 'boolean r = false;'],
    round: ['r = m.add(7);', 'r = m.contains(9);'],
  },
  {
    title: 'Queue',
    isWhole: true,
    locals: [
      'java.util.Queue<Integer> d = new java.util.ArrayDeque<Integer>();',
      'Object r = null;',
      'boolean s = false;',
    ],
    round: ['d.add(5);', 'r = d.poll();', 's = d.isEmpty();'],
  },
  {
    title: 'ArrayDeque.add',
    isWhole: true,
    locals: [
      'java.util.ArrayDeque<Integer> d = new java.util.ArrayDeque<Integer>();',
      'Object r = null;',
      'boolean s = false;',
    ],
    round: ['d.add(5);', 'd.push(3);', 'r = d.poll();', 'r = d.pop();', 's = d.isEmpty();'],
  },
  {
    title: 'PriorityQueue',
    isWhole: true,
    locals: [
      'java.util.PriorityQueue<Integer> d = new java.util.PriorityQueue<Integer>();',
      'for (int j = 0; j < 100; j++) d.add(j);',
      'Object r = null;',
      'boolean s = false;',
    ],
    round: ['d.add(50);', 'r = d.poll();', 's = d.isEmpty();'],
  },
  {
    title: 'Random.nextInt',
    locals: ['java.util.Random g = new java.util.Random(1);', 'int r = 0;', 'double s = 0;'],
    round: ['r = g.nextInt();', 'r = g.nextInt(100);', 's = g.nextDouble();'],
  },
  { title: 'Random of its own', locals: ['int r = 0;'], round: ['r = new java.util.Random(1).nextInt();'] },
  {
    title: 'Integer bits',
    locals: ['int a = Inputs.aI, r = 0;'],
    round: [
      'r = Integer.rotateLeft(a, 3);',
      'r = Integer.reverseBytes(a);',
      'r = Integer.numberOfTrailingZeros(a);',
    ],
  },
  {
    title: 'Integer.compare',
    locals: ['int a = Inputs.aI, b = Inputs.bI, r = 0;', 'long l = Inputs.aL;'],
    round: ['r = Integer.compare(a, b);', 'r = Long.compare(l, 5);', 'r = Double.compare(a, b);'],
  },
  {
    title: 'Character',
    locals: ["char c = 'x';", 'boolean r = false;'],
    round: [
      'r = Character.isDigit(c);',
      'r = Character.isLetterOrDigit(c);',
      'r = Character.isWhitespace(c);',
      'r = Character.isLetter(c);',
    ],
  },
  {
    title: 'boxes',
    locals: [
      'long a = Inputs.aL;',
      'double d = Inputs.aD;',
      'boolean z = Inputs.yes;',
      'Object r = null;',
      'Long b = a;',
      'Double e = d;',
    ],
    round: ['b = a;', 'e = d;', 'r = z;', 'a = b;', 'd = e;'],
  },
  {
    title: 'Double bits',
    locals: ['double d = Inputs.aD;', 'long r = 0;'],
    round: ['r = Double.doubleToLongBits(d);', 'd = Double.longBitsToDouble(r);', 'r = Math.round(d);'],
  },
  {
    title: 'String.valueOf',
    locals: ['int a = Inputs.aI;', 'String r = null;'],
    round: ['r = String.valueOf(a);', 'r = String.valueOf(true);'],
  },
  {
    title: 'String.repeat and others',
    locals: ['String s = text(n), r = null;', 'boolean z = false;'],
    round: ['z = s.startsWith("ab");', 'z = s.isEmpty();', 'z = s.contains("zz");', 'r = s.trim();'],
    sizes: [4, 64],
  },
  {
    title: 'String.toCharArray',
    locals: ['String s = text(n);', 'char[] r = s.toCharArray();'],
    round: ['r = s.toCharArray();', 's = new String(r);'],
    sizes: SIZES,
  },
  { title: 'String.split', locals: ['String[] r = null;'], round: ['r = "a,b,c".split(",");'] },
  {
    title: 'MessageDigest.update',
    locals: ['byte[] x = new byte[n];', 'java.security.MessageDigest d = digest();'],
    round: ['d.update(x, 0, n);'],
    sizes: [64, 1024],
  },
  {
    title: 'isEmpty of queues',
    locals: [
      'java.util.ArrayDeque<Integer> a = new java.util.ArrayDeque<Integer>();',
      'java.util.PriorityQueue<Integer> b = new java.util.PriorityQueue<Integer>();',
      'java.util.Queue<Integer> c = a;',
      'boolean r = false;',
    ],
    round: ['r = a.isEmpty();', 'r = b.isEmpty();', 'r = c.isEmpty();', 'r = b.size() == 0;'],
  },
  {
    title: 'Queue filled and emptied',
    isWhole: true,
    locals: [
      'java.util.ArrayDeque<Integer> a = new java.util.ArrayDeque<Integer>();',
      'Integer x = 5;',
      'Object r = null;',
    ],
    round: ['for (int j = 0; j < 10; j++) a.add(x);', 'a.clear();'],
  },
  {
    title: 'PriorityQueue filled and emptied',
    isWhole: true,
    locals: [
      'java.util.PriorityQueue<Integer> a = new java.util.PriorityQueue<Integer>();',
      'Integer x = 5;',
      'Object r = null;',
    ],
    round: ['for (int j = 0; j < 10; j++) a.add(x);', 'a.clear();'],
  },
];

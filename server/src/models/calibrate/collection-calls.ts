/**
 * Methods of collections and other classes that hold things, and lines of Java
 * that call them.
 *
 * Sits in `models/`, beside `library-benchmarks.ts`.
 */
import { readBenchmarks } from './benchmark';

export const COLLECTION_CALLS = readBenchmarks(`
ArrayList.get
  java.util.ArrayList<String> l = new java.util.ArrayList<String>();
  for (int j = 0; j < 8; j++) l.add("x");
  Object r = null;
  int s = 0;
  > r = l.get(3);  s = l.size();  r = l.get(5);
ArrayList.set
  java.util.ArrayList<String> l = new java.util.ArrayList<String>();  for (int j = 0; j < 8; j++) l.add("x");
  > l.set(3, "y");
ArrayList.add | whole
  int r = 0;
  > java.util.ArrayList<Object> l = new java.util.ArrayList<Object>(16);
  > for (int j = 0; j < 8; j++) l.add(null);
  > r = l.size();
ArrayList over all | 4 16
  java.util.ArrayList<String> l = new java.util.ArrayList<String>();
  for (int j = 0; j < n; j++) l.add("x");
  Object r = null;
  > for (String each : l) r = each;
HashMap.get
  java.util.HashMap<String, String> m = new java.util.HashMap<String, String>();
  for (int j = 0; j < 64; j++) m.put("k" + j, "v");
  Object r = null;
  > r = m.get("k7");  r = m.get("none");
HashMap.put
  java.util.HashMap<String, String> m = new java.util.HashMap<String, String>();  m.put("k", "v");
  > m.put("k", "w");
HashMap.containsKey
  java.util.HashMap<String, String> m = new java.util.HashMap<String, String>();
  m.put("k", "v");
  boolean r = false;
  > r = m.containsKey("k");  r = m.containsKey("l");
ArrayDeque | whole
  java.util.ArrayDeque<String> d = new java.util.ArrayDeque<String>();  Object r = null;
  > d.addLast("x");  r = d.pollFirst();
System.nanoTime
  long r = 0;
  > r = System.nanoTime();
Object.hashCode
  Object o = Inputs.aR;  int r = 0;
  > r = o.hashCode();  r = System.identityHashCode(o);
List.get
  java.util.List<String> l = new java.util.ArrayList<String>();
  for (int j = 0; j < 8; j++) l.add("x");
  Object r = null;
  int s = 0;
  > r = l.get(3);  s = l.size();  l.set(2, "y");
List.add | whole
  int r = 0;
  > java.util.List<Object> l = new java.util.ArrayList<Object>();
  > for (int j = 0; j < 8; j++) l.add(null);
  > r = l.size();
List over all
  java.util.List<String> l = new java.util.ArrayList<String>();
  for (int j = 0; j < 12; j++) l.add("x");
  Object r = null;
  > for (String each : l) r = each;
Map.get
  java.util.Map<Integer, String> m = new java.util.HashMap<Integer, String>();
  for (int j = 0; j < 64; j++) m.put(j, "v");
  Object r = null;
  > r = m.get(7);  m.put(9, "w");  r = m.getOrDefault(80, "none");  m.containsKey(5);
Map.merge
  java.util.Map<String, Integer> m = new java.util.HashMap<String, Integer>();
  > m.merge("a", 1, Integer::sum);
LinkedHashMap | whole
  Object r = null;
  > java.util.Map<String, String> m = new java.util.LinkedHashMap<String, String>();
  > m.put("a", "b");
  > r = m.get("a");
HashMap of its own | whole
  Object r = null;
  > java.util.HashMap<String, String> m = new java.util.HashMap<String, String>();
  > m.put("a", "b");
  > r = m.get("a");
TreeMap
  java.util.TreeMap<Integer, String> m = new java.util.TreeMap<Integer, String>();
  for (int j = 0; j < 64; j++) m.put(j, "v");
  Object r = null;
  > r = m.get(7);  m.put(9, "w");  r = m.firstEntry();
HashSet
  java.util.HashSet<Integer> m = new java.util.HashSet<Integer>();  boolean r = false;
  > r = m.add(7);  r = m.contains(9);
Queue | whole
  java.util.Queue<Integer> d = new java.util.ArrayDeque<Integer>();  Object r = null;  boolean s = false;
  > d.add(5);  r = d.poll();  s = d.isEmpty();
ArrayDeque.add | whole
  java.util.ArrayDeque<Integer> d = new java.util.ArrayDeque<Integer>();  Object r = null;  boolean s = false;
  > d.add(5);  d.push(3);  r = d.poll();  r = d.pop();  s = d.isEmpty();
PriorityQueue | whole
  java.util.PriorityQueue<Integer> d = new java.util.PriorityQueue<Integer>();
  for (int j = 0; j < 100; j++) d.add(j);
  Object r = null;
  boolean s = false;
  > d.add(50);  r = d.poll();  s = d.isEmpty();
Random.nextInt
  java.util.Random g = new java.util.Random(1);  int r = 0;  double s = 0;
  > r = g.nextInt();  r = g.nextInt(100);  s = g.nextDouble();
Random of its own
  int r = 0;
  > r = new java.util.Random(1).nextInt();
Integer bits
  int a = Inputs.aI, r = 0;
  > r = Integer.rotateLeft(a, 3);  r = Integer.reverseBytes(a);  r = Integer.numberOfTrailingZeros(a);
Integer.compare
  int a = Inputs.aI, b = Inputs.bI, r = 0;  long l = Inputs.aL;
  > r = Integer.compare(a, b);  r = Long.compare(l, 5);  r = Double.compare(a, b);
Character
  char c = 'x';  boolean r = false;
  > r = Character.isDigit(c);
  > r = Character.isLetterOrDigit(c);
  > r = Character.isWhitespace(c);
  > r = Character.isLetter(c);
boxes
  long a = Inputs.aL;
  double d = Inputs.aD;
  boolean z = Inputs.yes;
  Object r = null;
  Long b = a;
  Double e = d;
  > b = a;  e = d;  r = z;  a = b;  d = e;
Double bits
  double d = Inputs.aD;  long r = 0;
  > r = Double.doubleToLongBits(d);  d = Double.longBitsToDouble(r);  r = Math.round(d);
String.valueOf
  int a = Inputs.aI;  String r = null;
  > r = String.valueOf(a);  r = String.valueOf(true);
String.repeat and others | 4 64
  String s = text(n), r = null;  boolean z = false;
  > z = s.startsWith("ab");  z = s.isEmpty();  z = s.contains("zz");  r = s.trim();
String.toCharArray | 4 16 64 256
  String s = text(n);  char[] r = s.toCharArray();
  > r = s.toCharArray();  s = new String(r);
String.split
  String[] r = null;
  > r = "a,b,c".split(",");
MessageDigest.update | 64 1024
  byte[] x = new byte[n];  java.security.MessageDigest d = digest();
  > d.update(x, 0, n);
isEmpty of queues
  java.util.ArrayDeque<Integer> a = new java.util.ArrayDeque<Integer>();
  java.util.PriorityQueue<Integer> b = new java.util.PriorityQueue<Integer>();
  java.util.Queue<Integer> c = a;
  boolean r = false;
  > r = a.isEmpty();  r = b.isEmpty();  r = c.isEmpty();  r = b.size() == 0;
Queue filled and emptied | whole
  java.util.ArrayDeque<Integer> a = new java.util.ArrayDeque<Integer>();  Integer x = 5;  Object r = null;
  > for (int j = 0; j < 10; j++) a.add(x);  a.clear();
PriorityQueue filled and emptied | whole
  java.util.PriorityQueue<Integer> a = new java.util.PriorityQueue<Integer>();
  Integer x = 5;
  Object r = null;
  > for (int j = 0; j < 10; j++) a.add(x);  a.clear();
`);

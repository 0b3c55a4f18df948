/**
 * Calls that stand around what advice is about, in nanoseconds that each takes in a loop that a compiler sees whole:
 * `node test/bench/advice-pairs.mjs --calls` prints them (OpenJDK 25, AMD EPYC, CPU time, 2026-11-24). A model that adds up what
 * their bodies do takes many of them for ten times as much. What takes less than can be told is 0.
 */
// prettier-ignore
const TIMES: readonly (readonly [number, string])[] = [
  [0.58, 'java.lang.String.length java.lang.String.isEmpty'],
  [0.39, 'java.lang.String.hashCode'],
  [0.64, 'java.lang.String.charAt'],
  [1.70, 'java.lang.String.equals java.lang.String.compareTo java.lang.Object.equals'],
  [1.58, 'java.lang.String.startsWith java.lang.String.endsWith'],
  [5.03, 'java.lang.String.substring'],
  [4.25, 'java.lang.String.valueOf java.lang.Integer.toString'],
  [2.81, 'java.lang.Integer.parseInt'],
  [1.56, 'java.lang.Integer.valueOf java.lang.Long.valueOf java.lang.Double.valueOf'],
  [0.11, 'java.lang.Integer.intValue java.lang.Long.longValue java.lang.Double.doubleValue'],
  [0.39, 'java.lang.Math.max java.lang.Math.min java.lang.Math.abs'],
  [7.53, 'java.lang.Math.sin java.lang.Math.cos'],
  [6.09, 'java.lang.Math.log java.lang.Math.exp'],
  [11.61, 'java.lang.Math.pow'],
  [0.03, 'java.lang.Character.isDigit java.lang.Character.isLetter java.lang.Character.isWhitespace java.lang.Character.isUpperCase java.lang.Character.isLetterOrDigit'],
  [7.14, 'java.lang.StringBuilder.append java.lang.StringBuffer.append'],
  [0.00, 'java.lang.AbstractStringBuilder.length'],
  [3.42, 'java.util.ArrayList.add java.util.List.add java.util.Collection.add'],
  [0.00, 'java.util.ArrayList.get java.util.List.get java.util.Collection.get'],
  [0.00, 'java.util.ArrayList.size java.util.ArrayList.isEmpty java.util.List.size java.util.List.isEmpty java.util.Collection.size java.util.Collection.isEmpty'],
  [0.01, 'java.util.Iterator.next java.util.Iterator.hasNext'],
  [1.57, 'java.util.HashMap.get java.util.HashMap.containsKey java.util.HashMap.getOrDefault java.util.Map.get java.util.Map.containsKey java.util.Map.getOrDefault java.util.LinkedHashMap.get java.util.LinkedHashMap.containsKey java.util.LinkedHashMap.getOrDefault'],
  [3.63, 'java.util.HashMap.put java.util.Map.put java.util.LinkedHashMap.put'],
  [5.25, 'java.util.HashSet.contains java.util.HashSet.add java.util.Set.contains java.util.Set.add'],
  [42.73, 'java.util.TreeMap.get java.util.TreeMap.containsKey java.util.SortedMap.get java.util.SortedMap.containsKey java.util.NavigableMap.get java.util.NavigableMap.containsKey'],
  [0.56, 'java.util.ArrayDeque.add java.util.ArrayDeque.addLast java.util.ArrayDeque.push java.util.ArrayDeque.offer java.util.ArrayDeque.poll java.util.ArrayDeque.pop java.util.ArrayDeque.remove java.util.Deque.add java.util.Deque.addLast java.util.Deque.push java.util.Deque.offer java.util.Deque.poll java.util.Deque.pop java.util.Deque.remove java.util.Queue.add java.util.Queue.addLast java.util.Queue.push java.util.Queue.offer java.util.Queue.poll java.util.Queue.pop java.util.Queue.remove java.util.LinkedList.add java.util.LinkedList.addLast java.util.LinkedList.push java.util.LinkedList.offer java.util.LinkedList.poll java.util.LinkedList.pop java.util.LinkedList.remove'],
  [6.08, 'java.lang.System.arraycopy'],
];

/** Nanoseconds by the name of the operation. */
export const CALL_TIMES: ReadonlyMap<string, number> = new Map(
  TIMES.flatMap(([nanoseconds, names]) => names.split(' ').map((name) => [name, nanoseconds] as const)),
);

import type { Trap } from './trap';

export const replacedClassTraps: readonly Trap[] = [
  {
    name: 'an empty stack throws what is caught',
    code: 'int m(int n) { Stack<Integer> s = new Stack<>(); int t = 0; for (int i = 0; i < n; i++) { try { t += s.pop(); } catch (EmptyStackException e) { s.push(i); } } return t; }',
  },
  {
    name: 'an empty stack throws what is caught in general',
    code: 'int m(int n) { Stack<Integer> s = new Stack<>(); int t = 0; for (int i = 0; i < n; i++) { try { t += s.pop(); } catch (RuntimeException e) { s.push(i); } } return t; }',
  },
  {
    name: 'an empty stack throws to the caller',
    code: 'void m(String[] x) { Stack<String> s = new Stack<>(); for (String each : x) { if (each.equals("end")) s.pop(); else s.push(each + "!"); } }',
    asks: /never empty at pop/,
  },
  {
    name: 'a stack is looked at while it is empty',
    code: 'int m(int[] x) { Stack<Integer> s = new Stack<>(); int t = 0; for (int each : x) { t += s.peek(); s.push(each); } return t; }',
    asks: /never empty at peek/,
  },
  {
    name: 'a stack holds null',
    code: 'void m(int n, String[] x) { Stack<String> s = new Stack<>(); for (int i = 0; i < n; i++) s.push(x[i]); }',
    asks: /no null is given/,
  },
  {
    name: 'a stack is printed from its bottom',
    code: 'void m(int n) { Stack<Integer> s = new Stack<>(); for (int i = 0; i < n; i++) s.push(i); System.out.println(s); }',
  },
  {
    name: 'a stack is written into a text',
    code: 'String m(int n) { Stack<Integer> s = new Stack<>(); for (int i = 0; i < n; i++) s.push(i); return "stack " + s; }',
  },
  {
    name: 'a stack is gone through from its bottom',
    code: 'int m(int n) { Stack<Integer> s = new Stack<>(); for (int i = 0; i < n; i++) s.push(i); int t = 0; for (int each : s) t = t * 31 + each; return t; }',
  },
  {
    name: 'a stack is read by index',
    code: 'int m(int n) { Stack<Integer> s = new Stack<>(); for (int i = 0; i < n; i++) s.push(i); return s.get(0); }',
  },
  {
    name: 'a stack is searched',
    code: 'int m(int n) { Stack<Integer> s = new Stack<>(); for (int i = 0; i < n; i++) s.push(i); return s.search(3); }',
  },
  {
    name: 'a stack is returned',
    code: 'Stack<Integer> m(int n) { Stack<Integer> s = new Stack<>(); for (int i = 0; i < n; i++) s.push(i); return s; }',
  },
  {
    name: 'a stack is given to a method',
    code: 'void take(List<Integer> s) { } void m(int n) { Stack<Integer> s = new Stack<>(); for (int i = 0; i < n; i++) s.push(i); take(s); }',
  },
  {
    name: 'what is pushed is taken from the call',
    code: 'int m(int n) { Stack<Integer> s = new Stack<>(); int t = 0; for (int i = 0; i < n; i++) t += s.push(i); return t; }',
  },
  {
    name: 'a stack is a parameter',
    code: 'void m(Stack<Integer> s, int n) { for (int i = 0; i < n; i++) s.push(i); }',
  },
  {
    name: 'another stack takes its place',
    code: 'void m(Stack<Integer> o, int n) { Stack<Integer> s = new Stack<>(); for (int i = 0; i < n; i++) { s.push(i); if (i == 3) s = o; } }',
  },
  {
    name: 'a loop empties a stack behind one question',
    code: 'void m(int n) { Stack<Integer> s = new Stack<>(); s.push(1); if (!s.empty()) { for (int i = 0; i < n; i++) s.pop(); } }',
    asks: /never empty at pop/,
  },
  {
    name: 'a vector is shared with a thread',
    code: 'void m(int n) { Vector<Integer> v = new Vector<>(); new Thread(() -> v.add(1)).start(); for (int i = 0; i < n; i++) v.add(i); }',
  },
  {
    name: 'a vector is given to an anonymous class',
    code: 'void m(int n) { Vector<Integer> v = new Vector<>(); new Thread() { public void run() { v.add(1); } }.start(); for (int i = 0; i < n; i++) v.add(i); }',
  },
  {
    name: 'a vector is kept in a field',
    code: 'Object f; void m(int n) { Vector<Integer> v = new Vector<>(); f = v; for (int i = 0; i < n; i++) v.add(i); }',
  },
  {
    name: 'a vector is a lock',
    code: 'void m(int n) { Vector<Integer> v = new Vector<>(); synchronized (v) { for (int i = 0; i < n; i++) v.add(i); } }',
  },
  {
    name: 'an index of a vector throws what is caught',
    code: 'int m(int n) { Vector<Integer> v = new Vector<>(); int t = 0; for (int i = 0; i < n; i++) { try { t += v.get(i); } catch (ArrayIndexOutOfBoundsException e) { v.add(i); } } return t; }',
  },
  {
    name: 'a vector wants to be one',
    code: 'Object m(int n) { Vector<Integer> v = new Vector<>(); for (int i = 0; i < n; i++) v.add(i); return new javax.swing.JList<>(v); }',
    asks: /n is not below zero/,
  },
  {
    name: 'a vector gives an enumeration',
    code: 'Object m(int n) { Vector<Integer> v = new Vector<>(); for (int i = 0; i < n; i++) v.add(i); return v.elements().nextElement(); }',
    asks: /n is not below zero/,
  },
  {
    name: 'a table refuses null',
    code: 'void m(String[] x) { Hashtable<String, String> t = new Hashtable<>(); for (String each : x) t.put(each, "1"); }',
    asks: /no null is given/,
  },
  {
    name: 'the order of a table is printed',
    code: 'void m(String[] x) { Hashtable<String, String> t = new Hashtable<>(); for (String each : x) t.put(each + "!", "1"); System.out.println(t); }',
  },
  {
    name: 'the order of a table is gone through',
    code: 'void m(String[] x, List<String> to) { Hashtable<String, String> t = new Hashtable<>(); for (String each : x) t.put(each + "!", "1"); for (String key : t.keySet()) to.add(key + "?"); }',
  },
  {
    name: 'a buffer is returned',
    code: 'StringBuffer m(int n) { StringBuffer b = new StringBuffer(); for (int i = 0; i < n; i++) b.append(i); return b; }',
  },
  {
    name: 'the end of a chain is returned',
    code: 'StringBuffer m(int n) { StringBuffer b = new StringBuffer(); for (int i = 0; i < n; i++) b.append(i); return b.append("x").append("y"); }',
  },
  {
    name: 'a buffer is wanted by a matcher',
    code: 'String m(java.util.regex.Matcher x) { StringBuffer b = new StringBuffer(); while (x.find()) { x.appendReplacement(b, "y"); b.append(x.start()); } return b.toString(); }',
  },
  {
    name: 'a buffer is given to a writer that has it',
    code: 'void take(StringBuffer b) { } void m(int n) { StringBuffer b = new StringBuffer(); for (int i = 0; i < n; i++) b.append(i); take(b); }',
  },
  {
    name: 'a buffer is a field',
    code: 'StringBuffer b = new StringBuffer(); void m(int n) { for (int i = 0; i < n; i++) b.append(i); }',
  },
  {
    name: 'a linked list is read by index, too',
    code: 'int m(String[] x) { LinkedList<String> q = new LinkedList<>(); for (String each : x) q.add(each + "!"); return q.get(1).length(); }',
  },
  {
    name: 'a linked list is a list elsewhere',
    code: 'List<String> m(String[] x) { LinkedList<String> q = new LinkedList<>(); for (String each : x) q.push(each + "!"); return q; }',
  },
  {
    name: 'a queue holds null',
    code: 'int m(String[] x) { Queue<String> q = new LinkedList<>(); int s = 0; for (String each : x) { q.add(each); s += q.size(); } return s; }',
    asks: /no null is given/,
  },
  {
    name: 'a queue gets a list that holds null',
    code: 'void m(String[] x) { Queue<String> q = new LinkedList<>(); for (String each : x) { q.addAll(Arrays.asList(each, "y")); q.poll(); } }',
    asks: /no null is given to q.addAll/,
  },
  {
    name: 'a queue takes a number out by its index',
    code: 'int m(int[] x) { LinkedList<Integer> q = new LinkedList<>(); for (int each : x) { q.add(each); q.remove(0); } return q.size(); }',
  },
  {
    name: 'a queue takes the value out',
    code: 'void m(int[] x) { List<Integer> q = new LinkedList<>(); for (int each : x) { q.add(each); q.remove(Integer.valueOf(each)); } }',
  },
  {
    name: 'a queue is shared',
    code: 'void m(int n) { Queue<Integer> q = new LinkedList<>(); new Thread(() -> q.add(1)).start(); for (int i = 0; i < n; i++) q.add(i); }',
  },
  {
    name: 'queues are compared',
    code: 'boolean m(int n, List<Integer> other) { LinkedList<Integer> q = new LinkedList<>(); for (int i = 0; i < n; i++) q.add(i); return q.equals(other); }',
  },
  {
    name: 'a linked list that is filled and given on, but is no queue',
    code: 'int m(String[] from, Set<String> known) { LinkedList<String> all = new LinkedList<>(); for (String each : from) if (known.add(each)) all.add(each); int s = 0; for (String each : all) s += each.length(); return s + all.size(); }',
  },
];

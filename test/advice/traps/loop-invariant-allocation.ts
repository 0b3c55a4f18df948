import type { Trap } from './trap';

export const loopInvariantAllocationTraps: readonly Trap[] = [
  {
    name: 'zeros are added to',
    code: 'int m(int n, int[] x) { int s = 0; for (int i = 0; i < n; i++) { int[] counts = new int[26]; for (int y : x) counts[y]++; s += counts[3]; } return s; }',
  },
  {
    name: 'zeros are read',
    code: 'int m(int n) { int s = 0; for (int i = 0; i < n; i++) { boolean[] seen = new boolean[9]; if (!seen[i % 9]) s++; seen[i % 9] = true; } return s; }',
  },
  {
    name: 'a loop waits for a zero',
    code: 'int m(int n) { int s = 0; for (int i = 0; i < n; i++) { int[] left = new int[2]; while (left[0] == 0) left[0] = 1; s++; } return s; }',
  },
  {
    name: 'a part is written and all of it read',
    code: 'int m(int n, int[] x) { int s = 0; for (int i = 0; i < n; i++) { int[] part = new int[9]; for (int j = 0; j < i; j++) part[j] = x[j] * 2; for (int each : part) s += each; } return s; }',
  },
  {
    name: 'what is filled is filled from itself',
    code: 'int m(int n) { int s = 0; for (int i = 0; i < n; i++) { int[] sum = new int[9]; for (int j = 0; j < sum.length; j++) sum[j] = s + sum[j / 2]; s += sum[8]; } return s; }',
  },
  {
    name: 'a call of the application keeps it',
    code: 'List<byte[]> kept; void keep(byte[] b) { kept.add(b); } void m(int n) { for (int i = 0; i < n; i++) { byte[] b = new byte[8]; Arrays.fill(b, (byte) i); keep(b); } }',
  },
  {
    name: 'a collection keeps it',
    code: 'void m(int n, Collection<int[]> kept) { for (int i = 0; i < n; i++) { int[] b = new int[8]; Arrays.fill(b, i); kept.add(b); } }',
  },
  {
    name: 'a map keeps it',
    code: 'void m(int n, Map<Integer, int[]> kept) { for (int i = 0; i < n; i++) { int[] b = new int[8]; Arrays.fill(b, i); kept.put(i, b); } }',
  },
  {
    name: 'a queue keeps it',
    code: 'void m(int n, java.util.concurrent.BlockingQueue<int[]> kept) throws InterruptedException { for (int i = 0; i < n; i++) { int[] b = new int[8]; Arrays.fill(b, i); kept.put(b); } }',
  },
  {
    name: 'an array keeps it',
    code: 'void m(int n, int[][] kept) { for (int i = 0; i < n; i++) { int[] b = new int[8]; Arrays.fill(b, i); kept[i] = b; } }',
  },
  {
    name: 'a list around it keeps it',
    code: 'void m(int n, Map<Integer, List<String>> kept) { for (int i = 0; i < n; i++) { String[] b = new String[1]; Arrays.fill(b, "x"); kept.put(i, Arrays.asList(b)); } }',
  },
  {
    name: 'a second name keeps it',
    code: 'int[] m(int n) { int[] last = null; for (int i = 0; i < n; i++) { int[] b = new int[8]; Arrays.fill(b, i); int[] other = b; if (i % 2 == 0) last = other; } return last; }',
  },
  {
    name: 'a lambda keeps it',
    code: 'void m(int n, List<Runnable> kept) { for (int i = 0; i < n; i++) { int[] b = new int[8]; Arrays.fill(b, i); kept.add(() -> System.out.println(b[0])); } }',
  },
  {
    name: 'an anonymous class keeps it',
    code: 'void m(int n, List<Object> kept) { for (int i = 0; i < n; i++) { int[] b = new int[8]; Arrays.fill(b, i); kept.add(new Object() { public String toString() { return "" + b[0]; } }); } }',
  },
  {
    name: 'a conditional gives it on',
    code: 'Object m(int n) { Object last = null; for (int i = 0; i < n; i++) { int[] b = new int[8]; Arrays.fill(b, i); last = i > 3 ? b : last; } return last; }',
  },
  {
    name: 'a return gives it on',
    code: 'int[] m(int n) { for (int i = 0; i < n; i++) { int[] b = new int[8]; Arrays.fill(b, i); if (b[0] > 3) return b; } return null; }',
  },
  {
    name: 'a wrapped array is seen by its buffer',
    code: 'void m(int n, List<Object> kept) { for (int i = 0; i < n; i++) { byte[] b = new byte[8]; Arrays.fill(b, (byte) i); kept.add(java.nio.ByteBuffer.wrap(b)); } }',
  },
  {
    name: 'a compressor keeps its input',
    code: 'void m(int n, java.util.zip.Deflater to) { for (int i = 0; i < n; i++) { byte[] b = new byte[8]; Arrays.fill(b, (byte) i); to.setInput(b); } }',
  },
  {
    name: 'its length grows with the rounds',
    code: 'void m(int n, java.io.InputStream in) throws java.io.IOException { for (int i = 0; i < n; i++) { byte[] b = new byte[i]; in.read(b); } }',
  },
  {
    name: 'a part of it is read from a file',
    code: 'void m(int n, java.io.InputStream in, java.io.OutputStream out) throws java.io.IOException { for (int i = 0; i < n; i++) { byte[] b = new byte[9]; in.read(b); out.write(b); } }',
    asks: /only those elements of b are used/,
  },
  {
    name: 'random numbers begin anew by their seed',
    code: 'int m(int n) { int s = 0; for (int i = 0; i < n; i++) { Random random = new Random(7); s += random.nextInt(); } return s; }',
  },
  {
    name: 'a format is set otherwise in a round',
    code: 'void m(int n, TimeZone[] zones, List<String> to) { for (int i = 0; i < n; i++) { java.text.SimpleDateFormat format = new java.text.SimpleDateFormat("HH"); if (i > 2) format.setTimeZone(zones[i]); to.add(format.format(new Date())); } }',
  },
  {
    name: 'a format is kept',
    code: 'void m(int n, List<Object> to) { for (int i = 0; i < n; i++) { java.text.SimpleDateFormat format = new java.text.SimpleDateFormat("HH"); to.add(format); } }',
  },
  {
    name: 'the loop ends with the round',
    code: 'int m(java.io.DataInputStream in) throws java.io.IOException { while (true) { byte[] b = new byte[9]; in.readFully(b); return b[0]; } }',
  },
  {
    name: 'an object of one of several kinds of elements',
    code: 'String m(Object[] all) { StringBuilder b = new StringBuilder(); for (Object each : all) { if (each instanceof String) b.append((String) each); else if (each instanceof Date) { java.text.SimpleDateFormat f = new java.text.SimpleDateFormat("yyyy"); b.append(f.format((Date) each)); } } return b.toString(); }',
  },
];

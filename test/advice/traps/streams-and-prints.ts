import type { Trap } from './trap';

export const streamsAndPrintsTraps: readonly Trap[] = [
  {
    name: 'a stream with a buffer',
    code: 'int m(java.io.File f) throws java.io.IOException { java.io.InputStream in = new java.io.BufferedInputStream(new java.io.FileInputStream(f)); int s = 0; for (int c = in.read(); c >= 0; c = in.read()) s += c; return s; }',
  },
  {
    name: 'a stream is read by blocks',
    code: 'int m(java.io.File f, byte[] b) throws java.io.IOException { java.io.InputStream in = new java.io.FileInputStream(f); int s = 0; for (int c = in.read(b); c >= 0; c = in.read(b)) s += c; return s; }',
  },
  {
    name: 'a stream that somebody else made',
    code: 'int m(java.io.InputStream in) throws java.io.IOException { int s = 0; for (int c = in.read(); c >= 0; c = in.read()) s += c; return s; }',
  },
  {
    name: 'a file that others read meanwhile',
    code: 'void m(java.io.File f, int n) throws java.io.IOException { java.io.OutputStream out = new java.io.FileOutputStream(f); for (int i = 0; i < n; i++) out.write(i); }',
    asks: /closed, or flushed/,
  },
  {
    name: 'failures are printed',
    code: 'void m(int n) { for (int i = 0; i < n; i++) System.err.print(i); }',
  },
  {
    name: 'a stream that somebody else made is printed to',
    code: 'void m(java.io.PrintStream out, int n) { for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) out.print(j); }',
  },
  {
    name: 'what is printed is awaited',
    code: 'void m(int n) { for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) System.out.print(j); }',
    asks: /waits for a part/,
  },
  {
    name: 'a data stream with a buffer',
    code: 'void m(java.io.File f, int n) throws java.io.IOException { try (java.io.DataOutputStream out = new java.io.DataOutputStream(new java.io.BufferedOutputStream(new java.io.FileOutputStream(f)))) { for (int i = 0; i < n; i++) out.writeInt(i); } }',
  },
  {
    name: 'a data stream of a memory',
    code: 'void m(int n) throws java.io.IOException { java.io.DataOutputStream out = new java.io.DataOutputStream(new java.io.ByteArrayOutputStream()); for (int i = 0; i < n; i++) out.writeInt(i); }',
  },
  {
    name: 'a data stream writes large blocks',
    code: 'void m(java.io.File f, byte[] b, int n) throws java.io.IOException { try (java.io.DataOutputStream out = new java.io.DataOutputStream(new java.io.FileOutputStream(f))) { for (int i = 0; i < n; i++) out.write(b); } }',
  },
  {
    name: 'a file of each round',
    code: 'void m(java.io.File[] x) throws java.io.IOException { for (java.io.File each : x) { java.io.DataOutputStream out = new java.io.DataOutputStream(new java.io.FileOutputStream(each)); out.writeInt(7); out.close(); } }',
  },
  {
    name: 'a writer of texts has a buffer of its own',
    code: 'void m(java.io.File f, String[] x) throws java.io.IOException { try (java.io.FileWriter out = new java.io.FileWriter(f)) { for (String each : x) out.write(each); } }',
  },
];

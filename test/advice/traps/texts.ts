import type { Trap } from './trap';

export const textsTraps: readonly Trap[] = [
  {
    name: 'a list is added to itself',
    code: 'void m(List<String> to) { for (String each : to) to.add(each); }',
  },
  {
    name: 'a string is passed on in each round',
    code: 'void see(String s) { } void m(String[] x) { String s = ""; for (String each : x) { s += each; see(s); } }',
  },
  {
    name: 'a string is kept in each round',
    code: 'void m(String[] x, List<String> all) { String path = ""; for (String each : x) { path = path + "/" + each; all.add(path); } }',
  },
  {
    name: 'a string is printed in each round',
    code: 'void m(String[] x) { String s = ""; for (String each : x) { s += each; System.out.println(s); } }',
  },
  {
    name: 'a string is compared in each round',
    code: 'String m(String[] x) { String s = ""; for (String each : x) { s += each; if (s.equals("ab")) break; } return s; }',
  },
  {
    name: 'a string decides on the rounds',
    code: 'String m(String s, int n) { while (s.length() < n) s += "x"; return s; }',
  },
  {
    name: 'a string begins again',
    code: 'void m(String[] x, List<String> all) { String s = ""; for (String each : x) { s += each; if (each.isEmpty()) { all.add(s); s = ""; } } }',
  },
  {
    name: 'a string is added to itself',
    code: 'String m(String[] x) { String s = "a"; for (String each : x) s = s + each + s; return s; }',
  },
  {
    name: 'a string is of its round',
    code: 'void m(String[] x, List<String> all) { for (String each : x) { String s = each; s += "!"; all.add(s); } }',
  },
  {
    name: 'the loop ends with what is added',
    code: 'String m(String[] x) { String s = ""; for (String each : x) { if (each.isEmpty()) { s += "!"; break; } } return s; }',
  },
  {
    name: 'the field is read by what the loop calls',
    code: 'String s = ""; int size() { return s.length(); } int m(String[] x) { int t = 0; for (String each : x) { s += each; t += size(); } return t; }',
  },
  {
    name: 'a string is seen by a lambda',
    code: 'String s = ""; void m(String[] x, List<Runnable> all) { for (String each : x) { s += each; all.add(() -> System.out.println(s)); } }',
  },
  {
    name: 'a text of the exception is made once',
    code: 'void m(String[] x) { String s = ""; for (String each : x) { if (each == null) { s += "null"; throw new IllegalStateException(s); } } }',
  },
  {
    name: 'a box may be null',
    code: 'Integer m(int[] x, Integer s) { for (int each : x) s += each; return s; }',
  },
  {
    name: 'a box is null at first',
    code: 'Integer m(int[] x) { Integer s = null; for (int each : x) { if (s == null) s = 0; s += each; } return s; }',
  },
  {
    name: 'boxes are compared as objects',
    code: 'boolean m(int[] x, Integer o) { Integer s = 0; for (int each : x) s += each; return s == o; }',
  },
  {
    name: 'a box is removed as an object',
    code: 'List<Integer> m(int[] x, List<Integer> from) { Integer s = 0; for (int each : x) { s += each; from.remove(s); } return from; }',
  },
  {
    name: 'a box has methods',
    code: 'int m(int[] x) { Integer s = 0; for (int each : x) s += each; return s.hashCode(); }',
  },
  {
    name: 'a pattern is for the exception alone',
    code: 'void m(String[] x) { for (String each : x) if (each == null) throw new IllegalStateException("a b".replaceAll("[a-c]", "")); }',
  },
  {
    name: 'one letter is split without a pattern',
    code: 'int m(String[] x) { int t = 0; for (String each : x) t += each.split(";").length; return t; }',
  },
  {
    name: 'letters of a writer are its own matter',
    code: 'void m(java.io.Writer w, int n) throws java.io.IOException { for (int i = 0; i < n; i++) w.append("x"); }',
  },
  {
    name: 'two letters are no letter',
    code: 'void m(StringBuilder w, int n) { for (int i = 0; i < n; i++) w.append("xy"); }',
  },
  {
    name: 'the parts of a sum read the builder',
    code: 'String m(int n) { StringBuilder b = new StringBuilder(); for (int i = 0; i < n; i++) b.append("xy" + b.length()); return b.toString(); }',
    asks: /no part of it changes/,
  },
  {
    name: 'a part that throws leaves the builder as it was',
    code: 'String m(String[] x) { StringBuilder b = new StringBuilder(); for (String each : x) { try { b.append("xy" + each.length()); } catch (NullPointerException e) { b.append("none"); } } return b.toString(); }',
    asks: /throws what is caught/,
  },
  {
    name: 'letters in an array are appended otherwise',
    code: 'void m(StringBuilder b, char[] x, int n) { for (int i = 0; i < n; i++) b.append("xy" + x); }',
  },
  {
    name: 'texts of other classes are appended otherwise',
    code: 'void m(StringBuilder b, CharSequence x, int n) { for (int i = 0; i < n; i++) b.append("xy" + x); }',
  },
  {
    name: 'a constant sum is one string',
    code: 'void m(StringBuilder b, int n) { for (int i = 0; i < n; i++) b.append("ab" + "cd"); }',
  },
  {
    name: 'a format pads',
    code: 'void m(int n) { for (int i = 0; i < n; i++) System.out.println(String.format("%5s", i)); }',
  },
  {
    name: 'a format writes numbers as the language does',
    code: 'void m(int n) { for (int i = 0; i < n; i++) System.out.println(String.format("%d", i)); }',
  },
  {
    name: 'a format is given a language',
    code: 'void m(int n) { for (int i = 0; i < n; i++) System.out.println(String.format(Locale.GERMAN, "%s", i)); }',
  },
  {
    name: 'an object formats itself',
    code: 'void m(Formattable[] x) { for (Formattable each : x) System.out.println(String.format("%s", each)); }',
  },
  {
    name: 'an object may format itself',
    code: 'void m(Object[] x) { for (Object each : x) System.out.println(String.format("%s", each)); }',
  },
  {
    name: 'a format has too few values',
    code: 'void m(int n) { for (int i = 0; i < n; i++) System.out.println(String.format("%s %s", i)); }',
  },
  {
    name: 'an array of values is given as it is',
    code: 'void m(Object[][] x) { for (Object[] each : x) System.out.println(String.format("%s %s", each)); }',
  },
  {
    name: 'a format of the exception is made once',
    code: 'void m(String[] x) { for (String each : x) if (each.isEmpty()) throw new IllegalStateException(String.format("%s is empty", each)); }',
  },
  {
    name: 'letters are written into their copy',
    code: 'String m(String t) { char[] letters = t.toCharArray(); for (char each : letters) letters[0] = each; return new String(letters); }',
  },
  {
    name: 'javac makes one text of constants',
    code: 'String m(String[] from) { StringBuilder b = new StringBuilder(); for (String each : from) { final int start = 90; b.append(each + " arc(" + start + ")"); } return b.toString(); }',
  },
];

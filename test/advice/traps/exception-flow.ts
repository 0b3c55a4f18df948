import type { Trap } from './trap';

export const exceptionFlowTraps: readonly Trap[] = [
  {
    name: 'an exception ends the search',
    code: 'int m(String[] x) { for (String each : x) try { if (each.isEmpty()) throw new IllegalArgumentException(each); } catch (IllegalArgumentException e) { return 1; } return 0; }',
  },
  {
    name: 'an exception is told to somebody',
    code: 'String m(String[] x) { String s = ""; for (String each : x) try { if (each.isEmpty()) throw new IllegalArgumentException(each); } catch (IllegalArgumentException e) { s = e.getMessage(); } return s; }',
  },
  {
    name: 'a caller catches the exception',
    code: 'void m(String[] x) { for (String each : x) if (each.isEmpty()) throw new IllegalArgumentException(each); }',
  },
  {
    name: 'another exception is caught',
    code: 'int m(String[] x) { int s = 0; for (String each : x) try { if (each.isEmpty()) throw new IllegalStateException(); s += Integer.decode(each); } catch (IllegalArgumentException e) { s++; } return s; }',
  },
  {
    name: 'a lambda throws the exception',
    code: 'int m(String[] x) { int s = 0; for (String each : x) try { Runnable r = () -> { if (each.isEmpty()) throw new IllegalStateException(); }; r.run(); } catch (IllegalStateException e) { s++; } return s; }',
  },
  {
    name: 'the exception is made once',
    code: 'int m(String x) { int s = 0; try { if (x.isEmpty()) throw new IllegalStateException(); } catch (IllegalStateException e) { s++; } while (s < 99) s += 2; return s; }',
  },
  {
    name: 'an iterator is asked before it gives',
    code: 'int m(List<String> x) { int s = 0; Iterator<String> all = x.iterator(); try { while (all.hasNext()) s += all.next().length(); } catch (NoSuchElementException e) { s = 0; } return s; }',
  },
  {
    name: 'a loop that ends by another way',
    code: 'int m(List<String> x) { int s = 0; Iterator<String> all = x.iterator(); try { while (true) { String each = all.next(); if (each.isEmpty()) break; s += each.length(); } } catch (NoSuchElementException e) { s = 0; } return s; }',
  },
  {
    name: 'texts are read as numbers, and the first that is none ends it',
    code: 'int m(String[] x) { int s = 0; for (String each : x) try { s += Integer.parseInt(each); } catch (NumberFormatException e) { return s; } return s; }',
  },
  {
    name: 'an exception of the class may record nothing',
    code: 'static class Skip extends RuntimeException { Skip() { super(null, null, false, false); } } int m(String[] x) { int s = 0; for (String each : x) try { if (each.isEmpty()) throw new Skip(); s++; } catch (Skip e) { s--; } return s; }',
    asks: /records the calls/,
  },
  {
    name: 'most texts are numbers',
    code: 'int m(String[] x) { int s = 0; for (String each : x) try { s += Integer.parseInt(each); } catch (NumberFormatException e) { s++; } return s; }',
    asks: /one in ten/,
  },
];

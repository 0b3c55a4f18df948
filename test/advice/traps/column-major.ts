import type { Trap } from './trap';

export const columnMajorTraps: readonly Trap[] = [
  {
    name: 'columns are added up in an array of sums that the loop asks for',
    code: 'int m(int[][] x, int n, int k) { int s = 0; for (int i = 0; i < n; i++) for (int j = 0; j < k; j++) s += s % 7 + x[j][i]; return s; }',
  },
  {
    name: 'a triangle of a matrix',
    code: 'int m(int[][] x, int n) { int s = 0; for (int i = 0; i < n; i++) for (int j = 0; j < i; j++) s += x[j][i]; return s; }',
  },
  {
    name: 'a matrix is turned',
    code: 'void m(int[][] x, int[][] to, int n, int k) { for (int i = 0; i < n; i++) for (int j = 0; j < k; j++) to[i][j] = x[j][i]; }',
  },
  {
    name: 'elements depend on the row above',
    code: 'void m(int[][] x, int n, int k) { for (int i = 0; i < n; i++) for (int j = 1; j < k; j++) x[j][i] = x[j - 1][i] + i; }',
  },
  {
    name: 'elements are told to others in order',
    code: 'void m(int[][] x, int n, int k, List<Integer> to) { for (int i = 0; i < n; i++) for (int j = 0; j < k; j++) to.add(x[j][i]); }',
  },
  {
    name: 'a search ends in a column',
    code: 'int m(int[][] x, int n, int k) { for (int i = 0; i < n; i++) for (int j = 0; j < k; j++) if (x[j][i] > 9) return i; return 0; }',
  },
  {
    name: 'elements are numbered in order',
    code: 'void m(int[][] x, int n, int k) { int next = 0; for (int i = 0; i < n; i++) for (int j = 0; j < k; j++) x[j][i] = next++; }',
  },
  {
    name: 'the rows of a matrix are of few columns',
    code: 'int m(int[][] x, int n) { int s = 0; for (int i = 0; i < 4; i++) for (int j = 0; j < n; j++) s += x[j][i]; return s; }',
  },
  {
    name: 'texts are added up in order',
    code: 'int m(String[][] x, int n, int k) { StringBuilder b = new StringBuilder(); for (int i = 0; i < n; i++) for (int j = 0; j < k; j++) b.append(x[j][i]); return b.length(); }',
  },
  {
    name: 'a method of the class looks at each element',
    code: 'int seen; int look(int x) { seen = 31 * seen + x; return seen; } int m(int[][] x, int n, int k) { int s = 0; for (int i = 0; i < n; i++) for (int j = 0; j < k; j++) s += look(x[j][i]); return s; }',
  },
  {
    name: 'a matrix is gone through by its rows',
    code: 'int m(int[][] x, int n, int k) { int s = 0; for (int i = 0; i < n; i++) for (int j = 0; j < k; j++) s += x[i][j]; return s; }',
  },
  {
    name: 'something is done for each column',
    code: 'int m(int[][] x, int[] to, int n, int k) { int s = 0; for (int i = 0; i < n; i++) { s = 0; for (int j = 0; j < k; j++) s += x[j][i]; to[i] = s; } return s; }',
  },
  {
    name: 'rows may be of several lengths',
    code: 'int m(int[][] x, int n, int k) { int s = 0; for (int i = 0; i < n; i++) for (int j = 0; j < k; j++) s += x[j][i]; return s; }',
    asks: /no row of x is shorter/,
  },
  {
    name: 'a sum of doubles is rounded in another order',
    code: 'double m(double[][] x, int n, int k) { double s = 0; for (int i = 0; i < n; i++) for (int j = 0; j < k; j++) s += x[j][i]; return s; }',
    asks: /rounded otherwise/,
  },
  {
    name: 'two arrays may be one',
    code: 'void m(double[][] a, double[][] b, double[][] c, int n) { for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) for (int k = 0; k < n; k++) c[i][j] += a[i][k] * b[k][j]; }',
    asks: /no rows in common/,
  },
];

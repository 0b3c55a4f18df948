/** Dense matrices: products, elimination and transposition, each as often as it is told. */
class Linear {
    public static void main(String[] arguments) {
        int n = Integer.parseInt(arguments[0]);
        double[][] a = fill(n, 1), b = fill(n, 2);
        double sum = 0;
        for (int round = 0; round < Integer.parseInt(arguments[1]); round++) sum += multiply(a, b)[n / 2][n / 3];
        for (int round = 0; round < Integer.parseInt(arguments[2]); round++) sum += determinant(fill(n, round));
        for (int round = 0; round < Integer.parseInt(arguments[3]); round++) sum += transpose(a)[n - 1][0];
        System.out.println(sum);
    }

    static double[][] fill(int n, int seed) {
        double[][] m = new double[n][n];
        long state = seed * 7919L + 17;
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                state = (state * 6364136223846793005L + 1442695040888963407L);
                m[i][j] = (state >>> 40) / (double) (1 << 24);
            }
        return m;
    }

    static double[][] multiply(double[][] a, double[][] b) {
        int n = a.length;
        double[][] c = new double[n][n];
        for (int i = 0; i < n; i++)
            for (int k = 0; k < n; k++) {
                double factor = a[i][k];
                for (int j = 0; j < n; j++) c[i][j] += factor * b[k][j];
            }
        return c;
    }

    static double determinant(double[][] m) {
        int n = m.length;
        double product = 1;
        for (int column = 0; column < n; column++) {
            int best = column;
            for (int row = column + 1; row < n; row++)
                if (Math.abs(m[row][column]) > Math.abs(m[best][column])) best = row;
            if (m[best][column] == 0) return 0;
            double[] pivot = m[best];
            m[best] = m[column];
            m[column] = pivot;
            product *= pivot[column];
            for (int row = column + 1; row < n; row++) {
                double factor = m[row][column] / pivot[column];
                for (int j = column; j < n; j++) m[row][j] -= factor * pivot[j];
            }
        }
        return product;
    }

    static double[][] transpose(double[][] a) {
        int n = a.length;
        double[][] t = new double[n][n];
        for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) t[j][i] = a[i][j];
        return t;
    }
}

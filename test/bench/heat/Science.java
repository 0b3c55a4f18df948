import org.apache.commons.math3.analysis.differentiation.DerivativeStructure;
import org.apache.commons.math3.complex.Complex;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.EigenDecomposition;
import org.apache.commons.math3.linear.RealMatrix;
import org.apache.commons.math3.linear.SingularValueDecomposition;
import org.apache.commons.math3.ode.FirstOrderDifferentialEquations;
import org.apache.commons.math3.ode.nonstiff.DormandPrince853Integrator;
import org.apache.commons.math3.random.MersenneTwister;
import org.apache.commons.math3.stat.descriptive.DescriptiveStatistics;
import org.apache.commons.math3.stat.regression.OLSMultipleLinearRegression;
import org.apache.commons.math3.transform.DftNormalization;
import org.apache.commons.math3.transform.FastFourierTransformer;
import org.apache.commons.math3.transform.TransformType;

/** A scientific library computes: "a" long orbits, spectra and matrices and few statistics, "b" the other way round. */
public class Science {
    public static void main(String[] arguments) {
        boolean isPhysics = arguments[0].equals("a");
        System.out.println(isPhysics ? physics(200, 4096, 60) : physics(40, 512, 25));
        System.out.println(isPhysics ? statistics(1000, 60) : statistics(5000, 400));
    }

    private static double physics(double time, int points, int size) {
        double[] state = {1, 0, 0, 0.9};
        FirstOrderDifferentialEquations orbit = new FirstOrderDifferentialEquations() {
            @Override
            public int getDimension() {
                return 4;
            }

            @Override
            public void computeDerivatives(double t, double[] y, double[] dy) {
                double cube = Math.pow(y[0] * y[0] + y[1] * y[1], 1.5);
                dy[0] = y[2];
                dy[1] = y[3];
                dy[2] = -y[0] / cube;
                dy[3] = -y[1] / cube;
            }
        };
        new DormandPrince853Integrator(1e-6, 1, 1e-10, 1e-10).integrate(orbit, 0, state, time, state);
        double[] signal = new double[points];
        for (int i = 0; i < signal.length; i++) signal[i] = Math.sin(i * 0.1) + state[0] * Math.sin(i * 0.37);
        Complex[] spectrum = new FastFourierTransformer(DftNormalization.STANDARD)
                .transform(signal, TransformType.FORWARD);
        RealMatrix matrix = random(size);
        return spectrum[points / 64 + 1].abs() + new EigenDecomposition(matrix.add(matrix.transpose())).getRealEigenvalue(0)
                + new SingularValueDecomposition(matrix).getNorm();
    }

    private static double statistics(int values, int rows) {
        MersenneTwister random = new MersenneTwister(3);
        DescriptiveStatistics statistics = new DescriptiveStatistics();
        for (int i = 0; i < values; i++) statistics.addValue(random.nextGaussian());
        double[] y = new double[rows];
        double[][] x = new double[rows][12];
        for (int i = 0; i < y.length; i++) {
            for (int j = 0; j < 12; j++) y[i] += j * (x[i][j] = random.nextDouble());
        }
        OLSMultipleLinearRegression regression = new OLSMultipleLinearRegression();
        regression.newSampleData(y, x);
        return statistics.getPercentile(90) + statistics.getKurtosis() + regression.calculateRSquared()
                + new DerivativeStructure(2, 3, 0, 1.5).sin().exp().getValue();
    }

    private static RealMatrix random(int size) {
        MersenneTwister random = new MersenneTwister(5);
        RealMatrix matrix = new Array2DRowRealMatrix(size, size);
        for (int i = 0; i < size; i++) for (int j = 0; j < size; j++) matrix.setEntry(i, j, random.nextDouble());
        return matrix;
    }
}

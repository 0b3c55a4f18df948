/**
 * How long dense factorizations take, ours beside those of ml-matrix, in turn in one run:
 * `node test/bench/dense.mjs`.
 */
import { importBundled } from './bundle.mjs';

const ROUNDS = 7;
const lib = await importBundled('test/bench/dense.ts');

/** The medians of what each of `sides` takes, in milliseconds; the sides run in turn. */
function compare(what, sides, agreement) {
  const taken = Object.fromEntries(Object.keys(sides).map((name) => [name, []]));
  const results = {};
  for (let round = 0; round < ROUNDS; round++)
    for (const [name, run] of Object.entries(sides)) {
      const started = performance.now();
      results[name] = run();
      taken[name].push(performance.now() - started);
    }
  const medianOf = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];
  const texts = Object.entries(taken).map(([name, values]) => `${name} ${medianOf(values).toFixed(2)} ms`);
  console.log(`${what}: ${texts.join(', ')}; apart by ${agreement(results).toExponential(1)}`);
}

const apart = (one, other) => {
  let most = 0;
  let largest = 0;
  for (let i = 0; i < one.length; i++) {
    most = Math.max(most, Math.abs(one[i] - other[i]));
    largest = Math.max(largest, Math.abs(one[i]));
  }
  return most / largest;
};

const random = lib.createRandom(1);

for (const [rows, columns] of [
  [200, 120],
  [800, 300],
  [1000, 187],
  [20_000, 187],
]) {
  const values = Float64Array.from({ length: rows * columns }, () => Math.round(50 * random.exponential()));
  const energies = Float64Array.from({ length: rows }, () => 100 * random.exponential());
  const rowsOf = () =>
    Array.from({ length: rows }, (_, i) => values.subarray(i * columns, (i + 1) * columns));
  compare(
    `least squares by QR, ${rows} × ${columns}`,
    {
      ours: () =>
        lib.basicSolution(lib.factorWithPivots(lib.reduceProblem({ rows, columns, values }, energies))),
      'ours without pivots': () => lib.reduceProblem({ rows, columns, values }, energies).target,
      'ml-matrix without pivots': () =>
        new lib.QR(new lib.Matrix(rowsOf())).solve(lib.Matrix.columnVector(energies)).to1DArray(),
    },
    (results) => apart(results.ours, results['ml-matrix without pivots']),
  );
}

for (const size of [12, 60, 120, 300, 800]) {
  const gram = makeGram(size);
  const right = Float64Array.from({ length: size }, () => random.normal());
  const repeats = Math.max(1, Math.round(2e7 / size ** 3));
  const repeated = (run) => () => {
    let result;
    for (let k = 0; k < repeats; k++) result = run();
    return result;
  };
  compare(
    `Cholesky and solve, ${size} × ${size}, ${repeats} times`,
    {
      ours: repeated(() => {
        const factor = gram.slice();
        lib.decompose(factor, size);
        const solved = right.slice();
        lib.solveLower(factor, size, solved);
        lib.solveLowerTransposed(factor, size, solved);
        return solved;
      }),
      'ml-matrix': repeated(() =>
        new lib.CholeskyDecomposition(lib.Matrix.from1DArray(size, size, gram))
          .solve(lib.Matrix.columnVector(right))
          .to1DArray(),
      ),
    },
    ({ ours, 'ml-matrix': theirs }) => apart(ours, theirs),
  );
}

for (const size of [120, 187, 300]) {
  const gram = makeGram(size);
  compare(
    `inverse of a positive definite matrix, ${size} × ${size}`,
    {
      ours: () => {
        const factor = gram.slice();
        lib.decompose(factor, size);
        return invert(factor, size);
      },
      'ml-matrix': () =>
        new lib.CholeskyDecomposition(lib.Matrix.from1DArray(size, size, gram))
          .solve(lib.Matrix.eye(size))
          .to1DArray(),
    },
    ({ ours, 'ml-matrix': theirs }) => apart(ours, theirs),
  );
  compare(
    `whether a matrix is a covariance, ${size} × ${size}`,
    {
      'ours by Cholesky': () => {
        const factor = gram.slice();
        lib.decompose(factor, size);
        return factor;
      },
      'ml-matrix by eigenvalues': () =>
        new lib.EVD(lib.Matrix.from1DArray(size, size, gram), { assumeSymmetric: true }).realEigenvalues,
    },
    () => 0,
  );
}

/** (L L')⁻¹. */
function invert(factor, size) {
  const columns = Array.from({ length: size }, (_, j) => {
    const unit = new Float64Array(size);
    unit[j] = 1;
    lib.solveLower(factor, size, unit);
    return unit;
  });
  const inverse = new Float64Array(size * size);
  for (let i = 0; i < size; i++)
    for (let j = 0; j <= i; j++) {
      let sum = 0;
      for (let k = i; k < size; k++) sum += columns[i][k] * columns[j][k];
      inverse[i * size + j] = inverse[j * size + i] = sum;
    }
  return inverse;
}

function makeGram(size) {
  const base = Float64Array.from({ length: size * size }, () => random.normal());
  const gram = new Float64Array(size * size);
  for (let i = 0; i < size; i++)
    for (let j = 0; j < size; j++) {
      let sum = i === j ? 1 : 0;
      for (let k = 0; k < size; k++) sum += base[i * size + k] * base[j * size + k];
      gram[i * size + j] = sum;
    }
  return gram;
}

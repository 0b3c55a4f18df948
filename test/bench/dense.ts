/** What `dense.mjs` times: our factorizations, and those of ml-matrix. */
export { createRandom } from '../../server/src/models/solve/random';
export { decompose, solveLower, solveLowerTransposed } from '../../server/src/models/solve/matrix';
export { basicSolution, factorWithPivots } from '../../server/src/models/solve/rank-revealing';
export { reduceProblem } from '../../server/src/models/solve/triangular-reduction';
export { CholeskyDecomposition, EVD, Matrix, QR, SVD } from 'ml-matrix';

/** A small model of eCalc's cost functions: figures made up, ireturn costs most. */
export const ecalcModelText = JSON.stringify({
  format: 'jouleline-cost-model',
  version: 1,
  kind: 'ecalc',
  id: 'tiny-ecalc',
  title: 'Tiny',
  machine: 'a test',
  mode: 'interpreter',
  source: 'made up',
  instructions: [
    { name: 'iadd', mean: 1e-9, sd: 1e-10 },
    { name: 'imul', mean: 3e-9, sd: 1e-10 },
    { name: 'iload_0', mean: 1e-9, sd: 1e-10 },
    { name: 'ireturn', mean: 4e-9, sd: 1e-10 },
  ],
  invocation: { mean: 2e-8, sd: 1e-9 },
  allocations: [{ name: 'newarray', mean: 3e-8, sd: 1e-9, perSize: 1e-10 }],
  library: [{ name: 'java.lang.Math.sin', mean: 5e-8, sd: 1e-9, perSize: 0 }],
});

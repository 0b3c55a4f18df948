import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** java-parser's package exports hide its parser class; one alias reaches it here, in scripts/bundle-aliases.mjs and in tsconfig.json. */
const alias = {
  'java-parser-internals': fileURLToPath(new URL('./node_modules/java-parser/src', import.meta.url)),
};

/** The JVMs of build tools end before code compiled well would pay: so they start and work in less time. */
const quick = '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC';
const env = { MAVEN_OPTS: quick, GRADLE_OPTS: quick };

export default defineConfig({
  test: {
    // One process for each core runs file after file: its modules are loaded, and its JVM is started, once.
    isolate: false,
    maxWorkers: 2,
    minWorkers: 1,
    projects: [
      {
        resolve: { alias },
        test: {
          name: 'unit',
          env,
          setupFiles: ['test/support/property-seed.ts'],
          testTimeout: 120_000,
          include: ['test/**/*.test.ts'],
          exclude: ['test/integration/**', 'test/e2e/**'],
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'integration',
          env,
          include: ['test/integration/**/*.test.ts'],
          setupFiles: ['test/support/own-cache.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'e2e',
          env,
          include: ['test/e2e/**/*.test.ts'],
          testTimeout: 180_000,
          hookTimeout: 240_000,
          globalSetup: ['test/e2e/package-first.ts'],
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'gallery',
          include: ['test/gallery/take-pictures.ts'],
          testTimeout: 300_000,
          hookTimeout: 120_000,
        },
      },
      {
        resolve: { alias },
        test: { name: 'bench', include: ['test/bench/**/*.bench.ts'], testTimeout: 600_000 },
      },
    ],
  },
});

import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** java-parser's package exports hide its parser class; one alias reaches it here, in scripts/bundle-aliases.mjs and in tsconfig.json. */
const alias = {
  'java-parser-internals': fileURLToPath(new URL('./node_modules/java-parser/src', import.meta.url)),
};

/** The JVMs of build tools end before code compiled well would pay: so they start and work in less time. */
const quick = '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC';
const env = { MAVEN_OPTS: quick, GRADLE_OPTS: quick };

/** The files that take longest, the longest first. */
const slow = [
  ...['e2e/this-machine', 'e2e/advice', 'e2e/bad-input', 'e2e/profile-projects', 'e2e/compare'],
  ...[
    'attach',
    'diff-revisions',
    'calibrate',
    'profile-builds',
    'bad-input',
    'diff-launch',
    'profile-energy',
  ].map((name) => `integration/${name}`),
  ...['host/run/run-program', 'profile/counts', 'profile/endings', 'fuzz/classes', 'classfile/rewrite-class'],
].map((name) => `/test/${name}.test.ts`);

/** Starts the slow files first: a core that got one last would work while the other has nothing left. */
class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const placeOf = ({ moduleId }: TestSpecification): number => {
      const place = slow.findIndex((name) => moduleId.endsWith(name));
      return place < 0 ? slow.length : place;
    };
    return sorted.sort((a, b) => placeOf(a) - placeOf(b));
  }
}

export default defineConfig({
  test: {
    // One process for each core runs file after file: its modules are loaded, and its JVM is started, once.
    isolate: false,
    maxWorkers: 2,
    minWorkers: 1,
    sequence: { sequencer: SlowFirst },
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

import { defineConfig } from 'vitest/config';
import { compileCache } from './test/support/compile-cache.ts';
import { LongestFirst } from './test/support/longest-first.ts';

// For the workers of this run and the processes that they start.
process.env.NODE_COMPILE_CACHE ??= compileCache;

/** Tests that leave their process as it was, so that the next file can have it with all that was loaded. */
const pure = ['calls', 'config', 'conformance', 'contract', 'engine', 'facts', 'lineage', 'mutations', 'since'].map(
  (folder) => `test/${folder}/**/*.test.ts`,
);

export default defineConfig({
  test: {
    globalSetup: ['temp-folder', 'postgres', 'mariadb', 'mssql'].map((name) => `test/support/${name}.ts`),
    // Much of the time is waiting for leases, deadlines and windows, so that two cores have work for three.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      { extends: true, test: { name: 'pure', include: pure, isolate: false } },
      { extends: true, test: { name: 'own', include: ['test/**/*.test.ts'], exclude: pure } },
    ],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});

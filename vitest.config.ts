import { defineConfig } from 'vitest/config';
import { compileCache } from './test/support/compile-cache.ts';

// For the workers of this run and the processes that they start.
process.env.NODE_COMPILE_CACHE ??= compileCache;

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/postgres.ts', 'test/support/mariadb.ts', 'test/support/mssql.ts'],
    // Much of the time is waiting for leases, deadlines and windows; vitest by itself leaves one of two cores idle.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});

import { defineConfig } from 'vitest/config';

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

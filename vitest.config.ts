import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/postgres.ts', 'test/support/mariadb.ts', 'test/support/mssql.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});

/** Exports of this folder for tests. */
export { type ConnectionPool, createConnectionPool } from './pool.ts';
export { TarnPool } from './tarn-pool.ts';

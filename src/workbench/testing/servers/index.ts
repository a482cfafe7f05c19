/** Exports of this folder for tests. */
export { freePort, type LocalServer, run, type ServerSettings, stop, untilReady } from './local-server.ts';
export { startMysql } from './mysql.ts';
export type { MysqlBinaries } from './mysql-binaries.ts';
export { onMysql, type RunText } from './mysql-client.ts';
export { startPostgres } from './postgres.ts';
export { loadTimeZones } from './time-zones.ts';

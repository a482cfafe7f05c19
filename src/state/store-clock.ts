/** The database's clock. All replicas use it, because their own clocks may differ. */
import type { DialectName } from '../../engine/index.ts';

/**
 * An SQL expression for the time in whole milliseconds since the epoch, independent of the time zones of session and server. On MySQL and
 * SQLite it is the time at which the statement started.
 */
export const storeClock: Readonly<Record<DialectName, string>> = {
  sqlite: "cast(round(unixepoch('subsec') * 1000) as integer)",
  postgres: 'cast(floor(extract(epoch from clock_timestamp()) * 1000) as bigint)',
  mysql: "timestampdiff(microsecond, '1970-01-01', utc_timestamp(6)) div 1000",
  mssql: "datediff_big(millisecond, '19700101', sysutcdatetime())",
};

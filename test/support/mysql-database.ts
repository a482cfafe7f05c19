/** A database of one's own on a MySQL or MariaDB, the test run's where no other is said. */
import { randomBytes } from 'node:crypto';
import { onMysql, type RunText } from '../../src/testing/servers/mysql-client.ts';
import { providedUrl } from './provided.ts';

export interface MysqlDatabase {
  readonly name: string;
  readonly url: string;
  /** Executes statements in it, with Berlin's clock, and gives the rows where there is one statement. */
  readonly run: RunText;
  /** The same for standard SQL: `||` joins texts, `"` quotes names, a backslash is a character like any other. */
  readonly runStandard: RunText;
  drop(): Promise<void>;
}

const clock = "time_zone = 'Europe/Berlin'";
const standard = "sql_mode = 'ANSI_QUOTES,PIPES_AS_CONCAT,NO_BACKSLASH_ESCAPES,STRICT_ALL_TABLES'";

/** Creates an empty database whose texts compare by code points, as those of the other databases in the tests do. */
export async function freshMysqlDatabase(server = providedUrl('mysqlUrl')): Promise<MysqlDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const onServer = (sql: string) => onMysql(server, (run) => run(sql));
  await onServer(`create database ${name} character set utf8mb4 collate utf8mb4_bin`);
  const address = new URL(server);
  address.pathname = `/${name}`;
  const url = address.href;
  return {
    name,
    url,
    run: (sql) => onMysql(url, (run) => run(sql), [clock]),
    runStandard: (sql) => onMysql(url, (run) => run(sql), [clock, standard]),
    drop: async () => void (await onServer(`drop database if exists ${name}`)),
  };
}

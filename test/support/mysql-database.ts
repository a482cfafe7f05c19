/** A separate database on a MySQL or MariaDB server: that of the test run, or a given one. */
import { randomBytes } from 'node:crypto';
import { onMysql, type RunText } from '../../src/workbench/testing/servers/mysql-client.ts';
import { providedUrl } from './provided.ts';

export interface MysqlDatabase {
  readonly name: string;
  readonly url: string;
  /** Executes statements in it, in the time zone of Berlin, and returns the rows if there is one statement. */
  readonly run: RunText;
  /** The same for standard SQL: `||` concatenates, `"` quotes names, and a backslash is an ordinary character. */
  readonly runStandard: RunText;
  drop(): Promise<void>;
}

const clock = "time_zone = 'Europe/Berlin'";
const standard = "sql_mode = 'ANSI_QUOTES,PIPES_AS_CONCAT,NO_BACKSLASH_ESCAPES,STRICT_ALL_TABLES'";

/** Creates an empty database that compares texts by code points like the other databases of the tests. */
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

/** Statements that reach out of the database are found, on each kind of database. */
import { describe, expect, it } from 'vitest';
import { findOutside } from '../../../engine/compile/sql/read-only.ts';
import { kinds } from '../../support/kinds.ts';

const outside = {
  postgres: [
    "COPY customer TO PROGRAM 'sh'",
    "SELECT pg_read_file('/etc/passwd') AS name",
    "SELECT pg_catalog . pg_read_binary_file('x')",
    `SELECT "pg_read_file"('/etc/passwd')`,
    `SELECT 'a' AS "b c", "lo_export"(1, '/tmp/x')`,
    "SELECT * FROM dblink('host=x', 'SELECT 1') AS t(a int)",
    "SELECT query_to_xml('SELECT 1', true, true, '')",
    "SELECT pg_ls_dir('.')",
  ],
  mysql: [
    "SELECT LOAD_FILE('/etc/passwd')",
    "SELECT name FROM customer INTO OUTFILE '/tmp/x'",
    "SELECT name INTO /* a */ DUMPFILE '/tmp/x' FROM customer",
    "LOAD DATA INFILE 'x' INTO TABLE customer",
  ],
  mssql: [
    "EXEC xp_cmdshell 'dir'",
    "EXEC master..[xp_cmdshell] 'dir'",
    "SELECT * FROM OPENROWSET('SQLNCLI', 'x', 'SELECT 1')",
    "SELECT * FROM OPENDATASOURCE('SQLNCLI', 'x').a.dbo.b",
    "BULK INSERT customer FROM 'x'",
    'EXEC sp_OACreate 1',
  ],
  sqlite: ["SELECT load_extension('x')", "ATTACH 'x' AS y", "SELECT writefile('x', 'y')", "VACUUM INTO 'x'"],
} as const;

const inside = {
  postgres: [
    "SELECT 'pg_read_file(1)' AS copy, dblink FROM t -- COPY x TO PROGRAM",
    'SELECT c.copy FROM t c',
    'SELECT x.lo_exported(1)',
  ],
  mysql: ["SELECT outfile, load_file FROM t WHERE a = 'into outfile'", 'INSERT INTO outfiles (a) VALUES (1)'],
  mssql: ["SELECT xp, 'xp_cmdshell' AS a FROM openrowsets", 'EXEC dbo.xpost 1'],
  sqlite: ['SELECT attach, edit FROM t', "SELECT 'load_extension(1)'"],
} as const;

describe.each(['postgres', 'mysql', 'mssql', 'sqlite'] as const)('on %s', (name) => {
  it.each(outside[name])('%s reaches out', (sql) => {
    expect(findOutside(sql, kinds[name])).toBeDefined();
  });
  it.each(inside[name])('%s does not', (sql) => {
    expect(findOutside(sql, kinds[name])).toBeUndefined();
  });
});

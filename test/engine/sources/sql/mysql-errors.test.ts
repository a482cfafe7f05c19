import { describe, expect, it } from 'vitest';
import { SourceError } from '../../../../engine/sources/source.ts';
import { mysqlError } from '../../../../engine/sources/sql/mysql/errors.ts';

/** An error as the driver makes it of the server's answer. Numbers, states and texts are from the servers' manuals. */
function answered(errno: number, sqlState: string, message: string): Error {
  return Object.assign(new Error(message), { errno, sqlState, code: `ER_${errno}` });
}

describe('errors of the server', () => {
  const cases: readonly (readonly [number, string, string, string, boolean])[] = [
    [1040, '08004', 'Too many connections', 'throttled', false],
    [1203, '42000', "User a already has more than 'max_user_connections' active connections", 'throttled', false],
    [1044, '42000', "Access denied for user 'a'@'%' to database 'b'", 'denied', false],
    [1045, '28000', "Access denied for user 'a'@'localhost' (using password: YES)", 'denied', false],
    [1049, '42000', "Unknown database 'b'", 'denied', false],
    [1142, '42000', "SELECT command denied to user 'a'@'%' for table 't'", 'denied', false],
    [1053, '08S01', 'Server shutdown in progress', 'unreachable', true],
    [1927, '70100', 'Connection was killed', 'unreachable', true],
    [2006, 'HY000', 'MySQL server has gone away', 'unreachable', true],
    [2013, 'HY000', 'Lost connection to MySQL server during query', 'unreachable', true],
    [4031, 'HY000', 'The client was disconnected by the server because of inactivity.', 'unreachable', true],
    [1205, 'HY000', 'Lock wait timeout exceeded; try restarting transaction', 'conflict', false],
    [1213, '40001', 'Deadlock found when trying to get lock; try restarting transaction', 'conflict', false],
    [1317, '70100', 'Query execution was interrupted', 'timeout', false],
    [1969, '70100', 'Query execution was interrupted (max_statement_time exceeded)', 'timeout', false],
    [3024, 'HY000', 'Query execution was interrupted, maximum statement execution time exceeded', 'timeout', false],
    [1064, '42000', 'You have an error in your SQL syntax', 'statement', false],
    [1146, '42S02', "Table 'b.t' doesn't exist", 'statement', false],
    [1054, '42S22', "Unknown column 'a' in 'field list'", 'statement', false],
    [1792, '25006', 'Cannot execute statement in a READ ONLY transaction.', 'statement', false],
    [1264, '22003', "Out of range value for column 'a' at row 1", 'value', false],
    [1406, '22001', "Data too long for column 'a' at row 1", 'value', false],
    [1048, '23000', "Column 'a' cannot be null", 'constraint', false],
    [1452, '23000', 'Cannot add or update a child row: a foreign key constraint fails', 'constraint', false],
    [3819, 'HY000', "Check constraint 'c' is violated.", 'constraint', false],
    [4025, '23000', 'CONSTRAINT `c` failed for `b`.`t`', 'constraint', false],
    [1644, '45000', 'The period is closed', 'constraint', false],
    [1836, 'HY000', 'Running in read-only mode', 'denied', true],
    [1114, 'HY000', "The table 't' is full", 'broken', false],
  ];
  for (const [number, state, message, kind, connectionLost] of cases) {
    it(`${number} ${message}`, () => {
      const error = mysqlError(answered(number, state, message));
      expect(error).toMatchObject({ kind, connectionLost });
      expect(error.message).toContain(String(number));
      expect(error.message).toContain(message);
    });
  }

  it('distinguish columns that cannot be compared from values that do not fit a column', () => {
    const mix = (...sides: readonly string[]) =>
      mysqlError(answered(1267, 'HY000', `Illegal mix of collations ${sides.join(' and ')} for operation '='`)).kind;
    expect(mix('(latin1_swedish_ci,IMPLICIT)', '(utf8mb4_general_ci,COERCIBLE)')).toBe('value');
    expect(mix('(utf8mb4_bin,IMPLICIT)', '(utf8mb4_general_ci,IMPLICIT)')).toBe('statement');
  });

  const hidden: readonly (readonly [number, string, string])[] = [
    [1062, "Duplicate entry 'hush 'for key' it' for key 'PRIMARY'", "Duplicate entry for key 'PRIMARY'"],
    [1366, "Incorrect integer value: 'hush' for column `b`.`t`.`a` at row 1", 'for column `b`.`t`.`a` at row 1'],
    [1292, "Truncated incorrect DOUBLE value: 'hush'", 'Truncated incorrect DOUBLE value'],
    [1292, "Incorrect datetime value: 'hush' for column 'a' at row 1", "for column 'a' at row 1"],
    [1300, "Invalid utf8mb4 character string: 'hush'", 'Invalid utf8mb4 character string'],
  ];
  for (const [number, message, kept] of hidden) {
    it(`${number} keep the value to themselves: ${message}`, () => {
      const error = mysqlError(answered(number, '23000', message));
      expect(error.message).toContain(kept);
      expect(error.message).not.toContain('hush');
      expect(error.cause).toBeUndefined();
    });
  }
});

describe('the place of an error', () => {
  const near = (text: string, line: number) =>
    `You have an error in your SQL syntax; check the manual that corresponds to your MariaDB server version for the right syntax to use near '${text}' at line ${line}`;
  const place = (sql: string, number: number, state: string, message: string) =>
    mysqlError(answered(number, state, message), sql).position;

  it('is where the server stopped reading', () => {
    expect(place('selct 1', 1064, '42000', near('selct 1', 1))).toBe(0);
    const sql = "select '😀'\nfrom a\nwher b = 1\nfrom c";
    expect(place(sql, 1064, '42000', near('b = 1\nfrom c', 3))).toBe(sql.indexOf('b = 1'));
    expect(place('from a\nfrom a', 1064, '42000', near('from a', 2))).toBe(7);
    expect(place('select (', 1064, '42000', near('', 1))).toBe(8);
  });
  it('is the unknown name, if it occurs once', () => {
    const sql = 'select a, `b`, q.c, f(d) from t';
    expect(place(sql, 1054, '42S22', "Unknown column 'b' in 'field list'")).toBe(10);
    expect(place(sql, 1054, '42S22', "Unknown column 'q.c' in 'field list'")).toBe(15);
    expect(place(sql, 1146, '42S02', "Table 'base.t' doesn't exist")).toBe(30);
    expect(place(sql, 1305, '42000', 'FUNCTION base.f does not exist')).toBe(20);
    expect(place('select b, b', 1054, '42S22', "Unknown column 'b' in 'field list'")).toBeUndefined();
  });
});

describe('errors of the way', () => {
  it('mean that the connection is lost', () => {
    for (const code of ['ECONNREFUSED', 'ETIMEDOUT', 'ECONNRESET', 'PROTOCOL_CONNECTION_LOST', 'ENOTFOUND']) {
      const error = mysqlError(Object.assign(new Error(`connect ${code}`), { code, errno: -111 }));
      expect(error).toMatchObject({ kind: 'unreachable', connectionLost: true });
    }
    const closed = Object.assign(new Error("Can't add new command when connection is in closed state"), {
      fatal: true,
    });
    expect(mysqlError(closed)).toMatchObject({ kind: 'unreachable', connectionLost: true });
  });
  it('keep the previous error', () => {
    const told = new SourceError('timeout', 'late');
    expect(mysqlError(told)).toBe(told);
    expect(mysqlError('odd')).toMatchObject({ kind: 'broken' });
    expect(mysqlError(new TypeError('no such value'))).toMatchObject({ kind: 'statement' });
  });
});

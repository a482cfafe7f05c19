/** Types of T-SQL as types of PostgreSQL. Texts ignore case (`citext`), as under most collations of SQL Server. */

const types: Readonly<Record<string, string>> = {
  // 0 and 1, as T-SQL writes them.
  bit: 'SMALLINT',
  tinyint: 'SMALLINT',
  float: 'DOUBLE PRECISION',
  real: 'REAL',
  money: 'NUMERIC(19, 4)',
  smallmoney: 'NUMERIC(10, 4)',
  datetime: 'TIMESTAMP(3)',
  smalldatetime: 'TIMESTAMP(0)',
  text: 'CITEXT',
  ntext: 'CITEXT',
  sysname: 'CITEXT',
  xml: 'CITEXT',
  uniqueidentifier: 'UUID',
  binary: 'BYTEA',
  varbinary: 'BYTEA',
  image: 'BYTEA',
};

/** PostgreSQL has six decimals of a second, SQL Server up to seven. */
const digits = (given: string | undefined): string => `(${Math.min(6, Number(given ?? 6))})`;

/** The type in PostgreSQL. `column`: of a column, and not of a cast, which truncates a text to its length. */
export function standInType(written: string, column: boolean): string | undefined {
  const [, name = '', size, collation] =
    /^(\w+)\s*(?:\(\s*([^)]*?)\s*\))?(?:\s+collate\s+(\w+))?$/i.exec(written.trim()) ?? [];
  const word = name.toLowerCase();
  const exact = /_(bin2?|cs)(_|$)/i.test(collation ?? '');
  switch (word) {
    case 'char':
    case 'nchar':
    case 'varchar':
    case 'nvarchar': {
      if (exact) return 'CHARACTER VARYING';
      if (column || size?.toLowerCase() === 'max') return 'CITEXT';
      // A cast without a length has thirty characters.
      return `VARCHAR(${size ?? 30})`;
    }
    case 'datetime2':
      return `TIMESTAMP${digits(size)}`;
    case 'datetimeoffset':
      return `TIMESTAMPTZ${digits(size)}`;
    case 'rowversion':
    case 'timestamp':
      return column ? "BYTEA DEFAULT INT8SEND(NEXTVAL('tsql.versions'))" : 'BYTEA';
    default:
      return types[word];
  }
}

/** Names and values as SQL that people read. */
import { type DialectName, dialects, type Row } from '../../../engine/index.ts';

/** Words that some database does not take for a name. */
const reserved = new Set(
  'all and any as asc between by case check column constraint create cross current date default delete desc distinct drop else end exists for foreign from full grant group having in index inner insert into is join key kind left like limit not null number of on option or order outer plan primary range rank references right row rows select session set some table then time to top union unique update usage user values view when where with'.split(
    ' ',
  ),
);

/** A name, quoted where it has to be. */
export function nameIn(dialect: DialectName, name: string): string {
  const simple = dialect === 'postgres' ? /^[a-z_][a-z\d_]*$/ : /^[A-Za-z_][A-Za-z\d_]*$/;
  return simple.test(name) && !reserved.has(name.toLowerCase()) ? name : dialects[dialect].quote(name);
}

/** A text as a literal. */
export function textLiteral(dialect: DialectName, text: string): string {
  const doubled = text.replaceAll("'", "''");
  switch (dialect) {
    case 'mysql':
      return `'${doubled.replaceAll('\\', '\\\\')}'`;
    case 'mssql':
      return `N'${doubled}'`;
    case 'sqlite':
    case 'postgres':
      return `'${doubled}'`;
  }
}

const bytes = (dialect: DialectName, cell: Uint8Array): string => {
  const hex = Buffer.from(cell).toString('hex');
  if (dialect === 'postgres') return `'\\x${hex}'`;
  return dialect === 'mssql' ? `0x${hex}` : `X'${hex}'`;
};

/** A cell as a literal; `isNumber` where its column holds numbers. */
export function cellLiteral(dialect: DialectName, cell: Row[string] | undefined, isNumber: boolean): string {
  if (cell === null || cell === undefined) return 'NULL';
  if (cell instanceof Uint8Array) return bytes(dialect, cell);
  if (typeof cell === 'boolean') return dialect === 'postgres' ? String(cell) : cell ? '1' : '0';
  if (typeof cell === 'number' || typeof cell === 'bigint') return String(cell);
  return isNumber && /^-?\d+(\.\d+)?$/.test(cell) ? cell : textLiteral(dialect, cell);
}

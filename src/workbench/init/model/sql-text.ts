/** Writes names and values as readable SQL. */
import type { Dialect, Row } from '../../../../engine/host/index.ts';
import { reservedWords } from './reserved-words.ts';

/** A name, quoted if necessary. */
export function nameIn(dialect: Dialect, name: string): string {
  const simple = dialect.exactNames ? /^[a-z_][a-z\d_]*$/ : /^[A-Za-z_][A-Za-z\d_]*$/;
  return simple.test(name) && !reservedWords.has(name.toLowerCase()) ? name : dialect.quote(name);
}

/** A cell as a literal. `isNumber`: its column contains numbers. */
export function cellLiteral(dialect: Dialect, cell: Row[string] | undefined, isNumber: boolean): string {
  if (cell === null || cell === undefined) return 'NULL';
  if (cell instanceof Uint8Array) return dialect.bytesLiteral(Buffer.from(cell).toString('hex'));
  if (typeof cell === 'boolean') return dialect.hasBooleans ? String(cell) : cell ? '1' : '0';
  if (typeof cell === 'number' || typeof cell === 'bigint') return String(cell);
  return isNumber && /^-?\d+(\.\d+)?$/.test(cell) ? cell : dialect.textLiteral(cell);
}

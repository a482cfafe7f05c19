/** Records the rows that are inserted and changed, so that they can be written as SQL. */
import type { DatabaseKind } from '../../../../engine/index.ts';
import type { DataRow, DataTable, ErpData } from '../core/erp-data.ts';

type Change =
  | { readonly kind: 'insert'; readonly table: DataTable; row: DataRow }
  | { readonly kind: 'update'; readonly table: DataTable; readonly row: DataRow; readonly changed: DataRow };

export interface RecordedData {
  /** Changes the rows of `data`, and records the changes. A row of the fixture in a table without a key cannot be updated. */
  readonly data: ErpData;
  /** The changes as statements, in their order. */
  sql(): string;
}

const isSame = ({ key, columns }: DataTable, one: DataRow, other: DataRow): boolean =>
  (key.length > 0 ? key : columns.map(({ name }) => name)).every((name) => one[name] === other[name]);

/** Passes all calls on to `data`. A later change of a row that was inserted here changes the recorded insertion. */
export function recordData(data: ErpData, databaseKind: DatabaseKind): RecordedData {
  const changes: Change[] = [];
  const recording: ErpData = {
    ...data,
    async copy(table, row, changed) {
      const made = await data.copy(table, row, changed);
      changes.push({ kind: 'insert', table, row: made });
      return made;
    },
    async update(table, row, changed) {
      const inserted = changes.find(
        (one) => one.kind === 'insert' && one.table === table && isSame(table, one.row, row),
      );
      if (inserted === undefined && table.key.length === 0)
        throw new Error(`${table.name} has no key by which an UPDATE finds one row`);
      const made = await data.update(table, row, changed);
      if (inserted?.kind === 'insert') inserted.row = made;
      else changes.push({ kind: 'update', table, row, changed });
      return made;
    },
    async undone(work) {
      const from = changes.length;
      try {
        return await data.undone(work);
      } finally {
        changes.length = from;
      }
    },
  };
  return { data: recording, sql: () => sqlOf(changes, databaseKind) };
}

const plainNumber = /^-?\d+(\.\d+)?$/;

function sqlOf(changes: readonly Change[], { dialect, fixture }: DatabaseKind): string {
  const { quote, textLiteral } = dialect;
  function literal({ columns }: DataTable, name: string, value: string | null): string {
    if (value === null) return 'NULL';
    const type = columns.find((column) => column.name === name)?.type;
    return (type === 'integer' || type === 'decimal') && plainNumber.test(value) ? value : textLiteral(value);
  }
  const equals = (table: DataTable, row: DataRow, names: readonly string[]): readonly string[] =>
    names.map((name) => `${quote(name)} = ${literal(table, name, row[name] ?? null)}`);
  const statements: string[] = [];
  for (const [at, change] of changes.entries()) {
    const { table, row } = change;
    const names = table.columns.map(({ name }) => name);
    if (change.kind === 'update') {
      const set = equals(table, change.changed, Object.keys(change.changed)).join(', ');
      statements.push(`UPDATE ${quote(table.name)} SET ${set} WHERE ${equals(table, row, table.key).join(' AND ')};`);
      continue;
    }
    const values = `  (${names.map((name) => literal(table, name, row[name] ?? null)).join(', ')})`;
    const before = changes[at - 1];
    if (before?.kind === 'insert' && before.table === table) {
      statements.push(`${statements.pop()?.slice(0, -1)},\n${values};`);
      continue;
    }
    const into = `INSERT INTO ${quote(table.name)} (${names.map((name) => quote(name)).join(', ')})`;
    statements.push(`${into} ${fixture.keepingNumbers}VALUES\n${values};`);
  }
  return statements.map((text) => `${text}\n`).join('');
}

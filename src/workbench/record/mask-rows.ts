/** Replaces the values of captured rows. */
import type { Row } from '../../../engine/host/index.ts';
import { kindOf } from '../init/introspect/kinds.ts';
import type { Table } from '../init/model/database.ts';
import type { CutRows } from '../init/sample/row-collector.ts';
import {
  type ColumnMask,
  columnMasks,
  type KeepsName,
  type Masker,
  type MaskTable,
  maskRow,
} from '../masking/index.ts';
import type { CapturedRows } from './rows/captures.ts';

function textsOf(rows: readonly Row[], column: string): readonly string[] {
  return rows.flatMap((row) => {
    const cell = row[column];
    if (cell === null || cell === undefined || cell instanceof Uint8Array) return [];
    const text = String(cell).trim();
    return text === '' ? [] : [text];
  });
}

/** A table with the values of its captured rows: they decide about the classes of its columns. */
function maskTable(
  { name, columns, primaryKey, foreignKeys }: Table,
  rows: readonly Row[],
  compared: ReadonlySet<string>,
): MaskTable {
  return {
    name,
    columns: columns.map((column) => {
      const values = textsOf(rows, column.name);
      const isKey =
        primaryKey.includes(column.name) ||
        foreignKeys.some((key) => key.columns.includes(column.name)) ||
        compared.has(`${name}.${column.name}`.toLowerCase());
      return { ...column, kind: kindOf(column.type, values), values, isKey };
    }),
  };
}

export interface TableMasks {
  readonly source: string;
  readonly table: string;
  readonly masks: readonly ColumnMask[];
  readonly rows: readonly Row[];
}

/** The classes of all columns that have rows. `isAllowed`: columns whose values are kept. */
export function masksOf(
  captured: readonly CapturedRows[],
  isAllowed: (table: string, column: string) => boolean,
): readonly TableMasks[] {
  return captured.flatMap(({ source, database, rows, compared }) =>
    database.tables.flatMap((table) => {
      const tableRows = rows.get(table.name) ?? [];
      return tableRows.length === 0
        ? []
        : [
            {
              source,
              table: table.name,
              masks: columnMasks(maskTable(table, tableRows, compared), isAllowed),
              rows: tableRows,
            },
          ];
    }),
  );
}

/** The texts in columns of ids. */
export function idsIn(tables: readonly TableMasks[]): readonly string[] {
  return tables.flatMap(({ masks, rows }) =>
    masks.flatMap(({ column, maskClass }) => (maskClass === 'id' ? textsOf(rows, column.name) : [])),
  );
}

/** The values of allowed columns of ids and codes: they are kept in foreign keys, requests and answers too. */
export function allowedIds(tables: readonly TableMasks[]): readonly string[] {
  return tables.flatMap(({ masks, rows }) =>
    masks.flatMap(({ column, maskClass, isAllowed }) =>
      isAllowed && (maskClass === 'id' || maskClass === 'code') ? textsOf(rows, column.name) : [],
    ),
  );
}

/** The rows of a source with replaced values. `tables`: the classes of all tables that have rows. All tables of the database are members, also those without rows. `keepsName`: of members of documents in a cell. */
export function maskedRows(
  { source, database, rows }: CapturedRows,
  tables: readonly TableMasks[],
  masker: Masker,
  keepsName: KeepsName,
): CutRows {
  return new Map(
    database.tables.map(({ name }) => {
      const maskedTable = tables.find((one) => one.source === source && one.table === name);
      return [
        name,
        maskedTable === undefined
          ? []
          : (rows.get(name) ?? []).map((row) => maskRow(maskedTable.masks, row, masker, keepsName)),
      ];
    }),
  );
}

const letters = 'abdefgiklmnoprstuv';

/**
 * First letters for the words in columns that decide about an order, so that the replacements sort like the words. It reveals which of two names comes first, and
 * is used only where an answer depends on it.
 */
export function startsOf(captured: readonly CapturedRows[]): ReadonlyMap<string, string> {
  const words = new Set<string>();
  for (const { rows, database, ordered } of captured)
    for (const table of database.tables)
      for (const column of table.columns.filter(({ name }) => ordered.has(name.toLowerCase())))
        for (const text of textsOf(rows.get(table.name) ?? [], column.name))
          for (const [word] of text.matchAll(/\p{L}[\p{L}\p{M}]*/gu)) words.add(word.normalize('NFC').toLowerCase());
  const sorted = [...words].sort(new Intl.Collator('en').compare);
  const length = Math.max(1, Math.ceil(Math.log(sorted.length + 1) / Math.log(letters.length)));
  const step = letters.length ** length / (sorted.length + 1);
  return new Map(
    sorted.map((word, index) => {
      let rest = Math.floor((index + 1) * step);
      let start = '';
      for (let place = 0; place < length; place++) {
        start = letters.charAt(rest % letters.length) + start;
        rest = Math.floor(rest / letters.length);
      }
      return [word, start.slice(0, word.length)];
    }),
  );
}

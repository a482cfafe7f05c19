/** Flags and codes that say of a record that it is no longer used, or not sold. */
import { plainName } from '../core/column-names.ts';
import type { DataColumn, DataTable } from '../core/erp-data.ts';
import { isNo, isYes } from './flag-values.ts';
import { isCodeColumn, type Rows } from './rows.ts';

const unusedName =
  /^(is_?|x_?)?(obsolete|inactive|archived|deleted|discontinued|disabled|inaktiv|veraltet|gel(oe|ö)scht|ausgelaufen|inactif|inactivo|archiviert|no_?sale|not_?for_?sale|unsaleable|(verkaufs|vertriebs)_?sperre)$/i;
const usedName =
  /^(is_?|x_?)?(active|enabled|aktiv|actif|activo|sale_?ok|for_?sale|to_?sell|sell?able|saleable|salable)$/i;

/** The value with which a flag says that its record is no longer used; undefined for any other column, and where the table has no such value. */
function unusedValue(rows: Rows, table: DataTable, { name }: DataColumn): string | undefined {
  const shortName = plainName(table, name);
  const saysUnused = unusedName.test(shortName) ? isYes : usedName.test(shortName) ? isNo : undefined;
  const values = new Set(rows.inTable(table).flatMap(({ row }) => row[name] ?? []));
  if (saysUnused === undefined || ![...values].every((value) => isYes(value) || isNo(value))) return undefined;
  return [...values].find(saysUnused);
}

/** The flags of a table that say that a record is no longer used, with the value that says so. */
export const unusedFlags = (rows: Rows, table: DataTable): readonly (readonly [column: string, value: string])[] =>
  table.columns.flatMap((column): readonly (readonly [string, string])[] => {
    const value = unusedValue(rows, table, column);
    return value === undefined ? [] : [[column.name, value]];
  });

const purchaseWord = /^(vendor|supplier|purchases?|einkauf|lieferant|kreditor|fournisseur|achat|proveedor|compra)$/i;

/** Values with which a row decides no selling price: those of flags, and codes that are words for purchases. */
export const unsoldValues = (rows: Rows, table: DataTable): readonly (readonly [column: string, value: string])[] => [
  ...unusedFlags(rows, table),
  ...table.columns
    .filter(({ type, name }) => (type === 'text' || type === 'other') && isCodeColumn(rows, table, name))
    .flatMap(({ name }): readonly (readonly [string, string])[] => {
      const word = rows.inTable(table).find(({ row }) => purchaseWord.test(row[name] ?? ''))?.row[name];
      return word === undefined || word === null ? [] : [[name, word]];
    }),
];

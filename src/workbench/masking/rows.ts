/** Replaces the values of rows, column by column. */
import type { Row } from '../../../engine/host/index.ts';
import type { MaskClass } from './classes.ts';
import { type Classified, classify, type Described } from './classify.ts';
import { maskJson } from './json.ts';
import type { Masker } from './masker.ts';
import type { KeepsName } from './member-names.ts';

/** A column to mask, as its database declares it. */
export interface MaskColumn extends Omit<Described, 'owner'> {
  /** The declared type, such as `varchar(20)`. */
  readonly type: string;
  readonly required: boolean;
}

export interface MaskTable {
  readonly name: string;
  readonly columns: readonly MaskColumn[];
}

/** How the values of a column are replaced. */
export interface ColumnMask extends Classified {
  readonly column: MaskColumn;
  /** The values are kept, because the user allowed it. */
  readonly isAllowed: boolean;
}

/** Whether the values of a column are kept: `KUNDE.ORT`, or `ORT` in all tables. Case does not matter. */
export function allowedColumns(names: readonly string[]): (table: string, column: string) => boolean {
  const allowed = new Set(names.map((name) => name.toLowerCase()));
  return (table, column) => allowed.has(column.toLowerCase()) || allowed.has(`${table}.${column}`.toLowerCase());
}

/** The classes of a table's columns. `isAllowed`: columns whose values are kept. */
export function columnMasks(
  table: MaskTable,
  isAllowed: (table: string, column: string) => boolean = () => false,
): readonly ColumnMask[] {
  return table.columns.map((column) => ({
    column,
    ...classify({ ...column, owner: table.name }),
    isAllowed: isAllowed(table.name, column.name),
  }));
}

/** The maximum length of the texts of a column; undefined if it is not declared. */
function lengthOf({ type }: MaskColumn): number | undefined {
  const digits = /char[a-z ]*\((\d+)\)/i.exec(type)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** The row with replaced values. `keepsName`: of the members of documents. */
export function maskRow(
  masks: readonly ColumnMask[],
  row: Row,
  masker: Pick<Masker, 'text'>,
  keepsName?: KeepsName,
): Row {
  return Object.fromEntries(
    masks.map((mask) => [mask.column.name, maskCell(mask, row[mask.column.name] ?? null, masker, keepsName)]),
  );
}

const digitClasses: readonly MaskClass[] = ['phone', 'bank', 'tax'];

function maskCell(
  { column, maskClass, isAllowed }: ColumnMask,
  cell: NonNullable<Row[string]> | null,
  masker: Pick<Masker, 'text'>,
  keepsName: KeepsName | undefined,
): Row[string] {
  if (isAllowed || cell === null || typeof cell === 'boolean') return cell;
  if (cell instanceof Uint8Array) return column.isKey === true ? cell : new Uint8Array();
  if (typeof cell === 'number' || typeof cell === 'bigint') {
    if (maskClass === 'coordinate' && typeof cell === 'number') return Number(masker.text(maskClass, String(cell)));
    if (!digitClasses.includes(maskClass) || !/^\d+$/.test(String(cell))) return cell;
    const fake = masker.text(maskClass, String(cell));
    return typeof cell === 'bigint' ? BigInt(fake) : Number(fake);
  }
  if (/json|hstore/i.test(column.type) || /^\s*[[{<]/.test(cell)) {
    const masked = maskJson(cell, { masker, keepsName }, column.name);
    return typeof masked === 'string' ? masked : null;
  }
  return masker.text(maskClass, cell, lengthOf(column));
}

/** Rows with prices that count from a quantity on, or during some days. */
import type { DataColumn } from '../core/erp-data.ts';
import { daysOf, numberOf } from '../core/written-rows.ts';
import type { ErpRow } from './rows.ts';

/** A quantity from which on a price counts: `from_qty`, `min_quantity`, `MinimumQuantity`, `ab_menge`, `staffelmenge`. */
const quantity = 'qty|quant|menge|qte|cantidad|anzahl|pieces';
const breakName = new RegExp(
  `(min|from|ab|von|break|staffel|scale).*(${quantity})|(${quantity}).*(min|from|break)|^(${quantity}|quantity)$`,
  'i',
);
const upperName = /upto|until|(^|_)(to|bis)($|_)|max/i;

/** The columns of a row with a quantity from which on a price counts. A condition that is a row of its own names the quantity by a code. */
export function quantityColumns({
  table,
  row,
  condition,
}: ErpRow & { readonly condition?: string }): readonly DataColumn[] {
  const { columns, key, references } = table;
  const numbers = columns.filter(
    ({ name, type }) => (type === 'integer' || type === 'decimal') && !(key.length === 1 && key[0] === name),
  );
  if (condition === undefined) return numbers.filter(({ name }) => breakName.test(name) && !upperName.test(name));
  if (!Object.values(row).some((value) => breakName.test(value ?? ''))) return [];
  const isReference = (name: string): boolean => references.some((reference) => reference.columns.includes(name));
  return numbers.filter(({ name }) => !isReference(name) && numberOf(row[name]) !== undefined);
}

/** Whether today is among the days of a row, as far as it has days: the first and the last one. */
export function isCurrent({ table, row }: ErpRow, today: string, zone: string): boolean {
  return table.columns.every(({ name, type }) => {
    const [day] = type === 'date' || type === 'datetime' ? daysOf(row[name], zone) : [];
    if (day === undefined) return true;
    return /to$|until|(^|_)end|bis|expir|stop/i.test(name) ? day >= today : day <= today;
  });
}

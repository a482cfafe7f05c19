/** Flags and days that hide a record: what no longer accepts it, and what still shows it. */
import type { CheckContext } from '../../core/context.ts';
import { type DataColumn, type ErpData, isAccepted } from '../../core/erp-data.ts';
import { localDay, zoneOf } from '../../core/erp-time.ts';
import { isNo, isYes } from '../../metamorphic/flag-values.ts';
import type { ErpRow, Rows } from '../../metamorphic/rows.ts';
import { plusDays } from '../../validation/days.ts';

/** Columns of a row that are changed. */
const mostColumns = 16;
const dayName =
  /valid|until|start|begin|end(s|ed|date)?($|_)|expir|(^|_)(from|to|von|bis|ab)($|_)|g(ue|ü)ltig|obsolete|discont|inactive/i;

/** A record on hold may be found: an ERP accepts orders for it, and delivers them later. */
const holdName = /hold|suspend|stop/i;

/** The other value of a flag, as the table writes it; undefined for a column that is none. */
function flipped(rows: Rows, { table, row }: ErpRow, { name }: DataColumn): string | undefined {
  const value = row[name];
  if (value === null || value === undefined) return undefined;
  const values = [...new Set(rows.inTable(table).map((one) => one.row[name] ?? ''))];
  if (!values.every((one) => isYes(one) || isNo(one))) return undefined;
  const other = values.find((one) => isYes(one) !== isYes(value));
  if (other !== undefined) return other;
  const opposite: Readonly<Record<string, string>> = {
    '0': '1',
    '1': '0',
    t: 'f',
    f: 't',
    true: 'false',
    false: 'true',
    Y: 'N',
    N: 'Y',
  };
  return opposite[value];
}

/** Changes that may hide the record of a row: each flag is set to its other value, and each day of validity to yesterday and tomorrow. */
export function hidingChanges(
  context: CheckContext,
  rows: Rows,
  record: ErpRow,
): readonly (readonly [column: string, value: string])[] {
  const today = localDay(context.now(), zoneOf(context));
  const fixed = new Set([record.table.key, ...record.table.references.map(({ columns }) => columns)].flat());
  const changes = record.table.columns
    .filter(({ name }) => !fixed.has(name) && !holdName.test(name))
    .flatMap((column): readonly (readonly [string, string])[] => {
      const { name, type } = column;
      if ((type === 'date' || type === 'datetime') && dayName.test(name))
        return [-1, 1].map((days) => [name, plusDays(today, days)] as const);
      const other =
        type === 'boolean' || type === 'integer' || type === 'text' ? flipped(rows, record, column) : undefined;
      return other === undefined ? [] : [[name, other]];
    });
  return changes.slice(0, mostColumns);
}

/** Makes a change, and undoes it after `work`. Returns undefined where the database refuses it. */
export const whileChanged = <T>(
  data: ErpData,
  { table, row }: ErpRow,
  [column, value]: readonly [string, string],
  work: () => Promise<T>,
): Promise<T | undefined> =>
  data.undone(async () => {
    return (await isAccepted(data.update(table, row, { [column]: value }))) ? work() : undefined;
  });

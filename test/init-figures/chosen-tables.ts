/** The tables that a person chooses who knows the ERP: those of the expectation. */
import { type Entity, entities, type NamedTables } from '../../src/workbench/init/match/tables.ts';
import type { Expected } from './expected.ts';

/** The tables of a record. Without a record in the expectation the ERP has none. */
function tablesOf(entity: Entity, { tables, columns }: Expected): readonly string[] {
  const listed = tables.get(entity) ?? [];
  if (entity !== 'payment' && entity !== 'allocation') return listed;
  const tablesWith = (member: string): readonly string[] =>
    (columns.get(`payment.${member}`) ?? []).map((column) => column.split('.')[0] ?? '');
  // The rows that settle invoices are allocations if the day is in another table, which is that of the payments.
  const named = tables.get('payment') ?? [];
  const rows = named.length > 0 ? named : tablesWith('id');
  const days = tablesWith('date');
  const isAllocation = days.length > 0 && !rows.some((table) => days.includes(table.toLowerCase()));
  if (entity === 'allocation') return isAllocation ? rows : [];
  return isAllocation ? days : rows;
}

/** What the person answers for each record. Prices of single customers are left to the program: an expectation has only the price. */
export function chosenTables(expected: Expected, names: readonly string[]): NamedTables {
  const asked = entities.filter((entity) => entity !== 'customerPrice');
  return new Map(
    asked.map((entity) => {
      const wanted = tablesOf(entity, expected).map((name) => name.toLowerCase());
      const name = wanted.flatMap((one) => names.filter((table) => table.toLowerCase() === one))[0];
      return [entity, name ?? null] as const;
    }),
  );
}

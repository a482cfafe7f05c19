/**
 * Names of tables without the company that an ERP writes before them: Dynamics NAV and Business Central have `CRONUS$Customer` for each company, and
 * with extensions `CRONUS$Customer$<id of the extension>`. A character that SQL Server does not allow is `_`: `Cust_ Ledger Entry`. Source:
 * https://reportsyouneed.com/understanding-the-nav-database/
 */
import type { Table } from '../model/database.ts';

/** This many tables of one company are no coincidence. */
const leastTables = 3;

const partsOf = (name: string): readonly string[] => name.split('$');

/** The tables with the name behind the company as a further name. */
export function withoutCompanyPrefixes(tables: readonly Table[]): readonly Table[] {
  const counts = new Map<string, number>();
  for (const { name } of tables) {
    const [company = '', table] = partsOf(name);
    if (table !== undefined && company !== '') counts.set(company, (counts.get(company) ?? 0) + 1);
  }
  return tables.map((table) => {
    const [company = '', plain] = partsOf(table.name);
    if (plain === undefined || (counts.get(company) ?? 0) < leastTables) return table;
    const name = plain.replaceAll('_', ' ').trim();
    return { ...table, otherNames: [...(table.otherNames ?? []), { name, reason: `named ${name} for ${company}` }] };
  });
}

/** Asks a database about the facts of a profile: which variant of the ERP it holds. */
import type { FactPlan } from './compile/facts.ts';
import { bind } from './run/query.ts';
import type { RunState } from './run/state.ts';
import type { CallContext, SqlSource } from './sources/source.ts';
import { columnsOfTable } from './sources/sql/catalog.ts';

async function hasTable(fact: FactPlan, source: SqlSource, call: CallContext): Promise<boolean> {
  if (fact.table === undefined) return true;
  const rows = await source.read(columnsOfTable(source.dialect, fact.table), call);
  const names = new Set(rows.map(({ name }) => String(name).toLowerCase()));
  return rows.length > 0 && fact.columns.every((column) => names.has(column.toLowerCase()));
}

/** Whether a fact is true. Rejects with `SourceError` where the database cannot tell. */
export async function askFact(fact: FactPlan, source: SqlSource, now: number, call: CallContext): Promise<boolean> {
  if (!(await hasTable(fact, source, call))) return false;
  if (fact.query === undefined) return true;
  const state: RunState = { request: {}, values: {}, steps: {}, key: undefined, rows: [], now };
  return (await source.read(bind(fact.query, state), call)).length > 0;
}

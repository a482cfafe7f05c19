/** Compares a lock with the current tables: changes, and the lines of the profile that they break. */

import { isSameName } from '../../base/compare.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { closest } from '../../diagnostics/did-you-mean.ts';
import { finding } from '../changes/finding.ts';
import type { KeyUse } from './keys.ts';
import type { LockedTable } from './lock.ts';
import type { TableShape } from './tables.ts';
import { typeChange } from './types.ts';
import type { ColumnUse } from './used-columns.ts';

/** A table of the lock with everything that concerns it. */
export interface Compared {
  readonly table: string;
  readonly locked: LockedTable;
  /** Undefined if it no longer exists. */
  readonly now: TableShape | undefined;
  /** Uses of this table. */
  readonly touches: readonly ColumnUse[];
  readonly keys: readonly KeyUse[];
  /** Names of the existing tables. */
  readonly tables: readonly string[];
}

/** The most likely new name of a missing column: the most similar new one, or the only new one if one is missing. */
function renamed(column: string, type: string, { locked, now }: Compared): string | undefined {
  const before = [...Object.keys(locked.columns), ...locked.others];
  const today = now?.columns ?? [];
  const gone = before.filter((one) => !today.some(({ name }) => isSameName(one, name)));
  const fresh = today.filter(({ name }) => !before.some((one) => isSameName(one, name)));
  const alike = fresh.filter((one) => typeChange(type, one.type) !== 'other').map(({ name }) => name);
  return closest(column, alike) ?? (gone.length === 1 && fresh.length === 1 ? alike[0] : undefined);
}

function columnDrift(
  compared: Compared,
  column: string,
  before: LockedTable['columns'][string],
): readonly Diagnostic[] {
  const { table, now, touches } = compared;
  const uses = touches.filter((touch) => touch.column !== undefined && isSameName(touch.column, column));
  const written = uses.filter(({ use }) => use === 'written');
  const read = uses.filter(({ use }) => use !== 'written');
  const named = uses.filter(({ use }) => use !== 'whole');
  const worst = named.length > 0 ? 'error' : 'warning';
  const locations = named.length > 0 ? named : uses;
  const today = now?.columns.find(({ name }) => isSameName(name, column));
  const name = `${table}.${column}`;
  if (today === undefined) {
    const other = renamed(column, before.type, compared);
    const hint =
      other === undefined
        ? 'Correct the profile, and lock again.'
        : `Did you mean "${other}"? It is new in ${table}. Correct the profile, and lock again.`;
    return finding('DRF702', worst, locations, `The column ${name} (${before.type}) is gone.`, hint);
  }
  const findings: Diagnostic[] = [];
  if (today.type !== before.type) {
    const change = typeChange(before.type, today.type);
    const bad = change === 'other' || (change === 'smaller' && written.length > 0);
    const hint =
      change === 'smaller' && written.length > 0
        ? 'Longer values are refused now. Shorten them in the profile, or have the column widened; then lock again.'
        : 'Check that the profile still maps this column correctly, and lock again.';
    const first = change === 'smaller' && written.length > 0 ? written : locations;
    const message = `The column ${name} is ${today.type} now; it was ${before.type}.`;
    findings.push(...finding('DRF703', bad ? worst : 'warning', first, message, hint));
  }
  if (today.nullable && !before.nullable) {
    const hint = 'Check how the profile treats a row without a value in this column, and lock again.';
    findings.push(...finding('DRF704', 'warning', read, `The column ${name} is nullable now.`, hint));
  }
  if (!today.nullable && before.nullable) {
    const hint = 'Make sure that the profile always writes a value, and lock again.';
    findings.push(...finding('DRF704', 'warning', written, `The column ${name} is no longer nullable.`, hint));
  }
  return findings;
}

/** Columns that became required for new rows and that the profile's inserts do not set. */
function required({ table, locked, now, touches }: Compared): readonly Diagnostic[] {
  const inserts = touches.filter(({ use }) => use === 'inserted');
  const written = touches.filter(({ use }) => use === 'written').map(({ column = '' }) => column);
  const columnNames = [...locked.required, ...written];
  return (now?.columns ?? [])
    .filter(({ name, nullable, filled }) => !nullable && !filled && !columnNames.some((one) => isSameName(one, name)))
    .flatMap(({ name, type }) => {
      const message = `New rows of ${table} now need a value in ${name} (${type}), which the profile does not write.`;
      const hint = 'Add the column to the INSERT, or have the ERP give it a default; then lock again.';
      return finding('DRF705', 'error', inserts, message, hint);
    });
}

/** Keys of pages and writes that no unique index covers any more. */
function unheld({ table, locked, now, keys }: Compared): readonly Diagnostic[] {
  const holds = (sets: TableShape['unique'], { columns }: KeyUse): boolean =>
    sets.some((set) => set.every((name) => columns.some((one) => isSameName(one, name))));
  return keys
    .filter((key) => holds(locked.unique, key) && !holds(now?.unique ?? [], key))
    .flatMap((key) => {
      const columns = key.columns.join(', ');
      const message = `${table} no longer has a unique index on ${columns}.`;
      const hint =
        key.what === 'page'
          ? 'Rows with equal keys are lost between two pages. Have the index created again, or name another key; then lock again.'
          : 'If the lookup finds two documents, the write is refused. Have the index created again, or look up by another column; then lock again.';
      return finding('DRF706', 'error', [key], message, hint);
    });
}

/** All changes of a table. */
export function compareTable(compared: Compared): readonly Diagnostic[] {
  const { table, locked, now, touches, tables } = compared;
  if (now === undefined) {
    const near = closest(table.split('.').at(-1) ?? table, tables);
    const hint = near === undefined ? 'Correct the profile, and lock again.' : `Did you mean "${near}"?`;
    const tableTouches = touches.filter(({ column }) => column === undefined);
    return finding('DRF701', 'error', tableTouches, `The table ${table} is gone, or the login may not see it.`, hint);
  }
  const columns = Object.entries(locked.columns).flatMap(([name, before]) => columnDrift(compared, name, before));
  return [...columns, ...required(compared), ...unheld(compared)];
}

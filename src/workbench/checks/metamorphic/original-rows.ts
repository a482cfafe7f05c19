/** The rows of the ERP before the run has written anything. */
import type { ErpData } from '../core/erp-data.ts';
import { type Rows, readRows } from './rows.ts';

const read = new WeakMap<ErpData, Promise<Rows>>();

/** Read at the first call: `runWanted` calls it before all checks, because even the search for what a payment needs may write. */
export function originalRows(data: ErpData): Promise<Rows> {
  const rows = read.get(data) ?? readRows(data);
  read.set(data, rows);
  return rows;
}

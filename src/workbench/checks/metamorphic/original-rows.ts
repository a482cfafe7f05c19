/** The rows of the ERP before the run has written anything. */
import { oncePer } from '../../../../engine/tools/index.ts';
import type { ErpData } from '../core/erp-data.ts';
import { type Rows, readRows } from './rows.ts';

/** Read at the first call: `runWanted` calls it before all checks, because even the search for what a payment needs may write. */
export const originalRows = oncePer(readRows, new WeakMap<ErpData, Promise<Rows>>());

/** The real ERPs that can be run, by the name of `npm run real`. */

import { startDolibarrErp } from './dolibarr/start.ts';
import type { StartErp } from './erp.ts';
import { startErpnext } from './erpnext/start.ts';
import { startKivitendo } from './kivitendo/start.ts';
import { startOdoo } from './odoo/start.ts';
import { startTrytonErp } from './tryton/start.ts';

export const erps: Readonly<Record<string, StartErp>> = {
  dolibarr: startDolibarrErp,
  erpnext: startErpnext,
  kivitendo: startKivitendo,
  odoo: startOdoo,
  tryton: startTrytonErp,
};

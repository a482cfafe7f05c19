/** The real ERPs that can be run, by the name of `npm run real`. */

import { startDolibarrErp } from './dolibarr/start.ts';
import type { StartErp } from './erp.ts';
<<<<<<< HEAD
import { startErpnext } from './erpnext/start.ts';
=======
import { startKivitendo } from './kivitendo/start.ts';
>>>>>>> 13658bd9 (npm run real -- kivitendo compares the profile with a real kivitendo)
import { startOdoo } from './odoo/start.ts';
import { startTrytonErp } from './tryton/start.ts';

export const erps: Readonly<Record<string, StartErp>> = {
  dolibarr: startDolibarrErp,
<<<<<<< HEAD
  erpnext: startErpnext,
=======
  kivitendo: startKivitendo,
>>>>>>> 13658bd9 (npm run real -- kivitendo compares the profile with a real kivitendo)
  odoo: startOdoo,
  tryton: startTrytonErp,
};

/**
 * An Odoo that runs already, with an empty database that was made without demonstration data: the run fills it.
 * `ODOO_URL`, `ODOO_DB`; `ODOO_ADMIN` and `ODOO_ADMIN_PASSWORD` of its administrator; `ODOO_DB_HOST`, `ODOO_DB_PORT`, `ODOO_DB_USER` and
 * `ODOO_DB_PASSWORD` of its PostgreSQL. The version decides which profile is run; `ODOO_PROFILE` names another one.
 */
import { z } from 'zod';
import type { StartErp, StartedErp } from '../erp.ts';
import { apiUserOf } from './api-user.ts';
import { fill } from './fill/fill.ts';
import { odooKills } from './kills.ts';
import { openOdoo, sendRpc } from './odoo.ts';
import { catalogueOpinions, customersOf } from './opinions/catalogue.ts';
import { ledgerOpinions } from './opinions/ledger.ts';
import { orderOpinions } from './opinions/orders.ts';
import { odooTrials } from './trials/trials.ts';

const about = z.object({ server_version: z.string(), server_serie: z.string() });

export const startOdoo: StartErp = async (environment): Promise<StartedErp> => {
  const { ODOO_URL: url, ODOO_DB: database, ODOO_ADMIN = 'admin', ODOO_ADMIN_PASSWORD = 'admin' } = environment;
  if (url === undefined || database === undefined) {
    const cure =
      'Set ODOO_URL and ODOO_DB: `odoo-bin -d NAME -i sale,account,contacts --without-demo=all` makes a database.';
    return { kind: 'missing', reason: 'ODOO_URL or ODOO_DB is not set', cure };
  }
  const { server_version, server_serie } = about.parse(
    (await sendRpc(`${url}/jsonrpc`, { service: 'common', method: 'version', args: [] })).result,
  );
  const odoo = await openOdoo({ url, database, login: ODOO_ADMIN, password: ODOO_ADMIN_PASSWORD });
  const draftPartner = await fill(odoo);
  const { login, key } = await apiUserOf(odoo);
  const [debtor] = await customersOf(odoo);
  const {
    ODOO_DB_HOST = 'localhost',
    ODOO_DB_PORT = '5432',
    ODOO_DB_USER = 'odoo',
    ODOO_DB_PASSWORD = '',
    ODOO_PROFILE,
  } = environment;
  return {
    kind: 'started',
    erp: {
      version: `Odoo ${server_version}`,
      profile: ODOO_PROFILE ?? (Number.parseInt(server_serie, 10) >= 19 ? 'odoo' : 'odoo-json-rpc'),
      environment: {
        ...{ ODOO_URL: url, ODOO_DB: database, ODOO_DB_HOST, ODOO_DB_PORT, ODOO_DB_USER, ODOO_DB_PASSWORD },
        ...{ ODOO_API_KEY: key, ODOO_LOGIN: login, ODOO_DRAFT_PARTNER: String(draftPartner) },
      },
      opinions: async () => {
        const customers = await customersOf(odoo);
        const catalogue = await catalogueOpinions(odoo, customers);
        return [
          ...catalogue,
          ...(await orderOpinions(odoo, customers)),
          ...(await ledgerOpinions(odoo, login, customers)),
        ];
      },
      trials: (service) => odooTrials({ odoo, service, login }),
      kills: odooKills(odoo, debtor?.id ?? 0),
      close: async () => undefined,
    },
  };
};

/**
 * A site of ERPNext 15 that runs already, with the company of its setup wizard and nothing else: the run fills it.
 * `ERPNEXT_URL`; `ERPNEXT_ADMIN_TOKEN`: API key and secret of a system manager with all roles of sales, purchase, stock and accounts, joined by a
 * colon; `ERPNEXT_COMPANY`; `ERPNEXT_DB_HOST`, `ERPNEXT_DB_PORT`, `ERPNEXT_DB_NAME`, `ERPNEXT_DB_USER` and `ERPNEXT_DB_PASSWORD` of its MariaDB.
 * For `--kill-erp`: `ERPNEXT_WEB_PID_FILE` and `ERPNEXT_DB_PID_FILE`, files with the process ids of its gunicorn and its MariaDB. A supervisor of the
 * site must start both again.
 */
import { z } from 'zod';
import type { Opinion, StartErp, StartedErp } from '../erp.ts';
import { apiUserOf } from './api-user.ts';
import { fill } from './fill/fill.ts';
import { otherCompany } from './fill/other-company.ts';
import { bankNumber, otherBankNumber } from './fill/settings.ts';
import { asText, openFrappe } from './frappe.ts';
import { erpnextKills } from './kills.ts';
import { catalogueOpinions, customersOf } from './opinions/catalogue.ts';
import { ledgerOpinions } from './opinions/ledger.ts';
import { orderOpinions } from './opinions/orders.ts';
import { erpnextProcesses } from './processes.ts';
import { erpnextTrials } from './trials/trials.ts';

const versions = z.object({ erpnext: z.object({ version: z.string() }), frappe: z.object({ version: z.string() }) });

export const startErpnext: StartErp = async (environment): Promise<StartedErp> => {
  const { ERPNEXT_URL: url, ERPNEXT_ADMIN_TOKEN: token, ERPNEXT_COMPANY: company } = environment;
  const { ERPNEXT_WEB_PID_FILE: webFile, ERPNEXT_DB_PID_FILE: databaseFile } = environment;
  if (url === undefined || token === undefined || company === undefined) {
    const cure = 'Finish the setup wizard of a new site, create an API key for a system manager, and set all three.';
    return { kind: 'missing', reason: 'ERPNEXT_URL, ERPNEXT_ADMIN_TOKEN or ERPNEXT_COMPANY is not set', cure };
  }
  const frappe = openFrappe(url, token);
  const { erpnext, frappe: framework } = versions.parse(await frappe.call('frappe.utils.change_log.get_versions'));
  const draftCustomer = await fill(frappe, company);
  const { name: apiUser, key, secret } = await apiUserOf(frappe);
  const database = Object.fromEntries(
    ['HOST', 'PORT', 'NAME', 'USER', 'PASSWORD'].flatMap((part) => {
      const value = environment[`ERPNEXT_DB_${part}`];
      return value === undefined ? [] : [[`ERPNEXT_DB_${part}`, value]];
    }),
  );
  const named = { ERPNEXT_URL: url, ERPNEXT_API_USER: apiUser, ERPNEXT_API_KEY: key, ERPNEXT_API_SECRET: secret };
  const environmentOf = (served: string): Readonly<Record<string, string>> => ({
    ...{ ...database, ...named, ERPNEXT_COMPANY: served },
    ...{ ERPNEXT_DRAFT_CUSTOMER: draftCustomer, ERPNEXT_BANK_ACCOUNT: bankNumber },
  });
  const opinionsOf = async (served: string): Promise<readonly Opinion[]> => {
    const customers = await customersOf(frappe);
    return [
      ...(await catalogueOpinions(frappe, served, customers)),
      ...(await orderOpinions(frappe, served, customers)),
      ...(await ledgerOpinions({ frappe, company: served, apiUser }, customers)),
    ];
  };
  const payer = asText((await frappe.rows('Customer', [['customer_name', '=', 'Müller, Jörg']], ['name']))[0]?.name);
  return {
    kind: 'started',
    erp: {
      version: `ERPNext ${erpnext.version} on Frappe ${framework.version}`,
      profile: 'erpnext',
      environment: environmentOf(company),
      opinions: () => opinionsOf(company),
      companies: [
        {
          name: otherCompany,
          environment: environmentOf(otherCompany),
          opinions: () => opinionsOf(otherCompany),
        },
      ],
      payer: { debtor: payer, banks: [bankNumber, otherBankNumber] },
      trials: async (service) => {
        const isBank = [
          ['company', '=', company],
          ['account_number', '=', bankNumber],
        ];
        const [bank] = await frappe.rows('Account', isBank, ['name']);
        const trials = { frappe, service, company, apiUser, debtor: payer };
        return erpnextTrials(
          { ...trials, draftCustomer, otherCompany: environmentOf(otherCompany) },
          asText(bank?.name),
        );
      },
      kills: { ...erpnextKills(frappe, company), processes: erpnextProcesses(webFile, databaseFile) },
      close: async () => undefined,
    },
  };
};

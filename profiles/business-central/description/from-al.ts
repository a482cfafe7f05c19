/**
 * Describes what Business Central serves, by Microsoft's published AL source: `api-v2.xml` (API v2.0) and `pages.xml` (published pages).
 *
 *     node profiles/business-central/description/from-al.ts <folder of a checkout> [<folder for the files>]
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeApi } from './al/api.ts';
import { Checkout } from './al/checkout.ts';
import { type Description, writeDescription } from './al/csdl.ts';
import { describeWebServices } from './al/web-services.ts';

/** The sets of API v2.0 that the profile uses. Their parts are described with them. */
const sets = [
  'bankAccounts',
  'companyInformation',
  'currencies',
  'customerPaymentJournals',
  'customers',
  'generalLedgerEntries',
  'generalLedgerSetup',
  'items',
  'journals',
  'salesCreditMemos',
  'salesInvoices',
  'salesOrders',
];
/** Pages by the names under which the README publishes them. The card of ship-to addresses has what their list lacks. */
const services = {
  CustomerLedgerEntries: 'Customer Ledger Entries',
  CustomerList: 'Customer List',
  DetailedCustLedgEntries: 'Detailed Cust. Ledg. Entries',
  PriceListLines: 'Price List Line Review',
  ShipToAddressCard: 'Ship-to Address',
  ShipToAddresses: 'Ship-to Address List',
};

const head = (what: string): string => `${what}, version 29, without localisation (W1).
Made from Microsoft's AL source: https://github.com/microsoft/BCApps, commit c3414ede3ec7bab5a928f312c1208dbd0f8e39a7 of 2026-08-22.
Copyright (c) Microsoft Corporation, MIT License. What was decided in doubt: README.md.
To make it again: node profiles/business-central/description/from-al.ts <folder of a checkout>`;

/** The files by name. */
export function describeCheckout(folder: string): Readonly<Record<string, string>> {
  const checkout = new Checkout(folder);
  const write = (what: string, description: Description): string => writeDescription(description, head(what));
  return {
    'api-v2.xml': write('Sets of API v2.0 of Business Central', describeApi(checkout, sets)),
    'pages.xml': write(
      'Pages of Business Central that are published as web services',
      describeWebServices(checkout, services),
    ),
  };
}

if (import.meta.main) {
  const [, , folder, target = import.meta.dirname] = process.argv;
  if (folder === undefined) throw new Error('which folder has the checkout?');
  for (const [name, text] of Object.entries(describeCheckout(folder))) writeFileSync(join(target, name), text);
}

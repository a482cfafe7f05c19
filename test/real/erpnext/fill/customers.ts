/** Customers with addresses, contacts, limits, price lists and currencies; some on hold or disabled, which they become last. */
import { type Frappe, nameOf, type Row } from '../frappe.ts';
import type { Setting } from './settings.ts';

export interface Customers {
  /** Names of customers with invoices and orders. */
  readonly all: readonly string[];
  /** Item prices name it. */
  readonly priced: string;
  /** Its receivable account is in dollars. */
  readonly dollars: string;
  readonly draftCustomer: string;
}

const address = (frappe: Frappe, customer: string, address_type: string, values: Row): Promise<Row> =>
  frappe.create('Address', {
    ...{ address_type, address_line1: 'Hauptstraße 1', city: 'Köln', country: 'Germany', ...values },
    links: [{ link_doctype: 'Customer', link_name: customer }],
  });

const contact = (frappe: Frappe, customer: string, first_name: string, email: string, primary: number): Promise<Row> =>
  frappe.create('Contact', {
    ...{ first_name, is_primary_contact: primary, email_ids: [{ email_id: email, is_primary: 1 }] },
    links: [{ link_doctype: 'Customer', link_name: customer }],
  });

async function makeAddresses(frappe: Frappe, [first, second, third, fourth]: readonly string[]): Promise<void> {
  if (first === undefined || second === undefined || third === undefined || fourth === undefined) return;
  await address(frappe, first, 'Billing', { address_title: 'Zentrale', pincode: '50667', is_primary_address: 1 });
  await address(frappe, first, 'Shipping', {
    address_title: 'Lager Nord',
    address_line2: 'Tor 3',
    is_shipping_address: 1,
  });
  await address(frappe, first, 'Shipping', { address_title: 'Lager Süd', city: 'München', disabled: 1 });
  await address(frappe, second, 'Office', {
    address_title: "O'Brien",
    city: 'Dublin',
    country: 'Ireland',
    is_primary_address: 1,
    is_shipping_address: 1,
  });
  await address(frappe, third, 'Warehouse', {
    address_title: 'Dock',
    city: 'Boston',
    state: 'MA',
    country: 'United States',
  });
  await address(frappe, third, 'Billing', { address_title: 'Office', city: 'New York', country: 'United States' });
  await address(frappe, fourth, 'Shipping', { address_title: 'Lager', city: 'Kiel', pincode: '24103' });
  await contact(frappe, first, 'Ayşe', 'ayse@oeztuerk.example', 1);
  await contact(frappe, first, 'Zoe', 'zoe@oeztuerk.example', 0);
  await contact(frappe, fourth, 'Jörg', 'joerg@mueller.example', 0);
}

export async function makeCustomers(frappe: Frappe, setting: Setting): Promise<Customers> {
  const { company } = setting;
  const customer = async (customer_name: string, values: Row = {}): Promise<string> =>
    nameOf(
      await frappe.create('Customer', {
        ...{ customer_name, customer_type: 'Company', customer_group: 'Commercial', territory: 'Germany', ...values },
      }),
    );
  const limit = (credit_limit: number, bypass_credit_limit_check = 0): Row => ({
    credit_limits: [{ company, credit_limit, bypass_credit_limit_check }],
  });
  const all = [
    await customer('Bäckerei Öztürk', { customer_group: 'Wholesale', default_price_list: 'Trade', ...limit(50000) }),
    await customer("O'Brien & Söhne", { ...limit(1500.5, 1), territory: 'Nordseeküste' }),
    await customer('Dollar Trading Inc', {
      ...{ default_currency: 'USD', default_price_list: 'Dollars', territory: 'Rest Of The World' },
      accounts: [{ company, account: setting.dollarDebtors }],
    }),
    await customer('Müller, Jörg', { customer_type: 'Individual', customer_group: 'Individual' }),
  ];
  // From here on names are numbers.
  await frappe.change('Selling Settings', 'Selling Settings', { cust_master_name: 'Naming Series' });
  all.push(
    await customer('Gulf Imports WLL', { default_currency: 'KWD', default_price_list: 'Dinars', ...limit(99999) }),
    await customer('Café 100%_Test', { customer_group: 'Schools', payment_terms: setting.terms }),
    await customer('Frozen AG', { ...limit(10000) }),
    await customer('Disabled KG'),
  );
  await customer('Nur Angebot');
  await frappe.change('Customer Group', 'Schools', limit(7777.77));
  const draftCustomer = await customer('Web orders');
  await makeAddresses(frappe, all);
  return { all, priced: all[1] ?? '', dollars: all[2] ?? '', draftCustomer };
}

/** What makes ERPNext refuse further documents. */
export async function endCustomers(frappe: Frappe, { all }: Customers): Promise<void> {
  await frappe.change('Customer', all[6] ?? '', { is_frozen: 1 });
  await frappe.change('Customer', all[7] ?? '', { disabled: 1 });
}

/** Settings of the site and the company: years, currencies with rates, groups, taxes, terms, accounts. */
import { asText, type Frappe, nameOf, type Row } from '../frappe.ts';

/** Account number of the bank that payments go to, in each company. */
export const bankNumber = '1210';
/** Account number of another bank. */
export const otherBankNumber = '1220';

export interface Setting {
  readonly company: string;
  /** The company's abbreviation, with which the names of its records end. */
  readonly abbreviation: string;
  /** Name of the template that adds 19 % of tax. */
  readonly taxOnTop: string;
  /** Name of the template whose tax is in the prices. */
  readonly taxInside: string;
  readonly bank: string;
  readonly dollarBank: string;
  readonly dollarDebtors: string;
  readonly writeOff: string;
  readonly terms: string;
  /** Terms whose payments name the term that they pay. */
  readonly allocatedTerms: string;
}

/** Creates an account of the type `like`, next to one of this type or in the group of this type. */
export async function account(
  frappe: Frappe,
  { company }: Pick<Setting, 'company'>,
  values: Row,
  like: string,
): Promise<string> {
  const isLike = [
    ['company', '=', company],
    ['account_type', '=', like],
  ];
  const accounts = await frappe.rows('Account', isLike, ['name', 'is_group', 'parent_account']);
  const sibling = accounts.find(({ is_group }) => is_group === 0);
  const parent_account = sibling?.parent_account ?? accounts[0]?.name;
  return nameOf(await frappe.create('Account', { company, parent_account, account_type: like, ...values }));
}

async function makeYears(frappe: Frappe): Promise<void> {
  const years = await frappe.rows('Fiscal Year', [], ['name']);
  for (const year of [2025, 2026, 2027].filter((one) => !years.some(({ name }) => name === String(one))))
    await frappe.create('Fiscal Year', {
      year: String(year),
      year_start_date: `${year}-01-01`,
      year_end_date: `${year}-12-31`,
    });
}

async function makeGroups(frappe: Frappe): Promise<void> {
  for (const [name, parent] of [
    ['Wholesale', 'All Customer Groups'],
    ['Schools', 'All Customer Groups'],
  ])
    await frappe.create('Customer Group', { customer_group_name: name, parent_customer_group: parent, is_group: 0 });
  await frappe
    .create('Territory', {
      territory_name: 'Nordseeküste',
      parent_territory: 'Germany',
      is_group: 0,
    })
    .catch(async () => {
      await frappe.change('Territory', 'Germany', { is_group: 1 });
      await frappe.create('Territory', { territory_name: 'Nordseeküste', parent_territory: 'Germany', is_group: 0 });
    });
  await frappe.create('Item Group', { item_group_name: 'Tools', parent_item_group: 'All Item Groups', is_group: 1 });
  await frappe.create('Item Group', { item_group_name: 'Hand tools', parent_item_group: 'Tools', is_group: 0 });
  await frappe.create('Brand', { brand: 'Löwe' });
}

async function makeRates(frappe: Frappe): Promise<void> {
  for (const name of ['USD', 'KWD', 'JPY']) await frappe.change('Currency', name, { enabled: 1 });
  for (const [from, to, date, rate] of [
    ['USD', 'EUR', '2025-12-31', 0.91],
    ['USD', 'EUR', '2026-06-01', 0.8737],
    ['USD', 'EUR', '2026-11-02', 0.8512],
    ['KWD', 'EUR', '2025-12-31', 2.957],
    ['KWD', 'EUR', '2026-11-02', 3.0125],
    ['JPY', 'EUR', '2025-12-31', 0.0061],
    ['EUR', 'USD', '2025-12-31', 1.0989],
    ['EUR', 'USD', '2026-11-02', 1.1748],
    ['KWD', 'USD', '2025-12-31', 3.2491],
  ] as const)
    await frappe.create('Currency Exchange', {
      ...{ date, from_currency: from, to_currency: to, exchange_rate: rate, for_buying: 1, for_selling: 1 },
    });
  await frappe.change('Accounts Settings', 'Accounts Settings', {
    ...{ allow_stale: 1, allow_multi_currency_invoices_against_single_party_account: 1 },
  });
}

/** Prepares the company of the setup wizard. */
export async function makeSettings(frappe: Frappe, company: string): Promise<Setting> {
  await makeYears(frappe);
  await makeGroups(frappe);
  await makeRates(frappe);
  const { abbr, write_off_account } = await frappe.read('Company', company);
  const inCompany = { company };
  const vat = await account(frappe, inCompany, { account_name: 'VAT of the run', tax_rate: 19 }, 'Tax');
  const template = async (title: string, inside: number): Promise<string> =>
    nameOf(
      await frappe.create('Sales Taxes and Charges Template', {
        ...{ title, company },
        taxes: [
          {
            charge_type: 'On Net Total',
            account_head: vat,
            description: title,
            rate: 19,
            included_in_print_rate: inside,
          },
        ],
      }),
    );
  for (const [payment_term_name, credit_days] of [
    ['Half in 14 days', 14],
    ['Half in 45 days', 45],
  ] as const)
    await frappe.create('Payment Term', {
      ...{ payment_term_name, invoice_portion: 50, credit_days, due_date_based_on: 'Day(s) after invoice date' },
    });
  const terms = async (template_name: string, allocate: number): Promise<string> =>
    nameOf(
      await frappe.create('Payment Terms Template', {
        ...{ template_name, allocate_payment_based_on_payment_terms: allocate },
        terms: ['Half in 14 days', 'Half in 45 days'].map((payment_term, index) => ({
          ...{ payment_term, invoice_portion: 50, due_date_based_on: 'Day(s) after invoice date' },
          credit_days: index === 0 ? 14 : 45,
        })),
      }),
    );
  await account(frappe, inCompany, { account_name: 'Volksbank', account_number: otherBankNumber }, 'Bank');
  return {
    company,
    abbreviation: asText(abbr),
    taxOnTop: await template('VAT 19 % on top', 0),
    taxInside: await template('VAT 19 % inside', 1),
    bank: await account(frappe, inCompany, { account_name: 'Sparkasse', account_number: bankNumber }, 'Bank'),
    dollarBank: await account(frappe, inCompany, { account_name: 'Bank in dollars', account_currency: 'USD' }, 'Bank'),
    dollarDebtors: await account(
      frappe,
      inCompany,
      { account_name: 'Debtors in dollars', account_currency: 'USD' },
      'Receivable',
    ),
    writeOff: asText(write_off_account),
    terms: await terms('Two halves', 0),
    allocatedTerms: await terms('Two halves, each paid for itself', 1),
  };
}

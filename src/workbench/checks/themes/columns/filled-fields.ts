/** Fields that an answer may lack: where no record has a value, the profile reads the wrong column, or the data has no such record. */
import { compare } from '../../../../../engine/tools/index.ts';
import type { Path } from '../../../../contract/types.ts';
import type { Check } from '../../core/check.ts';
import type { CheckContext } from '../../core/context.ts';
import type { ErpData } from '../../core/erp-data.ts';
import type { FieldSource } from '../../core/fixture-access.ts';
import type { CreditSnapshot } from '../../core/ledger.ts';
import { fail, lacks, notApplicable } from '../../core/outcome.ts';
import { type Listed, loadRows, locate } from './located.ts';

/** Rows with different values that show that a column is filled; one value may stand for none. */
const fewestValues = 2;
const mostRecords = 30;

/** A record whose answer has the field, or lacks it. */
interface Recorded extends Omit<Listed, 'values'> {
  readonly hasValue: boolean;
  /** What is answered where the ERP has no value: the id for a label. */
  readonly standIn?: string;
}

interface Form {
  /** The part of the check's id after the slash; default `filled-fields`. */
  readonly name?: string;
  readonly path: Path;
  readonly needs: readonly Path[];
  readonly field: string;
  /** A record that has a value: a noun phrase. */
  readonly wants: string;
  readonly records: (context: CheckContext) => Promise<readonly Recorded[]>;
  /** What else the answers say that contradicts a field without a value: a clause. Undefined where nothing does. */
  readonly contradiction?: (context: CheckContext) => Promise<string | undefined>;
}

/** A customer who owes an invoice uses credit. */
async function owingCustomer({ ledger }: CheckContext): Promise<string | undefined> {
  for (const customer of await ledger.customers()) {
    const open = (await ledger.invoicesOf(customer)).find(({ amountOpen }) => compare(amountOpen, 0) > 0);
    if (open !== undefined) return `customer ${customer} owes ${open.amountOpen} of ${open.invoiceNumber}`;
  }
  return undefined;
}

/** Credit of each customer, with its name. */
const credits =
  (hasValue: (credit: CreditSnapshot) => boolean) =>
  async ({ discovered, ledger }: CheckContext): Promise<readonly Recorded[]> => {
    const names = new Map((await discovered.customers()).map(({ erpId, erpName }) => [erpId, erpName]));
    const all: Recorded[] = [];
    for (const id of await ledger.customers())
      all.push({ id, also: names.get(id) ?? id, hasValue: hasValue(await ledger.creditOf(id)) });
    return all;
  };

const forms: readonly Form[] = [
  {
    path: '/catalog/customers/search',
    needs: [],
    field: 'city',
    wants: 'a customer with a city',
    records: async ({ discovered }) =>
      (await discovered.customers()).map(({ erpId: id, erpName: also, city }) => ({
        ...{ id, also, hasValue: city !== undefined },
      })),
  },
  {
    path: '/debtors/list',
    needs: [],
    field: 'email',
    wants: 'a debtor with an e-mail address',
    records: async ({ ledger }) =>
      (await ledger.debtors()).map(({ erpDebtorId: id, name: also, email }) => ({
        ...{ id, also, hasValue: email !== undefined },
      })),
  },
  {
    path: '/catalog/products/search',
    needs: [],
    field: 'erpDesc',
    wants: 'a product with a description',
    records: async ({ discovered }) =>
      (await discovered.products()).map(({ erpProductId: id, erpSku: also, erpDesc }) => ({
        ...{ id, also, hasValue: erpDesc !== id, standIn: id },
      })),
  },
  {
    path: '/catalog/customers/addresses',
    needs: ['/catalog/customers/search'],
    field: 'erpLabel',
    wants: 'an address with a label',
    async records({ ask, ledger }) {
      const all: Recorded[] = [];
      for (const customerId of await ledger.customers())
        for (const { erpLocationId: id, erpLabel } of (await ask('/catalog/customers/addresses', { customerId })).hits)
          all.push({ id, also: customerId, hasValue: erpLabel !== id, standIn: id });
      return all;
    },
  },
  {
    path: '/credit/customer',
    needs: ['/catalog/customers/search'],
    field: 'creditLimit',
    wants: 'a customer with a credit limit',
    records: credits(({ creditLimit }) => creditLimit !== null),
  },
  {
    path: '/credit/customer',
    needs: ['/catalog/customers/search', '/customer-invoices/list'],
    name: 'filled-credit',
    field: 'creditUsed',
    wants: 'a customer with credit used',
    records: credits(({ creditUsed }) => creditUsed !== null),
    contradiction: owingCustomer,
  },
  {
    path: '/invoices/list',
    needs: [],
    field: 'dueDate',
    wants: 'an invoice that is due after its issue date',
    records: async ({ ledger }) =>
      (await ledger.invoices()).map(({ erpInvoiceId: id, invoiceNumber: also, issueDate, dueDate }) => ({
        ...{ id, also, hasValue: dueDate !== issueDate, standIn: issueDate },
      })),
  },
  {
    path: '/customer-invoices/list',
    needs: ['/catalog/customers/search'],
    field: 'dueDate',
    wants: 'an invoice that is due after its issue date',
    async records({ ledger }) {
      const all: Recorded[] = [];
      for (const customer of await ledger.customers())
        for (const { erpInvoiceId: id, invoiceNumber: also, issueDate, dueDate } of await ledger.invoicesOf(customer))
          all.push({ id, also, hasValue: dueDate !== issueDate, standIn: issueDate });
      return all;
    },
  },
];

/** Names in a statement may have another case than those of the catalogue, and no schema. */
const lastName = (name: string): string => name.slice(name.lastIndexOf('.') + 1).toLowerCase();

/** What a column has for records without a value in the answers. */
interface Filled {
  /** `customer.town`, with the number of rows that have a value. */
  readonly text: string;
  /** A record whose row has a value, with it. */
  readonly example: readonly [id: string, value: string] | undefined;
}

/** Undefined where the column is in no table. */
async function filledIn(
  data: ErpData,
  records: readonly Recorded[],
  { text, column }: FieldSource,
): Promise<Filled | undefined> {
  const table = (await data.tables()).find(({ name }) => column && lastName(name) === lastName(column.table));
  const filledColumn = table?.columns.find(({ name }) => name.toLowerCase() === column?.column.toLowerCase());
  if (table === undefined || filledColumn === undefined) return undefined;
  const rows = await data.rows(table);
  const count = rows.filter((row) => (row[filledColumn.name] ?? '').trim() !== '').length;
  const listed = records.map(({ id, also, standIn = '' }) => ({ id, also, values: { standIn } }));
  const places = locate(await loadRows(data), listed, ({ name }) => name === filledColumn.name);
  const values = places
    .flatMap((columns) => columns.get(`${table.name}.${filledColumn.name}`)?.located ?? [])
    .flatMap(
      ({
        listed: {
          id,
          values: { standIn = '' },
        },
        values: all,
      }) =>
        all
          .filter((value) => value.trim() !== '' && (standIn === '' || !value.startsWith(standIn)))
          .map((value) => [id, value] as const),
    );
  const isFilled = new Set(values.map(([, value]) => value)).size >= fewestValues;
  return {
    text: `${text}, which has a value in ${count} of ${rows.length} rows`,
    example: isFilled ? values[0] : undefined,
  };
}

const filled = ({ name = 'filled-fields', path, needs, field, wants, records, contradiction }: Form): Check => ({
  id: `columns/${name}`,
  path,
  title: `${field} has a value for some record`,
  clause: 'ruling: answers',
  tag: 'fixture',
  mayDeviate: true,
  needs: [path, ...needs],
  async run(context) {
    const all = await records(context);
    if (all.some(({ hasValue }) => hasValue)) return;
    const sources = (await context.fixture?.sourcesOf(path, field)) ?? [];
    if (sources.length === 0) notApplicable(`the profile takes ${field} from no column and no answer of the ERP`);
    const texts: string[] = [];
    for (const source of sources) {
      const data = context.fixture?.data;
      const filled = data && (await filledIn(data, context.sample(all, mostRecords), source));
      texts.push(filled?.text ?? source.text);
      if (filled?.example === undefined) continue;
      const [id, value] = filled.example;
      const message = `none of ${all.length} records has a value. The profile reads ${filled.text}; the row of ${id} has ${JSON.stringify(value)}`;
      fail('erp-values', message, field);
    }
    const contradicted = await contradiction?.(context);
    if (contradicted !== undefined) {
      const message = `none of ${all.length} records has a value, and ${contradicted}. The profile reads ${texts.join(' and ')}`;
      fail('erp-values', message, field);
    }
    const seen = `${field} has no value in ${all.length} answered records, and comes from ${texts.join(' and ')}: add a value to the fixture, or name the right column`;
    lacks(wants, path, seen);
  },
});

export const filledFields: readonly Check[] = forms.map(filled);

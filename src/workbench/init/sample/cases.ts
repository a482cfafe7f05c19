/**
 * Generates first cases: calls with ids of the fixture rows, for endpoints without open questions. A test run fills
 * in the answers.
 */
import { stringify } from 'yaml';
import { candidates } from '../match/field.ts';
import type { Entity, FoundTables } from '../match/tables.ts';
import { keyTo } from '../model/database.ts';
import type { Proposals } from '../propose/index.ts';
import type { CutRows } from './row-collector.ts';

interface FirstCase {
  readonly case: string;
  readonly call: string;
  readonly request: Readonly<Record<string, string | number>>;
}

/** The value of a column in the first row that has one. */
function firstOf(
  rows: CutRows,
  foundTables: FoundTables,
  entity: Entity,
  column: string | undefined,
): string | undefined {
  const table = foundTables.get(entity)?.table;
  if (table === undefined || column === undefined) return undefined;
  const cell = rows.get(table.name)?.find((row) => row[column] !== null)?.[column];
  return cell === undefined || cell === null ? undefined : String(cell).trim();
}

/** The customer of the first row of a table. */
const customerOf = (rows: CutRows, foundTables: FoundTables, entity: Entity): string | undefined => {
  const table = foundTables.get(entity)?.table;
  return table && firstOf(rows, foundTables, entity, keyTo(table, foundTables.get('customer')?.table)?.columns[0]);
};

function casesFor(path: string, rows: CutRows, foundTables: FoundTables): readonly FirstCase[] {
  const [customer, item] = [foundTables.get('customer')?.table, foundTables.get('item')?.table];
  const firstCase = (sentence: string, request: FirstCase['request']): FirstCase => ({
    case: sentence,
    call: path,
    request,
  });
  const caseWithId = (sentence: string, field: string, id: string | undefined): readonly FirstCase[] =>
    id === undefined ? [] : [firstCase(sentence, { [field]: id })];
  const main = firstOf(rows, foundTables, 'customer', customer?.primaryKey[0]);
  switch (path) {
    case '/catalog/customers/search': {
      const name = customer && firstOf(rows, foundTables, 'customer', candidates(customer, 'name')[0]?.column.name);
      return [
        firstCase('customers are found without a text', { query: '', limit: 5 }),
        ...caseWithId('a customer is found by name', 'query', name),
      ];
    }
    case '/catalog/customers/addresses':
      return caseWithId('the addresses of a customer', 'customerId', customerOf(rows, foundTables, 'address') ?? main);
    case '/catalog/products/search':
      return [firstCase('products are found without a text', { query: '', limit: 5 })];
    case '/catalog/products/by-sku':
      return caseWithId(
        'a product is found by its number',
        'sku',
        item && firstOf(rows, foundTables, 'item', candidates(item, 'sku')[0]?.column.name),
      );
    case '/credit/customer':
      return caseWithId('the credit of a customer', 'customerErpId', main);
    case '/purchase-orders/list':
    case '/sales-orders/list': {
      const entity = path === '/sales-orders/list' ? 'salesOrder' : 'purchaseOrder';
      return [
        firstCase('the newest orders', { limit: 5 }),
        ...caseWithId('the orders of a customer', 'customerErpId', customerOf(rows, foundTables, entity)),
      ];
    }
    case '/customer-invoices/list':
      return caseWithId('the invoices of a customer', 'customerErpId', customerOf(rows, foundTables, 'invoice'));
    case '/debtors/list':
    case '/invoices/list':
    case '/payments/list':
      return [firstCase(`the first page of ${path.split('/')[1] ?? ''}`, { page: 1, limit: 3 })];
    default:
      return [];
  }
}

/** The case file with empty answers. Undefined if every endpoint has open questions. */
export function caseText({ foundTables, endpoints }: Proposals, rows: CutRows, now: string): string | undefined {
  const complete = endpoints.filter(({ questions }) => questions.size === 0);
  const cases = complete
    .flatMap(({ path }) => casesFor(path, rows, foundTables))
    .map((one) => ({ ...one, response: {} }));
  if (cases.length === 0) return undefined;
  const head =
    '# Written by `engine init`: what the profile answers now. Compare each answer with the ERP before you rely on it.\n';
  return head + stringify({ now, cases }, { lineWidth: 0 });
}

/** Proposals for invoices with their lines. */

import type { Meaning } from '../../vocabulary/vocabulary.ts';
import { means, wordsOf } from '../../vocabulary/words.ts';
import { countedValues } from '../match/counts.ts';
import { bestColumn, candidates } from '../match/field.ts';
import { distinct } from '../match/shapes.ts';
import { keysTo, rivalKeys } from '../model/database.ts';
import { nameIn } from '../model/sql-text.ts';
import {
  addField,
  addId,
  addKeyAsNumber,
  addMatch,
  askForColumn,
  type Draft,
  draftOf,
  namesOf,
  type Proposal,
  proposed,
  queryLines,
  question,
  selectOf,
  sqlOf,
  withoutColumns,
} from './draft.ts';
import { addCurrencyOf, ownTable } from './related.ts';
import { salesOnly } from './rows.ts';
import { addCustomer, notDeleted, type Scope } from './scope.ts';
import { sinceOf } from './since.ts';
import { addStatus, askForUnfinished } from './status.ts';

interface InvoiceNames {
  readonly customer: string;
  readonly open: string;
}

interface InvoiceDraft {
  readonly draft: Draft;
  readonly customer: string | undefined;
  readonly codes: readonly string[];
}

/** Credit notes have negative amounts: a question where rows have several kinds, and no total is negative. */
function askForCreditNotes({ table, questions }: Draft, field: string): void {
  const kind = bestColumn(table, 'kind')?.column;
  const total = bestColumn(table, 'total')?.column;
  if (kind === undefined || distinct(kind).length < 2 || total?.values.some((value) => value.startsWith('-')) !== false)
    return;
  questions.set(
    field,
    `${table.name}.${kind.name} has ${countedValues(kind)}, and no ${total.name} is negative: which are credit notes? Their amounts, and those of their lines, have to be negative.`,
  );
}

/** Columns that both invoice lists have. */
function invoiceDraft(scope: Scope, names: InvoiceNames, written: (state: string) => string): InvoiceDraft | undefined {
  const invoice = scope.foundTables.get('invoice');
  if (invoice === undefined) return undefined;
  const draft = draftOf(scope.dialect, invoice, 'i', 'erpInvoiceId');
  const id = addId(draft, 'erpInvoiceId');
  if (addMatch(draft, 'invoiceNumber', candidates(invoice.table, 'invoiceNumber')) === undefined)
    addKeyAsNumber(draft, 'invoiceNumber', id);
  salesOnly(draft, scope, 'erpInvoiceId', 'invoices to customers');
  const customer = addCustomer(draft, scope, names.customer);
  addField(draft, 'issueDate', 'issueDate');
  addField(draft, 'dueDate', 'dueDate');
  addCurrency(draft, scope, customer);
  addField(draft, 'amountTotal', 'total');
  addField(draft, names.open, 'open');
  const codes = addStatus(draft, (state) => written(state === 'open' ? 'authorised' : state), false);
  askForUnfinished(draft);
  notDeleted(draft);
  askForCreditNotes(draft, 'amountTotal');
  return { draft, customer, codes };
}

/** Joins the customer of a document, once. */
function joinCustomer(draft: Draft, { dialect, foundTables }: Scope, column: string | undefined): boolean {
  const table = foundTables.get('customer')?.table;
  const [key] = table?.primaryKey ?? [];
  if (table === undefined || key === undefined || column === undefined) return false;
  const join = `JOIN ${nameIn(dialect, table.name)} c ON c.${nameIn(dialect, key)} = ${sqlOf(draft, column)}`;
  if (!draft.joins.includes(join)) draft.joins.push(join);
  return true;
}

/** Adds a field of the customer by `adds`. It is open if the table of customers is. */
function addOfCustomer<Added>(draft: Draft, { foundTables }: Scope, field: string, adds: () => Added): Added {
  const added = adds();
  const customer = foundTables.get('customer');
  const part = draft.parts.find((one) => one.field === field);
  if (customer?.isSure === false && part !== undefined && !draft.questions.has(field)) {
    const text = `Is it ${part.from ?? part.sql}? It is if ${customer.table.name} has the customers.`;
    askForColumn(draft, field, text, [part.sql]);
  }
  return added;
}

/** Adds the currency of a document, or else that of its customer. */
function addCurrency(draft: Draft, scope: Scope, customer: string | undefined): void {
  if (addCurrencyOf(draft, scope, ownTable(draft))) return;
  const table = scope.foundTables.get('customer')?.table;
  const before = [...draft.joins];
  if (table !== undefined && joinCustomer(draft, scope, customer)) {
    if (addOfCustomer(draft, scope, 'currency', () => addCurrencyOf(draft, scope, { alias: 'c', table }))) return;
    draft.joins.splice(0, draft.joins.length, ...before);
  }
  askForColumn(draft, 'currency', `In which currency are the amounts of ${draft.table.name}? No column says so.`, []);
}

function customerInvoices(scope: Scope): Proposal {
  const path = '/customer-invoices/list';
  const made = invoiceDraft(scope, { customer: 'customerErpId', open: 'amountOpen' }, (state) => state);
  if (made === undefined) return question(path, 'Which table holds the invoices?');
  const { draft, customer, codes } = made;
  if (customer !== undefined) draft.where.push(`${sqlOf(draft, customer)} = :customerErpId`);
  return proposed(path, draft, ['order: [-issueDate, -erpInvoiceId]', ...queryLines(draft), ...codes]);
}

/** Beside a quantity, and without a price, an `amount` can be that of one unit. */
function askForUnit(line: Draft): void {
  const partOf = (field: string) => line.parts.find((one) => one.field === field);
  const [amount, column] = [partOf('amount'), candidates(line.table, 'lineAmount')[0]?.column.name ?? ''];
  if (amount === undefined || partOf('quantity') === undefined || partOf('unitPrice') !== undefined) return;
  if (ofLine.some((meaning) => means(wordsOf(column), meaning))) return;
  const text = `Is ${column} the amount of the line, or the price of one unit? No column of ${line.table.name} is named as a price.`;
  askForColumn(line, 'amount', text, [amount.sql]);
}

/** Words of an amount that is not that of one unit. */
const ofLine: readonly Meaning[] = ['line', 'total', 'net'];

function lines(scope: Scope, draft: Draft): readonly string[] {
  const line = scope.foundTables.get('invoiceLine');
  const keys = line === undefined ? [] : keysTo(line.table, draft.table);
  const key = keys[0]?.columns[0];
  if (line === undefined || key === undefined) {
    draft.questions.set(
      'lines',
      line === undefined
        ? 'Which table holds the lines of invoices? No table with a key of the invoice was found.'
        : `Which columns of ${line.table.name} name the invoice of a line? No key points from it at ${draft.table.name}. Its columns are ${namesOf(line.table.columns)}.`,
    );
    return [];
  }
  const lineDraft = draftOf(scope.dialect, line, 'l', 'lines');
  const rivals = rivalKeys(keys, draft.table);
  if (rivals.length > 0)
    lineDraft.questions.set(
      'lines',
      `Is ${line.table.name}.${key} the invoice of a line? ${rivals.join(', ')} could be it, too.`,
    );
  for (const [field, name] of [
    ['description', 'lineText'],
    ['quantity', 'invoicedQuantity'],
    ['unitPrice', 'unitPrice'],
    ['amount', 'lineAmount'],
  ] as const)
    addField(lineDraft, field, name, field === 'description' ? 'leave' : 'ask');
  askForUnit(lineDraft);
  for (const part of lineDraft.parts) draft.parts.push({ ...part, field: `lines.${part.field}` });
  const number = candidates(line.table, 'lineNumber')[0]?.column.name ?? line.table.primaryKey[0];
  const column = sqlOf(lineDraft, key);
  const select = selectOf(lineDraft, [`${column} AS _invoice`]);
  const nameOf = (field: string): string => (field === 'lines' ? field : `lines.${field}`);
  for (const [field, text] of lineDraft.questions) draft.questions.set(nameOf(field), text);
  for (const field of lineDraft.placed) draft.placed.add(nameOf(field));
  return [
    'attach:',
    '  lines:',
    '    query: |',
    ...select.map((text) => `      ${text}`),
    `      WHERE ${column} IN (:rows.erpInvoiceId)`,
    ...(number === undefined ? [] : [`      ORDER BY ${column}, ${sqlOf(lineDraft, number)}`]),
    '    on: { _invoice: erpInvoiceId }',
  ];
}

function invoices(scope: Scope): Proposal {
  const path = '/invoices/list';
  const made = invoiceDraft(scope, { customer: 'erpDebtorId', open: 'amountOutstanding' }, (state) =>
    state.toUpperCase(),
  );
  if (made === undefined) return question(path, 'Which table holds the invoices?');
  const { draft, customer, codes } = made;
  const table = scope.foundTables.get('customer')?.table;
  const name = table && candidates(table, 'name');
  if (table !== undefined && name?.[0] !== undefined && joinCustomer(draft, scope, customer))
    addOfCustomer(draft, scope, 'debtorName', () =>
      addMatch(draft, 'debtorName', name, table, `c.${nameIn(scope.dialect, name[0]?.column.name ?? '')}`),
    );
  else askForColumn(draft, 'debtorName', "Where does the debtor's name stand?", []);
  // The columns of lines are no columns of this query.
  if (draft.parts.length === 0 && draft.open.size === 0) return withoutColumns(path, draft);
  const since = sinceOf(draft, 'amountOutstanding');
  const query = queryLines(draft, since.columns);
  const attached = lines(scope, draft);
  const keys = ['page: { key: [erpInvoiceId] }', ...since.keys, ...query, ...codes, ...attached];
  return proposed(path, draft, keys, since.comments);
}

/** The proposals for `/customer-invoices/list` and `/invoices/list`. */
export const invoiceProposals = (scope: Scope): readonly Proposal[] => [customerInvoices(scope), invoices(scope)];

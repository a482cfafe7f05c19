/** Proposals for invoices with their lines. */

import { means, wordsOf } from '../../vocabulary/words.ts';
import { candidates } from '../match/field.ts';
import { keysTo, keyTo, rivalKeys } from '../model/database.ts';
import { nameIn } from '../model/sql-text.ts';
import { ofCompany } from './company.ts';
import { invoiceKindsOnly } from './document-kinds.ts';
import {
  add,
  addField,
  addId,
  addMatch,
  columnsOfShape,
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
import { addOrAsk } from './elsewhere.ts';
import { addCurrencyOf, ownTable } from './related.ts';
import { salesOnly } from './rows.ts';
import { addCustomer, notDeleted, type Scope } from './scope.ts';
import { areLinesPositive, joinOfDocument, signed, type TurnedKinds, turnCreditNotes } from './sign.ts';
import { sinceOf } from './since.ts';
import { addStatus, withoutDrafts } from './status.ts';

/** Adds the open amount, which may be in the entry of the customer's account. */
function addOpen(draft: Draft, { dialect, found }: Scope, field: string): void {
  const own = candidates(draft.table, 'open');
  if (addMatch(draft, field, own) !== undefined) return;
  const entry = found.get('entry')?.table;
  const key = entry && keyTo(entry, draft.table);
  const match = entry && candidates(entry, 'open')[0];
  const [column, reference] = [key?.columns[0], key?.references[0]];
  if (entry === undefined || match === undefined || column === undefined || reference === undefined) {
    const text = 'Where does it stand what is still to be paid? Invoices have no such column.';
    draft.questions.set(field, `${text}${columnsOfShape(draft.table, 'number')}`);
    return;
  }
  draft.joins.push(
    `JOIN ${nameIn(dialect, entry.name)} e ON e.${nameIn(dialect, column)} = ${sqlOf(draft, reference)}`,
  );
  addMatch(draft, field, [match], entry, `e.${nameIn(dialect, match.column.name)}`);
  draft.questions.set(
    field,
    `Is ${entry.name} the right place, and which of its rows belongs to an invoice (an invoice may have several)?`,
  );
}

interface InvoiceNames {
  readonly customer: string;
  readonly open: string;
}

interface InvoiceDraft {
  readonly draft: Draft;
  readonly customer: string | undefined;
  readonly codes: readonly string[];
  /** Kinds of documents whose amounts were turned. */
  readonly turned: TurnedKinds | undefined;
}

/** Columns that both invoice lists have. */
function invoiceDraft(scope: Scope, names: InvoiceNames, written: (state: string) => string): InvoiceDraft | undefined {
  const invoice = scope.found.get('invoice');
  if (invoice === undefined) return undefined;
  const draft = draftOf(scope.dialect, invoice, 'i', 'erpInvoiceId');
  const id = addId(draft, 'erpInvoiceId');
  if (addMatch(draft, 'invoiceNumber', candidates(invoice.table, 'invoiceNumber')) === undefined && id !== undefined)
    add(draft, 'invoiceNumber', sqlOf(draft, id), 'no other number: the key', `${invoice.table.name}.${id}`);
  if (!invoiceKindsOnly(draft, scope, 'erpInvoiceId')) salesOnly(draft, scope, 'erpInvoiceId', 'invoices to customers');
  ofCompany(draft, scope.company, 'erpInvoiceId');
  const customer = addCustomer(draft, scope, names.customer);
  addField(draft, 'issueDate', 'issueDate');
  addOrAsk(draft, scope, 'dueDate', 'dueDate');
  askForTerms(draft, scope);
  addCurrency(draft, scope, customer);
  addField(draft, 'amountTotal', 'total');
  addOpen(draft, scope, names.open);
  const codes = addStatus(draft, (state) => written(state === 'open' ? 'authorised' : state), false);
  withoutDrafts(draft);
  notDeleted(draft);
  const turned = turnCreditNotes(draft, 'amountTotal', names.open);
  return { draft, customer, codes, turned };
}

/** A due date without a column is a question where there are terms of payment that it may be computed from. */
function askForTerms(draft: Draft, { found }: Scope): void {
  if (!draft.absent.has('dueDate')) return;
  const tables = [draft.table, found.get('customer')?.table].filter((table) => table !== undefined);
  const terms = tables.flatMap(({ name, columns }) =>
    columns.flatMap((column) => (means(wordsOf(column.name), 'terms') ? [`${name}.${column.name}`] : [])),
  );
  if (terms.length === 0) return;
  draft.absent.delete('dueDate');
  draft.questions.set(
    'dueDate',
    `No column of ${draft.table.name} looks like it. Is it computed from ${terms.join(' or ')}?`,
  );
}

/** Joins the customer of a document, once. */
function joinCustomer(draft: Draft, { dialect, found }: Scope, column: string | undefined): boolean {
  const table = found.get('customer')?.table;
  const [key] = table?.primaryKey ?? [];
  if (table === undefined || key === undefined || column === undefined) return false;
  const join = `JOIN ${nameIn(dialect, table.name)} c ON c.${nameIn(dialect, key)} = ${sqlOf(draft, column)}`;
  if (!draft.joins.includes(join)) draft.joins.push(join);
  return true;
}

/** Adds the currency of a document, or else that of its customer. */
function addCurrency(draft: Draft, scope: Scope, customer: string | undefined): void {
  if (addCurrencyOf(draft, scope, 'currency', ownTable(draft))) return;
  const table = scope.found.get('customer')?.table;
  const before = [...draft.joins];
  if (table !== undefined && joinCustomer(draft, scope, customer)) {
    if (addCurrencyOf(draft, scope, 'currency', { alias: 'c', table })) return;
    draft.joins.splice(0, draft.joins.length, ...before);
  }
  draft.questions.set('currency', `In which currency are the amounts of ${draft.table.name}? No column says so.`);
}

function customerInvoices(scope: Scope): Proposal {
  const path = '/customer-invoices/list';
  const made = invoiceDraft(scope, { customer: 'customerErpId', open: 'amountOpen' }, (state) => state);
  if (made === undefined) return question(path, 'Which table holds the invoices?');
  const { draft, customer, codes } = made;
  if (customer !== undefined) draft.where.push(`${sqlOf(draft, customer)} = :customerErpId`);
  return proposed(path, draft, ['order: [-issueDate, -erpInvoiceId]', ...queryLines(draft), ...codes]);
}

/** Gives the lines of credit notes the sign of their documents. */
function turnLines(own: Draft, draft: Draft, turned: TurnedKinds, key: string): void {
  const amount = own.parts.find(({ field }) => field === 'amount');
  const column = amount?.from?.slice(own.table.name.length + 1) ?? '';
  const arePositive = amount && areLinesPositive(draft.table, own.table, turned, { key, column });
  if (arePositive === false) return;
  if (arePositive === undefined)
    return void own.questions.set('amount', 'Are the lines of credit notes positive, too? They have to be negative.');
  own.joins.push(joinOfDocument(draft, own.alias, key));
  for (const [place, part] of own.parts.entries())
    if (part.field === 'amount' || part.field === 'quantity')
      own.parts[place] = { ...part, sql: signed(draft, turned, part.sql) };
}

function lines(scope: Scope, draft: Draft, turned: TurnedKinds | undefined): readonly string[] {
  const line = scope.found.get('invoiceLine');
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
  const own = draftOf(scope.dialect, line, 'l', 'lines');
  const rivals = rivalKeys(keys, draft.table);
  if (rivals.length > 0)
    own.questions.set(
      'lines',
      `Is ${line.table.name}.${key} the invoice of a line? ${rivals.join(', ')} could be it, too.`,
    );
  for (const [field, name] of [
    ['description', 'lineText'],
    ['quantity', 'quantity'],
    ['unitPrice', 'unitPrice'],
    ['amount', 'lineAmount'],
  ] as const)
    addField(own, field, name, field === 'description' ? 'leave' : 'ask');
  if (turned !== undefined) turnLines(own, draft, turned, key);
  for (const part of own.parts) draft.parts.push({ ...part, field: `lines.${part.field}` });
  for (const [field, text] of own.questions) draft.questions.set(field === 'lines' ? field : `lines.${field}`, text);
  const number = candidates(line.table, 'lineNumber')[0]?.column.name ?? line.table.primaryKey[0];
  const column = sqlOf(own, key);
  return [
    'attach:',
    '  lines:',
    '    query: |',
    ...selectOf(own, [`${column} AS _invoice`]).map((text) => `      ${text}`),
    `      WHERE ${column} IN (:rows.erpInvoiceId)`,
    ...(number === undefined ? [] : [`      ORDER BY ${column}, ${sqlOf(own, number)}`]),
    '    on: { _invoice: erpInvoiceId }',
  ];
}

function invoices(scope: Scope): Proposal {
  const path = '/invoices/list';
  const made = invoiceDraft(scope, { customer: 'erpDebtorId', open: 'amountOutstanding' }, (state) =>
    state.toUpperCase(),
  );
  if (made === undefined) return question(path, 'Which table holds the invoices?');
  const { draft, customer, codes, turned } = made;
  const table = scope.found.get('customer')?.table;
  const name = table && candidates(table, 'name');
  if (table !== undefined && name?.[0] !== undefined && joinCustomer(draft, scope, customer))
    addMatch(draft, 'debtorName', name, table, `c.${nameIn(scope.dialect, name[0].column.name)}`);
  else draft.questions.set('debtorName', "Where does the debtor's name stand?");
  // The columns of lines are no columns of this query.
  if (draft.parts.length === 0) return withoutColumns(path, draft);
  const since = sinceOf(draft, 'amountOutstanding');
  const query = queryLines(draft, since.columns);
  const attached = lines(scope, draft, turned);
  const keys = ['page: { key: [erpInvoiceId] }', ...since.keys, ...query, ...codes, ...attached];
  return proposed(path, draft, keys, since.comments);
}

export const invoiceProposals = (scope: Scope): readonly Proposal[] => [customerInvoices(scope), invoices(scope)];

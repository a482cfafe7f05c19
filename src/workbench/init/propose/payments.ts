/** The proposal for payments: which invoice a row settles, which amount, on which day. */

import { means, wordsOf } from '../../vocabulary/words.ts';
import { bestColumn, candidates } from '../match/field.ts';
import { distinct } from '../match/shapes.ts';
import type { TableMatch } from '../match/tables.ts';
import { type Column, columnOf, type ForeignKey, keysTo, rivalKeys, type Table } from '../model/database.ts';
import { nameIn } from '../model/sql-text.ts';
import {
  add,
  addField,
  addId,
  addMatch,
  askForColumn,
  type Draft,
  draftOf,
  type Proposal,
  proposed,
  queryLines,
  question,
  sqlOf,
} from './draft.ts';
import type { Scope } from './scope.ts';

const columnOfKey = (key: ForeignKey | undefined): string | undefined => key?.columns[0];

/** The keys of a row: at the invoice that it settles, and at the payment. A column is one of both only. */
interface RowKeys {
  readonly invoice: ForeignKey | undefined;
  readonly payment: ForeignKey | undefined;
  /** Columns that could be the key of the invoice, too. */
  readonly rivals: readonly string[];
}

/** Columns that name a row of a table that another column names: `payable_id` beside `payable_type`. Their values look like those of `key`. */
function keysOfKinds({ columns, foreignKeys }: Table, key: Column | undefined): readonly string[] {
  const names = columns.map(({ name }) => name.toLowerCase());
  return columns.flatMap(({ name, kind }) => {
    const isOfKinds = /.id$/i.test(name) && names.includes(name.toLowerCase().replace(/id$/, 'type'));
    const isDeclared = foreignKeys.some(({ declared, columns: [column] }) => declared && column === name);
    return isOfKinds && kind === key?.kind && !isDeclared ? [name] : [];
  });
}

function keysOfRow(row: Table, invoice: Table, payment: Table | undefined): RowKeys {
  const isShared = payment === undefined || payment === invoice || payment === row;
  const toPayment = isShared ? undefined : keysTo(row, payment)[0];
  const all = keysTo(row, invoice).filter((key) => columnOfKey(key) !== columnOfKey(toPayment));
  const namedOf = (meaning: 'invoice' | 'payment'): readonly ForeignKey[] =>
    all.filter((key) => means(wordsOf(columnOfKey(key) ?? ''), meaning));
  const [named, ...alsoNamed] = namedOf('invoice');
  const ofKinds = keysOfKinds(row, columnOf(invoice, invoice.primaryKey[0] ?? ''));
  if (named === undefined || alsoNamed.length > 0 || ofKinds.length > 0)
    return { invoice: named ?? all[0], payment: toPayment, rivals: [...rivalKeys(all, invoice), ...ofKinds] };
  // Of two keys at a table of both documents, the one that is not the invoice's is the payment's.
  const others = all.filter((key) => key !== named);
  const other = payment === invoice && others.length === 1 ? others[0] : undefined;
  return { invoice: named, payment: toPayment ?? other, rivals: [] };
}

/** Adds a sentence to the question about a field. */
function ask({ questions }: Draft, field: string, text: string): void {
  const before = questions.get(field);
  questions.set(field, before === undefined ? text : `${before} ${text}`);
}

function addInvoice(draft: Draft, { invoice: key, rivals }: RowKeys, invoice: TableMatch): void {
  const { table } = draft;
  const column = columnOfKey(key);
  if (column === undefined) {
    const question = `Which invoice does a row of ${table.name} settle? No key points at ${invoice.table.name}.`;
    askForColumn(draft, 'erpInvoiceId', question, []);
    return;
  }
  add(draft, 'erpInvoiceId', sqlOf(draft, column), `key of ${invoice.table.name}`, `${table.name}.${column}`);
  if (!invoice.isSure) {
    const text = `Is it ${table.name}.${column}? It is if ${invoice.table.name} has the invoices.`;
    askForColumn(draft, 'erpInvoiceId', text, [sqlOf(draft, column)]);
  }
  if (rivals.length === 0) return;
  ask(
    draft,
    'erpInvoiceId',
    `Which column of ${table.name} is the key of the invoice that is settled: ${[column, ...rivals].join(' or ')}? The other one may be that of the payment.`,
  );
}

/** Adds the day of the payment. The day of an allocation is a question: a payment may be allocated months later. */
function addDate(draft: Draft, { foundTables, dialect }: Scope, { payment: key, rivals }: RowKeys): void {
  const [payment, allocation] = [foundTables.get('payment')?.table, foundTables.get('allocation')?.table];
  const date = payment && candidates(payment, 'paymentDate');
  if (allocation !== undefined && payment !== undefined && key !== undefined && date?.[0] !== undefined) {
    const name = (text: string | undefined): string => nameIn(dialect, text ?? '');
    draft.joins.push(`JOIN ${name(payment.name)} r ON r.${name(key.references[0])} = a.${name(columnOfKey(key))}`);
    addMatch(draft, 'paymentDate', date, payment, `r.${name(date[0].column.name)}`);
    return;
  }
  const dateMatch = addField(draft, 'paymentDate', 'paymentDate');
  const isOfPayment = dateMatch !== undefined && means(wordsOf(dateMatch.column.name), 'payment');
  if (draft.table !== allocation || dateMatch === undefined || isOfPayment) return;
  const isOfAllocation =
    means(wordsOf(dateMatch.column.name), 'allocation') || rivals.length > 0 || payment !== undefined;
  if (!isOfAllocation) return;
  const where = payment ?? foundTables.get('invoice')?.table;
  const there = where && bestColumn(where, 'paymentDate')?.column.name;
  ask(
    draft,
    'paymentDate',
    `${draft.table.name}.${dateMatch.column.name} may be the day of the allocation. Where is the day of the payment${there === undefined ? '' : `: ${where?.name}.${there} of the row that is the payment`}?`,
  );
}

/** Payments that do not count: reversed ones, and rows that are no payments because credit notes are allocated, too. */
function askWhichRows(draft: Draft, { foundTables }: Scope, { rivals }: RowKeys, invoice: Table): void {
  const payment = foundTables.get('payment')?.table;
  const states = [draft.table, ...(payment === undefined ? [] : [payment])].flatMap((table) =>
    [bestColumn(table, 'status'), bestColumn(table, 'undone')].flatMap((match) =>
      match === undefined ? [] : [`${table.name}.${match.column.name} (${distinct(match.column).join(', ')})`],
    ),
  );
  if (states.length > 0)
    ask(
      draft,
      'erpPaymentId',
      `Payments that were reversed have to be left out. Which are they, by ${[...new Set(states)].join(', ')}?`,
    );
  if (rivals.length > 0 || payment === invoice)
    ask(
      draft,
      'erpPaymentId',
      `${invoice.name} seems to have payments and credit notes, too. Which rows of ${draft.table.name} are payments, and not allocations of credit notes?`,
    );
}

/** The proposal for `/payments/list`. */
export function payments(scope: Scope): Proposal {
  const { dialect, foundTables } = scope;
  const path = '/payments/list';
  const [payment, allocation, invoice] = [
    foundTables.get('payment'),
    foundTables.get('allocation'),
    foundTables.get('invoice'),
  ];
  const row = allocation ?? payment;
  if (row === undefined || invoice === undefined)
    return question(path, 'Which table has what was paid on which invoice?');
  const draft = draftOf(dialect, row, 'a', 'erpPaymentId');
  addId(draft, 'erpPaymentId');
  const keys = keysOfRow(row.table, invoice.table, payment?.table);
  addInvoice(draft, keys, invoice);
  const amount = addField(draft, 'amount', 'amount');
  if (keys.invoice === undefined && amount !== undefined)
    draft.questions.set(
      'amount',
      `Is it ${row.table.name}.${amount.column.name}? It is if a row settles one invoice only.`,
    );
  if (keys.invoice === undefined && row.isSure)
    ask(draft, 'erpPaymentId', `Is ${row.table.name} the right table? No key points from it at ${invoice.table.name}.`);
  addDate(draft, scope, keys);
  askWhichRows(draft, scope, keys, invoice.table);
  return proposed(path, draft, ['page: { key: [erpPaymentId] }', ...queryLines(draft)]);
}

/** Proposals for debtors and account statements. */

import { candidates } from '../match/field.ts';
import { keysTo, keyTo, rivalKeys } from '../model/database.ts';
import { nameIn } from '../model/sql-text.ts';
import {
  addField,
  addId,
  addMatch,
  draftOf,
  type Proposal,
  proposed,
  queryLines,
  question,
  selectOf,
  sqlOf,
  withoutColumns,
} from './draft.ts';
import { payments } from './payments.ts';
import { addCurrencyOf, ownTable } from './related.ts';
import { customersOnly } from './rows.ts';
import { notDeleted, type Scope } from './scope.ts';

function debtors(scope: Scope): Proposal {
  const { dialect, foundTables } = scope;
  const path = '/debtors/list';
  const customer = foundTables.get('customer');
  if (customer === undefined) return question(path, 'Which table holds the customers who get invoices?');
  const draft = draftOf(dialect, customer, 'c', 'erpDebtorId');
  addId(draft, 'erpDebtorId');
  customersOnly(draft, 'erpDebtorId');
  notDeleted(draft);
  addField(draft, 'name', 'name');
  addField(draft, 'email', 'email');
  return proposed(path, draft, ['page: { key: [erpDebtorId] }', ...queryLines(draft)]);
}

function statement(scope: Scope): Proposal {
  const { dialect, foundTables } = scope;
  const path = '/customer-statement/get';
  const [entry, customer] = [foundTables.get('entry'), foundTables.get('customer')];
  const key = entry && keyTo(entry.table, customer?.table)?.columns[0];
  if (entry === undefined || customer === undefined || key === undefined)
    return question(path, 'Which table holds the entries of the account of a customer, with date and signed amount?');
  const draft = draftOf(dialect, entry, 'e', 'openingBalance');
  addField(draft, 'date', 'entryDate');
  const amount = addField(draft, 'amount', 'entryAmount');
  addField(draft, 'reference', 'reference');
  addField(draft, 'description', 'entryText');
  if (draft.parts.length === 0 && draft.open.size === 0) return withoutColumns(path, draft);
  draft.where.push(`${sqlOf(draft, key)} = :customerErpId`);
  const currencyDraft = draftOf(dialect, customer, 'c', 'currency');
  if (!addCurrencyOf(currencyDraft, scope, ownTable(currencyDraft)))
    currencyDraft.questions.set('currency', `Where is it? No column of ${customer.table.name} looks like it.`);
  const [main = ''] = customer.table.primaryKey;
  const fromCustomer = `FROM ${[`${nameIn(dialect, customer.table.name)} c`, ...currencyDraft.joins].join(' ')} WHERE c.${nameIn(dialect, main)} = :customerErpId`;
  const brought = addMatch(currencyDraft, 'openingBalance', candidates(customer.table, 'brought'))?.column.name;
  const isSigned = amount?.column.values.some((value) => value.startsWith('-')) === true;
  const sign =
    isSigned || amount === undefined ? '' : ` No amount of ${entry.table.name} is negative: where is the sign?`;
  const table = draft.questions.get('openingBalance');
  const rivals = rivalKeys(keysTo(entry.table, customer.table), customer.table);
  const isRightKey =
    rivals.length === 0
      ? ''
      : ` Does ${entry.table.name}.${key} name the customer of the account? ${rivals.join(', ')} could be it, too.`;
  draft.questions.set(
    'openingBalance',
    `${table === undefined ? '' : `${table} `}Does the account begin with ${brought ?? 'a balance that was brought forward'}, and are all entries of ${entry.table.name} posted?${sign}${isRightKey}`,
  );
  const number = entry.table.primaryKey[0];
  const select = selectOf(draft, number === undefined ? [] : [`${sqlOf(draft, number)} AS _order`]);
  const nameOf = (field: string): string =>
    field === 'amount' ? 'lines.debit' : field.startsWith('opening') ? field : `lines.${field}`;
  const renamed = new Map([...draft.questions].map(([field, text]) => [nameOf(field), text]));
  for (const [field, text] of currencyDraft.questions) if (!renamed.has(field)) renamed.set(field, text);
  const placed = new Set([...draft.placed].map(nameOf));
  const keys = [
    'statement:',
    ...currencyDraft.parts.map(({ field, sql }) =>
      field === 'currency'
        ? `  currency: SELECT ${sql} AS currency ${fromCustomer}`
        : `  opening: SELECT ${sql} AS balance ${fromCustomer}`,
    ),
    '  entries:',
    '    query: |',
    ...select.map((line) => `      ${line}`),
  ];
  const parts = [...currencyDraft.parts, ...draft.parts.map((part) => ({ ...part, field: `lines.${part.field}` }))];
  return { path, parts, questions: renamed, placed, keys, comments: [] };
}

/** The proposals for `/customer-statement/get`, `/debtors/list` and `/payments/list`. */
export const accountProposals = (scope: Scope): readonly Proposal[] => [
  statement(scope),
  debtors(scope),
  payments(scope),
];

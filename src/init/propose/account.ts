/** Proposals for debtors, payments and account statements. */

import { columnCriteria } from '../match/column-criteria.ts';
import { bestColumn, candidates } from '../match/field.ts';
import { distinct } from '../match/shapes.ts';
import { keyTo } from '../model/database.ts';
import { nameIn } from '../model/sql-text.ts';
import {
  add,
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
import type { Scope } from './scope.ts';

function debtors({ dialect, found }: Scope): Proposal {
  const path = '/debtors/list';
  const customer = found.get('customer');
  if (customer === undefined) return question(path, 'Which table holds the customers who get invoices?');
  const draft = draftOf(dialect, customer, 'c', 'erpDebtorId');
  addId(draft, 'erpDebtorId');
  addField(draft, 'name', 'name');
  addField(draft, 'email', 'email', 'absent');
  return proposed(path, draft, ['page: { key: [erpDebtorId] }', ...queryLines(draft)]);
}

function payments({ dialect, found }: Scope): Proposal {
  const path = '/payments/list';
  const [payment, allocation, invoice] = [found.get('payment'), found.get('allocation'), found.get('invoice')];
  const row = allocation ?? payment;
  if (row === undefined || invoice === undefined)
    return question(path, 'Which table tells what was paid on which invoice?');
  const draft = draftOf(dialect, row, 'a', 'erpPaymentId');
  addId(draft, 'erpPaymentId');
  const key = keyTo(row.table, invoice.table);
  const [column] = key?.columns ?? [];
  if (column === undefined)
    draft.questions.set('erpInvoiceId', `Which invoice does a row of ${row.table.name} settle?`);
  else add(draft, 'erpInvoiceId', sqlOf(draft, column), `key of ${invoice.table.name}`, `${row.table.name}.${column}`);
  addField(draft, 'amount', 'amount');
  const up = allocation && payment && keyTo(allocation.table, payment.table);
  const date = payment && candidates(payment.table, columnCriteria.paymentDate);
  if (up !== undefined && payment !== undefined && date?.[0] !== undefined) {
    const name = (text: string | undefined): string => nameIn(dialect, text ?? '');
    draft.joins.push(`JOIN ${name(payment.table.name)} r ON r.${name(up.references[0])} = a.${name(up.columns[0])}`);
    addMatch(draft, 'paymentDate', date, payment.table, `r.${name(date[0].column.name)}`);
  } else addField(draft, 'paymentDate', 'paymentDate');
  const states = [row.table, ...(payment === undefined ? [] : [payment.table])].flatMap((table) =>
    [bestColumn(table, columnCriteria.status), bestColumn(table, columnCriteria.undone)].flatMap((match) =>
      match === undefined ? [] : [`${table.name}.${match.column.name} (${distinct(match.column).join(', ')})`],
    ),
  );
  if (states.length > 0)
    draft.questions.set(
      'erpPaymentId',
      `Payments that were reversed have to be left out. Which are they, by ${[...new Set(states)].join(', ')}?`,
    );
  return proposed(path, draft, ['page: { key: [erpPaymentId] }', ...queryLines(draft)]);
}

function statement({ dialect, found }: Scope): Proposal {
  const path = '/customer-statement/get';
  const [entry, customer] = [found.get('entry'), found.get('customer')];
  const key = entry && keyTo(entry.table, customer?.table)?.columns[0];
  if (entry === undefined || customer === undefined || key === undefined)
    return question(path, 'Which table holds the entries of the account of a customer, with date and signed amount?');
  const draft = draftOf(dialect, entry, 'e', 'openingBalance');
  addField(draft, 'date', 'entryDate', 'leave');
  const amount = addField(draft, 'amount', 'amount', 'leave');
  addField(draft, 'reference', 'reference', 'leave');
  addField(draft, 'description', 'entryText', 'leave');
  if (draft.parts.length === 0) return withoutColumns(path, draft);
  draft.where.push(`${sqlOf(draft, key)} = :customerErpId`);
  const own = draftOf(dialect, customer, 'c', 'currency');
  addField(own, 'currency', 'currency');
  const [main = ''] = customer.table.primaryKey;
  const ofCustomer = `FROM ${nameIn(dialect, customer.table.name)} c WHERE c.${nameIn(dialect, main)} = :customerErpId`;
  const brought = addMatch(own, 'openingBalance', candidates(customer.table, columnCriteria.brought))?.column.name;
  const isSigned = amount?.column.values.some((value) => value.startsWith('-')) === true;
  const renamed = new Map(
    [...draft.questions].map(([field, text]) => [
      field === 'amount' ? 'lines.debit' : field.startsWith('opening') ? field : `lines.${field}`,
      text,
    ]),
  );
  for (const [field, text] of own.questions) renamed.set(field, text);
  const sign = isSigned ? '' : ` No amount of ${entry.table.name} is negative: where is the sign?`;
  renamed.set(
    'openingBalance',
    `Does the account begin with ${brought ?? 'a balance that was brought forward'}, and are all entries of ${entry.table.name} posted?${sign}`,
  );
  const number = entry.table.primaryKey[0];
  const order = number === undefined ? [] : [`${sqlOf(draft, number)} AS _order`];
  const keys = [
    'statement:',
    ...own.parts.map(({ field, sql }) =>
      field === 'currency'
        ? `  currency: SELECT ${sql} AS currency ${ofCustomer}`
        : `  opening: SELECT ${sql} AS balance ${ofCustomer}`,
    ),
    '  entries:',
    '    query: |',
    ...selectOf(draft, order).map((line) => `      ${line}`),
  ];
  const parts = [...own.parts, ...draft.parts.map((part) => ({ ...part, field: `lines.${part.field}` }))];
  return { path, parts, questions: renamed, keys, comments: [] };
}

export const accountProposals = (scope: Scope): readonly Proposal[] => [
  statement(scope),
  debtors(scope),
  payments(scope),
];

/** Fields of invoices and payments that are in other records: customers, lines, the settled invoice. */
import { means, wordsOf } from '../../vocabulary/words.ts';
import { candidates } from '../match/field.ts';
import { type Column, columnOf, keysTo, type Member, type Table } from '../model/database.ts';
import { ask, type FoundSets, property, type Sheet, take } from './field-sheet.ts';
import { membersOf, recordInside, tableOf } from './members.ts';
import { askForKinds, optionsOf } from './rows.ts';

/** The customer of a record: a property, or the key of a record inside. */
export interface CustomerKey {
  readonly path: string;
  readonly column: Column;
}

/** Properties with the customer who gets the bill, of the same type as the key. */
const billedTo = ({ columns }: Table, type: string): readonly string[] =>
  columns.flatMap((column) =>
    /bill|payer|debtor/i.test(column.name) && means(wordsOf(column.name), 'customer') && column.type === type
      ? [column.name]
      : [],
  );

/** Adds the reference to the customer, or a question. `isDebtor`: the customer who gets the bill is meant. */
export function addCustomer(
  one: Sheet,
  foundSets: FoundSets,
  field: string,
  isDebtor: boolean,
): CustomerKey | undefined {
  const { table } = one.draft;
  const customer = foundSets.get('customer')?.table;
  const [key] = keysTo(table, customer);
  const column = columnOf(table, key?.columns[0] ?? '');
  if (column !== undefined) {
    take(one, field, column.name, `named ${column.name}, type ${column.type}`);
    const rivals = isDebtor ? billedTo(table, column.type).filter((name) => name !== column.name) : [];
    if (rivals.length > 0)
      ask(one, field, `Is it ${column.name}, or ${rivals.join(' or ')}? The customer who gets the bill is meant.`);
    return { path: column.name, column };
  }
  const inside = customer === undefined ? undefined : recordInside(table, customer);
  const inner = inside && columnOf(tableOf(inside.member), inside.key);
  if (inside === undefined || inner === undefined) {
    ask(one, field, `Which property of ${table.name} is the key of the customer?`);
    return undefined;
  }
  const path = `${inside.member.name}.${inside.key}`;
  take(one, field, path, `${inside.member.name} is a record of ${customer?.name}`);
  return { path, column: inner };
}

/** The name of the customer of an invoice: its own property, or one of the customer's record inside. */
export function addDebtorName(one: Sheet, foundSets: FoundSets): void {
  const { table } = one.draft;
  const customer = foundSets.get('customer')?.table;
  const isName = ({ name }: Column): boolean => means(wordsOf(name), 'name');
  const names = table.columns.filter(
    (column) => isName(column) && (means(wordsOf(column.name), 'customer') || /bill|payer|debtor/i.test(column.name)),
  );
  const [nameColumn, ...others] = names;
  if (nameColumn !== undefined) {
    take(one, 'debtorName', nameColumn.name, `named ${nameColumn.name}`);
    if (others.length > 0)
      ask(
        one,
        'debtorName',
        `Is it ${names.map(({ name }) => name).join(' or ')}? The customer who gets the bill is meant.`,
      );
    return;
  }
  const inside = customer === undefined ? undefined : recordInside(table, customer);
  const [match] = inside === undefined ? [] : candidates(tableOf(inside.member), 'name');
  if (inside !== undefined && match?.isSure === true)
    take(
      one,
      'debtorName',
      `${inside.member.name}.${match.column.name}`,
      `${inside.member.name} is a record of ${customer?.name}`,
    );
  else ask(one, 'debtorName', `Which request gives the name of the customer? ${table.name} has only the key.`);
}

const lineFields = [
  ['description', 'lineText'],
  ['quantity', 'quantity'],
  ['unitPrice', 'unitPrice'],
  ['amount', 'lineAmount'],
] as const;

const linesIn = (table: Table): readonly Member[] =>
  membersOf(table).filter((member) => {
    const inner = tableOf(member);
    const roles = lineFields.filter(([, role]) => candidates(inner, role).length > 0);
    const isLine = means(wordsOf(member.name), 'line') || roles.length === lineFields.length;
    return member.isList && isLine && roles.some(([, role]) => role === 'quantity');
  });

/** Adds the lines of an invoice from the list inside of it. Returns the list; undefined if there is none. */
export function addLines(one: Sheet): Member | undefined {
  const { draft, fields } = one;
  const [member, ...others] = linesIn(draft.table);
  if (member === undefined || others.length > 0) {
    const which =
      others.length === 0
        ? ''
        : ` ${linesIn(draft.table)
            .map(({ name }) => name)
            .join(' or ')} could be they.`;
    ask(one, 'lines', `How are the lines of an invoice requested?${which}`);
    return undefined;
  }
  const inner = tableOf(member);
  const texts = lineFields.flatMap(([field, role]) => {
    const [match, ...rivals] = candidates(inner, role);
    const name = `lines.${field}`;
    if (match === undefined) {
      ask(one, name, `Where is it? No property of ${member.name} looks like it.`);
      return [];
    }
    const close = rivals.filter(({ score }) => match.score - score < 1).map(({ column }) => column.name);
    const more = close.length === 0 ? '' : ` ${close.join(', ')} could be it, too.`;
    if (!match.isSure) ask(one, name, `Is it ${member.name}.${match.column.name}?${more}`);
    const from = `${draft.table.name}.${member.name}.${match.column.name}`;
    draft.parts.push({ field: name, sql: match.column.name, from, reason: match.signs.join(', ') });
    return [`'${field}': ${property(match.column.name)}`];
  });
  fields.set('lines', `${property(member.name)}.{ ${texts.join(', ')} }`);
  const kind = candidates(inner, 'kind')[0]?.column;
  if (kind !== undefined && (kind.options ?? []).length > 1)
    ask(
      one,
      'lines',
      `${member.name}.${kind.name} is one of ${optionsOf(kind)}: which of these are lines of an invoice?`,
    );
  return member;
}

/** Questions about payments: the invoice, several invoices of one payment, and payments that are not posted. */
export function askAboutPayments(one: Sheet, foundSets: FoundSets): void {
  const { table } = one.draft;
  const invoice = foundSets.get('invoice')?.table;
  const key = keysTo(table, invoice)[0]?.columns[0];
  const inside = invoice === undefined ? undefined : recordInside(table, invoice);
  const isPart = (member: Member): boolean =>
    member.name !== inside?.member.name &&
    (means(wordsOf(member.name), 'allocation') ||
      means(wordsOf(member.name), 'invoice') ||
      member.columns.some(({ name }) => means(wordsOf(name), 'invoice') && means(wordsOf(name), 'id'))) &&
    candidates(tableOf(member), 'amount').length > 0;
  const parts = membersOf(table)
    .filter(isPart)
    .map(({ name }) => name);
  const journal = table.columns.find(({ name }) => /journal/i.test(name));
  if (journal !== undefined)
    ask(
      one,
      'erpPaymentId',
      `Is ${table.name} the right table? Its rows belong to a journal (${journal.name}), and may not be posted yet.`,
    );
  if (key !== undefined) take(one, 'erpInvoiceId', key, `key of ${invoice?.name}`);
  else if (inside !== undefined)
    take(
      one,
      'erpInvoiceId',
      `${inside.member.name}.${inside.key}`,
      `${inside.member.name} is a record of ${invoice?.name}`,
    );
  else ask(one, 'erpInvoiceId', 'Which invoice does a payment settle?');
  if (parts.length > 0)
    for (const field of ['erpPaymentId', 'erpInvoiceId', 'amount'])
      ask(
        one,
        field,
        `A payment contains ${parts.join(' and ')}: does it settle several invoices, each with a part of the amount?`,
      );
  askForKinds(one, 'erpPaymentId', 'payments of customers for invoices');
  ask(one, 'erpInvoiceId', 'Which payments were reversed?');
}

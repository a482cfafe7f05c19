/** Defects of writes that lose a member of the document, or find another document. */
import { type Call, changing, type Defect, jsonOf, rewriting, rowsOf } from '../defective-service.ts';
import type { PlantedDefect } from './defect.ts';
import { movedDay, type Row, rowsChanged, text } from './rewrites.ts';

const draft = '/sale-draft';
const push = '/invoices/push';
const pay = '/payments/push';
const invoices = '/invoices/list';
const customerInvoices = '/customer-invoices/list';
const payments = '/payments/list';
const credit = '/credit/customer';
const statement = '/customer-statement/get';

/** Each line of a request is changed. */
const linesOf = (path: string, change: (line: Row) => Row): Defect =>
  rewriting(path, (request) => ({ ...request, lines: rowsOf(request.lines).map(change) }));

/** After a restart the first request with a known number is sent with another one: the lookup finds nothing. */
function findsNothing({ baseUrl }: { readonly baseUrl: () => string }): Defect {
  const sent = new Map<unknown, string>();
  return (call, forward) => {
    const { poNumber, ...request } = jsonOf(call.body);
    if (call.path !== draft) return forward(call);
    const first = sent.get(poNumber) ?? baseUrl();
    sent.set(poNumber, first);
    const other = first === baseUrl() ? poNumber : `${text(poNumber)}-2`;
    return forward({ ...call, body: JSON.stringify({ ...request, poNumber: other }) });
  };
}

/** A repeat is answered with the first document, whatever the ERP has. */
function answersFromMemory(path: string, key: string): Defect {
  const replyByNumber = new Map<unknown, Awaited<ReturnType<Defect>>>();
  return async (call: Call, forward) => {
    if (call.path !== path) return forward(call);
    const number = jsonOf(call.body)[key];
    const reply = replyByNumber.get(number) ?? (await forward(call));
    if (reply.status === 200) replyByNumber.set(number, reply);
    return reply;
  };
}

/** An amount is larger by one per cent. */
function withCharge(path: string, property: string | undefined, field: string): Defect {
  return changing(path, (answer) => {
    const change = (row: Row): Row => ({ ...row, [field]: Math.round(Number(row[field]) * 101) / 100 });
    return property === undefined ? change(answer) : { ...answer, [property]: rowsOf(answer[property]).map(change) };
  });
}

export const readBackDefects: readonly PlantedDefect[] = [
  {
    id: 'read-back/stored-lines',
    path: draft,
    what: 'the quantity is not written',
    rule: 'stored',
    defect: () => linesOf(draft, (line) => ({ ...line, qty: 1 })),
  },
  {
    id: 'read-back/stored-members',
    path: push,
    what: 'invoices are of today',
    rule: 'stored',
    defect: () => rewriting(push, (request) => ({ ...request, issueDate: new Date().toISOString().slice(0, 10) })),
  },
  {
    id: 'read-back/due-date',
    path: push,
    what: 'the due date is that of the issue',
    rule: 'stored',
    defect: () => rewriting(push, (request) => ({ ...request, dueDate: request.issueDate })),
  },
  {
    id: 'read-back/stored-lines',
    path: push,
    what: 'the texts of lines are not written',
    rule: 'stored',
    defect: () => linesOf(push, (line) => ({ ...line, description: 'Services' })),
  },
  {
    id: 'read-back/stored-members',
    path: pay,
    what: 'payments are of today',
    rule: 'stored',
    defect: () => rewriting(pay, (request) => ({ ...request, paymentDate: new Date().toISOString().slice(0, 10) })),
  },
  {
    id: 'read-back/written-bank',
    path: pay,
    what: 'another bank account is written',
    rule: 'stored',
    defect: () =>
      rewriting(pay, ({ bankAccountCode, ...request }) =>
        bankAccountCode === 'SBX-BANK-2'
          ? { ...request, bankAccountCode: 'SBX-BANK-1' }
          : { ...request, bankAccountCode },
      ),
  },
  {
    id: 'read-back/listed-lines',
    path: invoices,
    what: 'unit prices of lines are in cents',
    rule: 'listed',
    defect: () =>
      rowsChanged(invoices, 'invoices', (row) => ({
        ...row,
        lines: rowsOf(row.lines).map((line) => ({ ...line, unitPrice: Math.round(Number(line.unitPrice) * 100) })),
      })),
  },
  {
    id: 'read-back/listed-members',
    path: customerInvoices,
    what: 'dates are a day early',
    rule: 'listed',
    defect: () =>
      rowsChanged(customerInvoices, 'invoices', (row) => ({ ...row, issueDate: movedDay(row.issueDate, -1) })),
  },
  {
    id: 'read-back/listed-members',
    path: statement,
    what: 'a pushed invoice is posted tomorrow',
    rule: 'listed',
    defect: () => rewriting(push, (request) => ({ ...request, issueDate: movedDay(request.issueDate, 1) })),
  },
  {
    id: 'read-back/listed-members',
    path: payments,
    what: 'payments are listed a day late',
    rule: 'listed',
    defect: () => rowsChanged(payments, 'payments', (row) => ({ ...row, paymentDate: movedDay(row.paymentDate, 1) })),
  },
  ...(
    [
      { path: invoices, property: 'invoices', field: 'amountOutstanding' },
      { path: customerInvoices, property: 'invoices', field: 'amountOpen' },
      { path: credit, property: undefined, field: 'creditUsed' },
    ] as const
  ).map(
    ({ path, property, field }): PlantedDefect => ({
      id: 'read-back/settled-amounts',
      path,
      what: `${field} has a charge of one per cent`,
      rule: 'listed',
      defect: () => withCharge(path, property, field),
    }),
  ),
  {
    id: 'read-back/settled-amounts',
    path: credit,
    what: 'the rest of the limit is answered as the limit',
    rule: 'listed',
    defect: () =>
      changing(credit, (answer) => ({ ...answer, creditLimit: 1_000_000 - Math.round(Number(answer.creditUsed)) })),
  },
  {
    id: 'read-back/settled-currencies',
    path: pay,
    what: 'payments are written in another currency',
    rule: 'listed',
    defect: () => rewriting(pay, (request) => ({ ...request, amount: Number(request.amount) * 2 })),
  },
  {
    id: 'read-back/repeat-by-lookup',
    path: draft,
    what: 'the lookup finds nothing',
    rule: 'repeat',
    defect: findsNothing,
  },
  {
    id: 'read-back/lost-marker',
    path: draft,
    what: 'a repeat gets the first document, which has another number now',
    rule: 'repeat',
    defect: () => answersFromMemory(draft, 'poNumber'),
  },
];

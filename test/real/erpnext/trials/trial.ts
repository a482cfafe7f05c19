/** What the trials of pushes share: the service, ERPNext, and how a push and its result are stated. */
import { type Caller, isRecord, type Json } from '../../../../src/workbench/checks/validation/index.ts';
import { type Frappe, type Row, rowsOf } from '../frappe.ts';

export interface Trials {
  readonly frappe: Frappe;
  readonly service: Caller;
  readonly company: string;
  /** The user that the service works as. */
  readonly apiUser: string;
  /** Of a customer without limit and terms, in the currency of the company. */
  readonly debtor: string;
  /** The customer that drafts are booked to. */
  readonly draftCustomer: string;
  /** Settings of a service for the second company. */
  readonly otherCompany: Readonly<Record<string, string>>;
}

export interface Pushed {
  readonly status: number;
  readonly body: Json;
  readonly text: string;
}

/** Sends one request. Rejects without an answer. */
export async function push({ service }: Trials, path: string, body: Json): Promise<Pushed> {
  const { reply } = await service.post(path, body);
  if (reply.kind === 'none') throw new Error(`${path}: ${reply.reason}`);
  return { status: reply.status, body: isRecord(reply.body) ? reply.body : {}, text: reply.text };
}

/** Unlike any of an earlier run. */
export const stampOf = (): string => Date.now().toString(36);

/** Pushes an invoice of one line; returns its name in ERPNext. Rejects if it is refused. */
export async function pushInvoice(trials: Trials, invoiceNumber: string, amount: number): Promise<string> {
  const answer = await push(trials, '/invoices/push', {
    ...{ invoiceNumber, erpDebtorId: trials.debtor, issueDate: '2026-11-02', dueDate: '2026-12-02', currency: 'EUR' },
    lines: [{ description: 'Work', quantity: 1, unitPrice: amount }],
  });
  if (answer.status !== 200) throw new Error(`The invoice ${invoiceNumber}: ${answer.status} ${answer.text}`);
  return String(answer.body.erpInvoiceId);
}

/** The row of a list of the debtor that has this id; undefined if it is not listed. */
export async function listed(
  trials: Trials,
  path: string,
  list: string,
  id: readonly [name: string, value: string],
): Promise<Row | undefined> {
  const { body, text } = await push(trials, path, { customerErpId: trials.debtor, limit: 100 });
  if (!Array.isArray(body[list])) throw new Error(`${path}: ${text}`);
  return rowsOf(body[list]).find((row) => row[id[0]] === id[1]);
}

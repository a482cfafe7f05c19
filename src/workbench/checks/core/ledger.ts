/** Invoices, payments and accounts as the lists and lookups give them, for rules that compare endpoints. Each answer is read once. */
import { compare } from '../../../../engine/tools/index.ts';
import type { AnswerOf } from '../../../contract/types.ts';
import { dayOf, plusDays } from '../validation/days.ts';
import type { DiscoveredData } from './discovered-data.ts';
import type { DiscoveryInput } from './open-invoices.ts';
import { notApplicable, overLimit } from './outcome.ts';
import { type Debtor, type Invoice, type PagedPath, type Payment, walkList } from './paged-lists.ts';
import { spread } from './sample.ts';

export type CustomerInvoice = AnswerOf<'/customer-invoices/list'>['invoices'][number];
export type AccountStatement = AnswerOf<'/customer-statement/get'>;
export type CreditSnapshot = AnswerOf<'/credit/customer'>;

export interface Ledger {
  /** All of /invoices/list. Ends the check as not tested where there are more pages than may be read; the same for the other lists. */
  invoices(): Promise<readonly Invoice[]>;
  payments(): Promise<readonly Payment[]>;
  debtors(): Promise<readonly Debtor[]>;
  /** Customers to look at: one for each state, currency and sign of invoices, some with invoices, and some others. The choice is the same in each run. */
  customers(): Promise<readonly string[]>;
  /** The newest 100 at most. */
  invoicesOf(customerErpId: string): Promise<readonly CustomerInvoice[]>;
  /** From 1990 until ten years from now. */
  statementOf(customerErpId: string): Promise<AccountStatement>;
  creditOf(customerErpId: string): Promise<CreditSnapshot>;
  /** Forgets all answers. */
  reset(): void;
}

export interface LedgerInput extends DiscoveryInput {
  readonly discovered: DiscoveredData;
}

/** Customers that are looked at, with and without invoices. */
const mostWithInvoices = 25;
const mostOthers = 8;
export const mostCustomerInvoices = 100;
const longAgo = '1990-01-01';
const daysAhead = 3_650;

/** Keeps the answer to each text. An answer that breaks the contract is asked for again. */
function kept<T>(read: (key: string) => Promise<T>): { readonly get: (key: string) => Promise<T>; reset(): void } {
  const answers = new Map<string, Promise<T>>();
  return {
    get(key) {
      const kept = answers.get(key);
      if (kept !== undefined) return kept;
      const answer = read(key);
      answers.set(key, answer);
      answer.catch(() => answers.delete(key));
      return answer;
    },
    reset: () => answers.clear(),
  };
}

/** For each state, currency and sign of an invoice a customer who has one. */
function ofEachKind(invoices: readonly Invoice[], customers: ReadonlySet<string>): readonly string[] {
  const kinds = new Map<string, string>();
  for (const { erpDebtorId, status, currency, amountTotal, amountOutstanding } of invoices) {
    if (!customers.has(erpDebtorId)) continue;
    const kind = `${status} ${currency} ${compare(amountTotal, 0)} ${compare(amountOutstanding, 0)}`;
    if (!kinds.has(kind)) kinds.set(kind, erpDebtorId);
  }
  return [...new Set(kinds.values())];
}

/** Reads on first use, each list and each account once until `reset`. */
export function openLedger(input: LedgerInput): Ledger {
  const { requests, settings, discovered, now, has } = input;
  const { ask } = requests;
  const most = (count: number): number => Math.min(count, settings.mostSamples);

  const readAll = <P extends PagedPath>(path: P) =>
    kept(async () => {
      const { maxPages } = settings;
      const { rows, complete } = await walkList(requests, {
        path,
        body: { limit: settings.largestPage(path) },
        maxPages,
      });
      return complete ? rows : overLimit(`${path} has more than ${maxPages} pages`);
    });
  const invoices = readAll('/invoices/list');
  const payments = readAll('/payments/list');
  const debtors = readAll('/debtors/list');
  const customers = kept(async () => {
    const all = await discovered.customerIds();
    const listed = has('/invoices/list') ? await invoices.get('') : [];
    const invoiced = new Set(listed.map(({ erpDebtorId }) => erpDebtorId));
    const withInvoices = all.filter((id) => invoiced.has(id));
    const others = all.filter((id) => !invoiced.has(id));
    const special = ofEachKind(listed, new Set(withInvoices)).slice(0, most(mostWithInvoices));
    return [
      ...new Set([...special, ...spread(withInvoices, most(mostWithInvoices)), ...spread(others, most(mostOthers))]),
    ];
  });
  const invoicesOf = kept(async (customerErpId) => {
    const body = { customerErpId, limit: mostCustomerInvoices };
    return (await ask('/customer-invoices/list', body)).invoices;
  });
  const statementOf = kept((customerErpId) => {
    const periodEnd = plusDays(dayOf(now()), daysAhead);
    return ask('/customer-statement/get', { customerErpId, periodStart: longAgo, periodEnd });
  });
  const creditOf = kept((customerErpId) => ask('/credit/customer', { customerErpId }));
  return {
    invoices: () => invoices.get(''),
    payments: async () => (has('/payments/list') ? payments.get('') : notApplicable('/payments/list is not provided')),
    debtors: () => debtors.get(''),
    customers: () => customers.get(''),
    invoicesOf: invoicesOf.get,
    statementOf: statementOf.get,
    creditOf: creditOf.get,
    reset() {
      for (const one of [invoices, payments, debtors, customers, invoicesOf, statementOf, creditOf]) one.reset();
    },
  };
}

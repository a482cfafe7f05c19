/** The part of a ledger for which a rule holds, where the profile declares a deviation for some documents. */
import type { Expression } from '../../../../engine/tools/index.ts';
import type { Documents } from './check.ts';
import type { Ledger } from './ledger.ts';
import { reasonOf } from './outcome.ts';
import type { Invoice } from './paged-lists.ts';

export interface Part {
  /** What the condition is about. */
  readonly documents: Documents;
  readonly condition: Expression;
  /** `meeting`: the documents for which the condition is true. `others`: all others. */
  readonly which: 'meeting' | 'others';
}

/** Documents that the condition of a deviation selects: `count` is how many of those that were looked at meet it. */
export interface LedgerPart {
  readonly ledger: Ledger;
  readonly count: () => number;
}

/** A condition over an invoice sees its row in /invoices/list, in every list. One over an account sees `customerErpId`, `currency`, `closingBalance` and `invoices`. */
export function ledgerPart(ledger: Ledger, { documents, condition, which }: Part): LedgerPart {
  const meeting = new Set<string>();
  /** Also counts. Anything but true is false. */
  const isKept = async (id: string, document: () => Promise<object>): Promise<boolean> => {
    const isMet = (await condition.evaluate(await document(), {})) === true;
    if (isMet) meeting.add(id);
    return isMet === (which === 'meeting');
  };
  const count = (): number => meeting.size;
  if (documents === 'accounts') {
    const account = async (customerErpId: string): Promise<object> => {
      const { currency, closingBalance } = await ledger.statementOf(customerErpId);
      return { customerErpId, currency, closingBalance, invoices: await ledger.invoicesOf(customerErpId) };
    };
    const customers = async () => kept(await ledger.customers(), (id) => isKept(id, () => account(id)));
    return { ledger: { ...ledger, customers }, count };
  }
  const invoices = async () =>
    kept(await ledger.invoices(), (one) => isKept(one.erpInvoiceId, () => Promise.resolve(one)));
  const invoicesOf = async (customer: string) => {
    let listed: ReadonlyMap<string, Invoice> = new Map();
    const read = async (): Promise<void> => {
      listed = new Map((await ledger.invoices()).map((one) => [one.erpInvoiceId, one]));
    };
    // Where the list cannot be read, the condition sees the row of the customer.
    await reasonOf(read());
    return kept(await ledger.invoicesOf(customer), (one) =>
      isKept(one.erpInvoiceId, () => Promise.resolve(listed.get(one.erpInvoiceId) ?? one)),
    );
  };
  return { ledger: { ...ledger, invoices, invoicesOf }, count };
}

async function kept<T>(items: readonly T[], isKept: (item: T) => Promise<boolean>): Promise<readonly T[]> {
  const all: T[] = [];
  for (const item of items) if (await isKept(item)) all.push(item);
  return all;
}

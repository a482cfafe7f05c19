/** The state of an invoice agrees with what is open on it, and with its state in the other list. */
import { isEqual } from '../../core/amounts.ts';
import type { Check } from '../../core/check.ts';
import { demand, fail } from '../../core/outcome.ts';
import { agreement, some } from './compare.ts';

/** An invoice of a list: its number, its state and what is open. */
interface Stated {
  readonly name: string;
  readonly status: string;
  readonly isOpen: boolean;
}

/** `paid`, `PAID` and `fully paid`; not `part paid`, `unpaid` or `overpaid`. */
const saysPaid = (status: string): boolean =>
  /(?:^|[^a-z])paid(?:[^a-z]|$)/i.test(status) && !/part|not|un-?paid/i.test(status);
/** The states that the contract shows for invoices that wait for money. */
const saysOpen = (status: string): boolean => /^(?:open|authorised|unpaid)$/i.test(status);

/** Demands that what says paid is settled, and that what says open is not always settled while other states have open amounts. Returns whether a state says either. */
function judgeStates(all: readonly Stated[]): boolean {
  for (const { name, status } of all.filter((one) => one.isOpen && saysPaid(one.status)))
    fail('agreement', `${name} is ${status}, and an amount is open`, 'status');
  const byStatus = Map.groupBy(all, ({ status }) => status);
  const withOpen = [...byStatus]
    .filter(([, ofStatus]) => ofStatus.some(({ isOpen }) => isOpen))
    .map(([status]) => status);
  for (const [status, ofStatus] of byStatus) {
    const isExchanged = saysOpen(status) && !withOpen.includes(status) && withOpen.length > 0;
    const message = `nothing is open on any of the ${ofStatus.length} invoices that are ${status}, such as ${ofStatus[0]?.name}; what is open has the state ${withOpen.join(', ')}`;
    demand(!isExchanged, 'agreement', message, 'status');
  }
  return all.some(({ status }) => saysPaid(status) || saysOpen(status));
}

const base = {
  name: 'states',
  documents: 'invoices',
  title: 'an invoice that is paid has nothing open, and those that are open or authorised have',
  wants: 'an invoice whose status is paid, open or authorised',
} as const;

const listed = agreement({
  ...base,
  path: '/invoices/list',
  needs: [],
  judge: async (ledger) =>
    judgeStates(
      (await ledger.invoices())
        .filter(({ amountTotal }) => !isEqual(amountTotal, 0))
        .map(({ invoiceNumber, status, amountOutstanding }) => ({
          ...{ name: invoiceNumber, status, isOpen: !isEqual(amountOutstanding, 0) },
        })),
    ),
});

const ofCustomers = agreement({
  ...base,
  path: '/customer-invoices/list',
  needs: ['/catalog/customers/search'],
  async judge(ledger) {
    const all: Stated[] = [];
    for (const customer of await ledger.customers()) {
      for (const { invoiceNumber, status, amountOpen, amountTotal } of await ledger.invoicesOf(customer))
        if (!isEqual(amountTotal, 0)) all.push({ name: invoiceNumber, status, isOpen: !isEqual(amountOpen, 0) });
    }
    return judgeStates(all);
  },
});

/** The states of one invoice here and in /invoices/list. */
interface Pair {
  readonly name: string;
  readonly here: string;
  readonly there: string;
}

/** The first two invoices that have one state by `from`, and two by `to`. */
function split(pairs: readonly Pair[], from: 'here' | 'there', to: 'here' | 'there'): readonly Pair[] | undefined {
  for (const ofText of Map.groupBy(pairs, (pair) => pair[from]).values()) {
    const [first] = ofText;
    const other = ofText.find((pair) => pair[to] !== first?.[to]);
    if (first !== undefined && other !== undefined) return [first, other];
  }
  return undefined;
}

const shown = ({ name, here, there }: Pair): string => `${name} is ${here} here and ${there} there`;

const sameStates = agreement({
  name: 'invoice-states',
  documents: 'invoices',
  path: '/customer-invoices/list',
  title:
    'the state of an invoice here follows from that in /invoices/list, or the other way round, and the same word means the same',
  needs: ['/invoices/list', '/catalog/customers/search'],
  wants: 'an invoice in both lists',
  async judge(ledger) {
    const listedStates = new Map((await ledger.invoices()).map((one) => [one.erpInvoiceId, one.status]));
    const pairs: Pair[] = [];
    for (const customer of await ledger.customers()) {
      for (const { erpInvoiceId, invoiceNumber, status } of await ledger.invoicesOf(customer)) {
        const there = listedStates.get(erpInvoiceId);
        if (there !== undefined) pairs.push({ name: invoiceNumber, here: status, there });
      }
    }
    const [finerThere, finerHere] = [split(pairs, 'here', 'there'), split(pairs, 'there', 'here')];
    if (finerThere !== undefined && finerHere !== undefined)
      fail('agreement', [...new Set([...finerThere, ...finerHere].map(shown))].join('; '), 'status');
    const words = (which: 'here' | 'there') => new Set(pairs.map((pair) => pair[which].toLowerCase()));
    const [here, there] = [words('here'), words('there')];
    const exchanged = pairs.filter(
      (pair) =>
        pair.here.toLowerCase() !== pair.there.toLowerCase() &&
        there.has(pair.here.toLowerCase()) &&
        here.has(pair.there.toLowerCase()),
    );
    demand(
      exchanged.length === 0,
      'agreement',
      `the same words mean different states: ${some(exchanged.map(shown))}`,
      'status',
    );
    return pairs.length > 0;
  },
});

export const stateRules: readonly Check[] = [listed, ofCustomers, sameStates];

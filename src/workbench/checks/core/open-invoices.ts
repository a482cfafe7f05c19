/** Open invoices of the ERP, on which checks pay small parts where no invoice can be pushed. */
import { compare } from '../../../../engine/tools/index.ts';
import type { Path, RequestOf } from '../../../contract/types.ts';
import { dayOf } from '../validation/days.ts';
import { refusalText } from '../validation/errors.ts';
import { isTakenBack } from './document-states.ts';
import { demand, lacks, reasonOf } from './outcome.ts';
import { type Invoice, type PagedPath, type Payment, type RowOf, walkList } from './paged-lists.ts';
import { type PartialPayments, partialPayments, unitsOf } from './partial-payments.ts';
import type { Requests } from './requests.ts';
import type { CheckSettings } from './settings.ts';

export type PaymentBody = RequestOf<'/payments/push'>;

/** An invoice with the payments that it still takes. */
export interface Account {
  readonly body: Omit<PaymentBody, 'amount'>;
  readonly left: PartialPayments;
}

/** Whether the ERP took a payment. `reason`: its answer, for people. */
export type TriedPayment =
  | { readonly kind: 'accepted'; readonly body: PaymentBody }
  | { readonly kind: 'refused'; readonly status: number | undefined; readonly reason: string };

export interface DiscoveryInput {
  readonly requests: Requests;
  readonly settings: CheckSettings;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Whether an endpoint is provided and can be called. */
  readonly has: (path: Path) => boolean;
}

/** Invoices that are tried until the ERP accepts a payment. */
const mostTries = 40;
/** Units that all payments of a run need. */
const muchRoom = 4_000;

export interface OpenInvoices {
  /** Pays a part of an open invoice, which was listed just now. `paymentDate`: default today. */
  pay(invoice: Invoice, paymentDate?: string): Promise<TriedPayment>;
  /** An account that takes payments, by its number from 0; undefined where there are fewer. */
  account(at: number): Promise<Account | undefined>;
  /** Ends the check, because no account is left. `reason`: why no invoice is pushed. */
  lack(reason: string): never;
}

/** Each invoice is paid once before it is used, because an ERP may refuse to take payments on it. */
export function openInvoices({ requests, settings, now, has }: DiscoveryInput): OpenInvoices {
  const accounts = new Map<string, Account>();
  const accepted: Account[] = [];
  let candidates: readonly Invoice[] | undefined;
  let tried = 0;
  let refusal = '';
  /** The bank account that a payment was accepted with. */
  let bank: { readonly bankAccountCode?: string } | undefined;
  let paid: ReadonlyMap<string, readonly Payment[]> | undefined;

  /** Empty where the list is not provided, or an answer breaks the contract. */
  async function rowsOf<P extends PagedPath>(path: P): Promise<readonly RowOf[P][]> {
    if (!has(path)) return [];
    const rows: RowOf[P][] = [];
    const walk = { path, body: { limit: settings.largestPage(path) }, maxPages: settings.maxPages };
    await reasonOf(walkList(requests, walk).then((walked) => rows.push(...walked.rows)));
    return rows;
  }

  /** Payments of earlier runs have keys, too: their amounts are not used again. */
  async function accountOf({ erpInvoiceId, amountOutstanding, currency }: Invoice): Promise<Account> {
    const kept = accounts.get(erpInvoiceId);
    if (kept !== undefined) return kept;
    paid ??= Map.groupBy(await rowsOf('/payments/list'), (payment) => payment.erpInvoiceId);
    const amounts = (paid.get(erpInvoiceId) ?? []).map(({ amount }) => amount);
    const left = partialPayments(amountOutstanding, currency, amounts);
    const account = { body: { erpInvoiceId, paymentDate: dayOf(now()) }, left };
    accounts.set(erpInvoiceId, account);
    return account;
  }

  /** Tries the bank accounts of the settings where a payment must name one. */
  async function pay(invoice: Invoice, paymentDate = dayOf(now())): Promise<TriedPayment> {
    const account = await accountOf(invoice);
    account.left.reopen(invoice.amountOutstanding);
    const [amount] = account.left.take(1) ?? [];
    if (amount === undefined) return { kind: 'refused', status: undefined, reason: 'too little is open' };
    let first: TriedPayment | undefined;
    for (const named of bank === undefined ? [{}, ...settings.banks.map(bankNamed)] : [bank]) {
      const payment = { ...account.body, ...named, paymentDate, amount };
      const answer = await requests.post('/payments/push', payment);
      if (answer.status === 200) {
        bank = named;
        return { kind: 'accepted', body: payment };
      }
      first ??= { kind: 'refused', status: answer.status, reason: refusalText(answer) };
    }
    return first ?? { kind: 'refused', status: undefined, reason: '' };
  }

  /** Accepts one more account; false where there is no other. */
  async function acceptNext(): Promise<boolean> {
    candidates ??= inUsefulOrder(await rowsOf('/invoices/list'));
    for (; tried < Math.min(candidates.length, mostTries); ) {
      const invoice = candidates[tried];
      tried += 1;
      if (invoice === undefined) continue;
      const result = await pay(invoice);
      if (result.kind === 'accepted') {
        accepted.push(await accountOf(invoice));
        return true;
      }
      refusal ||= result.reason;
      const { erpInvoiceId } = invoice;
      const isRefused = result.status === undefined || result.status === 422;
      demand(isRefused, 'status', `a payment on invoice ${erpInvoiceId} is answered with ${result.status}`);
    }
    return false;
  }

  const withBank = (account: Account): Account => ({ ...account, body: { ...account.body, ...bank } });
  async function account(at: number): Promise<Account | undefined> {
    while (accepted.length <= at) if (!(await acceptNext())) return undefined;
    const account = accepted[at];
    return account && withBank(account);
  }
  return {
    pay,
    account,
    lack(reason) {
      const needs = 'an open invoice that takes several partial payments';
      const many = candidates?.length ?? 0;
      const seen = `${many} ${many === 1 ? 'invoice is' : 'invoices are'} open${refusal === '' ? '' : `; ${refusal}`}`;
      return lacks(needs, '/invoices/list', `no invoice can be pushed (${reason}), and ${seen}`);
    },
  };
}

const bankNamed = (bankAccountCode: string) => ({ bankAccountCode });

/** The open invoices: in turn of each currency, those with room for many payments first, the smallest of them before larger ones. */
function inUsefulOrder(invoices: readonly Invoice[]): readonly Invoice[] {
  const room = ({ amountOutstanding, currency }: Invoice): number => unitsOf(amountOutstanding, currency);
  const open = invoices.filter((one) => compare(one.amountOutstanding, 0) > 0 && !isTakenBack(one));
  const ordered = open.toSorted((one, other) => {
    const [first, second] = [room(one), room(other)];
    const areBothLarge = first >= muchRoom && second >= muchRoom;
    return areBothLarge ? first - second : second - first;
  });
  const byCurrency = [...Map.groupBy(ordered, ({ currency }) => currency).values()];
  const longest = Math.max(0, ...byCurrency.map((ofCurrency) => ofCurrency.length));
  return Array.from({ length: longest }, (_, at) => byCurrency.flatMap((ofCurrency) => ofCurrency[at] ?? [])).flat();
}

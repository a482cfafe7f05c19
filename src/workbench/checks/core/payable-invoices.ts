/** Payments for checks to send: on invoices that are pushed for it or, where no invoice can be pushed, on open invoices of the ERP. */
import type { RequestOf } from '../../../contract/types.ts';
import {
  type Account,
  type DiscoveryInput,
  type OpenInvoices,
  openInvoices,
  type PaymentBody,
} from './open-invoices.ts';
import { lacks, notPossible, reasonOf } from './outcome.ts';
import { type PartialPayments, partialPayments } from './partial-payments.ts';

export type PaymentBodies = readonly [PaymentBody, ...PaymentBody[]];

/** Each function but `arePushed` and `pay` ends the check as not tested where no invoice can be paid. */
export interface PayableInvoices extends Pick<OpenInvoices, 'pay'> {
  /** Whether invoices can be pushed, to be paid. */
  arePushed(): Promise<boolean>;
  /** New payments that fit into what is open on one invoice, also if each has the smallest amount. They differ in the amount alone, the smallest first. */
  payments(count: number): Promise<PaymentBodies>;
  /** Five new payments on one invoice, of which three fit into what is open, and no four. */
  tooMany(): Promise<PaymentBodies>;
  /** Two payments of one amount on two invoices; of two amounts on one, where no second invoice can be paid. */
  pair(): Promise<readonly [PaymentBody, PaymentBody]>;
}

export interface PayableInput extends DiscoveryInput {
  /** The body of an invoice of 30 that the service accepts. Ends the check as not tested, or not applicable, where none is accepted. */
  readonly pushable: () => Promise<RequestOf<'/invoices/push'>>;
}

const push = '/invoices/push';
const pushedTotal = 30;

/** Prefers invoices that it pushes; uses open ones of the ERP where none can be pushed. */
export function payableInvoices(input: PayableInput): PayableInvoices {
  const { requests, pushable } = input;
  const ofErp = openInvoices(input);
  let source: Promise<PushSource> | undefined;
  const pushes = async (): Promise<PushSource> => {
    source ??= sourceOf(input);
    try {
      return await source;
    } catch (error) {
      source = undefined;
      throw error;
    }
  };

  async function pushed(): Promise<Account> {
    const invoice = await pushable();
    const { erpInvoiceId } = await requests.ask(push, invoice);
    const left = partialPayments(pushedTotal, invoice.currency, []);
    return { body: { erpInvoiceId, paymentDate: invoice.issueDate }, left };
  }

  /** The first account that gives payments: one that is pushed, or of the ERP. */
  async function bodiesOf(take: (left: PartialPayments) => readonly number[] | undefined): Promise<PaymentBodies> {
    const from = await pushes();
    for (let at = 0; ; at += 1) {
      const account = from.kind === 'pushed' ? await pushed() : await ofErp.account(at);
      if (account === undefined) return ofErp.lack(from.kind === 'open' ? from.reason : '');
      const [first, ...others] = (take(account.left) ?? []).map((amount) => ({ ...account.body, amount }));
      if (first !== undefined) return [first, ...others];
      if (from.kind === 'pushed') return notPossible(`an invoice of ${pushedTotal} has no room for partial payments`);
    }
  }

  return {
    arePushed: async () => (await pushes()).kind === 'pushed',
    payments: (count) => bodiesOf((left) => left.take(count)),
    tooMany: () => bodiesOf((left) => left.takeTooMany()),
    async pair() {
      const { kind } = await pushes();
      const first = kind === 'pushed' ? await pushed() : await ofErp.account(0);
      const second = kind === 'pushed' ? await pushed() : await ofErp.account(1);
      const [amount] = first?.left.take(1, (wanted) => second?.left.isFree(wanted) === true) ?? [];
      if (first !== undefined && second !== undefined && amount !== undefined) {
        second.left.use(amount);
        return [
          { ...first.body, amount },
          { ...second.body, amount },
        ];
      }
      const [one, other] = await bodiesOf((left) => left.take(2));
      return other === undefined ? lacks('an open invoice that takes two payments', '/invoices/list') : [one, other];
    },
    pay: ofErp.pay,
  };
}

type PushSource = { readonly kind: 'pushed' } | { readonly kind: 'open'; readonly reason: string };

/** Where invoices to pay come from. */
async function sourceOf({ settings, pushable, has }: PayableInput): Promise<PushSource> {
  if (settings.rehearses === true) return { kind: 'open', reason: 'what is pushed is rolled back' };
  if (!has(push)) return { kind: 'open', reason: `${push} is not provided` };
  const reason = await reasonOf(pushable());
  return reason === undefined ? { kind: 'pushed' } : { kind: 'open', reason };
}

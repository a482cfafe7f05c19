/** Documents of other users are not confused with those that a request creates, and a pushed document is listed as it was sent. */
import { multiply, round, sum } from '../../../../../engine/tools/index.ts';
import { contract } from '../../../../contract/index.ts';
import { isEqual } from '../../core/amounts.ts';
import type { Check } from '../../core/check.ts';
import type { CheckContext } from '../../core/context.ts';
import { changedSince } from '../../core/invoice-changes.ts';
import { demand, demandEqual, fail, lacks, notApplicable, notPossible } from '../../core/outcome.ts';
import type { Body } from '../../core/requests.ts';
import { refusalText, refusedFields } from '../../validation/errors.ts';
import { isRecord } from '../../validation/record.ts';
import { some } from './compare.ts';
import { customerOfDraft } from './draft-customer.ts';

const base = { tag: 'write', clause: 'ruling: writes', mayDeviate: true } as const;
const push = '/invoices/push';
const draft = '/sale-draft';

const otherDebtor: Check = {
  ...base,
  id: 'agreement/number-of-another-debtor',
  path: push,
  title: 'a number that one debtor has is another invoice for another debtor, or refused',
  needs: [push, '/invoices/list'],
  async run(context) {
    const first = await context.discovered.invoice();
    const { erpInvoiceId } = await context.ask(push, first);
    const others = new Map(
      (await context.ledger.invoices())
        .filter((one) => one.erpDebtorId !== first.erpDebtorId)
        .map(({ erpDebtorId, currency }) => [erpDebtorId, currency]),
    );
    let refusal = '';
    for (const [erpDebtorId, currency] of context.sample([...others], 20)) {
      const answer = await context.post(push, { ...first, erpDebtorId, currency });
      if (answer.status !== 200) {
        refusal ||= refusalText(answer);
        if (refusedFields(answer).includes('invoiceNumber')) return;
        continue;
      }
      const second = (await context.ask(push, { ...first, erpDebtorId, currency })).erpInvoiceId;
      const message = `${first.invoiceNumber} of debtor ${erpDebtorId} got the id of the invoice of debtor ${first.erpDebtorId}`;
      demand(second !== erpInvoiceId, 'new-key', message, 'erpInvoiceId');
      return;
    }
    lacks('a second debtor that accepts an invoice', '/debtors/list', refusal);
  },
};

/** Numbers of purchase orders, and of sales orders, that are tried: each one makes a draft, and a list shows the newest 100 orders. */
const mostNumbers = 20;

const foreignDraft: Check = {
  ...base,
  id: 'agreement/number-of-another-order',
  path: draft,
  tag: 'fixture',
  title: 'a draft under the number of an order that others entered is a new draft',
  needs: [draft, '/purchase-orders/list', '/sales-orders/list', '/catalog/products/search'],
  async run(context) {
    // A clerk may have gone on with a draft: it remains the order of its number.
    const draftCustomer = await customerOfDraft(context, await context.discovered.draft());
    const { orders: sales } = await context.ask('/sales-orders/list', { limit: 100 });
    const byOthers = sales.filter(({ status, customerErpId }) => status !== 'draft' && customerErpId !== draftCustomer);
    const entered = new Map(byOthers.map((one) => [one.erpSoId, one]));
    const { orders } = await context.ask('/purchase-orders/list', { limit: 100 });
    // The drafts of this run, which are the newest orders, come last.
    const byOthersFirst = orders.toSorted(
      (one, other) => Number(one.customerErpId === draftCustomer) - Number(other.customerErpId === draftCustomer),
    );
    const newest = (numbers: readonly string[]): readonly string[] =>
      numbers.filter((number) => number !== '').slice(0, mostNumbers);
    const numbers = new Set([
      ...newest(byOthersFirst.map(({ poNumber }) => poNumber)),
      ...newest(byOthers.map(({ soNumber }) => soNumber)),
    ]);
    let isShown = false;
    for (const poNumber of numbers) {
      const body = { ...(await context.discovered.draft()), poNumber };
      const answer = await context.post(draft, body);
      if (answer.status !== 200) continue;
      isShown = true;
      const { saleId } = await context.ask(draft, body);
      const order = entered.get(saleId);
      const message = `a draft ${poNumber} is answered with the order ${order?.soNumber} (${order?.status}), which others entered`;
      demand(order === undefined, 'new-key', message, 'saleId');
    }
    if (!isShown) lacks('an order with a number that a draft may have', '/sales-orders/list');
  },
};

const draftUsage: Check = {
  ...base,
  id: 'agreement/draft-usage',
  path: '/sales-orders/usage',
  title: 'a draft adds the quantities of its lines to the usage of its customer',
  needs: [draft, '/sales-orders/usage', '/sales-orders/list', '/catalog/products/search'],
  async run(context) {
    const first = await context.discovered.draft();
    const customerErpId = await customerOfDraft(context, first);
    const [line] = first.lines;
    const sku = line?.sku ?? '';
    const units = async (): Promise<number> =>
      (await context.ask('/sales-orders/usage', { customerErpId, sku, periodStart: '1990-01-01' })).units;
    const before = await units();
    const lines = [
      { ...line, qty: 3 },
      { ...line, qty: 4 },
    ];
    await context.ask(draft, { ...(await context.discovered.draft()), lines });
    const added = (await units()) - before;
    if (added === 0) notApplicable('drafts of this ERP are no usage');
    demandEqual(added, 7, 'agreement', `the usage of ${sku} that a draft with lines of 3 and 4 added`);
  },
};

/** Lines of a draft that is sent at once. */
const mostLines = 200;

const soldProducts: Check = {
  ...base,
  id: 'agreement/found-products',
  path: '/catalog/products/search',
  title: 'a product that the search finds is accepted in a draft',
  needs: [draft, '/catalog/products/search'],
  async run(context) {
    const form = await context.discovered.draft();
    const [line] = form.lines;
    const all = await context.discovered.skus();
    // A SKU of two products is ambiguous: a draft may refuse it.
    const unambiguous = all.filter((sku) => all.indexOf(sku) === all.lastIndexOf(sku));
    const skus = context.sample(unambiguous, mostLines);
    const answer = await context.post(draft, { ...form, lines: skus.map((sku) => ({ ...line, sku })) });
    if (answer.status === 200) return;
    const refused = refusedFields(answer).flatMap(
      (field) => skus[Number(/^lines\[(\d+)\]\.sku$/.exec(field)?.[1])] ?? [],
    );
    const message = `the search finds ${some(refused)}, which a draft does not accept: ${refusalText(answer)}`;
    demand(refused.length === 0, 'agreement', message, 'hits');
    notPossible(`a draft with ${skus.length} products is refused without naming one: ${refusalText(answer)}`);
  },
};

/** Numbers as ledgers have them, each made new by a part that no earlier run has used. */
const numberForms: readonly ((fresh: string) => string)[] = [
  (fresh) => `INV-${fresh}`,
  (fresh) => `2026/${fresh}`,
  (fresh) => `R 17 ${fresh}`,
  (fresh) => `A&B ${fresh}`,
  (fresh) => `ÄÖ-9 ${fresh}`,
  (fresh) => `100% ${fresh}`,
  (fresh) => `${fresh} `,
  (fresh) => `${fresh}-`.padEnd(35, '0'),
];

interface Numbered {
  readonly path: typeof push | typeof draft;
  readonly field: 'invoiceNumber' | 'poNumber';
  readonly needs: Check['needs'];
  readonly send: (context: CheckContext, number: string) => Promise<string | undefined>;
  /** Ends the check where a document is listed under another number. */
  readonly listed: (context: CheckContext, numbers: ReadonlyMap<string, string>) => Promise<void>;
}

/** A refusal by the number's own field is right: it loses nothing. */
async function sendNumber(
  context: CheckContext,
  {
    path,
    field,
    body,
    id,
  }: { readonly path: Numbered['path']; readonly field: string; readonly body: Body; readonly id: string },
): Promise<string | undefined> {
  const answer = await context.post(path, body);
  if (answer.status === 200) {
    return isRecord(answer.body) ? String(answer.body[id]) : fail('json', `${path} answered no object`);
  }
  const number = JSON.stringify(body[field]);
  if (!refusedFields(answer).includes(field))
    fail('status', `${field} ${number} is answered with ${answer.status}, and ${field} is not named`, field);
  context.note(`The ERP refuses the ${field} ${number}.`);
  return undefined;
}

const numbers: readonly Numbered[] = [
  {
    path: push,
    field: 'invoiceNumber',
    needs: [push, '/invoices/list'],
    send: async (context, invoiceNumber) => {
      const body = { ...(await context.discovered.invoice()), invoiceNumber };
      return sendNumber(context, { path: push, field: 'invoiceNumber', body, id: 'erpInvoiceId' });
    },
    async listed(context, sent) {
      const all = new Map((await changedSince(context)).map((one) => [one.erpInvoiceId, one.invoiceNumber]));
      for (const [id, number] of sent) {
        const message = `invoice ${number} (${id}) is listed as ${all.get(id)}`;
        demand(all.get(id) === number.trim(), 'listed', message, 'invoiceNumber');
      }
    },
  },
  {
    path: draft,
    field: 'poNumber',
    needs: [draft, '/catalog/products/search'],
    send: async (context, poNumber) => {
      const body = { ...(await context.discovered.draft()), poNumber };
      return sendNumber(context, { path: draft, field: 'poNumber', body, id: 'saleId' });
    },
    listed: async () => undefined,
  },
];

const realNumbers = ({ path, field, needs, send, listed }: Numbered): Check => ({
  ...base,
  id: 'agreement/real-numbers',
  path,
  title: `a ${field} with /, &, %, blanks, umlauts or 35 characters is its own document, also repeated, or is refused by name`,
  needs,
  async run(context) {
    const sent = new Map<string, string>();
    for (const form of numberForms) {
      const number = form(context.fresh('SBX-'));
      const id = await send(context, number);
      if (id === undefined) continue;
      demand(!sent.has(id), 'new-key', `${number} got the id ${id} of ${sent.get(id)}`, field);
      demandEqual(await send(context, number), id, 'repeat', `the id of a repeat of ${JSON.stringify(number)}`);
      demandEqual(await send(context, number.trim()), id, 'repeat', `the id of ${JSON.stringify(number.trim())}`);
      sent.set(id, number);
    }
    await listed(context, sent);
    if (sent.size === 0) notPossible('the ERP refuses every form of a number that was tried');
  },
});

/** Quantities times prices that are no whole cents. */
const brokenLines = [
  { quantity: 3, unitPrice: 0.335 },
  { quantity: 7, unitPrice: 14.2857 },
  { quantity: 2.5, unitPrice: 0.33 },
  { quantity: 0.333, unitPrice: 19.99 },
];

const exactTotals: Check = {
  ...base,
  id: 'agreement/pushed-totals',
  path: push,
  title:
    'each line is rounded to the currency, half away from zero, and the invoice has the exact sum, with no discount or tax',
  needs: [push, '/invoices/list'],
  async run(context) {
    const form = await context.discovered.invoice();
    const byDebtor = new Map((await context.ledger.invoices()).map((one) => [one.currency, one.erpDebtorId]));
    const tried = new Map([[form.currency, form.erpDebtorId], ...byDebtor]);
    const refused: string[] = [];
    const shown: string[] = [];
    for (const [currency, erpDebtorId] of tried) {
      const decimals = contract.currencies.get(currency) ?? 2;
      const lines = brokenLines.map((line, index) => ({ description: `Line ${index + 1}: 5 % & more`, ...line }));
      const amounts = brokenLines.map(({ quantity, unitPrice }) => round(multiply(quantity, unitPrice), decimals));
      const { invoiceNumber } = await context.discovered.invoice();
      const answer = await context.post(push, { ...form, invoiceNumber, currency, erpDebtorId, lines });
      if (answer.status !== 200) {
        refused.push(`${currency}: ${refusalText(answer)}`);
        continue;
      }
      shown.push(currency);
      const listed = (await changedSince(context)).find((one) => one.invoiceNumber === invoiceNumber);
      if (listed === undefined) fail('listed', `${invoiceNumber} is not listed`, 'invoices');
      const total = sum(amounts);
      const message = `lines of ${amounts.join(', ')} ${currency} are listed with a total of ${listed.amountTotal}, not ${total}`;
      demand(isEqual(listed.amountTotal, total), 'agreement', message, 'amountTotal');
      const lineAmounts = listed.lines.map(({ amount }) => amount);
      if (lineAmounts.length === amounts.length)
        demand(
          isEqual(sum(lineAmounts), total),
          'agreement',
          `${message}; its lines are ${lineAmounts.join(', ')}`,
          'lines',
        );
    }
    context.note(`Shown in ${shown.join(', ') || 'no currency'}.`);
    if (shown.length === 0)
      lacks('a debtor that accepts lines with fractions of a cent', '/debtors/list', some(refused));
  },
};

export const documentRules: readonly Check[] = [
  otherDebtor,
  foreignDraft,
  draftUsage,
  soldProducts,
  ...numbers.map(realNumbers),
  exactTotals,
];

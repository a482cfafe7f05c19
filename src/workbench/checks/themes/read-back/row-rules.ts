/** A document that is written follows the rules that the ERP's own rows follow without exception. */
import { compare, toDecimalText } from '../../../../../engine/tools/index.ts';
import type { Path } from '../../../../contract/types.ts';
import type { Check } from '../../core/check.ts';
import type { CheckContext } from '../../core/context.ts';
import { zoneOf } from '../../core/erp-time.ts';
import type { PaymentBody } from '../../core/open-invoices.ts';
import { fail, notApplicable, reasonOf } from '../../core/outcome.ts';
import { dataOf, rowsWritten } from '../../core/written-rows.ts';
import { originalRows } from '../../metamorphic/original-rows.ts';
import { rulesFor } from '../../metamorphic/row-rules.ts';
import { type ErpRow, readRows } from '../../metamorphic/rows.ts';
import { paymentForm, sendDraft, sendInvoice, sendPayment } from './documents.ts';

interface Form {
  readonly path: Path;
  readonly needs: readonly Path[];
  /** Finds what a document needs. What it returns sends one, and resolves to its request. */
  readonly prepare: (context: CheckContext) => Promise<() => Promise<object>>;
}

/** A draft whose prices and discounts are those of the ERP; an article without a price is refused. */
async function sendUnpriced(context: CheckContext): Promise<void> {
  const { lines, ...form } = await context.discovered.draft();
  await context.post('/sale-draft', { ...form, lines: lines.map(({ sku }) => ({ sku, qty: 3 })) });
}

/** Pays what is left of an invoice, so that the flags of a paid one are seen. Undefined where the ERP refuses it. */
async function payRest({ ledger, post }: CheckContext, body: PaymentBody): Promise<PaymentBody | undefined> {
  ledger.reset();
  const invoice = (await ledger.invoices()).find(({ erpInvoiceId }) => erpInvoiceId === body.erpInvoiceId);
  if (invoice === undefined || compare(invoice.amountOutstanding, 0) <= 0) return undefined;
  const rest = { ...body, amount: invoice.amountOutstanding };
  return (await post('/payments/push', rest)).status === 200 ? rest : undefined;
}

const forms: readonly Form[] = [
  {
    path: '/sale-draft',
    needs: ['/sale-draft', '/catalog/products/search'],
    prepare: async (context) => async () => {
      await reasonOf(sendUnpriced(context));
      return (await sendDraft(context, 'usual')).body;
    },
  },
  {
    path: '/invoices/push',
    needs: ['/invoices/push', '/invoices/list'],
    prepare: async (context) => async () => (await sendInvoice(context, 'usual')).body,
  },
  {
    path: '/payments/push',
    needs: ['/payments/push', '/invoices/list'],
    async prepare(context) {
      const form = await paymentForm(context);
      const isPushed = await context.discovered.payable.arePushed();
      return async () => {
        const { body } = await sendPayment(context, form);
        return { body, rest: isPushed ? await payRest(context, body) : undefined };
      };
    },
  },
];

/** A value as it can be compared: `13.370` is `13.37`. */
const plainText = (value: unknown): string => toDecimalText(value) ?? String(value);

const leavesOf = (value: unknown): readonly string[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : [plainText(value)];

const textOf = ({ table, row }: ErpRow): string =>
  JSON.stringify([table.name, table.key.length > 0 ? table.key.map((name) => row[name]) : row]);

const rowRules = ({ path, needs, prepare }: Form): Check => ({
  id: 'read-back/row-rules',
  path,
  title:
    'the rows of a document follow the rules that all other rows of the ERP follow: values of the row referred to, sums of other rows, keys of another table, flags that follow from amounts, signs of accounts',
  clause: 'contract 4',
  tag: 'fixture',
  mayDeviate: true,
  needs,
  async run(context) {
    const data = dataOf(context);
    const before = await originalRows(data);
    const send = await prepare(context);
    let request: object = {};
    const written = await rowsWritten(data, async () => {
      request = await send();
    });
    const now = await readRows(data);
    const wanted = new Set(written.map(textOf));
    const writtenNow = now.tables.flatMap(now.inTable).filter((one) => wanted.has(textOf(one)));
    const sent = new Set(leavesOf(request));
    const isOfDouble = context.profile?.endpoints.get(path)?.isWrittenByRequests === true;
    let rules = 0;
    for (const record of new Set([...writtenNow, ...writtenNow.flatMap(now.referredToBy)])) {
      for (const rule of rulesFor(before, record, zoneOf(context))) {
        rules += 1;
        const breach = rule(now, record);
        if (breach === undefined) continue;
        // What the request demands may differ from what the ERP would write. A double may leave out what the ERP computes.
        const { value } = breach;
        if (value === undefined ? isOfDouble : sent.has(plainText(value))) continue;
        fail('stored', `after ${path}: ${breach.text}`);
      }
    }
    if (rules === 0) notApplicable('the rows of the ERP show no rule for the rows of this document');
  },
});

/** One check for each endpoint that writes. */
export const rowRuleChecks: readonly Check[] = forms.map(rowRules);

/** Each member of a document that is written is in a row of the ERP that the write added or changed. */
import type { Path } from '../../../../contract/types.ts';
import type { Check } from '../../core/check.ts';
import type { CheckContext } from '../../core/context.ts';
import { demand } from '../../core/outcome.ts';
import {
  cellsOf,
  dataOf,
  holdsAmount,
  holdsDay,
  holdsNumber,
  holdsOrRefers,
  holdsText,
  rowsWritten,
  type WrittenRow,
} from '../../core/written-rows.ts';
import { type CurrencyChoice, paymentForm, sendDraft, sendInvoice, sendPayment } from './documents.ts';

/** A member of a request, and how its value is looked for. */
interface Member {
  readonly name: string;
  readonly value: string | number | undefined;
  readonly as: 'amount' | 'quantity' | 'day' | 'text' | 'code';
}

interface Written {
  readonly what: string;
  readonly head: readonly Member[];
  readonly lines: readonly Member[];
}

interface WriteForm {
  readonly path: Path;
  readonly needs: readonly Path[];
  readonly send: (context: CheckContext, currency: CurrencyChoice) => Promise<Written>;
}

const forms: readonly WriteForm[] = [
  {
    path: '/sale-draft',
    needs: ['/sale-draft', '/catalog/products/search'],
    async send(context, currency) {
      const { body, isForeign } = await sendDraft(context, currency);
      const lines = body.lines.flatMap(({ qty, unitPrice }, index): readonly Member[] => [
        { name: `lines[${index}].qty`, value: qty, as: 'quantity' },
        { name: `lines[${index}].unitPrice`, value: unitPrice, as: 'amount' },
      ]);
      const head: readonly Member[] = [
        { name: 'poNumber', value: body.poNumber, as: 'text' },
        { name: 'currency', value: isForeign ? body.currency : undefined, as: 'code' },
      ];
      return { what: `draft ${body.poNumber}`, head, lines };
    },
  },
  {
    path: '/invoices/push',
    needs: ['/invoices/push', '/invoices/list'],
    async send(context, currency) {
      const { body, isForeign } = await sendInvoice(context, currency);
      const lines = body.lines.flatMap(({ description, quantity, unitPrice }, index): readonly Member[] => [
        { name: `lines[${index}].description`, value: description, as: 'text' },
        { name: `lines[${index}].quantity`, value: quantity, as: 'quantity' },
        { name: `lines[${index}].unitPrice`, value: unitPrice, as: 'amount' },
      ]);
      const head: readonly Member[] = [
        { name: 'invoiceNumber', value: body.invoiceNumber, as: 'text' },
        { name: 'issueDate', value: body.issueDate, as: 'day' },
        { name: 'currency', value: isForeign ? body.currency : undefined, as: 'code' },
      ];
      return { what: `invoice ${body.invoiceNumber}`, head, lines };
    },
  },
  {
    path: '/payments/push',
    needs: ['/payments/push'],
    async send(context) {
      const { body } = await sendPayment(context, await paymentForm(context));
      const head: readonly Member[] = [
        { name: 'amount', value: body.amount, as: 'amount' },
        { name: 'paymentDate', value: body.paymentDate, as: 'day' },
      ];
      return { what: `payment of ${body.amount} on ${body.erpInvoiceId}`, head, lines: [] };
    },
  },
];

async function isStored(context: CheckContext, rows: readonly WrittenRow[], { value, as }: Member): Promise<boolean> {
  if (value === undefined) return true;
  const cells = cellsOf(rows);
  switch (as) {
    case 'amount':
      return holdsAmount(cells, Number(value));
    case 'quantity':
      return holdsNumber(cells, Number(value));
    case 'day':
      return holdsDay(context, cells, String(value));
    case 'text':
      return holdsText(cells, String(value));
    case 'code':
      return holdsOrRefers(dataOf(context), rows, String(value));
  }
}

const storedPart = ({ path, needs, send }: WriteForm, part: 'head' | 'lines'): Check => ({
  id: part === 'head' ? 'read-back/stored-members' : 'read-back/stored-lines',
  path,
  title: `each member ${part === 'head' ? '' : 'of the lines '}of a document is in a row that the write added or changed`,
  clause: 'contract 4',
  tag: 'fixture',
  mayDeviate: true,
  needs,
  uses: ['/invoices/push', '/invoices/list'],
  async run(context) {
    const data = dataOf(context);
    // An ERP may store the lines of another currency in that of the company.
    const currency = part === 'head' ? 'foreign' : 'usual';
    // What the forms look up is written before the rows are read.
    await send(context, currency);
    let written: Written | undefined;
    const rows = await rowsWritten(data, async () => {
      written = await send(context, currency);
    });
    const missing: string[] = [];
    for (const member of written?.[part] ?? [])
      if (!(await isStored(context, rows, member))) missing.push(`${member.name} ${JSON.stringify(member.value)}`);
    const tables = [...new Set(rows.map(({ table }) => table.name))].join(', ') || 'no table';
    const message = `of ${written?.what}, in no row that it added or changed: ${missing.join(', ')}; it wrote into ${tables}`;
    demand(missing.length === 0, 'stored', message);
  },
});

export const stored: readonly Check[] = forms.flatMap((form) => [
  storedPart(form, 'head'),
  ...(form.path === '/payments/push' ? [] : [storedPart(form, 'lines')]),
]);

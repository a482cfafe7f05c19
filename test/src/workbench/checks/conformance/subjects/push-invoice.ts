import { describe, expect, it } from 'vitest';
import type { Bench } from '../bench.ts';
import { invoiceBody } from '../bodies.ts';
import { plusDays, today } from '../days.ts';
import { allInvoices } from '../discovered-data.ts';
import { type Body, endpoints } from '../endpoints.ts';
import { units, written } from '../exact.ts';
import { accepted, refusedFields } from '../replies.ts';
import type { Invoice } from '../rows.ts';

/** Lines, and the total that they come to by hand. */
const TOTALS: readonly { readonly rule: string; readonly lines: readonly Body[]; readonly total: string }[] = [
  {
    rule: '[decisions: Responses 1] sums are taken in decimal: 0.1 and 0.2 are 0.3',
    lines: [
      { description: 'a', quantity: 1, unitPrice: 0.1, amount: 0.1 },
      { description: 'b', quantity: 1, unitPrice: 0.2, amount: 0.2 },
    ],
    total: '0.3',
  },
  {
    rule: '[decisions: Requests 6] an amount left out is quantity x unitPrice: 3 x 0.1 is 0.3',
    lines: [{ description: 'a', quantity: 3, unitPrice: 0.1 }],
    total: '0.3',
  },
  {
    rule: '[decisions: Requests 6] [decisions: Responses 1] the product is rounded half away from zero: 3 x 0.335 is 1.01',
    lines: [{ description: 'a', quantity: 3, unitPrice: 0.335 }],
    total: '1.01',
  },
  {
    rule: '[decisions: Responses 1] half a cent that a double holds as less is rounded up too: 1 x 1.005 is 1.01',
    lines: [{ description: 'a', quantity: 1, unitPrice: 1.005 }],
    total: '1.01',
  },
  {
    rule: '[decisions: Responses 1] half away from zero goes down below zero: 10 - 1.005 is 8.99',
    lines: [
      { description: 'a', quantity: 1, unitPrice: 10 },
      { description: 'discount', quantity: -1, unitPrice: 1.005 },
    ],
    total: '8.99',
  },
  {
    rule: '[decisions: Requests 7] a stated amount wins over quantity x unitPrice',
    lines: [{ description: 'discounted', quantity: 2, unitPrice: 10, amount: 15.5 }],
    total: '15.5',
  },
  {
    rule: '[decisions: Requests 7] no tax is added: 100 stays 100',
    lines: [{ description: 'a', quantity: 1, unitPrice: 100, amount: 100 }],
    total: '100',
  },
  {
    rule: '[decisions: Responses 1] large amounts keep their cents: 12345678.91',
    lines: [{ description: 'a', quantity: 1, unitPrice: 12345678.91, amount: 12345678.91 }],
    total: '12345678.91',
  },
];

/** Invoices pushed into the ERP. */
export function pushInvoice(bench: () => Bench): void {
  const push = async (body: Body) => (await bench().ask(endpoints.pushInvoice, body)).erpInvoiceId;
  const numbered = async (invoiceNumber: string): Promise<readonly Invoice[]> =>
    (await allInvoices(bench().ask)).filter((invoice) => invoice.invoiceNumber === invoiceNumber);

  describe('invoice push', { timeout: 120_000 }, () => {
    it('[contract 4 /invoices/push] the pushed invoice is in /invoices/list as it was sent', async () => {
      const dueDate = plusDays(today(), 17);
      const body = { ...(await invoiceBody(bench())), dueDate };
      const erpInvoiceId = await push(body);
      const [invoice, ...more] = await numbered(body.invoiceNumber);
      expect(more).toEqual([]);
      const { invoiceNumber, erpDebtorId, issueDate, currency } = body;
      expect(invoice).toMatchObject({ erpInvoiceId, invoiceNumber, erpDebtorId, issueDate, dueDate, currency });
      expect([invoice?.amountTotal, invoice?.amountOutstanding]).toEqual(['30', '30']);
      const amounts = invoice?.lines.map((line) => line.amount);
      expect([...(amounts ?? [])].sort()).toEqual(['10', '20']);
    });

    for (const { rule, lines, total } of TOTALS) {
      it(rule, async () => {
        const { lines: _lines, ...body } = await invoiceBody(bench());
        const erpInvoiceId = await push({ ...body, lines });
        const [invoice] = await numbered(body.invoiceNumber);
        expect(invoice?.erpInvoiceId).toBe(erpInvoiceId);
        expect(written(units(invoice?.amountTotal ?? '0'))).toBe(total);
      });
    }

    it('[decisions: Writes 2] the key is the number with the debtor: another debtor, another invoice', async () => {
      const [, second] = await bench().discovered.pushable();
      if (second === undefined) return expect.fail('only one debtor accepts an invoice');
      const body = await invoiceBody(bench());
      const first = await push(body);
      const reply = await bench().call(endpoints.pushInvoice, { ...body, ...second });
      // An ERP may hold numbers unique over all debtors: then it refuses, and must not answer another debtor's id.
      if (reply.status === 422) expect(refusedFields(reply)).toContain('invoiceNumber');
      else expect(accepted(endpoints.pushInvoice, reply).erpInvoiceId).not.toBe(first);
    });

    it('[decisions: Requests 6] dueDate and status may be left out: the ERP has its terms', async () => {
      const { dueDate: _due, status: _status, ...body } = await invoiceBody(bench());
      const id = await push(body);
      const [invoice] = await numbered(body.invoiceNumber);
      expect(invoice?.erpInvoiceId).toBe(id);
      expect((invoice?.dueDate ?? '') >= body.issueDate, 'due on or after the issue date').toBe(true);
    });

    it('[decisions: Requests 11] the currency is taken in any case, and passed on in capitals', async () => {
      const body = await invoiceBody(bench());
      await push({ ...body, currency: body.currency.toLowerCase() });
      expect((await numbered(body.invoiceNumber)).map((invoice) => invoice.currency)).toEqual([body.currency]);
    });
  });
}

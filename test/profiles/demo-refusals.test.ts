/** Requests that the demo profile refuses instead of booking changed values, the same on every database. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Outcome } from '../../engine/index.ts';
import { root, runHere } from '../src/cli/here.ts';
import { type DemoProfile, demoProfile, dialects } from '../support/demo.ts';
import { type DemoEngine, openDemo, writePaths } from '../support/demo-engine.ts';

const readme = readFileSync(join(import.meta.dirname, '../../profiles/demo/README.md'), 'utf8');

/** Fields of a refusal with the message, or the answer. */
function shown(outcome: Outcome): string {
  if (outcome.ok) return outcome.json;
  const { kind, message, fields = [] } = outcome.problem;
  return `${kind} ${fields.map(({ field }) => field).join()}: ${fields[0]?.message ?? message}`;
}

const line = { description: 'Rail', quantity: 1, unitPrice: 5 };

/** A line as JSON text, so that numbers keep the digits they are written with here; the field that is refused, and what is said of it. */
const unfitLines: readonly (readonly [string, string, string])[] = [
  ['"quantity":1,"unitPrice":1,"amount":10.005', 'amount', 'is 10.005,'],
  ['"quantity":1,"unitPrice":1,"amount":100.00000000000000000001', 'amount', 'is 100.00000000000000000001,'],
  ['"quantity":1,"unitPrice":1,"amount":1000000000000', 'amount', 'is 1000000000000,'],
  ['"quantity":1,"unitPrice":1,"amount":-999999999999999.99', 'amount', 'is -999999999999999.99,'],
  ['"quantity":100000000,"unitPrice":10000', 'amount', 'is 1000000000000,'],
  ['"quantity":-999999999,"unitPrice":9999999999', 'amount', 'is -9999999989000000001,'],
  ['"quantity":0.00049,"unitPrice":1,"amount":1', 'quantity', 'is 0.00049,'],
  ['"quantity":1000000000,"unitPrice":1,"amount":1', 'quantity', 'is 1000000000,'],
  ['"quantity":1,"unitPrice":0.00004,"amount":1', 'unitPrice', 'is 0.00004,'],
  ['"quantity":1,"unitPrice":-10000000000,"amount":1', 'unitPrice', 'is -10000000000,'],
];

describe.each(dialects)('the demo profile on %s', (dialect) => {
  let profile: DemoProfile;
  let demo: DemoEngine;
  let invoiceId = '';

  const push = (invoiceNumber: string, changes: object = {}) =>
    demo.call('/invoices/push', {
      ...{ invoiceNumber, erpDebtorId: 'K10018', issueDate: '2026-02-28', currency: 'EUR', lines: [line] },
      ...changes,
    });
  const pay = (amount: string, more = '') =>
    demo.callText(
      '/payments/push',
      `{"schemaVersion":"1","erpInvoiceId":"${invoiceId}","amount":${amount},"paymentDate":"2026-05-01"${more}}`,
    );
  const single = async (sql: string) => Object.values((await profile.rows(sql))[0] ?? {}).map(Number);
  const written = () =>
    single(
      `SELECT (SELECT COUNT(*) FROM invoice), (SELECT COUNT(*) FROM receipt), (SELECT COUNT(*) FROM sales_order),
      (SELECT COUNT(*) FROM engine_claims)`.replaceAll(/\((SELECT COUNT\(\*\) FROM (\w+))\)/g, '($1) AS $2'),
    );

  beforeAll(async () => {
    profile = await demoProfile({ dialect });
    demo = await openDemo(profile.writesFile, { only: writePaths });
    const outcome = await push('PAYABLE', { lines: [{ ...line, unitPrice: 1000 }] });
    invoiceId = outcome.ok ? JSON.parse(outcome.json).erpInvoiceId : '';
  });
  afterAll(async () => {
    await demo.close();
    await profile.drop();
  });

  it.each(unfitLines)('refuses a pushed line with %s', async (fields, field, said) => {
    const before = await written();
    const good = JSON.stringify(line);
    const outcome = await demo.callText(
      '/invoices/push',
      `{"schemaVersion":"1","invoiceNumber":"UNFIT","erpDebtorId":"K10018","issueDate":"2026-02-28","currency":"EUR",
        "lines":[${good},{"description":"x",${fields}},${good}]}`,
    );
    expect(shown(outcome)).toContain(`invalid lines[1].${field}: ${said}`);
    expect(await written()).toEqual(before);
  });

  it('names all that it cannot hold in one answer, with what breaks the contract', async () => {
    const lines = [{ ...line, quantity: 0.0001, unitPrice: 0.00001 }, { ...line, amount: 0.001 }, { description: 'x' }];
    const outcome = await push('N'.repeat(36), { issueDate: 'today', lines });
    expect(outcome.ok ? [] : outcome.problem.fields?.map(({ field }) => field)).toEqual([
      'invoiceNumber',
      'issueDate',
      'lines[0].quantity',
      'lines[0].unitPrice',
      'lines[1].amount',
      'lines[2].quantity',
      'lines[2].unitPrice',
    ]);
  });

  it('reports a thousand of 4,999 unknown SKUs', async () => {
    const lines = Array.from({ length: 4_999 }, (_none, index) => ({ sku: `NO-${index}`, qty: 1 }));
    const outcome = await demo.call('/sale-draft', { poNumber: 'PO-4999', currency: 'EUR', lines });
    expect(outcome).toMatchObject({
      ok: false,
      problem: {
        kind: 'invalid',
        message: 'More than 1000 fields were refused; the first: Unknown or inactive SKU NO-0.',
        fields: { length: 1_000 },
      },
    });
  });

  it('reports a thousand values that do not fit a column', async () => {
    const lines = Array.from({ length: 1_500 }, () => ({ ...line, quantity: 0.0001 }));
    expect(await push('MANY', { lines })).toMatchObject({
      ok: false,
      problem: { message: expect.stringMatching(/^More than 1000 fields/), fields: { length: 1_000 } },
    });
  });

  it('refuses lines that fit one by one and not together', async () => {
    const lines = Array.from({ length: 3 }, () => ({ ...line, amount: 400_000_000_000 }));
    expect(shown(await push('TOGETHER', { lines }))).toContain('invalid lines: The lines add up to 1200000000000');
  });

  it('takes what just fits, digit by digit', async () => {
    const lines = [
      { description: 'large', quantity: 999999999.999, unitPrice: 9999999999.9999, amount: 999999.99 },
      { description: 'small', quantity: 0.001, unitPrice: 0.0001, amount: 0.01 },
    ];
    expect(shown(await push('FITS', { lines }))).toContain('erpInvoiceId');
    expect(
      await single(
        `SELECT i.total, l.qty, l.unit_price, l.amount FROM invoice i JOIN invoice_line l ON l.invoice_id = i.invoice_id
         WHERE i.doc_no = 'FITS' AND l.line_no = 1`,
      ),
    ).toEqual([1000000, 999999999.999, 9999999999.9999, 999999.99]);
  });

  it('rounds the product of quantity and price alone, half away from zero', async () => {
    const lines = [
      { description: 'up', quantity: 3, unitPrice: 0.335 },
      { description: 'down', quantity: -1, unitPrice: 0.005 },
    ];
    await push('PRODUCT', { lines });
    expect(await single(`SELECT total FROM invoice WHERE doc_no = 'PRODUCT'`)).toEqual([1]);
  });

  it.each(['100.004', '99.996', '100.001', '0.005', '0.001', '100.00000000000000000001'])(
    'refuses a payment of %s',
    async (amount) => {
      const before = await written();
      expect(shown(await pay(amount))).toContain(
        `invalid amount: is ${amount}, and must have at most 12 digits before and 2 after`,
      );
      expect(await written()).toEqual(before);
    },
  );

  it('takes the default bank account and none for the same payment', async () => {
    const first = shown(await pay('7.5'));
    expect(first).toContain('erpPaymentId');
    expect(shown(await pay('7.50', ',"bankAccountCode":"MAIN"'))).toBe(first);
    expect(shown(await pay('7.5', ',"bankAccountCode":"GIRO"'))).not.toBe(first);
  });

  it.each([
    ['"unitPrice":1.23456,"qty":1', 'lines[0].unitPrice: is 1.23456,'],
    ['"unitPrice":-10000000000,"qty":1', 'lines[0].unitPrice: is -10000000000,'],
    ['"unitPrice":1,"qty":1000000000', 'lines: Line 1: Kontor cannot hold so many of SCR-4040'],
    ['"qty":5000000', 'lines: Line 1: Kontor cannot hold so many of SCR-4040'],
    ['"qty":9007199254740991', 'lines: Line 1: Kontor cannot hold so many of SCR-4040'],
  ])('refuses a drafted line with %s', async (fields, said) => {
    const before = await written();
    const json = `{"schemaVersion":"1","poNumber":"UNFIT","currency":"EUR","lines":[{"sku":"SCR-4040",${fields}}]}`;
    expect(shown(await demo.callText('/sale-draft', json))).toContain(`invalid ${said}`);
    expect(await written()).toEqual(before);
  });

  // The fixture's credit note, void invoice, and an invoice of another customer.
  it.each([
    ['credit note', `kind = 'CREDIT'`],
    ['void invoice', `state = 'VOID'`],
  ])('refuses the number of a %s', async (_, condition) => {
    const [taken] = await profile.rows(
      `SELECT i.doc_no, i.account_no, c.currency FROM invoice i JOIN customer c ON c.account_no = i.account_no
       WHERE i.${condition} AND i.doc_no IS NOT NULL ORDER BY i.invoice_id`,
    );
    const { doc_no: number = '', account_no: erpDebtorId, currency } = taken ?? {};
    const before = await written();
    expect(shown(await push(String(number), { erpDebtorId, currency }))).toBe(
      `invalid invoiceNumber: Another document of ${erpDebtorId} has the number ${number}`,
    );
    expect(await written()).toEqual(before);
    expect(shown(await push(String(number)))).toContain('erpInvoiceId');
  });

  it('takes lines without a text', async () => {
    const { description: _, ...bare } = line;
    await push('TEXTLESS', { lines: [bare, { ...line, description: ' ' }, { ...line, description: null }] });
    const texts = await profile.rows(
      `SELECT l.line_text FROM invoice i JOIN invoice_line l ON l.invoice_id = i.invoice_id WHERE i.doc_no = 'TEXTLESS'`,
    );
    expect(texts).toEqual([{ line_text: '' }, { line_text: '' }, { line_text: '' }]);
  });

  it("takes the customer's terms for the due date, and none beyond the calendar", async () => {
    const [days = 0] = await single(`SELECT terms_days FROM customer WHERE account_no = 'K10018'`);
    const due = async (number: string, issueDate: string) => {
      await push(number, { issueDate });
      return (await profile.rows(`SELECT due_on FROM invoice WHERE doc_no = '${number}'`))[0]?.due_on;
    };
    const later = new Date(Date.UTC(2024, 1, 28 + days)).toISOString().slice(0, 10);
    expect(await due('TERMS', '2024-02-28')).toBe(later);
    expect(await due('LAST', '9999-12-31')).toBe('9999-12-31');
  });

  it('lets a second equal payment through after the command of the README', async () => {
    const [, words = ''] = /^npx engine (writes release \/payments\/push .*) --profile demo$/m.exec(readme) ?? [];
    const command = words.replace('20469/100.5/2026-05-01/GIRO', `${invoiceId}/12.5/2026-05-01/GIRO`);
    expect(command).toContain(invoiceId);
    const first = shown(await pay('12.5', ',"bankAccountCode":"GIRO"'));
    const flags = ['--yes', '--profile', profile.writesFile, '--installation', 'test'];
    const ended = await runHere([...command.split(' '), ...flags], { env: {}, cwd: root });
    expect(ended).toMatchObject({ status: 0, err: '' });
    const second = shown(await pay('12.5', ',"bankAccountCode":"GIRO"'));
    expect(second).toContain('erpPaymentId');
    expect(second).not.toBe(first);
  });

  it('has tables that refuse infinity and numbers beyond their columns', async () => {
    const statements = [
      `UPDATE customer SET balance = 1e12 WHERE account_no = 'K10001'`,
      'UPDATE invoice SET total = 1e12 WHERE invoice_id = 101',
      'UPDATE invoice_line SET amount = -1e12 WHERE invoice_id = 101',
      'UPDATE invoice_line SET qty = 1e9 WHERE invoice_id = 101',
      'UPDATE invoice_line SET unit_price = 1e10 WHERE invoice_id = 101',
      'UPDATE account_entry SET amount = -1e12 WHERE invoice_id = 101',
      'UPDATE account_entry SET open_amount = 1e12 WHERE invoice_id = 101',
      'UPDATE allocation SET amount = 1e12',
      'UPDATE receipt SET amount = 1e12',
      'UPDATE sales_order_line SET qty = 1e9',
      'UPDATE sales_order_line SET stock_qty = 1e9',
      'UPDATE sales_order_line SET unit_price = 1e10',
    ];
    const infinite = dialect === 'sqlite' ? '9e999' : `'Infinity'`;
    for (const sql of statements) {
      await expect(profile.run(sql), sql).rejects.toThrow();
      const endless = sql.replace(/-?1e\d+/, infinite);
      await expect(profile.run(endless), endless).rejects.toThrow();
    }
  });
});

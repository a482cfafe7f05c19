/** Operations of the studio on the demo profile, as the page calls them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { openStudio, profileCopy } from './studio.ts';

describe('the demo profile', () => {
  it('shows the board of all endpoints, with the line of each', async () => {
    const { call, folder } = await openStudio(profileCopy());
    const { answer } = await call('board', {});
    const lines = readFileSync(join(folder, 'profile.yaml'), 'utf8').split('\n');
    expect(answer).toMatchObject({ findings: [] });
    const {
      rows,
    }: {
      readonly rows: readonly {
        readonly path: string;
        readonly state: string;
        readonly place?: { readonly line: number };
      }[];
    } = JSON.parse(JSON.stringify(answer));
    expect(rows).toHaveLength(18);
    for (const { path, state, place } of rows) {
      expect(state).not.toMatch(/missing|unknown/);
      if (place !== undefined) expect(lines[place.line - 1]).toContain(`${path}:`);
      else expect(state).toBe('service');
    }
  });

  it('runs a read with its steps, and shows the plan of a statement', async () => {
    const { call } = await openStudio(profileCopy());
    const body = JSON.stringify({ query: 'gasket', limit: 3 });
    const { answer } = await call('call', { endpoint: '/catalog/products/search', body });
    expect(answer).toMatchObject({ kind: 'ran', status: 200 });
    const { steps }: { readonly steps: readonly { readonly kind: string; readonly number?: number }[] } = JSON.parse(
      JSON.stringify(answer),
    );
    expect(steps.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['request', 'statement']));
    const number = steps.find(({ kind }) => kind === 'statement')?.number;
    const plan = await call('plan', { number });
    expect(plan.answer).toMatchObject({ rows: { columns: ['id', 'parent', 'notused', 'detail'] } });
    expect((await call('board', {})).text).toContain('"lastCall":{"at":');
  });

  it('rehearses a write: the database stays as it is', async () => {
    const { call, folder } = await openStudio(profileCopy());
    await call('call', { endpoint: '/debtors/list', body: '{"page":1,"limit":1}' });
    const database = new Database(join(folder, 'demo.sqlite'), { readonly: true });
    const count = () => database.prepare('SELECT count(*) AS n FROM receipt').get();
    const before = count();
    const invoices = await call('call', { endpoint: '/invoices/list', body: '{"page":1,"limit":50}' });
    const { answer } = JSON.parse(invoices.text);
    const open = JSON.parse(answer).invoices.find(
      (one: { readonly amountOutstanding: number }) => one.amountOutstanding > 1,
    );
    const payment = { erpInvoiceId: open.erpInvoiceId, amount: 0.5, paymentDate: '2026-04-02' };
    const result = await call('call', { endpoint: '/payments/push', body: JSON.stringify(payment) });
    expect(result.answer).toMatchObject({ kind: 'ran', status: 200 });
    expect(result.text).toContain('"changes":[{');
    expect(count()).toEqual(before);
    database.close();
  });

  it('lists tables with keys, and masks rows on request', async () => {
    const { call } = await openStudio(profileCopy());
    await call('call', { endpoint: '/debtors/list', body: '{"page":1,"limit":1}' });
    const { answer } = await call('tables', {});
    expect(answer).toMatchObject({
      findings: [],
      tables: expect.arrayContaining([expect.objectContaining({ name: 'customer', primaryKey: ['account_no'] })]),
    });
    const plain = await call('rows', { source: 'erp', table: 'customer', masked: false });
    const masked = await call('rows', { source: 'erp', table: 'customer', masked: true });
    expect(plain.text).toContain('K10000');
    expect(masked.text).not.toMatch(/K10000|@[a-wyz]/);
    expect(masked.text).toContain('x99999');
    expect((await call('rows', { source: 'erp', table: 'customer; DROP TABLE customer', masked: false })).status).toBe(
      422,
    );
  });

  it('offers records of the ERP for the ids of a form', async () => {
    const { call } = await openStudio(profileCopy());
    const { answer } = await call('suggest', { kind: 'customer', query: 'Ashworth' });
    expect(answer).toEqual({ records: [{ value: 'K10201', label: 'Ashworth Fixings Ltd, Bristol' }] });
    expect((await call('suggest', { kind: 'location', query: '' })).status).toBe(422);
    const { answer: project } = await call('project', {});
    expect(project).toMatchObject({ offered: expect.arrayContaining(['customer', 'product', 'debtor', 'invoice']) });
  });

  it('traces fields to columns', async () => {
    const { call } = await openStudio(profileCopy());
    const { text } = await call('lineage', { endpoint: '/debtors/list' });
    expect(text).toContain('"column":{"source":"erp","table":"customer","column":');
  });

  it('traces fields to members of a described answer, and lists those that are not read', async () => {
    const { call } = await openStudio(profileCopy('business-central'));
    const { answer, text } = await call('lineage', { endpoint: '/credit/customer' });
    expect(text).toContain('"text":"customers.customerFinancialDetail.balance"');
    expect(text).toContain('"vendor":{"type":"Edm.Decimal"}');
    const phone = { name: 'phoneNumber', type: 'Edm.String, at most 30 characters' };
    expect(answer).toMatchObject({
      findings: [],
      unread: [
        { operation: 'GET /customers', members: expect.arrayContaining([phone]) },
        { operation: 'GET /companyInformation' },
      ],
    });
  });
});

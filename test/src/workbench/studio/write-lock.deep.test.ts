/** Writes from the studio: rehearsed until a person has typed the name of the profile, and again when the ERP is another one. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { openStudio, profileCopy, type StudioUnderTest } from './studio.ts';

const receipts = (file: string): readonly unknown[] => {
  const database = new Database(file, { readonly: true });
  const rows = database.prepare('SELECT receipt_no, amount FROM receipt ORDER BY receipt_id').all();
  database.close();
  return rows;
};

/** A payment of 0.50 for an invoice that is open. */
async function payment({ call }: StudioUnderTest): Promise<string> {
  const { text } = await call('call', { endpoint: '/invoices/list', body: '{"page":1,"limit":50}' });
  const { invoices } = JSON.parse(JSON.parse(text).answer);
  const open = invoices.find((one: { readonly amountOutstanding: number }) => one.amountOutstanding > 1);
  return JSON.stringify({ erpInvoiceId: open.erpInvoiceId, amount: 0.5, paymentDate: '2026-04-02' });
}

const endpoint = '/payments/push';

describe('writes', () => {
  it('reach the ERP only while they are unlocked by the name of the profile', async () => {
    const studio = await openStudio(profileCopy());
    const { call, folder } = studio;
    const body = await payment(studio);
    const file = join(folder, 'demo.sqlite');
    const before = receipts(file);
    expect((await call('writeLock', {})).answer).toEqual({
      ...{ isUnlocked: false, name: 'demo' },
      targets: [{ source: 'erp', address: `sqlite ${file}` }],
    });
    expect((await call('call', { endpoint, body, write: true })).status).toBe(422);
    expect((await call('unlockWrites', { name: 'Demo' })).status).toBe(422);
    expect((await call('call', { endpoint, body, write: true })).status).toBe(422);
    expect(receipts(file)).toEqual(before);

    expect((await call('unlockWrites', { name: 'demo' })).answer).toMatchObject({ isUnlocked: true });
    expect((await call('call', { endpoint, body })).answer).toMatchObject({ status: 200, isWritten: false });
    expect(receipts(file)).toEqual(before);
    const written = await call('call', { endpoint, body, write: true });
    expect(written.answer).toMatchObject({ status: 200, isWritten: true });
    expect(receipts(file)).toHaveLength(before.length + 1);
    expect(receipts(file).at(-1)).toMatchObject({ amount: 0.5 });

    expect((await call('lockWrites', {})).answer).toMatchObject({ isUnlocked: false });
    expect((await call('call', { endpoint, body, write: true })).status).toBe(422);
    expect(receipts(file)).toHaveLength(before.length + 1);
  });

  it('are locked in a new studio, and when the profile leads to another ERP', async () => {
    const first = await openStudio(profileCopy());
    const body = await payment(first);
    await first.call('unlockWrites', { name: 'demo' });
    const second = await openStudio(first.folder);
    expect((await second.call('writeLock', {})).answer).toMatchObject({ isUnlocked: false });

    const profile = join(first.folder, 'profile.yaml');
    const other = join(first.folder, 'other.sqlite');
    cpSync(join(first.folder, 'demo.sqlite'), other);
    const before = receipts(other);
    writeFileSync(profile, readFileSync(profile, 'utf8').replace(`"\${database}"`, 'other.sqlite'));
    const refused = await first.call('call', { endpoint, body, write: true });
    expect(refused.text).toContain('Writes are not unlocked in this session for this ERP');
    expect(receipts(other)).toEqual(before);
  });
});

describe('the engine between calls', () => {
  it('answers with the profile as it is on disk, also after a fault', async () => {
    const { call, folder } = await openStudio(profileCopy());
    const profile = join(folder, 'profile.yaml');
    const text = readFileSync(profile, 'utf8');
    const search = { endpoint: '/catalog/products/by-sku', body: '{"sku":"hx-10"}' };
    const answered = await call('call', search);
    expect(answered.answer).toMatchObject({ status: 200 });
    writeFileSync(profile, text.replace('search: { text: sku', 'serach: { text: sku'));
    expect((await call('call', search)).answer).toMatchObject({ kind: 'refused' });
    writeFileSync(profile, text);
    expect((await call('call', search)).answer).toMatchObject({ kind: 'ran', status: 200 });
  });
});

/** Each example starts as the README says and answers. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Program, startProgram } from './support/program.ts';

const key = 'a-key-of-the-example-test';

describe('examples/first-profile', () => {
  const folder = mkdtempSync(join(tmpdir(), 'first-profile-'));
  let service: Program;

  beforeAll(async () => {
    cpSync(join(import.meta.dirname, '../examples/first-profile'), folder, { recursive: true });
    service = await startProgram(join(folder, 'shop.yaml'), { ENGINE_KEY: key });
  });
  afterAll(async () => {
    expect(await service.stop()).toBe(0);
    rmSync(folder, { recursive: true });
  });

  const call = async (path: string, body: object) => {
    const response = await fetch(`${service.baseUrl}${path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ schemaVersion: '1', ...body }),
    });
    return { status: response.status, body: await response.text() };
  };

  it('finds active customers, whatever the case of their letters', async () => {
    const found = await call('/catalog/customers/search', { query: 'ÖZTÜRK' });
    expect(found).toEqual({
      status: 200,
      body: '{"schemaVersion":"1","hits":[{"erpId":"1001","erpName":"Bäckerei Öztürk","city":"Köln"}]}',
    });
  });

  it('does not list the customer that the shop has closed', async () => {
    expect((await call('/catalog/customers/search', {})).body).not.toContain('1003');
  });

  it('gives the price, and null where there is none', async () => {
    const price = (productErpId: string) => call('/pricing/resolve', { customerErpId: '1001', productErpId });
    expect((await price('FLOUR-25')).body).toBe('{"schemaVersion":"1","systemUnitPrice":18.9,"source":"sales price"}');
    expect((await price('YEAST')).body).toBe('{"schemaVersion":"1","systemUnitPrice":null,"source":"none"}');
  });

  it('says what it does not provide, and lists nothing where the profile says so', async () => {
    const credit = await call('/credit/customer', { customerErpId: '1001' });
    expect(credit.status).toBe(501);
    expect(credit.body).toContain('the shop gives no credit');
    expect((await call('/debtors/list', {})).body).toBe('{"schemaVersion":"1","debtors":[],"hasMore":false}');
  });
});

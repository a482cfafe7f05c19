/** Each example starts as the documentation says, and answers. */
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { blocksOf } from './docs/blocks.ts';
import { runHere } from './src/cli/here.ts';
import { isDeep } from './support/depth.ts';
import { type Program, startProgram } from './support/program.ts';
import { providedUrl } from './support/provided.ts';

// Processes and databases take their time on a busy machine.
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
    const answer = await call('/catalog/customers/search', { query: 'ÖZTÜRK' });
    expect(answer).toEqual({
      status: 200,
      body: '{"schemaVersion":"1","hits":[{"erpId":"1001","erpName":"Bäckerei Öztürk","city":"Köln"}]}',
    });
  });

  it('answers as the first page of the site shows', async () => {
    const blocks = blocksOf('site/index.md');
    const textIn = (language: string): string => blocks.find((block) => block.language === language)?.text ?? '';
    const [, body = ''] = / -d '(.*)'$/m.exec(textIn('sh')) ?? [];
    const shown: unknown = JSON.parse(textIn('json'));
    expect(JSON.parse((await call('/catalog/customers/search', JSON.parse(body))).body)).toEqual(shown);
    // The profile that is shown is a part of the one that runs.
    const lines = textIn('yaml').trimEnd().split('\n').slice(1).join('\n');
    expect(readFileSync(join(folder, 'shop.yaml'), 'utf8')).toContain(lines);
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

describe('an overlay of the demo', () => {
  const file = join(import.meta.dirname, 'support/nordwind/nordwind.yaml');

  it('holds its cases and those of the profile that it extends', async () => {
    const { status, out } = await runHere(['test', '--strict', file], { env: {}, cwd: '/' });
    expect({ status, out }).toMatchObject({ status: 0, out: expect.stringMatching(/\b[1-9]\d passed, 0 failed\.\n$/) });
    // A case of the overlay replaces the one of the demo with the same title.
    expect(out.match(/a price that has run out falls back/g)).toHaveLength(1);
    expect(out).toContain('an unknown article is refused');
  });

  it('can be served', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'customer-variant-'));
    cpSync(dirname(file), folder, { recursive: true, filter: (name) => !name.includes('.sqlite') });
    const service = await startProgram(join(folder, 'nordwind.yaml'), { ENGINE_KEY: key });
    try {
      const body = JSON.stringify({ schemaVersion: '1', customerErpId: 'K10003', productErpId: '2' });
      const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
      const price = await fetch(`${service.baseUrl}/pricing/resolve`, { method: 'POST', headers, body });
      expect(await price.json()).toEqual({ schemaVersion: '1', systemUnitPrice: 0.175, source: 'project price' });
      // The database is in the folder of the overlay.
      expect(existsSync(join(folder, 'demo.sqlite'))).toBe(true);
    } finally {
      expect(await service.stop()).toBe(0);
      rmSync(folder, { recursive: true });
    }
  });
});

const scratch = { ENGINE_TEST_POSTGRES: providedUrl('postgresUrl'), ENGINE_TEST_MSSQL: process.env.MSSQL_URL ?? '' };

describe('examples/customer-variant', () => {
  const file = join(import.meta.dirname, '../examples/customer-variant/wexford.yaml');

  it('is short', () => {
    expect(readFileSync(file, 'utf8').trimEnd().split('\n').length).toBeLessThan(30);
  });

  // The cases of its base take two minutes.
  if (isDeep)
    it('has two additional fields and a price rule, and changes nothing else', { timeout: 400_000 }, async () => {
      const { status, out } = await runHere(['test', '--strict', file], { env: scratch, cwd: '/' });
      expect(out.match(/^ {2}ok +Wexford: /gm)).toHaveLength(4);
      expect(out).toMatch(/\b[12]\d\d passed, 0 failed\./);
      expect(status).toBe(0);
    });
});

if (isDeep)
  describe('examples/sage-200-procedure', () => {
    it('finds orders that are there, and calls procedures, which a SQL Server alone can prove', async () => {
      const file = join(import.meta.dirname, '../examples/sage-200-procedure/sage-200-procedure.yaml');
      const { status, out } = await runHere(['test', '--filter', 'procedure', file], { env: scratch, cwd: '/' });
      expect(out).not.toContain('FAIL');
      expect(out).toMatch(
        process.env.MSSQL_URL === undefined ? /1 passed, 0 failed, 2 not tested/ : /3 passed, 0 failed/,
      );
      expect(status).toBe(0);
    });
  });

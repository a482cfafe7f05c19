/** `engine run --explain`: what a call would send, without a connection. */
import { cpSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { contract } from '../../../src/contract/index.ts';
import { folderWith } from '../service/server/fixture.ts';
import { type Ended, root, runHere } from './here.ts';

const draft = { poNumber: 'PO-1', currency: 'EUR', lines: [{ sku: 'A-1', qty: 2 }] };

let folder: string;
beforeEach(() => {
  folder = folderWith({ 'draft.json': JSON.stringify(draft) });
  cpSync(join(root, 'profiles', 'demo'), folder, { recursive: true, filter: (file) => !file.includes('.sqlite') });
});
const explain = (...args: readonly string[]): Promise<Ended> =>
  runHere(['run', ...args, '--explain', '--profile', './profile.yaml'], {
    env: { DEMO_DATABASE: 'erp.sqlite' },
    cwd: folder,
  });

describe('engine run --explain', () => {
  it('shows the statements of a read with the values of the request, and makes no database', async () => {
    const { status, out, err } = await explain('/invoices/list', '--set', 'page=3', '--set', 'limit=10');
    expect({ status, err }).toEqual({ status: 0, err: '' });
    expect(out).toMatch(/^POST \/invoices\/list \{"page":3,"limit":10\}\n\n1\. read \(erp\)\n/);
    // One row more than the page shows whether there is another one.
    expect(out).toContain('   limit = 11\n   offset = 20\n');
    expect(out).toContain('2. read, attach lines (erp), for the returned rows\n');
    expect(out).toContain('   :rows.erpInvoiceId: from an earlier answer\n');
    expect(existsSync(join(folder, 'erp.sqlite'))).toBe(false);
  });

  it('shows lookup, preparation and steps of a write', async () => {
    const { status, out } = await explain('/sale-draft', '--body', 'draft.json');
    expect(status).toBe(0);
    expect([...out.matchAll(/^\d+\. .*$/gm)].map(([line]) => line)).toEqual([
      '1. find (erp)',
      '2. prepare known_currency (erp), where `find` finds nothing',
      '3. prepare lines, attach item (erp), for the returned rows',
      '4. write next (erp), where `find` finds nothing',
      '5. write counter (erp), where `find` finds nothing',
      '6. write order (erp), where `find` finds nothing',
      '7. write line (erp), where `find` finds nothing, for each item of $lines',
      '8. find, for the answer (erp), where `find` finds nothing',
    ]);
    expect(out).toContain('   :counter.id: from an earlier answer\n');
    expect(out).toContain('   :settings.draft_customer = "K10000"\n   :key = "PO-1"\n');
    expect(existsSync(join(folder, 'erp.sqlite'))).toBe(false);
  });

  it('gives a document for tools', async () => {
    const { out } = await explain('/credit/customer', '--set', 'customerErpId=K1', '--format', 'json');
    expect(JSON.parse(out)).toMatchObject({
      kind: 'steps',
      steps: [
        { at: 'read', sent: { parameters: [{ name: ':customerErpId', value: 'K1' }] } },
        { at: 'customerErpId exists' },
      ],
    });
  });

  it('refuses a request that is not valid', async () => {
    const { status, out, err } = await explain('/credit/customer');
    expect({ status, out }).toEqual({ status: 1, out: '' });
    expect(err).toContain('422, nothing is sent: ');
  });

  it('cannot be combined with a rehearsal', async () => {
    expect((await explain('/sale-draft', '--rehearse')).status).toBe(2);
  });

  it('asks for the facts that it depends on', async () => {
    const profile = {
      profile: 'sketch',
      contract: '1',
      facts: { old: { table: 'OLD' } },
      sources: { erp: { sql: 'sqlite', connection: { file: 'nowhere.sqlite' } } },
      endpoints: {
        '/catalog/products/by-sku': {
          first: [
            { when: 'old', query: 'SELECT o.a AS erpSku, o.b AS erpDesc, o.c AS erpProductId FROM OLD o' },
            { query: 'SELECT n.a AS erpSku, n.b AS erpDesc, n.c AS erpProductId FROM NEW n' },
          ],
          search: { text: 'sku', in: ['erpSku'], match: 'prefix' },
        },
      },
    };
    writeFileSync(join(folder, 'sketch.json'), JSON.stringify(profile));
    const endpoints = contract.endpoints.filter(({ path }) => path === '/catalog/products/by-sku');
    const run = (...more: readonly string[]) =>
      runHere(
        ['run', '/catalog/products/by-sku', '--set', 'sku=A', '--explain', '--profile', './sketch.json', ...more],
        {
          env: {},
          cwd: folder,
          contract: { ...contract, endpoints },
        },
      );
    const open = await run();
    expect(open.status).toBe(1);
    expect(open.err).toContain('--fact old=true');
    expect((await run('--fact', 'old=true')).out).toContain('FROM OLD o');
    expect((await run('--fact', 'old=false')).out).not.toContain('FROM OLD o');
    expect((await run('--fact', 'old=perhaps')).status).toBe(2);
  });

  it('shows requests with expressions in place of values from answers', async () => {
    const profile = {
      profile: 'sketch',
      contract: '1',
      settings: { key: { env: 'ERP_KEY', secret: true } },
      sources: { erp: { http: 'https://erp.example/api', auth: { bearer: '$' + '{key}' } } },
      endpoints: {
        '/sale-draft': {
          find: {
            get: '/orders',
            params: { ref: '{{ $key }}' },
            fields: { saleId: 'id', receivedAt: 'at', key: 'ref', _posted: 'posted' },
          },
          write: [
            { order: { post: '/orders', json: { ref: '{{ $key }}' }, fields: { saleId: 'id' } } },
            {
              post: {
                post: '/orders/{{ $order.saleId }}/post',
                json: {
                  by: '{{ $order.saleId }}',
                  text: "{{ $order.text & ' ( x )' }}",
                  count: '{{ $count($order.lines) }}',
                  list: '{{ $order.list ?? false }}',
                  lines: { $each: '$order.lines', $item: { no: '{{ $number(no ?? 1) }}', po: '{{ $key }}' } },
                  items: { $each: 'lines', $item: { sku: '{{ sku }}' } },
                },
                fields: { saleId: 'id' },
                done: '_posted',
              },
            },
          ],
        },
      },
    };
    writeFileSync(join(folder, 'sketch.json'), JSON.stringify(profile));
    const endpoints = contract.endpoints.filter(({ path }) => path === '/sale-draft');
    const args = ['run', '/sale-draft', '--body', 'draft.json', '--explain', '--profile', './sketch.json'];
    const { status, out, err } = await runHere(args, { env: {}, cwd: folder, contract: { ...contract, endpoints } });
    expect({ status, err }).toEqual({ status: 0, err: '' });
    expect(out).toContain("curl 'https://erp.example/api/orders?ref=PO-1'");
    expect(out).toContain(
      "curl -X POST 'https://erp.example/api/orders' -H 'content-type: application/json' --data-raw '{\"ref\":\"PO-1\"}'",
    );
    expect(out).toContain('{{ $order.saleId }}/post');
    const body = {
      by: '{{ $order.saleId }}',
      // Without the order nothing of these is known, although each expression has a value without it.
      text: "{{ $order.text & ' ( x )' }}",
      count: '{{ $count($order.lines) }}',
      list: '{{ $order.list ?? false }}',
      lines: [{ no: '{{ $number(no ?? 1) }}', po: 'PO-1' }],
      items: [{ sku: 'A-1' }],
    };
    expect(out).toContain(JSON.stringify(body).replaceAll("'", `'\\''`));
  });
});

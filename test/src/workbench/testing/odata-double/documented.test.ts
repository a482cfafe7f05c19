/** The double of docs/howto/odata-double.md, as it is printed there, over the metadata of these tests. */
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { loadDouble } from '../../../../../src/workbench/checks/conformance/erp-double.ts';
import { root } from '../../../../support/source-imports.ts';

it('runs as it is printed', async () => {
  const page = readFileSync(join(root, 'docs/howto/odata-double.md'), 'utf8');
  const [, code = ''] = /```ts\n(.*?)```/s.exec(page) ?? [];
  expect(code.trim().split('\n').length).toBeLessThanOrEqual(35);
  const folder = mkdtempSync(join(tmpdir(), 'documented-double-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'double.mjs'), code);
  copyFileSync(join(import.meta.dirname, 'service-layer.xml'), join(folder, 'metadata.xml'));
  const loaded = await loadDouble([folder]);
  if (loaded.kind !== 'found') throw new Error(loaded.kind);
  const double = await loaded.start(new Map());
  onTestFinished(() => double.close());
  const send = async (path: string, body?: object) => {
    const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    const response = await fetch(`${double.environment.B1_ADDRESS}${path}`, { ...init, headers: { cookie } });
    const text = await response.text();
    return {
      status: response.status,
      cookie: response.headers.get('set-cookie'),
      body: text === '' ? undefined : JSON.parse(text),
    };
  };
  let cookie = '';
  expect(await send('/BusinessPartners')).toMatchObject({ status: 401, body: { error: { code: '301' } } });
  cookie = String((await send('/Login', { UserName: 'manager' })).cookie);
  expect((await send('/BusinessPartners?$select=CardName')).body.value).toEqual([{ CardName: 'Adatum' }]);
  const order = { CardCode: 'C1', DocumentLines: [{ ItemCode: 'A', Quantity: 2, UnitPrice: 1.25 }] };
  expect(await send('/Orders', { ...order, CardCode: 'C9' })).toMatchObject({
    status: 400,
    body: { error: { code: '-5002' } },
  });
  expect(await send('/Orders', order)).toMatchObject({ status: 201, body: { DocEntry: 1, DocTotal: 2.5, ...order } });
  expect((await send('/Orders(1)/SAPB1.Close', {})).status).toBe(204);
  expect(
    (await send("/Orders?$filter=DocumentStatus eq 'bost_Close' and BusinessPartner/CardName eq 'Adatum'")).body.value,
  ).toHaveLength(1);
  expect(await double.counts?.()).toEqual({ Activities: 0, BusinessPartners: 1, Orders: 1 });
});

/** Completion from the answers of the last calls in the studio: members with the form of their values, and never the values. */
import { mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { operations } from '../../../../src/workbench/operations/protocol/operations.ts';
import { openStudio } from './studio.ts';

/** An ERP with one customer. Returns its address. */
async function erp(): Promise<string> {
  const server = createServer((_request, response) => {
    const customer = { no: 'K-17', company: 'Bäckerei Öztürk', address: { town: 'Köln' } };
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ value: [customer] }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return `http://127.0.0.1:${address.port}`;
}

const profile = (expression: string): string => `profile: acme
title: Acme 9
contract: "1"
settings:
  address: { env: ACME_ADDRESS }
sources:
  api: { http: "\${address}/api", request: { rows: value } }
endpoints:
  /catalog/customers/search:
    get: /customers
    search: { text: query, in: [erpName] }
    fields: { erpId: no, erpName: "${expression}" }
`;

it('are known after a call, for the text that follows', async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'engine-last-answers-')));
  writeFileSync(join(folder, 'profile.yaml'), profile('company'));
  const studio = await openStudio(folder, { env: { ACME_ADDRESS: await erp() } });
  const completed = async (expression: string) => {
    const marked = profile(expression);
    const given = { text: marked.replace('§', ''), at: marked.indexOf('§') };
    return operations.complete.answer.parse((await studio.call('complete', given)).answer).items;
  };
  expect(await completed('comp§')).toEqual([]);

  const body = JSON.stringify({ query: 'b' });
  const { answer } = await studio.call('call', { endpoint: '/catalog/customers/search', body });
  expect(answer).toMatchObject({ kind: 'ran', status: 200 });

  const [item] = await completed('comp§');
  const from = 'of the last answer to /catalog/customers/search';
  expect(item).toMatchObject({
    label: 'company',
    detail: 'text',
    documentation: `Example: \`xxxxxxxx xxxxxx\`, masked, ${from}.`,
  });
  expect((await completed('address.§')).map(({ label }) => label)).toEqual(['town']);
  const marked = profile('comp§any');
  const hover = await studio.call('hover', { text: marked.replace('§', ''), at: marked.indexOf('§') });
  expect(hover.text).toContain('xxxxxxxx xxxxxx');
  expect(hover.text).not.toContain('Öztürk');
});

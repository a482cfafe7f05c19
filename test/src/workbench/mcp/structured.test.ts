/** Structured content of `engine mcp`. The client of these tests validates each answer by the schema of its tool. */
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { expect, it } from 'vitest';
import { shop } from './canary-erps.ts';
import { root } from './client.ts';
import { folderOf, opened, search } from './hostile-comptoir.ts';

it('every tool has a schema for its answers, and the list stays short', async () => {
  const { client } = await opened(folderOf());
  const { tools } = await client.listTools();
  for (const { name, description = '', outputSchema } of tools) {
    expect([name, outputSchema?.type]).toEqual([name, 'object']);
    expect(outputSchema?.required).toContain('summary');
    expect([name, description.length < 260]).toEqual([name, true]);
  }
  expect(JSON.stringify(tools.map(({ outputSchema: _, ...shown }) => shown)).length).toBeLessThan(12_500);
  expect(JSON.stringify(tools).length).toBeLessThan(50_000);
});

it('rows and calls have the same masked values in both forms', async () => {
  const { use } = await opened(folderOf());
  const sample = await use('sample_rows', { table: 'CLIENT', rows: 3 });
  const [columns, ...rows] = sample.data
    .split('\n')
    .slice(0, 4)
    .map((line): unknown => JSON.parse(line));
  expect(sample.value).toMatchObject({ columns, rows, count: expect.any(Number) });
  const ran = await use('run', { ...search, rows: 2 });
  expect(ran.data).toContain(`answer: ${String(ran.value.answer)}`);
  expect(ran.value).toMatchObject({
    status: 200,
    answer: expect.stringContaining('"erpId":"C001"'),
    steps: expect.arrayContaining([
      expect.objectContaining({ kind: 'statement', source: 'erp', sql: expect.stringContaining('RAISOC') }),
    ]),
  });
  // The step of the request has the real values behind the replacements.
  expect(JSON.stringify(ran.value)).not.toContain('"kind":"request"');
});

it('findings, lineage and results of tests are records', async () => {
  const folder = folderOf();
  mkdirSync(join(folder, 'comptoir/cases'));
  const credit = (limit: number): string =>
    `  - case: the limit is ${limit}\n    call: /credit/customer\n    request: { customerErpId: C001 }\n    response: { creditLimit: ${limit}, creditUsed: 1180.4, currency: EUR }\n`;
  writeFileSync(join(folder, 'comptoir/cases/credit.yaml'), `cases:\n${credit(5000)}${credit(4000)}`);
  for (const name of ['schema', 'data'])
    cpSync(join(root, `examples/tutorial/${name}.sql`), join(folder, `comptoir/fixture/${name}.sql`));
  const { use } = await opened(folder);
  expect((await use('test')).value).toMatchObject({
    counts: { passed: 1, failed: 1, notTested: 0 },
    entries: [{ verdict: 'failed', title: 'the limit is 4000', endpoint: '/credit/customer' }],
  });
  expect((await use('lineage', { field: '/credit/customer.currency' })).value).toMatchObject({
    fields: [{ coordinate: '/credit/customer -> currency', from: [{ from: [{ column: { column: 'DEVISE' } }] }] }],
  });
  const { text } = await use('read_file', { path: 'profile.yaml' });
  const version = /version ([\da-f]+)/.exec(text)?.[1];
  await use('write_file', { path: 'profile.yaml', text: 'profile: comptoir\nendpointz: {}\n', version });
  expect((await use('check')).value).toMatchObject({
    findings: expect.arrayContaining([
      expect.objectContaining({ severity: 'error', place: expect.objectContaining({ line: 2 }) }),
    ]),
  });
});

it('names come in pages, and a long file in parts', async () => {
  const folder = folderOf();
  const database = new SqliteDatabase(join(folder, 'comptoir/comptoir.sqlite'));
  for (let number = 100; number < 400; number += 1) database.exec(`CREATE TABLE EXTRA_${number} (A INTEGER)`);
  database.close();
  const lines = Array.from({ length: 900 }, (_, index) => `Line ${index} ${'x'.repeat(40)}`);
  writeFileSync(join(folder, 'comptoir/README.md'), lines.join('\n'));
  const { use } = await opened(folder);
  const [first, second] = [
    await use('describe_tables', { search: 'extra_' }),
    await use('describe_tables', { search: 'extra_', page: 2 }),
  ];
  expect(first.value).toMatchObject({ matching: 300, pages: 2, tables: [] });
  expect(second.value.names).toHaveLength(50);
  expect(second.data.split('\n').at(-1)).toBe('erp: EXTRA_399');
  const begin = await use('read_file', { path: 'README.md' });
  const rest: string[] = [];
  for (let { value } = begin; ; ) {
    rest.push(String(value.text));
    if (value.next === undefined) break;
    ({ value } = await use('read_file', { path: 'README.md', line: value.next }));
  }
  expect(rest.length).toBeGreaterThan(1);
  expect(rest.join('\n')).toBe(lines.join('\n'));
});

it("an operation of the vendor's description has its members as records, which a search narrows", async () => {
  const address = { type: 'object', properties: { city: { type: 'string' }, street: { type: 'string' } } };
  const properties = { no: { type: 'string' }, address };
  const responses = { 200: { schema: { type: 'array', items: { type: 'object', properties } } } };
  const post = { parameters: [{ name: 'body', in: 'body', schema: { type: 'object', properties } }], responses: {} };
  const { use } = await shop('', { swagger: '2.0', paths: { '/customers': { get: { responses }, post } } });
  const all = await use('describe_operations', { paths: ['GET /customers'] });
  const [city, street] = ['city', 'street'].map((name) => ({ name, type: 'string' }));
  const operation = { source: 'erp', name: 'GET /customers', parameters: [] };
  const answer = { name: 'answer', type: 'list of record' };
  const members = [
    { name: 'no', type: 'string' },
    { name: 'address', type: 'record', members: [city, street] },
  ];
  expect(all.value.operations).toEqual([{ ...operation, answer: { ...answer, members } }]);
  const { value } = await use('describe_operations', { paths: ['GET /customers'], search: 'CITY' });
  const narrowed = [{ name: 'address', type: 'record', members: [city] }];
  expect(value.operations).toEqual([{ ...operation, answer: { ...answer, members: narrowed } }]);
  const both = await use('describe_operations', { paths: ['/customers'], search: 'CITY' });
  const posted = { ...operation, name: 'POST /customers', body: { name: 'body', type: 'record', members: narrowed } };
  expect(both.value.operations).toEqual([{ ...operation, answer: { ...answer, members: narrowed } }, posted]);
});

/** What a profile states against the vendor's description, and requests that the service shall refuse. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { DescriptionFiles } from '../../../engine/description/files.ts';
import { checkProfile } from '../../../engine/index.ts';
import { contract } from '../../../src/contract/index.ts';
import { root } from '../../support/source-imports.ts';

const folder = mkdtempSync(join(tmpdir(), 'engine-corrections-'));
afterAll(() => rmSync(folder, { recursive: true }));

const text = { type: 'string' };
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
writeFileSync(
  join(folder, 'api.json'),
  JSON.stringify({
    openapi: '3.0.1',
    paths: {
      '/invoices': {
        get: { responses: { 200: json({ type: 'array', items: { type: 'object', properties: { id: text } } }) } },
        post: {
          requestBody: json({ $ref: '#/components/schemas/invoice' }),
          responses: { 201: json({ $ref: '#/components/schemas/invoice' }) },
        },
      },
    },
    components: {
      schemas: {
        invoice: {
          type: 'object',
          required: ['customer', 'number'],
          properties: {
            id: { ...text, readOnly: true },
            customer: text,
            number: text,
            note: { type: 'object', properties: { value: text } },
          },
        },
      },
    },
  }),
);

const profile = (describedBy: string, body: string, approval: string): string => `profile: acme
contract: "1"
sources:
  erp: { http: "https://erp.example.com", describedBy: ${describedBy}, clock: UTC, page: { whole: true } }
endpoints:
  /invoices/push:
    key: { from: invoiceNumber }
    find: { get: /invoices, rows: $, fields: { erpInvoiceId: id, key: id } }
    write:
      - invoice:
          post: /invoices
          json: ${body}
          fields: { erpInvoiceId: id }
          probe: { post: /invoices, json: {} }
      - approve: { put: "${approval}", json: { anything: 1 }, done: $exists(erpInvoiceId) }
`;

const about = async (written: string, at = folder): Promise<readonly string[]> =>
  (await checkProfile(written, 'acme.yaml', contract, {}, { folder: at })).flatMap(({ code, message, place }) =>
    code.startsWith('API') ? [`${place?.line} ${code} ${message}`] : [],
  );

const whole = '{ customer: "{{ erpDebtorId }}", number: "{{ invoiceNumber }}" }';
const short = '{ customer: "{{ erpDebtorId }}" }';
const approval = '/invoices/{{ $invoice.erpInvoiceId }}/approval';

it('a path that the files lack is allowed where the profile says that the service has it', async () => {
  expect(await about(profile('api.json', whole, approval))).toEqual([
    '15 API802 api.json has no path "{{ $invoice.erpInvoiceId }}" here.',
  ]);
  const stated = "{ files: [api.json], paths: ['/invoices/{id}/approval'] }";
  expect(await about(profile(stated, whole, approval))).toEqual([]);
  expect(await about(profile(stated, whole, '/invoices/{{ $invoice.erpInvoiceId }}/aproval'))).toHaveLength(1);
});

it('a member is not required where the profile says so, and the probe of a right may lack all of them', async () => {
  const paths = "paths: ['/invoices/{id}/approval']";
  const required = '12 API808 invoice requires the member "number".';
  expect(await about(profile(`{ files: [api.json], ${paths} }`, short, approval))).toEqual([required]);
  const optional = `{ files: [api.json], ${paths}, optional: [invoice.number] }`;
  expect(await about(profile(optional, short, approval))).toEqual([]);
  expect(await about(profile(optional, '{ number: "{{ invoiceNumber }}" }', approval))).toEqual([
    '12 API808 invoice requires the member "customer".',
  ]);
});

it('a plain value is not taken for a record', async () => {
  const stated = "{ files: [api.json], paths: ['/invoices/{id}/approval'] }";
  const note = (value: string): string => whole.replace(/ }$/, `, note: ${value} }`);
  expect(await about(profile(stated, note('{ value: urgent }'), approval))).toEqual([]);
  for (const [value, kind] of [
    ['urgent', 'a text'],
    ['1', 'a number'],
    ['true', 'true or false'],
  ] as const)
    expect(await about(profile(stated, note(value), approval))).toEqual([
      `12 API806 "note" is a record, and this is ${kind}.`,
    ]);
});

it('Sage 200: the requests agree with the documents of the vendor, and mistakes in them are found', async () => {
  const sage = join(root, 'profiles/sage-200');
  const right = readFileSync(join(sage, 'profile.yaml'), 'utf8');
  expect(await about(right, sage)).toEqual([]);
  for (const [from, to, code] of [
    ['post: /sop_orders\n', 'post: /sop_order\n', 'API802'],
    ['customer_document_no:', 'customer_document_number:', 'API807'],
    ['use_invoice_address: true', 'use_invoice_address: "yes"', 'API806'],
    ['posted_tran_id: "{{ $invoice', 'posted_transaction_id: "{{ $invoice', 'API807'],
    ['            bank_id: "{{ $bank._id }}"\n', '', 'API808'],
    ['{ get: /sop_settings }', '{ get: /sop_setting }', 'API802'],
    ['            customer_id: "{{ $settings.draft_customer }}"', '            id: 1', 'API809'],
  ] as const) {
    expect(right).toContain(from);
    expect((await about(right.replace(from, to), sage)).join()).toContain(code);
  }
});

it('a corrected description still has its paths and its size', async () => {
  const corrections = {
    own: undefined,
    form: 'xml',
    paths: ['/invoices/{id}/approval'],
    optional: new Set<string>(),
  } as const;
  const { paths, size } = await new DescriptionFiles().read([join(folder, 'api.json')], corrections);
  expect({ paths, size }).toEqual({
    paths: ['/invoices', '/invoices/{id}/approval'],
    size: { operations: 2, types: 1 },
  });
});

it('does not judge a path that a setting without a value decides', async () => {
  const withSetting = (env: string): string =>
    profile('api.json', whole, approval)
      .replace('sources:', `settings:\n  area: { env: ACME_AREA${env} }\nsources:`)
      .replace('get: /invoices,', 'get: "/${area}",')
      .replace(/ {6}- approve:.*\n/, '');
  expect(await about(withSetting(''))).toEqual([]);
  expect(await about(withSetting(', default: invoices'))).toEqual([]);
  expect(await about(withSetting(', default: invoice'))).toEqual(['10 API802 api.json has no path "${area}".']);
});

/** Completion and hover over requests of a source with a vendor's description. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { metadata4, openApi3 } from '../../../engine/description/metadata.ts';
import { marked, serviceWith } from './service-here.ts';

const folder = mkdtempSync(join(tmpdir(), 'engine-described-'));
afterAll(() => rmSync(folder, { recursive: true }));
const due = '<Property Name="due" Type="Edm.Decimal"';
const said = '><Annotation Term="Org.OData.Core.V1.Description" String="What is due."/></Property>';
writeFileSync(join(folder, 'metadata.xml'), metadata4.replace(`${due}/>`, `${due}${said}`));
writeFileSync(join(folder, 'openapi.json'), JSON.stringify(openApi3));
const file = join(folder, 'profile.yaml');

const head = (description: string): string => `profile: acme
contract: "1"
sources:
  erp: { http: "https://erp.example/api", literals: odata, describedBy: ${description}, request: { rows: value } }
endpoints:
`;

async function serviceAt(text: string) {
  const service = serviceWith(undefined, folder);
  const { text: now, position } = marked(text);
  service.open(file, now);
  await service.check(file);
  return { service, position };
}

async function labels(text: string): Promise<readonly string[]> {
  const { service, position } = await serviceAt(text);
  return service.complete(file, position).items.map(({ label }) => label);
}

async function hovered(text: string): Promise<string | undefined> {
  const { service, position } = await serviceAt(text);
  return service.hover(file, position)?.text;
}

const orders = (text: string): string => `${head('metadata.xml')}  /sales-orders/list:\n${text}`;
const draft = (json: string): string =>
  `${head('metadata.xml')}  /sale-draft:\n    find: none\n    write:\n      - order:\n          post: /orders\n          json: ${json}\n`;

describe('completion', () => {
  it('proposes the paths of the service', async () => {
    expect(await labels(orders('    get: /§'))).toEqual(['/customers', '/orders', '/ledger']);
    expect(await labels(orders('    get: /cus§'))).toEqual(['/customers']);
  });

  it('proposes the members of the type in filters', async () => {
    const shown = await labels(orders('    get: /orders\n    params: { $filter: ["cust§"] }'));
    expect(shown).toEqual(['customerNumber']);
    expect(await labels(orders("    get: /orders\n    params: { $orderby: 'orderDate desc,num§' }"))).toEqual([
      'number',
      'externalNumber',
      'customerNumber',
    ]);
  });

  it('proposes members of bodies, and values of enumerations', async () => {
    expect(await labels(draft('{ ext§ }'))).toContain('externalNumber');
    expect(await labels(draft('{ lines: [{ $each: lines, $item: { qua§ } }] }'))).toContain('quantity');
    expect(await labels(draft('{ status: Dra§ }'))).toEqual(['Draft']);
  });

  it('proposes the members of answers in expressions, also after a dot', async () => {
    const get = '    get: /customers\n    params: { $expand: financial }\n    fields: { erpSoId: ';
    expect(await labels(orders(`${get}"disp§" }`))).toContain('displayName');
    expect(await labels(orders(`${get}"financial.§" }`))).toContain('due');
  });

  it('proposes the parameters of an OpenAPI document, and their values', async () => {
    const invoices = `${head('openapi.json')}  /invoices/list:\n    get: /invoices\n`;
    expect(await labels(`${invoices}    params: { page: 1, sta§ }`)).toContain('status');
    expect(await labels(`${invoices}    params: { status: PA§ }`)).toEqual(['PAID']);
  });
});

describe('hover', () => {
  it('shows the type of a member of a body and of a filter', async () => {
    expect(await hovered(draft('{ external§Number: "x" }'))).toBe(
      '**externalNumber**: Edm.String, at most 35 characters',
    );
    expect(await hovered(orders('    get: /orders\n    params: { $filter: ["sta§tus eq \'Open\'"] }'))).toBe(
      '**status**: Acme.status: Draft, In_x0020_Review, Open',
    );
    expect(await hovered(draft('{ custom§erNumber: "x" }'))).toContain('required');
  });

  it('shows the member of an answer that an expression reads, with the words of the vendor', async () => {
    const get = '    get: /customers\n    params: { $expand: financial }\n    fields: { erpSoId: ';
    expect(await hovered(orders(`${get}"$string(displ§ayName)" }`))).toBe(
      '**displayName**: Edm.String, at most 100 characters',
    );
    expect(await hovered(orders(`${get}"financial.d§ue" }`))).toBe('**financial.due**: Edm.Decimal\n\nWhat is due.');
  });

  it('shows at a field of the contract the members that it is computed from', async () => {
    const get = '    get: /customers\n    params: { $expand: financial }\n    fields: { erp§SoId: ';
    const text = await hovered(orders(`${get}"'number' & number & financial.due" }`));
    expect(text).toContain('**erpSoId**: id');
    expect(text).toContain('**number**: Edm.String, at most 20 characters');
    expect(text).toContain('**financial.due**: Edm.Decimal\n\nWhat is due.');
    expect(text?.match(/\*\*number\*\*/g)).toHaveLength(1);
  });
});

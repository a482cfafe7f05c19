/** `engine lineage`: the reported origins, compared with the profiles. */
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root, runHere } from '../../../src/cli/here.ts';
import { folderWith } from '../../../src/service/server/fixture.ts';

// SQLite works in processes of its own, which take their time on a busy machine.
const lineage = (profile: string, ...args: readonly string[]) =>
  runHere(['lineage', ...args, '--profile', profile], { env: {}, cwd: root });

/** Where a file has a text, as `file:line`; the text must stand there once. */
function at(file: string, text: string): string {
  const lines = readFileSync(join(root, file), 'utf8').split('\n');
  const places = lines.flatMap((line, index) => (line.includes(text) ? [`${file}:${index + 1}`] : []));
  expect(places).toHaveLength(1);
  return places[0] ?? '';
}

const demo = 'profiles/demo/profile.yaml';
const variant = 'test/support/nordwind/nordwind.yaml';
const http = 'test/support/kontor-api/profile.yaml';

describe('engine lineage', () => {
  it('goes through a value map and a part to the columns that the value is made of', async () => {
    const { status, out } = await lineage('demo', '/customer-invoices/list.status');
    expect(status).toBe(0);
    expect(out).toBe(`/customer-invoices/list -> invoices[].status
  value map   ${at(demo, 'status: { POSTED: authorised,')}
    column status   ${at(demo, 'e.amount AS amountTotal, e.open_amount AS amountOpen, {document_state} AS status')}
      invoice.state
      account_entry.open_amount
`);
  });

  it('goes through expressions and what is joined, in an overlay and its base', async () => {
    const { out } = await lineage(variant, '/debtors/list.email');
    expect(out).toBe(`/debtors/list -> debtors[].email
  JSONata: _own._mail ?? email   ${at(variant, 'email: _own._mail')}
    joined: _own   ${variant}:12
      column _mail   ${at(variant, 'AS _mail')}
        customer.x_dunning_mail
    column email   ${at(demo, 'c.mail AS email')}
      customer.mail
`);
  });

  it('names one origin for each read that may answer', async () => {
    const { out } = await lineage(variant, '/pricing/resolve.systemUnitPrice', '--format', 'json');
    const [field] = JSON.parse(out);
    expect(field.coordinate).toBe('/pricing/resolve -> systemUnitPrice');
    const tables = field.from.map((one: { from: readonly { text: string }[] }) => one.from.map(({ text }) => text));
    expect(tables).toEqual([
      ['x_project_price.price'],
      ['customer_price.price'],
      ['price_list_item.price'],
      ['item.base_price'],
    ]);
  });

  it('names the parts of a composite id, and lists below rows', async () => {
    expect((await lineage('demo', '/catalog/customers/addresses.erpLocationId')).out).toMatch(
      /customer_address\.account_no\n.*\n.*customer_address\.addr_no\n/,
    );
    const { out } = await lineage('demo', '/invoices/list.invoices[].lines[].amount');
    expect(out).toMatch(
      /^\/invoices\/list -> invoices\[\]\.lines\[\]\.amount\n {2}joined: lines .*\n {4}column amount .*\n/,
    );
    expect(out).toMatch(/ invoice_line\.amount\n +invoice\.kind\n$/);
  });

  it('says what the engine gives, and what an ERP answers', async () => {
    expect((await lineage('demo', '/sale-draft.status')).out).toContain('always "draft"');
    expect((await lineage('demo', '/customer-statement/get.openingBalance')).out).toMatch(
      /computed by the engine\n.*column amount.*\n +account_entry\.amount\n.*column balance.*\n +customer\.brought_forward\n/,
    );
    expect((await lineage(http, '/debtors/list.email')).out).toMatch(
      /JSONata: mail .*\n +the answer: mail of GET \/Customers/,
    );
  });

  it('knows every field of the demo', async () => {
    const paths = readFileSync(join(root, demo), 'utf8').match(/^ {2}\/[\w/-]+(?=:)/gm) ?? [];
    expect(paths).toHaveLength(17);
    for (const path of paths) expect((await lineage('demo', path.trim())).out).not.toContain('unknown: ');
  });

  it('reads a value of each column, from a database that has one', async () => {
    const folder = folderWith({});
    cpSync(join(root, 'profiles/demo'), folder, { recursive: true, filter: (name) => !name.includes('.sqlite') });
    const args = ['lineage', '/credit/customer', '--connect', '--profile', './profile.yaml'];
    const { out } = await runHere(args, { env: {}, cwd: folder });
    // The first of the fixture's customers that have one.
    expect(out).toContain('customer.credit_limit = "50000"');
    expect(out).toContain('customer.currency = "EUR"');
  });

  it.each([
    ['/invoices/lst.status', 'did you mean /invoices/list?'],
    ['/invoices/list.statu', 'did you mean status?'],
    ['/health', 'answered by the service itself'],
  ])('refuses %s', async (given, expected) => {
    const { status, err } = await lineage('demo', given);
    expect({ status, err }).toEqual({ status: 2, err: expect.stringContaining(expected) });
  });
});

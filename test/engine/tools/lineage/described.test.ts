/** `engine lineage` with a vendor's description: the members that fields come from, and those that the profile does not read. */
import { describe, expect, it } from 'vitest';
import { runHere } from '../../../src/cli/here.ts';
import { credit, limits, profile, small } from '../../../src/cli/shop-http.ts';
import { folderWith } from '../../../src/service/server/fixture.ts';
import { metadata4 } from '../../description/metadata.ts';

const words = 'What the customer has to pay by now.\n   In the currency of the company.';
const metadata = metadata4.replace(
  '<Property Name="due" Type="Edm.Decimal"/>',
  `<Property Name="due" Type="Edm.Decimal"><Annotation Term="Org.OData.Core.V1.Description" String="${words}"/></Property>`,
);

const lineage = (text: string, field: string, ...flags: readonly string[]) =>
  runHere(['lineage', field, '--profile', './shop.yaml', ...flags], {
    env: {},
    cwd: folderWith({ 'shop.yaml': text, 'metadata.xml': metadata }),
    contract: small,
  });

const described = (endpoint: string): string =>
  profile({ [credit]: endpoint }, '    describedBy: metadata.xml\n').replace('/v2/', '/');

const read = `    get: /customers
    params: { $filter: ["number eq {{ customerErpId }}"], $select: "number,creditLimit", $expand: financial }
    attach:
      _orders:
        get: /orders
        params: { $filter: ["customerNumber in ({{ $rows.number }})"] }
        on: { customerNumber: number }
    fields: { creditLimit: creditLimit, creditUsed: financial.due, currency: "_orders[0].status" }
`;

describe('lineage over HTTP', () => {
  it("shows the vendor's member with its type and words, also of an expanded and of an attached record", async () => {
    const { status, out } = await lineage(described(read), credit);
    expect(status).toBe(0);
    expect(out).toMatch(
      /-> creditLimit\n {2}JSONata: .*\n {4}the answer: customers\.creditLimit \(Edm\.Decimal\) {3}shop\.yaml:19\n/,
    );
    expect(out).toContain(`    the answer: customers.financial.due (Edm.Decimal)   shop.yaml:19
      What the customer has to pay by now. In the currency of the company.
`);
    expect(out).toContain('the answer: orders.status (Acme.status: Draft, In_x0020_Review, Open)   shop.yaml:23\n');
  });

  it('lists what an answer also has, after $select and $expand, and nothing that is read', async () => {
    const { out } = await lineage(described(read), credit);
    const [, customers = '', orders = ''] = out.split(/^GET .*: the profile does not read .*\n/m);
    // `displayName` is not selected, `orders` not expanded, and `number` is read by the attached request.
    expect(customers.trim().split('\n')).toEqual(['financial.id (Edm.Guid)']);
    expect(orders.trim().split(/\n\s+/)).toEqual([
      'id (Edm.Guid)',
      'externalNumber (Edm.String, at most 35 characters)',
      'orderDate (Edm.Date)',
      'changed (Edm.DateTimeOffset)',
    ]);
    expect(out).toMatch(/^GET \/orders: the profile does not read {3}shop\.yaml:23$/m);
    // One field alone says nothing about the rest of the answer.
    expect((await lineage(described(read), `${credit}.creditUsed`)).out).not.toContain('does not read');
  });

  it('takes members for read that have the names of fields where the rows are answered as they are', async () => {
    const { out, err } = await lineage(described('    get: /customers\n'), credit);
    const [, customers = ''] = out.split(/^GET .*: the profile does not read .*\n/m);
    expect(err).toBe('');
    const unread = customers.trim().split(/\n\s+/);
    expect(unread).toContain('displayName (Edm.String, at most 100 characters)');
    expect(unread).not.toContain('creditLimit (Edm.Decimal)');
  });

  it('is as before without a description, and says where one cannot be read', async () => {
    const plain = await lineage(profile({ [credit]: limits }), credit);
    expect(plain.out).toContain('the answer: limit of POST /credits/search');
    expect(plain.out).not.toContain('does not read');
    const { status, err } = await lineage(described(read).replace('metadata.xml', 'other.xml'), credit);
    expect([status, err]).toEqual([1, expect.stringContaining('API801')]);
  });
});

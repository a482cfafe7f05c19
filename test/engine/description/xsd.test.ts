/** XML schemas as a description: what the reader finds, and what a profile is checked for. Expected values are read off the schema by hand. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type DescribedType, DescriptionFault } from '../../../engine/description/model.ts';
import { readDescriptions } from '../../../engine/description/read.ts';
import { checkProfile } from '../../../engine/index.ts';
import { contract } from '../../../src/contract/index.ts';

const orders = `<?xml version="1.0" encoding="utf-8"?>
<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns="urn:acme" targetNamespace="urn:acme">
  <xs:include schemaLocation="types.xsd"/>
  <xs:element name="Order" type="Order"/>
  <xs:element name="Orders"><xs:complexType><xs:sequence><xs:element ref="Document" minOccurs="0" maxOccurs="unbounded"/></xs:sequence><xs:attribute name="count" type="xs:int"/></xs:complexType></xs:element>
  <xs:element name="Document" abstract="true"/>
  <xs:element name="Quote" type="Order" substitutionGroup="Document"/>
  <xs:element name="Return" type="Return" substitutionGroup="Document"/>
  <xs:complexType name="Return"><xs:complexContent><xs:extension base="Order"><xs:sequence><xs:element name="Reason" type="xs:string"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>
</xs:schema>`;
const types = `<xsd:schema xmlns:xsd="http://www.w3.org/2001/XMLSchema">
  <xsd:complexType name="Order">
    <xsd:annotation><xsd:documentation>An order.</xsd:documentation></xsd:annotation>
    <xsd:sequence>
      <xsd:element name="Number" type="Code"><xsd:annotation><xsd:documentation>Its number.</xsd:documentation></xsd:annotation></xsd:element>
      <xsd:element name="Day" type="xsd:date"/>
      <xsd:element name="Total" type="xsd:decimal" minOccurs="0"/>
      <xsd:element name="Status" minOccurs="0"><xsd:simpleType><xsd:restriction base="xsd:string"><xsd:enumeration value="open"/><xsd:enumeration value="closed"/></xsd:restriction></xsd:simpleType></xsd:element>
      <xsd:choice><xsd:element name="Email" type="xsd:string"/><xsd:element name="Phone" type="xsd:string"/></xsd:choice>
      <xsd:element name="Customer" type="Reference"/>
      <xsd:element name="Line" type="Line" minOccurs="0" maxOccurs="unbounded"/>
      <xsd:element name="Extra" minOccurs="0"><xsd:complexType><xsd:sequence><xsd:any minOccurs="0"/></xsd:sequence></xsd:complexType></xsd:element>
    </xsd:sequence>
    <xsd:attributeGroup ref="Marks"/>
  </xsd:complexType>
  <xsd:complexType name="Line"><xsd:all><xsd:element name="Sku" type="Code"/><xsd:element name="Quantity" type="xsd:decimal"/></xsd:all></xsd:complexType>
  <xsd:complexType name="Reference"><xsd:simpleContent><xsd:extension base="xsd:string"><xsd:attribute name="name" type="xsd:string"/></xsd:extension></xsd:simpleContent></xsd:complexType>
  <xsd:simpleType name="Code"><xsd:restriction base="xsd:string"><xsd:maxLength value="10"/><xsd:pattern value="[A-Z]+"/></xsd:restriction></xsd:simpleType>
  <xsd:attributeGroup name="Marks"><xsd:attribute name="id" type="xsd:string" use="required"/><xsd:attribute name="draft" type="xsd:boolean"/></xsd:attributeGroup>
</xsd:schema>`;

const files = [
  { content: orders, file: 'orders.xsd' },
  { content: types, file: 'types.xsd' },
] as const;

function answerOf(form: 'xml' | 'json'): DescribedType {
  const resolution = readDescriptions(files, { form }).resolve('GET', '/any', '');
  return resolution.kind === 'operation' && resolution.operation.protocol === 'openapi'
    ? resolution.operation.answer
    : { kind: 'unknown' };
}

function memberAt(type: DescribedType, ...path: readonly string[]) {
  let member: {
    readonly type: DescribedType;
    readonly isRequired: boolean;
    readonly documentation: string | undefined;
  } = { type, isRequired: false, documentation: undefined };
  for (const name of path) {
    const record = member.type.kind === 'list' ? member.type.items : member.type;
    const next = record.kind === 'record' ? record.members.get(name) : undefined;
    if (next === undefined) throw new Error(`no member ${name}`);
    member = next;
  }
  return member;
}

describe('the reader', () => {
  const xml = answerOf('xml');

  it('has elements, types of other files, and what stands in the place of an element', () => {
    expect(memberAt(xml, 'Order', 'Number')).toMatchObject({
      isRequired: true,
      documentation: 'Its number.',
      type: { scalar: 'text', maxLength: 10 },
    });
    expect(memberAt(xml, 'Order', 'Total')).toMatchObject({ isRequired: false, type: { scalar: 'number' } });
    expect(memberAt(xml, 'Order', 'Status').type).toMatchObject({ values: ['open', 'closed'] });
    expect(memberAt(xml, 'Order', 'Email').isRequired).toBe(false);
    expect(memberAt(xml, 'Order', 'Line', 'Quantity').type).toMatchObject({ scalar: 'number' });
    expect(memberAt(xml, 'Order', '@id').isRequired).toBe(true);
    expect(memberAt(xml, 'Orders', 'Quote').type).toMatchObject({ kind: 'list', items: { name: 'Order' } });
    expect(memberAt(xml, 'Orders', 'Return', 'Reason').type).toMatchObject({ scalar: 'text' });
    expect(memberAt(xml, 'Orders', 'Return', 'Number').isRequired).toBe(true);
  });

  it('is open where any element may be, and where a type may be extended', () => {
    expect(memberAt(xml, 'Order', 'Extra').type).toMatchObject({ isOpen: true });
    expect(memberAt(xml, 'Order').type).toMatchObject({ isOpen: true });
    expect(memberAt(xml, 'Orders', 'Return').type).toMatchObject({ kind: 'list', items: { isOpen: false } });
    expect(xml).toMatchObject({ isOpen: true });
  });

  it('reads JSON by the same names', () => {
    const json = answerOf('json');
    expect(memberAt(json, 'Order', 'id').isRequired).toBe(true);
    expect(memberAt(json, 'Order', 'Customer', 'value').type).toMatchObject({ scalar: 'text' });
    expect(memberAt(xml, 'Order', 'Customer').type.kind).toBe('unknown');
    const resolution = readDescriptions(files, { form: 'json' }).resolve('POST', '/company/5/return', '');
    expect(resolution).toMatchObject({ operation: { body: { name: 'Return' } } });
  });

  it('has a list in JSON where the document repeats a record under the name of its type', () => {
    const reply = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
      <xs:element name="Reply" type="Reply"/>
      <xs:complexType name="Reply"><xs:sequence><xs:element name="Item" type="Item" maxOccurs="unbounded"/><xs:element name="Page" type="Page"/></xs:sequence></xs:complexType>
      <xs:complexType name="Item"><xs:sequence><xs:element name="Total" type="xs:decimal"/></xs:sequence></xs:complexType>
      <xs:complexType name="Page"><xs:sequence><xs:element name="Size" type="xs:int"/></xs:sequence></xs:complexType>
    </xs:schema>`;
    const resolution = readDescriptions([{ content: reply, file: 'reply.xsd' }], { form: 'json' }).resolve(
      'GET',
      '/any',
      '',
    );
    if (resolution.kind !== 'operation' || resolution.operation.protocol !== 'openapi') throw new Error('no operation');
    const { answer } = resolution.operation;
    expect(memberAt(answer, 'Item').type).toMatchObject({ kind: 'list', items: { kind: 'record', name: 'Item' } });
    expect(memberAt(answer, 'Page').type).toMatchObject({ kind: 'record', name: 'Page' });
  });

  it('refuses a schema without elements', () => {
    expect(() => readDescriptions([{ content: types, file: 'types.xsd' }])).toThrow(DescriptionFault);
  });
});

describe('a profile', () => {
  const folder = mkdtempSync(join(tmpdir(), 'engine-xsd-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  for (const { content, file } of files) writeFileSync(join(folder, file), content);
  const right = `profile: acme
contract: "1"
sources:
  erp: { http: "https://erp.example", clock: UTC, page: { whole: true }, describedBy: [orders.xsd, types.xsd], request: { headers: { Accept: application/xml } } }
endpoints:
  /invoices/push:
    key: { from: invoiceNumber }
    lengths: { invoiceNumber: 10, lines.sku: 10 }
    find: { get: /returns, rows: Orders.Return, fields: { erpInvoiceId: "\`@id\`", key: Number } }
    write:
      - order:
          post: /returns
          xml:
            Return:
              "@xmlns": urn:acme
              "@id": "1"
              Number: "{{ invoiceNumber }}"
              Day: "{{ invoiceDate }}"
              Total: "{{ amount }}"
              Email: a@b.example
              Customer: { "@name": x, "#text": "5" }
              Line: { $each: lines, $item: { Sku: A, Quantity: "1" } }
              Reason: 5
          rows: Return
          fields: { erpInvoiceId: "\`@id\`" }
`;
  const findings = async (profile: string): Promise<readonly string[]> =>
    (await checkProfile(profile, 'acme.yaml', contract, {}, { folder })).flatMap(({ code, message, place }) =>
      /^(?:API|EXP)/.test(code) ? [`${place?.line} ${code} ${message}`] : [],
    );

  it('without a mistake has no finding', async () => {
    expect(await findings(right)).toEqual([]);
  });

  it.each([
    ['              Reason: 5\n', '', '14 API808 Return requires the member "Reason".'],
    ['Reason: 5', 'Resaon: 5', '23 API807 Return has no member "Resaon".'],
    ['"@id": "1"', '"@ident": "1"', '16 API807 Return has no member "@ident".'],
    ['Sku: A, ', '', '22 API808 Line requires the member "Sku".'],
    ['Quantity: "1"', 'Quantity: many', '22 API806 "Quantity" is a number (xs:decimal), not "many".'],
    ['Sku: A,', 'Sku: ABCDEFGHIJK,', '22 API810 "Sku" has at most 10 characters, and this text has 11.'],
    ['key: Number', 'key: Numer', '9 EXP304 GET /returns returns no member "Numer".'],
    ['Orders.Return', 'Orders.Retrun', '9 EXP304 The values here have no member "Retrun".'],
  ])('%s -> %s', async (from, to, message) => {
    expect(right).toContain(from);
    expect(await findings(right.replace(from, to))).toContain(message);
  });
});

/** Bodies of forms and of XML against an OpenAPI document and an XML schema. */
import { describe, expect, it } from 'vitest';
import { readDescription } from '../../../engine/description/read.ts';
import { realBody } from '../../../engine/description/real-body.ts';
import { requestDisagreements } from '../../../engine/description/validate.ts';
import { clauses, request } from './validated-services.ts';

const media = 'application/x-www-form-urlencoded';
const schema = {
  type: 'object',
  required: ['subject', 'lines'],
  properties: {
    subject: { type: 'string', maxLength: 5 },
    urgent: { type: 'boolean' },
    amount: { type: 'number' },
    method: { type: 'string', enum: ['mail', 'post'] },
    lines: { type: 'array', items: { type: 'object', properties: { sku: { type: 'string' } } } },
  },
};
const openapi = readDescription(
  JSON.stringify({
    openapi: '3.0.0',
    paths: { '/notes': { post: { requestBody: { content: { [media]: { schema } } } } } },
  }),
  'api.json',
);

describe('a form', () => {
  const sent = (text: string): readonly string[] =>
    clauses(requestDisagreements(openapi, request('/notes', { method: 'POST', ...realBody(text, media) })));

  it('has texts for all values, and brackets for lists and records', () => {
    expect(sent('subject=new&urgent=true&amount=1.50&method=mail&lines%5B0%5D%5Bsku%5D=A')).toEqual([]);
    expect(sent('subject=new&lines=A&lines=B')).toEqual([]);
  });

  it.each([
    ['subject=new&lines[]=A&urgnt=true', '`urgnt`, which api.json does not have'],
    ['subject=newest&lines[]=A', '`subject` as "newest", which is longer than 5 characters (api.json)'],
    ['subject=new&lines[]=A&amount=much', '`amount` as "much", which is no number (api.json)'],
    ['subject=new&lines[]=A&method=fax', '`method` as "fax", which is no value of string (api.json)'],
    ['lines[]=A', 'no `subject`, which api.json requires'],
    ['subject=new', 'no `lines`, which api.json requires'],
  ])('%s', (text, clause) => {
    expect(sent(text)).toEqual([clause]);
  });
});

const xsd = readDescription(
  `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <xs:element name="Invoice" type="Invoice"/>
  <xs:complexType name="Invoice"><xs:sequence>
    <xs:element name="Number" type="Short"/><xs:element name="Total" type="xs:decimal" minOccurs="0"/>
    <xs:element name="Customer" type="Customer" minOccurs="0"/>
    <xs:element name="Line" type="Line" minOccurs="0" maxOccurs="unbounded"/></xs:sequence><xs:attribute name="kind" type="xs:string"/></xs:complexType>
  <xs:complexType name="Customer"><xs:sequence><xs:element name="Name" type="xs:string"/></xs:sequence></xs:complexType>
  <xs:complexType name="Line"><xs:sequence><xs:element name="Sku" type="xs:string"/></xs:sequence></xs:complexType>
  <xs:simpleType name="Short"><xs:restriction base="xs:string"><xs:maxLength value="3"/></xs:restriction></xs:simpleType>
  </xs:schema>`,
  's.xsd',
);

describe('XML', () => {
  const sent = (inside: string, service = xsd): readonly string[] => {
    const text = `<?xml version="1.0"?><i:Invoice xmlns:i="urn:x" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" kind="a">${inside}</i:Invoice>`;
    const body = realBody(text, 'application/xml; charset=utf-8');
    return clauses(requestDisagreements(service, request('/invoices', { method: 'POST', ...body })));
  };

  it('has texts for all values, one element or several of a list, and elements without a value', () => {
    expect(sent('<i:Number>A1</i:Number><i:Total>1.50</i:Total><Line><Sku>A</Sku></Line>')).toEqual([]);
    expect(
      sent('<Number>A1</Number><Total xsi:nil="true"/><Line><Sku>A</Sku></Line><Line><Sku>B</Sku></Line>'),
    ).toEqual([]);
  });

  it.each([
    ['<Number>A1</Number><Totl>1</Totl>', '`Invoice.Totl`, which s.xsd does not have'],
    ['<Number>A1</Number><Total>much</Total>', '`Invoice.Total` as "much", which is no xs:decimal (s.xsd)'],
    ['<Number>A123</Number>', '`Invoice.Number` as "A123", which is longer than 3 characters (s.xsd)'],
    ['<Total>1</Total>', 'no `Invoice.Number`, which s.xsd requires'],
    ['<Number>A1</Number><Line/>', 'no `Invoice.Line.Sku`, which s.xsd requires'],
    ['<Number>A1</Number><Line>A</Line>', '`Invoice.Line` as "A", which is a record in s.xsd'],
    // XML has other elements for references.
    ['<Number>A1</Number><Customer/>', 'no `Invoice.Customer.Name`, which s.xsd requires'],
  ])('%s', (inside, clause) => {
    expect(sent(inside)).toEqual([clause]);
  });

  it('is not held against an OpenAPI document', () => {
    const post = { requestBody: { content: { 'application/xml': { schema } } } };
    const service = readDescription(JSON.stringify({ openapi: '3.0.0', paths: { '/invoices': { post } } }), 'api.json');
    expect(sent('<Any/>', service)).toEqual([]);
  });
});

it('a body of another form is not compared', () => {
  expect(realBody('x', 'text/plain')).toEqual({ body: undefined });
  expect(realBody('<a', 'text/xml')).toEqual({ body: undefined });
});

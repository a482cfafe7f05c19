/** Faults of OData's query options over the types of a service. Expected values follow from the protocol and the document. */
import { describe, expect, it } from 'vitest';
import { anyValue, type DescribedType, type ODataVersion } from '../../../engine/description/model.ts';
import { checkFilter } from '../../../engine/description/odata-expression.ts';
import { orderByFaults, shapeOf } from '../../../engine/description/odata-options.ts';
import { readDescription } from '../../../engine/description/read.ts';
import { withRemaining } from '../../../engine/description/remaining-values.ts';
import { metadata4 } from './metadata.ts';

function targetOf(path: string): DescribedType {
  const resolution = readDescription(metadata4, 'acme.xml').resolve('GET', path, '');
  if (resolution.kind !== 'operation' || resolution.operation.protocol !== 'odata') throw new Error(path);
  return resolution.operation.target;
}

const [customer, order] = [targetOf('/customers'), targetOf('/orders')];
const faults = (text: string, record: DescribedType, version: ODataVersion = 4) =>
  checkFilter(text, { record, version }).faults.map(({ kind, offset, length }) => [
    kind,
    text.slice(offset, offset + length),
  ]);

describe('a filter', () => {
  it.each([
    `number eq ${anyValue.repeat(9)} and blocked eq false`,
    `number in (${anyValue})`,
    "contains(tolower(displayName),'aß''s') or not (creditLimit gt 12.50)",
    "address/city eq 'Bern'",
    'id eq 7b2ea1d0-3c9e-4a5a-9f0e-1f2d3c4b5a69',
    "orders/any(o: o/status eq 'Open' and o/lines/any(l: l/quantity gt 0))",
  ])('over customers is sound: %s', (text) => {
    expect(faults(text, customer)).toEqual([]);
  });

  it.each([
    "status eq 'In_x0020_Review' or status eq 'In Review' or status ne null",
    "status eq Acme.status'Open'",
    'orderDate ge 2026-01-31 and changed lt 2026-01-31T10:00:00Z',
    "lines/any(l: l/quantity gt 0 and l/sku eq 'A-1')",
    'lines/$count gt 2',
    'year(orderDate) eq 2026',
  ])('over orders is sound: %s', (text) => {
    expect(faults(text, order)).toEqual([]);
  });

  it.each([
    ["nubmer eq 'x'", 'property', 'nubmer'],
    ["address/town eq 'Bern'", 'property', 'town'],
    ["displayName/x eq 'y'", 'property', 'x'],
    ["beginswith(displayName,'x')", 'function', 'beginswith'],
    ["substringof('x',displayName)", 'function', 'substringof'],
    ["startswith(creditLimit,'x')", 'type', 'creditLimit'],
    ["creditLimit gt '10'", 'type', "'10'"],
    ["blocked eq 'false'", 'type', "'false'"],
    ['displayName eq 5', 'type', '5'],
    ['number', 'type', 'number'],
    ["number = 'x'", 'syntax', '='],
    ["number eq 'x' && blocked", 'syntax', '&'],
    ["number eq 'x' and", 'syntax', ''],
  ])('%s has a fault of kind %s at %s', (text, kind, at) => {
    expect(faults(text, customer)).toEqual([[kind, at]]);
  });

  it.each([
    ["status eq 'Opened'", 'value', "'Opened'"],
    ['orderDate eq 5', 'type', '5'],
    ['lines/any(l: l/quantty gt 0)', 'property', 'quantty'],
    ["lines/sku eq 'A-1'", 'property', 'sku'],
  ])('%s has a fault of kind %s at %s', (text, kind, at) => {
    expect(faults(text, order)).toEqual([[kind, at]]);
  });

  it('has the functions of its version', () => {
    expect(faults("substringof('x',displayName)", customer, 2)).toEqual([]);
    expect(faults("contains(displayName,'x')", customer, 2)).toEqual([['function', 'contains']]);
  });

  it.each([
    ["status eq 'Open' or status eq 'Draft'", ['Draft', 'Open']],
    ["number eq 'x' and (status in ('Open'))", ['Open']],
    ["status eq 'Open' or number eq 'x'", ['Draft', 'In_x0020_Review', 'Open']],
    ["status ne 'Open'", ['Draft', 'In_x0020_Review', 'Open']],
    ["not (status eq 'Open')", ['Draft', 'In_x0020_Review', 'Open']],
    // A property of another record with the same name.
    ["customer/status eq 'Open'", ['Draft', 'In_x0020_Review', 'Open']],
    ["lines/any(l: l/status eq 'Open')", ['Draft', 'In_x0020_Review', 'Open']],
  ])('%s leaves %j', (text, values) => {
    const type = withRemaining(order, checkFilter(text, { record: order, version: 4 }).remaining);
    expect(type.kind === 'record' ? type.members.get('status')?.type : undefined).toMatchObject({ values });
  });
});

describe('the other options', () => {
  const shape = (select: string | undefined, expand: string | undefined, version: ODataVersion = 4) => {
    const { type, selectFaults, expandFaults } = shapeOf({ record: customer, version }, { select, expand });
    const names = type.kind === 'record' ? [...type.members.keys()].filter((name) => !name.startsWith('@')) : type.kind;
    return { names, type, faults: [...selectFaults, ...expandFaults].map(({ message }) => message) };
  };

  it('leave related records out that are not expanded', () => {
    expect(shape(undefined, undefined).names).toEqual([
      'id',
      'number',
      'displayName',
      'blocked',
      'creditLimit',
      'address',
      'balance',
    ]);
    expect(shape('number,displayName', 'financial').names).toEqual(['number', 'displayName', 'financial']);
    expect(shape('*', 'orders').names).toContain('orders');
  });

  it('apply to expanded records too', () => {
    const { type, faults: found } = shape(
      'number',
      "orders($select=number;$expand=lines($select=sku);$filter=status eq 'Open')",
    );
    const orders = type.kind === 'record' ? type.members.get('orders')?.type : undefined;
    const item = orders?.kind === 'list' && orders.items.kind === 'record' ? orders.items : undefined;
    expect([...(item?.members.keys() ?? [])].filter((name) => !name.startsWith('@'))).toEqual(['number', 'lines']);
    expect(found).toEqual([]);
  });

  it('have faults where a name is unknown', () => {
    expect(shape('numbr', undefined).faults).toEqual(['customer has no property "numbr".']);
    expect(shape(undefined, 'financials').faults).toEqual(['customer has no property "financials" to expand.']);
    expect(shape(undefined, 'number').faults).toEqual(['customer has no property "number" to expand.']);
    expect(shape(undefined, 'orders($select=sku)').faults).toEqual(['order has no property "sku".']);
    expect(shape(undefined, 'orders/lines', 2).faults).toEqual([]);
    expect(shape(undefined, 'orders/line', 2).faults).toEqual(['order has no property "line" to expand.']);
  });

  it('are not judged where a value decides them', () => {
    expect(shape(`${anyValue},number`, undefined)).toMatchObject({ names: 'unknown', faults: [] });
  });

  it('order by properties that exist', () => {
    const order = (text: string) => orderByFaults(text, { record: customer, version: 4 }).map(({ message }) => message);
    expect(order('displayName desc,number')).toEqual([]);
    expect(order('displayName descending')).toHaveLength(1);
    expect(order('displayName,nubmer')).toEqual(['customer has no property "nubmer".']);
  });
});

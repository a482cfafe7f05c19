/** Keys in paths, kinds of literals, and query languages other than OData's. Expected values follow from the protocols and the documents. */
import { describe, expect, it } from 'vitest';
import { anyValue, type DescribedType, type ODataVersion, type RecordType } from '../../../engine/description/model.ts';
import { checkFilter } from '../../../engine/description/odata-expression.ts';
import type { OperandKind } from '../../../engine/description/odata-functions.ts';
import { keyFaults } from '../../../engine/description/odata-key.ts';
import { readDescription } from '../../../engine/description/read.ts';
import { statementFaults, whereFaults } from '../../../engine/description/text-queries.ts';

const edmx = (
  version: string,
) => `<edmx:Edmx Version="${version}" xmlns:edmx="http://docs.oasis-open.org/odata/ns/edmx"><edmx:DataServices>
  <Schema Namespace="K" xmlns="http://docs.oasis-open.org/odata/ns/edm">
    <EntityType Name="Customer"><Key><PropertyRef Name="Id"/></Key><Property Name="Id" Type="Edm.Guid" Nullable="false"/><Property Name="Code" Type="Edm.String"/><Property Name="Day" Type="Edm.DateTime"/></EntityType>
    <EntityType Name="Line"><Key><PropertyRef Name="Order"/><PropertyRef Name="Number"/></Key><Property Name="Order" Type="Edm.String" Nullable="false"/><Property Name="Number" Type="Edm.Int32" Nullable="false"/></EntityType>
    <EntityContainer Name="C"><EntitySet Name="Customers" EntityType="K.Customer"/><EntitySet Name="Lines" EntityType="K.Line"/></EntityContainer>
  </Schema></edmx:DataServices></edmx:Edmx>`;

function recordOf(path: string, version = '4.0'): RecordType {
  const resolution = readDescription(edmx(version), 'k.xml').resolve('GET', path, '');
  const keyed =
    resolution.kind === 'operation' && resolution.operation.protocol === 'odata' ? resolution.operation.keyed : [];
  if (keyed[0] === undefined) throw new Error(path);
  return keyed[0].type;
}
const customer = recordOf(`/Customers(${anyValue})`);
const line = recordOf(`/Lines(${anyValue})`);
const guid = '7b2ea1d0-3c9e-4a5a-9f0e-1f2d3c4b5a69';

const marked = (
  text: string,
  faults: readonly { readonly kind: string; readonly offset: number; readonly length: number }[],
) => faults.map(({ kind, offset, length }) => `${kind} ${text.slice(offset, offset + length)}`);

const keyed = (text: string, record: RecordType, kinds: readonly (readonly [number, OperandKind])[] = []) =>
  marked(text, keyFaults(text, { record, version: 4, kinds: new Map(kinds) }));

describe('a key', () => {
  it.each([
    [guid, customer],
    [`Id=${guid}`, customer],
    [anyValue.repeat(12), customer],
    ["Code='C1'", customer],
    ["Code='C1',Day=2026-01-31T00:00:00Z", customer],
    ["Order='A',Number=5", line],
    ["'A',5", line],
  ])('%s is sound', (text, record) => {
    expect(keyed(text, record)).toEqual([]);
  });

  it.each([
    [`'${guid}'`, customer, `type '${guid}'`],
    ['5', customer, 'type 5'],
    [`Ident=${guid}`, customer, 'property Ident'],
    [`${guid},5`, customer, `property ${guid}`],
    ["'A'", line, "property 'A'"],
    ["Order='A'", line, 'property Order'],
    ["Order='A',Number='5'", line, "type '5'"],
  ])('%s has a fault', (text, record, fault) => {
    expect(keyed(text, record)).toEqual([fault]);
  });

  it('a value has the kind that it is written as', () => {
    const text = anyValue.repeat(6);
    expect(keyed(text, customer, [[0, 'guid']])).toEqual([]);
    expect(keyed(text, customer, [[0, 'text']])).toHaveLength(1);
  });
});

describe('literals of a filter', () => {
  const filter = (text: string, version: ODataVersion, kinds: readonly (readonly [number, OperandKind])[] = []) =>
    marked(text, checkFilter(text, { record: customer, version, kinds: new Map(kinds) }).faults);

  it('a GUID has no quotes', () => {
    expect(filter(`Id eq ${guid}`, 4)).toEqual([]);
    expect(filter(`Id eq guid'${guid}'`, 2)).toEqual([]);
    expect(filter(`Id eq '${guid}'`, 4)).toEqual([`type '${guid}'`]);
    expect(filter(`Code eq ${guid}`, 4)).toEqual([`type ${guid}`]);
    expect(filter(`Id eq ${anyValue}`, 4, [[6, 'text']])).toEqual([`type ${anyValue}`]);
    expect(filter(`Id eq ${anyValue}`, 4, [[6, 'guid']])).toEqual([]);
  });

  it('a date has no quotes, except in the older versions', () => {
    expect(filter("Day ge '2026-01-31'", 4)).toEqual(["type '2026-01-31'"]);
    expect(filter("Day ge '2026-01-31'", 3)).toEqual([]);
    expect(filter("Day ge 'yesterday'", 3)).toEqual(["type 'yesterday'"]);
  });
});

const scalar = (values?: readonly string[]): DescribedType => ({
  kind: 'scalar',
  scalar: 'text',
  name: 'string',
  ...(values === undefined ? {} : { values }),
});
const record = (members: Readonly<Record<string, DescribedType>>): RecordType => ({
  kind: 'record',
  name: 'Invoice',
  members: new Map(
    Object.entries(members).map(([name, type]) => [
      name,
      { type, isRequired: false, isReadOnly: false, isWriteOnly: false, isRelated: false, documentation: undefined },
    ]),
  ),
  isOpen: false,
  own: undefined,
  key: [],
});
const invoice = record({
  Number: scalar(),
  Status: scalar(['DRAFT', 'PAID']),
  Contact: record({ Name: scalar() }),
  MetaData: record({ LastUpdatedTime: scalar() }),
  Active: scalar(),
});

describe("Xero's where", () => {
  it.each([
    'number != "1"',
    'Status == "PAID" AND Contact.Name.Contains("x y")',
    `Number == ${anyValue} && Number != null`,
    'Number.StartsWith("INV-") or Date(1) == true'.replace('Date(1)', 'DateTime(2026,1,31)'),
  ])('%s is sound', (text) => {
    expect(marked(text, whereFaults(text, invoice))).toEqual([]);
  });

  it.each([
    ['Nummer == "1"', 'property Nummer'],
    ['Contact.Nam == "x"', 'property Nam'],
    ['Status == "PIAD"', 'value "PIAD"'],
    ['Nam.StartsWith("x")', 'property Nam'],
  ])('%s has a fault', (text, fault) => {
    expect(marked(text, whereFaults(text, invoice))).toEqual([fault]);
  });
});

describe('statements of QuickBooks Online', () => {
  const entities = record({ Invoice: invoice });

  it.each([
    "select * from Invoice where Active = true and MetaData.LastUpdatedTime > '2026-01-31' orderby Number startposition 1 maxresults 100",
    'SELECT COUNT(*) FROM Invoice',
    `select Number, Status from Invoice where Status in ('PAID') and Number like ${anyValue}`,
  ])('%s is sound', (text) => {
    expect(marked(text, statementFaults(text, entities))).toEqual([]);
  });

  it.each([
    ['select * from Invoices', 'property Invoices'],
    ['select Nummer from Invoice', 'property Nummer'],
    ['select * from Invoice where MetaData.LastUpdateTime > 5', 'property LastUpdateTime'],
    ["select * from Invoice where Status = 'OPEN'", "value 'OPEN'"],
  ])('%s has a fault', (text, fault) => {
    expect(marked(text, statementFaults(text, entities))).toEqual([fault]);
  });
});

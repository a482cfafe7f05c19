/** Small services that requests and answers are held against: OData 4 and 2, and an OpenAPI document. */
import { readDescription } from '../../../engine/description/read.ts';
import type { RealRequest } from '../../../engine/description/real-request.ts';
import type { Disagreement } from '../../../engine/description/validate.ts';

const types = `
  <EntityType Name="customer">
    <Key><PropertyRef Name="id"/></Key>
    <Property Name="id" Type="Edm.Guid" Nullable="false"/>
    <Property Name="number" Type="Edm.String" MaxLength="5" Nullable="false"/>
    <Property Name="balance" Type="Edm.Decimal"><Annotation Term="Org.OData.Core.V1.Computed" Bool="true"/></Property>
    <Property Name="count" Type="Edm.Int32"/>
    <Property Name="open" Type="Edm.Boolean"/>
    <Property Name="since" Type="Edm.Date"/>
    <Property Name="changed" Type="Edm.DateTimeOffset"/>
    <Property Name="at" Type="Edm.TimeOfDay"/>
    <Property Name="status" Type="NS.status"/>
    <NavigationProperty Name="orders" Type="Collection(NS.order)"/>
  </EntityType>
  <EntityType Name="order">
    <Key><PropertyRef Name="no"/></Key>
    <Property Name="no" Type="Edm.Int32" Nullable="false"/>
    <Property Name="text" Type="Edm.String"/>
  </EntityType>
  <EnumType Name="status"><Member Name="Open"/><Member Name="In_x0020_Review"/><Member Name="A_x002C_B"/></EnumType>
  <Action Name="close" IsBound="true"><Parameter Name="it" Type="NS.customer"/><Parameter Name="day" Type="Edm.Date"/></Action>
  <EntityContainer Name="C"><EntitySet Name="customers" EntityType="NS.customer"/><EntitySet Name="orders" EntityType="NS.order"/></EntityContainer>`;
const edmx = `<edmx:Edmx xmlns:edmx="http://docs.oasis-open.org/odata/ns/edmx" Version="4.0"><edmx:DataServices>
  <Schema xmlns="http://docs.oasis-open.org/odata/ns/edm" Namespace="NS">${types}</Schema></edmx:DataServices></edmx:Edmx>`;
export const odata = readDescription(edmx, 'm.xml', /^U_/);

export const old = readDescription(
  `<edmx:Edmx xmlns:edmx="http://schemas.microsoft.com/ado/2007/06/edmx" Version="1.0">
  <edmx:DataServices xmlns:m="http://schemas.microsoft.com/ado/2007/08/dataservices/metadata" m:DataServiceVersion="2.0">
  <Schema xmlns="http://schemas.microsoft.com/ado/2008/09/edm" Namespace="NS">
  <EntityType Name="Item"><Key><PropertyRef Name="Id"/></Key><Property Name="Id" Type="Edm.Int32" Nullable="false"/>
  <Property Name="Price" Type="Edm.Decimal"/><Property Name="At" Type="Edm.DateTime"/>
  <NavigationProperty Name="Parts" Relationship="NS.R" FromRole="A" ToRole="B"/></EntityType>
  <Association Name="R"><End Role="A" Type="NS.Item" Multiplicity="1"/><End Role="B" Type="NS.Item" Multiplicity="*"/></Association>
  <EntityContainer Name="C" m:IsDefaultEntityContainer="true"><EntitySet Name="Items" EntityType="NS.Item"/></EntityContainer>
  </Schema></edmx:DataServices></edmx:Edmx>`,
  'old.xml',
);

export const openapi = readDescription(
  JSON.stringify({
    openapi: '3.0.0',
    paths: {
      '/items/{id}': {
        get: {
          parameters: [
            { name: 'page', in: 'query', required: true, schema: { type: 'integer' } },
            { name: 'filter', in: 'query', schema: { type: 'string', enum: ['a', 'b'] } },
            { name: 'X-Company', in: 'header', schema: { type: 'integer' } },
          ],
          responses: { 200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Item' } } } } },
        },
        put: {
          requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Item' } } } },
          responses: { 204: {} },
        },
      },
    },
    components: {
      schemas: {
        Item: {
          type: 'object',
          required: ['name'],
          properties: {
            id: { type: 'string', format: 'uuid', readOnly: true },
            name: { type: 'string', maxLength: 3, nullable: true },
            day: { type: 'string', format: 'date' },
            open: { type: 'object', additionalProperties: true, properties: { a: { type: 'number' } } },
          },
        },
      },
    },
  }),
  'api.json',
);

export const request = (
  path: string,
  more: Partial<RealRequest> & { readonly options?: object } = {},
): RealRequest => ({
  ...{ method: 'GET', path, base: '/v2', headers: {}, body: undefined },
  query: Object.entries(more.options ?? {}),
  ...more,
});

export const clauses = (all: readonly Disagreement[]): readonly string[] => all.map(({ clause }) => clause);
export const guid = '5e0f2c1a-0000-4000-8000-000000000001';

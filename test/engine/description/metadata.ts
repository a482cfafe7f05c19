/** Descriptions of a small service, in the forms of OData 4, 3 and 2, and as an OpenAPI document. */

/** OData 4: customers with a financial record, orders with lines, an action, a set without inserts. */
export const metadata4 = `<?xml version="1.0" encoding="utf-8"?>
<edmx:Edmx Version="4.0" xmlns:edmx="http://docs.oasis-open.org/odata/ns/edmx">
  <edmx:DataServices>
    <Schema Namespace="Acme" Alias="A" xmlns="http://docs.oasis-open.org/odata/ns/edm">
      <EnumType Name="status"><Member Name="Draft" Value="0"/><Member Name="In_x0020_Review" Value="1"/><Member Name="Open" Value="2"/></EnumType>
      <EntityType Name="customer">
        <Key><PropertyRef Name="id"/></Key>
        <Property Name="id" Type="Edm.Guid" Nullable="false"/>
        <Property Name="number" Type="Edm.String" MaxLength="20"/>
        <Property Name="displayName" Type="Edm.String" MaxLength="100"/>
        <Property Name="blocked" Type="Edm.Boolean"/>
        <Property Name="creditLimit" Type="Edm.Decimal"/>
        <Property Name="address" Type="Acme.address"/>
        <Property Name="balance" Type="Edm.Decimal"><Annotation Term="Org.OData.Core.V1.Computed" Bool="true"/></Property>
        <NavigationProperty Name="financial" Type="Acme.financial" ContainsTarget="true"/>
        <NavigationProperty Name="orders" Type="Collection(A.order)"/>
      </EntityType>
      <ComplexType Name="address"><Property Name="city" Type="Edm.String"/><Property Name="postalCode" Type="Edm.String"/></ComplexType>
      <EntityType Name="financial"><Key><PropertyRef Name="id"/></Key><Property Name="id" Type="Edm.Guid" Nullable="false"/><Property Name="due" Type="Edm.Decimal"/></EntityType>
      <EntityType Name="order">
        <Key><PropertyRef Name="id"/></Key>
        <Property Name="id" Type="Edm.Guid" Nullable="false"/>
        <Property Name="number" Type="Edm.String" MaxLength="20"/>
        <Property Name="externalNumber" Type="Edm.String" MaxLength="35"/>
        <Property Name="customerNumber" Type="Edm.String" Nullable="false" MaxLength="20"/>
        <Property Name="orderDate" Type="Edm.Date"/>
        <Property Name="changed" Type="Edm.DateTimeOffset"/>
        <Property Name="status" Type="Acme.status"/>
        <NavigationProperty Name="lines" Type="Collection(Acme.line)" ContainsTarget="true"/>
      </EntityType>
      <EntityType Name="line"><Key><PropertyRef Name="id"/></Key><Property Name="id" Type="Edm.Guid" Nullable="false"/><Property Name="sku" Type="Edm.String"/><Property Name="quantity" Type="Edm.Decimal"/><Property Name="kind" Type="Edm.String"><Annotation Term="Org.OData.Validation.V1.AllowedValues"><Collection><Record><PropertyValue Property="Value" String=" "/></Record><Record><PropertyValue Property="Value" String="Price &amp; Discount"/></Record></Collection></Annotation></Property></EntityType>
      <Action Name="post" IsBound="true"><Parameter Name="bindingParameter" Type="Acme.order"/><Parameter Name="day" Type="Edm.Date" Nullable="false"/></Action>
      <EntityContainer Name="container">
        <EntitySet Name="customers" EntityType="Acme.customer"/>
        <EntitySet Name="orders" EntityType="Acme.order"/>
        <EntitySet Name="ledger" EntityType="Acme.financial"><Annotation Term="Org.OData.Capabilities.V1.InsertRestrictions"><Record><PropertyValue Property="Insertable" Bool="false"/></Record></Annotation></EntitySet>
      </EntityContainer>
    </Schema>
  </edmx:DataServices>
</edmx:Edmx>`;

/** OData 3, with an association and a bound and an unbound function import. */
export const metadata3 = `<edmx:Edmx Version="1.0" xmlns:edmx="http://schemas.microsoft.com/ado/2007/06/edmx">
  <edmx:DataServices m:DataServiceVersion="3.0" m:MaxDataServiceVersion="3.0" xmlns:m="http://schemas.microsoft.com/ado/2007/08/dataservices/metadata">
    <Schema Namespace="S" xmlns="http://schemas.microsoft.com/ado/2009/11/edm">
      <EntityType Name="Partner"><Key><PropertyRef Name="Code"/></Key><Property Name="Code" Type="Edm.String" Nullable="false"/><Property Name="Total" Type="Edm.Decimal"/><NavigationProperty Name="Documents" Relationship="S.FK" FromRole="P" ToRole="D"/></EntityType>
      <EntityType Name="Document"><Key><PropertyRef Name="Entry"/></Key><Property Name="Entry" Type="Edm.Int32" Nullable="false"/><Property Name="Lines" Type="Collection(S.Line)"/></EntityType>
      <ComplexType Name="Line"><Property Name="Item" Type="Edm.String"/></ComplexType>
      <Association Name="FK"><End Role="P" Type="S.Partner" Multiplicity="0..1"/><End Role="D" Type="S.Document" Multiplicity="*"/></Association>
      <EntityContainer Name="C" m:IsDefaultEntityContainer="true">
        <EntitySet Name="Partners" EntityType="S.Partner"/>
        <EntitySet Name="Documents" EntityType="S.Document"/>
        <FunctionImport Name="Service_GetPrice" ReturnType="S.Line" m:HttpMethod="POST"><Parameter Name="Params" Type="S.Line"/></FunctionImport>
        <FunctionImport IsBindable="true" Name="Close" m:HttpMethod="POST"><Parameter Name="Document" Type="S.Document"/></FunctionImport>
      </EntityContainer>
    </Schema>
  </edmx:DataServices>
</edmx:Edmx>`;

/** An OpenAPI document, for both of its forms: `2.0` has definitions and the body among the parameters. */
export const openApi3 = {
  openapi: '3.0.1',
  servers: [{ url: 'https://acme.example/api/v1' }],
  paths: {
    '/invoices': {
      get: {
        parameters: [
          { name: 'page', in: 'query', schema: { type: 'integer' } },
          { $ref: '#/components/parameters/Status' },
          { name: 'If-Modified-Since', in: 'header', schema: { type: 'string' } },
        ],
        responses: {
          200: {
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  properties: { items: { type: 'array', items: { $ref: '#/components/schemas/Invoice' } } },
                },
              },
            },
          },
        },
      },
      post: {
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Invoice' } } } },
        responses: { 201: {} },
      },
    },
    '/invoices/{id}': {
      get: {
        responses: { 200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Invoice' } } } } },
      },
    },
    '/invoices/summary': { get: { responses: {} } },
  },
  components: {
    parameters: { Status: { name: 'status', in: 'query', schema: { type: 'string', enum: ['OPEN', 'PAID'] } } },
    schemas: {
      Invoice: {
        type: 'object',
        required: ['number', 'total'],
        properties: {
          id: { type: 'string', format: 'uuid', readOnly: true },
          number: { type: 'string', maxLength: 12 },
          total: { type: 'number' },
          date: { type: 'string', format: 'date' },
          status: { type: 'string', enum: ['OPEN', 'PAID', 'VOID'] },
          parent: { $ref: '#/components/schemas/Invoice' },
          custom: { type: 'object' },
        },
      },
    },
  },
};

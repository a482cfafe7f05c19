/** Descriptions whose types contain or refer to themselves. */
import { describe, expect, it } from 'vitest';
import { memberDifferences, withoutMembers } from '../../../engine/description/differences.ts';
import type { DescribedType } from '../../../engine/description/model.ts';
import { observedDescription } from '../../../engine/description/observed.ts';
import { readDescription } from '../../../engine/description/read.ts';
import { requestDisagreements } from '../../../engine/description/validate.ts';

const openapi = (schemas: object) =>
  readDescription(
    JSON.stringify({
      openapi: '3.1.0',
      paths: {
        '/things': {
          post: {
            requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } } },
          },
        },
      },
      components: { schemas },
    }),
    'api.json',
  );

type Service = ReturnType<typeof openapi>;

function bodyOf(service: Service, path = '/things'): DescribedType | undefined {
  const resolution = service.resolve('POST', path, '');
  return resolution.kind === 'operation' ? resolution.operation.body : undefined;
}

const sent = (service: Service, body: unknown): readonly string[] =>
  requestDisagreements(service, { method: 'POST', path: '/things', base: '', query: [], headers: {}, body }).map(
    ({ clause }) => clause,
  );

describe('an OpenAPI document', () => {
  it('may have a list of lists of itself', () => {
    const service = openapi({ Thing: { type: 'array', items: { $ref: '#/components/schemas/Thing' } } });
    expect(sent(service, [[[]]])).toEqual([]);
    expect(sent(service, 'x')).toEqual(['a body as "x", which is a list in api.json']);
  });

  it('may have records that are a part of themselves by `allOf` and `anyOf`', () => {
    const self = { $ref: '#/components/schemas/Thing' };
    const service = openapi({
      Thing: { allOf: [self, self, self, { type: 'object', properties: { a: { type: 'number' }, more: self } }] },
    });
    expect(sent(service, { a: 1, more: { a: 'x' } })).toEqual(['`more.a` as "x", which is no number (api.json)']);
    expect(sent(openapi({ Thing: { anyOf: [self, { type: 'null' }] } }), { a: 1 })).toEqual([]);
  });

  it('may have lists by position that contain themselves, also where two documents are compared', () => {
    const self = { $ref: '#/components/schemas/Thing' };
    const schemas = { Thing: { type: 'array', prefixItems: [{ const: '&' }, self, self] } };
    const observed = observedDescription(openapi(schemas));
    expect(bodyOf(observed.service)?.kind).toBe('tuple');
    expect(memberDifferences(observed, openapi(schemas))).toEqual([]);
    expect(bodyOf(withoutMembers(observed, []))?.kind).toBe('tuple');
  });

  it('may have references that lead to themselves, to nothing, or are written with signs that escape nothing', () => {
    expect(bodyOf(openapi({ Thing: { $ref: '#/components/schemas/Thing' } }))?.kind).toBe('unknown');
    expect(bodyOf(openapi({ Thing: { $ref: '#/components/schemas/constructor' } }))?.kind).toBe('unknown');
    const percent = openapi({ Thing: { $ref: '#/components/schemas/100%' }, '100%': { type: 'string' } });
    expect(bodyOf(percent)).toMatchObject({ kind: 'scalar', scalar: 'text' });
  });
});

const odata = (types: string) =>
  readDescription(
    `<edmx:Edmx Version="4.0"><edmx:DataServices><Schema Namespace="N">${types}<EntityContainer Name="C"><EntitySet Name="things" EntityType="N.thing"/></EntityContainer></Schema></edmx:DataServices></edmx:Edmx>`,
    'm.xml',
  );

describe('metadata of OData', () => {
  it('may have bases and definitions that lead to themselves', () => {
    const service = odata(
      `<EntityType Name="thing" BaseType="N.base"><Property Name="a" Type="N.one"/></EntityType>
      <EntityType Name="base" BaseType="N.thing"><Key><PropertyRef Name="id"/></Key><Property Name="id" Type="Edm.Int32"/></EntityType>
      <TypeDefinition Name="one" UnderlyingType="N.two"/><TypeDefinition Name="two" UnderlyingType="N.one"/>`,
    );
    const body = bodyOf(service, '/things');
    expect(body).toMatchObject({ kind: 'record', key: ['id'] });
    expect(body?.kind === 'record' ? body.members.get('a')?.type.kind : undefined).toBe('unknown');
  });

  it('may have properties of types that are named like members of every object', () => {
    const service = odata(
      '<EntityType Name="thing"><Key><PropertyRef Name="id"/></Key><Property Name="id" Type="Edm.constructor"/></EntityType>',
    );
    const body = bodyOf(service, '/things');
    expect(body?.kind === 'record' ? body.members.get('id')?.type.kind : undefined).toBe('unknown');
  });
});

describe('an XML schema', () => {
  const record = (types: string, name: string) => {
    const service = readDescription(
      `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">${types}<xs:element name="Root" type="Thing"/></xs:schema>`,
      's.xsd',
    );
    const body = bodyOf(service, '/');
    const root = body?.kind === 'record' ? body.members.get('Root')?.type : undefined;
    return root?.kind === 'record' ? root.members.get(name)?.type : undefined;
  };

  it('may have groups, bases and attributes that contain themselves', () => {
    const types = `
      <xs:group name="G"><xs:sequence><xs:element name="a" type="xs:string"/><xs:group ref="G"/></xs:sequence></xs:group>
      <xs:attributeGroup name="H"><xs:attribute name="b" type="xs:string"/><xs:attributeGroup ref="H"/></xs:attributeGroup>
      <xs:complexType name="Thing"><xs:complexContent><xs:extension base="Thing"><xs:sequence><xs:group ref="G"/><xs:element name="more" type="Thing"/></xs:sequence><xs:attributeGroup ref="H"/></xs:extension></xs:complexContent></xs:complexType>`;
    expect(record(types, 'a')).toMatchObject({ scalar: 'text' });
    expect(record(types, '@b')).toMatchObject({ scalar: 'text' });
    expect(record(types, 'more')?.kind).toBe('record');
  });

  it('may have values that restrict themselves, and are named like members of every object', () => {
    const restricted = '<xs:simpleType name="V"><xs:restriction base="V"/></xs:simpleType>';
    const thing = (type: string): string =>
      `<xs:complexType name="Thing"><xs:sequence><xs:element name="v" type="${type}"/></xs:sequence></xs:complexType>`;
    expect(record(`${restricted}${thing('V')}`, 'v')).toMatchObject({ kind: 'scalar' });
    expect(record(thing('constructor'), 'v')?.kind).toBe('unknown');
  });
});

/** Reads `$metadata` in XML: CSDL of OData 2, 3 and 4 (OASIS OData 4.01, CSDL XML; Microsoft [MC-CSDL] for the older ones). */

import type { Csdl, CsdlCall, CsdlParameter, CsdlProperty, CsdlRelation, CsdlSet, CsdlStructure } from './csdl.ts';
import { type Namespaces, withoutAliases } from './csdl-aliases.ts';
import { DescriptionFault } from './model.ts';
import { attribute, children, elementText, required, type XmlNode } from './xml-node.ts';

const unwrap = (type: string): { readonly type: string; readonly isCollection: boolean } => {
  const inner = /^Collection\((.*)\)$/.exec(type)?.[1];
  return { type: inner ?? type, isCollection: inner !== undefined };
};

/** A name with the namespace of its schema and with its alias: a path may have either. */
const qualified = (schema: XmlNode, name: string): readonly string[] =>
  ['Namespace', 'Alias'].flatMap((space) => {
    const prefix = attribute(schema, space);
    return prefix === undefined ? [] : [`${prefix}.${name}`];
  });

const lastPart = (term: string | undefined): string => term?.split('.').at(-1) ?? '';

/** Whether one of the annotations says `term`, as a tag or inside of a record under `property`. */
function annotated(annotations: readonly XmlNode[], term: string, property?: string): string | undefined {
  const match = annotations.find((one) => lastPart(attribute(one, 'Term')) === term);
  if (match === undefined) return undefined;
  if (property === undefined) return attribute(match, 'Bool') ?? attribute(match, 'String') ?? 'true';
  const values = children(match, 'Record').flatMap((record) => children(record, 'PropertyValue'));
  const value = values.find((one) => attribute(one, 'Property') === property);
  return value && (attribute(value, 'Bool') ?? attribute(value, 'String'));
}

/** Annotations by their target: those inside of an element are found with it, others stand under `Annotations`. */
type AnnotationsOf = (target: string, node: XmlNode) => readonly XmlNode[];

function annotationsOf(schemas: readonly XmlNode[]): AnnotationsOf {
  const outside = new Map<string, readonly XmlNode[]>();
  for (const group of schemas.flatMap((schema) => children(schema, 'Annotations'))) {
    const target = required(group, 'Target');
    outside.set(target, [...(outside.get(target) ?? []), ...children(group, 'Annotation')]);
  }
  return (target, node) => [...children(node, 'Annotation'), ...(outside.get(target) ?? [])];
}

function documentationOf(node: XmlNode, annotations: readonly XmlNode[]): string | undefined {
  const text = annotations.find((one) => /\.(?:Long)?Description$/.test(attribute(one, 'Term') ?? ''));
  const [summary] = children(children(node, 'Documentation')[0], 'Summary');
  return (text && attribute(text, 'String')) ?? (summary && elementText(summary));
}

/** Whether the vocabulary's `Permissions` allow reading alone. */
function isReadOnly(annotations: readonly XmlNode[]): boolean {
  const permissions = annotations.find((one) => lastPart(attribute(one, 'Term')) === 'Permissions');
  if (permissions === undefined) return false;
  const written = attribute(permissions, 'EnumMember') ?? children(permissions, 'EnumMember').map(elementText).join();
  return written.endsWith('/Read');
}

/** The values that `AllowedValues` of the validation vocabulary lists. */
function allowedValues(annotations: readonly XmlNode[]): readonly string[] | undefined {
  const allowed = annotations.find((one) => lastPart(attribute(one, 'Term')) === 'AllowedValues');
  const records = children(allowed, 'Collection').flatMap((one) => children(one, 'Record'));
  const values = records
    .flatMap((record) => children(record, 'PropertyValue'))
    .map((one) => attribute(one, 'String') ?? '');
  return values.length === 0 ? undefined : values;
}

function propertyOf(node: XmlNode, owner: string, notes: AnnotationsOf): CsdlProperty {
  const name = required(node, 'Name');
  const annotations = notes(`${owner}/${name}`, node);
  const maxLength = Number(attribute(node, 'MaxLength'));
  return {
    name,
    ...unwrap(required(node, 'Type')),
    isNullable: attribute(node, 'Nullable') !== 'false' || attribute(node, 'DefaultValue') !== undefined,
    maxLength: Number.isInteger(maxLength) && maxLength > 0 ? maxLength : undefined,
    isComputed:
      annotated(annotations, 'Computed') === 'true' ||
      isReadOnly(annotations) ||
      attribute(node, 'StoreGeneratedPattern') === 'Computed' ||
      attribute(node, 'Writable') === 'false',
    values: allowedValues(annotations),
    documentation: documentationOf(node, annotations),
  };
}

interface AssociationEnd {
  readonly type: string;
  readonly isMany: boolean;
  /** Where the other end has the key of this one. */
  readonly references: CsdlRelation['references'];
}

/** The ends of the associations of OData 2 and 3, by `association role`. */
function associationEnds(schemas: readonly XmlNode[]): ReadonlyMap<string, AssociationEnd> {
  const ends = new Map<string, AssociationEnd>();
  for (const schema of schemas)
    for (const association of children(schema, 'Association')) {
      const [constraint] = children(association, 'ReferentialConstraint');
      const [principal] = children(constraint, 'Principal');
      const keys = children(principal, 'PropertyRef').map((one) => required(one, 'Name'));
      const properties = children(children(constraint, 'Dependent')[0], 'PropertyRef');
      const references = properties.map((one, index) => ({
        property: required(one, 'Name'),
        referenced: keys[index] ?? '',
      }));
      for (const end of children(association, 'End'))
        for (const name of qualified(schema, required(association, 'Name')))
          ends.set(`${name} ${required(end, 'Role')}`, {
            type: required(end, 'Type'),
            isMany: attribute(end, 'Multiplicity') === '*',
            references:
              principal !== undefined && attribute(principal, 'Role') === attribute(end, 'Role') ? references : [],
          });
    }
  return ends;
}

function relationOf(
  node: XmlNode,
  owner: string,
  notes: AnnotationsOf,
  ends: ReadonlyMap<string, AssociationEnd>,
): CsdlRelation {
  const property = propertyOf(node, owner, notes);
  const end = ends.get(`${attribute(node, 'Relationship')} ${attribute(node, 'ToRole')}`);
  const partner = attribute(node, 'Partner');
  if (end !== undefined)
    return { ...property, type: end.type, isCollection: end.isMany, references: end.references, partner };
  const references = children(node, 'ReferentialConstraint').map((one) => ({
    property: required(one, 'Property'),
    referenced: required(one, 'ReferencedProperty'),
  }));
  return { ...property, references, partner };
}

function structuresOf(schemas: readonly XmlNode[], notes: AnnotationsOf): ReadonlyMap<string, CsdlStructure> {
  const ends = associationEnds(schemas);
  const structures = new Map<string, CsdlStructure>();
  for (const schema of schemas)
    for (const node of [...children(schema, 'EntityType'), ...children(schema, 'ComplexType')]) {
      const names = qualified(schema, required(node, 'Name'));
      const [owner = ''] = names;
      const structure: CsdlStructure = {
        name: owner,
        base: attribute(node, 'BaseType'),
        isOpen: attribute(node, 'OpenType') === 'true',
        key: children(children(node, 'Key')[0], 'PropertyRef').map((one) => required(one, 'Name')),
        properties: children(node, 'Property').map((one) => propertyOf(one, owner, notes)),
        relations: children(node, 'NavigationProperty').map((one) => relationOf(one, owner, notes, ends)),
      };
      for (const name of names) structures.set(name, structure);
    }
  return structures;
}

const parameterOf = (node: XmlNode): CsdlParameter => ({
  name: required(node, 'Name'),
  ...unwrap(required(node, 'Type')),
  isNullable: attribute(node, 'Nullable') !== 'false',
});

/** Functions and actions of OData 4: bound ones by their qualified name, others by their import. */
function callsOf4(schemas: readonly XmlNode[], containers: readonly XmlNode[]): readonly CsdlCall[] {
  const imports = containers.flatMap((one) => [...children(one, 'FunctionImport'), ...children(one, 'ActionImport')]);
  return schemas.flatMap((schema) =>
    (['Function', 'Action'] as const).flatMap((element) =>
      children(schema, element).flatMap((node): readonly CsdlCall[] => {
        const [first, ...others] = children(node, 'Parameter').map(parameterOf);
        const isBound = attribute(node, 'IsBound') === 'true' && first !== undefined;
        const names = qualified(schema, required(node, 'Name'));
        const result = attribute(children(node, 'ReturnType')[0] ?? {}, 'Type');
        const call = {
          isAction: element === 'Action',
          parameters: isBound ? others : children(node, 'Parameter').map(parameterOf),
          result: result === undefined ? undefined : unwrap(result),
        };
        if (isBound) return names.map((name) => ({ ...call, name, boundTo: first }));
        return imports
          .filter((one) => names.includes(attribute(one, element) ?? ''))
          .map((one) => ({ ...call, name: required(one, 'Name'), boundTo: undefined }));
      }),
    ),
  );
}

/** Function imports of OData 2 and 3. */
function callsOf3(containers: readonly XmlNode[]): readonly CsdlCall[] {
  return containers.flatMap((container) =>
    children(container, 'FunctionImport').map((node): CsdlCall => {
      const all = children(node, 'Parameter').map(parameterOf);
      const isBound = attribute(node, 'IsBindable') === 'true';
      const result = attribute(node, 'ReturnType');
      return {
        name: required(node, 'Name'),
        isAction: attribute(node, 'HttpMethod') === 'POST' || attribute(node, 'IsSideEffecting') === 'true',
        boundTo: isBound ? all[0] : undefined,
        parameters: isBound ? all.slice(1) : all,
        result: result === undefined ? undefined : unwrap(result),
      };
    }),
  );
}

function setsOf(containers: readonly XmlNode[], notes: AnnotationsOf, spaces: readonly string[]): readonly CsdlSet[] {
  return containers.flatMap((container) =>
    (['EntitySet', 'Singleton'] as const).flatMap((element) =>
      children(container, element).map((node): CsdlSet => {
        const name = required(node, 'Name');
        const targets = spaces.map((space) => `${space}.${required(container, 'Name')}/${name}`);
        const annotations = targets.flatMap((target, index) => notes(target, index === 0 ? node : {}));
        const can = (term: string, property: string): boolean => annotated(annotations, term, property) !== 'false';
        return {
          name,
          type: required(node, element === 'EntitySet' ? 'EntityType' : 'Type'),
          isSingleton: element === 'Singleton',
          canInsert: can('InsertRestrictions', 'Insertable'),
          canUpdate: can('UpdateRestrictions', 'Updatable'),
          canDelete: can('DeleteRestrictions', 'Deletable'),
        };
      }),
    ),
  );
}

/** The major version: OData 4 says so; the older ones name the largest version of the service. */
function versionOf(edmx: XmlNode, services: XmlNode | undefined): 2 | 3 | 4 {
  if (attribute(edmx, 'Version')?.startsWith('4') === true) return 4;
  const stated =
    services && (attribute(services, 'MaxDataServiceVersion') ?? attribute(services, 'DataServiceVersion'));
  return stated?.startsWith('3') === true ? 3 : 2;
}

const namespacesOf = (schemas: readonly XmlNode[]): Namespaces =>
  new Map(
    schemas.flatMap((schema): readonly (readonly [string, string])[] => {
      const alias = attribute(schema, 'Alias');
      return alias === undefined ? [] : [[alias, required(schema, 'Namespace')]];
    }),
  );

/** Reads a `$metadata` document. Throws `DescriptionFault`. */
export function readCsdlXml(document: XmlNode): Csdl {
  const [edmx] = children(document, 'Edmx');
  const [services] = children(edmx, 'DataServices');
  const written = children(services, 'Schema');
  const schemas = withoutAliases(written, namespacesOf(written));
  const containers = schemas.flatMap((schema) => children(schema, 'EntityContainer'));
  if (edmx === undefined || containers.length === 0)
    throw new DescriptionFault('it is neither an XML schema nor $metadata of OData: it has no entity container');
  const notes = annotationsOf(schemas);
  const version = versionOf(edmx, services);
  const named = <T>(element: string, make: (node: XmlNode) => T): ReadonlyMap<string, T> =>
    new Map(
      schemas.flatMap((schema) =>
        children(schema, element).flatMap((node) =>
          qualified(schema, required(node, 'Name')).map((name): [string, T] => [name, make(node)]),
        ),
      ),
    );
  const spaces = schemas.flatMap((schema) => attribute(schema, 'Namespace') ?? []);
  return {
    version,
    structures: structuresOf(schemas, notes),
    enumerations: named('EnumType', (node) => children(node, 'Member').map((one) => required(one, 'Name'))),
    definitions: named('TypeDefinition', (node) => required(node, 'UnderlyingType')),
    sets: setsOf(containers, notes, spaces),
    calls: version === 4 ? callsOf4(schemas, containers) : callsOf3(containers),
  };
}

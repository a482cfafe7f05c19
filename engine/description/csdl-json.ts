/** Reads `$metadata` in JSON (OASIS OData 4.01, CSDL JSON): its members become the elements of the same model in XML, which csdl-xml.ts reads. */
import { isMap, type Members } from '../base/members.ts';
import type { Csdl } from './csdl.ts';
import { readCsdlXml } from './csdl-xml.ts';
import { DescriptionFault } from './model.ts';
import type { XmlNode } from './xml-node.ts';

/** The members with a name of the model, without `$Kind` and the like and without annotations. */
const namedMembers = (node: Members): readonly (readonly [name: string, value: unknown])[] =>
  Object.entries(node).filter(([name]) => !/[$@]/.test(name));

/** Those of them that are objects. */
const namedObjects = (node: Members): readonly (readonly [name: string, value: Members])[] =>
  namedMembers(node).flatMap(([name, value]) => (isMap(value) ? [[name, value] as const] : []));

const objectsIn = (list: unknown): readonly Members[] => (Array.isArray(list) ? list.filter(isMap) : []);

const recordOf = (node: Members): XmlNode => ({
  PropertyValue: namedMembers(node).map(([name, value]) => ({ '@Property': name, ...expressionOf(value) })),
});

/** The value of an annotation. A text may be the member of an enumeration, which has the name of its type in XML. */
function expressionOf(value: unknown): XmlNode {
  if (Array.isArray(value)) return { Collection: { Record: objectsIn(value).map(recordOf) } };
  if (isMap(value)) return { Record: recordOf(value) };
  return typeof value === 'boolean'
    ? { '@Bool': String(value) }
    : { '@String': String(value), '@EnumMember': `/${value}` };
}

/** The annotations among the members of an object: `@Core.Computed`, `@Core.Description#short`. */
const annotationsOf = (node: Members): readonly XmlNode[] =>
  Object.entries(node).flatMap(([name, value]) => {
    const term = /^@([^@#]+)(?:#\w+)?$/.exec(name)?.[1];
    return term === undefined ? [] : [{ '@Term': term, ...expressionOf(value) }];
  });

/** An element with its attributes. By default a type is Edm.String, and a value may not be null. */
function element(name: string, node: Members): XmlNode {
  const attributes = Object.entries(node).flatMap(([key, value]) =>
    key.startsWith('$') && typeof value !== 'object' ? [[`@${key.slice(1)}`, String(value)] as const] : [],
  );
  const { $Type: type = 'Edm.String' } = node;
  return {
    ...{ '@Name': name, '@Nullable': 'false', ...Object.fromEntries(attributes) },
    '@Type': node.$Collection === true ? `Collection(${type})` : type,
    Annotation: annotationsOf(node),
  };
}

function relationOf(name: string, node: Members): XmlNode {
  const references = namedMembers(isMap(node.$ReferentialConstraint) ? node.$ReferentialConstraint : {});
  return {
    ...element(name, node),
    ReferentialConstraint: references.map(([property, referenced]) => ({
      '@Property': property,
      '@ReferencedProperty': referenced,
    })),
  };
}

/** What is inside of an element of a schema. */
function contentOf(node: Members): XmlNode {
  const objects = namedObjects(node);
  switch (node.$Kind) {
    case 'EntityType':
    case 'ComplexType': {
      const isRelation = ([, { $Kind }]: readonly [string, Members]): boolean => $Kind === 'NavigationProperty';
      const key: readonly unknown[] = Array.isArray(node.$Key) ? node.$Key : [];
      return {
        Key: { PropertyRef: key.filter((one) => typeof one === 'string').map((one) => ({ '@Name': one })) },
        Property: objects.filter((one) => !isRelation(one)).map(([name, one]) => element(name, one)),
        NavigationProperty: objects.filter(isRelation).map(([name, one]) => relationOf(name, one)),
      };
    }
    case 'EnumType':
      return { Member: namedMembers(node).map(([name]) => ({ '@Name': name })) };
    case 'Function':
    case 'Action':
      return {
        Parameter: objectsIn(node.$Parameter).map((one) => element('', one)),
        ReturnType: isMap(node.$ReturnType) ? element('', node.$ReturnType) : undefined,
      };
    case 'EntityContainer': {
      const having = (key: string): readonly XmlNode[] =>
        objects.filter(([, one]) => one[key] !== undefined).map(([name, one]) => element(name, one));
      const sets = objects.filter(([, one]) => one.$Type !== undefined && one.$Collection === true);
      return {
        FunctionImport: having('$Function'),
        ActionImport: having('$Action'),
        Singleton: having('$Type').filter((one) => one['@Collection'] !== 'true'),
        EntitySet: sets.map(([name, one]) => ({ ...element(name, one), '@EntityType': one.$Type })),
      };
    }
    default:
      return {};
  }
}

function schemaOf(space: string, schema: Members): XmlNode {
  // An overloaded function is a list.
  const elements = namedMembers(schema).flatMap(([name, value]) =>
    objectsIn([value].flat()).map((node) => ({
      kind: node.$Kind,
      node: { ...element(name, node), ...contentOf(node) },
    })),
  );
  const byKind = Map.groupBy(elements, ({ kind }) => String(kind));
  const outside = isMap(schema.$Annotations) ? Object.entries(schema.$Annotations) : [];
  return {
    ...{ '@Namespace': space, '@Alias': schema.$Alias },
    ...Object.fromEntries([...byKind].map(([kind, all]) => [kind, all.map(({ node }) => node)])),
    Annotations: outside.flatMap(([target, node]) =>
      isMap(node) ? [{ '@Target': target, Annotation: annotationsOf(node) }] : [],
    ),
  };
}

/** Reads a document. Throws `DescriptionFault`. */
export function readCsdlJson(document: Members): Csdl {
  const schemas = Object.entries(document).flatMap(([space, schema]) =>
    !/^[$@]/.test(space) && isMap(schema) ? [schemaOf(space, schema)] : [],
  );
  if (!schemas.some(({ EntityContainer }) => EntityContainer !== undefined))
    throw new DescriptionFault('it is no $metadata of OData: it has no entity container');
  return readCsdlXml({ Edmx: { '@Version': '4.01', DataServices: { Schema: schemas } } });
}

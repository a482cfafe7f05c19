/** Parses the `$metadata` of an OData service into tables: entity sets with their properties. It contains no rows. */
import { XMLParser } from 'fast-xml-parser';
import { isMap, type Members } from '../../../../engine/host/index.ts';
import { withNamedKeys } from '../introspect/inferred-keys.ts';
import type { Column, ForeignKey, Kind, Member, Table } from '../model/database.ts';
import { DescriptionFault } from '../model/description-fault.ts';

/** The parsed description of a service. */
interface Description {
  readonly tables: readonly Table[];
}

type Node = Members;

/** The child elements of a name, as a list. */
function children(node: unknown, name: string): readonly Node[] {
  const member = isMap(node) ? node[name] : undefined;
  return (Array.isArray(member) ? member : [member]).filter(isMap);
}

const attribute = (node: Node, name: string): string => String(node[`@${name}`] ?? '');

const kinds: Readonly<Record<string, Kind>> = {
  'Edm.String': 'text',
  'Edm.Guid': 'other',
  'Edm.Boolean': 'boolean',
  'Edm.Date': 'date',
  'Edm.DateTime': 'datetime',
  'Edm.DateTimeOffset': 'datetime',
  'Edm.Byte': 'number',
  'Edm.Int16': 'number',
  'Edm.Int32': 'number',
  'Edm.Int64': 'number',
  'Edm.Decimal': 'number',
  'Edm.Double': 'number',
  'Edm.Single': 'number',
};

/** Answers contain enumeration values as texts. */
const kindOf = (type: string): Kind => kinds[type] ?? (type.startsWith('Edm.') ? 'other' : 'text');

/** The types of all schemas by their full names, with namespace or alias. */
function typesOf(schemas: readonly Node[], element: string): ReadonlyMap<string, Node> {
  return new Map(
    schemas.flatMap((schema) =>
      children(schema, element).flatMap((type) =>
        ['Namespace', 'Alias'].map((space): [string, Node] => [
          `${attribute(schema, space)}.${attribute(type, 'Name')}`,
          type,
        ]),
      ),
    ),
  );
}

interface Types {
  readonly entities: ReadonlyMap<string, Node>;
  readonly enumerations: ReadonlyMap<string, Node>;
  /** The entity set of a type; undefined where several sets have it. */
  readonly sets: ReadonlyMap<Node, string | undefined>;
}

/** The members of an enumeration, without those that stand for no value. `_x0020_` is a blank. */
function optionsOf(type: string, { enumerations }: Types): readonly string[] {
  const members = children(enumerations.get(type), 'Member').map((member) => attribute(member, 'Name'));
  return members.map((name) => name.replaceAll(/_x([0-9a-f]{4})_/gi, codeUnit).trim()).filter((name) => name !== '');
}

const codeUnit = (_: string, digits: string): string => String.fromCharCode(Number.parseInt(digits, 16));

function columnsOf(type: Node, types: Types): readonly Column[] {
  return children(type, 'Property').map((property) => {
    const options = optionsOf(attribute(property, 'Type'), types);
    return {
      name: attribute(property, 'Name'),
      type: attribute(property, 'Type'),
      kind: kindOf(attribute(property, 'Type')),
      required: attribute(property, 'Nullable') === 'false',
      values: [],
      ...(options.length === 0 ? {} : { options }),
    };
  });
}

const elementType = (type: string): string => type.replace(/^Collection\((.*)\)$/, '$1');

/** The keys to other entity sets that navigation properties declare. */
function keysOf(type: Node, { entities, sets }: Types): readonly ForeignKey[] {
  return children(type, 'NavigationProperty').flatMap((property): readonly ForeignKey[] => {
    const target = entities.get(attribute(property, 'Type'));
    const table = target === undefined ? undefined : sets.get(target);
    const [constraint, ...more] = children(property, 'ReferentialConstraint');
    if (table === undefined || target === type || constraint === undefined || more.length > 0) return [];
    const column = attribute(constraint, 'Property');
    const references = [attribute(constraint, 'ReferencedProperty')];
    // The record itself with details in another set has no reference to it.
    return keyNames(type).includes(column) ? [] : [{ columns: [column], table, references, declared: true }];
  });
}

const keyNames = (type: Node): readonly string[] =>
  children(children(type, 'Key')[0], 'PropertyRef').map((property) => attribute(property, 'Name'));

/** The records that `$expand` adds. */
function membersOf(type: Node, types: Types): readonly Member[] {
  return children(type, 'NavigationProperty').flatMap((property) => {
    const written = attribute(property, 'Type');
    const form = elementType(written);
    const target = types.entities.get(form);
    if (target === undefined) return [];
    return [{ name: attribute(property, 'Name'), isList: form !== written, columns: columnsOf(target, types), form }];
  });
}

/** Parses a `$metadata` document (CSDL in XML). Throws `DescriptionFault`. */
export function readMetadata(text: string): Description {
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    removeNSPrefix: true,
    parseAttributeValue: false,
    processEntities: false,
  });
  const document: unknown = parser.parse(text);
  const [edmx] = children(document, 'Edmx');
  const schemas = children(children(edmx, 'DataServices')[0], 'Schema');
  const entities = typesOf(schemas, 'EntityType');
  const sets = schemas.flatMap((schema) =>
    children(schema, 'EntityContainer').flatMap((container) => children(container, 'EntitySet')),
  );
  if (sets.length === 0) throw new DescriptionFault('it is no $metadata of OData: it has no entity sets');
  const names = new Map<Node, string | undefined>();
  for (const set of sets) {
    const type = entities.get(attribute(set, 'EntityType'));
    if (type !== undefined) names.set(type, names.has(type) ? undefined : attribute(set, 'Name'));
  }
  const types = { entities, enumerations: typesOf(schemas, 'EnumType'), sets: names };
  const tables = sets.flatMap((set): readonly Table[] => {
    const form = attribute(set, 'EntityType');
    const type = entities.get(form);
    if (type === undefined) return [];
    return [
      {
        name: attribute(set, 'Name'),
        columns: columnsOf(type, types),
        primaryKey: keyNames(type),
        uniques: [],
        foreignKeys: keysOf(type, types),
        rows: undefined,
        sample: [],
        described: { members: membersOf(type, types), form },
      },
    ];
  });
  return { tables: withNamedKeys(tables) };
}

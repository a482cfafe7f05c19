/** Parses the `$metadata` of an OData service into tables: entity sets with their properties. It contains no rows. */
import { XMLParser } from 'fast-xml-parser';
import type { Column, Kind, Table } from '../model/database.ts';
import { DescriptionFault } from '../model/description-fault.ts';

/** The parsed description of a service. */
export interface Description {
  readonly tables: readonly Table[];
}

type Node = Readonly<Record<string, unknown>>;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The child elements of a name, as a list. */
function children(node: unknown, name: string): readonly Node[] {
  const found = isNode(node) ? node[name] : undefined;
  return (Array.isArray(found) ? found : [found]).filter(isNode);
}

const attribute = (node: Node, name: string): string => String(node[`@${name}`] ?? '');

const kinds: Readonly<Record<string, Kind>> = {
  'Edm.String': 'text',
  'Edm.Guid': 'text',
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

function columnsOf(type: Node): readonly Column[] {
  return children(type, 'Property').map((property) => ({
    name: attribute(property, 'Name'),
    type: attribute(property, 'Type'),
    kind: kindOf(attribute(property, 'Type')),
    required: attribute(property, 'Nullable') === 'false',
    values: [],
  }));
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
  const types = new Map<string, Node>(
    schemas.flatMap((schema) =>
      children(schema, 'EntityType').flatMap((type) =>
        ['Namespace', 'Alias'].map((space): [string, Node] => [
          `${attribute(schema, space)}.${attribute(type, 'Name')}`,
          type,
        ]),
      ),
    ),
  );
  const sets = schemas.flatMap((schema) =>
    children(schema, 'EntityContainer').flatMap((container) => children(container, 'EntitySet')),
  );
  if (sets.length === 0) throw new DescriptionFault('it is no $metadata of OData: it has no entity sets');
  return {
    tables: sets.flatMap((set): readonly Table[] => {
      const type = types.get(attribute(set, 'EntityType'));
      if (type === undefined) return [];
      const keys = children(children(type, 'Key')[0], 'PropertyRef').map((property) => attribute(property, 'Name'));
      const columns = columnsOf(type);
      const name = attribute(set, 'Name');
      return [{ name, columns, primaryKey: keys, uniques: [], foreignKeys: [], rows: undefined, sample: [] }];
    }),
  };
}

/** Parses an OpenAPI document (3.0, 3.1, or Swagger 2.0; JSON or YAML) into tables: the lists that its GET operations return. It contains no rows. */
import { parse } from 'yaml';
import type { Column, Kind, Table } from '../model/database.ts';
import { DescriptionFault } from '../model/description-fault.ts';
import { type Paging, pagingOf } from './paging.ts';

/** How a list is requested. */
export interface ListOperation {
  readonly path: string;
  /** The member of the answer that has the rows; undefined if the answer is the list. */
  readonly rows: string | undefined;
  /** Names of the query parameters. */
  readonly params: readonly string[];
  /** How its parameters ask for pages; undefined if none of them is known. */
  readonly paging: Paging | undefined;
  /** The path of one record, with `{name}` for its key; undefined if there is none. */
  readonly one: string | undefined;
}

/** The parsed document. `operations` by the name of the table. */
export interface OpenApiDocument {
  readonly tables: readonly Table[];
  readonly operations: ReadonlyMap<string, ListOperation>;
  /** The `page` of the source: how most lists are paged. */
  readonly page: string;
}

type Node = Readonly<Record<string, unknown>>;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);
const nodeOf = (value: unknown): Node => (isNode(value) ? value : {});
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** The most references that are followed one after the other: a document may refer in circles. */
const deepest = 12;

/** Follows `$ref` inside of the document. */
function resolved(root: Node, value: unknown, depth = 0): Node {
  const node = nodeOf(value);
  const reference = textOf(node.$ref);
  if (reference === undefined) return node;
  if (depth > deepest || !reference.startsWith('#/')) return {};
  let target: unknown = root;
  for (const part of reference.slice(2).split('/'))
    target = nodeOf(target)[decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~')];
  return resolved(root, target, depth + 1);
}

/** The properties of a schema, those of `allOf` included. */
function propertiesOf(root: Node, value: unknown, depth = 0): ReadonlyMap<string, Node> {
  const schema = resolved(root, value);
  if (depth > deepest) return new Map();
  const inherited = listOf(schema.allOf).flatMap((one) => [...propertiesOf(root, one, depth + 1)]);
  const own = Object.entries(nodeOf(schema.properties)).map(([name, one]) => [name, resolved(root, one)] as const);
  return new Map([...inherited, ...own]);
}

/** The schema of the answer to a successful call. */
function answerOf(root: Node, operation: Node): Node | undefined {
  const responses = nodeOf(operation.responses);
  const success = resolved(root, responses['200'] ?? responses['2XX'] ?? responses.default);
  const content = nodeOf(success.content);
  const media = Object.entries(content).find(([type]) => /json/i.test(type))?.[1] ?? Object.values(content)[0];
  const schema = isNode(success.schema) ? success.schema : nodeOf(media).schema;
  return isNode(schema) ? resolved(root, schema) : undefined;
}

const isArray = ({ type, items }: Node): boolean => type === 'array' || listOf(type).includes('array') || isNode(items);

/** The rows of an answer: the list itself, or the one member that is a list of records. */
function rowsOf(root: Node, answer: Node): { readonly rows: string | undefined; readonly item: unknown } | undefined {
  if (isArray(answer)) return { rows: undefined, item: answer.items };
  const lists = [...propertiesOf(root, answer)].filter(
    ([, one]) => isArray(one) && propertiesOf(root, one.items).size > 2,
  );
  const [only, ...more] = lists;
  return only === undefined || more.length > 0 ? undefined : { rows: only[0], item: only[1].items };
}

function kindOf({ type, format, $ref: _ }: Node): Kind {
  const types = [type].flat().filter((one) => one !== 'null');
  const [name] = types;
  if (format === 'date') return 'date';
  if (format === 'date-time') return 'datetime';
  if (name === 'integer' || name === 'number') return 'number';
  if (name === 'boolean') return 'boolean';
  return name === 'string' || name === undefined ? 'text' : 'other';
}

function columnsOf(root: Node, item: unknown): readonly Column[] {
  const required = listOf(resolved(root, item).required);
  return [...propertiesOf(root, item)].map(([name, property]) => {
    const type = [property.type].flat().filter((one) => typeof one === 'string' && one !== 'null')[0] ?? 'object';
    const format = textOf(property.format);
    const description = textOf(property.title);
    return {
      name,
      ...(description === undefined ? {} : { otherNames: [{ name: description, reason: `titled "${description}"` }] }),
      type: format === undefined ? String(type) : `${String(type)} (${format})`,
      // A description of values, such as `enum`, is no row: it does not say that a value occurs.
      kind: kindOf(property),
      required: required.includes(name),
      values: listOf(property.enum).flatMap((value) => (typeof value === 'string' ? [value] : [])),
    };
  });
}

/** The key of a list: `id`, or the property that the path of one record names. */
function keyOf(columns: readonly Column[], one: string | undefined, table: string): readonly string[] {
  const param = one?.match(/\{([^}]+)\}\/?$/)?.[1]?.toLowerCase();
  const plain = (text: string): string => text.toLowerCase().replaceAll(/[^a-z\d]/g, '');
  const singular = plain(table).replace(/ies$/, 'y').replace(/s$/, '');
  const wanted = [
    ...(param === undefined ? [] : [plain(param)]),
    `${singular}id`,
    'id',
    'uuid',
    `${singular}number`,
    'number',
  ];
  for (const name of wanted) {
    const column = columns.find((each) => plain(each.name) === name);
    if (column !== undefined) return [column.name];
  }
  return [];
}

/** Parses the text. Throws `DescriptionFault`. */
export function readOpenApi(text: string): OpenApiDocument {
  const root = nodeOf(parse(text, { logLevel: 'silent', maxAliasCount: 1_000 }));
  const paths = Object.entries(nodeOf(root.paths));
  if (paths.length === 0) throw new DescriptionFault('it is no OpenAPI document: it has no paths');
  const operations = new Map<string, ListOperation>();
  const tables = paths.flatMap(([path, item]): readonly Table[] => {
    const operation = resolved(root, nodeOf(item).get);
    const answer = /\{/.test(path) ? undefined : answerOf(root, operation);
    const found = answer && rowsOf(root, answer);
    if (found === undefined) return [];
    const name = path.replace(/^\//, '');
    const last =
      name
        .split('/')
        .filter((part) => part !== '')
        .at(-1) ?? name;
    const columns = columnsOf(root, found.item);
    if (columns.length === 0) return [];
    const one = paths
      .map(([other]) => other)
      .find((other) => other.startsWith(`${path}/{`) && /^\{[^/]+\}\/?$/.test(other.slice(path.length + 1)));
    const params = [...listOf(nodeOf(item).parameters), ...listOf(operation.parameters)].flatMap((each) => {
      const param = resolved(root, each);
      return param.in === 'query' ? (textOf(param.name) ?? []) : [];
    });
    operations.set(name, { path, rows: found.rows, params, paging: pagingOf(params), one });
    const primaryKey = keyOf(columns, one, last);
    return [{ name, columns, primaryKey, uniques: [], foreignKeys: [], rows: undefined, sample: [] }];
  });
  if (tables.length === 0) throw new DescriptionFault('none of its GET operations returns a list of records');
  const ways = [...operations.values()].flatMap(({ paging }) => paging ?? []);
  const byPage = ways.filter(({ by }) => by === 'page').length * 2 >= ways.length;
  const page = ways.length === 0 ? '{ whole: true }' : `{ by: ${byPage ? 'page' : 'offset'}, size: 50 }`;
  return { tables, operations, page: `${page} # the document does not say the size: compare it with the service` };
}

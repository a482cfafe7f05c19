/** Parses an OpenAPI document (3.0, 3.1, or Swagger 2.0; JSON or YAML) into tables: the lists that its GET operations return. It contains no rows. */
import { parse } from 'yaml';
import { withNamedKeys } from '../introspect/inferred-keys.ts';
import type { Column, Table } from '../model/database.ts';
import { DescriptionFault } from '../model/description-fault.ts';
import type { Parameter } from '../service/since.ts';
import { lettersAndDigits, type Paging, pagingOf } from './paging.ts';
import {
  asList,
  asNode,
  asText,
  columnsOf,
  formOf,
  isArray,
  membersOf,
  merged,
  type Node,
  propertiesOf,
  resolved,
} from './schema.ts';

/** How a list is requested. */
export interface ListOperation {
  readonly path: string;
  /** The member of the answer that has the rows; undefined if the answer is the list. */
  readonly rows: string | undefined;
  /** Names of the query parameters. */
  readonly params: readonly string[];
  /** Parameters of the query, and headers. */
  readonly parameters: readonly Parameter[];
  /** How its parameters ask for pages; undefined if none of them is known. */
  readonly paging: Paging | undefined;
  /** The path of one record, with `{name}` for its key, and the place of the record in the answer; undefined if there is none. */
  readonly recordPath: { readonly path: string; readonly rows: string | undefined } | undefined;
}

/** The parsed document. `operations` by the name of the table. */
export interface OpenApiDocument {
  readonly tables: readonly Table[];
  readonly operations: ReadonlyMap<string, ListOperation>;
  /** The `page` of the source: how most lists are paged. */
  readonly page: string;
  /** The start of the paths that belongs to the address, such as `/companies/{companyId}`; empty if there is none. */
  readonly start: string;
}

/** The schema of the answer to a successful call, as it is written. */
function schemaOf(root: Node, operation: Node): unknown {
  const responses = asNode(operation.responses);
  const success = resolved(root, responses['200'] ?? responses['2XX'] ?? responses.default);
  const content = asNode(success.content);
  const media = Object.entries(content).find(([type]) => /json/i.test(type))?.[1] ?? Object.values(content)[0];
  return success.schema ?? asNode(media).schema;
}

function answerOf(root: Node, operation: Node): Node | undefined {
  const schema = schemaOf(root, operation);
  return schema === undefined ? undefined : merged(root, schema);
}

/** Names of a member that has the rows, beside other lists. */
const wrappers = ['data', 'value', 'items', 'results', 'result', 'rows', 'records', 'content', 'list', 'entries'];

interface Rows {
  readonly rows: string | undefined;
  readonly item: unknown;
}

/** The member with the rows: the only list of records, or the one that is named after the path or has a usual name. */
function listIn(root: Node, answer: Node, last: string, before = ''): Rows | undefined {
  const lists = [...propertiesOf(root, answer)].filter(
    ([, one]) => isArray(one) && propertiesOf(root, one.items).size > 2,
  );
  const named = lists.filter(([name]) => name.toLowerCase() === last.toLowerCase() || wrappers.includes(name));
  const [only, ...more] = lists.length === 1 ? lists : named;
  return only === undefined || more.length > 0 ? undefined : { rows: `${before}${only[0]}`, item: only[1].items };
}

/** The rows of an answer: the list itself, a member, or a member of the one record in the answer. */
function rowsOf(root: Node, answer: Node, last: string): Rows | undefined {
  if (isArray(answer)) return { rows: undefined, item: answer.items };
  const list = listIn(root, answer, last);
  if (list !== undefined) return list;
  const inner = [...propertiesOf(root, answer)].flatMap(([name, one]) =>
    /^[A-Za-z_]\w*$/.test(name) ? (listIn(root, one, last, `${name}.`) ?? []) : [],
  );
  return inner.length === 1 ? inner[0] : undefined;
}

/** Where the answer to the path of one record has it: `$`, or a member that has the form of a row; undefined if unknown. */
function placeOfOne(root: Node, path: string, item: unknown): string | undefined {
  const get = resolved(root, asNode(asNode(root.paths)[path]).get);
  const [written, form] = [schemaOf(root, get), formOf(root, item)];
  if (form === undefined || written === undefined) return undefined;
  if (formOf(root, written) === form) return '$';
  const inside = Object.entries(asNode(merged(root, written).properties)).filter(
    ([, one]) => formOf(root, one) === form || formOf(root, asNode(one).items) === form,
  );
  return inside.length === 1 ? inside[0]?.[0] : undefined;
}

/** The key of a list: `id`, or the property that the path of one record names. */
function primaryKeyOf(columns: readonly Column[], one: string | undefined, table: string): readonly string[] {
  const param = one?.match(/\{([^}]+)\}\/?$/)?.[1]?.toLowerCase();
  const singular = lettersAndDigits(table).replace(/ies$/, 'y').replace(/s$/, '');
  const wanted = [
    ...(param === undefined ? [] : [lettersAndDigits(param)]),
    `${singular}id`,
    'id',
    'uuid',
    `${singular}number`,
    'number',
  ];
  for (const name of wanted) {
    const column = columns.find((each) => lettersAndDigits(each.name) === name);
    if (column !== undefined) return [column.name];
  }
  return [];
}

/** The leading segments that all paths have in common, such as `/api/v1`. */
function commonStart(paths: readonly string[]): string {
  const [first = '', ...others] = paths.map((path) => path.split('/').slice(0, -1));
  const common = [...first];
  for (const parts of others) while (common.some((part, place) => part !== parts[place])) common.pop();
  return paths.length < 2 ? '' : common.join('/');
}

interface ReadOperation {
  readonly operation: ListOperation;
  readonly table: Omit<Table, 'name'>;
}

/** The list that GET of a path returns; undefined if it returns something else. */
function readList(root: Node, path: string, item: unknown, paths: readonly string[]): ReadOperation | undefined {
  const get = resolved(root, asNode(item).get);
  const answer = path.includes('{') ? undefined : answerOf(root, get);
  const last = path.split('/').findLast((part) => part !== '') ?? path;
  const rows = answer && rowsOf(root, answer, last);
  const columns = rows === undefined ? [] : columnsOf(root, rows.item);
  if (rows === undefined || columns.length === 0) return undefined;
  const singles = paths.filter(
    (other) => other.startsWith(`${path}/{`) && /^\{[^/]+\}\/?$/.test(other.slice(path.length + 1)),
  );
  // A record may have a path for its number, too.
  const one = singles.find((other) => /id\}\/?$/i.test(other)) ?? singles[0];
  const parameters = [...asList(asNode(item).parameters), ...asList(get.parameters)].flatMap(
    (each): readonly Parameter[] => {
      const param = resolved(root, each);
      const name = asText(param.name);
      if (name === undefined || (param.in !== 'query' && param.in !== 'header')) return [];
      const schema = merged(root, param.schema ?? param);
      const [description, type] = [asText(param.description) ?? '', asText(schema.type) ?? 'string'];
      return [{ name, isHeader: param.in === 'header', description, type }];
    },
  );
  const params = parameters.flatMap(({ name, isHeader }) => (isHeader ? [] : [name]));
  return {
    operation: {
      path,
      rows: rows.rows,
      params,
      parameters,
      paging: pagingOf(params),
      recordPath: one === undefined ? undefined : { path: one, rows: placeOfOne(root, one, rows.item) },
    },
    table: {
      columns,
      primaryKey: primaryKeyOf(columns, one, last),
      uniques: [],
      foreignKeys: [],
      rows: undefined,
      sample: [],
      described: { members: membersOf(root, rows.item), form: formOf(root, rows.item) },
    },
  };
}

/** The start of most paths that ends with a parameter, such as a company: each installation has one value for it. Empty if there is none. */
function addressStart(paths: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const path of paths) {
    const start = /^(?:\/[^/{}]+)*\/\{[^/{}]+\}(?=\/[^/{])/.exec(path)?.[0];
    if (start !== undefined) counts.set(start, (counts.get(start) ?? 0) + 1);
  }
  return [...counts].find(([, count]) => count * 2 > paths.length)?.[0] ?? '';
}

/** Parses the text. Throws `DescriptionFault`. */
export function readOpenApi(text: string): OpenApiDocument {
  const written = asNode(parse(text, { logLevel: 'silent', maxAliasCount: 1_000 }));
  const start = addressStart(Object.keys(asNode(written.paths)));
  const paths = Object.entries(asNode(written.paths)).map(
    ([path, item]) => [path.startsWith(`${start}/`) ? path.slice(start.length) : path, item] as const,
  );
  if (paths.length === 0) throw new DescriptionFault('it is no OpenAPI document: it has no paths');
  const root = { ...written, paths: Object.fromEntries(paths) };
  const names = paths.map(([path]) => path);
  const lists = paths.flatMap(([path, item]) => readList(root, path, item, names) ?? []);
  if (lists.length === 0) throw new DescriptionFault('none of its GET operations returns a list of records');
  const pathStart = commonStart(lists.map(({ operation }) => operation.path));
  const nameOf = (path: string): string => path.slice(pathStart.length).replace(/^\//, '').replace(/\/$/, '');
  const operations = new Map(lists.map(({ operation }) => [nameOf(operation.path), operation]));
  const tables = lists.map(({ operation, table }) => ({ ...table, name: nameOf(operation.path) }));
  const ways = [...operations.values()].flatMap(({ paging }) => paging ?? []);
  const byPage = ways.filter(({ by }) => by === 'page').length * 2 >= ways.length;
  const page =
    ways.length === 0
      ? '{ whole: true } # the document names no parameter for pages: if the service limits its lists, records are missing without an error'
      : `{ by: ${byPage ? 'page' : 'offset'}, size: 50 } # the document does not say the size: compare it with the service`;
  return {
    tables: withNamedKeys(tables),
    operations,
    page,
    start,
  };
}

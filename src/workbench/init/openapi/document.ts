/** The lists that the GET operations of an OpenAPI document (3.0, 3.1, or Swagger 2.0) return, as tables. They contain no rows. */

import type { Members } from '../../../../engine/host/index.ts';
import {
  type DescribedType,
  DescriptionFault,
  type ListedOperation,
  lettersAndDigits,
  openApiService,
  type RecordType,
} from '../../../../engine/tools/index.ts';
import { withNamedKeys } from '../introspect/inferred-keys.ts';
import type { Column, Table } from '../model/database.ts';
import type { Parameter } from '../service/since.ts';
import { requiredHeaders, serverAddress } from './address.ts';
import { type Paging, pagingOf } from './paging.ts';
import { columnsOf, formOf, membersOf, recordOf } from './types.ts';

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
  /** The address of the service, absolute or a path; undefined if the document names none. */
  readonly address: string | undefined;
  /** Names of the headers that requests need. */
  readonly headers: readonly string[];
}

/** Names of a member that has the rows, beside other lists. */
const wrappers = ['data', 'value', 'items', 'results', 'result', 'rows', 'records', 'content', 'list', 'entries'];

interface Rows {
  readonly rows: string | undefined;
  readonly record: RecordType | undefined;
}

/** The member with the rows: the only list of records, or the one that is named after the path or has a usual name. */
function listIn({ members }: RecordType, last: string, before = ''): Rows | undefined {
  const lists = [...members].flatMap(([name, { type }]) => {
    const record = type.kind === 'list' ? recordOf(type) : undefined;
    return record !== undefined && record.members.size > 2 ? [{ name, record }] : [];
  });
  const named = lists.filter(({ name }) => name.toLowerCase() === last.toLowerCase() || wrappers.includes(name));
  const [only, ...more] = lists.length === 1 ? lists : named;
  return only === undefined || more.length > 0 ? undefined : { rows: `${before}${only.name}`, record: only.record };
}

/** The rows of an answer: the list itself, a member, or a member of the one record in the answer. */
function rowsOf(answer: DescribedType, last: string): Rows | undefined {
  if (answer.kind === 'list') return { rows: undefined, record: recordOf(answer) };
  if (answer.kind !== 'record') return undefined;
  const list = listIn(answer, last);
  if (list !== undefined) return list;
  const inner = [...answer.members].flatMap(([name, { type }]) =>
    type.kind === 'record' && /^[A-Za-z_]\w*$/.test(name) ? (listIn(type, last, `${name}.`) ?? []) : [],
  );
  return inner.length === 1 ? inner[0] : undefined;
}

/** Where the answer to the path of one record has it: `$`, or a member that has the form of a row; undefined if unknown. */
function placeOfOne(answer: DescribedType | undefined, row: RecordType): string | undefined {
  const form = formOf(row);
  if (form === undefined || answer?.kind !== 'record') return undefined;
  if (formOf(answer) === form) return '$';
  const inside = [...answer.members].filter(([, { type }]) => recordOf(type)?.name === form);
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

function parametersOf({ query, headers }: ListedOperation): readonly Parameter[] {
  const all = [
    ...[...(query ?? new Map()).values()].map((one) => ({ one, isHeader: false })),
    ...[...headers.values()].map((one) => ({ one, isHeader: true })),
  ];
  return all.map(({ one: { name, type, documentation }, isHeader }) => ({
    name,
    isHeader,
    description: documentation ?? '',
    isNumber: type.kind === 'scalar' && type.scalar === 'number',
  }));
}

/** Operations of GET by their paths, without the start that belongs to the address. */
type Gets = ReadonlyMap<string, ListedOperation>;

/** The list that GET of a path returns; undefined if it returns something else. */
function readList(path: string, get: ListedOperation, gets: Gets): ReadOperation | undefined {
  const last = path.split('/').findLast((part) => part !== '') ?? path;
  const list = path.includes('{') ? undefined : rowsOf(get.answer, last);
  const columns = list?.record === undefined ? [] : columnsOf(list.record);
  if (list?.record === undefined || columns.length === 0) return undefined;
  const { rows, record } = list;
  const singles = [...gets.keys()].filter(
    (other) => other.startsWith(`${path}/{`) && /^\{[^/]+\}\/?$/.test(other.slice(path.length + 1)),
  );
  // A record may have a path for its number, too.
  const one = singles.find((other) => /id\}\/?$/i.test(other)) ?? singles[0];
  const parameters = parametersOf(get);
  const params = parameters.flatMap(({ name, isHeader }) => (isHeader ? [] : [name]));
  return {
    operation: {
      path,
      rows,
      params,
      parameters,
      paging: pagingOf(params),
      recordPath: one === undefined ? undefined : { path: one, rows: placeOfOne(gets.get(one)?.answer, record) },
    },
    table: {
      columns,
      primaryKey: primaryKeyOf(columns, one, last),
      uniques: [],
      foreignKeys: [],
      rows: undefined,
      sample: [],
      described: { members: membersOf(record), form: formOf(record) },
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

/** The lists of a document. Throws `DescriptionFault`. */
export function listsOf(root: Members): OpenApiDocument {
  const service = openApiService('', root);
  const start = addressStart(service.paths);
  const gets = new Map(
    service.paths.flatMap((path): readonly (readonly [string, ListedOperation])[] => {
      const resolution = service.resolve('GET', path, '');
      if (resolution.kind !== 'operation' || resolution.operation.protocol !== 'openapi') return [];
      return [[path.startsWith(`${start}/`) ? path.slice(start.length) : path, resolution.operation]];
    }),
  );
  const lists = [...gets].flatMap(([path, get]) => readList(path, get, gets) ?? []);
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
    address: serverAddress(root),
    headers: requiredHeaders([...gets.values()]),
  };
}

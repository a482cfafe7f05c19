/** The editor snippet that starts an endpoint: the contract fields with placeholders for the columns and tables of the ERP. */
import type { Endpoint, Fields } from '../../base/contract.ts';

/** The body of a snippet as plain data; texts are YAML text. */
type Body = { readonly [key: string]: string | Body | readonly Body[] };

/** Creates numbered placeholders, which the cursor visits in order. */
interface Placeholders {
  readonly column: () => string;
  readonly table: () => string;
}

function createPlaceholders(): Placeholders {
  let last = 0;
  const placeholder = (text: string): string => {
    last += 1;
    return `\${${last}:${text}}`;
  };
  return { column: () => placeholder('your_column'), table: () => placeholder('your_table') };
}

/** A block of SQL for a key `depth` levels below the path, indented enough for profiles with an indentation of two and of four spaces. */
const block = (lines: readonly string[], depth: number): string =>
  ['|', ...lines].join(`\n${' '.repeat(4 * depth + 2)}`);

/** A query with these column aliases. The cursor visits the table first: then the columns can be completed. `key` is quoted because it is reserved in MySQL. */
function select(
  placeholders: Placeholders,
  depth: number,
  names: readonly string[],
  where: readonly ((placeholders: Placeholders) => string)[],
): Body {
  const from = `FROM ${placeholders.table()}`;
  const columns = names.map((name, index) => {
    const alias = name === 'key' ? '"key"' : name;
    return `${index === 0 ? 'SELECT' : '      '} ${placeholders.column()} AS ${alias}${index < names.length - 1 ? ',' : ''}`;
  });
  const conditions = where.map((condition, index) => `${index === 0 ? 'WHERE' : '  AND'} ${condition(placeholders)}`);
  return { query: block([...columns, from, ...conditions], depth) };
}

const equals =
  (value: string) =>
  (placeholders: Placeholders): string =>
    `${placeholders.column()} = :${value}`;

/** A period begins with its date. */
const from =
  (date: string) =>
  (placeholders: Placeholders): string =>
    `${placeholders.column()} >= :${date}`;

/** The required columns of a row. */
const requiredColumns = (fields: Fields): readonly string[] =>
  Object.entries(fields).flatMap(([name, { required, type }]) => (required && type !== 'list' ? [name] : []));

const listsOf = (fields: Fields): readonly (readonly [name: string, items: Fields])[] =>
  Object.entries(fields).flatMap(([name, field]) => (field.type === 'list' ? [[name, field.items] as const] : []));

/** Attached reads for the lists among the fields, joined by the id of the rows. */
function attached(placeholders: Placeholders, fields: Fields, id: string): Body {
  const entries = listsOf(fields).map(([name, items]) => {
    const rowsCondition = ({ column }: Placeholders): string => `${column()} IN (:rows.${id})`;
    return [
      name,
      { ...select(placeholders, 3, [...requiredColumns(items), '_row'], [rowsCondition]), on: `{ _row: ${id} }` },
    ] as const;
  });
  return entries.length === 0 ? {} : { attach: Object.fromEntries(entries) };
}

/** The body that an editor inserts below the path of an endpoint. */
export function skeleton({ request, answer }: Endpoint): Body {
  const placeholders = createPlaceholders();
  switch (answer.kind) {
    case 'service':
      return {};
    case 'rows': {
      const { row, id, name, paged } = answer;
      const [text] = Object.entries(request).find(([, { type }]) => type === 'text') ?? [];
      const searched = name !== undefined && text !== undefined;
      const since = 'modifiedSince' in request;
      const ids = Object.entries(request).filter(([, { type }]) => type === 'id');
      const conditions = ids.map(([field, { required }]) =>
        required ? equals(field) : (slots: Placeholders): string => `1 = 1 [[ AND ${equals(field)(slots)} ]]`,
      );
      return {
        ...(searched && { search: `{ text: ${text}, in: [${name}] }` }),
        ...(paged && { page: `{ key: [${id}] }` }),
        ...(since && { since: '{ by: _changed }' }),
        ...select(placeholders, 1, [...requiredColumns(row), ...(since ? ['_changed'] : [])], conditions),
        ...attached(placeholders, row, id),
      };
    }
    case 'single': {
      const given = Object.entries(request).filter(([, { required }]) => required);
      return select(
        placeholders,
        1,
        requiredColumns(answer.fields),
        given.map(([name, { type }]) => (type === 'date' ? from(name) : equals(name))),
      );
    }
    case 'accountStatement': {
      const [account = ''] = Object.keys(request);
      const table = placeholders.table();
      const currency = `SELECT ${placeholders.column()} AS currency FROM ${table} WHERE ${equals(account)(placeholders)}`;
      const entry = ['date', '_order', 'reference', 'description', 'amount'];
      return { statement: { currency, entries: select(placeholders, 3, entry, [equals(account)]) } };
    }
    case 'write': {
      const columnsToFind = requiredColumns(answer.fields).filter((name) => !Object.hasOwn(answer.constants, name));
      const insert = (value: string): string =>
        `INSERT INTO ${placeholders.table()} (${placeholders.column()}) VALUES (${value})`;
      const find = select(placeholders, 2, [...columnsToFind, 'key'], [equals('key')]);
      const document = { document: { exec: insert(':key') } };
      const lines = listsOf(request).map(([name]) => ({
        line: { each: `{ line: ${name} }`, exec: insert(':line.number') },
      }));
      return { find, write: [document, ...lines] };
    }
  }
}

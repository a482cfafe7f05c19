/** The first lines of an endpoint, as a snippet of an editor: the contract's fields, with places for the ERP's columns and tables. */
import type { Endpoint, Fields } from '../../base/contract.ts';

/** What a snippet inserts, as plain data; texts stand in it as they are written in YAML. */
export type Body = { readonly [key: string]: string | Body | readonly Body[] };

/** The places that the cursor goes through, in their order. */
interface Cursor {
  readonly column: () => string;
  readonly table: () => string;
}

function createCursor(): Cursor {
  let last = 0;
  const place = (text: string): string => {
    last += 1;
    return `\${${last}:${text}}`;
  };
  return { column: () => place('your_column'), table: () => place('your_table') };
}

/** A block of SQL for a key `depth` steps below the path, indented so far that it stands below the key with steps of two and of four. */
const block = (lines: readonly string[], depth: number): string =>
  ['|', ...lines].join(`\n${' '.repeat(4 * depth + 2)}`);

/** A query whose columns are named so. `key` is a word of MySQL. */
function select(
  cursor: Cursor,
  depth: number,
  names: readonly string[],
  where: readonly ((cursor: Cursor) => string)[],
): Body {
  const columns = names.map((name, index) => {
    const alias = name === 'key' ? '"key"' : name;
    return `${index === 0 ? 'SELECT' : '      '} ${cursor.column()} AS ${alias}${index < names.length - 1 ? ',' : ''}`;
  });
  const from = `FROM ${cursor.table()}`;
  const conditions = where.map((condition, index) => `${index === 0 ? 'WHERE' : '  AND'} ${condition(cursor)}`);
  return { query: block([...columns, from, ...conditions], depth) };
}

const equals =
  (value: string) =>
  (cursor: Cursor): string =>
    `${cursor.column()} = :${value}`;

/** What a row must give. */
const wantedOf = (fields: Fields): readonly string[] =>
  Object.entries(fields).flatMap(([name, { required, type }]) => (required && type !== 'list' ? [name] : []));

const listsOf = (fields: Fields): readonly (readonly [name: string, items: Fields])[] =>
  Object.entries(fields).flatMap(([name, field]) => (field.type === 'list' ? [[name, field.items] as const] : []));

/** The lists among the fields, each as a read that is joined to the rows by their id. */
function attached(cursor: Cursor, fields: Fields, id: string): Body {
  const entries = listsOf(fields).map(([name, items]) => {
    const ofRows = ({ column }: Cursor): string => `${column()} IN (:rows.${id})`;
    return [name, { ...select(cursor, 3, [...wantedOf(items), '_row'], [ofRows]), on: `{ _row: ${id} }` }] as const;
  });
  return entries.length === 0 ? {} : { attach: Object.fromEntries(entries) };
}

/** What an editor inserts below the path of an endpoint. */
export function skeleton({ request, answer }: Endpoint): Body {
  const cursor = createCursor();
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
        required ? equals(field) : (own: Cursor): string => `1 = 1 [[ AND ${equals(field)(own)} ]]`,
      );
      return {
        ...(searched && { search: `{ text: ${text}, in: [${name}] }` }),
        ...(paged && { page: `{ key: [${id}] }` }),
        ...(since && { since: '{ by: _changed }' }),
        ...select(cursor, 1, [...wantedOf(row), ...(since ? ['_changed'] : [])], conditions),
        ...attached(cursor, row, id),
      };
    }
    case 'single': {
      const given = Object.entries(request).filter(([, { required, type }]) => required && type !== 'date');
      return select(
        cursor,
        1,
        wantedOf(answer.fields),
        given.map(([name]) => equals(name)),
      );
    }
    case 'statement': {
      const [account = ''] = Object.keys(request);
      const currency = `SELECT ${cursor.column()} AS currency FROM ${cursor.table()} WHERE ${equals(account)(cursor)}`;
      const entry = ['date', '_order', 'reference', 'description', 'amount'];
      return { statement: { currency, entries: select(cursor, 3, entry, [equals(account)]) } };
    }
    case 'write': {
      const own = wantedOf(answer.fields).filter((name) => !Object.hasOwn(answer.constants, name));
      const insert = (value: string): string => `INSERT INTO ${cursor.table()} (${cursor.column()}) VALUES (${value})`;
      const find = select(cursor, 2, [...own, 'key'], [equals('key')]);
      const document = { document: { exec: insert(':key') } };
      const lines = listsOf(request).map(([name]) => ({
        line: { each: `{ line: ${name} }`, exec: insert(':line.number') },
      }));
      return { find, write: [document, ...lines] };
    }
  }
}

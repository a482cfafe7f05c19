/** Completion in SQL: fields of the contract, tables, columns, values and parts. */
import type { Path } from '../../../engine/index.ts';
import { endpointAt, fieldsAt } from '../profile/contract-fields.ts';
import { isMap, kindOf, type ProfileView, sectionOf, sourceOf, tablesOf, valueAt } from '../profile/view.ts';
import { type Completion, type CompletionKind, type Completions, fitting, none } from '../proposals/item.ts';
import type { DatabaseTables, TableColumn } from '../tables/tables.ts';
import type { Span } from '../text/positions.ts';
import {
  aliasesIn,
  expanded,
  isInText,
  missingFields,
  partsOf,
  partText,
  tablePattern,
  tablesIn,
  type UsedTable,
  usedTables,
} from './statement.ts';

const item = (
  label: string,
  kind: CompletionKind,
  span: Span,
  rank: number,
  more: Partial<Completion> = {},
): Completion => ({
  label,
  kind,
  insert: label,
  snippet: false,
  span,
  rank,
  ...more,
});

/** Everything that the completion of one statement needs. */
interface SqlCursor {
  readonly view: ProfileView;
  readonly path: Path;
  readonly sql: string;
  /** The text before the cursor. */
  readonly before: string;
  /** The span of the last characters before the cursor, and of the rest of the word. */
  readonly last: (length: number) => Span;
  /** Whether the word at the cursor is followed by this text. */
  readonly follows: (text: string) => boolean;
}

/** The meaning of a value: `customerErpId`, `settings.branch`, `today`. */
function valueDetail(view: ProfileView, path: Path, name: string): Partial<Completion> {
  const [head = '', ...rest] = name.split('.');
  if (head === 'settings') {
    const setting = valueAt(view, ['settings', rest.join('.')]);
    return { detail: 'setting', documentation: isMap(setting) ? String(setting.description ?? '') : undefined };
  }
  const field = endpointAt(view, path)?.request[head];
  if (field !== undefined) {
    const detail = field.required ? field.type : `${field.type}, optional: write it in [[ ]]`;
    return { detail, documentation: field.description };
  }
  const own: Readonly<Record<string, string>> = {
    today: "the date of the ERP's clock",
    now: "the time of the ERP's clock",
    key: 'the idempotency key',
    id: 'the id',
  };
  return { detail: own[name] ?? (head === 'rows' ? 'a column of all rows' : 'a column of an earlier step') };
}

/** The columns that the statement of an earlier step returns, as its text names them. */
function columnsOfStep(view: ProfileView, path: Path, step: string): readonly string[] {
  const lists = ['prepare', 'write'].map((name) => valueAt(view, [...path.slice(0, 2), name]));
  const found = lists
    .flatMap((list): unknown[] => (Array.isArray(list) ? list : []))
    .find((one) => isMap(one) && step in one);
  const own = isMap(found) ? found[step] : undefined;
  const text = isMap(own) ? (own.exec ?? own.query) : undefined;
  if (typeof text !== 'string') return [];
  const returned = /\bRETURNING\s+([\s\S]*)$/i.exec(text)?.[1]?.split(',') ?? [];
  const plain = returned.flatMap((one) => /^\s*(?:\w+\.)?(\w+)\s*$/.exec(one)?.[1] ?? []);
  return [...new Set([...aliasesIn(text), ...plain])];
}

/** The settings that SQL may use. */
const settingNames = (view: ProfileView): readonly string[] =>
  sectionOf(view, 'settings').flatMap(([name, own]) => {
    const isPlain = !isMap(own) || (own.secret !== true && own.type !== 'map');
    return isPlain ? [`settings.${name}`] : [];
  });

/** Without a scope, the statement has never been checked: the request, the settings and the clock are certain. */
function valueNamesAt(view: ProfileView, path: Path): readonly string[] {
  const scope = view.scopeAt(path);
  const request = Object.entries(endpointAt(view, path)?.request ?? {});
  const known =
    scope?.kind === 'statement'
      ? scope.values.flatMap((name) => {
          if (!name.endsWith('.')) return [name];
          const columns = columnsOfStep(view, path, name.slice(0, -1));
          return columns.length === 0 ? [name] : columns.map((column) => `${name}${column}`);
        })
      : [
          ...request.flatMap(([name, { type }]) => (type === 'list' ? [] : [name])),
          'today',
          'now',
          ...(path.at(-1) === 'exists' ? ['id'] : []),
        ];
  return [...new Set([...known, ...settingNames(view)])];
}

function values({ view, path, before, last }: SqlCursor): Completions | undefined {
  const match = /(?<![:\w]):((?:\w+\.)*\w*)$/.exec(before);
  if (match === null) return undefined;
  const span = last(match[0].length);
  const items = valueNamesAt(view, path).map((name) =>
    item(`:${name}`, 'parameter', span, name.startsWith('settings.') ? 2 : 1, valueDetail(view, path, name)),
  );
  return fitting(items, match[0]);
}

/** `{name}`: parts, and tables if the profile builds their names. */
function parts(cursor: SqlCursor): Completions | undefined {
  const { view, before, last, follows } = cursor;
  const match = /\{([\p{L}\p{N}_$-]*)$/u.exec(before);
  if (match === null) return undefined;
  const written = match[1] ?? '';
  const span = last(written.length);
  const close = follows('}') ? '' : '}';
  const own = partsOf(view, 'sql').map((name) =>
    item(name, 'part', span, 1, { insert: `${name}${close}`, documentation: sqlBlock(partText(view, name) ?? '') }),
  );
  const pattern = tablePattern(view);
  const tables = tablesOf(view, sourceOf(view, cursor.path));
  const named =
    pattern === undefined || tables === undefined
      ? []
      : tables.all
          .filter(({ name }) => name.startsWith(pattern.before) && name.endsWith(pattern.after))
          .map(({ name }) => {
            const inner = name.slice(pattern.before.length, name.length - pattern.after.length);
            return item(inner, 'table', span, 2, { insert: `${inner}${close}`, detail: name });
          });
  return fitting([...own, ...named], written);
}

const sqlBlock = (sql: string): string => `\`\`\`sql\n${sql.trim()}\n\`\`\``;

/** After AS: the fields of the contract that are still missing. */
function aliases(cursor: SqlCursor): Completions | undefined {
  const { view, path, before, last, sql } = cursor;
  const match = /\bAS\s+["`[]?(\w*)$/i.exec(before);
  if (match === null) return undefined;
  const span = last(match[1]?.length ?? 0);
  return fitting(
    fieldItems(view, path, sql, span, (name) => name),
    match[1] ?? '',
  );
}

function fieldItems(
  view: ProfileView,
  path: Path,
  sql: string,
  span: Span,
  insert: (name: string) => string,
): readonly Completion[] {
  const fields = fieldsAt(view, path);
  return missingFields(view, path, sql).map((name) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    const detail = field === undefined ? 'column of the engine' : `${field.type}${field.required ? ', required' : ''}`;
    const documentation = field?.description;
    return item(insert(name), 'field', span, field?.required === true ? 0 : 1, { detail, documentation });
  });
}

/** After FROM and JOIN. */
function tables({ view, path, before, last }: SqlCursor): Completions | undefined {
  const match = /\b(?:from|join|update|into)\s+(?:[\w".`[\]{}]+(?:\s+(?:as\s+)?\w+)?\s*,\s*)*((?:\w+\.)?\w*)$/i.exec(
    before,
  );
  if (match === null) return undefined;
  const written = match[1] ?? '';
  const known = tablesOf(view, sourceOf(view, path));
  const span = last(written.length);
  const pattern = tablePattern(view);
  const named = (known?.all ?? []).map(({ name, columns }) => {
    const isBuilt = pattern !== undefined && name.startsWith(pattern.before) && name.endsWith(pattern.after);
    const inner = isBuilt ? name.slice(pattern.before.length, name.length - pattern.after.length) : name;
    return item(name, 'table', span, 1, { insert: isBuilt ? `{${inner}}` : name, detail: `${columns.length} columns` });
  });
  return fitting(named, written.replace(/^.*\./, ''));
}

const columnItem = (column: TableColumn, table: UsedTable, span: Span, label: string): Completion => {
  const isKey = table.known.key.includes(column.name);
  const detail = `${column.type}${isKey ? ', key' : ''}${column.required ? '' : ', may be NULL'}`;
  return item(label, 'column', span, 1, { detail, documentation: `Column of \`${table.known.name}\`` });
};

const isPlain = (name: string): boolean => /^[A-Za-z_][A-Za-z0-9_]*$/.test(name);

/** After `alias.`: the columns of its table. */
function columnsOfAlias(cursor: SqlCursor, known: DatabaseTables | undefined): Completions | undefined {
  const { view, path, before, last, sql } = cursor;
  const match = /([\p{L}_][\p{L}\p{N}_$#]*)["`\]]?\.["`[]?([\p{L}\p{N}_$#]*)$/u.exec(before);
  if (match === null) return undefined;
  const kind = kindOf(view, sourceOf(view, path));
  if (kind === undefined) return none;
  const [, alias = '', written = ''] = match;
  const used = usedTables(tablesIn(view, statementAround(cursor, sql), kind), known);
  const span = last(written.length);
  const own = used.filter((one) => one.alias.toLowerCase() === alias.toLowerCase());
  const quote = kind.dialect.quote;
  const items = own.flatMap((table) =>
    table.known.columns.map((column) => ({
      ...columnItem(column, table, span, column.name),
      insert: isPlain(column.name) ? column.name : quote(column.name),
    })),
  );
  return fitting(items, written);
}

/** The text in which the tables of the cursor are: the whole statement. A part is only a piece, so its tables are looked up in itself. */
const statementAround = ({ view }: SqlCursor, sql: string): string => expanded(view, sql);

/** Anywhere else: columns of the statement's tables, and missing fields. */
function words(cursor: SqlCursor, known: DatabaseTables | undefined): Completions {
  const { view, path, before, last, sql } = cursor;
  const written = /[\p{L}_]?[\p{L}\p{N}_$#]*$/u.exec(before)?.[0] ?? '';
  const span = last(written.length);
  const kind = kindOf(view, sourceOf(view, path));
  const used = kind === undefined ? [] : usedTables(tablesIn(view, sql, kind), known);
  const columns = used.flatMap((table) =>
    table.known.columns.map((column) => {
      const label = used.length > 1 || table.alias !== table.table ? `${table.alias}.${column.name}` : column.name;
      return columnItem(column, table, span, label);
    }),
  );
  const isSelectList = /\bselect\b(?![\s\S]*\bfrom\b)[\s\S]*$/i.test(before) && /[\w)"'\]]\s+$/.test(before);
  const fields = isSelectList ? fieldItems(view, path, sql, span, (name) => `AS ${name}`) : [];
  return fitting([...fields, ...columns], written);
}

/** Completion in the statement at a path. `at`: the cursor as an offset in it; `start`: the offset of the statement in the file. */
export function completeSql(view: ProfileView, path: Path, sql: string, at: number, start: number): Completions {
  const source = sourceOf(view, path);
  const kind = kindOf(view, source);
  if (kind !== undefined && isInText(sql, at, kind)) return none;
  const rest = /^[\p{L}\p{N}_$#]*/u.exec(sql.slice(at))?.[0].length ?? 0;
  const cursor: SqlCursor = {
    view,
    path,
    sql,
    before: sql.slice(0, at),
    last: (length) => ({ start: start + at - length, end: start + at + rest }),
    follows: (text) => sql.startsWith(text, at + rest),
  };
  const known = tablesOf(view, source);
  return (
    values(cursor) ??
    parts(cursor) ??
    aliases(cursor) ??
    tables(cursor) ??
    columnsOfAlias(cursor, known) ??
    words(cursor, known)
  );
}

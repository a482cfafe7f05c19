/** Completion in SQL: fields of the contract, tables, columns, values and parts. */
import { isMap } from '../../../../engine/host/index.ts';
import type { Path } from '../../../../engine/index.ts';
import { endpointAt } from '../profile/contract-fields.ts';
import { kindOf, type ProfileView, sectionOf, sourceOf, tablesOf, valueAt } from '../profile/view.ts';
import { type Completion, type Completions, fitting, item, none } from '../proposals/item.ts';
import { aliases, columnsOfAlias, tables } from './complete-names.ts';
import { words } from './complete-words.ts';
import { openPlaceAt } from './open-places.ts';
import { type SqlCursor, sqlBlock } from './sql-cursor.ts';
import { aliasesIn, isInText, parametersIn, partsOf, partText, tablePattern } from './statement.ts';

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
  const builtInValues: Readonly<Record<string, string>> = {
    today: "the date of the ERP's clock",
    now: "the time of the ERP's clock",
    key: 'the idempotency key',
    id: 'the id',
  };
  return { detail: builtInValues[name] ?? (head === 'rows' ? 'a column of all rows' : 'a column of an earlier step') };
}

/** The columns that the statement of an earlier step returns, as its text names them. */
function columnsOfStep(view: ProfileView, path: Path, step: string): readonly string[] {
  const lists = ['prepare', 'write'].map((name) => valueAt(view, [...path.slice(0, 2), name]));
  const stepItem = lists
    .flatMap((list): unknown[] => (Array.isArray(list) ? list : []))
    .find((one) => isMap(one) && step in one);
  const stepSpec = isMap(stepItem) ? stepItem[step] : undefined;
  const text = isMap(stepSpec) ? (stepSpec.exec ?? stepSpec.query) : undefined;
  if (typeof text !== 'string') return [];
  const returned = /\bRETURNING\s+([\s\S]*)$/i.exec(text)?.[1]?.split(',') ?? [];
  const columnNames = returned.flatMap((one) => /^\s*(?:\w+\.)?(\w+)\s*$/.exec(one)?.[1] ?? []);
  return [...new Set([...aliasesIn(text), ...columnNames])];
}

/** The settings that SQL may use. */
const settingNames = (view: ProfileView): readonly string[] =>
  sectionOf(view, 'settings').flatMap(([name, declaration]) => {
    const isPlain = !isMap(declaration) || (declaration.secret !== true && declaration.type !== 'map');
    return isPlain ? [`settings.${name}`] : [];
  });

/** Without a scope, the statement has never been checked: the request, the settings and the clock are certain. */
function valueNamesAt(view: ProfileView, path: Path): readonly string[] {
  const scope = view.scopeAt(path);
  const request = Object.entries(endpointAt(view, path)?.request ?? {});
  const parameterNames =
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
  return [...new Set([...parameterNames, ...settingNames(view)])];
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
  const [section, part] = cursor.path;
  const partParameters = section === 'parts' ? parametersIn(view, String(part)) : [];
  const parameterItems = [
    ...partParameters.map((name) =>
      item(name, 'parameter', span, 0, { insert: `${name}${close}`, detail: 'parameter' }),
    ),
    ...partsOf(view, 'sql').map((name) => {
      const parameters = parametersIn(view, name);
      const documentation = sqlBlock(partText(view, name) ?? '');
      if (parameters.length === 0) return item(name, 'part', span, 1, { insert: `${name}${close}`, documentation });
      const places = parameters.map((parameter, index) => `\${${index + 1}:${parameter}}`).join(', ');
      const detail = `(${parameters.join(', ')})`;
      return item(name, 'part', span, 1, {
        insert: `${name}(${places})${close.replace('}', '\\}')}`,
        snippet: true,
        detail,
        documentation,
      });
    }),
  ];
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
  return fitting([...parameterItems, ...named], written);
}

/** Completion in the statement at a path. `at`: the cursor as an offset in it; `start`: the offset of the statement in the file. */
export function completeSql(view: ProfileView, path: Path, sql: string, at: number, start: number): Completions {
  const open = openPlaceAt(view, path, sql, at, start);
  if (open !== undefined) return open;
  const source = sourceOf(view, path);
  const kind = kindOf(view, source);
  if (kind !== undefined && isInText(sql, at, kind)) return none;
  const rest = /^[\p{L}\p{N}_$#]*/u.exec(sql.slice(at))?.[0].length ?? 0;
  const cursor: SqlCursor = {
    view,
    path,
    sql,
    before: sql.slice(0, at),
    after: sql.slice(at),
    last: (length) => ({ start: start + at - length, end: start + at + rest }),
    follows: (text) => sql.startsWith(text, at + rest),
  };
  return (
    values(cursor) ?? parts(cursor) ?? aliases(cursor) ?? tables(cursor) ?? columnsOfAlias(cursor) ?? words(cursor)
  );
}

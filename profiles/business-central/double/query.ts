/** Answers of `GET`: OData 4 as far as Business Central goes, and its refusals. */

import { ODataError } from '../../../doubles/odata/error.ts';
import type { Column } from '../../../doubles/odata/filter.ts';
import { filterToSql, orderToSql } from '../../../doubles/odata/filter.ts';
import { type EntitySet, setOf } from './sets.ts';
import type { Row, Store, Value } from './store.ts';

export type Json = Readonly<Record<string, unknown>>;

const options = [
  '$filter',
  '$orderby',
  '$top',
  '$skip',
  '$skiptoken',
  '$select',
  '$expand',
  '$schemaversion',
  'company',
];
const bad = (message: string, code = 'BadRequest'): ODataError => new ODataError(400, message, code);

function wholeNumber(query: URLSearchParams, name: string): number | undefined {
  const value = query.get(name);
  if (value === null) return undefined;
  if (!/^\d+$/.test(value)) throw bad(`Invalid value '${value}' for ${name}.`);
  return Number(value);
}

/** What Business Central refuses of what OData knows: `or` between two fields, and functions in functions before schema version 2.1. */
function checkFilter(filter: string, version: string | null): void {
  const bare = filter.replaceAll(/'(?:[^']|'')*'/g, "''");
  for (const [, chain = ''] of bare.matchAll(/\(((?:[^()]|\([^()]*\))*)\)/g)) {
    if (!/ or /.test(chain)) continue;
    const fields = chain
      .split(/ or /)
      .map((term) => /\b(?!contains|startswith|endswith|tolower|toupper)[A-Za-z_]\w*/.exec(term)?.[0]);
    if (new Set(fields).size > 1)
      throw bad("The 'OR' operator is not supported on distinct fields on an OData filter expression.");
  }
  if (version !== '2.1' && /\w+\(\s*\w+\(|\bin \(/.test(bare))
    throw bad('The filter is not supported by this version of the schema.');
}

function shaped({ columns }: EntitySet, row: Row): Json {
  const shape = ([name, type]: [string, Column]): [string, unknown] => [
    name,
    type === 'boolean' ? row[name] === 1 : row[name],
  ];
  return { '@odata.etag': 'W/"JzE5OzE="', ...Object.fromEntries(Object.entries(columns).map(shape)) };
}

export interface Asked {
  readonly name: string;
  readonly set: EntitySet;
  readonly query: URLSearchParams;
  /** The header that asks for smaller pages. */
  readonly prefer: string;
  /** Address of the set, for the link to the next page. */
  readonly url: string;
  /** The parent, where the path names one: `journals(id)/journalLines`. */
  readonly of?: { readonly column: string; readonly value: string };
}

export function expand(store: Store, set: EntitySet, row: Row, wanted: string | null): Json {
  const added = (wanted ?? '')
    .split(',')
    .filter((name) => name !== '')
    .map((name): [string, unknown] => {
      const child = set.expand?.[name];
      const of = child && setOf(child.set);
      if (child === undefined || of === undefined) throw bad(`Could not find a property named '${name}'.`);
      const inOrder = of.columns.sequence === undefined ? of.key : 'sequence';
      const sql = `SELECT * FROM ${child.set} WHERE ${child.by} = ? ORDER BY ${inOrder}`;
      const rows = store.all(sql, row[child.of] ?? '');
      const shapes = rows.map((one) => shaped(of, one));
      return [name, child.one === true ? shapes[0] : shapes];
    });
  return { ...shaped(set, row), ...Object.fromEntries(added) };
}

function chosen(row: Json, query: URLSearchParams): Json {
  const names = query.get('$select')?.split(',');
  if (names === undefined) return row;
  const kept = [...names, ...(query.get('$expand')?.split(',') ?? []), '@odata.etag'];
  return Object.fromEntries(Object.entries(row).filter(([name]) => kept.includes(name)));
}

/** Where a page begins: behind a key, where rows come in its order, or behind a number of rows. */
interface Token {
  readonly done: number;
  readonly behind: Value | undefined;
}

function tokenOf(query: URLSearchParams): Token {
  const text = query.get('$skiptoken');
  if (text === null) return { done: 0, behind: undefined };
  const [done, behind]: Value[] = JSON.parse(text);
  return { done: Number(done), behind: behind ?? undefined };
}

export function list(store: Store, { name, set, query, prefer, url, of }: Asked): Json {
  for (const option of query.keys())
    if (!options.includes(option)) throw bad(`The query parameter '${option}' is not supported.`);
  const filter = query.get('$filter');
  if (filter !== null) checkFilter(filter, query.get('$schemaversion'));
  if (set.needs !== undefined && of === undefined && !filter?.includes(`${set.needs.column} eq`))
    throw bad(set.needs.message, 'BadRequest');
  const wanted = filter === null ? { sql: '1 = 1', values: [] } : filterToSql(filter, set.columns);
  const condition =
    of === undefined ? wanted : { sql: `(${wanted.sql}) AND ${of.column} = ?`, values: [...wanted.values, of.value] };
  const order = query.get('$orderby');
  const by = order === null ? set.key : orderToSql(order, set.columns);
  const keyed = [set.key, `${set.key} asc`].includes(by);
  const { done, behind } = tokenOf(query);
  const top = wholeNumber(query, '$top') ?? Number.POSITIVE_INFINITY;
  const asked = Number(/\bmaxpagesize=(\d+)/.exec(prefer)?.[1] ?? 20_000);
  const size = Math.min(20_000, asked, Math.max(0, top - done));
  const follows = keyed && behind !== undefined;
  const skip = follows ? 0 : (wholeNumber(query, '$skip') ?? 0) + done;
  const rows = store.all(
    `SELECT * FROM ${name} WHERE (${condition.sql})${follows ? ` AND ${set.key} > ?` : ''} ORDER BY ${by}, ${set.key} LIMIT ? OFFSET ?`,
    ...[...condition.values, ...(follows ? [behind] : []), size + 1, skip],
  );
  const page = rows.slice(0, size);
  const value = page.map((row) => chosen(expand(store, set, row, query.get('$expand')), query));
  const last = page.at(-1);
  const context = { '@odata.context': `${url.split('?')[0]}/$metadata#${name}` };
  if (rows.length <= size || done + size >= top || last === undefined) return { ...context, value };
  const next = new URLSearchParams(query);
  next.set('$skiptoken', JSON.stringify([done + size, last[set.key] ?? null]));
  return { ...context, value, '@odata.nextLink': `${url}?${next.toString()}` };
}

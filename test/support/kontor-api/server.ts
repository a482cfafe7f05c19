/**
 * Kontor's API: a stateful OData 4 server over the demo ERP. It pages with `@odata.nextLink`, requires a bearer
 * token, and sends errors in the format of OData (OASIS OData JSON Format 4.01, 21.1). Tests can inject faults into
 * the next requests.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type Database from 'better-sqlite3';
import { ODataError } from '../../../doubles/odata/error.ts';
import { filterToSql, orderToSql } from '../../../doubles/odata/filter.ts';
import { serve } from '../../../doubles/serve.ts';
import { officeClock, openKontor } from './database.ts';
import { type EntitySet, sets, viewOf } from './sets.ts';
import { type Body, kontorWrites } from './writes.ts';

export interface KontorApi {
  readonly url: string;
  readonly token: string;
  readonly database: Database.Database;
  /** Received requests, such as `GET /Customers`. */
  readonly seen: string[];
  /** Handlers for injected faults: the first one that returns true has answered the request. */
  readonly intercept: ((request: IncomingMessage, response: ServerResponse, answer: () => Promise<void>) => boolean)[];
  close(): Promise<void>;
}

interface KontorOptions {
  /** Maximum page size, regardless of `$top`; default 200. */
  readonly pageSize?: number;
  readonly token?: string;
  /** Milliseconds since the epoch; default: the machine's clock. */
  readonly now?: () => number;
}

type Row = Record<string, unknown>;

const queryOptions = ['$filter', '$orderby', '$top', '$skip', '$skiptoken', '$select', '$expand', '$count'];

function wholeNumber(value: string | null, name: string): number | undefined {
  if (value === null) return undefined;
  if (!/^\d+$/.test(value)) throw new ODataError(400, `Invalid value '${value}' for ${name}.`);
  return Number(value);
}

/** The number of rows before a page, and the key of the last of them. */
function tokenOf(text: string | null): {
  readonly done: number;
  readonly behind: readonly (string | number)[] | undefined;
} {
  if (text === null) return { done: 0, behind: undefined };
  const [done, ...behind]: (string | number)[] = JSON.parse(text);
  return { done: Number(done), behind };
}

/** Columns in JSON form. */
function shaped(set: EntitySet, row: Row): Row {
  return Object.fromEntries(
    Object.entries(set.columns).map(([name, type]) => [
      name,
      type === 'boolean' && row[name] !== null ? row[name] === 1 : row[name],
    ]),
  );
}

async function bodyOf(request: IncomingMessage): Promise<Body> {
  if (!/^application\/json\b/.test(request.headers['content-type'] ?? ''))
    throw new ODataError(415, 'The content type must be application/json.');
  const sent = await text(request);
  try {
    const parsed: unknown = JSON.parse(sent);
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return { ...parsed };
  } catch {
    // Handled below.
  }
  throw new ODataError(400, 'The body is no JSON object.');
}

/** The literal of a key in parentheses: `('K10000')`, `(12)`. */
function keyValue(text: string): string | number {
  if (/^-?\d+$/.test(text)) return Number(text);
  if (/^'(?:[^']|'')*'$/.test(text)) return text.slice(1, -1).replaceAll("''", "'");
  throw new ODataError(400, `'${text}' is no key.`);
}

/** Starts the API on a free loopback port. */
export async function startKontorApi({
  pageSize = 200,
  token = 'kontor-token',
  now = Date.now,
}: KontorOptions = {}): Promise<KontorApi> {
  const database = openKontor();
  const write = kontorWrites(database, officeClock(now));
  const seen: string[] = [];
  const intercept: KontorApi['intercept'] = [];
  const all = (sql: string, values: readonly (string | number)[]): readonly Row[] =>
    database.prepare<(string | number)[], Row>(sql).all(...values);

  function setOf(name: string): EntitySet {
    const set = sets[name];
    if (set === undefined) throw new ODataError(404, `Resource not found for the segment '${name}'.`);
    return set;
  }

  function expanded(set: EntitySet, rows: readonly Row[], wanted: string | null): readonly Row[] {
    return (wanted?.split(',') ?? []).reduce((expandedRows, name) => {
      const child = set.expand?.[name];
      if (child === undefined) throw new ODataError(400, `Could not find a property named '${name}'.`);
      const childSet = setOf(child.set);
      const sql = `SELECT * FROM ${viewOf(child.set)} WHERE ${child.by} = ? ORDER BY no`;
      return expandedRows.map((row) => ({
        ...row,
        [name]: all(sql, [Number(row.id)]).map((line) => shaped(childSet, line)),
      }));
    }, rows);
  }

  function one(name: string, key: string | number): Row {
    const set = setOf(name);
    const [row] = all(`SELECT * FROM ${viewOf(name)} WHERE ${set.key[0]} = ?`, [key]);
    if (row === undefined) throw new ODataError(404, `There is no ${name}(${key}).`);
    return shaped(set, row);
  }

  /** `prefer`: the header, which may request smaller pages. */
  function list(name: string, query: URLSearchParams, prefer: string): Row {
    const set = setOf(name);
    for (const option of query.keys())
      if (!queryOptions.includes(option))
        throw new ODataError(400, `The query parameter '${option}' is not supported.`);
    const filter = query.get('$filter');
    const condition = filter === null ? { sql: '1 = 1', values: [] } : filterToSql(filter, set.columns);
    const order = query.get('$orderby');
    const by = [...(order === null ? [] : [orderToSql(order, set.columns)]), ...set.key].join(', ');
    const top = wholeNumber(query.get('$top'), '$top') ?? Number.POSITIVE_INFINITY;
    const { done, behind } = tokenOf(query.get('$skiptoken'));
    // A list in key order continues after the key of the last row, in any other order after a number of rows.
    const follows = behind !== undefined && order === null;
    const skip = follows ? 0 : (wholeNumber(query.get('$skip'), '$skip') ?? 0) + done;
    const wanted = Number(/\bmaxpagesize=(\d+)/.exec(prefer)?.[1] ?? pageSize);
    const size = Math.min(pageSize, wanted, Math.max(0, top - done));
    const slots = set.key.map(() => '?').join(', ');
    const rest = follows ? ` AND (${set.key.join(', ')}) > (${slots})` : '';
    const sql = `SELECT * FROM ${viewOf(name)} WHERE (${condition.sql})${rest} ORDER BY ${by} LIMIT ? OFFSET ?`;
    const rows = all(sql, [...condition.values, ...(follows ? behind : []), size + 1, skip]);
    const page = expanded(
      set,
      rows.slice(0, size).map((row) => shaped(set, row)),
      query.get('$expand'),
    );
    const last = rows[size - 1];
    if (rows.length <= size || done + size >= top || last === undefined) return { value: page };
    const next = new URLSearchParams(query);
    next.set('$skiptoken', JSON.stringify([done + size, ...set.key.map((column) => last[column])]));
    return { value: page, '@odata.nextLink': `${url}/${name}?${next.toString()}` };
  }

  async function post(path: string, request: IncomingMessage): Promise<Row> {
    const action = /^\/Invoices\((\d+)\)\/post$/.exec(path);
    if (action !== null) return one('Invoices', write.postInvoice(Number(action[1])));
    const body = await bodyOf(request);
    switch (path) {
      case '/SalesOrders':
        return one('SalesOrders', write.createOrder(body));
      case '/Invoices':
        return one('Invoices', write.createInvoice(body));
      case '/Payments':
        return one('Payments', write.createPayment(body));
      default:
        throw new ODataError(405, `${path} takes no POST.`);
    }
  }

  function get(path: string, query: URLSearchParams, prefer: string): Row {
    const [, name = '', key] = /^\/(\w+)(?:\(([^/]*)\))?$/.exec(path) ?? [];
    return key === undefined ? list(name, query, prefer) : one(name, keyValue(key));
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const reply = (status: number, body: object): void => {
      const json = JSON.stringify(body);
      response.writeHead(status, {
        'content-type': 'application/json; charset=utf-8',
        'content-length': Buffer.byteLength(json),
      });
      response.end(json);
    };
    try {
      const target = new URL(request.url ?? '/', url);
      const path = decodeURIComponent(target.pathname.replace(/^\/api/, ''));
      if (request.headers.authorization !== `Bearer ${token}`)
        throw new ODataError(401, 'The token is not valid.', 'Unauthorized');
      if (request.method === 'GET') reply(200, get(path, target.searchParams, String(request.headers.prefer ?? '')));
      else if (request.method === 'POST') reply(path.endsWith('/post') ? 200 : 201, await post(path, request));
      else throw new ODataError(405, `${request.method} is not supported.`);
    } catch (error) {
      if (error instanceof ODataError)
        return reply(error.status, { error: { code: error.code, message: error.message } });
      // For example a constraint of the tables, which real servers answer with 500.
      reply(500, { error: { code: 'InternalServerError', message: String(error) } });
    }
  }

  const server = await serve(async (request, response) => {
    seen.push(`${request.method} ${request.url?.split('?')[0]}`);
    for (const [index, take] of intercept.entries()) {
      if (!take(request, response, () => answer(request, response))) continue;
      intercept.splice(index, 1);
      return;
    }
    await answer(request, response);
  });
  const url = `${server.url}/api`;
  return {
    url,
    token,
    database,
    seen,
    intercept,
    async close() {
      await server.close();
      database.close();
    },
  };
}

/**
 * The records of a double in an SQLite database in memory, and the server around them: for ERPs whose description has paths and types (OpenAPI, XML
 * schemas), so that only tables, rows and rules are written by hand. The description itself is compared with each request and answer by the checks.
 */
import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import Database from 'better-sqlite3';
import { serve } from './serve.ts';

export type Value = string | number | null;
export type Row = Readonly<Record<string, Value>>;

export interface Tables {
  all(sql: string, ...values: readonly Value[]): readonly Row[];
  get(sql: string, ...values: readonly Value[]): Row | undefined;
  run(sql: string, ...values: readonly Value[]): void;
  /** Adds a row. Members with the value undefined are left out. */
  insert(table: string, row: Readonly<Record<string, Value | undefined>>): void;
  /** The current time of the double, in milliseconds since the epoch. */
  now(): number;
  newId(): string;
}

export interface DoubleRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Number of requests that are not answered yet, with this one. */
  readonly present: number;
}

export interface DoubleReply {
  readonly status: number;
  /** An object is sent as JSON. */
  readonly body?: object | string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Where the record of an id of the contract is. */
export interface RowPlace {
  readonly table: string;
  readonly column: string;
}

export interface TablesDoubleInput {
  /** Statements that create the tables, with primary and foreign keys: checks that change rows follow them. */
  readonly schema: string;
  readonly fill: (tables: Tables) => void;
  /** Answers a request; all of it is one transaction. An error that is thrown rolls it back. */
  readonly answer: (request: DoubleRequest, tables: Tables) => DoubleReply;
  /** Variables of the profile's settings. */
  readonly environment: (url: string) => Readonly<Record<string, string>>;
  /** Places of the records of a list, for checks that remove them. */
  readonly places?: (path: string) => readonly RowPlace[];
}

/** A refusal of the ERP: the transaction is rolled back, and the reply is sent. */
export class Refusal extends Error {
  readonly reply: DoubleReply;

  constructor(reply: DoubleReply) {
    super(`Status ${reply.status}`);
    this.reply = reply;
  }
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

function tablesOf(database: Database.Database, now: () => number): Tables {
  const prepared = new Map<string, Database.Statement<Value[], Row>>();
  const statement = (sql: string): Database.Statement<Value[], Row> => {
    const made = prepared.get(sql) ?? database.prepare<Value[], Row>(sql);
    prepared.set(sql, made);
    return made;
  };
  const run = (sql: string, ...values: readonly Value[]): void => void statement(sql).run(...values);
  return {
    all: (sql, ...values) => statement(sql).all(...values),
    get: (sql, ...values) => statement(sql).get(...values),
    run,
    insert(table, row) {
      const given = Object.entries(row).filter((entry): entry is [string, Value] => entry[1] !== undefined);
      const names = given.map(([name]) => quoted(name)).join(', ');
      const marks = given.map(() => '?').join(', ');
      run(`INSERT INTO ${quoted(table)} (${names}) VALUES (${marks})`, ...given.map(([, value]) => value));
    },
    now,
    newId: () => randomUUID(),
  };
}

/** Starts a double on a free port of the loopback interface. Errors of `answer` that are no `Refusal` are faults of the double: status 500. */
export async function tablesDouble({ schema, fill, answer, environment, places }: TablesDoubleInput) {
  let time: number | undefined;
  const database = new Database(':memory:');
  // Checks remove and insert single rows, also those that others refer to.
  database.pragma('foreign_keys = OFF');
  database.exec(schema);
  const tables = tablesOf(database, () => time ?? Date.now());
  database.transaction(() => fill(tables))();
  let present = 0;

  function reply(request: DoubleRequest): DoubleReply {
    try {
      return database.transaction(() => answer(request, tables)).immediate();
    } catch (error) {
      if (error instanceof Refusal) return error.reply;
      throw error;
    }
  }

  const server = await serve(async (message, response) => {
    present += 1;
    try {
      const { pathname, searchParams } = new URL(message.url ?? '/', 'http://double');
      const headers = Object.entries(message.headers).map(([name, value]) => [name, String(value ?? '')]);
      const body = await text(message);
      const sent = reply({
        method: message.method ?? '',
        path: pathname,
        query: searchParams,
        headers: Object.fromEntries(headers),
        ...{ body, present },
      });
      const type = typeof sent.body === 'object' ? { 'content-type': 'application/json; charset=utf-8' } : {};
      response.writeHead(sent.status, { date: new Date(tables.now()).toUTCString(), ...type, ...sent.headers });
      response.end(typeof sent.body === 'object' ? JSON.stringify(sent.body) : sent.body);
    } finally {
      present -= 1;
    }
  });
  const names = database
    .prepare<[], { readonly name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table'")
    .all()
    .map(({ name }) => name);
  return {
    environment: environment(server.url),
    data: {
      kind: 'tables' as const,
      sql: 'sqlite',
      async execute(sql: string): Promise<readonly Row[]> {
        const made = database.prepare<[], Row>(sql);
        if (made.reader) return made.all();
        made.run();
        return [];
      },
    },
    counts: async () =>
      Object.fromEntries(
        names.map((name) => [name, Number(tables.get(`SELECT count(*) AS number FROM ${quoted(name)}`)?.number)]),
      ),
    async takeOut(path: string, id: string): Promise<(() => Promise<void>) | undefined> {
      for (const { table, column } of places?.(path) ?? []) {
        const where = `${quoted(table)} WHERE ${quoted(column)} = ?`;
        const row = tables.get(`SELECT * FROM ${where}`, id);
        if (row === undefined) continue;
        tables.run(`DELETE FROM ${where}`, id);
        return async () => tables.insert(table, row);
      }
      return undefined;
    },
    setClock(ms: number): void {
      // The current time is no fixed one: it goes on.
      time = Math.abs(ms - Date.now()) < 60_000 ? undefined : ms;
    },
    async close(): Promise<void> {
      await server.close();
      database.close();
    },
  };
}

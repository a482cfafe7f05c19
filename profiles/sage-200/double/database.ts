/** The company database as Sage 200 works with it: T-SQL in, rows out. Keys come from a counter, one for each table. */

export type Row = Readonly<Record<string, string | null>>;
export interface Database {
  run(sql: string): Promise<readonly Row[]>;
}
export type Body = Readonly<Record<string, unknown>>;

/** What the API refuses, with its status. */
export class Refused extends Error {
  readonly status: number;
  constructor(message: string, status = 400) {
    super(message);
    this.name = 'Refused';
    this.status = status;
  }
}

export const isBody = (value: unknown): value is Body => typeof value === 'object' && value !== null;

/** A text of the request as a literal. One that is too long is refused, as the API does. */
export function textOf(body: Body, name: string, max: number): string {
  const value = String(body[name] ?? '');
  if (value.length > max) throw new Refused(`The field ${name} must be a string with a maximum length of ${max}.`);
  return `N'${value.replaceAll("'", "''")}'`;
}

/** A number of the request as a literal. */
export function numberOf(body: Body, name: string, decimals: number): string {
  const value = Number(body[name]);
  if (body[name] === undefined || !Number.isFinite(value)) throw new Refused(`The field ${name} is required.`);
  return value.toFixed(decimals);
}

/** A point in time of the request; the API takes no day without a time. */
export function dayOf(body: Body, name: string): string {
  const value = String(body[name]);
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(value))
    throw new Refused(`The field ${name} is not a valid date and time.`);
  return `'${value.slice(0, 10)}'`;
}

export async function one(database: Database, sql: string): Promise<Row | undefined> {
  return (await database.run(sql))[0];
}

/** The number behind the last one of a column. */
export async function nextOf(database: Database, table: string, column: string): Promise<number> {
  const row = await one(database, `SELECT ISNULL(MAX(${column}), 0) + 1 AS number FROM ${table}`);
  return Number(row?.number);
}

/** What the parts of the double share: the database, values in SQL, and exceptions as Frappe answers them. */

export type Row = Readonly<Record<string, string | null>>;
export type Body = Readonly<Record<string, unknown>>;
export interface Database {
  run(sql: string): Promise<readonly Row[]>;
}

export const isRecord = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const recordsOf = (value: unknown): readonly Body[] => (Array.isArray(value) ? value.filter(isRecord) : []);

/** A value in SQL; NULL for none. */
export const literal = (value: unknown): string =>
  value === undefined || value === null ? 'NULL' : `'${String(value).replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;

/** An exception of Python. Frappe answers with its class and message, and rolls back. */
export class FrappeError extends Error {
  readonly type: string;
  readonly status: number;
  constructor(type: string, message: string, status = 417) {
    super(message);
    this.type = type;
    this.status = status;
  }
}

/** The only row of a statement that must have one. */
export async function oneRow(database: Database, sql: string, missing: string): Promise<Row> {
  const [row] = await database.run(sql);
  if (row === undefined) throw new FrappeError('DoesNotExistError', missing, 404);
  return row;
}

/** A value of a form with settings, such as Selling Settings. */
export async function settingOf(database: Database, form: string, field: string): Promise<string> {
  const [row] = await database.run(
    `SELECT value FROM tabSingles WHERE doctype = ${literal(form)} AND field = ${literal(field)}`,
  );
  return row?.value ?? '';
}

/** Decimals of amounts, the same for all currencies. */
export async function decimalsOf(database: Database): Promise<number> {
  const precision = Number(await settingOf(database, 'System Settings', 'currency_precision'));
  const format = await settingOf(database, 'System Settings', 'number_format');
  return precision || ({ '#.###': 0, '#,###': 0, '#,###.###': 3 }[format] ?? 2);
}

/** Adds a row. Values are SQL. */
export async function insert(
  database: Database,
  table: string,
  values: Readonly<Record<string, string>>,
): Promise<void> {
  const names = Object.keys(values).map((name) => `\`${name}\``);
  await database.run(`INSERT INTO \`tab${table}\` (${names.join(', ')}) VALUES (${Object.values(values).join(', ')})`);
}

/** The next number of a series, such as ACC-SINV-2026-. */
export async function nextName(database: Database, table: string, series: string): Promise<string> {
  const [row] = await database.run(
    `SELECT LPAD(COALESCE(MAX(CAST(SUBSTRING(name, ${series.length + 1}) AS SIGNED)), 0) + 1, 5, '0') AS number
     FROM \`tab${table}\` WHERE name REGEXP ${literal(`^${series}[0-9]+$`)}`,
  );
  return `${series}${row?.number}`;
}

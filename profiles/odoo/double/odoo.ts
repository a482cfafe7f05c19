/** What the models of the double share: the database, values as SQL, and what Odoo says when it refuses. */

export type Row = Readonly<Record<string, string | null>>;
export interface Database {
  run(sql: string): Promise<readonly Row[]>;
}
export type Values = Readonly<Record<string, unknown>>;

/** An exception of Odoo, by the name that its answers give it. `status` is what JSON-2 answers with. */
export class OdooError extends Error {
  readonly exception: string;
  readonly status: number;
  constructor(exception: string, status: number, message: string) {
    super(message);
    this.exception = exception;
    this.status = status;
  }
}

export const userError = (message: string): OdooError => new OdooError('odoo.exceptions.UserError', 422, message);
export const missing = (model: string, id: unknown): OdooError =>
  new OdooError(
    'odoo.exceptions.MissingError',
    404,
    `Record does not exist or has been deleted.\n(Record: ${model}(${id},))`,
  );

export const isRecord = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** A text as SQL; Odoo has false for "none". */
export const text = (value: unknown): string =>
  value === undefined || value === null || value === false ? 'NULL' : `'${String(value).replaceAll("'", "''")}'`;
/** A number as SQL. */
export const number = (value: unknown): string =>
  typeof value === 'number' && Number.isFinite(value) ? String(value) : 'NULL';

/** What a method is called with. */
export interface Call {
  readonly database: Database;
  readonly ids: readonly unknown[];
  /** Its arguments, by name. */
  readonly values: Values;
  readonly context: Values;
  /** The user that calls. */
  readonly uid: number;
  /** Now, as Odoo writes it into columns: UTC without a zone, as SQL. */
  readonly now: string;
}

export async function one(database: Database, sql: string): Promise<Row | undefined> {
  return (await database.run(sql))[0];
}

/** The next id of a table. */
export async function nextId(database: Database, table: string): Promise<number> {
  return Number((await one(database, `SELECT nextval(pg_get_serial_sequence('${table}', 'id')) AS id`))?.id);
}

/** The record of a model that has this id, or Odoo's word that there is none. */
export async function record(database: Database, table: string, id: unknown): Promise<Row> {
  const found = await one(database, `SELECT * FROM ${table} WHERE id = ${number(id)}`);
  if (found === undefined) throw missing(table.replaceAll('_', '.'), id);
  return found;
}

/** Values for records of a model. What has another form, or names that the model does not have, is an error of whoever calls. */
function valuesFor(model: string, list: readonly unknown[], fields: readonly string[]): readonly Values[] {
  return list.map((values) => {
    if (!isRecord(values)) throw new OdooError('builtins.TypeError', 500, `Values of '${model}' are no dictionary`);
    const unknown = Object.keys(values).find((name) => !fields.includes(name));
    if (unknown !== undefined)
      throw new OdooError('builtins.ValueError', 500, `Invalid field '${unknown}' in '${model}'`);
    return values;
  });
}

/** Values for new records. A user sees the companies that the context allows, and no others. */
export function newRecords(model: string, { values, context }: Call, fields: readonly string[]): readonly Values[] {
  const list = valuesFor(model, listOf(values.vals_list), fields);
  const allowed = listOf(context.allowed_company_ids);
  if (list.some(({ company_id }) => company_id !== undefined && !allowed.includes(company_id)))
    throw new OdooError('odoo.exceptions.AccessError', 403, `You are not allowed to create '${model}' records there.`);
  return list;
}

/** What the commands `[0, 0, values]` of a one2many field make. */
export function created(model: string, commands: unknown, fields: readonly string[]): readonly Values[] {
  return valuesFor(
    model,
    listOf(commands).map((command) => {
      const [operation, , values] = listOf(command);
      return operation === 0 ? values : undefined;
    }),
    fields,
  );
}

/** How many units of a currency one of the company's is worth on a day, as SQL. */
export const rate = (currency: string, company: string, day: string): string =>
  `COALESCE((SELECT r.rate FROM res_currency_rate r WHERE r.currency_id = ${currency} AND r.name <= ${day}
     AND (r.company_id IS NULL OR r.company_id = ${company}) ORDER BY r.name DESC LIMIT 1), 1)`;

/** Decimals that the installation keeps of prices or quantities, as SQL. */
export const digits = (name: string): string =>
  `COALESCE((SELECT MIN(d.digits) FROM decimal_precision d WHERE d.name LIKE '${name}%'), 2)`;

/** A price as this version keeps it, as SQL: 19 as it is, those before with the decimals of Product Price. */
export async function keptPrice(database: Database, price: string): Promise<string> {
  const isWhole = await hasColumn(database, 'uom_uom', 'relative_factor');
  return isWhole ? price : `ROUND(${price}, ${digits('Product Price')})`;
}

/** Whether a table of this version of Odoo has a column. */
export async function hasColumn(database: Database, table: string, column: string): Promise<boolean> {
  const where = `table_name = '${table}' AND column_name = '${column}' AND table_schema = current_schema()`;
  return (await one(database, `SELECT 1 AS yes FROM information_schema.columns WHERE ${where}`)) !== undefined;
}

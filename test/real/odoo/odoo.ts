/** An Odoo as its administrator sees it, by JSON-RPC, which all versions from 16 to 19 have. */
import { z } from 'zod';

export type Row = Readonly<Record<string, unknown>>;
type Domain = readonly unknown[];

/** Failures reject with Odoo's message. */
export interface Odoo {
  readonly url: string;
  readonly database: string;
  /** Calls a public method of a model. `named`: its arguments by name, and `context`. */
  call(model: string, method: string, positional: readonly unknown[], named?: Row): Promise<unknown>;
  /** Records by their id, in the order of the id unless `order` is given; archived ones too if the context says so. */
  rows(model: string, domain: Domain, fields: readonly string[], named?: Row): Promise<readonly Row[]>;
  /** Creates one record; returns its id. */
  create(model: string, values: Row, context?: Row): Promise<number>;
}

interface Login {
  readonly url: string;
  readonly database: string;
  readonly login: string;
  readonly password: string;
}

const rpcAnswer = z.object({
  result: z.unknown().optional(),
  error: z
    .object({ message: z.string(), data: z.object({ name: z.string(), message: z.string() }).optional() })
    .optional(),
});
const rowList = z.array(z.record(z.string(), z.unknown()));

/** The result of a JSON-RPC call to a path of Odoo, and the cookies that it set. */
export async function sendRpc(url: string, params: Row, cookie = ''): Promise<{ result: unknown; cookie: string }> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(cookie === '' ? {} : { cookie }) },
    body: JSON.stringify({ jsonrpc: '2.0', method: 'call', id: 1, params }),
  });
  const { result, error } = rpcAnswer.parse(await response.json());
  if (error !== undefined) throw new Error(`${error.data?.name ?? ''} ${error.data?.message ?? error.message}`.trim());
  const set = response.headers.getSetCookie().map((one) => one.split(';')[0]);
  return { result, cookie: set.length === 0 ? cookie : set.join('; ') };
}

/** Logs in. Rejects if Odoo does not accept login and password. */
export async function openOdoo({ url, database, login, password }: Login): Promise<Odoo> {
  const send = async (service: string, method: string, args: readonly unknown[]): Promise<unknown> =>
    (await sendRpc(`${url}/jsonrpc`, { service, method, args })).result;
  const uid = z.number().parse(await send('common', 'authenticate', [database, login, password, {}]));
  const call: Odoo['call'] = (model, method, positional, named = {}) =>
    send('object', 'execute_kw', [database, uid, password, model, method, positional, named]);
  return {
    url,
    database,
    call,
    rows: async (model, domain, fields, named = {}) =>
      rowList.parse(await call(model, 'search_read', [domain, fields], { order: 'id', ...named })),
    create: async (model, values, context = {}) =>
      z.array(z.number()).parse(await call(model, 'create', [[values]], { context }))[0] ?? 0,
  };
}

/** The id in a many2one value, which is `[id, name]` or false. */
export function idOf(value: unknown): number | undefined {
  const [id] = Array.isArray(value) ? value : [value];
  return typeof id === 'number' ? id : undefined;
}

/** A text; Odoo has false for "none". */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
export const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0);
export const idsOf = (value: unknown): readonly number[] => z.array(z.number()).parse(value);

/** The id of a record that an app has defined, by its external identifier. */
export async function refOf(odoo: Odoo, name: string): Promise<number> {
  const [module = '', id = ''] = name.split('.');
  const domain = [
    ['module', '=', module],
    ['name', '=', id],
  ];
  const [dataRow] = await odoo.rows('ir.model.data', domain, ['res_id']);
  if (dataRow === undefined) throw new Error(`This Odoo has no ${name}.`);
  return numberOf(dataRow.res_id);
}

/** The one record with these values. */
export async function only(odoo: Odoo, model: string, domain: Domain): Promise<number> {
  const [record] = await odoo.rows(model, domain, ['id']);
  if (record === undefined) throw new Error(`This Odoo has no ${model} with ${JSON.stringify(domain)}.`);
  return numberOf(record.id);
}

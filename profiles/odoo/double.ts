/**
 * Odoo over the tables of the fixture, whatever version they are of: JSON-2 from 19 on, JSON-RPC always, both down to their errors. `engine test
 * --conformance` loads it.
 */
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { serve } from '../../doubles/serve.ts';
import { createInvoices, createOrders, post } from './double/documents.ts';
import { type Call, type Database, isRecord, listOf, OdooError, one, type Values } from './double/odoo.ts';
import { paymentForms } from './double/payments.ts';

type Answer = readonly [status: number, body: unknown];
interface Method {
  /** Names of its arguments, in their order; one of records has them in front, as `ids`. */
  readonly takes: readonly string[];
  readonly ofRecords: boolean;
  readonly run: (call: Call) => Promise<unknown>;
}

const key = 'key-of-the-double';
const login = 'middleware@nordlicht.example';
const databaseName = 'nordlicht';

const described = (error: OdooError): Values => ({
  ...{ name: error.exception, message: error.message, arguments: [error.message], context: {} },
  debug: `Traceback (most recent call last):\n${error.exception}: ${error.message}\n`,
});
const asOdoo = (error: unknown): OdooError =>
  error instanceof OdooError ? error : new OdooError('builtins.Exception', 500, String(error));

function modelsOf(): ReadonlyMap<string, Method> {
  const forms = paymentForms();
  const creating = (run: Method['run']): Method => ({ takes: ['vals_list'], ofRecords: false, run });
  const ofRecords = (run: Method['run']): Method => ({ takes: [], ofRecords: true, run });
  return new Map([
    ['res.users/context_get', { takes: [], ofRecords: false, run: async () => ({ lang: 'en_US', tz: 'UTC' }) }],
    ['sale.order/create', creating(createOrders)],
    ['account.move/create', creating(createInvoices)],
    ['account.move/action_post', ofRecords(post)],
    ['account.payment.register/create', creating(forms.create)],
    ['account.payment.register/action_create_payments', ofRecords(forms.confirm)],
  ]);
}

/** One Odoo: `now` gives milliseconds since the epoch. */
function odoo(database: Database, now: () => number) {
  const models = modelsOf();
  const stamp = (): string => `'${new Date(now()).toISOString().replace('T', ' ').replace('Z', '')}'::timestamp`;
  const versionOf = async () =>
    (await one(database, "SELECT latest_version FROM ir_module_module WHERE name = 'base'"))?.latest_version;
  const userOf = async (name: unknown): Promise<number> =>
    Number((await one(database, `SELECT id FROM res_users WHERE login = '${login}' AND ${name === login}`))?.id ?? 0);

  async function run(name: string, call: Pick<Call, 'ids' | 'values' | 'context' | 'uid'>): Promise<unknown> {
    const method = models.get(name);
    if (method === undefined)
      throw new OdooError('werkzeug.exceptions.NotFound', 404, `the method '${name.replace('/', '.')}' does not exist`);
    const unknown = Object.keys(call.values).find((argument) => !method.takes.includes(argument));
    if (unknown !== undefined || method.takes.some((argument) => !Object.hasOwn(call.values, argument)))
      throw new OdooError(
        'werkzeug.exceptions.UnprocessableEntity',
        422,
        `got an unexpected keyword argument '${unknown}'`,
      );
    return method.run({ ...call, database, now: stamp() });
  }

  async function json2(name: string, { headers }: IncomingMessage, body: Values): Promise<Answer> {
    try {
      const isThere = Number.parseInt((await versionOf()) ?? '', 10) >= 19;
      if (!isThere || headers['x-odoo-database'] !== databaseName)
        return [404, '<!doctype html>\n<title>404 Not Found</title>\n<h1>Not Found</h1>\n'];
      if (headers.authorization !== `Bearer ${key}`)
        throw new OdooError('werkzeug.exceptions.Unauthorized', 401, 'Invalid apikey');
      const { ids, context, ...values } = body;
      const call = { ids: listOf(ids), context: isRecord(context) ? context : {}, values };
      return [200, (await run(name, { ...call, uid: await userOf(login) })) ?? null];
    } catch (error) {
      const known = asOdoo(error);
      return [known.status, described(known)];
    }
  }

  async function execute([name, uid, secret, model, method, positional, named]: readonly unknown[]): Promise<unknown> {
    if (name !== databaseName)
      throw new OdooError('psycopg2.OperationalError', 500, `database "${name}" does not exist`);
    if (uid !== (await userOf(login)) || secret !== key)
      throw new OdooError('odoo.exceptions.AccessDenied', 403, 'Access Denied');
    const known = models.get(`${model}/${method}`);
    const { context, ...more } = isRecord(named) ? named : {};
    const given = listOf(positional);
    const [ids, rest] = known?.ofRecords === true ? [listOf(given[0]), given.slice(1)] : [[], given];
    const values = {
      ...Object.fromEntries((known?.takes ?? []).map((argument, index) => [argument, rest[index]])),
      ...more,
    };
    return run(`${model}/${method}`, { ids, values, context: isRecord(context) ? context : {}, uid: Number(uid) });
  }

  async function common(method: unknown, [name, user, secret]: readonly unknown[]): Promise<unknown> {
    if (method === 'version') return { server_version: (await versionOf()) ?? '', protocol_version: 1 };
    return name === databaseName && secret === key && ((await userOf(user)) || false);
  }

  /** Errors come with the status 200. */
  async function jsonRpc({ id = null, params }: Values): Promise<Answer> {
    const { service, method, args } = isRecord(params) ? params : {};
    try {
      const given = listOf(args);
      const result = service === 'common' ? await common(method, given) : await execute(given);
      return [200, { jsonrpc: '2.0', id, ...(result === null || result === undefined ? {} : { result }) }];
    } catch (error) {
      const data = described(asOdoo(error));
      return [200, { jsonrpc: '2.0', id, error: { code: 200, message: 'Odoo Server Error', data } }];
    }
  }
  return { json2, jsonRpc };
}

async function bodyOf(request: IncomingMessage): Promise<Values> {
  const value: unknown = JSON.parse((await text(request)) || '{}');
  return isRecord(value) ? value : {};
}

/** Starts it over the database of the source `db`. */
export default async function start(databases: ReadonlyMap<string, Database>) {
  const database = databases.get('db');
  if (database === undefined) throw new Error('The double of Odoo needs the database of the source db.');
  let time: number | undefined;
  const { json2, jsonRpc } = odoo(database, () => time ?? Date.now());
  const server = await serve(async (request, response) => {
    const send = ([status, body]: Answer): void => {
      const isPage = typeof body === 'string';
      response.writeHead(status, { 'content-type': isPage ? 'text/html' : 'application/json; charset=utf-8' });
      response.end(isPage ? body : JSON.stringify(body));
    };
    const { pathname } = new URL(request.url ?? '', 'http://double');
    const [, name] = /^\/json\/2\/([^/]+\/[^/]+)$/.exec(pathname) ?? [];
    const body = await bodyOf(request);
    if (request.method === 'POST' && name !== undefined) send(await json2(name, request, body));
    else if (request.method === 'POST' && pathname === '/jsonrpc') send(await jsonRpc(body));
    else send([404, '<!doctype html>\n<title>404 Not Found</title>\n<h1>Not Found</h1>\n']);
  });
  return {
    environment: { ODOO_URL: server.url, ODOO_API_KEY: key },
    setClock: (ms: number) => {
      time = ms;
    },
    close: () => server.close(),
  };
}

/** The double as a server on loopback: tokens, addresses, limits and errors as Business Central online has them. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { ODataError } from '../../../doubles/odata/error.ts';
import { type DoubleServer, serve } from '../../../doubles/serve.ts';
import { type Body, isBody } from './body.ts';
import type { Clock, Documents } from './documents.ts';
import type { Payments } from './payments.ts';
import { expand, type Json, list } from './query.ts';
import { setOf, sets } from './sets.ts';
import type { Store } from './store.ts';

export const access = {
  tenant: 'cronus.example',
  environment: 'production',
  company: '6c4bc1b0-3c5e-4b0e-9d8e-0d6f6f1c2a11',
  companyName: 'CRONUS UK Ltd.',
  client: 'engine',
  secret: 'double-secret',
} as const;
const token = 'double-token';
/** Requests that are worked on at a time, and that may wait besides, for one user. */
const allowed = { working: 5, waiting: 95 };

async function bodyOf(request: IncomingMessage): Promise<Body> {
  try {
    const parsed: unknown = JSON.parse((await text(request)) || '{}');
    if (isBody(parsed)) return parsed;
  } catch {
    // Said below.
  }
  throw new ODataError(400, 'The body is no JSON object.', 'BadRequest_InvalidRequestBody');
}

export async function startServer(
  store: Store,
  documents: Documents,
  payments: Payments,
  clock: Clock,
): Promise<DoubleServer> {
  let present = 0;

  async function login(request: IncomingMessage): Promise<Json> {
    const form = new URLSearchParams(await text(request));
    const right =
      form.get('grant_type') === 'client_credentials' &&
      form.get('client_id') === access.client &&
      form.get('client_secret') === access.secret &&
      form.get('scope') === 'https://api.businesscentral.dynamics.com/.default';
    if (!right) throw new ODataError(401, 'AADSTS7000215: Invalid client secret provided.', 'invalid_client');
    return { token_type: 'Bearer', expires_in: 3599, access_token: token };
  }

  const unknown = (path: string): ODataError =>
    new ODataError(
      404,
      `No HTTP resource was found that matches the request URI '${path}'.`,
      'BadRequest_ResourceNotFound',
    );

  function get(area: 'api' | 'pages', path: string, query: URLSearchParams, prefer: string, url: string): Json {
    const [, name = '', key, part] = /^\/(\w+)(?:\(([^/]*)\))?(?:\/(\w+))?$/.exec(path) ?? [];
    const set = setOf(name);
    if (set === undefined || set.area !== area || !Object.hasOwn(sets, name)) throw unknown(path);
    const child = part === undefined ? undefined : set.expand?.[part];
    const partSet = child && setOf(child.set);
    if (child !== undefined && partSet !== undefined && key !== undefined)
      return list(store, { name: child.set, set: partSet, query, prefer, url, of: { column: child.by, value: key } });
    if (part !== undefined) throw unknown(path);
    if (key === undefined) return list(store, { name, set, query, prefer, url });
    const row = store.get(`SELECT * FROM ${name} WHERE id = ?`, key);
    if (row === undefined) throw new ODataError(404, `The ${name} does not exist.`, 'BadRequest_NotFound');
    return expand(store, set, row, query.get('$expand'));
  }

  async function post(path: string, request: IncomingMessage): Promise<Json | undefined> {
    const [, of = '', id = '', what = ''] = /^\/(\w+)\(([0-9a-f-]{36})\)\/([\w.]+)$/.exec(path) ?? [];
    const body = await bodyOf(request);
    const whole = <T>(work: () => T): T => store.database.transaction(work).immediate();
    switch (of === '' ? path : `/${of}/${what}`) {
      case '/salesOrders':
        return whole(() => documents.createOrder(body));
      case '/salesInvoices':
        return whole(() => documents.createInvoice(body));
      case '/salesInvoices/Microsoft.NAV.post':
        return whole(() => void documents.postInvoice(id));
      case '/customerPaymentJournals/customerPayments':
        return whole(() => payments.createPayment(id, body));
      case '/journals/Microsoft.NAV.post':
        return whole(() => void payments.postJournal(id));
      default:
        throw unknown(path);
    }
  }

  async function work(request: IncomingMessage): Promise<{ readonly status: number; readonly body: Json | undefined }> {
    const target = new URL(request.url ?? '/', `http://${request.headers.host}`);
    const path = decodeURIComponent(target.pathname);
    if (path === `/${access.tenant}/oauth2/v2.0/token`) return { status: 200, body: await login(request) };
    if (request.headers.authorization !== `Bearer ${token}`)
      throw new ODataError(401, 'The credentials provided are incorrect', 'Authentication_InvalidCredentials');
    present += 1;
    try {
      if (present > allowed.working + allowed.waiting)
        throw new ODataError(
          429,
          'Too many requests reached. Actual (101). Maximum (100).',
          'Application_TooManyRequests',
        );
      const base = `/v2.0/${access.tenant}/${access.environment}`;
      const api = `${base}/api/v2.0/companies(${access.company})`;
      const pages = `${base}/ODataV4`;
      const area = path.startsWith(`${api}/`) ? 'api' : path.startsWith(`${pages}/`) ? 'pages' : undefined;
      if (area === undefined || (area === 'pages' && target.searchParams.get('company') !== access.companyName))
        throw unknown(path);
      const rest = path.slice((area === 'api' ? api : pages).length);
      const prefer = String(request.headers.prefer ?? '');
      if (request.method === 'GET')
        return {
          status: 200,
          body: get(area, rest, target.searchParams, prefer, `${target.origin}${target.pathname}`),
        };
      if (request.method !== 'POST' || area !== 'api')
        throw new ODataError(405, 'Not supported.', 'BadRequest_MethodNotAllowed');
      const body = await post(rest, request);
      return { status: body === undefined ? 204 : 201, body };
    } finally {
      present -= 1;
    }
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const reply = (status: number, body: Json | undefined): void => {
      response.setHeader('date', new Date(clock.time()).toUTCString());
      response.writeHead(status, body && { 'content-type': 'application/json; odata.metadata=minimal' });
      response.end(body && JSON.stringify(body));
    };
    try {
      const { status, body } = await work(request);
      reply(status, body);
    } catch (error) {
      if (error instanceof ODataError) reply(error.status, { error: { code: error.code, message: error.message } });
      else reply(500, { error: { code: 'Internal_ServerError', message: String(error) } });
    }
  }

  return serve(answer);
}

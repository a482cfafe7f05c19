/** The API as a server on loopback: Sage ID's tokens, the headers of a site, and the words of its refusals. */
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { type DoubleServer, serve } from '../../../doubles/serve.ts';
import { type Body, type Database, isBody, Refused } from './database.ts';
import { allocate, postInvoice, postReceipt } from './ledger.ts';
import { createOrder, setStatus } from './orders.ts';

export const access = { client: 'engine', secret: 'secret-of-the-double', site: 'site-1', company: '1' } as const;
/** The refresh token that the runs of a profile begin with. Those that follow are good for one use. */
const firstToken = 'token-of-a-test';

async function bodyOf(request: IncomingMessage): Promise<Body> {
  const value: unknown = JSON.parse((await text(request)) || '{}');
  if (!isBody(value)) throw new Refused('The request is invalid.');
  return value;
}

/** `now`: what changes are stamped with, as a literal in UTC. */
export async function startServer(database: Database, now: () => string): Promise<DoubleServer> {
  let renewals = 0;

  function renew(form: URLSearchParams): Body {
    const right =
      form.get('grant_type') === 'refresh_token' &&
      form.get('client_id') === access.client &&
      form.get('client_secret') === access.secret &&
      [firstToken, `refresh-${renewals}`].includes(form.get('refresh_token') ?? '');
    if (!right) throw new Refused('invalid_grant', 403);
    renewals += 1;
    return {
      access_token: `access-${renewals}`,
      refresh_token: `refresh-${renewals}`,
      expires_in: 28_800,
      token_type: 'Bearer',
    };
  }

  function check({ headers }: IncomingMessage): void {
    if (renewals === 0 || headers.authorization !== `Bearer access-${renewals}`) throw new Refused('Unauthorized', 401);
    if (headers['x-site'] !== access.site || headers['x-company'] !== access.company)
      throw new Refused('The site or the company is not known.', 401);
  }

  async function work(request: IncomingMessage): Promise<Body | readonly Body[]> {
    const path = new URL(request.url ?? '', 'http://double').pathname;
    if (path === '/oauth/token') return renew(new URLSearchParams(await text(request)));
    check(request);
    const [, status] = /^\/v1\/sop_orders_status\/(\d+)$/.exec(path) ?? [];
    const called = `${request.method} ${status === undefined ? path : '/v1/sop_orders_status'}`;
    switch (called) {
      case 'GET /v1/sop_settings':
        return [{ id: 1, auto_generate_order_return_numbers: true }];
      case 'POST /v1/sop_orders':
        return createOrder(database, await bodyOf(request), now);
      case 'PUT /v1/sop_orders_status':
        return setStatus(database, Number(status), await bodyOf(request), now);
      case 'POST /v1/sales_invoices':
        return postInvoice(database, await bodyOf(request), now);
      case 'POST /v1/sales_receipts':
        return postReceipt(database, await bodyOf(request), now);
      case 'POST /v1/sales_allocations':
        return allocate(database, await bodyOf(request), now);
      default:
        throw new Refused(`No HTTP resource was found that matches the request URI '${path}'.`, 404);
    }
  }

  // A site works at one request after the other.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(task: () => Promise<T>): Promise<T> => {
    const next = last.then(task, task);
    last = next.catch(() => undefined);
    return next;
  };

  return serve(async (request, response) => {
    const send = (status: number, body: Body | readonly Body[]): void => {
      response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
      response.end(JSON.stringify(body));
    };
    try {
      send(200, await inTurn(() => work(request)));
    } catch (error) {
      if (error instanceof Refused) send(error.status, { message: error.message });
      else send(500, { message: `An error has occurred: ${error instanceof Error ? error.message : error}` });
    }
  });
}

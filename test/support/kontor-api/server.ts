/**
 * Kontor's API: a stateful OData 4 server over the demo ERP. It pages with `@odata.nextLink`, requires a bearer
 * token, and sends errors in the format of OData (OASIS OData JSON Format 4.01, 21.1). Tests can inject faults into
 * the next requests.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type Database from 'better-sqlite3';
import { serve } from '../../../doubles/serve.ts';
import { odataHandler } from '../../../src/workbench/testing/odata-double/handler.ts';
import { readService } from '../../../src/workbench/testing/odata-double/model.ts';
import { ODataError } from '../../../src/workbench/testing/odata-double/odata-error.ts';
import type { ODataRules } from '../../../src/workbench/testing/odata-double/rules.ts';
import { openStore } from '../../../src/workbench/testing/odata-double/store.ts';
import { officeClock, openKontor } from './database.ts';
import { views } from './views.ts';
import { kontorWrites } from './writes.ts';

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
  const creates: NonNullable<ODataRules['creates']> = {
    SalesOrders: (body) => ({ id: write.createOrder(body) }),
    Invoices: (body) => ({ id: write.createInvoice(body) }),
    Payments: (body) => ({ id: write.createPayment(body) }),
  };
  const service = readService(join(import.meta.dirname, 'metadata.xml'));
  // Names of tables and sets would differ in case alone.
  const store = openStore(service.sets, { views, tableOf: (set) => `api_${set}`, now }, database);

  const rules: ODataRules = {
    around({ method, path, headers }, answerOf) {
      if (headers.authorization !== `Bearer ${token}`)
        throw new ODataError(401, 'The token is not valid.', 'Unauthorized');
      if (method === 'POST' && !path.endsWith('/post') && !/^application\/json\b/.test(headers['content-type'] ?? ''))
        throw new ODataError(415, 'The content type must be application/json.');
      return answerOf();
    },
    check({ method, set, call }) {
      if (method !== 'GET' && call === undefined && creates[set?.name ?? ''] === undefined)
        throw new ODataError(405, `${method} is not supported.`);
    },
    creates,
    calls: {
      'Invoices/Kontor.post'(invoice) {
        const id = write.postInvoice(Number(invoice?.id));
        return store.get('SELECT * FROM api_Invoices WHERE id = ?', id);
      },
    },
    pages: { size: pageSize, by: 'row' },
  };
  const answer = odataHandler(store, [{ base: '/api', service, rules }]);

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

/** Engines that write to Kontor over its API, with one store: replicas of a service in one process. */
import { mkdtempSync, rmSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contract } from '../../../src/contract/index.ts';
import { openStore, type Store } from '../../../src/service/state/store.ts';
import { type ErpEngine, openErp } from '../../support/erp.ts';
import { type KontorApi, startKontorApi } from '../../support/kontor-api/server.ts';

/** What the API's writes are, as a consultant would say it. */
const writes = {
  '/sale-draft': {
    key: { from: 'poNumber', max: 35 },
    lengths: { poNumber: 35 },
    find: {
      get: '/SalesOrders',
      params: { $filter: ['reference eq {{ $key }}', "origin eq 'APP'"] },
      fields: { saleId: 'id', saleNumber: 'number', receivedAt: 'createdAt', key: 'reference' },
    },
    prepare: [
      {
        known: {
          get: '/Currencies',
          params: { $filter: ['code eq {{ currency }}'] },
          one: 'Kontor does not know the currency {{ currency }}',
          field: 'currency',
        },
      },
    ],
    write: [
      {
        order: {
          post: '/SalesOrders',
          json: {
            customerId: 'K10000',
            currency: '{{ currency }}',
            reference: '{{ $key }}',
            lines: {
              $each: 'lines',
              $item: { itemCode: '{{ sku }}', quantity: '{{ qty }}', unitPrice: '{{ unitPrice }}' },
            },
          },
          fields: { saleId: 'id' },
        },
      },
    ],
  },
  '/invoices/push': {
    key: { from: '$string([erpDebtorId, invoiceNumber])' },
    find: {
      get: '/Invoices',
      params: { $filter: ['customerId eq {{ erpDebtorId }}', 'number eq {{ invoiceNumber }}', "kind eq 'INVOICE'"] },
      fields: { erpInvoiceId: 'id', key: '$string([customerId, number])', _state: 'state' },
    },
    write: [
      {
        invoice: {
          post: '/Invoices',
          json: {
            customerId: '{{ erpDebtorId }}',
            number: '{{ invoiceNumber }}',
            currency: '{{ currency }}',
            issuedOn: '{{ issueDate }}',
            dueOn: '{{ dueDate ?? issueDate }}',
            lines: {
              $each: 'lines',
              $item: {
                text: '{{ description }}',
                quantity: '{{ quantity }}',
                unitPrice: '{{ unitPrice }}',
                amount: '{{ amount }}',
              },
            },
          },
          fields: { erpInvoiceId: 'id' },
        },
      },
      { posting: { post: '/Invoices({{ $invoice.erpInvoiceId }})/post', done: "_state != 'DRAFT'" } },
    ],
  },
  '/payments/push': {
    find: {
      get: '/Payments',
      params: { $filter: ['externalReference eq {{ $key }}'] },
      fields: { erpPaymentId: 'id', key: 'externalReference' },
    },
    write: [
      {
        payment: {
          post: '/Payments',
          json: {
            invoiceId: '{{ erpInvoiceId }}',
            amount: '{{ amount }}',
            receivedOn: '{{ paymentDate }}',
            bankCode: "{{ bankAccountCode ?? 'MAIN' }}",
            externalReference: '{{ $key }}',
          },
          repeatable: true,
          outcomes: [{ when: '$status = 409', is: 'ok' }],
        },
      },
    ],
  },
};

interface ProfileOptions {
  /** Keys of the source beside its address. */
  readonly source?: object;
  /** Instead of what Kontor's profile says of an endpoint. */
  readonly endpoints?: Readonly<Record<string, object>>;
}

/** A profile that writes into the API, as YAML. Doubts are settled in less than a second. */
export function profileText(url: string, token: string, { source = {}, endpoints = {} }: ProfileOptions = {}): string {
  const providedEndpoints: Readonly<Record<string, object>> = { ...writes, ...endpoints };
  const others = contract.endpoints.filter(
    ({ path, answer }) => answer.kind !== 'service' && providedEndpoints[path] === undefined,
  );
  return JSON.stringify({
    profile: 'kontor-writes',
    contract: '1',
    settings: { token: { default: token, secret: true } },
    ids: { invoice: { type: 'integer' } },
    sources: {
      api: {
        http: url,
        literals: 'odata',
        clock: 'Europe/Berlin',
        auth: { bearer: '${token}' },
        request: { rows: 'value' },
        page: { next: '`@odata.nextLink`' },
        outcomes: [{ when: '$status = 400', refuse: '{{ error.message }}' }],
        probe: { get: '/Currencies' },
        limits: { timeout: '1s' },
        writes: { settle: '200ms', apart: '300ms' },
        ...source,
      },
    },
    endpoints: {
      ...providedEndpoints,
      ...Object.fromEntries(others.map(({ path }) => [path, { unavailable: 'no part of this' }])),
    },
  });
}

type Fault =
  /** It is done, and the connection breaks before the answer. */
  | 'answer lost'
  /** The connection breaks, and nothing was done. */
  | 'cut'
  /** There is no answer, and nothing was done. */
  | 'silence'
  /** It says so, having done nothing unless `done`. */
  | {
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
      readonly done?: boolean;
    };

function commit(fault: Fault, response: ServerResponse, answer: () => Promise<void>): void {
  if (fault === 'silence') return;
  if (fault === 'cut') {
    response.socket?.destroy();
    return;
  }
  if (fault === 'answer lost') {
    // What the API ends its answer with: not a byte of it has left before.
    Object.assign(response, {
      end: () => {
        response.socket?.destroy();
        return response;
      },
    });
    void answer();
    return;
  }
  const { status, headers, body = '{"error":{"message":"ordered by the test"}}', done = false } = fault;
  const writeHead = response.writeHead.bind(response, status, { 'content-type': 'application/json', ...headers });
  const end = response.end.bind(response, body, 'utf8', undefined);
  const say = (): ServerResponse => {
    writeHead();
    return end();
  };
  if (!done) return void say();
  // What the API would say is not heard.
  Object.assign(response, { writeHead: () => response, end: say });
  void answer();
}

export interface Bench {
  readonly api: KontorApi;
  readonly store: Store;
  /** Of the store that the replicas share. */
  readonly file: string;
  /** Starts one more replica. */
  open(options?: ProfileOptions): Promise<ErpEngine>;
  /** What happens to the next POST to a path of the API. */
  onPost(path: string, fault: Fault): void;
  /** Rows of Kontor's database. */
  rows(sql: string, ...values: readonly string[]): readonly unknown[];
  close(): Promise<void>;
}

/** The API, and a store that replicas share. */
export async function openBench(): Promise<Bench> {
  const folder = mkdtempSync(join(tmpdir(), 'engine-http-writes-'));
  const api = await startKontorApi();
  const file = join(folder, 'store.sqlite');
  const opened = await openStore({ address: { kind: 'file', file }, emit: () => undefined, now: Date.now });
  if (!opened.ok) throw new Error(opened.diagnostic.message);
  const { store } = opened;
  const engines: ErpEngine[] = [];
  return {
    api,
    store,
    file,
    rows: (sql, ...values) => api.database.prepare(sql).all(...values),
    onPost: (path, fault) =>
      void api.intercept.push(({ method, url }, response, answer) => {
        if (method !== 'POST' || !new RegExp(`/api${path}$`).test(url ?? '')) return false;
        commit(fault, response, answer);
        return true;
      }),
    async open(options) {
      const durable = { claims: store.claims, clock: () => performance.timeOrigin + performance.now() };
      const engine = await openErp(profileText(api.url, api.token, options), contract, { durable });
      engines.push(engine);
      return engine;
    },
    async close() {
      await Promise.all(engines.map((engine) => engine.close()));
      await api.close();
      await store.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** The answer to a call; throws what the caller would be told where there is none. */
export async function answerOf(
  engine: ErpEngine,
  path: string,
  body: object,
): Promise<Readonly<Record<string, unknown>>> {
  const outcome = await engine.call(path, body);
  if (!outcome.ok) throw new Error(JSON.stringify(outcome));
  return JSON.parse(outcome.json);
}

export const draftOf = (poNumber: string, changes: object = {}): object => ({
  poNumber,
  currency: 'EUR',
  lines: [
    { sku: 'HX-10', qty: 12, unitPrice: 0.25 },
    { sku: 'GIFT-0', qty: 1 },
  ],
  ...changes,
});

export const invoiceOf = (invoiceNumber: string): object => ({
  invoiceNumber,
  erpDebtorId: 'K10018',
  issueDate: '2026-03-02',
  dueDate: '2026-04-01',
  currency: 'EUR',
  lines: [{ description: 'Rail', quantity: 3, unitPrice: 383.7433, amount: 1151.23 }],
});

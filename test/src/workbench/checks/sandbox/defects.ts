/** Typical defects of hand-written services, one at a time, with the finding of the sandbox. */
import type { RuleName } from '../../../../../src/workbench/checks/validation/index.ts';
import { type Call, changing, type Defect, jsonOf, rowsOf } from '../defective-service.ts';

export interface KnownDefect {
  readonly name: string;
  /** Rules with endpoints: all that must be found. */
  readonly expectedRules: readonly `${RuleName} ${string}`[];
  /** Whether it shows only where documents are written. */
  readonly writes: boolean;
  readonly defect: () => Defect;
}

const second = (time: number): number => Math.floor(time / 1_000);

/** A repeated purchase order is booked again, under a number of its own. */
function secondDocument(): Defect {
  const sent = new Map<string, number>();
  return (call, forward) => {
    const request = jsonOf(call.body);
    if (call.path !== '/sale-draft' || typeof request.poNumber !== 'string') return forward(call);
    const times = (sent.get(request.poNumber) ?? 0) + 1;
    sent.set(request.poNumber, times);
    if (times === 1) return forward(call);
    return forward({ ...call, body: JSON.stringify({ ...request, poNumber: `${request.poNumber}-${times}` }) });
  };
}

/** "After" is taken for later than the second of the last sync: what changed within that second is never synced. */
function exclusiveSince(): Defect {
  const changed = new Map<unknown, number>();
  return async (call, forward) => {
    const arrived = second(Date.now());
    const reply = await forward(call);
    if (reply.status !== 200) return reply;
    const [request, answer] = [jsonOf(call.body), jsonOf(reply.body)];
    if (call.path === '/invoices/push') changed.set(answer.erpInvoiceId, arrived);
    if (call.path === '/payments/push') changed.set(request.erpInvoiceId, arrived);
    if (call.path !== '/invoices/list' || typeof request.modifiedSince !== 'string') return reply;
    const since = second(Date.parse(request.modifiedSince));
    const invoices = rowsOf(answer.invoices).filter(({ erpInvoiceId }) => changed.get(erpInvoiceId) !== since);
    return { ...reply, body: JSON.stringify({ ...answer, invoices }) };
  };
}

/** The rows before a page are counted as if each page had one more than it has. */
const lostRow: Defect = async (call, forward) => {
  const { page, limit, ...request } = jsonOf(call.body);
  if (call.path !== '/payments/list' || typeof page !== 'number' || typeof limit !== 'number') return forward(call);
  const all: object[] = [];
  let reply = await forward(call);
  if (reply.status !== 200) return reply;
  for (let next = 1, more = true; more; next += 1) {
    reply = await forward({ ...call, body: JSON.stringify({ ...request, page: next, limit: 500 }) });
    const { payments, hasMore } = jsonOf(reply.body);
    all.push(...rowsOf(payments));
    more = hasMore === true;
  }
  const offset = (page - 1) * (limit + 1);
  const payments = all.slice(offset, offset + limit);
  return { ...reply, body: JSON.stringify({ schemaVersion: '1', payments, hasMore: offset + limit < all.length }) };
};

const moneyAsText = changing('/customer-invoices/list', (answer) => ({
  ...answer,
  invoices: rowsOf(answer.invoices).map((row) => ({ ...row, amountOpen: Number(row.amountOpen).toFixed(2) })),
}));

const binaryMoney = changing('/credit/customer', (answer) => ({
  ...answer,
  creditUsed: 0.1 + 0.2,
}));

/** Balances run on without what was paid. */
const statementWithoutCredits = changing('/customer-statement/get', (answer) => {
  let balance = Number(answer.openingBalance);
  const lines = rowsOf(answer.lines).map((line) => {
    balance = Math.round((balance + Number(line.debit)) * 100) / 100;
    return { ...line, balance };
  });
  return { ...answer, lines, closingBalance: lines.length === 0 ? answer.closingBalance : balance };
});

/** The text goes into LIKE as it stands. */
const wildcards: Defect = (call, forward) => {
  const request = jsonOf(call.body);
  const wild = call.path === '/catalog/customers/search' && request.query === '%';
  return forward(wild ? { ...call, body: JSON.stringify({ ...request, query: '' }) } : call);
};

/** The text is searched for anywhere in the SKU. */
const containedSku = changing('/catalog/products/by-sku', (answer, { sku }) => {
  if (!/^[a-z0-9]/i.test(String(sku))) return answer;
  const strange = { erpSku: `X-${String(sku)}`, erpDesc: 'x', erpProductId: 'x' };
  return { ...answer, hits: [...rowsOf(answer.hits).slice(0, 9), strange] };
});

/** The body of a 401 is a page of the web server, on every path. */
export const errorPage: Defect = async (call, forward) => {
  const reply = await forward(call);
  return reply.status === 401 ? { ...reply, body: '<h1>401 Unauthorized</h1>' } : reply;
};

/** An endpoint that was forgotten when the keys came. */
const openDoor =
  (key: string): Defect =>
  (call, forward) =>
    forward(call.path === '/debtors/list' && !call.headers.authorization ? withKey(call, key) : call);

const withKey = (call: Call, key: string): Call => ({
  ...call,
  headers: { ...call.headers, authorization: `Bearer ${key}` },
});

export const defects = (keys: { readonly receivables: string }): readonly KnownDefect[] => [
  {
    name: 'pages lose a row at each boundary',
    expectedRules: ['agreement /payments/list', 'paging /payments/list'],
    writes: false,
    defect: () => lostRow,
  },
  {
    name: 'a repeated draft is a second document',
    expectedRules: ['repeat /sale-draft'],
    writes: true,
    defect: secondDocument,
  },
  {
    name: 'modifiedSince leaves its own second out',
    expectedRules: ['modified-since /invoices/list'],
    writes: true,
    defect: exclusiveSince,
  },
  {
    name: 'money is text',
    expectedRules: ['field-type /customer-invoices/list'],
    writes: false,
    defect: () => moneyAsText,
  },
  {
    name: 'money is computed in binary',
    expectedRules: ['number-noise /credit/customer'],
    writes: false,
    defect: () => binaryMoney,
  },
  {
    name: 'a statement does not add up',
    expectedRules: ['statement-sum /customer-statement/get'],
    writes: false,
    defect: () => statementWithoutCredits,
  },
  {
    name: 'a percent sign is a wildcard',
    expectedRules: ['wildcard /catalog/customers/search'],
    writes: false,
    defect: () => wildcards,
  },
  {
    name: 'a SKU is found inside of others',
    expectedRules: ['sku-match /catalog/products/by-sku'],
    writes: false,
    defect: () => containedSku,
  },
  {
    name: 'an endpoint answers without a key',
    expectedRules: ['unauthorized /debtors/list'],
    writes: false,
    defect: () => openDoor(keys.receivables),
  },
];

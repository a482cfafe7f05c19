/** Defects of the endpoints that write. */
import { type Call, changing, type Defect, errorReply, jsonOf, replacing, rowsOf } from '../defective-service.ts';
import type { PlantedDefect, Run } from './defect.ts';

const draft = '/sale-draft';
const push = '/invoices/push';
const pay = '/payments/push';

type Fields = Readonly<Record<string, unknown>>;

const withBody = (call: Call, body: Fields): Call => ({ ...call, body: JSON.stringify(body) });

/** A repeat of a key is sent to the ERP under another key. `key` is the field that holds it; `other` makes another value of it. */
function secondDocument(path: string, key: string, other: (value: unknown, times: number) => unknown): Defect {
  const sent = new Map<string, number>();
  return (call, forward) => {
    const request = jsonOf(call.body);
    const value = path === pay ? call.body : String(request[key]);
    if (call.path !== path) return forward(call);
    const times = (sent.get(value) ?? 0) + 1;
    sent.set(value, times);
    return forward(times === 1 ? call : withBody(call, { ...request, [key]: other(request[key], times) }));
  };
}

const suffixed = (value: unknown, times: number): unknown => `${String(value)}-${times}`;
const dearer = (value: unknown, times: number): unknown => Number(value) + times / 100;

/** The service forgets its keys when it restarts: what was written before gets another number. */
function forgetsOnRestart({ baseUrl }: Run): Defect {
  const before = new Map<string, string>();
  return (call, forward) => {
    const request = jsonOf(call.body);
    if (call.path !== draft || typeof request.poNumber !== 'string') return forward(call);
    const first = before.get(request.poNumber);
    if (first === undefined) before.set(request.poNumber, baseUrl());
    const isAfter = first !== undefined && first !== baseUrl();
    return forward(isAfter ? withBody(call, { ...request, poNumber: `${request.poNumber}-again` }) : call);
  };
}

/** A refused draft leaves one of its known lines alone. */
const refusedLeavesDocument: Defect = async (call, forward) => {
  const reply = await forward(call);
  const request = jsonOf(call.body);
  const [first] = rowsOf(request.lines);
  if (call.path !== draft || reply.status !== 422 || rowsOf(request.lines).length < 2) return reply;
  await forward(withBody(call, { ...request, poNumber: `${String(request.poNumber)}-part`, lines: [first] }));
  return reply;
};

/** Documents that were pushed are not listed. */
function notListed(path: string, id: string, list: string, property: string): Defect {
  const pushed = new Set<unknown>();
  return async (call, forward) => {
    const reply = await forward(call);
    const answer = jsonOf(reply.body);
    if (call.path === path) pushed.add(answer[id]);
    if (call.path !== list) return reply;
    const rows = rowsOf(answer[property]).filter((row) => !pushed.has(row[id]));
    return { ...reply, body: JSON.stringify({ ...answer, [property]: rows }) };
  };
}

const wrongField = (path: string): Defect => replacing(path, 422, () => errorReply(422, 'VALIDATION_FAILED', 'number'));

export const writeDefects: readonly PlantedDefect[] = [
  ...(
    [
      { path: draft, key: 'poNumber', other: suffixed },
      { path: push, key: 'invoiceNumber', other: suffixed },
      { path: pay, key: 'amount', other: dearer },
    ] as const
  ).flatMap(({ path, key, other }): readonly PlantedDefect[] => [
    {
      id: 'writes/repeat',
      path,
      what: 'a repeat is a second document',
      rule: 'repeat',
      defect: () => secondDocument(path, key, other),
    },
    {
      id: 'writes/concurrent',
      path,
      what: 'each of many equal requests is a document',
      rule: 'repeat',
      defect: () => secondDocument(path, key, other),
    },
    {
      id: 'writes/refused',
      path,
      what: 'a refusal names another field',
      rule: 'unknown-id',
      defect: () => wrongField(path),
    },
  ]),
  {
    id: 'writes/concurrent',
    path: draft,
    what: 'equal requests get one answer, and book twice',
    rule: 'repeat',
    defect: () => bookingTwice(),
  },
  {
    id: 'writes/new-key',
    path: draft,
    what: 'all drafts are one',
    rule: 'new-key',
    defect: () => changing(draft, (answer) => ({ ...answer, saleId: 'S1' })),
  },
  {
    id: 'writes/after-restart',
    path: draft,
    what: 'a restart forgets the keys',
    rule: 'repeat',
    defect: forgetsOnRestart,
  },
  {
    id: 'writes/refused',
    path: draft,
    what: 'a refused draft leaves a part of it',
    rule: 'no-effect',
    defect: () => refusedLeavesDocument,
  },
  {
    id: 'writes/listed',
    path: push,
    what: 'a pushed invoice is not listed',
    rule: 'listed',
    defect: () => notListed(push, 'erpInvoiceId', '/invoices/list', 'invoices'),
  },
  {
    id: 'writes/listed',
    path: pay,
    what: 'a pushed payment is not listed',
    rule: 'listed',
    defect: () => notListed(pay, 'erpPaymentId', '/payments/list', 'payments'),
  },
];

/** A repeat gets the first answer, while a second document is booked as well. */
function bookingTwice(): Defect {
  const sent = new Map<string, number>();
  return async (call, forward) => {
    const request = jsonOf(call.body);
    if (call.path !== draft || typeof request.poNumber !== 'string') return forward(call);
    const times = (sent.get(request.poNumber) ?? 0) + 1;
    sent.set(request.poNumber, times);
    const reply = await forward(call);
    if (times === 2) await forward(withBody(call, { ...request, poNumber: `${request.poNumber}-twin` }));
    return reply;
  };
}

/** The endpoints that write: one document for each key, however often, however parallel, and across a restart. */
import type { Path } from '../../../contract/types.ts';
import type { Check, Theme } from '../core/check.ts';
import type { CheckContext } from '../core/context.ts';
import { demand, demandEqual, fail, overLimit } from '../core/outcome.ts';
import { walkIds } from '../core/paged-lists.ts';
import { recordsAdded } from '../core/records-added.ts';
import { unknownId } from '../core/request-bodies.ts';
import type { Body } from '../core/requests.ts';
import { isRecord } from '../validation/record.ts';

/** What differs between the endpoints that write. */
interface WriteEndpoint {
  readonly path: Path;
  /** Field of the answer with the id of the document. */
  readonly id: string;
  readonly needs: readonly Path[];
  /** Endpoints that `accepted` calls where they are provided. */
  readonly uses?: readonly Path[];
  /** A request with a new key that the service accepts. */
  readonly accepted: (context: CheckContext) => Promise<Body>;
  /** Two of them; default: two calls of `accepted`. */
  readonly pair?: (context: CheckContext) => Promise<readonly [Body, Body]>;
  /** The same key with other content; undefined where the key is the whole content. */
  readonly otherContent: ((body: Body) => Body) | undefined;
  /** Requests under the key of `body` that the ERP refuses, each with the field that the refusal names. */
  readonly refusals: (body: Body) => readonly (readonly [field: string, body: Body])[];
  readonly list: DocumentList;
}

/** Where the documents of an endpoint are listed. */
interface DocumentList {
  /** Whether each document is listed under the id of its write. A draft need not be. */
  readonly isExact: boolean;
  readonly ids: (context: CheckContext) => Promise<readonly string[]>;
}

const unknownSku = 'NO-SUCH-SKU-7F3A';

function firstLine({ lines }: Body): Body {
  const first: unknown = Array.isArray(lines) ? lines[0] : undefined;
  return isRecord(first) ? first : {};
}

const pagedList = (path: '/invoices/list' | '/payments/list'): DocumentList => ({
  isExact: true,
  async ids(context) {
    const { largestPage, maxPages } = context.settings;
    const { rows, complete } = await walkIds(context, { path, body: { limit: largestPage(path) }, maxPages });
    return complete ? rows : overLimit(`${path} has more than ${maxPages} pages`);
  },
});

/** The newest sales orders; empty where the service does not list them. */
const salesOrders: DocumentList = {
  isExact: false,
  async ids(context) {
    const path = '/sales-orders/list';
    if (context.profile?.endpoints.get(path)?.unavailable !== undefined) return [];
    if ((await context.send(path, {})).status === 501) return [];
    return (await context.ask(path, { limit: 100 })).orders.map(({ erpSoId }) => erpSoId);
  },
};

const writeEndpoints: readonly WriteEndpoint[] = [
  {
    path: '/sale-draft',
    id: 'saleId',
    needs: ['/sale-draft', '/catalog/products/search'],
    accepted: ({ discovered }) => discovered.draft(),
    otherContent: (body) => ({ ...body, lines: [firstLine(body), { ...firstLine(body), qty: 7, unitPrice: 99.99 }] }),
    refusals: (body) => [
      ['lines[1].sku', { ...body, lines: [firstLine(body), { sku: unknownSku, qty: 1 }] }],
      ['lines[0].sku', { ...body, lines: [{ sku: unknownSku, qty: 1 }] }],
    ],
    list: salesOrders,
  },
  {
    path: '/invoices/push',
    id: 'erpInvoiceId',
    needs: ['/invoices/push', '/invoices/list'],
    accepted: ({ discovered }) => discovered.invoice(),
    otherContent: (body) => ({ ...body, lines: [{ ...firstLine(body), description: 'another text' }] }),
    refusals: (body) => [['erpDebtorId', { ...body, erpDebtorId: unknownId }]],
    list: pagedList('/invoices/list'),
  },
  {
    path: '/payments/push',
    id: 'erpPaymentId',
    needs: ['/payments/push', '/payments/list'],
    uses: ['/invoices/push', '/invoices/list'],
    accepted: async ({ discovered }) => (await discovered.payable.payments(1))[0],
    pair: ({ discovered }) => discovered.payable.pair(),
    otherContent: undefined,
    refusals: (body) => [['erpInvoiceId', { ...body, erpInvoiceId: unknownId }]],
    list: pagedList('/payments/list'),
  },
];

async function send(context: CheckContext, { path }: WriteEndpoint, body: Body): Promise<Body> {
  const answer: unknown = await context.ask(path, body);
  return isRecord(answer) ? answer : fail('json', `${path} answered no object`);
}

async function sendForId(context: CheckContext, write: WriteEndpoint, body: Body): Promise<string> {
  const id = (await send(context, write, body))[write.id];
  return typeof id === 'string' ? id : fail('missing-field', `${write.path} answered no ${write.id}`, write.id);
}

const base = ({ path, needs, uses = [] }: WriteEndpoint) =>
  ({ path, needs, uses, tag: 'write', clause: 'ruling: writes' }) as const;

const repeat = (write: WriteEndpoint): Check => ({
  ...base(write),
  id: 'writes/repeat',
  title: 'a repeat gets the first answer again and adds nothing, also with other content under the same key',
  clause: 'contract 4, ruling: writes',
  async run(context) {
    const body = await write.accepted(context);
    const first = await send(context, write, body);
    const added = await recordsAdded(context, async () => {
      demandEqual(await send(context, write, body), first, 'repeat', 'the answer to a repeat');
      if (write.otherContent === undefined) return;
      const other = await send(context, write, write.otherContent(body));
      demandEqual(other, first, 'repeat', 'the answer to other content under the key');
    });
    demandEqual(added ?? {}, {}, 'repeat', 'records that the repeats added to the ERP');
  },
});

const newKey = (write: WriteEndpoint): Check => ({
  ...base(write),
  id: 'writes/new-key',
  title: 'another key is another document',
  async run(context) {
    const pair = await (write.pair?.(context) ?? [await write.accepted(context), await write.accepted(context)]);
    const [first, second] = [await sendForId(context, write, pair[0]), await sendForId(context, write, pair[1])];
    demand(first !== second, 'new-key', `two keys got the same ${write.id} ${first}`, write.id);
  },
});

const concurrent = (write: WriteEndpoint): Check => ({
  ...base(write),
  id: 'writes/concurrent',
  title: 'equal requests at the same time make one document',
  run: (context) => demandOneDocument(context, write),
});

/** Sends one key many times at once. The answers, the ERP's tables and the list must show one document. */
async function demandOneDocument(context: CheckContext, write: WriteEndpoint): Promise<void> {
  const { concurrency } = context.settings;
  // The records of one document, to compare with.
  const alone = context.fixture === undefined ? undefined : await write.accepted(context);
  const ofOne = await recordsAdded(context, async () => {
    if (alone !== undefined) await send(context, write, alone);
  });
  const body = await write.accepted(context);
  const before = new Set(await write.list.ids(context));
  const answers: Body[] = [];
  const ofMany = await recordsAdded(context, async () => {
    answers.push(...(await Promise.all(Array.from({ length: concurrency }, () => send(context, write, body)))));
  });
  for (const answer of answers) demandEqual(answer, answers[0], 'repeat', `one of ${concurrency} equal answers`);
  demandEqual(ofMany, ofOne, 'repeat', `records that ${concurrency} equal requests at once added to the ERP`);
  const gained = (await write.list.ids(context)).filter((id) => !before.has(id));
  if (!write.list.isExact) {
    demand(gained.length <= 1, 'repeat', `${gained.length} new documents are listed: ${gained.join(', ')}`, write.id);
    return;
  }
  demandEqual(gained, [answers[0]?.[write.id]], 'repeat', 'the ids that the list has gained');
}

const afterRestart = (write: WriteEndpoint): Check => ({
  ...base(write),
  id: 'writes/after-restart',
  title: 'a repeat after a restart of the service gets the first answer, and adds nothing',
  tag: 'fixture',
  async run(context) {
    const body = await write.accepted(context);
    const first = await send(context, write, body);
    await context.restart();
    const added = await recordsAdded(context, async () => {
      demandEqual(await send(context, write, body), first, 'repeat', 'the answer after the restart');
    });
    demandEqual(added ?? {}, {}, 'repeat', 'records that the repeat added to the ERP');
  },
});

const refused = (write: WriteEndpoint): Check => ({
  ...base(write),
  id: 'writes/refused',
  title: 'what the ERP does not know is refused by its field, leaves nothing, and may be corrected under the same key',
  clause: 'ruling: writes, failures behind the service',
  async run(context) {
    const body = await write.accepted(context);
    const added = await recordsAdded(context, async () => {
      for (const [field, wrong] of write.refusals(body)) {
        const fields = await context.refusedFields(write.path, wrong, 'unknown-id');
        demandEqual(fields, [field], 'unknown-id', 'the fields that are refused');
      }
    });
    demandEqual(added ?? {}, {}, 'no-effect', 'records that the refused requests left in the ERP');
    const first = await send(context, write, body);
    demandEqual(await send(context, write, body), first, 'repeat', 'the answer to a repeat of the corrected request');
  },
});

const listed = (write: WriteEndpoint): Check => ({
  ...base(write),
  id: 'writes/listed',
  title: 'a document that was pushed is listed once, under the id that the push answered',
  clause: 'ruling: answers',
  async run(context) {
    const id = await sendForId(context, write, await write.accepted(context));
    const times = (await write.list.ids(context)).filter((one) => one === id).length;
    demandEqual(times, 1, 'listed', `how often ${id} is listed`);
  },
});

/** Checks repeated, new and concurrent keys, a restart and refusals; where a list shows documents exactly, also that list. */
export const writes: Theme = () =>
  writeEndpoints.flatMap((write) => [
    ...[repeat, newKey, concurrent, afterRestart, refused].map((check) => check(write)),
    ...(write.list.isExact ? [listed(write)] : []),
  ]);

/** The three writes: one document for each key, however often, however parallel, and across a restart. */
import type { Path } from '../../../contract/types.ts';
import { isRecord } from '../../validation/record.ts';
import type { Check, Subject } from '../check.ts';
import type { Bench, Body } from '../check-context.ts';
import { walk } from '../discovered-data.ts';
import { demand, fail, notApplicable, notShown, same, shownValue } from '../verdict.ts';

/** Callers that send the same at the same time. */
const crowd = 20;

interface Write {
  readonly path: Path;
  /** The id of the document in the answer. */
  readonly id: string;
  /** A request with a key of its own that is accepted. */
  readonly sound: (bench: Bench) => Promise<Body>;
  /** The same key with other content; undefined where all of it is the key. */
  readonly otherContent: ((body: Body) => Body) | undefined;
  /** Requests that the ERP refuses, and the field that each names; their keys are those of `body`. */
  readonly refusals: (body: Body) => readonly (readonly [field: string, body: Body])[];
  /** Ids of all documents of the kind; undefined where no list shows them. */
  readonly listed: ((bench: Bench) => Promise<readonly string[]>) | undefined;
  readonly needs: readonly Path[];
}

const noSku = 'NO-SUCH-SKU-7F3A';
const nobody = 'no-such-id-7f3a';

function firstLine({ lines }: Body): Body {
  const first: unknown = Array.isArray(lines) ? lines[0] : undefined;
  return isRecord(first) ? first : {};
}

const writes: readonly Write[] = [
  {
    path: '/sale-draft',
    id: 'saleId',
    sound: ({ found }) => found.draft(),
    otherContent: (body) => ({ ...body, lines: [{ ...firstLine(body), qty: 7, unitPrice: 99.99 }] }),
    refusals: (body) => [
      ['lines[1].sku', { ...body, lines: [firstLine(body), { sku: noSku, qty: 1 }] }],
      ['lines[0].sku', { ...body, lines: [{ sku: noSku, qty: 1 }] }],
    ],
    listed: undefined,
    needs: ['/catalog/products/search'],
  },
  {
    path: '/invoices/push',
    id: 'erpInvoiceId',
    sound: ({ found }) => found.invoice(),
    otherContent: (body) => ({ ...body, lines: [{ ...firstLine(body), description: 'another text' }] }),
    refusals: (body) => [['erpDebtorId', { ...body, erpDebtorId: nobody }]],
    listed: (bench) => walk(bench, '/invoices/list', { limit: 500 }),
    needs: ['/invoices/list'],
  },
  {
    path: '/payments/push',
    id: 'erpPaymentId',
    async sound(bench) {
      const invoice = await bench.found.invoice();
      const { erpInvoiceId } = await bench.ask('/invoices/push', invoice);
      return { erpInvoiceId, amount: 1.25, paymentDate: invoice.issueDate };
    },
    otherContent: undefined,
    refusals: (body) => [['erpInvoiceId', { ...body, erpInvoiceId: nobody }]],
    listed: (bench) => walk(bench, '/payments/list', { limit: 500 }),
    needs: ['/payments/list', '/invoices/push'],
  },
];

async function answerTo(bench: Bench, { path }: Write, body: Body): Promise<Body> {
  const answer: unknown = await bench.ask(path, body);
  return isRecord(answer) ? answer : fail(`${path} answered no object`);
}

async function idFor(bench: Bench, write: Write, body: Body): Promise<string> {
  const id = (await answerTo(bench, write, body))[write.id];
  return typeof id === 'string' ? id : fail(`${write.path} answered no ${write.id}`);
}

/** What a piece of work added to the ERP, as records by table; undefined where nothing tells it. */
async function added(bench: Bench, work: () => Promise<void>): Promise<Readonly<Record<string, number>> | undefined> {
  const before = await bench.erp.counts();
  await work();
  const after = await bench.erp.counts();
  if (before === undefined || after === undefined) return undefined;
  const names = Object.keys(after).filter((name) => after[name] !== before[name]);
  return Object.fromEntries(names.map((name) => [name, (after[name] ?? 0) - (before[name] ?? 0)]));
}

/** Sends a key many times at once: one document, told by the answers, by the tables and by the list. */
async function concurrent(bench: Bench, write: Write): Promise<void> {
  const alone = await write.sound(bench);
  const one = await added(bench, async () => void (await answerTo(bench, write, alone)));
  const body = await write.sound(bench);
  const before = await write.listed?.(bench);
  const answers: Body[] = [];
  const many = await added(bench, async () => {
    answers.push(...(await Promise.all(Array.from({ length: crowd }, () => answerTo(bench, write, body)))));
  });
  for (const answer of answers) same(answer, answers[0], `one of ${crowd} equal answers`);
  same(many, one, `what ${crowd} equal requests at once add to the ERP, as one alone does`);
  const after = await write.listed?.(bench);
  if (before === undefined || after === undefined) return;
  const fresh = after.filter((id) => !before.includes(id));
  same(fresh, [answers[0]?.[write.id]], 'the ids that the list has gained');
}

function checksOf(write: Write): readonly Check[] {
  const { path, needs } = write;
  const base = { subject: 'writes', paths: [path, ...needs] };
  return [
    {
      ...base,
      name: `${path}: a repeat gives the first answer again and adds nothing, also with other content under the key`,
      clause: 'contract 4, ruling: writes',
      async run(bench) {
        const body = await write.sound(bench);
        const first = await answerTo(bench, write, body);
        const more = await added(bench, async () => {
          same(await answerTo(bench, write, body), first, 'the answer to a repeat');
          if (write.otherContent !== undefined)
            same(
              await answerTo(bench, write, write.otherContent(body)),
              first,
              'the answer to other content under the key',
            );
        });
        if (more !== undefined) same(more, {}, 'what the repeats added to the ERP');
      },
    },
    {
      ...base,
      name: `${path}: another key is another document`,
      clause: 'ruling: writes',
      async run(bench) {
        const first = await idFor(bench, write, await write.sound(bench));
        const second = await idFor(bench, write, await write.sound(bench));
        demand(first !== second, `two keys gave the one ${write.id} ${first}`);
      },
    },
    {
      ...base,
      name: `${path}: ${crowd} equal requests at once make one document`,
      clause: 'ruling: writes',
      run: (bench) => concurrent(bench, write),
    },
    {
      ...base,
      name: `${path}: a repeat after a restart of the service gives the first answer, and adds nothing`,
      clause: 'ruling: writes',
      async run(bench) {
        const body = await write.sound(bench);
        const first = await answerTo(bench, write, body);
        await bench.restart();
        const more = await added(bench, async () => {
          same(await answerTo(bench, write, body), first, 'the answer after the restart');
        });
        if (more !== undefined) same(more, {}, 'what the repeat added to the ERP');
      },
    },
    {
      ...base,
      name: `${path}: what the ERP does not know is refused by its field, leaves nothing, and may be corrected under the same key`,
      clause: 'ruling: writes, failures behind the service',
      async run(bench) {
        const body = await write.sound(bench);
        const more = await added(bench, async () => {
          for (const [field, wrong] of write.refusals(body))
            same(await bench.refuse(path, wrong), [field], 'the fields that are refused');
        });
        if (more !== undefined) same(more, {}, 'what the refused requests left in the ERP');
        const first = await answerTo(bench, write, body);
        same(await answerTo(bench, write, body), first, 'the answer to a repeat of the corrected request');
      },
    },
    ...(write.listed === undefined ? [] : [listedCheck(write)]),
  ];
}

function listedCheck(write: Write): Check {
  return {
    subject: 'writes',
    paths: [write.path, ...write.needs],
    name: `${write.path}: what was pushed is listed, once, under the id that the push gave`,
    clause: 'ruling: answers',
    async run(bench) {
      const { listed } = write;
      if (listed === undefined) return notApplicable('no list shows these documents');
      const id = await idFor(bench, write, await write.sound(bench));
      const times = (await listed(bench)).filter((one) => one === id).length;
      same(times, 1, `how often ${id} is listed`);
    },
  };
}

const demo: Check = {
  subject: 'writes',
  name: '/sale-draft: the sample of the connection test is answered, always the same, and touches nothing',
  clause: 'contract 1, ruling: writes',
  paths: ['/sale-draft'],
  async run(bench) {
    const sample = { currency: 'EUR', lines: [{ sku: bench.demoSku, qty: 1, unitPrice: 1 }] };
    bench.stage.forget();
    let first: unknown;
    const more = await added(bench, async () => {
      first = await bench.ask('/sale-draft', { poNumber: bench.fresh('CD'), ...sample });
      const second = await bench.ask('/sale-draft', { poNumber: bench.fresh('CD'), ...sample });
      same(second, first, 'the answer to a second sample');
    });
    same(bench.stage.statements.length, 0, 'statements that the samples sent to the ERP');
    same(
      await bench.refuse('/sale-draft', { poNumber: 'x', currency: 'EUR', lines: [{ sku: bench.demoSku, qty: 0 }] }),
      ['lines[0].qty'],
      'the fields refused of a wrong sample',
    );
    if (more === undefined) notShown(`nothing counts the records of this ERP; the answer was ${shownValue(first)}`);
    same(more, {}, 'what the samples added to the ERP');
  },
};

export const writing: Subject = (endpoints) =>
  [...writes.flatMap(checksOf), demo].filter(({ paths }) =>
    paths.every((path) => endpoints.some((endpoint) => endpoint.path === path)),
  );

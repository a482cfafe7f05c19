/** A released key returns a new document, whatever the ERP contains; only once, for all callers. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Outcome } from '../../../../engine/index.ts';
import { type OpenedWrites, openWrites } from '../../../../engine/tools/index.ts';
import { contract } from '../../../../src/contract/index.ts';
import { type DemoProfile, demoProfile, dialects } from '../../../support/demo.ts';
import { type DemoEngine, openDemo, writePaths } from '../../../support/demo-engine.ts';
import { sampleOf } from '../../../support/depth.ts';
import { draft, idOf, invoice, payment, type WriteRequest } from './documents.ts';
import { ledgerFaults } from './ledger.ts';

describe.each(sampleOf(dialects, 2))('released keys on %s', (dialect) => {
  let profile: DemoProfile;
  let first: DemoEngine;
  let second: DemoEngine;
  let writes: Extract<OpenedWrites, { ok: true }>['writes'];
  /** An invoice over 1,234.56. */
  let payable: string;

  beforeAll(async () => {
    profile = await demoProfile({ dialect });
    first = await openDemo(profile.writesFile, { only: writePaths });
    second = await openDemo(profile.writesFile, { only: writePaths });
    const opened = await openWrites({
      contract: {
        ...contract,
        endpoints: contract.endpoints.filter(({ path }) => writePaths.some((writePath) => writePath === path)),
      },
      profileFile: profile.writesFile,
      profileName: 'demo',
      environment: {},
      installation: 'test',
      ownOnly: false,
      durable: undefined,
      now: Date.now,
    });
    if (!opened.ok) throw new Error(JSON.stringify(opened.diagnostics));
    writes = opened.writes;
    payable = await answered(first, invoice('PAYABLE'));
  });
  afterAll(async () => {
    await writes?.close();
    await first?.close();
    await second?.close();
    await profile?.drop();
  });

  const send = (engine: DemoEngine, { path, body }: WriteRequest): Promise<Outcome> => engine.call(path, body);
  /** The id of an accepted answer. */
  async function answered(engine: DemoEngine, request: WriteRequest): Promise<string> {
    const outcome = await send(engine, request);
    if (!outcome.ok) throw new Error(JSON.stringify(outcome.problem));
    return idOf(request, outcome.json) ?? '';
  }
  const release = async (endpoint: string, key: string): Promise<string> => {
    const write = await writes.show(endpoint, key);
    return write === undefined ? 'absent' : (await writes.release(write)).kind;
  };
  const stored = async (request: WriteRequest) => (await request.find(profile)).map(({ id }) => id).sort();
  const sound = async () => expect(await ledgerFaults(profile)).toEqual([]);

  it('allow a second and a third equal payment, although the ERP accepts each reference once', async () => {
    const request = payment(payable, '100.5', '2026-05-01');
    const key = `${payable}/100.5/2026-05-01/MAIN`;
    const ids = [await answered(first, request)];
    for (let count = 2; count <= 3; count += 1) {
      expect(await release('/payments/push', key)).toBe('changed');
      const id = await answered(second, request);
      expect(ids).not.toContain(id);
      ids.push(id);
      expect([await answered(first, request), await answered(second, request)]).toEqual([id, id]);
      expect(await stored(request)).toEqual([...ids].sort());
    }
    await sound();
  });

  it('allow a new order after a user deleted the first, even if the ERP assigns the same id again', async () => {
    const request = draft('DELETED');
    const id = await answered(first, request);
    await profile.run(`DELETE FROM sales_order_line WHERE order_id = ${id}`);
    await profile.run(`DELETE FROM sales_order WHERE order_id = ${id}`);
    expect(await answered(first, request)).toBe(id);
    await profile.run(`UPDATE number_range SET next_no = next_no - 1 WHERE code = 'ORDER'`);
    expect(await release('/sale-draft', 'DELETED')).toBe('changed');
    expect(await answered(second, request)).toBe(id);
    expect(await stored(request)).toEqual([id]);
    await sound();
  });

  it('allow a second order in addition to the first, and answer with the second from then on', async () => {
    const request = draft('TWICE');
    const one = await answered(first, request);
    expect(await release('/sale-draft', 'TWICE')).toBe('changed');
    const two = await answered(first, request);
    expect(two).not.toBe(one);
    expect(await answered(second, request)).toBe(two);
    expect(await stored(request)).toEqual([one, two].sort());
    await sound();
  });

  it('adopt a document that a user wrote under the key in the meantime', async () => {
    const request = draft('BY-HAND');
    const one = await answered(first, request);
    const other = await answered(first, draft('BY-HAND-2'));
    await profile.run(`UPDATE sales_order SET po_ref = 'GONE' WHERE order_id = ${one}`);
    await profile.run(`UPDATE sales_order SET po_ref = 'BY-HAND' WHERE order_id = ${other}`);
    await release('/sale-draft', 'BY-HAND');
    expect(await answered(second, request)).toBe(other);
    await sound();
  });

  it('leave uniqueness to the ERP: an invoice with the same number is refused until the first is deleted', async () => {
    const request = invoice('ONCE');
    const id = await answered(first, request);
    expect(await release('/invoices/push', '["K10018","ONCE"]')).toBe('changed');
    const outcome = await send(first, request);
    expect(outcome).toMatchObject({ ok: false, problem: { kind: 'invalid' } });
    expect(await stored(request)).toEqual([id]);
    expect(await release('/invoices/push', '["K10018","ONCE"]')).toBe('unneeded');
    await sound();
  });

  it('give one document to several concurrent requests', async () => {
    const request = payment(payable, '7.25', '2026-05-02');
    const one = await answered(first, request);
    await release('/payments/push', `${payable}/7.25/2026-05-02/MAIN`);
    const ids = await Promise.all(
      Array.from({ length: 30 }, (_, index) => answered(index % 2 ? first : second, request)),
    );
    expect(new Set(ids).size).toBe(1);
    expect(await stored(request)).toEqual([one, ids[0] ?? ''].sort());
    await sound();
  });

  it('give as many documents as there were releases, with concurrent writes and releases', async () => {
    const request = payment(payable, '0.75', '2026-05-03');
    const key = `${payable}/0.75/2026-05-03/MAIN`;
    await answered(first, request);
    let released = 0;
    const jobs = Array.from({ length: 60 }, async (_, index) => {
      if (index % 6 === 0) {
        if ((await release('/payments/push', key)) === 'changed') released += 1;
      } else await answered(index % 2 ? first : second, request);
    });
    await Promise.all(jobs);
    const last = await answered(first, request);
    const shown = await writes.show('/payments/push', key);
    expect(shown?.released).toHaveLength(released);
    const answers = [
      ...(shown?.released ?? []).map(({ result }) => result),
      shown?.state.kind === 'done' ? shown.state.answer : '',
    ];
    const ids = answers.map((result) => JSON.parse(`{${result}}`).erpPaymentId);
    expect(ids.at(-1)).toBe(last);
    expect(new Set(ids).size).toBe(released + 1);
    expect(await stored(request)).toEqual(ids.sort());
    await sound();
  });

  it('are freed once, if two operators look at one key and a request writes again in between', async () => {
    const request = draft('TWO-PEOPLE');
    const one = await answered(first, request);
    const seen = await writes.show('/sale-draft', 'TWO-PEOPLE');
    if (seen === undefined) throw new Error('It was written.');
    expect((await writes.release(seen)).kind).toBe('changed');
    expect((await writes.release(seen)).kind).toBe('unneeded');
    const two = await answered(first, request);
    expect(await writes.release(seen)).toMatchObject({ kind: 'overtaken', write: { state: { kind: 'done' } } });
    expect(await answered(second, request)).toBe(two);
    expect(await stored(request)).toEqual([one, two].sort());
    await sound();
  });

  it('are found only by key or claim', async () => {
    await answered(first, draft('SHOWN'));
    const shown = await writes.show('/sale-draft', 'SHOWN');
    expect(shown).toMatchObject({ endpoint: '/sale-draft', key: 'SHOWN', released: [] });
    expect(await writes.show('/sale-draft', shown?.id ?? '')).toEqual(shown);
    expect(await writes.show('/payments/push', shown?.id ?? '')).toBeUndefined();
    expect(await release('/sale-draft', 'shown')).toBe('absent');
    expect(await writes.list({ endpoint: '/sale-draft', limit: 1 })).toEqual({ writes: [shown], unread: [] });
  });
});

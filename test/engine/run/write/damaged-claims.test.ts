/** A damaged row in a table of claims: its answer is not sent, all other writes go on, and an operator can release its key. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenedWrites, openWrites } from '../../../../engine/tools/index.ts';
import { contract } from '../../../../src/contract/index.ts';
import { causeOf } from '../../../support/cause.ts';
import { type DemoProfile, demoProfile, dialects } from '../../../support/demo.ts';
import { type DemoEngine, openDemo, writePaths } from '../../../support/demo-engine.ts';
import { draft, idOf } from './documents.ts';

const endpoints = contract.endpoints.filter(({ path }) => writePaths.some((writePath) => writePath === path));

describe.each(dialects)('a damaged claim on %s', (dialect) => {
  let profile: DemoProfile;
  let engine: DemoEngine;
  let writes: Extract<OpenedWrites, { ok: true }>['writes'];

  beforeAll(async () => {
    profile = await demoProfile({ dialect });
    engine = await openDemo(profile.writesFile, { only: writePaths });
    const opened = await openWrites({
      contract: { ...contract, endpoints },
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
  });
  afterAll(async () => {
    await writes?.close();
    await engine?.close();
    await profile?.drop();
  });

  async function send(key: string) {
    const request = draft(key);
    const outcome = await engine.call(request.path, request.body);
    return { outcome, id: outcome.ok ? idOf(request, outcome.json) : undefined };
  }
  const damage = (key: string, change: string) =>
    profile.run(`update engine_claims set ${change} where natural_key = '${key}'`);
  const stateOf = async (key: string) => (await writes.show('/sale-draft', key))?.state;

  it.each([
    ['cut off', `result = '"saleId":"4'`, 'Its answer is no JSON.'],
    ['of another kind', `result = '"saleId":["4"],"status":"draft"'`, 'saleId: '],
    ['without a field', `result = '"saleId":"4","status":"draft"'`, 'receivedAt: '],
    ['with a foreign field', `result = '"saleId":"4","secret":"x"'`, 'the contract has no field "secret"'],
    ['with a broken list', `released = '[{'`, 'Its released answers are no list of JSON.'],
  ])('with an answer that is %s', async (name, change, reason) => {
    const [key, other] = [`D ${name}`, `E ${name}`];
    const { id } = await send(key);
    const { id: otherId } = await send(other);
    await damage(key, change);
    const { outcome } = await send(key);
    expect(outcome).toMatchObject({ ok: false, problem: { kind: 'broken' } });
    expect(causeOf(outcome)).toContain(reason);
    expect((await send(other)).id).toBe(otherId);
    const listed = await writes.list({ limit: 100 });
    expect(listed.unread).toEqual([]);
    expect(listed.writes.map((write) => write.key)).toEqual(expect.arrayContaining([key, other]));
    const write = await writes.show('/sale-draft', key);
    if (write === undefined) throw new Error('There is no write.');
    if (reason.startsWith('Its'))
      expect(await stateOf(key)).toEqual({ kind: 'held', reason: `The claim is damaged. ${reason}` });
    expect((await writes.release(write)).kind).toBe('changed');
    // The document of an answer that names another one is found by its key.
    expect((await send(key)).id).toBe(id);
  });
});

/** Writes through stored procedures with outputs, on the databases that have them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DemoProfile, demoProfile } from '../support/demo.ts';
import { type DemoEngine, openDemo } from '../support/demo-engine.ts';
import { callingDialects, callingProfile } from '../support/procedures.ts';
import { draft, idOf, writeFaults } from './documents.ts';
import { ledgerFaults } from './ledger.ts';

describe.each(callingDialects)('a write that calls procedures on %s', (dialect) => {
  let profile: DemoProfile;
  let demo: DemoEngine;

  beforeAll(async () => {
    profile = await demoProfile({ dialect });
    demo = await openDemo(await callingProfile(profile, dialect), { only: ['/sale-draft'] });
  });
  afterAll(async () => {
    await demo?.close();
    await profile?.drop();
  });

  it('makes the document from what they give, once', async () => {
    const request = draft('CALLED');
    const answers: string[] = [];
    for (let time = 0; time < 2; time += 1) {
      const outcome = await demo.call(request.path, request.body);
      if (!outcome.ok) throw new Error(JSON.stringify(demo.events));
      answers.push(idOf(request, outcome.json) ?? '');
    }
    expect(answers).toEqual(['80001', '80001']);
    expect(await writeFaults(profile, request, answers)).toEqual([]);
  });

  it('refuses what an output says is refused, and leaves nothing', async () => {
    const request = draft('POUNDS', { currency: 'GBP' });
    const outcome = await demo.call(request.path, request.body);
    expect(outcome).toMatchObject({
      ok: false,
      problem: {
        kind: 'invalid',
        fields: [{ field: 'currency', message: 'Kontor refused the order: No orders in pounds' }],
      },
    });
    expect(await request.find(profile)).toEqual([]);
    expect(await ledgerFaults(profile)).toEqual([]);
  });
});

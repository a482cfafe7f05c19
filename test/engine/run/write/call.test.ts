/** Writes through stored procedures with outputs, on the databases that have them. */

import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import { causeOf } from '../../../support/cause.ts';
import { type DemoProfile, demoProfile } from '../../../support/demo.ts';
import { type DemoEngine, openDemo } from '../../../support/demo-engine.ts';
import { type CallingDialect, callingDialects, callingProfile } from '../../../support/procedures.ts';
import { draft, idOf, writeFaults } from './documents.ts';
import { ledgerFaults } from './ledger.ts';

describe.each(callingDialects)('a write that calls procedures on %s', (dialect) => {
  let profile: DemoProfile;
  let demo: DemoEngine;

  beforeAll(async () => {
    profile = await demoProfile({ dialect });
    demo = await openDemo(await callingProfile(profile), { only: ['/sale-draft'] });
  });
  afterAll(async () => {
    await demo?.close();
    await profile?.drop();
  });

  it('creates the document from their results, once', async () => {
    const request = draft('CALLED');
    const answers: string[] = [];
    for (let time = 0; time < 2; time += 1) {
      const outcome = await demo.call(request.path, request.body);
      if (!outcome.ok) throw new Error(JSON.stringify(outcome));
      answers.push(idOf(request, outcome.json) ?? '');
    }
    expect(answers).toEqual(['80001', '80001']);
    expect(await writeFaults(profile, request, answers)).toEqual([]);
  });

  it('refuses the request if an output says so, and changes nothing', async () => {
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

/** A procedure with one more statement at its end: what an ERP's own might do. */
const ended: Readonly<Record<CallingDialect, string>> = {
  postgres: 'COMMIT AND CHAIN',
  mysql: 'COMMIT; START TRANSACTION',
};

describe.each(callingDialects)('a write on %s whose procedure ends the transaction', (dialect) => {
  let profile: DemoProfile;
  let demo: DemoEngine;

  beforeAll(async () => {
    profile = await demoProfile({ dialect });
    const file = await callingProfile(profile);
    const body = `BEGIN ${ended[dialect]}; END`;
    await profile.run(
      dialect === 'postgres'
        ? `CREATE PROCEDURE commits() LANGUAGE plpgsql AS $$ ${body} $$`
        : `CREATE PROCEDURE commits() ${body}`,
    );
    const document = parseDocument(readFileSync(file, 'utf8'));
    document.addIn(['endpoints', '/sale-draft', 'write'], { broken: { call: { procedure: 'commits' } } });
    writeFileSync(file, document.toString());
    demo = await openDemo(file, { only: ['/sale-draft'] });
  });
  afterAll(async () => {
    await demo?.close();
    await profile?.drop();
  });

  it('fails, logs the reason, and is never acknowledged or written twice', async () => {
    const request = draft('ENDED');
    const told: string[] = [];
    for (let time = 0; time < 3; time += 1) {
      const outcome = await demo.call(request.path, request.body);
      expect(outcome).toMatchObject({ ok: false, problem: { kind: 'broken' } });
      told.push(causeOf(outcome));
    }
    const [first = '', ...repeats] = told;
    if (dialect === 'postgres') {
      expect(first).toContain('invalid transaction termination');
      expect(await request.find(profile)).toEqual([]);
      expect(await ledgerFaults(profile)).toEqual([]);
    } else {
      expect(first).toContain('the procedure ended the transaction');
      expect(repeats).toEqual([
        expect.stringContaining('stands without a result'),
        expect.stringContaining('stands without a result'),
      ]);
      expect(await request.find(profile)).toHaveLength(1);
    }
  });
});

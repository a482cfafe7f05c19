/** Databases that are unreachable when the engine starts: facts are read when they respond, and not guessed before. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Fields } from '../../../../engine/index.ts';
import { type Gate, gateTo } from '../../../src/service/state/gate.ts';
import { isDeep } from '../../../support/depth.ts';
import { type Erp, type ErpEngine, freshErp, openErp } from '../../../support/erp.ts';
import { listContract } from '../../../support/list-contract.ts';

const row: Fields = { id: { type: 'text', required: true, description: '' } };
const contract = listContract(['/own', '/by-other', '/by-part', '/other'], { row });

/** Two databases; the facts are of the second one, and decide about reads of the first. */
const profile = (near: Erp, url: string): string => `
profile: later
contract: "1"
facts:
  v9: { use: far, table: version9 }
  is_acme: { use: far, table: customer, else: This is not Acme. }
parts:
  branch: [{ when: v9, sql: branch9 }, { sql: branch }]
sources:
  near: { sql: ${near.dialect}, connection: ${JSON.stringify(near.connection)} }
  far: { sql: postgres, connection: { url: "${url}" } }
endpoints:
  /own: { use: near, query: SELECT 'own' AS id FROM shop }
  /by-other:
    first:
      - { when: v9, use: near, query: SELECT s.number9 AS id FROM shop s }
      - { when: not v9, use: near, query: SELECT s.number AS id FROM shop s }
  /by-part: { use: near, query: "SELECT s.{branch} AS id FROM shop s" }
  /other: { use: far, query: SELECT 'other' AS id FROM customer }
`;

describe('facts of a database that is away at the start', () => {
  let near: Erp;
  let far: Erp;
  let gate: Gate;
  let engine: ErpEngine | undefined;
  beforeEach(async () => {
    near = await freshErp('sqlite');
    far = await freshErp('postgres');
    gate = await gateTo(far.connection.url ?? '');
    await gate.cut();
  });
  afterEach(async () => {
    await engine?.close();
    await gate.cut();
    await near.drop();
    await far.drop();
  });
  const answer = async (path: string): Promise<unknown> => {
    const outcome = await engine?.call(path, {});
    if (outcome === undefined) return undefined;
    return outcome.ok ? JSON.parse(outcome.json).rows[0].id : outcome.problem.kind;
  };
  const ready = (is: boolean) => expect.poll(() => engine?.engine.health().ready).toBe(is);

  it('hold back what depends on them, whichever database it reads, and nothing else', async () => {
    await near.run("create table shop (number9 text, branch9 text); insert into shop values ('nine', 'branch nine')");
    await far.run(
      'create table version9 (x integer); create table customer (x integer); insert into customer values (1)',
    );
    engine = await openErp(profile(near, gate.url), contract);
    expect(engine.engine.health().ready).toBe(false);
    expect(await answer('/own')).toBe('own');
    for (const path of ['/by-other', '/by-part', '/other']) expect(await answer(path)).toBe('unreachable');
    await gate.open();
    await ready(true);
    expect(engine.events).toContainEqual(
      expect.objectContaining({ event: 'facts_read', facts: { v9: true, is_acme: true } }),
    );
    expect(await answer('/by-other')).toBe('nine');
    expect(await answer('/by-part')).toBe('branch nine');
    expect(await answer('/other')).toBe('other');
    // What is known of the ERP stays, also while it is away.
    await gate.cut();
    expect(await answer('/by-other')).toBe('nine');
    expect(await answer('/other')).toBe('unreachable');
  });

  // It waits for three probes.
  if (isDeep)
    it('keep a database that the profile does not fit out of service until it does, and the log says why', async () => {
      await near.run("create table shop (number text, branch text); insert into shop values ('eight', 'branch eight')");
      engine = await openErp(profile(near, gate.url), contract);
      await gate.open();
      const logged = (text: string) =>
        expect
          .poll(() => engine?.events)
          .toContainEqual({
            level: 'error',
            event: 'source_not_ready',
            source: 'far',
            message: expect.stringContaining(text),
          });
      await logged('This is not Acme.');
      expect(engine.engine.health().ready).toBe(false);
      expect(await answer('/own')).toBe('own');
      for (const path of ['/by-other', '/by-part', '/other']) expect(await answer(path)).toBe('unreachable');
      // A fact of this database chooses statements of the other one, which has to take them.
      await far.run(
        'create table customer (x integer); insert into customer values (1); create table version9 (x integer)',
      );
      await logged('no such column: s.number9');
      // It is put right, and nobody has to start the service again.
      await far.run('drop table version9');
      await ready(true);
      expect(await answer('/by-other')).toBe('eight');
      expect(await answer('/by-part')).toBe('branch eight');
    });
});

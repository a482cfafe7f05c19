/** Each folder of test/cases/mappings is a profile with calls and expected answers, which follow from the contract. */

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { causeOf } from '../support/cause.ts';
import { type Bench, compact, type MappingCall, openBench, readCase } from './mapping-case.ts';

const home = join(import.meta.dirname, '../cases/mappings');

async function run(bench: Bench, call: MappingCall, now: string | undefined): Promise<void> {
  if (call.before !== undefined) bench.database.exec(call.before);
  bench.takeEvents();
  bench.setNow(call.now ?? now);
  const body = { schemaVersion: '1', ...call.request };
  const outcome = await bench.engine.call(call.endpoint, body, { requestId: 'r1', deadline: Date.now() + 10_000 });
  const events = bench.takeEvents();
  bench.setNow(undefined);

  if (call.answer !== undefined) {
    expect(outcome).toEqual({ ok: true, json: compact(call.answer).replace(/^\{/, '{"schemaVersion":"1",') });
  }
  if (call.problem !== undefined) {
    const { kind, message, fields } = call.problem;
    const faults = fields?.map((field) => expect.objectContaining(field));
    const wanted = {
      kind,
      ...(message === undefined ? {} : { message: expect.stringContaining(message) }),
      ...(faults === undefined ? {} : { fields: faults }),
    };
    expect(outcome).toMatchObject({ ok: false, problem: expect.objectContaining(wanted) });
    if (call.cause !== undefined) expect(causeOf(outcome)).toContain(call.cause);
  }
  for (const event of call.events ?? []) expect(events).toContainEqual(expect.objectContaining(event));
  for (const { sql, rows } of call.after ?? []) expect(bench.database.prepare(sql).raw().all()).toEqual(rows);
}

for (const slug of readdirSync(home).sort()) {
  const folder = join(home, slug);
  const input = readCase(folder);
  describe(`${slug}: ${input.about}`, () => {
    let bench: Bench;
    beforeAll(async () => {
      bench = await openBench(folder, input);
    });
    afterAll(() => bench.close());
    for (const call of input.calls) {
      it(call.name, () => {
        expect(call.answer ?? call.problem, 'a call expects an answer or a problem').toBeDefined();
        return run(bench, call, input.now);
      });
    }
  });
}

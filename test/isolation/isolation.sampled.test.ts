/**
 * No data of a company reach another: random requests of ten companies at the same time, on two replicas with one store. Companies share an ERP's tables, a
 * profile, or a login; engines are closed, opened and reloaded meanwhile. Choices follow from the seed of the run; their timing does not.
 */
import { afterEach, expect, it } from 'vitest';
import { closeAll } from '../engine/sources/http/double.ts';
import { randomFrom } from '../src/workbench/checks/conformance/random.ts';
import { byDepth } from '../support/depth.ts';
import { seed } from '../support/seed.ts';
import { adminEvidence, documentFaults, logFaults, spanEvidence, storeFaults } from './evidence.ts';
import { runTraffic } from './traffic.ts';
import { openWorld } from './world.ts';

afterEach(closeAll);

/** Requests of each of the twenty callers. */
const turns = byDepth({ sample: 20, deep: 60, all: 400 });

const sum = (counts: readonly ReadonlyMap<string, number>[], name: string): number =>
  counts.reduce((total, count) => total + (count.get(name) ?? 0), 0);

it('companies get their own data and nothing else, in answers, logs, spans, metrics, claims and bookmarks', async () => {
  const random = randomFrom(seed);
  const world = await openWorld(random);
  const traffic = await runTraffic(world, random, turns);
  expect(traffic.faults.slice(0, 5)).toEqual([]);

  expect(await documentFaults(world, traffic)).toEqual([]);
  expect((await storeFaults(world)).slice(0, 5)).toEqual([]);
  expect(world.web.faults).toEqual([]);
  const admin = await Promise.all(world.replicas.map((replica) => adminEvidence(world, replica)));
  expect(admin.flatMap(({ faults }) => faults)).toEqual([]);
  for (const replica of world.replicas) await replica.stop();
  expect(world.replicas.flatMap((replica) => logFaults(world, replica)).slice(0, 5)).toEqual([]);
  const spans = spanEvidence(world);
  expect(spans.faults.slice(0, 5)).toEqual([]);

  // Each request is counted, and traced, for its company.
  for (const { name } of world.companies) {
    const answered = traffic.answered.get(name);
    expect([
      name,
      sum(
        admin.map(({ requests }) => requests),
        name,
      ),
    ]).toEqual([name, answered]);
  }
  // No reload and no idle time closes what a request uses.
  const events = world.replicas.flatMap((replica) => replica.events());
  expect(events.filter(({ message }) => String(message).includes('source is closed'))).toEqual([]);
});

/**
 * Services that share a store write into an ERP without keys. Some of them are stopped (SIGSTOP) while they write, until the others have taken
 * their writes over, and continue (SIGCONT). Counts the documents that the ERP then has twice, and the writes that left after a pause.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { draftOf, profileText } from '../../http/writes/bench.ts';
import { randomFrom } from '../../src/workbench/checks/conformance/random.ts';
import { freshDatabase } from '../../support/database.ts';
import { startKontorApi } from '../../support/kontor-api/server.ts';
import { type Program, startProgram } from '../../support/program.ts';
import { type ErpWay, openErpWay } from './erp-way.ts';

interface PauseTask {
  readonly pauses: number;
  /** Services that are stopped at the same time, each at its own moment; one more takes their writes over. */
  readonly stopped: number;
  /** Writes of a service at the moment of its pause. */
  readonly writes: number;
  readonly seed: number;
  /** A PostgreSQL server. */
  readonly server: string | undefined;
}

export interface PauseFigures {
  readonly pauses: number;
  readonly writes: number;
  /** Documents that the ERP has more than once. */
  readonly second: number;
  /** Writes whose first byte was sent after a pause, on a connection from before it. */
  readonly late: number;
  /** Events of the kind `error` about a write that was overtaken. */
  readonly reported: number;
  /** Keys that were answered with an id that the ERP does not have, or with two ids. */
  readonly wrong: number;
}

/** Longer than the lease of a step (6 s), the settling time and two lookups. */
const pauseMs = 8_000;
const key = 'a-key-for-tests-alone-0123456789';
const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };

interface Victim {
  readonly service: Program;
  readonly way: ErpWay;
}

type Reply = { readonly status: number; readonly id: string | undefined } | undefined;

async function write({ baseUrl }: Program, reference: string): Promise<Reply> {
  const body = JSON.stringify({ schemaVersion: '1', ...draftOf(reference) });
  try {
    const response = await fetch(`${baseUrl}/sale-draft`, { method: 'POST', headers, body });
    const { saleId }: { readonly saleId?: string } = JSON.parse(await response.text());
    return { status: response.status, id: saleId };
  } catch {
    return undefined;
  }
}

/** Runs the pauses. `report`: called after each round with the figures so far. Rejects if a service does not start. */
export async function runPauses(task: PauseTask, report: (figures: PauseFigures) => void): Promise<PauseFigures> {
  const { seed, writes, server } = task;
  const random = randomFrom(seed);
  const folder = mkdtempSync(join(tmpdir(), 'engine-pauses-'));
  const api = await startKontorApi();
  const store = await freshDatabase(server);
  const erpPort = Number(new URL(api.url).port);
  const environment = {
    ENGINE_KEY: key,
    ENGINE_STORE: store.url,
    ENGINE_REPLICAS: String(task.stopped + 1),
    ENGINE_INSTALLATION: 'pauses',
  };
  const start = async (): Promise<Victim> => {
    const way = await openErpWay(erpPort);
    const profile = join(folder, `profile-${way.port}.yaml`);
    writeFileSync(profile, profileText(`http://127.0.0.1:${way.port}/api`, api.token));
    return { way, service: await startProgram(profile, environment, ['--log-level', 'error']) };
  };
  const taker = await start();
  const victims = await Promise.all(Array.from({ length: task.stopped }, start));
  const answered = new Map<string, Set<string>>();
  let pauses = 0;

  async function send(service: Program, reference: string): Promise<number | undefined> {
    const reply = await write(service, reference);
    if (reply?.status === 200) answered.get(reference)?.add(reply.id ?? '');
    return reply?.status;
  }

  /** Until it is answered, or held because the ERP has two. */
  async function insist(service: Program, reference: string): Promise<void> {
    for (let status = await send(service, reference); status !== 200 && status !== 502; await sleep(300))
      status = await send(service, reference);
  }

  async function pause({ service, way }: Victim, references: readonly string[]): Promise<void> {
    const stopped = Promise.withResolvers<void>();
    const stop = (): void => {
      process.kill(service.pid, 'SIGSTOP');
      way.paused();
      stopped.resolve();
    };
    // Half of the pauses begin when a connection was made: its write is about to leave.
    if (random.below(2) === 0) way.stopAtConnection(random.below(60) / 10, stop);
    else setTimeout(stop, random.below(60));
    for (const reference of references) answered.set(reference, new Set());
    const sending = references.map((reference) => send(service, reference));
    await stopped.promise;
    const taking = references.map((reference) => insist(taker.service, reference));
    await sleep(pauseMs);
    way.resumed();
    process.kill(service.pid, 'SIGCONT');
    await Promise.all([...sending, ...taking]);
    pauses += 1;
  }

  function figures(): PauseFigures {
    const stored = new Map<string, string[]>();
    for (const row of api.database.prepare('SELECT po_ref, order_id FROM sales_order').all()) {
      const { po_ref, order_id } = Object.assign({ po_ref: '', order_id: 0 }, row);
      stored.set(po_ref, [...(stored.get(po_ref) ?? []), String(order_id)]);
    }
    const all = [...answered];
    const isWrong = ([reference, ids]: readonly [string, ReadonlySet<string>]): boolean =>
      ids.size > 1 || [...ids].some((id) => !stored.get(reference)?.includes(id));
    const outputs = [taker, ...victims].map(({ service }) => service.output()).join('');
    return {
      pauses,
      writes: all.length,
      second: all.filter(([reference]) => (stored.get(reference)?.length ?? 0) > 1).length,
      late: victims.reduce((sum, { way }) => sum + way.lateWrites(), 0),
      reported: outputs.split('\n').filter((line) => line.includes('write_overtaken')).length,
      wrong: all.filter(isWrong).length,
    };
  }

  try {
    for (let round = 1; pauses < task.pauses; round += 1) {
      const chosen = victims.slice(0, task.pauses - pauses);
      const named = (at: number) => Array.from({ length: writes }, (_, index) => `PAUSE-${round}-${at}-${index}`);
      await Promise.all(chosen.map((victim, at) => pause(victim, named(at))));
      report(figures());
    }
    return figures();
  } finally {
    await Promise.all([taker, ...victims].map(({ service }) => service.kill()));
    for (const { way } of [taker, ...victims]) way.close();
    await api.close();
    await store.drop();
    rmSync(folder, { recursive: true, force: true });
  }
}

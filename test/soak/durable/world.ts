/** What the rows of the durable form have in common: a scripted ERP, a store, and replicas that share it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DurableTiming } from '../../../engine/run/write/durable/durable-work.ts';
import { freshDatabase } from '../../support/database.ts';
import { freshMysqlDatabase } from '../../support/mysql-database.ts';
import type { SoakSetup } from '../row.ts';
import { type Erp, startErp } from './erp/erp.ts';
import { type Replica, startReplica } from './replica/replica.ts';
import type { ReplicaTask } from './replica/task.ts';

/** Short, so that a write whose owner died is taken over within seconds. */
export const timing: DurableTiming = {
  claimMs: 1_800,
  leaseMs: 1_800,
  settleMs: 800,
  apartMs: 400,
  proofMs: undefined,
  maxWaitMs: 1_500,
  pollMs: 40,
};
/** How long a step may take; less than a lease. */
export const stepMs = 1_000;
export const deadlineMs = 4_000;

export interface World {
  readonly erp: Erp;
  /** Those that share the store: one where it is a file. */
  readonly replicas: readonly Replica[];
  /** Replicas in turn, those that run. */
  next(): Replica;
  close(): Promise<void>;
}

interface WorldOptions {
  readonly nativeKey?: boolean;
  /** Prepares the store, and gives its address as the replicas are to use it. */
  readonly storeBy?: (place: Place) => Promise<string>;
  readonly environment?: Readonly<Record<string, string>>;
}

interface Place {
  /** As an operator writes it. */
  readonly text: string;
  /** Executes SQL on a server's. */
  run(sql: string): Promise<unknown>;
  drop(): Promise<unknown>;
}

const nothing = async (): Promise<void> => undefined;

async function placeOf({ database, server }: SoakSetup, folder: string): Promise<Place> {
  if (server === undefined) return { text: join(folder, 'store.sqlite'), run: nothing, drop: nothing };
  const fresh = database === 'mysql' ? await freshMysqlDatabase(server.url) : await freshDatabase(server.url);
  return { text: fresh.url, run: (sql) => fresh.run(sql), drop: () => fresh.drop() };
}

export async function openWorld(setup: SoakSetup, options: WorldOptions = {}): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'engine-durable-'));
  const place = await placeOf(setup, folder);
  const erp = await startErp(folder, options.nativeKey ?? false);
  const task: Omit<ReplicaTask, 'port'> = {
    erp: { port: erp.port, timeoutMs: stepMs },
    store: (await options.storeBy?.(place)) ?? place.text,
    timing,
    deadlineMs,
    completionMs: 300,
    plant: setup.plant === 'tainted-connection' ? undefined : setup.plant,
  };
  const count = setup.database === 'sqlite' ? 1 : 3;
  // The first one makes the tables; the others find them, or meet it at that.
  const replicas = await Promise.all(Array.from({ length: count }, () => startReplica(task, options.environment)));
  let turn = 0;
  return {
    erp,
    replicas,
    next() {
      const able = replicas.filter((replica) => replica.running());
      turn += 1;
      const chosen = able[turn % able.length] ?? replicas[0];
      if (chosen === undefined) throw new Error('There is no replica.');
      return chosen;
    },
    async close() {
      await Promise.all(replicas.map((replica) => replica.end('SIGKILL')));
      await erp.close();
      await place.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

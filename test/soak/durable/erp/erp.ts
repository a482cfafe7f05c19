/** The scripted ERP in the harness: started, killed, configured, and inspected through its own database. */
import { join } from 'node:path';
import { tell } from '../ask.ts';
import { type Child, startChild } from '../child.ts';
import type { ErpTask, Habit, Order } from './behaviour.ts';
import { type Ledger, openLedger } from './ledger.ts';

export interface Erp {
  /** Stays the same when it comes back. */
  readonly port: number;
  readonly ledger: Ledger;
  /** Orders are gone when it is killed. */
  order(orders: readonly Order[]): Promise<void>;
  /** Undefined: requests without an order of their own are answered as they should be. */
  habit(habit: Habit | undefined): Promise<void>;
  /** `operation key` of each request whose effect happened and whose answer is stalled. */
  stalled(): Promise<readonly string[]>;
  kill(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
}

/** Starts it with its documents in the folder. */
export async function startErp(folder: string, nativeKey: boolean): Promise<Erp> {
  const file = join(folder, 'erp.sqlite');
  const begin = (port: number): Promise<Child> =>
    startChild(join(import.meta.dirname, 'main.ts'), { file, port, nativeKey } satisfies ErpTask);
  let child = await begin(0);
  const { port } = child;
  const ledger = openLedger(file);
  return {
    port,
    ledger,
    order: async (orders) => void (await tell(port, '/control/orders', orders)),
    habit: async (habit) => void (await tell(port, '/control/habit', { habit })),
    async stalled() {
      const named: readonly string[] = JSON.parse(await tell(port, '/control/stalled'));
      return named;
    },
    kill: async () => void (await child.end('SIGKILL')),
    async start() {
      child = await begin(port);
    },
    async close() {
      await child.end('SIGKILL');
      ledger.close();
    },
  };
}

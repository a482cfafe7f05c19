/** A company whose callers do all that a caller should not: many requests at once, broken ones, large ones, and those for other companies. */
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Company } from '../../companies/company.ts';
import type { Random } from '../../src/workbench/checks/conformance/random.ts';
import type { Balancer } from './traffic.ts';

interface HostileOptions {
  readonly company: Company;
  readonly others: () => readonly Company[];
  readonly balancer: Balancer;
  readonly random: Random;
  readonly isOver: () => boolean;
}

export interface HostileFigures {
  /** Requests by status; `none` where the connection ended. */
  readonly statuses: Map<string, number>;
  /** Answers that it must not get. */
  readonly faults: string[];
}

/** Requests at the same time. */
const atOnce = 30;

/** Sends until `isOver`. */
export async function runHostile({
  company,
  others,
  balancer,
  random,
  isOver,
}: HostileOptions): Promise<HostileFigures> {
  const statuses = new Map<string, number>();
  const faults: string[] = [];

  async function send(path: string, body: string, key = company.key): Promise<number> {
    const base = balancer();
    if (base === undefined) return 0;
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const answer = await fetch(`${base}${path}`, { method: 'POST', headers, body }).then(
      async (response) => {
        await response.arrayBuffer();
        return response.status;
      },
      () => 0,
    );
    const name = answer === 0 ? 'none' : String(answer);
    statuses.set(name, (statuses.get(name) ?? 0) + 1);
    return answer;
  }

  /** A connection whose request never ends. */
  function stall(): void {
    const base = balancer();
    if (base === undefined) return;
    const socket = connect(Number(new URL(base).port), '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(
      `POST /${company.name}/debtors/list HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${company.key}\r\nContent-Length: 100\r\n\r\n{`,
    );
    setTimeout(() => socket.destroy(), 5_000).unref();
  }

  const list = `/${company.name}/debtors/list`;
  const attacks: readonly (() => Promise<unknown>)[] = [
    () => send(list, '{"schemaVersion":"1","page":1,"limit":100}'),
    () => send(list, `{"schemaVersion":"1","page":${1 + random.below(1_000_000)},"limit":500}`),
    () => send(list, '['.repeat(50_000)),
    () => send(list, 'x'.repeat(1_500_000)),
    () =>
      send(
        `/${company.name}/catalog/customers/search`,
        JSON.stringify({ schemaVersion: '1', query: '%_[]\'"\\'.repeat(200) }),
      ),
    async () => stall(),
    async () => {
      const all = others();
      const other = all[random.below(all.length)];
      if (other === undefined) return;
      const status = await send(`/${other.name}/debtors/list`, '{"schemaVersion":"1"}');
      if (status !== 401 && status !== 404 && status !== 0 && status !== 503)
        faults.push(`the key of ${company.name} gets ${status} from ${other.name}`);
    },
  ];

  async function attack(): Promise<void> {
    while (!isOver()) {
      await attacks[random.below(attacks.length)]?.();
      await sleep(random.below(400));
    }
  }
  await Promise.all(Array.from({ length: atOnce }, attack));
  return { statuses, faults };
}

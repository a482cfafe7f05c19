/** Callers of three replicas: they send only to replicas that are ready, as a load balancer does, and never send a request twice unasked. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Program } from '../support/program.ts';

export interface Target {
  readonly program: Program;
  readonly adminUrl: string;
  readonly version: string;
}

export interface Written {
  readonly service: string;
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** Each id that was answered. */
  readonly ids: Set<string>;
  /** The versions that answered. */
  readonly versions: Set<string>;
}

export interface Chain {
  readonly service: string;
  readonly path: string;
  readonly ids: readonly string[];
  /** The versions that answered, in the order of the pages. */
  readonly versions: readonly string[];
}

export interface Load {
  readonly failures: readonly string[];
  readonly written: readonly Written[];
  readonly chains: readonly Chain[];
  /** Takes a replica out, and another one in. */
  remove(target: Target): void;
  add(target: Target): void;
  /** Waits for the last answers. */
  stop(): Promise<void>;
}

/** A request of a caller. `write`: a new document. */
export interface Requests {
  readonly lists: readonly {
    readonly service: string;
    readonly path: string;
    readonly limit: number;
    readonly id: string;
    readonly property: string;
  }[];
  readonly reads: readonly {
    readonly service: string;
    readonly path: string;
    readonly body: object;
    readonly text: string;
  }[];
  readonly writes: readonly ((count: number) => Pick<Written, 'service' | 'path' | 'body'>)[];
  readonly key: string;
}

type Page = Readonly<Record<string, unknown>> & { readonly hasMore: boolean };

/** Starts the callers. `random` chooses the replica of each request. */
export function startLoad(
  first: readonly Target[],
  { lists, reads, writes, key }: Requests,
  random: (bound: number) => number,
): Load {
  const targets = new Set(first);
  const ready = new Set(first);
  const failures: string[] = [];
  const written: Written[] = [];
  const chains: Chain[] = [];
  let isOver = false;

  /** The checks of a load balancer. */
  async function check(): Promise<void> {
    while (!isOver) {
      for (const target of [...targets]) {
        const isReady = await fetch(`${target.adminUrl}/ready`).then(
          ({ ok }) => ok,
          () => false,
        );
        if (isReady && targets.has(target)) ready.add(target);
        else ready.delete(target);
      }
      await sleep(100);
    }
  }

  async function post(
    service: string,
    path: string,
    body: object,
  ): Promise<{ readonly text: string; readonly version: string } | undefined> {
    while (ready.size === 0) await sleep(20);
    const target = [...ready][random(ready.size)];
    if (target === undefined) return undefined;
    const { program, version } = target;
    try {
      const response = await fetch(`${program.baseUrl}/${service}${path}`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${key}-${service}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ schemaVersion: '1', ...body }),
      });
      const text = await response.text();
      if (response.status === 200) return { text, version };
      // Another replica writes the document, and takes longer than a caller waits: the caller comes again.
      if (response.status === 503 && text.includes('is being written right now')) {
        await sleep(200);
        return post(service, path, body);
      }
      failures.push(`${version} ${service}${path} ${JSON.stringify(body)}: ${response.status} ${text}`);
    } catch (error) {
      failures.push(`${version} ${service}${path}: ${error instanceof Error ? error.cause : error}`);
    }
    return undefined;
  }

  async function walk({ service, path, limit, id, property }: Requests['lists'][number]): Promise<void> {
    const [ids, versions]: [string[], string[]] = [[], []];
    for (let page = 1; !isOver; page += 1) {
      const reply = await post(service, path, { page, limit });
      if (reply === undefined) return;
      const answer: Page = JSON.parse(reply.text);
      const rows = Array.isArray(answer[property]) ? answer[property] : [];
      ids.push(...rows.map((row) => String(row[id])));
      versions.push(reply.version);
      if (!answer.hasMore) {
        chains.push({ service, path, ids, versions });
        return;
      }
      await sleep(20);
    }
  }

  async function send(one: Written): Promise<void> {
    const reply = await post(one.service, one.path, one.body);
    if (reply === undefined) return;
    const answer: Readonly<Record<string, unknown>> = JSON.parse(reply.text);
    one.ids.add(String(answer.saleId ?? answer.erpInvoiceId ?? answer.erpPaymentId));
    one.versions.add(reply.version);
  }

  async function repeat(work: () => Promise<void>): Promise<void> {
    while (!isOver) {
      await work();
      await sleep(10);
    }
  }

  const readers = reads.map(({ service, path, body, text }) =>
    repeat(async () => {
      const reply = await post(service, path, body);
      if (reply !== undefined && reply.text !== text)
        failures.push(`${reply.version} ${service}${path}: ${reply.text}`);
    }),
  );
  const walkers = lists.map((list) => repeat(() => walk(list)));
  const writers = writes.map((next) =>
    repeat(async () => {
      const one: Written = { ...next(written.length), ids: new Set(), versions: new Set() };
      written.push(one);
      // Two callers at the same time, and a repeat of an earlier write, which another version may have answered.
      await Promise.all([send(one), send(one)]);
      const earlier = written[random(written.length)];
      if (earlier !== undefined) await send(earlier);
    }),
  );
  const checks = check();
  return {
    failures,
    written,
    chains,
    remove(target) {
      targets.delete(target);
      ready.delete(target);
    },
    add: (target) => void targets.add(target),
    async stop() {
      isOver = true;
      await Promise.all([checks, ...readers, ...walkers, ...writers]);
    },
  };
}

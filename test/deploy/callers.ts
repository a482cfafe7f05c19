/** Callers of a deployment under test: drafts and searches at the same time, repeated as the platform repeats them. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Agent, fetch } from 'undici';
import { expect } from 'vitest';
import type { DemoDatabase } from '../support/demo.ts';

export type Post = (path: string, body: object) => Promise<{ readonly status: number; readonly text: string }>;

/** Requests to a base URL with a key. Status 0 is a connection that broke. */
export function poster(baseUrl: string, key: string, dispatcher: Agent): Post {
  return async (path, body) => {
    try {
      const response = await fetch(`${baseUrl}${path}`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ schemaVersion: '1', ...body }),
        dispatcher,
      });
      return { status: response.status, text: await response.text() };
    } catch (error) {
      return { status: 0, text: String(error instanceof Error ? error.cause : error) };
    }
  };
}

const draftOf = (poNumber: string) => ({
  poNumber,
  currency: 'EUR',
  lines: [{ sku: 'HX-10/A2', qty: 3, unitPrice: 1.15 }],
});

export interface Load {
  /** Answers other than 200. Like the platform, the callers repeat such a request. */
  readonly failures: readonly string[];
  /** Numbers of the drafts. */
  readonly refs: readonly string[];
  /** Waits for the last answers. */
  stop(): Promise<void>;
}

/** Callers of two kinds: two of drafts and three of searches. `prefix`: of the numbers of drafts. */
export function startCallers(post: Post, prefix: string): Load {
  const refs: string[] = [];
  const failures: string[] = [];
  let isOver = false;
  let count = 0;
  const send = async (path: string, body: object): Promise<void> => {
    for (;;) {
      const { status, text } = await post(path, body);
      if (status === 200) return;
      failures.push(`${status} ${text}`);
      await sleep(100);
    }
  };
  const caller = async (writes: boolean): Promise<void> => {
    while (!isOver) {
      count += 1;
      const ref = `${prefix} 2026/${String(count).padStart(5, '0')}`;
      if (writes) refs.push(ref);
      await (writes
        ? send('/sale-draft', draftOf(ref))
        : send('/catalog/products/search', { query: 'bolt', limit: 5 }));
      await sleep(10);
    }
  };
  const callers = [true, true, false, false, false].map(caller);
  return {
    failures,
    refs,
    async stop() {
      isOver = true;
      await Promise.all(callers);
    },
  };
}

/** Each draft is in the ERP once, and no other with the prefix. */
export async function expectEachOnce(demo: DemoDatabase, prefix: string, refs: readonly string[]): Promise<void> {
  const rows = await demo.rows(`select po_ref from sales_order where po_ref like '${prefix} %'`);
  expect(rows.map(({ po_ref }) => po_ref).sort()).toEqual([...refs].sort());
  expect(refs.length).toBeGreaterThan(20);
}

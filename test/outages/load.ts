/** Callers that continue to send requests whatever the service answers, as the platform does. */
import { setTimeout as sleep } from 'node:timers/promises';
import { idOf, type WriteRequest } from '../engine/run/write/documents.ts';

/** One request and its answer. Times in milliseconds by the monotonic clock. */
export interface Reply {
  readonly path: string;
  readonly sent: number;
  readonly answered: number;
  readonly status: number;
  readonly retryAfter: string | null;
  readonly text: string;
}

interface Written {
  readonly request: WriteRequest;
  /** Every id that was ever answered. */
  readonly ids: Set<string>;
}

export interface Load {
  readonly replies: readonly Reply[];
  readonly written: readonly Written[];
  /** Ends when each write has been acknowledged; rejects where a request could not be sent. */
  stop(): Promise<void>;
  /** Ends at once, whatever was not answered. */
  giveUp(): Promise<void>;
}

const key = 'a-key-for-tests-alone-0123456789';
export const loadKey = { ENGINE_KEY: key };

/** Sends one request to the service. */
export async function post(baseUrl: string, path: string, body: object): Promise<Reply> {
  const sent = performance.now();
  const response = await fetch(`${baseUrl}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ schemaVersion: '1', ...body }),
  });
  const text = await response.text();
  const retryAfter = response.headers.get('retry-after');
  return { path, sent, answered: performance.now(), status: response.status, retryAfter, text };
}

interface LoadOptions {
  readonly baseUrl: string;
  readonly readers: number;
  readonly writers: number;
  readonly read: { readonly path: string; readonly body: object };
  /** The n-th document, counted from 0. */
  readonly write: (n: number) => WriteRequest;
}

/** Starts callers that read, and callers that write one document after the other, each until it is acknowledged. */
export function startLoad({ baseUrl, readers, writers, read, write }: LoadOptions): Load {
  const replies: Reply[] = [];
  const written: Written[] = [];
  let over = false;
  let lost = false;
  const ask = async (path: string, body: object): Promise<Reply> => {
    const reply = await post(baseUrl, path, body);
    replies.push(reply);
    return reply;
  };
  async function reader(): Promise<void> {
    while (!over) {
      await ask(read.path, read.body);
      await sleep(20);
    }
  }
  async function writer(): Promise<void> {
    while (!over) {
      const request = write(written.length);
      const ids = new Set<string>();
      written.push({ request, ids });
      while (ids.size === 0 && !lost) {
        const reply = await ask(request.path, request.body);
        const id = reply.status === 200 ? idOf(request, reply.text) : undefined;
        if (id !== undefined) ids.add(id);
        await sleep(20);
      }
    }
  }
  const all = Promise.all([...Array.from({ length: readers }, reader), ...Array.from({ length: writers }, writer)]);
  all.catch(() => undefined);
  return {
    replies,
    written,
    async stop() {
      over = true;
      await all;
    },
    async giveUp() {
      over = true;
      lost = true;
      await Promise.allSettled([all]);
    },
  };
}

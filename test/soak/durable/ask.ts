/** One HTTP request of the harness, on a new connection. */
import { request } from 'node:http';
import { textOf } from './read-text.ts';

export interface Reply {
  readonly status: number;
  readonly text: string;
  /** Seconds. */
  readonly retryAfter: number | undefined;
}

/** Sends a value as JSON, or asks with GET where there is none. Undefined where no complete answer came, or none within `timeoutMs`. */
export function ask(port: number, path: string, value?: unknown, timeoutMs = 30_000): Promise<Reply | undefined> {
  return new Promise((resolve) => {
    const method = value === undefined ? 'GET' : 'POST';
    const asking = request({ host: '127.0.0.1', port, path, method, agent: false }, (answer) => {
      const { statusCode: status = 0, headers } = answer;
      const after = headers['retry-after'];
      textOf(answer)
        .then((text) => resolve({ status, text, retryAfter: after === undefined ? undefined : Number(after) }))
        .catch(() => resolve(undefined))
        .finally(() => clearTimeout(timer));
    });
    const timer = setTimeout(() => asking.destroy(), timeoutMs);
    asking.on('error', () => {
      clearTimeout(timer);
      resolve(undefined);
    });
    asking.end(value === undefined ? undefined : JSON.stringify(value));
  });
}

/** The same of a part of the harness, which has to answer. */
export async function tell(port: number, path: string, value?: unknown): Promise<string> {
  const reply = await ask(port, path, value);
  if (reply?.status !== 200)
    throw new Error(`${path} was answered ${reply?.status ?? 'not at all'} ${reply?.text ?? ''}`);
  return reply.text;
}

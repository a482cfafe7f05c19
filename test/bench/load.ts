/** The load: callers that each send one request after another over a kept connection. */
import { Agent, request } from 'node:http';
import type { Service } from './services.ts';

export interface Call {
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** What one service did in one round. */
export interface Round {
  /** Number of answers. */
  readonly requests: number;
  /** Answers per second. */
  readonly rate: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Milliseconds of the service's processor time per request; undefined where the system does not tell. */
  readonly cpu: number | undefined;
}

/** Sends one request and gives the text of its answer; rejects where it is not 200. */
export function send(
  service: Pick<Service, 'name' | 'address' | 'key'>,
  agent: Agent,
  { path, body }: Call,
): Promise<string> {
  const text = JSON.stringify({ schemaVersion: '1', ...body });
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${service.key}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
    };
    const { hostname, port } = service.address;
    const sent = request({ agent, hostname, port, path, method: 'POST', headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const answer = Buffer.concat(chunks);
        if (response.statusCode === 200) resolve(answer.toString('utf8'));
        else reject(new Error(`The ${service.name} answered ${path} with ${response.statusCode}: ${answer}`));
      });
    });
    sent.on('error', reject);
    sent.end(text);
  });
}

export function quantile(sorted: readonly number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

/**
 * Keeps a service busy for `milliseconds`. `next` gives the n-th call of a caller; both are counted from 0, and `n` goes on from
 * `from`, so that rounds differ and both services are asked the same.
 */
export async function runRound(
  service: Service,
  callers: number,
  milliseconds: number,
  from: number,
  next: (caller: number, n: number) => Call,
): Promise<Round> {
  const agent = new Agent({ keepAlive: true, maxSockets: callers });
  const times: number[] = [];
  const cpu = service.cpu();
  const begin = performance.now();
  const end = begin + milliseconds;
  const work = async (caller: number): Promise<void> => {
    for (let n = from; performance.now() < end; n++) {
      const sent = performance.now();
      await send(service, agent, next(caller, n));
      times.push(performance.now() - sent);
    }
  };
  await Promise.all(Array.from({ length: callers }, (_, caller) => work(caller)));
  const seconds = (performance.now() - begin) / 1_000;
  const used = service.cpu();
  agent.destroy();
  times.sort((a, b) => a - b);
  return {
    requests: times.length,
    rate: times.length / seconds,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    cpu: cpu === undefined || used === undefined ? undefined : (used - cpu) / times.length,
  };
}

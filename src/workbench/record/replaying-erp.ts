/**
 * A mock ERP for a replay: it answers each request with the replaced answer of the request that was recorded in its place. The requests are not
 * compared: those of the replay are built from replaced values, and become those of the case.
 */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { MockErp } from '../../../engine/tools/index.ts';

/** An answer in the order of the recording. */
export interface ReplayedAnswer {
  readonly source: string;
  readonly method: string;
  /** Path and query of the recorded request with replaced values, decoded: to find the answer that fits best. */
  readonly target: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A request of the replay with its answer. */
export interface ReplayedExchange {
  readonly source: string;
  readonly method: string;
  /** Absolute. */
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly answer: ReplayedAnswer | undefined;
}

interface ReplayingErp {
  readonly mock: (source: string, url: string) => MockErp;
  /** The base addresses by source. */
  readonly bases: ReadonlyMap<string, string>;
  /** Sets the answers of the next call. */
  expect(answers: readonly ReplayedAnswer[]): void;
  /** The exchanges since then. */
  exchanges(): readonly ReplayedExchange[];
  close(): Promise<void>;
}

/** Longest wait before a retry, in milliseconds. */
const mostWaitMs = 20;

/** How many characters two texts have in common at their starts and ends. */
function likeness(one: string, other: string): number {
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < one.length - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  return one === other ? Number.POSITIVE_INFINITY : start + end;
}

const decoded = (url: URL): string => {
  try {
    return decodeURIComponent(url.pathname + url.search.replaceAll('+', ' '));
  } catch {
    return url.pathname + url.search;
  }
};

/** Starts a server on loopback for each source. */
export async function startReplayingErp(sources: readonly string[]): Promise<ReplayingErp> {
  let open: ReplayedAnswer[] = [];
  let exchanges: ReplayedExchange[] = [];
  const bases = new Map<string, string>();
  const ports = new Map<string, number>();
  const servers: Server[] = [];

  function answerTo(source: string, method: string, url: URL): ReplayedAnswer | undefined {
    const target = decoded(url);
    const [best] = open
      .filter((one) => one.source === source && one.method === method)
      .map((answer, index) => ({ answer, index, score: likeness(answer.target, target) }))
      .sort((one, other) => other.score - one.score || one.index - other.index);
    if (best !== undefined) open = open.filter((one) => one !== best.answer);
    return best?.answer;
  }

  async function received(source: string, request: IncomingMessage): Promise<ReplayedExchange> {
    const { method = 'GET', url = '/' } = request;
    const absolute = new URL(url, bases.get(source) ?? 'http://127.0.0.1');
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    const body = await text(request);
    return { source, method, url: absolute, headers, body, answer: answerTo(source, method, absolute) };
  }

  for (const source of sources) {
    const server = createServer((request, response) => {
      received(source, request).then(
        (exchange) => {
          exchanges.push(exchange);
          const { status = 501, headers = {}, body = '' } = exchange.answer ?? {};
          response.writeHead(status, { ...headers, connection: 'close' }).end(body);
        },
        () => response.destroy(),
      );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    servers.push(server);
    const address: AddressInfo | string | null = server.address();
    if (address !== null && typeof address !== 'string') ports.set(source, address.port);
  }
  return {
    mock(source, url) {
      bases.set(source, url);
      return {
        connectTo: () => ports.get(source) ?? 0,
        shortened: (milliseconds) => Math.min(milliseconds, mostWaitMs),
        timeoutMs: undefined,
        answers: () => false,
      };
    },
    bases,
    expect(answers) {
      open = [...answers];
      exchanges = [];
    },
    exchanges: () => exchanges,
    async close() {
      await Promise.all(
        servers.map(
          (server) =>
            new Promise<void>((resolve) => {
              server.close(() => resolve());
              server.closeAllConnections();
            }),
        ),
      );
    },
  };
}

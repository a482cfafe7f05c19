/** Mock ERPs: an HTTP server on loopback for each source, which answers as the exchanges of a case define. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type {
  DeclaredSource,
  Difference,
  Exchange,
  MockErp,
  SentRequest,
  TestOverrides,
} from '../../../engine/tools/index.ts';
import { closeServer, listenOnLoopback } from './loopback.ts';
import { createScript, type RecordedRequest } from './mock-script.ts';

/** The mock ERPs of one case. */
interface MockErps {
  readonly mock: NonNullable<TestOverrides['mock']>;
  close(): Promise<void>;
  /** The requests in the order of arrival, and how they differ from the expected ones. */
  result(): { readonly requests: readonly RecordedRequest[]; readonly differences: readonly Difference[] };
}

type HttpSource = Extract<DeclaredSource, { readonly kind: 'http' }>;

/** Request timeout in a case with an exchange that is never answered, in milliseconds. */
const silenceMs = 2_000;
/** Maximum delay before a retry, in milliseconds. */
const maximumWaitMs = 20;

/** A port of this machine on which nothing listens. */
async function closedPort(): Promise<number> {
  const server = createServer();
  const port = await listenOnLoopback(server);
  await closeServer(server);
  return port;
}

function headersOf({ headers }: IncomingMessage): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  );
}

/** Starts the servers. `exchanges`: those of one case. */
export async function startMockErps(sources: readonly HttpSource[], exchanges: readonly Exchange[]): Promise<MockErps> {
  const script = createScript(exchanges, sources);
  const closed = await closedPort();
  const servers = new Map<string, { readonly server: Server; readonly port: number }>();

  async function answer(source: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const protocol = script.baseOf(source).startsWith('https:') ? 'https' : 'http';
    const sent: SentRequest = {
      method: request.method ?? '',
      url: new URL(`${protocol}://${request.headers.host}${request.url}`),
      headers: headersOf(request),
      body: await text(request),
    };
    const reaction = script.request(source, sent);
    switch (reaction.kind) {
      case 'answer':
        // One connection per request, so that the next one can be refused.
        response.writeHead(reaction.status, { ...reaction.headers, connection: 'close' }).end(reaction.body);
        return;
      case 'refused':
      case 'reset':
        request.socket.resetAndDestroy();
        return;
      case 'timeout':
    }
  }

  for (const { name } of sources) {
    const server = createServer((request, response) => {
      answer(name, request, response).catch(() => response.destroy());
    });
    servers.set(name, { server, port: await listenOnLoopback(server) });
  }

  function mock(source: string, url: string): MockErp {
    script.setBase(source, url);
    return {
      connectTo: () => (script.connection(source) === 'refused' ? closed : (servers.get(source)?.port ?? closed)),
      shortened: (milliseconds) => Math.min(milliseconds, maximumWaitMs),
      timeoutMs: exchanges.some(({ reaction }) => reaction.kind === 'timeout') ? silenceMs : undefined,
      answers: (request) => script.answers(source, request),
    };
  }

  return {
    mock,
    async close() {
      await Promise.all([...servers.values()].map(({ server }) => closeServer(server)));
    },
    result: () => ({ requests: script.recorded, differences: script.differences() }),
  };
}

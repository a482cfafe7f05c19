/** What the hostile company of `bench:fairness` does: its callers, its ERP and its profile. */
import { Agent, createServer, request } from 'node:http';

/** What the process of the hostile company's callers sends. */
export interface Attack {
  /** Empty for a server in the process that attacks: what a storm changes for the others by its processor time alone. */
  readonly url: string;
  readonly key: string;
  readonly body: string;
  readonly callers: number;
}

/** A server that refuses each call a second later, 250 in a second at most. */
async function elsewhere(): Promise<string> {
  let last = 0;
  const server = createServer((call, response) => {
    call.resume();
    last = Math.max(performance.now() + 1_000, last + 4);
    setTimeout(() => response.writeHead(503).end(), last - performance.now());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return typeof address === 'object' ? `http://127.0.0.1:${address?.port}` : '';
}

/** Sends calls one after the other, from many callers, until the process is killed. */
export async function attack({ url, key, body, callers }: Attack): Promise<void> {
  const target = url === '' ? await elsewhere() : url;
  const agent = new Agent({ keepAlive: true, maxSockets: callers });
  const once = () =>
    new Promise<void>((resolve) => {
      const headers = {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      };
      const sent = request(target, { agent, method: 'POST', headers }, (response) => {
        response
          .resume()
          .on('end', resolve)
          .on('error', () => resolve());
      });
      sent.on('error', () => setTimeout(resolve, 10)).end(body);
    });
  await Promise.all(
    Array.from({ length: callers }, async () => {
      for (;;) await once();
    }),
  );
}

/** An ERP that answers nothing at /hang, 24 MB at /large, and 500 rows at /rows. */
export async function hostileErp(): Promise<{ readonly url: string; readonly close: () => void }> {
  const rows = (length: number): string =>
    JSON.stringify({ value: Array.from({ length }, (_, n) => ({ sku: `S${n}`, name: `${n} `.repeat(12) })) });
  const [large, some] = [rows(200_000), rows(500)];
  const server = createServer(({ url = '' }, response) => {
    if (url.startsWith('/hang')) return;
    response.setHeader('content-type', 'application/json');
    response.end(url.startsWith('/large') ? large : some);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The ERP has no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** A profile whose search of articles reads `get`. */
export const httpProfile = (get: string, fields: string): string => `profile: hostile
contract: "1"
settings: { erp_url: { env: ERP_URL } }
sources: { web: { http: "\${erp_url}", request: { rows: value } } }
endpoints:
  /catalog/products/search:
    get: ${get}
    params: { q: "{{ query }}" }
    fields: ${fields}
`;

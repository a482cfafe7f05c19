/** A browser that follows the pages of the listener for consents. */
import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';

export interface Shown {
  readonly status: number;
  readonly html: string;
  readonly headers: Headers;
}

interface Sent {
  readonly method?: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly form?: Readonly<Record<string, string>>;
}

/** Sends a request to a port of this machine with the host of its URL, as a proxy does. */
async function sendTo(port: string, url: URL, { method = 'GET', headers, form }: Sent): Promise<Shown> {
  const body = form === undefined ? undefined : new URLSearchParams(form).toString();
  const type = body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' };
  const sent = request({
    host: '127.0.0.1',
    port,
    method,
    path: `${url.pathname}${url.search}`,
    headers: { host: url.host, ...type, ...headers },
  }).end(body);
  const [reply] = await once(sent, 'response');
  return {
    status: reply.statusCode,
    html: await text(reply),
    headers: new Headers(
      Object.entries(reply.headers).map(([name, value]): [string, string] => [name, [value].flat().join()]),
    ),
  };
}

/** A browser of a customer: it keeps the cookie, and follows no redirect by itself. */
export function browserSession(connectUrl: string) {
  let cookie = '';
  let { port } = new URL(connectUrl);
  const send = async (address: string, sent: Sent): Promise<Shown> => {
    const headers = { ...(cookie === '' ? {} : { cookie }), ...sent.headers };
    const shown = await sendTo(port, new URL(address, connectUrl), { ...sent, headers });
    const given = shown.headers.get('set-cookie');
    if (given !== null) cookie = given.split(';')[0] ?? '';
    return shown;
  };
  return {
    cookie: () => cookie,
    /** The proxy sends requests to another replica from now on. */
    use(replicaPort: number): void {
      port = String(replicaPort);
    },
    open: (url: string, headers: Readonly<Record<string, string>> = {}) => send(url, { headers }),
    submit: (url: string, form: Readonly<Record<string, string>> = {}, origin = connectUrl) =>
      send(url, { method: 'POST', form, headers: { origin } }),
  };
}

export type BrowserSession = ReturnType<typeof browserSession>;

/** The address of the vendor in the page that the button of a link gives. */
export function vendorUrl({ html }: Shown): string {
  const [, target = ''] = /http-equiv="refresh" content="0; url=([^"]+)"/.exec(html) ?? [];
  return target.replaceAll('&amp;', '&');
}

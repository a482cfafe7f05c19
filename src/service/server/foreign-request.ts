/** Whether a request comes from a page of another site in a browser, or from a program or page of this service's own. */
import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';

interface ReceivedRequest {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  /** The request may be opened from anywhere: it is useless without its token. */
  readonly isEntry: boolean;
  /** Port that received it. */
  readonly port: number;
}

/**
 * Why a request is refused before anything else is looked at; undefined if it is not.
 * - A `Host` that is not this service's: the page of a hostile name that resolves to this machine (DNS rebinding).
 * - Another `Origin`, or a browser's statement that another site sends the request.
 * - A change without `Origin`: browsers always send it then.
 */
export function foreignRequest(
  { method, headers, isEntry, port }: ReceivedRequest,
  isOwnHost: (host: string, port: number) => boolean,
): 'host' | 'origin' | undefined {
  const { host = '', origin, 'sec-fetch-site': site } = headers;
  if (!isOwnHost(host, port)) return 'host';
  if (origin !== undefined && origin !== `http://${host}`) return 'origin';
  const isRead = method === 'GET' || method === 'HEAD';
  if (!isRead && origin === undefined) return 'origin';
  const isOwn = site === undefined || site === 'same-origin' || site === 'none';
  return isOwn || isEntry ? undefined : 'origin';
}

/** For a listener that is reached from this machine only. */
export const isLoopbackHost = (host: string, port: number): boolean =>
  [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`].includes(host);

/** Names that public name servers cannot resolve: a name without a dot, and names for private use. */
const privateName = /^(?:[\w-]+|[\w.-]+\.(?:internal|local|localhost|lan|home\.arpa|svc|test))$/i;

/**
 * For a listener that is reached from the network: an address, the name of the machine, or a name that is not public. A page cannot get a
 * public name resolved to this machine unless that is its own name.
 */
export function isPrivateHost(host: string, machine: string): boolean {
  const name = host.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1');
  return isIP(name) !== 0 || privateName.test(name) || name.toLowerCase() === machine.toLowerCase();
}

/** Whether a request comes from the studio's own page in a browser of this machine. */
import type { IncomingHttpHeaders } from 'node:http';

/**
 * Why a request is refused before its session is looked at; undefined if it is not.
 * - Another `Host` than the printed one: the page of a hostile name that resolves to this machine (DNS rebinding).
 * - Another `Origin`, or a browser's statement that another site sends the request. The printed address itself may be opened from anywhere
 *   (`isEntry`): it is useless without its token.
 * - A change without `Origin`: browsers always send it then.
 */
export function foreignRequest(
  {
    method,
    headers,
    isEntry,
  }: { readonly method: string; readonly headers: IncomingHttpHeaders; readonly isEntry: boolean },
  port: number,
): 'host' | 'origin' | undefined {
  const { host, origin, 'sec-fetch-site': site } = headers;
  if (host !== `127.0.0.1:${port}` && host !== `localhost:${port}`) return 'host';
  if (origin !== undefined && origin !== `http://${host}`) return 'origin';
  const isRead = method === 'GET' || method === 'HEAD';
  if (!isRead && origin === undefined) return 'origin';
  const isOwn = site === undefined || site === 'same-origin' || site === 'none';
  return isOwn || isEntry ? undefined : 'origin';
}

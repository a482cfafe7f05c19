/** OAuth 1.0a as a server sees it (RFC 5849). */
import { createHmac } from 'node:crypto';
import type { Seen } from './double.ts';

/** Whether a request is signed with these keys (percent-encoded, joined by `&`): section 3.4, written once more, from the request as it arrived. */
export function verified({ method, target, headers, body }: Seen, origin: string, keys: string): boolean {
  const parts = [...(headers.authorization ?? '').matchAll(/(\w+)="([^"]*)"/g)].map(([, name = '', value = '']) => [
    name,
    value,
  ]);
  const given = parts.find(([name]) => name === 'oauth_signature')?.[1] ?? '';
  const [path = '', query = ''] = target.split('?', 2);
  const strict = (text: string): string =>
    encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  const decoded = (text: string): string => strict(decodeURIComponent(text.replaceAll('+', ' ')));
  const plain = [query, headers['content-type']?.startsWith('application/x-www-form-urlencoded') ? body : '']
    .flatMap((text) => text.split('&'))
    .filter((text) => text !== '')
    .map((pair) => pair.split('=', 2).map(decoded));
  const signed = [...plain, ...parts.filter(([name]) => name !== 'realm' && name !== 'oauth_signature')]
    .map(([name = '', value = '']) => `${name}=${value}`)
    .sort();
  const base = `${method}&${strict(origin + path)}&${strict(signed.join('&'))}`;
  return createHmac('sha256', keys).update(base).digest('base64') === decodeURIComponent(given);
}

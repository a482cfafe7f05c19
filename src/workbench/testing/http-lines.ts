/** Formats requests to an ERP and its answers as text: each as a command that repeats it. */
import { decodedPart, jsonText, type SentRequest } from '../../../engine/tools/index.ts';
import type { RecordedRequest } from './mock-script.ts';

/** Maximum number of shown characters of a body. */
const shownBody = 400;

/** Headers that every client adds, and headers with credentials. */
const clientHeaders = new Set([
  'host',
  'connection',
  'content-length',
  'accept-encoding',
  'user-agent',
  'transfer-encoding',
]);
const credentialHeaders = new Set(['authorization', 'cookie']);

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Hides secrets, also in their URL-encoded and form-encoded forms. */
export function masked(text: string, secrets: readonly string[]): string {
  return secrets
    .flatMap((secret) => [secret, encodeURIComponent(secret), new URLSearchParams({ a: secret }).toString().slice(2)])
    .filter((secret) => secret !== '')
    .reduce((shown, secret) => shown.replaceAll(secret, '...'), text);
}

/** A command that repeats the request, without credentials. */
export function curl({ method, url, headers, body }: SentRequest): string {
  const requestHeaders = Object.entries(headers).filter(([name]) => !clientHeaders.has(name));
  const shown = requestHeaders.map(
    ([name, value]) => ` -H ${quoted(`${name}: ${credentialHeaders.has(name) ? '...' : value}`)}`,
  );
  const verb = method === 'GET' ? '' : method === 'HEAD' ? ' --head' : ` -X ${method}`;
  return `curl${verb} ${quoted(url.href)}${shown.join('')}${body === '' ? '' : ` --data-raw ${quoted(body)}`}`;
}

/** A command that sends the call of a case to a service on the default address. */
export function callLine(path: string, request: object): string {
  const key = `-H "Authorization: Bearer $ENGINE_KEY"`;
  return `curl -sS http://127.0.0.1:8080${path} ${key} -H 'Content-Type: application/json' --data-raw ${quoted(jsonText(request))}`;
}

const cut = (text: string): string => (text.length > shownBody ? `${text.slice(0, shownBody)}...` : text);

/** `secrets`: texts to hide. */
export function requestLines(
  { source, sent, reaction }: RecordedRequest,
  secrets: readonly string[],
): readonly string[] {
  if (sent === undefined) return [`${source}: a connection that was refused`];
  const { method, url } = sent;
  const what = reaction.kind === 'answer' ? String(reaction.status) : reaction.kind;
  const lines = [`${source}: ${method} ${decodedPart(`${url.pathname}${url.search}`)}: ${what}`, `  ${curl(sent)}`];
  const body = reaction.kind === 'answer' && reaction.body !== '' ? [`  -> ${cut(reaction.body)}`] : [];
  return [...lines, ...body].flatMap((line) => masked(line, secrets).split('\n'));
}

/** The services of the shops with the table of companies, and a client of the API for operators. */
import { createHash } from 'node:crypto';
import { keyFor, type Shops, serveShops } from '../lifecycle/shops.ts';

export const storeKey = Buffer.alloc(32, 7).toString('base64');
export const writer = 'credential-of-anna-0123456789';
export const reader = 'credential-of-bert-0123456789';

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

export const operators = `- { name: anna, scope: write, sha256: ${sha256(writer)} }
- { name: bert, scope: read, sha256: ${sha256(reader)} }
- { name: old, scope: write, sha256: ${sha256('credential-of-the-past-0123')}, until: 2020-01-01 }
`;

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, unknown>>;
}

interface Given {
  /** Value of `If-Match`. */
  readonly match?: string;
  /** Undefined: none. */
  readonly credential?: string | undefined;
  readonly type?: string;
}

export interface Operated extends Shops {
  /** A request to the API, by the one who may write by default. */
  api(method: string, path: string, body?: unknown, given?: Given): Promise<Reply>;
}

/** A client for an admin listener. */
export async function request(
  adminUrl: string,
  [method, path, body]: readonly [method: string, path: string, body?: unknown],
  { match, type = 'application/json', ...given }: Given = {},
): Promise<Reply> {
  const credential = 'credential' in given ? given.credential : writer;
  const response = await fetch(`${adminUrl}${path}`, {
    method,
    headers: {
      ...(credential === undefined ? {} : { authorization: `Bearer ${credential}` }),
      ...(match === undefined ? {} : { 'if-match': match }),
      ...(body === undefined ? {} : { 'content-type': type }),
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? {} : JSON.parse(text) };
}

/** `top`: lines of engine.yaml before its services, of which there are none unless `files` has them. */
export async function serveOperated(
  top = '',
  files: Readonly<Record<string, string>> = {},
  options = {},
): Promise<Operated> {
  const settings = `profile: ./shop.yaml\nservicesTable: true\nstoreKey: ${storeKey}\noperatorKeyFile: operators.yaml\n${top}`;
  const shops = await serveShops({
    ...options,
    files: { 'engine.yaml': settings, 'operators.yaml': operators, ...files },
  });
  return { ...shops, api: (method, path, body, given) => request(shops.adminUrl, [method, path, body], given) };
}

/** A company with a shop of its own. */
export const shop = (name: string, url = 'http://127.0.0.1:1') => ({
  name,
  entry: { path: `/${name}` },
  variables: { SHOP_FILE: `${name}.sqlite`, SHOP_URL: url, SHOP_PASSWORD: `secret-of-${name}` },
  keys: [{ name: 'app', app: 'both', key: keyFor(name) }],
});

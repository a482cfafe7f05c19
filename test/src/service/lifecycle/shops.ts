/** A process with two services, each with a database and an ERP by HTTP. */
import { httpDouble } from '../../../engine/sources/http/double.ts';
import { completed } from '../../../support/check-profile.ts';
import { type Served, serveHere } from '../observability/admin/serve-here.ts';
import { folderWith } from '../server/fixture.ts';

export const customers = '/catalog/customers/search';
export const products = '/catalog/products/search';

/** A customer in a database of its own, and products of an ERP by HTTP. */
export const profile = completed(`
profile: shop
contract: "1"
settings:
  file: { env: SHOP_FILE }
  url: { env: SHOP_URL }
sources:
  erp:
    sql: sqlite
    connection: { file: "\${file}", create: [shop.sql] }
    clock: Europe/Berlin
  web:
    http: "\${url}"
    request: { rows: value }
    probe: { get: /ping }
endpoints:
  /catalog/customers/search:
    search: { text: query, in: [erpName] }
    query: SELECT id AS erpId, name AS erpName FROM customer
  /catalog/products/search:
    get: /items
    params: { q: "{{ query }}" }
    fields: { erpSku: sku, erpDesc: name, erpProductId: sku }
`);
export const script = `
CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
INSERT INTO customer VALUES (7, 'Ada Löwe');
`;
export const keyFor = (name: string): string => `key-of-${name}-0123456789`;
export const entry = (name: string): string => `  ${name}: { path: /${name}, envFile: ${name}.env }\n`;

export interface Shops extends Served {
  readonly folder: string;
  readonly hangUp: () => void;
  /** `key`: that of the company with this name by default. */
  ask(name: string, path: string, key?: string): Promise<{ readonly status: number; readonly text: string }>;
  /** Number of requests to the ERPs by HTTP, without probes. */
  seen(): number;
  logged(event: string): readonly Record<string, unknown>[];
}

interface ShopOptions {
  /** Files beside the usual ones, or in their place. */
  readonly files?: Readonly<Record<string, string>>;
  /** Lines before the services. */
  readonly top?: string;
  /** The company whose ERP by HTTP does not work. */
  readonly broken?: string;
  /** The ERPs by HTTP answer then. */
  readonly until?: Promise<void>;
  /** The folder of shops that were served before, in place of files. */
  readonly at?: string;
}

/** Serves `nord` and `ost`. */
export async function serveShops({ files = {}, top = '', broken, until, at }: ShopOptions = {}): Promise<Shops> {
  let seen = 0;
  const envOf = async (name: string): Promise<string> => {
    const web = await httpDouble(async ({ path }, response) => {
      if (!path.startsWith('/ping')) {
        seen += 1;
        await until;
      }
      response.writeHead(broken === name ? 500 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ value: [{ sku: `R 17 ${name}`, name: 'Ring' }] }));
    });
    return `ENGINE_KEY=${keyFor(name)}\nSHOP_FILE=${name}.sqlite\nSHOP_URL=${web.url}\n`;
  };
  const folder =
    at ??
    folderWith({
      'engine.yaml': `profile: ./shop.yaml\n${top}services:\n${entry('nord')}${entry('ost')}`,
      'shop.yaml': profile,
      'shop.sql': script,
      'nord.env': await envOf('nord'),
      'ost.env': await envOf('ost'),
      ...files,
    });
  let hangUp: () => void = () => undefined;
  const served = await serveHere(folder, [], {
    env: { ENGINE_KEY: '' },
    onReload: (listener) => {
      hangUp = listener;
    },
  });
  return {
    ...served,
    folder,
    hangUp: () => hangUp(),
    seen: () => seen,
    async ask(name, path, key = keyFor(name)) {
      const body = path === '/health' ? {} : { query: '', limit: 10 };
      const response = await fetch(`${served.url}/${name}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ schemaVersion: '1', ...body }),
      });
      return { status: response.status, text: await response.text() };
    },
    logged: (event) => served.events().filter((each) => each.event === event),
  };
}

export async function adminOf(
  shops: Shops,
  path: string,
): Promise<{ readonly status: number; readonly body: unknown }> {
  const response = await fetch(`${shops.adminUrl}${path}`);
  return { status: response.status, body: JSON.parse(await response.text()) };
}

export async function metricLines(shops: Shops, name: string): Promise<readonly string[]> {
  const text = await (await fetch(`${shops.adminUrl}/metrics`)).text();
  return text.split('\n').filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
}

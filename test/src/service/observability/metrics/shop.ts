/** A profile with a database and an ERP by HTTP, served with its admin listener. */
import type { ServerResponse } from 'node:http';
import { httpDouble, type Seen } from '../../../../engine/sources/http/double.ts';
import { completed } from '../../../../support/check-profile.ts';
import { folderWith } from '../../server/fixture.ts';
import { type Served, serveHere } from '../admin/serve-here.ts';

const script = `
CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
INSERT INTO customer VALUES (7, 'Ada Löwe'), (12, 'Bø & Søn'), (30, 'Chez Zoé');
`;

const profile = (url: string): string => `
profile: shop
contract: "1"
settings: { token: { env: SHOP_TOKEN, secret: true } }
sources:
  erp:
    sql: sqlite
    connection: { file: shop.sqlite, create: [shop.sql] }
    clock: Europe/Berlin
  web:
    http: ${url}/api
    auth: { bearer: "\${token}" }
    request: { rows: value }
endpoints:
  /catalog/customers/search:
    search: { text: query, in: [erpName] }
    query: SELECT id AS erpId, name AS erpName FROM customer
  /catalog/products/search:
    get: /items
    params: { q: "{{ query }}" }
    fields: { erpSku: sku, erpDesc: name, erpProductId: sku }
`;

export const token = 'c4n4ry-shop-token';

interface Shop extends Served {
  /** The requests that the ERP by HTTP got. */
  readonly seen: readonly Seen[];
  /** The value of a metric with exactly these labels in any order; undefined if it is missing. */
  metric(name: string, labels?: Readonly<Record<string, string>>): Promise<number | undefined>;
  metricsText(): Promise<string>;
}

/** Serves the shop until the test ends; `closeAll` of the double closes its ERP by HTTP. `answer`: the ERP's answer by HTTP. */
export async function serveShop(
  answer: (seen: Seen, response: ServerResponse) => unknown,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<Shop> {
  const web = await httpDouble(answer);
  const cwd = folderWith({ 'shop.yaml': completed(profile(web.url)), 'shop.sql': script });
  const served = await serveHere(cwd, ['--profile', './shop.yaml', ...args], { env: { SHOP_TOKEN: token, ...env } });
  const metricsText = async (): Promise<string> => (await fetch(`${served.adminUrl}/metrics`)).text();
  return {
    ...served,
    seen: web.seen,
    metricsText,
    async metric(name, labels = {}) {
      const wanted = labelsOf(Object.entries(labels).map(([label, value]) => `${label}="${value}"`));
      for (const line of (await metricsText()).split('\n')) {
        const [, metric, list = '', value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
        if (metric === name && labelsOf(list.split(/,(?=\w+=")/).filter(Boolean)) === wanted) return Number(value);
      }
      return undefined;
    },
  };
}

const labelsOf = (labels: readonly string[]): string => labels.toSorted().join();

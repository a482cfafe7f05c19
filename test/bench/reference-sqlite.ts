/** The price endpoint over SQLite, written by hand: the database is read in the process of the service. */
import Database from 'better-sqlite3';
import { createReferenceApp, serveReference } from './reference-app.ts';
import { priceSchema } from './reference-schemas.ts';
import { priceQuery } from './reference-sql.ts';

const database = new Database(process.env.BENCH_DATABASE ?? '', { readonly: true });
const price = database.prepare<[number, number], object>(priceQuery);

const app = createReferenceApp();

app.post<{ Body: { readonly customerErpId: string; readonly productErpId: string } }>(
  '/pricing/resolve',
  { schema: priceSchema },
  async ({ body }) => {
    const priceRow = price.get(Number(body.customerErpId), Number(body.productErpId));
    return { schemaVersion: '1', ...(priceRow ?? { systemUnitPrice: null, source: 'none' }) };
  },
);

await serveReference(app, async () => database.close());

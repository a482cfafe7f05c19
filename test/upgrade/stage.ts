/** The ERPs of the upgrade, the requests to them, and the documents that these made. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { parseDocument } from 'yaml';
import { draft, invoice, payment } from '../engine/run/write/documents.ts';
import { folderWith } from '../src/service/server/fixture.ts';
import { type DemoProfile, demoProfile } from '../support/demo.ts';
import { type KontorApi, startKontorApi } from '../support/kontor-api/server.ts';
import type { Requests, Written } from './load.ts';

const root = join(import.meta.dirname, '../..');

/** The keys of the services are this text with their names. */
export const key = 'a-key-of-the-upgrade';

/** The ERPs, and an engine.yaml for each version with the profiles that it ships. */
export interface Stage {
  readonly demo: DemoProfile;
  readonly kontor: KontorApi;
  /** Returns the path of engine.yaml. `version`: the folder of an earlier version; undefined: this one. */
  configure(version: string | undefined): string;
}

/** Opens the ERPs; they end with the test. */
export async function openStage(): Promise<Stage> {
  const demo = await demoProfile({ dialect: 'postgres' });
  onTestFinished(demo.drop);
  const kontor = await startKontorApi();
  onTestFinished(() => kontor.close());
  const configure = (version: string | undefined): string => {
    const profiles = version ?? root;
    const document = parseDocument(readFileSync(join(profiles, 'profiles/demo/profile.yaml'), 'utf8'));
    document.setIn(['sources', 'erp', 'sql'], 'postgres');
    document.setIn(['sources', 'erp', 'connection'], demo.connection);
    const folder = folderWith({
      'engine.yaml': [
        'services:',
        '  sql: { path: /sql, envFile: sql.env, profile: ./demo.yaml }',
        '  web: { path: /web, envFile: web.env, profile: ./kontor.yaml }',
        '',
      ].join('\n'),
      'demo.yaml': document.toString(),
      'kontor.yaml': readFileSync(join(profiles, 'test/support/kontor-api/profile.yaml'), 'utf8'),
      'sql.env': `ENGINE_KEY=${key}-sql\n`,
      'web.env': `ENGINE_KEY=${key}-web\nKONTOR_API=${kontor.url}\nKONTOR_TOKEN=${kontor.token}\n`,
    });
    return join(folder, 'engine.yaml');
  };
  return { demo, kontor, configure };
}

/** Lists by pages, a price, and writes with new keys into both ERPs. `invoiceId`: an invoice that takes many payments. */
export function requestsOf(price: string, invoiceId: string): Requests {
  const body = ({ path, body: fields }: ReturnType<typeof draft>) => ({ path, body: fields });
  return {
    key,
    lists: [
      { service: 'sql', path: '/debtors/list', limit: 3, id: 'erpDebtorId', property: 'debtors' },
      { service: 'sql', path: '/invoices/list', limit: 9, id: 'erpInvoiceId', property: 'invoices' },
      { service: 'web', path: '/debtors/list', limit: 3, id: 'erpDebtorId', property: 'debtors' },
    ],
    reads: [
      { service: 'sql', path: '/pricing/resolve', body: { customerErpId: 'K10000', productErpId: '1' }, text: price },
    ],
    writes: [
      (count) => ({ service: 'sql', ...body(draft(`S-${count}`)) }),
      (count) => ({ service: 'sql', ...body(invoice(`R-${count}`)) }),
      (count) => ({ service: 'sql', ...body(payment(invoiceId, ((count + 1) / 100).toFixed(2))) }),
      (count) => ({ service: 'web', ...body(draft(`W-${count}`)) }),
    ],
  };
}

/** One document for each key, with the id that every caller got. */
export async function writeFaults({ demo, kontor }: Stage, written: readonly Written[]): Promise<readonly string[]> {
  const faults: string[] = [];
  const orders = kontor.database
    .prepare<[], { readonly id: number; readonly ref: string }>('SELECT order_id AS id, po_ref AS ref FROM sales_order')
    .all();
  for (const { service, path, body, ids } of written) {
    const documents =
      service === 'web'
        ? orders.filter(({ ref }) => ref === body.poNumber).map(({ id }) => String(id))
        : (await storedIn(demo, path, body)).map(({ id }) => id);
    if (documents.length !== 1 || ids.size !== 1 || !ids.has(documents[0] ?? ''))
      faults.push(`${service}${path} ${JSON.stringify(body)}: documents ${documents}, answered ${[...ids]}`);
  }
  return faults;
}

function storedIn(demo: DemoProfile, path: string, body: Written['body']) {
  if (path === '/sale-draft') return draft(String(body.poNumber)).find(demo);
  if (path === '/invoices/push') return invoice(String(body.invoiceNumber)).find(demo);
  return payment(String(body.erpInvoiceId), Number(body.amount).toFixed(2)).find(demo);
}

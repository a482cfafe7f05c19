/** What a day needs: databases, the ERP by HTTP, the files of the installation, and replicas. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { Secret } from '../../../engine/index.ts';
import { openStore } from '../../../src/service/state/store.ts';
import { type Company, companiesOf } from '../../companies/company.ts';
import { fillDatabase } from '../../companies/database.ts';
import { type Installation, writeInstallation } from '../../companies/installation.ts';
import { startWebErp, type WebErp } from '../../companies/web-erp.ts';
import { addressOf } from '../../src/service/state/address-of.ts';
import type { Random } from '../../src/workbench/checks/conformance/random.ts';
import { freshDatabase } from '../../support/database.ts';
import { startPostgres } from '../../support/postgres-server.ts';
import { storeConsents } from './consents.ts';
import { type Replicas, startReplicas } from './replicas.ts';
import type { CommandPlace } from './run-command.ts';
import { type CompanyTable, createCompanyTable, isInTable, storeCompanies } from './table.ts';

export interface Stage {
  /** All companies of the day. */
  readonly all: readonly Company[];
  /** Those at its begin. */
  readonly first: readonly Company[];
  readonly web: WebErp;
  readonly installation: Installation;
  readonly table: CompanyTable;
  /** Of commands. */
  readonly place: CommandPlace;
  readonly replicas: Replicas;
  /** Connected to the database of the ERP. */
  readonly erp: pg.Client;
  close(): Promise<void>;
}

interface StageOptions {
  /** Number at the begin of the day, and of those that come later. */
  readonly counts: { readonly first: number; readonly later: number };
  /** After this time without a request a company is closed, in milliseconds. */
  readonly idleMs: number;
  readonly random: Random;
}

/** Starts everything. Rejects if a part cannot be started; `close` of the parts before it is then called. */
export async function openStage({ counts, idleMs, random }: StageOptions): Promise<Stage> {
  const ends: (() => Promise<unknown>)[] = [];
  const close = async (): Promise<void> => {
    for (const end of ends.splice(0).reverse()) await end();
  };
  try {
    const folder = mkdtempSync(join(tmpdir(), 'engine-companies-'));
    ends.push(async () => rmSync(folder, { recursive: true, force: true }));
    const server = await startPostgres({ max_connections: 1_000, shared_buffers: '256MB' });
    ends.push(() => server.stop());
    const all = companiesOf(counts.first + counts.later);
    const [store, database] = [await freshDatabase(server.url), await freshDatabase(server.url)];
    await fillDatabase(database.url, all);
    const web = await startWebErp({ companies: all, delay: () => random.below(30), expiresIn: 120 });
    ends.push(() => web.close());
    const key = randomBytes(32).toString('base64');
    const consenting = all.filter(({ profile }) => profile === 'consent');
    const first = all.slice(0, counts.first);
    const erps = { database: database.url, web: web.url };
    const opened = await openStore({
      address: addressOf(store.url),
      key: new Secret(key),
      emit: () => undefined,
      now: Date.now,
    });
    if (!opened.ok) throw new Error(opened.diagnostic.message);
    await storeConsents(web, consenting, opened.store.tokens);
    await storeCompanies(opened.store.companies, first.filter(isInTable), erps);
    await opened.store.close();
    const installation = writeInstallation(
      folder,
      first.filter((company) => !isInTable(company)),
      `idleTime: ${idleMs / 1_000}s\nopenServices: 100\nwatch: true\nreplicas: 3\nlogLevel: warn\nservicesTable: true\n`,
      erps,
    );
    const environment = {
      ...{ ENGINE_STORE: store.url, ENGINE_STORE_KEY: key, ENGINE_CONNECT_URL: 'https://connect.example' },
    };
    const place = { file: installation.file, environment };
    const replicas = await startReplicas({ ...place, count: 3, random });
    ends.push(() => replicas.stop());
    const erp = new pg.Client({ connectionString: database.url });
    await erp.connect();
    ends.push(() => erp.end());
    const table = createCompanyTable(place, erps);
    return { all, first, web, installation, table, place, replicas, erp, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Two replicas with the same companies in this process: their log, their spans, their metrics, and the stores and ERPs behind them. */
import { randomBytes } from 'node:crypto';
import { dirname } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished } from 'vitest';
import { type Company, companiesOf } from '../companies/company.ts';
import { fillDatabase } from '../companies/database.ts';
import { type Installation, writeInstallation } from '../companies/installation.ts';
import { startWebErp, type WebErp } from '../companies/web-erp.ts';
import { httpDouble } from '../engine/sources/http/double.ts';
import { runHere } from '../src/cli/here.ts';
import { type Served, serveHere } from '../src/service/observability/admin/serve-here.ts';
import { folderWith } from '../src/service/server/fixture.ts';
import { freshPlace } from '../src/service/state/stores.ts';
import type { Random } from '../src/workbench/checks/conformance/random.ts';
import { freshDatabase } from '../support/database.ts';

export interface Replica extends Served {
  /** SIGHUP. */
  hangUp(): void;
}

export interface World {
  readonly companies: readonly Company[];
  readonly replicas: readonly Replica[];
  readonly web: WebErp;
  readonly installation: Installation;
  /** Connected to the database of the ERP. */
  readonly erp: pg.Client;
  /** Connected to the store. */
  readonly store: pg.Client;
  /** Bodies of the exports of spans, as JSON. */
  exports(): readonly string[];
}

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

/** Opened by requests, a few at a time: engines are closed and opened all the while. */
const top = 'idleTime: 300ms\nopenServices: 4\nlogLevel: debug\nreplicas: 2\n';

/** Starts everything, with two companies of each profile. It ends with the test. */
export async function openWorld(random: Random): Promise<World> {
  const companies = companiesOf(10);
  const [place, database] = [await freshPlace('postgres'), await freshDatabase()];
  onTestFinished(place.drop);
  onTestFinished(database.drop);
  await fillDatabase(database.url, companies);
  // Access tokens are renewed when a tenth of their time is left.
  const web = await startWebErp({ companies, delay: () => random.below(8), expiresIn: 10 });
  onTestFinished(() => web.close());
  const collector = await httpDouble((_seen, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
  );
  const installation = writeInstallation(folderWith({}), companies, top, { database: database.url, web: web.url });
  const cwd = dirname(installation.file);
  const env = {
    ENGINE_KEY: '',
    ENGINE_STORE: place.text,
    ENGINE_STORE_KEY: randomBytes(32).toString('base64'),
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_METRICS_EXPORTER: 'none',
  };
  for (const company of companies.filter(({ profile }) => profile === 'consent')) {
    const input = async (): Promise<string> => web.consent(company);
    const set = await runHere(['auth', 'set', 'api', '--service', company.name], { env, cwd, input });
    expect([set.status, set.err]).toEqual([0, '']);
  }
  const startReplica = async (): Promise<Replica> => {
    let hangUp: () => void = () => undefined;
    const served = await serveHere(cwd, [], {
      env,
      onReload: (listener) => {
        hangUp = listener;
      },
    });
    return { ...served, hangUp: () => hangUp() };
  };
  const replicas = [await startReplica(), await startReplica()];
  return {
    companies,
    replicas,
    web,
    installation,
    erp: await connected(database.url),
    store: await connected(place.text),
    exports: () => collector.seen.map(({ body }) => body),
  };
}

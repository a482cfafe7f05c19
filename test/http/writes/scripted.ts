/** Engines that write into an ERP that a test scripts, and look documents up there or in a database: replicas with one store. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { contract } from '../../../src/contract/index.ts';
import { openStore, type Store } from '../../../src/service/state/store.ts';
import { type ErpEngine, openErp } from '../../support/erp.ts';

type Body = Readonly<Record<string, unknown>>;
type Take = (request: IncomingMessage, body: Body, response: ServerResponse) => void;

/** An ERP on its own port. */
async function startErp() {
  const seen: string[] = [];
  let take: Take = (_request, _body, response) => void response.writeHead(404).end();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    seen.push(`${request.method} ${request.url}`);
    take(request, JSON.parse(Buffer.concat(chunks).toString() || '{}'), response);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    /** The requests so far, such as `POST /orders`. */
    seen,
    does: (next: Take) => {
      take = next;
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** Answers with a status and a JSON body. */
export function reply(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

export interface Scripted {
  readonly erp: Awaited<ReturnType<typeof startErp>>;
  /** The database of the ERP. */
  readonly database: Database.Database;
  readonly store: Store;
  /** Starts a replica with these endpoints. `source`: more keys of the HTTP source. `clock`: of the database. */
  open(endpoints: Readonly<Record<string, object>>, source?: object, clock?: string): Promise<ErpEngine>;
  /** The profile of such a replica, as YAML. */
  profile(endpoints: Readonly<Record<string, object>>): string;
  close(): Promise<void>;
}

/** `schema`: the tables of the ERP's database. */
export async function openScripted(schema: string): Promise<Scripted> {
  const folder = mkdtempSync(join(tmpdir(), 'engine-scripted-'));
  const database = new Database(join(folder, 'erp.sqlite'));
  database.exec(schema);
  const erp = await startErp();
  const file = join(folder, 'store.sqlite');
  const opened = await openStore({ address: { kind: 'file', file }, emit: () => undefined, now: Date.now });
  if (!opened.ok) throw new Error(opened.diagnostic.message);
  const { store } = opened;
  const engines: ErpEngine[] = [];
  function profile(endpoints: Readonly<Record<string, object>>, source: object = {}, clock = 'UTC'): string {
    const others = contract.endpoints.filter(
      ({ path, answer }) => answer.kind !== 'service' && !Object.hasOwn(endpoints, path),
    );
    return JSON.stringify({
      profile: 'scripted',
      contract: '1',
      sources: {
        api: {
          http: erp.url,
          clock: 'UTC',
          limits: { timeout: '1s' },
          writes: { settle: '100ms', apart: '200ms' },
          ...source,
        },
        db: { sql: 'sqlite', connection: { file: database.name }, clock },
      },
      endpoints: {
        ...endpoints,
        ...Object.fromEntries(others.map(({ path }) => [path, { unavailable: 'no part of this' }])),
      },
    });
  }
  return {
    erp,
    database,
    store,
    profile,
    async open(endpoints, source = {}, clock = 'UTC') {
      const durable = { claims: store.claims, clock: () => performance.timeOrigin + performance.now() };
      const engine = await openErp(profile(endpoints, source, clock), contract, { durable, slots: store.slots });
      engines.push(engine);
      return engine;
    },
    async close() {
      for (const engine of engines) await engine.close();
      await store.close();
      await erp.close();
      database.close();
      rmSync(folder, { recursive: true });
    },
  };
}

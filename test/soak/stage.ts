/** The demo ERP of a row, and profiles that reach its database directly or through a proxy. */
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseDocument } from 'yaml';
import { invoice } from '../engine/run/write/documents.ts';
import { ledgerFaults } from '../engine/run/write/ledger.ts';
import { type DemoProfile, demoProfile } from '../support/demo.ts';
import { insist, type Target, toSend } from './oracle.ts';
import { type FaultProxy, startProxy } from './proxy.ts';
import type { SoakSetup } from './row.ts';
import { createTally } from './tally.ts';

export interface Stage {
  readonly erp: DemoProfile;
  /** Folder for files of the row; removed with the stage. */
  readonly folder: string;
  /** A proxy before the ERP's database, and a profile that goes through it. Rejects for SQLite. */
  proxied(limits?: Readonly<Record<string, string>>): Promise<Proxied>;
  /** Runs `work` at the end, latest first. */
  atEnd(work: () => Promise<unknown>): void;
  /** What is wrong with the whole ERP. */
  faults(): Promise<readonly string[]>;
  close(): Promise<void>;
}

interface Proxied {
  readonly proxy: FaultProxy;
  /** Absolute path. */
  readonly profile: string;
}

/** Loads the demo fixture into a database of the row's own. */
export async function openStage({ database, server }: SoakSetup): Promise<Stage> {
  const erp = await demoProfile({ dialect: database, ...(server ? { server: server.url } : {}) });
  const ends: (() => Promise<unknown>)[] = [() => erp.drop()];
  let proxies = 0;
  return {
    erp,
    folder: dirname(erp.file),
    async proxied(limits) {
      const document = parseDocument(readFileSync(erp.file, 'utf8'));
      const url: unknown = document.getIn(['sources', 'erp', 'connection', 'url']);
      const proxy = await startProxy(String(url));
      ends.push(() => proxy.stop());
      document.setIn(['sources', 'erp', 'connection', 'url'], proxy.url);
      if (limits) document.setIn(['sources', 'erp', 'limits'], limits);
      proxies += 1;
      const profile = join(dirname(erp.file), `proxied-${proxies}.yaml`);
      writeFileSync(profile, document.toString());
      return { proxy, profile };
    },
    atEnd: (work) => void ends.push(work),
    faults: () => ledgerFaults(erp),
    async close() {
      for (const end of ends.toReversed()) await end();
    },
  };
}

/** The id of an invoice that is large enough for all payments of a run. */
export async function makePayable(target: Target): Promise<string> {
  const tally = createTally();
  const lines = [{ description: 'Ship', quantity: 1, unitPrice: 99_999_999, amount: 99_999_999 }];
  const sent = toSend(invoice('PAYABLE', { lines }));
  await insist([target], sent, tally);
  const [id] = sent.ids;
  if (id === undefined) throw new Error(`No invoice could be made: ${tally.result().violations.join('; ')}`);
  return id;
}

/** A shipped profile as an ERP to record: its fixture in a database, and its double where it has one. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openSqlSource, type SqlSource } from '../../engine/host/index.ts';
import { readBases } from '../../engine/index.ts';
import { declaredBy, describedTexts, readDocument, showProfile } from '../../engine/tools/index.ts';
import { contract } from '../../src/contract/index.ts';
import { locateBase } from '../../src/service/config/locate-base.ts';
import { loadDouble } from '../../src/workbench/checks/conformance/erp-double.ts';
import { scenarioCalls } from '../../src/workbench/record/calls/scenarios.ts';
import type { RecordInput } from '../../src/workbench/record/record.ts';
import { wholeFolder } from '../../src/workbench/record/target.ts';
import type { Fixtures } from '../../src/workbench/testing/fixture/fixture.ts';
import { root } from '../src/cli/here.ts';

const demoSku = 'DEMO-SKU';

interface ShippedErp {
  /** Values of the profile's settings. */
  readonly settings: Readonly<Record<string, string>>;
  readonly currency?: string;
  /** It needs a server of MySQL or MariaDB. */
  readonly needsMysql?: true;
}

const erpnext = {
  db_name: 'erpnext',
  company: 'Nordwind Handel GmbH',
  draft_customer: 'CUST-0007',
  bank_account: '1221',
};
const odoo = { database: 'nordlicht', login: 'middleware@nordlicht.example', draft_partner: '3' };

/** What a recording of each shipped profile needs besides its fixture. */
export const shipped: Readonly<Record<string, ShippedErp>> = {
  demo: { settings: {} },
  acumatica: { settings: {}, currency: 'USD' },
  'business-central': { settings: {}, currency: 'GBP' },
  dolibarr: { settings: { draft_customer: '10' }, needsMysql: true },
  erpnext: { settings: erpnext, needsMysql: true },
  kivitendo: {
    settings: { db_name: 'nordlicht', employee: 'platform', draft_customer: 'K10010', push_article: 'PAUSCHAL' },
  },
  odoo: { settings: odoo },
  'odoo-json-rpc': { settings: odoo },
  'quickbooks-online': { settings: {}, currency: 'USD' },
  'sage-200': { settings: { db_name: 'Wexford', draft_customer: '99001', bank_account: 'BARCLAYS' }, currency: 'GBP' },
  'sap-business-one': { settings: {} },
  tryton: { settings: {} },
  xero: { settings: {}, currency: 'NZD' },
};

export interface ShippedInput {
  /** A member of `shipped`, or the path of a profile. */
  readonly name: string;
  readonly fixtures: Fixtures;
  /** Calls of one endpoint at most. */
  readonly most: number;
  /** Further calls of one endpoint at most. */
  readonly explore: number;
}

interface OpenedErp {
  readonly input: Omit<RecordInput, 'key' | 'progress'>;
  /** The profile without bases. */
  readonly plainProfile: string;
  /** Files with descriptions of its sources, by their paths in the profile. */
  readonly descriptions: ReadonlyMap<string, string>;
}

/** The file of a profile: of a folder in `profiles/`, or the path itself. */
const fileOf = (name: string): string => (name.endsWith('.yaml') ? name : join(root, 'profiles', name, 'profile.yaml'));

/** Fills the fixture and starts the double; both end with `end`. `most`: calls of each endpoint. Rejects where a database or the double cannot be started. */
export async function openShipped(
  end: AsyncDisposableStack,
  { name, fixtures, most, explore }: ShippedInput,
): Promise<OpenedErp> {
  const { settings, currency } = shipped[name] ?? { settings: {}, currency: undefined };
  const profileFile = fileOf(name);
  const locate = locateBase({ cwd: root, packageRoot: root });
  const text = readFileSync(profileFile, 'utf8');
  const bases = await readBases(text, profileFile, name, locate);
  const declared = declaredBy(text, bases);
  const { document } = readDocument(text, name, bases);
  if (declared === undefined || document === undefined) throw new Error(`${profileFile} is no profile`);
  const folders = [dirname(profileFile), ...bases.folders];
  const made = await fixtures.make(folders, declared.sources);
  if (made.kind === 'unproven') throw new Error(`${made.reason}. ${made.cure}`);
  if (made.kind === 'refused') throw new Error(made.diagnostics[0]?.message);
  const { fixture } = made;
  end.defer(() => fixture.drop());
  const loaded = declared.sources.some(({ kind }) => kind === 'http') ? await loadDouble(folders) : undefined;
  const double = loaded?.kind === 'found' ? await loaded.start(fixture.databases) : undefined;
  if (double !== undefined) end.defer(() => double.close());
  const databases = new Map<string, SqlSource>();
  for (const source of declared.sources) {
    if (source.kind !== 'sql') continue;
    const connection = fixture.connections.get(source.name) ?? {};
    const options = { connection, clock: source.clock, connections: 2, folder: root };
    const opened = await openSqlSource(source.databaseKind, options, fixture.connectors?.get(source.name));
    end.defer(() => opened.close());
    databases.set(source.name, opened);
  }
  const merged = showProfile(document)
    .map((line) => `${line.text}\n`)
    .join('');
  const environment = { ...declared.values(settings).environment, ...double?.environment };
  const profile = {
    contract,
    profileFile,
    profileName: name,
    locate,
    environment,
    installation: 'record',
    now: Date.now,
  };
  const chosen = { customer: undefined, sku: undefined, debtor: undefined, currency, demoSku, banks: [] };
  const descriptions = declared.descriptions.flatMap((path) => {
    const file = folders.map((folder) => join(folder, path)).find((one) => existsSync(one));
    return file === undefined ? [] : [[path, file] as const];
  });
  return {
    descriptions: new Map(descriptions),
    plainProfile: bases.folders.length === 0 ? text : merged,
    input: {
      ...{
        profile,
        described: await describedTexts(profile),
        profileText: merged,
        bases,
        declared,
        demoSku,
        databases,
        fixtures,
        allow: [],
        writes: double !== undefined,
      },
      schemas: new Map(),
      target: wholeFolder,
      overrides: { connections: fixture.connections, connectors: fixture.connectors },
      now: Date.now,
      calls: scenarioCalls({ contract, declared, settings: chosen, most, explore, now: Date.now }),
    },
  };
}

/** The language service within this process, for one profile in a folder. */
import { join, resolve } from 'node:path';
import { contract } from '../../../../src/contract/index.ts';
import { locateBase } from '../../../../src/service/config/locate-base.ts';
import {
  createLanguageService,
  databaseTables,
  type ErpTables,
  type LanguagePorts,
  type LanguageService,
  type Position,
} from '../../../../src/workbench/language/index.ts';

const root = join(import.meta.dirname, '../../../..');
const acme = '/acme';
export const file = join(acme, 'profile.yaml');

/** `folder`: where the profile is. Only open files can be read. */
export function serviceWith(tables?: ErpTables, folder = acme): LanguageService {
  return createLanguageService(portsHere(tables, folder));
}

export function portsHere(tables?: ErpTables, folder = acme): LanguagePorts {
  return {
    contract,
    read: () => undefined,
    locate: locateBase({ cwd: folder, packageRoot: root }),
    environment: () => ({}),
    tables: () => tables,
    testResults: () => ({ cases: [], results: undefined, reached: undefined }),
    whyFixed: (one) => (one.startsWith(folder) ? undefined : 'belongs to the program'),
    shipped: ['demo', 'dolibarr'],
    nameOf: (one) => one.replace(`${folder}/`, ''),
    fileOf: (name) => resolve(folder, name),
  };
}

/** A text without the mark §, and the position of the mark. */
export function marked(text: string): { readonly text: string; readonly position: Position } {
  const before = text.slice(0, text.indexOf('§')).split('\n');
  return {
    text: text.replace('§', ''),
    position: { line: before.length - 1, character: before.at(-1)?.length ?? 0 },
  };
}

export const head = `profile: acme
title: Acme 9
contract: "1"
settings:
  branch: { env: ACME_BRANCH, description: Branch of the company }
  db_password: { env: ACME_DB_PASSWORD, secret: true }
facts:
  has_terms: { table: terms }
parts:
  open_invoice: invoice i JOIN ledger l ON l.invoice_id = i.id
  account: { expression: bankAccountCode ?? $settings.branch }
sources:
  erp: { sql: postgres, connection: { host: db, database: acme, user: app, password: "\${db_password}" } }
ids:
  debtor: { type: integer, exists: SELECT 1 FROM customer WHERE no = :id }
`;

/** The tables of the source of `head`. */
export const tables = new Map([
  [
    'erp',
    databaseTables([{ name: 'customer', key: ['no'], columns: [{ name: 'no', type: 'integer', required: true }] }]),
  ],
]);

/** A service that has checked a profile, with the tables of its source. */
export async function opened(text: string): Promise<LanguageService> {
  const service = serviceWith(tables);
  service.open(file, text);
  await service.check(file);
  return service;
}

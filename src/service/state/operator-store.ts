/** The store as operators' commands use it while services may be running: creates and migrates nothing. */
import type { BoundStatement, SqlSession } from '../../../engine/host/index.ts';
import type { Diagnostic, DurableClaims, Secret, TokenStore } from '../../../engine/index.ts';
import type { StoreAddress } from '../config/store-address.ts';
import { createCipher } from './cipher.ts';
import { type CompanyStore, createCompanyStore } from './companies.ts';
import { type ConnectLinks, createConnectLinks } from './connect-links.ts';
import type { Durability, StoreDatabase } from './database.ts';
import { createDurableClaims } from './durable-claims.ts';
import { currentVersion, hasTable, refuseNewer } from './migrate.ts';
import { claimsVersion, tables, tokensVersion } from './schema.ts';
import { openServerDatabase } from './server-database.ts';
import { openSharedSqliteDatabase } from './sqlite-database.ts';
import { storeFinding } from './store-fault.ts';
import { createTokens } from './tokens.ts';

/** Time-out of one statement, in milliseconds. */
const timeoutMs = 10_000;

type OperatorStore =
  | {
      readonly ok: true;
      /** Undefined if no service has stored claims yet: the file is missing, or the store has an older version. */
      readonly claims: DurableClaims | undefined;
      /** Undefined without a key, or where no service has stored tokens yet. */
      readonly tokens: TokenStore | undefined;
      /** Undefined without a key, or where the store has an older version. */
      readonly links: ConnectLinks | undefined;
      /** Undefined without a key, or where no service of this version has used the store yet. */
      readonly companies: CompanyStore | undefined;
      /** The version of the store; 0 without tables, undefined without a file. */
      readonly version: number | undefined;
      close(): Promise<void>;
    }
  | { readonly ok: false; readonly diagnostic: Diagnostic };

function open(address: StoreAddress): Promise<StoreDatabase | undefined> {
  return address.kind === 'file' ? openSharedSqliteDatabase(address.file) : openServerDatabase(address);
}

/** Opens the durable claims of a store, and with `key` its tokens. A store that cannot be used gives a finding, not an error. */
export async function openOperatorStore(address: StoreAddress, key?: Secret): Promise<OperatorStore> {
  let database: StoreDatabase | undefined;
  try {
    database = await open(address);
    if (database === undefined) {
      const none = { claims: undefined, tokens: undefined, links: undefined, companies: undefined, version: undefined };
      return { ok: true, ...none, close: () => Promise.resolve() };
    }
    const opened = database;
    const version = await currentVersion(opened);
    refuseNewer(version);
    const call = () => ({ deadline: Date.now() + timeoutMs });
    const access = {
      databaseKind: opened.databaseKind,
      read: (statement: BoundStatement) => opened.read(statement, call()),
      transaction: <T>(work: (session: SqlSession) => Promise<T>, durability: Durability) =>
        opened.transaction(call(), work, durability),
    };
    const cipher = key === undefined ? undefined : createCipher(key);
    return {
      ok: true,
      claims: version < claimsVersion ? undefined : createDurableClaims(access, { isSole: false }),
      tokens: cipher === undefined || version < tokensVersion ? undefined : createTokens(access, cipher, Date.now),
      links:
        cipher && (await hasTable(opened, tables.connectLink))
          ? createConnectLinks(access, cipher, Date.now)
          : undefined,
      companies: cipher && (await hasTable(opened, tables.audit)) ? createCompanyStore(access, cipher) : undefined,
      version,
      close: () => opened.close(),
    };
  } catch (error) {
    await database?.close();
    return { ok: false, diagnostic: storeFinding(address, error) };
  }
}

/** The store as an operator's command uses it, beside services that may be running: it makes nothing and migrates nothing. */
import type { Diagnostic } from '../../engine/diagnostics/diagnostic.ts';
import { type DurableClaims, SourceError } from '../../engine/index.ts';
import type { StoreAddress } from '../config/store-address.ts';
import type { StoreDatabase } from './database.ts';
import { StoreRefusal } from './database.ts';
import { createDurableClaims } from './durable-claims.ts';
import { currentVersion, refuseNewer } from './migrate.ts';
import { claimsVersion } from './schema.ts';
import { openServerDatabase } from './server-database.ts';
import { openSqliteBeside } from './sqlite-database.ts';
import { refusal } from './store-fault.ts';

/** Longest time of one use, in milliseconds. */
const patience = 10_000;

export type OperatorStore =
  /** `claims` is undefined where no service has kept any yet: there is no file, or none of this version. */
  | { readonly ok: true; readonly claims: DurableClaims | undefined; close(): Promise<void> }
  | { readonly ok: false; readonly diagnostic: Diagnostic };

function open(address: StoreAddress): Promise<StoreDatabase | undefined> {
  return address.kind === 'file' ? openSqliteBeside(address.file) : openServerDatabase(address);
}

/** Opens the durable claims of a store. What keeps it from them is a value. */
export async function openOperatorStore(address: StoreAddress): Promise<OperatorStore> {
  let database: StoreDatabase | undefined;
  try {
    database = await open(address);
    if (database === undefined) return { ok: true, claims: undefined, close: () => Promise.resolve() };
    const own = database;
    const version = await currentVersion(own);
    refuseNewer(version);
    const call = () => ({ deadline: Date.now() + patience });
    const claims = createDurableClaims({
      dialect: own.dialect,
      read: (statement) => own.read(statement, call()),
      transaction: (work, durability) => own.transaction(call(), work, durability),
    });
    return { ok: true, claims: version < claimsVersion ? undefined : claims, close: () => own.close() };
  } catch (error) {
    await database?.close();
    if (error instanceof StoreRefusal || error instanceof SourceError)
      return { ok: false, diagnostic: refusal(address, error) };
    throw error;
  }
}

/** The store on a database server, opened with the engine's SQL sources. */
import { openSqlSource } from '../../../engine/host/index.ts';
import type { StoreAddress } from '../config/store-address.ts';
import type { StoreDatabase } from './database.ts';

/** Connections for reads; there are as many for writes, at most 4. */
const connections = 4;
/** Time-out of a statement (also on the server) and of a connection attempt, in milliseconds. */
const timeoutMs = 5_000;

/** Opens a pool that connects on first use. Rejects with `SourceError` if the address cannot be used. */
export function openServerDatabase(address: StoreAddress & { readonly kind: 'server' }): Promise<StoreDatabase> {
  const connection = { url: address.url.reveal() };
  return openSqlSource(address.databaseKind, { connection, connections, timeoutMs });
}

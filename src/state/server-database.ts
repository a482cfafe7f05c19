/** The store on a database server, reached as an ERP's database is. */
import { openSqlSource } from '../../engine/index.ts';
import type { StoreAddress } from '../config/store-address.ts';
import type { StoreDatabase } from './database.ts';

/** Connections to read; as many, but at most 4, write. */
const connections = 4;
/** Longest time of one statement, on the server too, and for a connection to be made; in milliseconds. */
const timeoutMs = 5_000;

/** Prepares the connections; the first one is made by the first call. Rejects with `SourceError` where the address cannot be used. */
export function openServerDatabase(address: StoreAddress & { readonly kind: 'server' }): Promise<StoreDatabase> {
  const connection = { url: address.url.reveal() };
  return openSqlSource({ sql: address.dialect, connection, connections, timeoutMs }, { folder: '.' });
}

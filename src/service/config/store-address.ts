/** The address of the store: an SQLite file, or a database on a server that several replicas share. */
import { resolve } from 'node:path';
import { type DatabaseKind, databaseKinds, Secret } from '../../../engine/index.ts';

export type StoreAddress =
  | {
      readonly kind: 'file';
      /** Absolute. */
      readonly file: string;
    }
  | {
      readonly kind: 'server';
      readonly databaseKind: DatabaseKind;
      /** With user and password. */
      readonly url: Secret;
      /** Without them: `postgres://host:port/database`. */
      readonly shown: string;
    };

function decodable(...parts: readonly string[]): boolean {
  try {
    for (const part of parts) decodeURIComponent(part);
    return true;
  } catch {
    return false;
  }
}

/**
 * Parses the address of a store: the URL of a database server, otherwise a path relative to `folder`. Undefined if it is neither: an
 * unknown scheme, or a URL without host or database. Messages must not quote such a text, because it may contain a password.
 */
export function storeAddress(text: string, folder: string): StoreAddress | undefined {
  const scheme = /^([a-z][a-z0-9+.-]+):\/\//i.exec(text)?.[1]?.toLowerCase();
  if (scheme === undefined) return { kind: 'file', file: resolve(folder, text) };
  const databaseKind = databaseKinds.find(({ connection }) => connection.schemes.includes(scheme));
  if (databaseKind === undefined || !URL.canParse(text)) return undefined;
  const { hostname, host, pathname, username, password } = new URL(text);
  if (hostname === '' || pathname.length < 2 || !decodable(pathname, username, password)) return undefined;
  return { kind: 'server', databaseKind, url: new Secret(text), shown: `${databaseKind.name}://${host}${pathname}` };
}

/** The address for messages, without credentials. */
export function shownAddress(address: StoreAddress): string {
  return address.kind === 'file' ? address.file : address.shown;
}

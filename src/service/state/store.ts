/** The service's own database. Each kind of data in it has its own file and interface; all share one access to the database. */
import type {
  Bookmarks,
  Diagnostic,
  DurableClaims,
  RateStore,
  Secret,
  SlotStore,
  TokenStore,
  VersionMarks,
} from '../../../engine/index.ts';
import type { StoreAddress } from '../config/store-address.ts';
import type { Emit } from '../events/events.ts';
import { createBookmarks } from './bookmarks.ts';
import { createCipher } from './cipher.ts';
import { type ClaimCounts, claimCounter, installationClaimCounter, unsettledInstallations } from './claim-counts.ts';
import { type CompanyStore, createCompanyStore } from './companies.ts';
import { type ConnectLinks, createConnectLinks } from './connect-links.ts';
import type { StoreDatabase } from './database.ts';
import { createDurableClaims } from './durable-claims.ts';
import { createRates } from './rates.ts';
import { withRecentBookmarks } from './recent-bookmarks.ts';
import { openServerDatabase } from './server-database.ts';
import { createSlots } from './slots.ts';
import { openSqliteDatabase } from './sqlite-database.ts';
import { openAccess } from './store-access.ts';
import { storeFinding } from './store-fault.ts';
import { createTokens, tokenTimes } from './tokens.ts';
import { createVersionMarks } from './version-marks.ts';

export interface Store {
  readonly bookmarks: Bookmarks;
  readonly versions: VersionMarks;
  readonly claims: DurableClaims;
  readonly rates: RateStore;
  readonly slots: SlotStore;
  /** Undefined if no encryption key is configured. */
  readonly tokens: TokenStore | undefined;
  /** When each token was stored last, by its name; undefined if the store cannot be read. */
  readonly tokenTimes: ReturnType<typeof tokenTimes>;
  /** Links for consents; undefined if no encryption key is configured. */
  readonly links: ConnectLinks | undefined;
  /** Undefined if no encryption key is configured. */
  readonly companies: CompanyStore | undefined;
  /** Numbers of unsettled claims, of one installation or of all; undefined if the store cannot be read. */
  claimCounts(installation?: string): Promise<ClaimCounts | undefined>;
  /** The same of each installation that has some; undefined if the store cannot be read. */
  claimCountsByInstallation(): Promise<ReadonlyMap<string, ClaimCounts> | undefined>;
  /** Installations with writes that wait for their completion. */
  unsettledInstallations(): Promise<ReadonlySet<string>>;
  /** Migrates a store whose migration is deferred. A finding if the store is refused. */
  migrate(): Promise<Diagnostic | undefined>;
  close(): Promise<void>;
}

export type OpenedStore =
  | { readonly ok: true; readonly store: Store }
  | { readonly ok: false; readonly diagnostic: Diagnostic };

interface StoreOptions {
  readonly address: StoreAddress;
  /** Encrypts secrets in the store: 32 bytes in base64 or hexadecimal digits. */
  readonly key?: Secret | undefined;
  readonly emit: Emit;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** The store is migrated by `migrate`, or at the first use, so that a start which fails before leaves it as it is. */
  readonly defersMigration?: boolean;
  /** Time between two probes of an unreachable database, in milliseconds. */
  readonly retryMs?: number;
}

function openDatabase(address: StoreAddress): Promise<StoreDatabase> {
  return address.kind === 'file' ? openSqliteDatabase(address.file) : openServerDatabase(address);
}

/**
 * Opens the store and migrates it to this program's version, unless that is deferred. If its server is unreachable, opens it nevertheless and uses it as soon as the
 * server answers.
 */
export async function openStore({ address, key, ...options }: StoreOptions): Promise<OpenedStore> {
  let database: StoreDatabase | undefined;
  try {
    database = await openDatabase(address);
    const access = await openAccess({ database, ...options });
    const bookmarks = createBookmarks(access, options.now);
    const close = async (): Promise<void> => {
      await bookmarks.close();
      await access.close();
    };
    const versions = createVersionMarks(access, options.now);
    // The file is locked for this process.
    const isSole = database.isFile === true;
    const claims = createDurableClaims(access, { isSole });
    const cipher = key === undefined ? undefined : createCipher(key);
    return {
      ok: true,
      store: {
        bookmarks: isSole ? withRecentBookmarks(bookmarks, options.now) : bookmarks,
        versions,
        claims,
        rates: createRates(access),
        slots: createSlots(access),
        tokens: cipher && createTokens(access, cipher, options.now),
        tokenTimes: tokenTimes(access),
        links: cipher && createConnectLinks(access, cipher, options.now),
        companies: cipher && createCompanyStore(access, cipher),
        claimCounts: claimCounter(access),
        claimCountsByInstallation: installationClaimCounter(access),
        unsettledInstallations: unsettledInstallations(access),
        async migrate() {
          try {
            await access.migrate();
            return undefined;
          } catch (error) {
            return storeFinding(address, error);
          }
        },
        close,
      },
    };
  } catch (error) {
    await database?.close();
    return { ok: false, diagnostic: storeFinding(address, error) };
  }
}

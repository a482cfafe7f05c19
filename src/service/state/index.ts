/** Exports of this folder for tests. */
export { type BookmarkLimits, bookmarkStatements, createBookmarks } from './bookmarks.ts';
export { createCipher } from './cipher.ts';
export { claimStatements, optionalFields } from './claim-statements.ts';
export { type Durability, type StoreDatabase, StoreRefusal } from './database.ts';
export { lockStatements } from './document-locks.ts';
export { createDurableClaims } from './durable-claims.ts';
export { migrate, migrationTexts } from './migrate.ts';
export { openOperatorStore } from './operator-store.ts';
export { createRates, rateStatements } from './rates.ts';
export { type Migration, migrations, tables, versionTable } from './schema.ts';
export { openServerDatabase } from './server-database.ts';
export { createSlots } from './slots.ts';
export { openSharedSqliteDatabase, openSqliteDatabase } from './sqlite-database.ts';
export { type OpenedStore, openStore, type Store } from './store.ts';
export { openAccess, type StoreAccess } from './store-access.ts';
export { sweepStatements } from './sweep.ts';
export { createTokens, tokenStatements } from './tokens.ts';
export { createVersionMarks, versionStatements } from './version-marks.ts';

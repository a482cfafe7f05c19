/** Exports of this folder for tests. */
export { storeClaimAdmin } from './store-claims.ts';

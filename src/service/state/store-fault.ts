/** The finding about a store that cannot be used. */
import { type Diagnostic, SourceError } from '../../../engine/index.ts';
import { fault } from '../config/fault.ts';
import { type StoreAddress, shownAddress } from '../config/store-address.ts';
import { StoreRefusal } from './database.ts';
import { damagedHint } from './sqlite-database.ts';

/** A finding CFG514, without credentials. Throws an error that is not one of the store. */
export function storeFinding(address: StoreAddress, error: unknown): Diagnostic {
  if (error instanceof StoreRefusal) return fault('CFG514', error.message, error.hint);
  if (!(error instanceof SourceError)) throw error;
  const message = `The store ${shownAddress(address)} cannot be used: ${error.message}.`;
  const hint =
    address.kind === 'file'
      ? damagedHint
      : 'Correct user, password or database of store (ENGINE_STORE). The user needs the right to create tables at the first start, and to read and write them.';
  return fault('CFG514', message, hint);
}

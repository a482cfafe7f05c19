/** Addresses of stores in tests. */
import { type StoreAddress, storeAddress } from '../../../../src/service/config/store-address.ts';

export function addressOf(text: string): StoreAddress {
  const address = storeAddress(text, '/');
  if (address === undefined) throw new Error('This is no address of a store.');
  return address;
}

/** Opens the writes of an installation for an operator, next to services that may be running. */
import type { Diagnostic } from '../../../engine/index.ts';
import { openWrites, type Writes } from '../../../engine/tools/index.ts';
import { type StoreAddress, shownAddress } from '../config/store-address.ts';
import { openOperatorStore } from '../state/operator-store.ts';
import type { ProfileInput } from './load-profile.ts';

/** The store that was searched for claims. */
export interface SearchedStore {
  /** For messages, without credentials. */
  readonly address: string;
  /** Whether a service has stored claims there. */
  readonly kept: boolean;
}

export type OpenedOperatorWrites =
  | {
      readonly ok: true;
      readonly writes: Writes;
      /** Why the store cannot be read. Claims in databases of the ERP can be read nevertheless. */
      readonly storeFault: Diagnostic | undefined;
      readonly store: SearchedStore;
      close(): Promise<void>;
    }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[]; readonly sources: ReadonlyMap<string, string> };

/**
 * Opens the claims in the store and in the databases of the profile. Creates and migrates nothing. `isOneOfSeveral`: the claims of other services,
 * in the store and in the ERP's database, are not listed.
 */
export async function openOperatorWrites(
  profile: ProfileInput,
  address: StoreAddress,
  isOneOfSeveral: boolean,
): Promise<OpenedOperatorWrites> {
  const opened = await openOperatorStore(address);
  const closeStore = async (): Promise<void> => {
    if (opened.ok) await opened.close();
  };
  try {
    const durable = opened.ok ? opened.claims : undefined;
    const result = await openWrites({ ...profile, durable, ownOnly: isOneOfSeveral });
    if (!result.ok) {
      await closeStore();
      return result;
    }
    const { writes } = result;
    return {
      ok: true,
      writes,
      storeFault: opened.ok ? undefined : opened.diagnostic,
      store: { address: shownAddress(address), kept: durable !== undefined },
      async close() {
        await writes.close();
        await closeStore();
      },
    };
  } catch (error) {
    await closeStore();
    throw error;
  }
}

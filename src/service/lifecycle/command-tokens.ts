/** Refresh tokens for commands that call the ERP. They are those of the service, which may be running. */
import { type Diagnostic, SourceError, type TokenStore } from '../../../engine/index.ts';
import {
  checkDatabases,
  type DatabaseCheck,
  type Drift,
  type DriftInput,
  profileDrift,
  readTokenNames,
  readUnleased,
  type TokenAccess,
  type TokenNamesInput,
} from '../../../engine/tools/index.ts';
import { fault } from '../config/fault.ts';
import { errorsOf } from '../config/findings-log.ts';
import type { SharedSettings } from '../config/settings.ts';
import { type StoreAddress, shownAddress } from '../config/store-address.ts';
import { openOperatorStore } from '../state/operator-store.ts';
import { storeFinding } from '../state/store-fault.ts';
import type { Host } from './host.ts';

export interface TokenConfig {
  readonly settings: Pick<SharedSettings, 'store' | 'storeKey' | 'connectUrl'>;
  /** Findings of the configuration that have not been shown: a faulty store or key may be why there is no token. */
  readonly diagnostics: readonly Diagnostic[];
}

export interface CommandTokens {
  /** Undefined if the profile needs none, or cannot be read, or there is a finding. */
  readonly tokens: TokenAccess | undefined;
  /** Why the ERP cannot be called. */
  readonly diagnostics: readonly Diagnostic[];
  /** Call it after the sources of the profile are closed. */
  close(): Promise<void>;
}

export const noTokens: CommandTokens = { tokens: undefined, diagnostics: [], close: async () => undefined };

/**
 * Delays the end of the process by a signal while a token is renewed: the ERP has then replaced the token, and the new one is not stored yet.
 */
function holdingExit(store: TokenStore, holdExit: NonNullable<Host['holdExit']>): TokenStore & { letGo(): void } {
  /** By lease. */
  const held = new Map<string, () => void>();
  const letGo = (lease: string): void => {
    held.get(lease)?.();
    held.delete(lease);
  };
  return {
    ...store,
    async take(name, seen, lease) {
      held.set(lease, holdExit());
      const isTaken = await store.take(name, seen, lease).catch((error: unknown) => {
        letGo(lease);
        throw error;
      });
      if (!isTaken) letGo(lease);
      return isTaken;
    },
    async replace(name, lease, value) {
      const isReplaced = await store.replace(name, lease, value);
      letGo(lease);
      return isReplaced;
    },
    release: (name, lease) => store.release(name, lease).finally(() => letGo(lease)),
    letGo() {
      for (const lease of held.keys()) letGo(lease);
    },
  };
}

const setHint = (sources: readonly string[]): string =>
  `Use the store and the key of the service (--store or ENGINE_STORE, ENGINE_STORE_KEY), or store a first token: ${sources.map((source) => `engine auth set ${source}`).join(', ')}.`;

/** Waits for renewals in other processes. Gives a finding for each source without a token. */
async function missingTokens(
  store: TokenStore,
  names: ReadonlyMap<string, string>,
  address: StoreAddress,
): Promise<readonly Diagnostic[]> {
  const diagnostics: Diagnostic[] = [];
  for (const [source, name] of names) {
    if ((await readUnleased(store, name)) !== undefined) continue;
    const message = `The store ${shownAddress(address)} has no refresh token for the source "${source}" with these settings.`;
    const hint = `${setHint([source])} A token belongs to the installation, the source, its address and its client.`;
    diagnostics.push(fault('CFG523', message, hint));
  }
  return diagnostics;
}

/**
 * Opens the tokens of a profile. Creates and migrates nothing. Waits while another process renews one. Findings: there is no key, no store or no token.
 * A profile without such tokens opens no store.
 */
export async function openCommandTokens(
  host: Pick<Host, 'holdExit'>,
  profile: TokenNamesInput,
  config: TokenConfig,
): Promise<CommandTokens> {
  const tokens = await openTokens(host, profile, config.settings);
  return tokens.diagnostics.length === 0
    ? tokens
    : { ...tokens, diagnostics: [...errorsOf(config.diagnostics), ...tokens.diagnostics] };
}

async function openTokens(
  { holdExit }: Pick<Host, 'holdExit'>,
  profile: TokenNamesInput,
  { store: address, storeKey }: TokenConfig['settings'],
): Promise<CommandTokens> {
  const read = await readTokenNames(profile);
  if (!read.ok || read.names.size === 0) return noTokens;
  const sources = [...read.names.keys()];
  if (storeKey === undefined) {
    const message = `There is no key for the refresh tokens of ${sources.join(', ')}.`;
    return { ...noTokens, diagnostics: [fault('CFG516', message, setHint(sources))] };
  }
  const opened = await openOperatorStore(address, storeKey);
  if (!opened.ok) return { ...noTokens, diagnostics: [opened.diagnostic] };
  const { tokens: stored, close: closeStore } = opened;
  let diagnostics: readonly Diagnostic[];
  try {
    diagnostics =
      stored === undefined
        ? [fault('CFG523', `There is no store with refresh tokens at ${shownAddress(address)}.`, setHint(sources))]
        : await missingTokens(stored, read.names, address);
  } catch (error) {
    if (!(error instanceof SourceError)) {
      await closeStore();
      throw error;
    }
    const { cure } = error;
    diagnostics = [cure === undefined ? storeFinding(address, error) : fault('CFG523', error.message, cure)];
  }
  if (stored === undefined || diagnostics.length > 0) {
    await closeStore();
    return { ...noTokens, diagnostics };
  }
  const held = holdExit === undefined ? undefined : holdingExit(stored, holdExit);
  return {
    tokens: { store: held ?? stored, installation: profile.installation },
    diagnostics,
    async close() {
      held?.letGo();
      await closeStore();
    },
  };
}

/** The findings of `engine check --connect`, with the tokens of the service. */
export async function checkConnected(
  host: Pick<Host, 'holdExit'>,
  profile: TokenNamesInput,
  config: TokenConfig,
  check: Omit<DatabaseCheck, 'tokens'>,
): Promise<readonly Diagnostic[]> {
  const { tokens, diagnostics, close } = await openCommandTokens(host, profile, config);
  try {
    return [...diagnostics, ...(await checkDatabases({ ...check, tokens }))];
  } finally {
    await close();
  }
}

/** The drift of a profile's ERP, with the tokens of the service. */
export async function connectedDrift(
  host: Pick<Host, 'holdExit'>,
  config: TokenConfig,
  input: Omit<DriftInput, 'tokens'> & TokenNamesInput,
): Promise<Drift> {
  const { tokens, diagnostics, close } = await openCommandTokens(host, input, config);
  try {
    if (diagnostics.length > 0) return { lock: undefined, diagnostics, sources: new Map() };
    return await profileDrift({ ...input, tokens });
  } finally {
    await close();
  }
}

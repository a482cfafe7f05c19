/** `engine auth`: gets the first refresh token of a source whose tokens rotate, from standard input or by a link for the customer. */
import type { Command } from 'commander';

import { type Diagnostic, Secret, SourceError, type TokenStore } from '../../engine/index.ts';
import { firstToken, readTokenNames } from '../../engine/tools/index.ts';
import { fault } from '../service/config/fault.ts';
import type { StoreAddress } from '../service/config/store-address.ts';
import type { ExitStatus, Host } from '../service/lifecycle/host.ts';
import { loadProfile } from '../service/lifecycle/load-profile.ts';
import { showDiagnostics } from '../service/lifecycle/show-diagnostics.ts';
import { openOperatorStore } from '../service/state/operator-store.ts';
import { openStore } from '../service/state/store.ts';
import { addAuthLink } from './auth-link.ts';
import type { End } from './root.ts';
import { addSettingFlags, givenFlags, serviceFlag } from './shared/flags.ts';
import { UsageError } from './shared/usage.ts';

const examples = `
Examples:
  engine auth link --service nord
  engine auth set exact < refresh-token.txt

\`link\` prints a one-time link, with which a customer gives consent in a browser. \`set\` stores a token that you have got in another way.

The token is read from standard input, so that it is neither in the shell's history nor in the list of processes. The store keeps it encrypted
with storeKey (ENGINE_STORE_KEY).
`;

/** `engine auth set`: ends with 1 where the token was not stored. */
export function addAuth(program: Command, host: Host, end: End): void {
  const auth = program.command('auth').description('manage refresh tokens of ERPs');
  auth.addHelpText('after', examples);
  const settings = ['profile', 'installation', 'store'];
  const set = addSettingFlags(
    auth.command('set').description('store the first refresh token of a source, read from standard input'),
    (setting) => settings.includes(setting),
  )
    .addOption(serviceFlag())
    .argument('<source>', 'name of the source in the profile')
    .addHelpText('after', examples);
  set.action(async (source: string) => end(await setToken(host, set, source)));
  addAuthLink(auth, host, end);
}

async function setToken(host: Host, command: Command, source: string): Promise<ExitStatus> {
  const loaded = loadProfile(host, givenFlags(command), { strict: true });
  if (!loaded.ok) {
    showDiagnostics(host, loaded.diagnostics, loaded.sources);
    return 1;
  }
  const { profile, config } = loaded;
  const tokens = await readTokenNames(profile);
  if (!tokens.ok) {
    showDiagnostics(host, tokens.diagnostics, tokens.sources);
    return 1;
  }
  const name = tokens.names.get(source);
  if (name === undefined) {
    const all = [...tokens.names.keys()].join(', ') || 'none';
    throw new UsageError(
      `the profile has no source "${source}" with a refreshToken; sources with a refreshToken: ${all}`,
    );
  }
  const { storeKey, store: address } = config.settings;
  if (storeKey === undefined) {
    const message = 'There is no key to encrypt the token with.';
    const hint = 'Set ENGINE_STORE_KEY to the same value as for the service: openssl rand -base64 32.';
    showDiagnostics(host, [fault('CFG516', message, hint)], new Map());
    return 1;
  }
  const token = await readToken(host);
  const opened = await openTokens(host, address, storeKey);
  if (!opened.ok) {
    showDiagnostics(host, [opened.diagnostic], new Map());
    return 1;
  }
  return storeToken(host, opened, { name, token, source });
}

type OpenedTokens =
  | { readonly ok: true; readonly tokens: TokenStore | undefined; close(): Promise<void> }
  | { readonly ok: false; readonly diagnostic: Diagnostic };

/** The tokens of a store that a service may be using. A store without them is created, or migrated, for this process alone. */
async function openTokens(host: Host, address: StoreAddress, key: Secret): Promise<OpenedTokens> {
  const shared = await openOperatorStore(address, key);
  if (!shared.ok || shared.tokens !== undefined) return shared;
  await shared.close();
  const opened = await openStore({ address, key, emit: () => undefined, now: host.now });
  if (!opened.ok) return opened;
  const { tokens, close } = opened.store;
  return { ok: true, tokens, close };
}

async function readToken(host: Host): Promise<Secret> {
  if (host.input === undefined)
    throw new UsageError('the token is read from standard input: engine auth set <source> < file');
  const text = (await host.input()).trim();
  if (text === '' || /\s/.test(text))
    throw new UsageError('standard input must contain a refresh token and nothing else');
  return new Secret(text);
}

interface NamedToken {
  /** The name in the store. */
  readonly name: string;
  readonly token: Secret;
  readonly source: string;
}

async function storeToken(
  host: Host,
  store: Extract<OpenedTokens, { readonly ok: true }>,
  { name, token, source }: NamedToken,
): Promise<ExitStatus> {
  try {
    await store.tokens?.put(name, firstToken(token));
    host.out(`The refresh token of ${source} is stored. A running service uses it within a minute.\n`);
    return 0;
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    host.err(`engine: the token was not stored: ${error.message}\nCheck that the store can be reached.\n`);
    return 1;
  } finally {
    await store.close();
  }
}

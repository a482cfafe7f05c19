/** `engine auth`: gives the service the first of the tokens that rotate. */
import type { Command } from 'commander';

import { firstToken, readTokenNames, Secret, SourceError } from '../../engine/index.ts';
import { displayPath } from '../config/display-path.ts';
import { fault } from '../config/fault.ts';
import { loadConfig } from '../config/load.ts';
import { locateBase } from '../config/locate-base.ts';
import type { ExitStatus, Host } from '../service/host.ts';
import { showDiagnostics } from '../service/show-diagnostics.ts';
import { openStore, type Store } from '../state/store.ts';
import { addSettingFlags, givenFlags } from './shared/flags.ts';
import { UsageError } from './shared/usage.ts';

const examples = `
Example:
  engine auth set exact < refresh-token.txt

The token is read from standard input, so that it stands neither in the history of the shell nor in the list of processes. It is kept
in the store, encrypted with storeKey (ENGINE_STORE_KEY).
`;

type End = (status: ExitStatus) => void;

export function addAuth(program: Command, host: Host, end: End): void {
  const auth = program.command('auth').description('give the service refresh tokens of ERPs');
  auth.addHelpText('after', examples);
  const known = ['profile', 'installation', 'store'];
  const set = addSettingFlags(
    auth.command('set').description('store the first refresh token of a source, read from standard input'),
    (setting) => known.includes(setting),
  )
    .argument('<source>', 'name of the source in the profile')
    .addHelpText('after', examples);
  set.action(async (source: string) => end(await setToken(host, set, source)));
}

async function setToken(host: Host, command: Command, source: string): Promise<ExitStatus> {
  const { config: configFile, ...flags } = givenFlags(command);
  const { env, cwd, packageRoot, contract, now } = host;
  const config = loadConfig({ flags, configFile, env, cwd, packageRoot, now: now(), needsKey: false });
  const { profileFile, environment, settings, diagnostics } = config;
  if (profileFile === undefined || diagnostics.some(({ severity }) => severity === 'error')) {
    showDiagnostics(host, diagnostics, config.sources);
    return 1;
  }
  const { installation, storeKey, store: address } = settings;
  const profileName = displayPath(cwd, profileFile);
  const named = { profileFile, profileName, locate: locateBase(host) };
  const found = await readTokenNames({ ...named, contract, environment, installation });
  if (!found.ok) {
    showDiagnostics(host, found.diagnostics, found.sources);
    return 1;
  }
  const name = found.names.get(source);
  if (name === undefined) {
    const all = [...found.names.keys()].join(', ') || 'none';
    throw new UsageError(`"${source}" is no source of this profile with a refreshToken; such are: ${all}`);
  }
  if (storeKey === undefined) {
    const message = 'There is no key to encrypt the token with.';
    const hint = 'Set ENGINE_STORE_KEY, to the same value as for the service: openssl rand -base64 32.';
    showDiagnostics(host, [fault('CFG516', message, hint)], new Map());
    return 1;
  }
  const token = await givenToken(host);
  const opened = await openStore({ address, key: storeKey, emit: () => undefined, now });
  if (!opened.ok) {
    showDiagnostics(host, [opened.diagnostic], new Map());
    return 1;
  }
  return put(host, opened.store, name, token, source);
}

async function givenToken(host: Host): Promise<Secret> {
  if (host.input === undefined)
    throw new UsageError('the token is read from standard input: engine auth set <source> < file');
  const text = (await host.input()).trim();
  if (text === '' || /\s/.test(text))
    throw new UsageError('standard input holds no refresh token: one word is wanted, and nothing else');
  return new Secret(text);
}

async function put(host: Host, store: Store, name: string, token: Secret, source: string): Promise<ExitStatus> {
  try {
    await store.tokens?.put(name, firstToken(token));
    host.out(`The refresh token of ${source} is stored. A running service takes it within a minute.\n`);
    return 0;
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    host.err(`engine: the token was not stored: ${error.message}\nCheck that the store can be reached.\n`);
    return 1;
  } finally {
    await store.close();
  }
}

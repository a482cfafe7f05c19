/**
 * The one table of the service's settings. Flags, environment variables, the schema of engine.yaml, `--help` and the settings page all
 * come from here. A setting's key in engine.yaml is its name in this table.
 */
import { logLevels } from '../events/log-levels.ts';
import { choice, duration, flag, integer, path, type Spec, size, store, storeKey, text, textOr } from './spec.ts';

export const settingTable = {
  profile: text({
    flag: '--profile',
    env: 'ENGINE_PROFILE',
    kind: 'name or path',
    description: 'Profile of the ERP: the name of a shipped one, or a path to a profile of your own.',
  }),
  host: textOr('127.0.0.1', {
    flag: '--host',
    env: 'ENGINE_HOST',
    description: 'Address to listen on. 0.0.0.0 is every network of the machine.',
  }),
  port: integer(8080, 0, 65_535, {
    flag: '--port',
    env: 'ENGINE_PORT',
    description: 'Port to listen on. 0 is any free one.',
  }),
  tlsCert: path({
    flag: '--tls-cert',
    env: 'ENGINE_TLS_CERT',
    description:
      'PEM file with the certificate chain. Together with the key it turns on HTTPS. Read again when it changes.',
  }),
  tlsKey: path({
    flag: '--tls-key',
    env: 'ENGINE_TLS_KEY',
    description: 'PEM file with the private key of the certificate. Read again when it changes.',
  }),
  keyFile: path({
    env: 'ENGINE_KEYS_FILE',
    description:
      'YAML or JSON file with a list of API keys, of the form of `keys`. Read again when it changes: a file with a fault leaves the keys as they were, and one that is missing or empty revokes them after 10 seconds.',
  }),
  installation: text({
    flag: '--installation',
    env: 'ENGINE_INSTALLATION',
    description:
      'Name of this installation. Needed where the documents of several companies live in the same tables of one database.',
  }),
  demoSku: text({
    env: 'ENGINE_DEMO_SKU',
    description:
      'SKU of the sample draft that the platform sends when a connection is saved. Such a draft leaves no order behind.',
  }),
  store: store('engine-store.sqlite', {
    flag: '--store',
    env: 'ENGINE_STORE',
    description:
      'Where the service keeps what it must remember: an SQLite file for one service, made when it is missing, or a database that replicas share: postgres://, mysql:// or mssql://user:password@host:port/database.',
  }),
  storeKey: storeKey({
    env: 'ENGINE_STORE_KEY',
    description:
      'Key that tokens in the store are encrypted with: 32 random bytes in base64 (openssl rand -base64 32), the same for all replicas. Needed for ERPs whose tokens rotate.',
  }),
  replicas: integer(1, 1, 1_000, {
    flag: '--replicas',
    env: 'ENGINE_REPLICAS',
    description:
      'How many of these services serve one installation side by side. More than one need a store that they share.',
  }),
  bodyLimit: size('1MiB', { env: 'ENGINE_BODY_LIMIT', description: 'Largest request body that is accepted.' }),
  requestTimeout: duration('30s', {
    env: 'ENGINE_REQUEST_TIMEOUT',
    description: 'How long a request may take to arrive, and how long the work on it may take.',
  }),
  shutdownTimeout: duration('25s', {
    env: 'ENGINE_SHUTDOWN_TIMEOUT',
    description: 'How long running requests may take to finish when the service is told to stop.',
  }),
  concurrency: integer(200, 1, 100_000, {
    env: 'ENGINE_CONCURRENCY',
    description: 'Requests that are worked on at the same time. More are turned away with 503.',
  }),
  logLevel: choice(logLevels, 'info', {
    flag: '--log-level',
    env: 'ENGINE_LOG_LEVEL',
    description: 'Least severe events that are logged.',
  }),
  trustProxy: flag({
    env: 'ENGINE_TRUST_PROXY',
    description: 'Log the caller that the proxy in front names in X-Forwarded-For, instead of the proxy itself.',
  }),
} as const;

export type SettingName = keyof typeof settingTable;
type ValueOf<S> = S extends Spec<infer T> ? T : never;
/** Settings that have no default. */
type Optional = 'profile' | 'tlsCert' | 'tlsKey' | 'keyFile' | 'installation' | 'demoSku' | 'storeKey';

/** The settings in force. Times in milliseconds, sizes in bytes, paths absolute. */
export type Settings = {
  readonly [N in SettingName]: ValueOf<(typeof settingTable)[N]> | (N extends Optional ? undefined : never);
};

/** The table as a list, in its order. */
export const settingList: readonly (readonly [string, Spec<unknown>])[] = Object.entries<Spec<unknown>>(settingTable);

/** Environment variables of the service that hold a key as plain text, and the app that each is for. */
export const keyVariables = [
  { env: 'ENGINE_KEY_ORDERING', app: 'ordering' },
  { env: 'ENGINE_KEY_RECEIVABLES', app: 'receivables' },
  { env: 'ENGINE_KEY', app: 'both' },
] as const;

export const configVariable = 'ENGINE_CONFIG';

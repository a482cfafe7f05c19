/**
 * The table of the service's settings. Command-line flags, environment variables, the schema of engine.yaml, `--help` and docs/settings.md
 * are derived from it. The key of a setting in engine.yaml is its name here.
 */
import { logLevels } from '../events/log-levels.ts';
import { logFormats } from '../events/readable-lines.ts';
import {
  baseUrl,
  choice,
  duration,
  flag,
  integer,
  optionalDuration,
  optionalInteger,
  path,
  type Spec,
  size,
  store,
  storeKey,
  text,
  textOr,
} from './spec.ts';

/** Largest limit of the answers that are held, in MiB. */
const mostAnswers = 8_192;

export const settingTable = {
  profile: text({
    flag: '--profile',
    env: 'ENGINE_PROFILE',
    kind: 'name or path',
    description: 'Profile of the ERP: the name of a shipped profile, or the path of your own.',
  }),
  host: textOr('127.0.0.1', {
    flag: '--host',
    env: 'ENGINE_HOST',
    description: 'Address to listen on. 0.0.0.0 listens on all network interfaces.',
  }),
  port: integer(8080, 0, 65_535, {
    flag: '--port',
    env: 'ENGINE_PORT',
    description: 'Port to listen on. 0 chooses a free port.',
  }),
  adminPort: optionalInteger(0, 65_535, {
    flag: '--admin-port',
    env: 'ENGINE_ADMIN_PORT',
    description:
      'Port of the admin listener, with /live, /ready, /metrics (Prometheus) and /status for probes, monitoring and operators. Off by default. 0 chooses a free port.',
  }),
  adminHost: textOr('127.0.0.1', {
    env: 'ENGINE_ADMIN_HOST',
    description:
      'Address of the admin listener. It needs no key: open it to other machines only in a network that callers cannot reach.',
  }),
  connectPort: optionalInteger(0, 65_535, {
    flag: '--connect-port',
    env: 'ENGINE_CONNECT_PORT',
    description:
      'Port of the listener on which customers give consent to an ERP in their browser, by links of `engine auth link`. Off by default. It needs `connectUrl`, `storeKey` and `installation`. 0 chooses a free port.',
  }),
  connectHost: textOr('127.0.0.1', {
    env: 'ENGINE_CONNECT_HOST',
    description: 'Address of this listener. With `tlsCert` and `tlsKey` it serves HTTPS.',
  }),
  connectUrl: baseUrl({
    env: 'ENGINE_CONNECT_URL',
    description:
      'Base URL of this listener in the browsers of customers, such as https://connect.example.com. Register this URL with /connect/callback at the vendor of the ERP as redirect URI.',
  }),
  tlsCert: path({
    flag: '--tls-cert',
    env: 'ENGINE_TLS_CERT',
    description:
      'PEM file with the certificate chain. With it and the key, the service serves HTTPS. Read again when it changes.',
  }),
  tlsKey: path({
    flag: '--tls-key',
    env: 'ENGINE_TLS_KEY',
    description: 'PEM file with the private key of the certificate. Read again when it changes.',
  }),
  keyFile: path({
    env: 'ENGINE_KEYS_FILE',
    description:
      'YAML or JSON file with a list of API keys, in the form of `keys`. Read again when it changes. If the file has an error, the previous keys stay valid; if it is missing or empty, its keys are revoked after 10 seconds.',
  }),
  installation: text({
    flag: '--installation',
    env: 'ENGINE_INSTALLATION',
    description:
      'Name of this installation. Required if several installations write into the same tables of one database.',
  }),
  demoSku: text({
    env: 'ENGINE_DEMO_SKU',
    description:
      'SKU of the sample draft that the platform sends when a connection is saved. A draft with this SKU alone is checked and answered, but not written.',
  }),
  store: store('engine-store.sqlite', {
    flag: '--store',
    env: 'ENGINE_STORE',
    description:
      'Where the service keeps its own data: an SQLite file for a single service, created if it is missing, or a database that replicas share: postgres://, mysql:// or mssql://user:password@host:port/database.',
  }),
  storeKey: storeKey({
    env: 'ENGINE_STORE_KEY',
    description:
      'Key that encrypts tokens in the store: 32 random bytes in base64 (openssl rand -base64 32), the same for all replicas. Required for ERPs with rotating refresh tokens.',
  }),
  servicesTable: flag({
    env: 'ENGINE_SERVICES_TABLE',
    description:
      'Further services come from a table of the store, where `engine companies` and the API for operators add, change, suspend and remove them. Needs `storeKey`.',
  }),
  operatorKeyFile: path({
    env: 'ENGINE_OPERATOR_KEYS_FILE',
    description:
      'YAML or JSON file with the credentials of the API for operators, which the admin listener then serves: a list of `name`, `scope` (read or write), `sha256` and optionally `until`. Read again when it changes.',
  }),
  auditDays: integer(400, 1, 36_500, {
    env: 'ENGINE_AUDIT_DAYS',
    description: 'How many days the store keeps the log of changes of services in its table.',
  }),
  replicas: integer(1, 1, 1_000, {
    flag: '--replicas',
    env: 'ENGINE_REPLICAS',
    description: 'Number of services that serve this installation. More than one need a shared store.',
  }),
  bodyLimit: size('1MiB', { env: 'ENGINE_BODY_LIMIT', description: 'Largest accepted request body.' }),
  bodyTimeout: duration('10s', {
    env: 'ENGINE_BODY_TIMEOUT',
    description:
      'Longest time from the headers of a request to the end of its body. A later request is refused with 408.',
  }),
  requestTimeout: duration('30s', {
    env: 'ENGINE_REQUEST_TIMEOUT',
    description: 'Longest time for a request to arrive, and longest time for the work on it.',
  }),
  shutdownTimeout: duration('25s', {
    env: 'ENGINE_SHUTDOWN_TIMEOUT',
    description: 'How long requests in progress may take to finish when the service stops.',
  }),
  shutdownDelay: optionalDuration({
    env: 'ENGINE_SHUTDOWN_DELAY',
    description:
      'How long the service goes on answering after it was asked to stop, while /ready and /health answer 503 and each answer ends its connection: longer than a load balancer needs to notice. Without it new requests are refused at once.',
  }),
  idleTime: optionalDuration({
    env: 'ENGINE_IDLE_TIME',
    description:
      'With `services`: a service is opened by its first request, and its connections are closed after this time without one. Without it, all services are open from the start.',
  }),
  openServices: optionalInteger(1, 100_000, {
    env: 'ENGINE_OPEN_SERVICES',
    description:
      'With `idleTime`: largest number of open services. Beyond it, those that have waited longest for a request are closed first; a service that works on a request or a write stays open.',
  }),
  concurrency: integer(200, 1, 100_000, {
    env: 'ENGINE_CONCURRENCY',
    description: 'Number of requests that are processed at the same time. Further ones are refused with 503.',
  }),
  watch: flag({
    flag: '--watch',
    env: 'ENGINE_WATCH',
    description:
      'Reload profile and configuration when one of their files changes. SIGHUP does the same once. A faulty file changes nothing.',
  }),
  pagesPerKey: integer(2, 1, 100_000, {
    env: 'ENGINE_PAGES_PER_KEY',
    description:
      'Number of pages of lists (debtors, invoices, payments) that are read at the same time for one API key. Further ones wait for their turn, within `requestTimeout`, so that a sync leaves room for prices and drafts.',
  }),
  answerTimeout: duration('60s', {
    env: 'ENGINE_ANSWER_TIMEOUT',
    description: 'Longest time for a client to read an answer. Then its connection is closed.',
  }),
  unsentLimit: size('64MiB', {
    env: 'ENGINE_UNSENT_LIMIT',
    description:
      'Largest size of all answers that clients have not read yet. Beyond it the connections that have waited longest are closed.',
  }),
  answersLimit: size(
    '32MiB',
    {
      env: 'ENGINE_ANSWERS_LIMIT',
      description:
        'Largest size of the answers of the ERP that the requests in progress hold, by the bytes and rows that were read. Further reads wait, within `requestTimeout`; a request that gets no memory by then is refused with 503. One request may always go on, up to `limits: answer` of the source for each answer; writes never wait.',
    },
    mostAnswers,
  ),
  allAnswersLimit: size(
    '128MiB',
    {
      env: 'ENGINE_ALL_ANSWERS_LIMIT',
      description:
        'The same for all services of the process together. Requests that have read less than 64 KiB do not wait for it.',
    },
    mostAnswers,
  ),
  logLevel: choice(logLevels, 'info', {
    flag: '--log-level',
    env: 'ENGINE_LOG_LEVEL',
    description: 'Lowest level of the events that are logged.',
  }),
  logFormat: choice(logFormats, 'auto', {
    flag: '--log-format',
    env: 'ENGINE_LOG_FORMAT',
    description: 'Form of the log: text for people, JSON for programs. `auto` is text at a terminal, otherwise JSON.',
  }),
  checkDescriptions: flag({
    env: 'ENGINE_CHECK_DESCRIPTIONS',
    description:
      "Hold requests to ERPs by HTTP, and their answers, against the vendor's description (`describedBy` of the source), and log each disagreement once. It costs memory and time: use it for a new installation, or after an update of the ERP.",
  }),
  forwardTrace: flag({
    env: 'ENGINE_FORWARD_TRACE',
    description:
      'Send the headers of the W3C trace context with traced requests to ERPs by HTTP, so that their spans join the trace.',
  }),
  trustProxy: flag({
    env: 'ENGINE_TRUST_PROXY',
    description:
      'Log the client address from the X-Forwarded-For header of a reverse proxy, instead of the address of the proxy.',
  }),
} as const;

export type SettingName = keyof typeof settingTable;
type ValueOf<S> = S extends Spec<infer T> ? T : never;
/** Settings without a default. */
type Optional =
  | 'shutdownDelay'
  | 'idleTime'
  | 'openServices'
  | 'profile'
  | 'adminPort'
  | 'connectPort'
  | 'connectUrl'
  | 'tlsCert'
  | 'tlsKey'
  | 'keyFile'
  | 'installation'
  | 'demoSku'
  | 'operatorKeyFile'
  | 'storeKey';

/** The parsed settings. Durations in milliseconds, sizes in bytes, paths absolute. */
export type Settings = {
  readonly [N in SettingName]: ValueOf<(typeof settingTable)[N]> | (N extends Optional ? undefined : never);
};

/** Settings that each entry of `services` in engine.yaml may have. All others belong to the process, which the services share. */
export const serviceSettings = [
  'profile',
  'keyFile',
  'installation',
  'demoSku',
  'bodyLimit',
  'bodyTimeout',
  'requestTimeout',
  'concurrency',
  'pagesPerKey',
  'answersLimit',
] as const satisfies readonly SettingName[];

/** Those of them that an entry does not inherit from the top level, because they keep the services apart. */
export const separateSettings = ['keyFile', 'installation'] as const satisfies readonly SettingName[];

export type ServiceSettings = Pick<Settings, (typeof serviceSettings)[number]>;
export type SharedSettings = Omit<Settings, keyof ServiceSettings>;

/** The table as a list, in the same order. */
export const settingList: readonly (readonly [string, Spec<unknown>])[] = Object.entries<Spec<unknown>>(settingTable);

/** Environment variables that hold an API key in plain text, and the app that each authorises. */
export const keyVariables = [
  { env: 'ENGINE_KEY_ORDERING', app: 'ordering' },
  { env: 'ENGINE_KEY_RECEIVABLES', app: 'receivables' },
  { env: 'ENGINE_KEY', app: 'both' },
] as const;

/** Environment variable with the path of engine.yaml. */
export const configVariable = 'ENGINE_CONFIG';

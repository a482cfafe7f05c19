/** The service that a sandbox run tests, and the settings of the run, from flags and environment. */
import { join } from 'node:path';

import { Secret } from '../../../engine/index.ts';
import type { SandboxSettings } from '../../checks/sandbox/run.ts';
import type { Rotation } from '../../checks/themes/key-rotation.ts';
import type { PlatformKeys } from '../../checks/validation/caller.ts';
import { dotEnvLayer, lookUp } from '../../config/environment.ts';
import type { LoadedConfig } from '../../config/load.ts';
import type { Host } from '../../service/host.ts';
import { UsageError } from '../shared/usage.ts';

export interface SandboxFlags {
  readonly key?: string;
  readonly orderingKey?: string;
  readonly receivablesKey?: string;
  readonly nextKey?: string;
  /** Milliseconds. */
  readonly rotationWait: number;
  readonly writes?: true;
  readonly customer?: string;
  readonly sku?: string;
  readonly debtor?: string;
  readonly currency: string;
  /** Codes of bank accounts for payments. */
  readonly bank: readonly string[];
  /** Names of rules across endpoints that the ERP does not follow. */
  readonly deviation: readonly string[];
  readonly demoSku: string;
  readonly maxPages: number;
  /** Milliseconds. */
  readonly timeout: number;
  readonly format?: 'text' | 'json' | 'junit' | 'html';
  readonly output?: string;
  /** Of the ERP, for the report. */
  readonly name?: string;
  readonly mock?: true;
  readonly config?: string;
  /** Name of an entry of `services`, whose address and keys are used. */
  readonly service?: string;
  readonly keep?: true;
}

/** The SKU of the platform's sample draft, unless an installation has another one. */
export const usualDemoSku = 'DEMO-SKU';

/** Flags that name keys. */
export type KeyFlags = Pick<SandboxFlags, 'key' | 'orderingKey' | 'receivablesKey' | 'nextKey' | 'rotationWait'>;

export interface Target {
  readonly baseUrl: string;
  readonly keys: PlatformKeys;
  readonly rotation: Rotation | undefined;
}

export function settingsOf({ writes, customer, sku, debtor, ...flags }: SandboxFlags): SandboxSettings {
  const { currency, demoSku, maxPages, bank: banks } = flags;
  const deviations = new Map(flags.deviation.map((name) => [name, 'by --deviation']));
  return { writes: writes === true, customer, sku, debtor, currency, demoSku, maxPages, banks, deviations };
}

/** Where the value of an environment variable comes from. */
type Lookup = (name: string) => string | undefined;

/** The target of a run: one of the configured services. Throws `UsageError` like `targetOf`. */
export function serviceTarget(host: Host, config: LoadedConfig, baseUrl: string | undefined, flags: KeyFlags): Target {
  return targetOf(host, baseUrl ?? baseUrlOf(config), flags, (name) => config.environment[name]?.trim() || undefined);
}

/** The address of a service on this machine. Throws `UsageError` for one that is reached by a host name. */
function baseUrlOf({ name, route, settings }: LoadedConfig): string {
  if (route.kind === 'hostname')
    throw new UsageError(`the service "${name}" is reached by the host name ${route.hostname}: give its base URL`);
  const scheme = settings.tlsCert === undefined ? 'http' : 'https';
  const host = ['0.0.0.0', '::'].includes(settings.host) ? '127.0.0.1' : settings.host;
  const path = route.kind === 'path' ? route.path : '';
  return `${scheme}://${host.includes(':') ? `[${host}]` : host}:${settings.port}${path}`;
}

/** The target of a run. Throws `UsageError` if the base URL or a key is missing or invalid. */
export function targetOf(
  host: Host,
  baseUrl: string | undefined,
  flags: KeyFlags,
  variable: Lookup = (name) => environmentValue(host, name),
): Target {
  if (baseUrl === undefined)
    throw new UsageError('the base URL of the service is missing; for the mock ERP use --mock');
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new UsageError(`"${baseUrl}" is not a base URL: it must begin with http:// or https://`);
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw new UsageError('the base URL must not have a user, a query or a fragment: the platform does not send them');
  const both = flags.key ?? variable('ENGINE_KEY');
  const keys = {
    ordering: keyOf(flags.orderingKey ?? flags.key ?? variable('ENGINE_KEY_ORDERING') ?? both),
    receivables: keyOf(flags.receivablesKey ?? flags.key ?? variable('ENGINE_KEY_RECEIVABLES') ?? both),
  };
  if (keys.ordering === undefined && keys.receivables === undefined)
    throw new UsageError('an API key is missing: --key, or --ordering-key and --receivables-key, or ENGINE_KEY');
  const next = keyOf(flags.nextKey);
  const waiting = (): void =>
    host.err(`Replace the key of the service with the next key now, within ${flags.rotationWait / 1_000} s.\n`);
  const rotation = next === undefined ? undefined : { next, timeoutMs: flags.rotationWait, waiting };
  return { baseUrl, keys, rotation };
}

/** The value of an environment variable, also from NAME_FILE or an `.env` file, as for the service. */
function environmentValue({ env, cwd }: Host, name: string): string | undefined {
  const own = { variables: env, folder: cwd, file: undefined };
  const lookedUp = lookUp(
    [own, dotEnvLayer(join(cwd, '.env'))].filter((layer) => layer !== undefined),
    name,
  );
  if (lookedUp.kind === 'fault') throw new UsageError(`${lookedUp.diagnostic.message} ${lookedUp.diagnostic.hint}`);
  return lookedUp.kind === 'value' ? lookedUp.found.value.trim() : undefined;
}

function keyOf(text: string | undefined): Secret | undefined {
  if (text === undefined) return undefined;
  // A header cannot contain other characters.
  if (!/^[\x21-\x7e]+$/.test(text))
    throw new UsageError('a key is empty, or has characters that a header cannot contain');
  return new Secret(text);
}

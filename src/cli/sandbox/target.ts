/** The service that a sandbox run tests, and the settings of the run, from flags and environment. */
import { Secret } from '../../../engine/index.ts';
import { contract } from '../../contract/index.ts';
import type { LoadedConfig } from '../../service/config/load.ts';
import type { Host } from '../../service/lifecycle/host.ts';
import { parseDeviation } from '../../workbench/checks/core/deviations.ts';
import { faultyDeviations } from '../../workbench/checks/list.ts';
import type { AdminListener } from '../../workbench/checks/sandbox/description-check.ts';
import type { SandboxSettings } from '../../workbench/checks/sandbox/run.ts';
import {
  addressFault,
  environmentValue,
  isKey,
  keyFault,
  platformKeys,
} from '../../workbench/checks/sandbox/service-keys.ts';
import type { Rotation } from '../../workbench/checks/themes/key-rotation.ts';
import type { PlatformKeys } from '../../workbench/checks/validation/caller.ts';
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
  readonly currency?: string;
  /** Codes of bank accounts for payments. */
  readonly bank: readonly string[];
  /** Rules across endpoints that the ERP does not follow, as `parseDeviation` reads them. */
  readonly deviation: readonly string[];
  readonly demoSku: string;
  readonly maxPages: number;
  /** Milliseconds. */
  readonly timeout: number;
  readonly format?: 'text' | 'json' | 'junit' | 'html';
  readonly output?: string;
  /** Of the ERP, for the report. */
  readonly name?: string;
  /** Address of the admin listener. */
  readonly admin?: string;
  readonly mock?: true;
  readonly config?: string;
  /** Name of an entry of `services`, whose address and keys are used. */
  readonly service?: string;
  readonly keep?: true;
}

/** Flags that name keys. */
type KeyFlags = Pick<SandboxFlags, 'key' | 'orderingKey' | 'receivablesKey' | 'nextKey' | 'rotationWait'>;

export interface Target {
  readonly baseUrl: string;
  readonly keys: PlatformKeys;
  readonly rotation: Rotation | undefined;
}

/** The settings of a run. Throws `UsageError` if a deviation is not possible. */
export function settingsOf({ writes, customer, sku, debtor, ...flags }: SandboxFlags): SandboxSettings {
  const { currency, demoSku, maxPages, bank: banks } = flags;
  const deviations = new Map(
    flags.deviation.map((text) => parseDeviation(text) ?? refuse(`--deviation ${text} has not the form of the help`)),
  );
  const { faults, rules } = faultyDeviations(contract, deviations);
  if (faults.length > 0) throw new UsageError(`--deviation: ${faults.join('; ')}. The rules are ${rules.join(', ')}`);
  return { writes: writes === true, customer, sku, debtor, currency, demoSku, maxPages, banks, deviations };
}

/** The admin listener. Throws `UsageError` for an address that cannot be used. */
export function adminOf({ admin: url, service }: SandboxFlags): AdminListener | undefined {
  const fault = url === undefined ? undefined : addressFault(url);
  if (fault !== undefined) throw new UsageError(`--admin: ${fault}`);
  return url === undefined ? undefined : { url, service };
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
  variable: Lookup = (name) => environmentValue(host, name, refuse),
): Target {
  if (baseUrl === undefined)
    throw new UsageError('the base URL of the service is missing; for the mock ERP use --mock');
  const fault = addressFault(baseUrl);
  if (fault !== undefined) throw new UsageError(fault);
  const keysResult = platformKeys(flags, variable);
  if (!keysResult.ok) {
    const cure = keysResult.isMissing ? ': --key, or --ordering-key and --receivables-key, or ENGINE_KEY' : '';
    throw new UsageError(`${keysResult.reason}${cure}`);
  }
  const next = nextKey(flags.nextKey);
  const waiting = (): void =>
    host.err(`Replace the key of the service with the next key now, within ${flags.rotationWait / 1_000} s.\n`);
  const rotation = next === undefined ? undefined : { next, timeoutMs: flags.rotationWait, waiting };
  return { baseUrl, keys: keysResult.keys, rotation };
}

const refuse = (message: string): never => {
  throw new UsageError(message);
};

function nextKey(text: string | undefined): Secret | undefined {
  if (text === undefined) return undefined;
  return isKey(text) ? new Secret(text) : refuse(keyFault);
}

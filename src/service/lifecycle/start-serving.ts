/** The start of a process: opens its services, checks everything, and listens. */
import type { Diagnostic } from '../../../engine/index.ts';
import { distinct } from '../config/distinct.ts';
import { errorsOf } from '../config/findings-log.ts';
import type { Configuration } from '../config/load.ts';
import { type RunningService, type Service, startService } from '../server/service.ts';
import type { Store } from '../state/store.ts';
import type { CompanyTable } from './company-table.ts';
import type { ExitStatus, Host } from './host.ts';
import type { Observability } from './observability.ts';
import { reportedServices } from './reported-services.ts';
import type { ServiceOpening } from './service-opening.ts';
import { showDiagnostics } from './show-diagnostics.ts';
import { type OpenedService, startServices } from './start-engines.ts';
import type { ConfigurationFingerprints, ReloadedService } from './watch-for-reload.ts';

/** The name of the service in the answer to the connection test. */
const serviceName = 'erp-engine';

/**
 * The exit status of a failed start. 78: the configuration or the profile has an error, and a restart does not help. 1: anything else, such as
 * a store, a database or a port that is in use, may be usable at the next start.
 */
export function failureStatus(diagnostics: readonly Diagnostic[]): ExitStatus {
  return hasError(diagnostics) ? 78 : 1;
}

interface StartParts {
  readonly configuration: Configuration;
  /** Of the files of the configuration when it was read. */
  readonly since: ConfigurationFingerprints;
  readonly observability: Observability;
  readonly store: Store;
  /** Undefined if the store has no services. */
  readonly table: CompanyTable | undefined;
  readonly opening: ServiceOpening;
}

type Started =
  | { readonly ok: true; readonly service: Service; readonly services: readonly ReloadedService[] }
  /** The findings have been shown, and the engines are closed. */
  | { readonly ok: false; readonly status: ExitStatus };

/**
 * Starts the engines and listens. Shows all findings. An error in the configuration prevents the start, and so does a profile without which no
 * service is left; other services work without those whose profiles have errors.
 */
export async function start(host: Host, parts: StartParts): Promise<Started> {
  const { configuration, store, opening } = parts;
  const opened = await opening.open(configuration);
  const sources = new Map([...configuration.sources, ...opened.flatMap((service) => [...service.sources])]);
  // Companies are added while the service runs: it starts without any that works.
  const isEnough = (services: readonly OpenedService[]): boolean => configuration.usesTable || services.some(isUsable);
  const refused = isEnough(opened) ? [] : [...configuration.refused.values()].flat();
  const compiled = [...configuration.diagnostics, ...refused, ...opened.flatMap(({ diagnostics }) => diagnostics)];
  const refuse = async (diagnostics: readonly Diagnostic[], services: readonly OpenedService[]): Promise<Started> => {
    showDiagnostics(host, distinct(diagnostics), sources);
    await Promise.all(services.map(({ engine }) => engine?.close()));
    return { ok: false, status: failureStatus(compiled) };
  };
  if (hasError(configuration.diagnostics) || !isEnough(opened)) return refuse(compiled, opened);
  const started = await startServices(opened);
  const all = [...configuration.diagnostics, ...started.flatMap(({ diagnostics }) => diagnostics)];
  const usable = started.filter(isUsable);
  if (!isEnough(usable)) return refuse(all, usable);
  if (all.length > 0) showDiagnostics(host, distinct(all), sources);
  const listening = await listen(host, parts, started);
  if (!listening.ok) return refuse([listening.diagnostic], usable);
  // After all checks, so that the previous version of the program can be started again where one of them fails.
  const storeFault = await store.migrate();
  if (storeFault === undefined) return listening;
  await listening.service.stop('the store cannot be used');
  return refuse([storeFault], []);
}

const isUsable = ({ engine, isIdle, awaitsConsent, config }: OpenedService): boolean =>
  engine !== undefined || isIdle || awaitsConsent || config.isSuspended;

type Listening = Extract<Started, { readonly ok: true }> | { readonly ok: false; readonly diagnostic: Diagnostic };

async function listen(
  host: Host,
  { configuration, since, observability, store, table, opening }: StartParts,
  started: readonly OpenedService[],
): Promise<Listening> {
  const { emit, tracer } = observability;
  const { contract, now, openFiles } = host;
  const engines = started.map((service) => opening.prepare(service, since.all));
  const result = await startService({
    contract,
    services: engines.map(({ hosted }) => hosted),
    areServicesRead: () => table === undefined || table.rows() !== undefined,
    shared: configuration,
    since: since.all,
    emit,
    now,
    openFiles,
    serviceName,
    tracer,
  });
  if (!result.ok) return result;
  const { service } = result;
  const running = withRunning(engines, service.services);
  observability.attach(reportedServices(running, store));
  return { ok: true, service, services: running };
}

/** Both lists are in the same order. */
function withRunning<T extends object>(
  engines: readonly T[],
  running: readonly RunningService[],
): readonly (T & { readonly running: RunningService })[] {
  return engines.flatMap((engine, index) => {
    const one = running[index];
    return one === undefined ? [] : [{ ...engine, running: one }];
  });
}

/** Whether there is an error among the findings. */
export const hasError = (diagnostics: readonly Diagnostic[]): boolean => errorsOf(diagnostics).length > 0;

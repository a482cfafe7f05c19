/** What lets an operator see the service from outside: the log and the admin listener. Both receive the events of the service. */
import type { Diagnostic } from '../../engine/diagnostics/diagnostic.ts';
import type { AdminParts } from '../admin/admin.ts';
import type { LoadedConfig } from '../config/load.ts';
import { shownAddress } from '../config/store-address.ts';
import type { Emit } from '../events/events.ts';
import { createLogger } from '../events/logger.ts';
import type { Host } from './host.ts';

export interface Observability {
  /** Reports an event to all that observe the service. */
  readonly emit: Emit;
  /** Whether the engine reports each statement, because something uses the reports. */
  readonly reportStatements: boolean;
  /** Opens the admin listener, if it is configured. Returns the finding if its port cannot be opened. */
  start(): Promise<Diagnostic | undefined>;
  /** Supplies the parts of the service that are reported on. */
  attach(parts: AdminParts): void;
  close(): Promise<void>;
}

/** Loads the admin listener and its metrics only if it is configured. */
export async function createObservability(host: Host, config: LoadedConfig): Promise<Observability> {
  const { log: lines, version, now, contract } = host;
  const { settings, profileFile: profile = '' } = config;
  const { adminHost, adminPort, store, concurrency } = settings;
  const log = createLogger(settings.logLevel, lines);
  if (adminPort === undefined) {
    const reportStatements = settings.logLevel === 'debug';
    return {
      emit: log,
      reportStatements,
      start: async () => undefined,
      attach: () => undefined,
      close: async () => undefined,
    };
  }
  const { createAdmin } = await import('../admin/index.ts');
  const paths = new Set(contract.endpoints.map(({ path }) => path));
  const admin = createAdmin({ version, profile, store: shownAddress(store), paths, concurrency, now }, log);
  const emit: Emit = (event) => {
    log(event);
    admin.observe(event);
  };
  return {
    emit,
    reportStatements: true,
    async start() {
      const started = await admin.listen(adminHost, adminPort);
      if (!started.ok) return started.diagnostic;
      log({ level: 'info', event: 'admin_listening', address: started.address });
      return undefined;
    },
    attach: admin.attach,
    close: admin.close,
  };
}

/** Serves the API for operators on the admin listener, if `operatorKeyFile` is set. */

import type { CompanyStates } from '../companies/api/handlers.ts';
import { companyFaults } from '../companies/company-faults.ts';
import { errorsOf, findingLine } from '../config/findings-log.ts';
import type { Configuration, LoadedConfig } from '../config/load.ts';
import type { StoredEntry } from '../config/stored-entries.ts';
import type { ServiceReport } from '../observability/admin/monitor.ts';
import { isLoopback } from '../server/listen.ts';
import type { Store } from '../state/store.ts';
import type { CompanyTable } from './company-table.ts';
import type { Observability } from './observability.ts';

interface OperatorsOptions {
  readonly configuration: Configuration;
  readonly observability: Observability;
  readonly store: Store;
  readonly table: CompanyTable | undefined;
  /** Reads the configuration with other entries in the table. */
  readonly load: (stored: readonly StoredEntry[]) => Configuration;
  /** Errors of entries in the table, by name, as they were read last. */
  readonly refused: () => Configuration['refused'];
  /** Those that are served now. */
  readonly services: () => readonly LoadedConfig[];
  readonly applyTable: (names: ReadonlySet<string>) => void;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Serves until the returned function is called. The modules of the API are loaded only if it is configured. */
export async function serveOperators(options: OperatorsOptions): Promise<() => void> {
  const { configuration, observability, store, table, load, applyTable, now } = options;
  const { operatorKeyFile, adminPort, adminHost } = configuration.settings;
  const { emit } = observability;
  if (operatorKeyFile === undefined || adminPort === undefined) return () => undefined;
  const { createCompaniesApi, createOperatorKeyring } = await import('../companies/api/index.ts');
  const { createCompanyChanges } = await import('../companies/company-changes.ts');
  if (!isLoopback(adminHost)) {
    const message =
      'Credentials of operators can reach the admin listener without encryption. Set adminHost to 127.0.0.1, or keep the network of it to operators.';
    emit({ level: 'warn', event: 'plain_http', address: `${adminHost}:${adminPort}`, message });
  }
  const keyring = createOperatorKeyring(operatorKeyFile, emit);
  const { companies } = store;
  const faultsOf = companyFaults(load, () => table?.rows() ?? []);
  observability.serveApi(
    createCompaniesApi({
      keys: keyring.keys,
      table:
        table === undefined || companies === undefined
          ? undefined
          : { companies, changes: createCompanyChanges({ companies, faultsOf, now }) },
      states: statesOf(options),
      changed() {
        // The other processes notice it within a second.
        table?.look().then(applyTable, (error: unknown) => emit({ level: 'error', event: 'bug', error }));
      },
      emit,
      now,
    }),
  );
  return keyring.stop;
}

function statesOf({ observability, table, refused, services }: OperatorsOptions): CompanyStates {
  const revisions = (): ReadonlyMap<string, number> =>
    new Map((table?.rows() ?? []).map(({ name, revision }) => [name, revision]));
  return {
    async reports(names) {
      const reports = (await observability.monitor?.reports(names)) ?? new Map<string, ServiceReport>();
      const used = revisions();
      return new Map([...reports].map(([name, report]) => [name, serviceState(report, used.get(name))]));
    },
    refused: () => new Map([...refused()].map(([name, findings]) => [name, errorsOf(findings).map(findingLine)])),
    listed: () => services().filter(({ name, revision }) => name !== undefined && revision === undefined),
  };
}

function serviceState({ writes, lastFault, ...report }: ServiceReport, revision: number | undefined) {
  const { time, event, message, requestId } = lastFault ?? {};
  const lastError =
    time === undefined || event === undefined || message === undefined
      ? null
      : { time, event, message, ...(requestId === undefined ? {} : { requestId }) };
  return {
    ...report,
    reasons: [...report.reasons],
    requests: { ...report.requests },
    failures: { ...report.failures },
    revision: revision ?? null,
    unsettledWrites: writes === undefined ? null : { ...writes },
    lastError,
  };
}

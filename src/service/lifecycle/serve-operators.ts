/** Serves the API for operators on the admin listener, if `operatorKeyFile` is set. */

import type { CompanyStates, MadeLink } from '../companies/api/handlers.ts';
import { companyFaults } from '../companies/company-faults.ts';
import { errorsOf, findingLine } from '../config/findings-log.ts';
import type { Configuration, LoadedConfig } from '../config/load.ts';
import type { StoredEntry } from '../config/stored-entries.ts';
import type { ServiceReport } from '../observability/admin/monitor.ts';
import { isLoopback } from '../server/listen.ts';
import type { Store } from '../state/store.ts';
import type { CompanyTable } from './company-table.ts';
import type { Host } from './host.ts';
import { profileInput } from './load-profile.ts';
import type { Observability } from './observability.ts';

interface OperatorsOptions {
  readonly host: Host;
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
      makeLink: (name, source, lifetimeMs) => makeLink(options, name, source, lifetimeMs),
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

/** A one-time link for the consent of a company that is served. The modules for it are loaded when one is made. */
async function makeLink(
  { host, configuration: { settings }, store: { links }, services, now }: OperatorsOptions,
  name: string,
  source: string | undefined,
  lifetimeMs: number,
): Promise<MadeLink> {
  const { connectUrl } = settings;
  const config = services().find((service) => service.name === name);
  const installation = config?.settings.installation;
  if (connectUrl === undefined || links === undefined)
    return { ok: false, reason: 'There is no listener for consents: set connectPort and connectUrl.' };
  if (config?.profileFile === undefined || installation === undefined)
    return { ok: false, reason: 'This process does not serve the company: its `findings` say why.' };
  const { readConsents } = await import('../../../engine/tools/index.ts');
  const { chooseSource } = await import('../connect/choose-source.ts');
  const { createConnectLink } = await import('../connect/create-link.ts');
  const read = await readConsents(profileInput(host, config, config.profileFile), now);
  if (!read.ok) return { ok: false, reason: 'The profile has errors: engine check shows them.' };
  const chosen = chooseSource(read.consents, source);
  if (!chosen.ok) return { ok: false, reason: `No link was made: ${chosen.reason}.` };
  const request = { connectUrl, installation, source: chosen.source, lifetimeMs, now: now() };
  return { ok: true, ...(await createConnectLink(links, request)), source: chosen.source };
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

/** Opens the companies in the store for the verbs of `engine companies`, next to services that may be running. */
import { randomUUID } from 'node:crypto';
import { userInfo } from 'node:os';
import type { Command } from 'commander';
import { type Diagnostic, SourceError } from '../../../engine/index.ts';
import {
  type Actor,
  type ChangeResult,
  type CompanyChanges,
  createCompanyChanges,
} from '../../service/companies/company-changes.ts';
import { companyFaults } from '../../service/companies/company-faults.ts';
import { displayPath } from '../../service/config/display-path.ts';
import { errorsOf } from '../../service/config/findings-log.ts';
import type { ExitStatus, Host } from '../../service/lifecycle/host.ts';
import { loadVerbConfig } from '../../service/lifecycle/load-profile.ts';
import type { CompanyStore } from '../../service/state/companies.ts';
import { openOperatorStore } from '../../service/state/operator-store.ts';
import { openStore } from '../../service/state/store.ts';
import { givenFlags } from '../shared/flags.ts';
import { type End, formattedVerb, showFailure, type VerbTexts } from '../shared/store-verbs.ts';
import { changeText, faultText } from './text.ts';

/** A verb with `--config`, `--store` and `--format`. */
export const verb = (companies: Command, texts: VerbTexts): Command => formattedVerb(companies, texts, ['store']);

export interface OpenedCompanies {
  readonly companies: CompanyStore;
  readonly changes: CompanyChanges;
  readonly actor: Actor;
  readonly isJson: boolean;
  /** Names of services that are in files, and not in the table. */
  readonly listed: readonly string[];
  /** Prints the result of a change of a company. */
  conclude(result: ChangeResult, name?: string): ExitStatus;
}

type Opened =
  | { readonly ok: true; readonly companies: CompanyStore; close(): Promise<void> }
  | { readonly ok: false; readonly diagnostic: Diagnostic };

/** A store without the table is created, or migrated, for this process alone. */
async function open(host: Host, settings: ReturnType<typeof loadVerbConfig>['settings']): Promise<Opened> {
  const { store: address, storeKey: key } = settings;
  if (key === undefined) throw new Error('invariant: the configuration was refused without a key');
  const shared = await openOperatorStore(address, key);
  if (!shared.ok) return shared;
  if (shared.companies !== undefined) return { ok: true, companies: shared.companies, close: shared.close };
  await shared.close();
  const opened = await openStore({ address, key, emit: () => undefined, now: host.now });
  if (!opened.ok) return opened;
  const { companies, close } = opened.store;
  if (companies === undefined) throw new Error('invariant: a store with a key has companies');
  return { ok: true, companies, close };
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // A container may have a user without a name.
    return 'unknown';
  }
}

/** Runs `work` on the companies in the store, and passes its exit status to `end`. Errors of the store are shown. */
export async function withCompanies(
  host: Host,
  command: Command,
  end: End,
  work: (opened: OpenedCompanies) => Promise<ExitStatus>,
): Promise<void> {
  const { config, store, format } = givenFlags(command);
  const isJson = format === 'json';
  const fail = (diagnostics: readonly Diagnostic[], sources: ReadonlyMap<string, string>): void => {
    showFailure(host, isJson, diagnostics, sources);
    end(1);
  };
  const loaded = loadVerbConfig(host, { config, store }, []);
  const errors = errorsOf(loaded.diagnostics);
  if (errors.length > 0) return fail(errors, loaded.sources);
  const opened = await open(host, loaded.settings);
  if (!opened.ok) return fail([opened.diagnostic], new Map());
  const { companies } = opened;
  const faultsOf = companyFaults(
    (stored) => loadVerbConfig(host, { config, store }, stored),
    () => [],
  );
  const changes = createCompanyChanges({ companies, faultsOf, now: host.now });
  const actor: Actor = { actor: userName(), via: 'cli', requestId: randomUUID() };
  const inFiles = loaded.services.filter(({ name, revision }) => name !== undefined && revision === undefined);
  const conclude = (result: ChangeResult, name?: string): ExitStatus => {
    const isSuccess = result.kind === 'changed' || result.kind === 'unchanged';
    const service = inFiles.find((one) => one.name === name);
    const file = service && displayPath(host.cwd, service.file ?? loaded.entryFiles()[0] ?? 'engine.yaml');
    const text = changeText(companies, result, isJson, file);
    if (isJson || isSuccess) host.out(text);
    else host.err(`engine: ${text}`);
    return isSuccess ? 0 : 1;
  };
  try {
    const listed = inFiles.flatMap(({ name }) => name ?? []);
    end(await work({ companies, changes, actor, isJson, listed, conclude }));
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    host.err(`engine: ${faultText(error)}\n`);
    end(1);
  } finally {
    await opened.close();
  }
}

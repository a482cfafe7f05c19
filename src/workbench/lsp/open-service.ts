/** Creates the language service of an editor: files of this machine, and the configurations of the folders that the editor has open. */
import { join, resolve, sep } from 'node:path';
import { displayPath } from '../../service/config/display-path.ts';
import { readEngineYaml } from '../../service/config/engine-yaml.ts';
import { readText, type Variables } from '../../service/config/environment.ts';
import { configJsonSchema } from '../../service/config/json-schema.ts';
import type { Configuration } from '../../service/config/load.ts';
import { locateBase } from '../../service/config/locate-base.ts';
import { shippedProfiles } from '../../service/config/locate-profile.ts';
import { checkConnected } from '../../service/lifecycle/command-tokens.ts';
import type { Host } from '../../service/lifecycle/host.ts';
import { loadVerbConfig } from '../../service/lifecycle/load-profile.ts';
import { withGranted } from '../../service/state/granted-settings.ts';
import { createLanguageService, type LanguageService } from '../language/index.ts';
import { type ErpCalls, erpCalls } from './call-erp.ts';
import { connectedTables } from './connected-tables.ts';
import { explanationOf } from './convert.ts';
import { profileOfCases } from './profile-of-cases.ts';
import { recordedExchanges } from './recorded-exchanges.ts';
import { savedTables } from './saved-tables.ts';
import { readTestResults } from './test-results.ts';

interface TableOptions {
  /** Whether to read tables from the databases of a profile. */
  readonly connect: boolean;
  /** The service of the configuration whose settings apply; undefined for those that all share. */
  readonly service?: string | undefined;
  /** Receives the reason if that fails. */
  readonly failed: (profile: string, reason: string) => void;
}

export interface EditorWorkspace {
  readonly service: LanguageService;
  /** Reads the tables of the databases again at their next use. */
  readonly rereadTables: () => void;
  /** Calls the ERP; undefined without connections. */
  readonly callErp: ErpCalls['call'] | undefined;
}

/** The innermost of the folders around a file; the first one if none is around it. */
export const folderOf = (file: string, folders: readonly string[]): string | undefined =>
  folders.filter((folder) => file.startsWith(join(folder, sep))).sort((one, other) => other.length - one.length)[0] ??
  folders[0];

/**
 * `folders`: those that the editor has open; the working directory if there is none. The configuration of a profile is that of its folder: engine.yaml, .env and
 * relative paths. Profiles outside of them have that of the first one.
 */
export function openLanguageService(
  host: Host,
  folders: readonly string[],
  { connect, service, failed }: TableOptions,
): EditorWorkspace {
  const saved = savedTables();
  const at: Host = { ...host, cwd: folders[0] ?? host.cwd };
  const locate = locateBase(at);
  const hostAt = (file: string): Host => ({ ...host, cwd: folderOf(file, folders) ?? at.cwd });
  const connected = connect ? connectedTables(hostAt, service, failed) : undefined;
  const calls = connect ? erpCalls(hostAt, service) : undefined;
  const recorded = recordedExchanges(host.contract);
  const configurationOf = (file: string): Configuration => loadVerbConfig(hostAt(file), { profile: file, service });
  const environmentOf = ({ services: [chosen], environment }: Configuration): Variables =>
    service === undefined ? environment : withGranted(chosen?.environment ?? environment, host.granted?.() ?? {});
  const languageService = createLanguageService({
    contract: host.contract,
    read: readText,
    locate,
    environment: (file) => environmentOf(configurationOf(file)),
    checkDatabases(file, check) {
      const configuration = configurationOf(file);
      const profileName = displayPath(at.cwd, file);
      const installation = configuration.services[0]?.settings.installation;
      return checkConnected(
        host,
        { ...check, profileFile: file, profileName, locate, installation },
        configuration,
        check,
      );
    },
    nameOf: (file) => displayPath(at.cwd, file),
    tables: (file, text) => connected?.current(file, text) ?? saved(file),
    testResults: (files) => readTestResults(files, hostAt(files[0] ?? '').cwd),
    exchanges: (files) => [...(calls?.exchanges(files[0] ?? '') ?? []), ...recorded(files)],
    canCall: calls !== undefined,
    configuration: {
      schema: configJsonSchema,
      check: (name, text) => readEngineYaml(name, text).diagnostics,
    },
    profileOfCases,
    findsColumns: true,
    explanation: (code, title) => explanationOf(host.packageRoot, code, title),
    whyFixed: (file) =>
      file.startsWith(join(host.packageRoot, 'profiles', sep)) ? 'belongs to the program' : undefined,
    shipped: shippedProfiles(host.packageRoot),
    fileOf: (name) => resolve(at.cwd, name),
  });
  return { service: languageService, rereadTables: () => connected?.forget(), callErp: calls?.call };
}

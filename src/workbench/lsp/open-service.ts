/** Creates the language service of an editor: files of this machine, and the configuration of the folder that the editor has open. */
import { join, resolve, sep } from 'node:path';
import { displayPath } from '../../service/config/display-path.ts';
import { readText, type Variables } from '../../service/config/environment.ts';
import type { Configuration } from '../../service/config/load.ts';
import { locateBase } from '../../service/config/locate-base.ts';
import { shippedProfiles } from '../../service/config/locate-profile.ts';
import { checkConnected } from '../../service/lifecycle/command-tokens.ts';
import type { Host } from '../../service/lifecycle/host.ts';
import { loadVerbConfig } from '../../service/lifecycle/load-profile.ts';
import { withGranted } from '../../service/state/granted-settings.ts';
import { createLanguageService, type LanguageService } from '../language/index.ts';
import { connectedTables } from './connected-tables.ts';
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

/** `folder`: where engine.yaml, .env and relative paths are; the working directory if it is undefined. */
export function openLanguageService(
  host: Host,
  folder: string | undefined,
  { connect, service, failed }: TableOptions,
): LanguageService {
  const saved = savedTables();
  const at: Host = { ...host, cwd: folder ?? host.cwd };
  const locate = locateBase(at);
  const connected = connect ? connectedTables(at, service, failed) : undefined;
  const configurationOf = (file: string): Configuration => loadVerbConfig(at, { profile: file, service });
  const environmentOf = ({ services: [chosen], environment }: Configuration): Variables =>
    service === undefined ? environment : withGranted(chosen?.environment ?? environment, host.granted?.() ?? {});
  return createLanguageService({
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
    tables: (file) => connected?.(file) ?? saved(file),
    testResults: (files) => readTestResults(files, at.cwd),
    exchanges: recordedExchanges(host.contract),
    whyFixed: (file) =>
      file.startsWith(join(host.packageRoot, 'profiles', sep)) ? 'belongs to the program' : undefined,
    shipped: shippedProfiles(host.packageRoot),
    fileOf: (name) => resolve(at.cwd, name),
  });
}

/** The language service of `engine lsp` for the profile of the studio, with the configuration and the databases of the studio. */
import { join, resolve, sep } from 'node:path';
import { displayPath } from '../../../service/config/display-path.ts';
import { readText } from '../../../service/config/environment.ts';
import { locateBase } from '../../../service/config/locate-base.ts';
import { shippedProfiles } from '../../../service/config/locate-profile.ts';
import { checkConnected } from '../../../service/lifecycle/command-tokens.ts';
import { createLanguageService, type FileFinding, type LanguageService } from '../../language/index.ts';
import { recordedExchanges } from '../../lsp/recorded-exchanges.ts';
import { readTestResults } from '../../lsp/test-results.ts';
import { inFolder } from '../access/folder.ts';
import type { KnownTables } from '../protocol/language.ts';
import { type TablesOfErp, tablesOfErp } from './known-tables.ts';
import { lastExchanges } from './last-exchanges.ts';
import type { SessionRecords } from './session-records.ts';
import type { Workspace } from './workspace.ts';

export interface ProfileLanguage {
  readonly tables: TablesOfErp;
  /** The service, with this text as that of the profile. */
  withText(text: string): LanguageService;
  /** The findings of `engine check` about this text. Afterwards the service has the text and these findings. */
  check(text: string): Promise<CheckedByService>;
  /** The same with the databases of the profile, as `engine check --connect`. */
  checkWithDatabases(text: string): Promise<CheckedByService>;
}

interface CheckedByService {
  readonly service: LanguageService;
  readonly findings: readonly FileFinding[];
}

/** `records`: the last calls, whose answers are completed from. `tablesRead` is called when the tables of the databases are known, or cannot be. */
export function profileLanguage(
  workspace: Workspace,
  records: SessionRecords,
  tablesRead: (state: KnownTables) => void,
): ProfileLanguage {
  const { host, profileFile, root, folder } = workspace;
  const tables = tablesOfErp(workspace, tablesRead);
  const shipped = join(host.packageRoot, 'profiles', sep);
  const whyFixed = (file: string): string | undefined => {
    if (folder.list().some(({ path }) => path === inFolder(root, file))) return undefined;
    return file.startsWith(shipped) ? 'belongs to the program' : 'is not a file that the studio may change';
  };
  const recorded = recordedExchanges(host.contract);
  const service = createLanguageService({
    contract: host.contract,
    read: readText,
    locate: locateBase(host),
    environment: () => workspace.load().profile.environment,
    checkDatabases(_file, check) {
      const { config, profile } = workspace.load();
      return checkConnected(host, { ...profile, ...check }, config, check);
    },
    nameOf: (file) => displayPath(host.cwd, file),
    fileOf: (name) => resolve(host.cwd, name),
    tables: () => tables.current(),
    testResults: (files) => readTestResults(files, host.cwd),
    exchanges: (files) => [...lastExchanges(records), ...recorded(files)],
    whyFixed,
    shipped: shippedProfiles(host.packageRoot),
  });
  const withText = (text: string): LanguageService => {
    service.open(profileFile, text);
    return service;
  };
  /** One check after the other: the service keeps the findings of the last one. */
  const inTurn = (check: (text: string) => Promise<readonly FileFinding[]>) => {
    let running: Promise<unknown> = Promise.resolve();
    return (text: string): Promise<CheckedByService> => {
      const checked = running.then(async () => {
        const findings = await check(text);
        // A completion may have set a newer text in the meantime.
        return { service: withText(text), findings };
      });
      running = checked.catch(() => undefined);
      return checked;
    };
  };
  return {
    tables,
    withText,
    check: inTurn((text) => withText(text).check(profileFile)),
    // Databases are slow: other checks do not wait for them.
    checkWithDatabases: inTurn((text) => withText(text).checkWithDatabases(profileFile)),
  };
}

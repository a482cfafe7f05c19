/** Loads the configuration of one service. */
import type { Diagnostic } from '../../../engine/index.ts';
import { isCurrent, type Key } from './api-keys.ts';
import { checkInstallation, missingKey, misspeltVariables } from './checks.ts';
import type { YamlService } from './engine-yaml.ts';
import { flatten, isGone, type VariableFile, type Variables, variableFiles } from './environment.ts';
import { fault } from './fault.ts';
import { loadKeys } from './load-keys.ts';
import { locateProfile, shippedProfiles } from './locate-profile.ts';
import { type SettingReader, settingReader } from './read-setting.ts';
import { type ReadSource, readServiceSource, type SharedSource } from './read-sources.ts';
import type { ServiceRoute } from './service-route.ts';
import { type ServiceSettings, type SharedSettings, separateSettings, settingTable } from './settings.ts';
import type { KeyPair } from './tls.ts';

/** The configuration of one service, with what it shares with the others. */
export interface LoadedConfig {
  /** Undefined for a service without an entry in `services`: it is the only one. */
  readonly name: string | undefined;
  readonly route: ServiceRoute;
  /** It answers 503 without contact to its ERP. */
  readonly isSuspended: boolean;
  /** The file of its entry, if it has one for itself. */
  readonly file: string | undefined;
  /** The revision of its entry in the table of the store; undefined if it does not come from there. */
  readonly revision: number | undefined;
  /** If a value is faulty, its default is used here. */
  readonly settings: SharedSettings & ServiceSettings;
  /** Undefined if none is configured or it does not exist. */
  readonly profileFile: string | undefined;
  readonly keys: readonly Key[];
  readonly pair: KeyPair | undefined;
  readonly environment: Variables;
  /** Files that keys may come from, existing or not. */
  readonly keyFiles: readonly string[];
  /** Files that variables NAME_FILE name, of this program and of others. */
  readonly variableFiles: readonly VariableFile[];
  /** The ones of `keyFiles` that are missing or empty. */
  readonly goneKeyFiles: readonly string[];
  /** The first error about keys, except for a missing or empty file. If there is one, `keys` may be incomplete. */
  readonly keyFault: Diagnostic | undefined;
  /** It has no valid key. Not among `diagnostics` where a missing key is no error. Undefined for entries of the table. */
  readonly missingKey: Diagnostic | undefined;
  /** Those of the shared configuration included. With an error among them the service must not start. */
  readonly diagnostics: readonly Diagnostic[];
  /** Texts for code frames by file name; without files that may contain a secret. */
  readonly sources: ReadonlyMap<string, string>;
}

export interface ServiceInput {
  /** Values of flags by the name of their setting, unparsed. */
  readonly flags: Readonly<Record<string, string | undefined>>;
  /** Absolute. */
  readonly cwd: string;
  /** Folder of the program's package.json. */
  readonly packageRoot: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Whether a missing API key is an error. False for verbs that do not serve, for the demo and for a reload. */
  readonly needsKey: boolean;
}

/** What the services of a process share. */
export interface SharedConfig {
  readonly source: SharedSource;
  readonly settings: SharedSettings;
  readonly pair: KeyPair | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** Loads a service. `entry`: its part of engine.yaml; undefined if the top level describes the only service. */
export function loadService(input: ServiceInput, shared: SharedConfig, entry: YamlService | undefined): LoadedConfig {
  const diagnostics: Diagnostic[] = [];
  const serviceSource: ReadSource = entry === undefined ? shared.source : readServiceSource(entry, shared.source);
  if (entry !== undefined) diagnostics.push(...serviceSource.diagnostics, ...misspeltVariables(serviceSource.layers));
  const separate: ReadonlySet<string> = new Set(separateSettings);
  const reader = settingReader({
    flags: input.flags,
    cwd: input.cwd,
    sourcesOf: (name) => (entry === undefined || separate.has(name) ? [serviceSource] : [serviceSource, shared.source]),
    report: (finding) => diagnostics.push(finding),
  });
  const settings = { ...shared.settings, ...readSettings(reader, entry) };
  diagnostics.push(...checkInstallation(settings.connectUrl, settings.installation));
  const keys = loadKeys(
    { layers: serviceSource.layers, entries: serviceSource.yaml.keys, keyFile: settings.keyFile },
    input.now,
  );
  diagnostics.push(...keys.diagnostics);
  const sourceFindings = [...shared.source.diagnostics, ...serviceSource.diagnostics];
  const keyFaults = [...sourceFindings, ...keys.diagnostics].filter(({ severity }) => severity === 'error');
  const hasValidKey = keys.keys.some((key) => isCurrent(key, input.now));
  const lacksKey = entry?.stored === undefined && keyFaults.length === 0 && !hasValidKey;
  const keyFinding = lacksKey ? missingKey(keys.keys, entry) : undefined;
  if (input.needsKey && keyFinding !== undefined) diagnostics.push(keyFinding);
  const profile = findProfile(input, settings.profile, reader, entry);
  // engine.yaml may name a profile: if it could not be read, a missing profile is only a consequence.
  const isRead = shared.source.diagnostics.every(({ severity }) => severity !== 'error');
  if (profile.diagnostic && (settings.profile !== undefined || isRead)) diagnostics.push(profile.diagnostic);
  const keyFiles = [...new Set([...shared.source.files, ...serviceSource.files, ...keys.files])];
  const absent = [...shared.source.absent, ...serviceSource.absent, ...keys.absent];
  const layers = entry === undefined ? serviceSource.layers : [...serviceSource.layers, ...shared.source.layers];
  return {
    name: entry?.name,
    route: entry?.route ?? { kind: 'any' },
    isSuspended: entry?.isSuspended ?? false,
    file: entry?.file,
    revision: entry?.stored?.revision,
    settings,
    profileFile: profile.file,
    keys: keys.keys,
    pair: shared.pair,
    environment: flatten(layers),
    keyFiles,
    variableFiles: variableFiles(layers),
    goneKeyFiles: keyFiles.filter(isGone),
    keyFault: keyFaults.find((diagnostic) => !absent.includes(diagnostic)),
    missingKey: keyFinding,
    diagnostics: [...shared.diagnostics, ...diagnostics],
    sources: shared.source.yaml.source,
  };
}

/** The settings of one service. The name of one of several is its installation, so that their writes never share keys. */
function readSettings({ read, readWithDefault }: SettingReader, entry: YamlService | undefined): ServiceSettings {
  return {
    profile: read(settingTable.profile, 'profile'),
    keyFile: read(settingTable.keyFile, 'keyFile'),
    installation: read(settingTable.installation, 'installation') ?? entry?.name,
    demoSku: read(settingTable.demoSku, 'demoSku'),
    bodyLimit: readWithDefault(settingTable.bodyLimit, 'bodyLimit'),
    bodyTimeout: readWithDefault(settingTable.bodyTimeout, 'bodyTimeout'),
    requestTimeout: readWithDefault(settingTable.requestTimeout, 'requestTimeout'),
    concurrency: readWithDefault(settingTable.concurrency, 'concurrency'),
    pagesPerKey: readWithDefault(settingTable.pagesPerKey, 'pagesPerKey'),
    answersLimit: readWithDefault(settingTable.answersLimit, 'answersLimit'),
  };
}

function findProfile(
  { cwd, packageRoot }: ServiceInput,
  given: string | undefined,
  { origin }: SettingReader,
  entry: YamlService | undefined,
): { readonly file?: string; readonly diagnostic?: Diagnostic } {
  if (given === undefined) {
    const shipped = shippedProfiles(packageRoot).join(', ') || 'none';
    if (entry !== undefined) {
      const message = `The service "${entry.name}" has no profile.`;
      const hint = `Set "profile" in its entry, or at the top level for all services. Shipped profiles: ${shipped}.`;
      return { diagnostic: fault('CFG508', message, hint, entry.place) };
    }
    const hint = `Set one with --profile, ENGINE_PROFILE or the key "profile" of engine.yaml. Shipped profiles: ${shipped}.`;
    return { diagnostic: fault('CFG508', 'No profile is configured.', hint) };
  }
  const from = origin('profile');
  const located = locateProfile(given, from?.folder ?? cwd, packageRoot, from?.place);
  return located.ok ? { file: located.file } : { diagnostic: located.diagnostic };
}

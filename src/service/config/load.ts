/**
 * Loads the configuration of the process: what its services share, and each of them. Flags take precedence over environment variables, engine.yaml
 * and defaults. Reports all errors at once.
 */
import { dirname } from 'node:path';
import { closest } from '../../../engine/host/index.ts';
import type { Diagnostic } from '../../../engine/index.ts';
import { conflictFinder, misplacedSettings } from './check-services.ts';
import { checkConnect, checkOperators, checkSharedStore, misspeltVariables, readTls } from './checks.ts';
import { distinct } from './distinct.ts';
import type { EngineYaml, YamlService } from './engine-yaml.ts';
import { flatten, type Variables } from './environment.ts';
import { fault } from './fault.ts';
import { serviceLoader } from './load-kept.ts';
import { type LoadedConfig, loadService, type ServiceInput, type SharedConfig } from './load-service.ts';
import { type SettingReader, settingReader } from './read-setting.ts';
import { type Places, readSharedSource, type SharedSource, serviceFiles, serviceOfFile } from './read-sources.ts';
import { type SharedSettings, settingTable } from './settings.ts';
import { readStored, type StoredEntry } from './stored-entries.ts';
import type { KeyPair } from './tls.ts';

export type { LoadedConfig } from './load-service.ts';

export interface ConfigInput extends Places, ServiceInput {
  /** `--service`: only this entry of `services` is loaded. */
  readonly service?: string | undefined;
  /** Whether files of `servicesFolder` with errors are refused like entries of the table, so that the others can be served: at a start. */
  readonly leavesOutFaulty?: boolean;
  /** The entries of the store's table. Undefined: it is not in use, or has not been read yet. */
  readonly stored?: readonly StoredEntry[] | undefined;
}

export interface Configuration {
  /** Whether there can be several services, by name, in place of one service for the process. */
  readonly isSeveral: boolean;
  /** Whether further services come from a table of the store. */
  readonly usesTable: boolean;
  /** Entries of the store's table that have errors, by name; with `leavesOutFaulty` also files of services. They are not among the services, and change nothing. */
  readonly refused: ReadonlyMap<string, readonly Diagnostic[]>;
  /** Whether all files that list services could be read. */
  readonly areEntriesRead: boolean;
  /** In the order of engine.yaml. Without `services` there is one, without a name. Empty if `service` names none. */
  readonly services: readonly LoadedConfig[];
  readonly settings: SharedSettings;
  /** engine.yaml, for `lastYaml` of the next reading; undefined if there is none, or it has errors. */
  readonly engineYaml: EngineYaml | undefined;
  readonly pair: KeyPair | undefined;
  /** The variables that all services share. */
  readonly environment: Variables;
  /** Faults of files of services: a reload leaves out these services, or keeps what their files said before. */
  readonly fileFaults: readonly Diagnostic[];
  /** The files that say which services there are, existing or not. */
  readonly entryFiles: () => readonly string[];
  /** Of all services. With an error among them the process must not start. */
  readonly diagnostics: readonly Diagnostic[];
  /** Texts for code frames by file name; without files that may contain a secret. */
  readonly sources: ReadonlyMap<string, string>;
}

/** Reads the whole configuration. Never throws. A profile in the flags, without `service`, is served alone: `services` is then not used. */
export function loadConfig(input: ConfigInput): Configuration {
  const source = readSharedSource(input);
  const listed = isAlone(input) ? [] : source.yaml.services;
  const shared = loadShared(input, source, listed.length > 0);
  const usesTable = isTableUsed(input, shared.settings);
  const table = readTable(usesTable ? (input.stored ?? []) : [], listed, dirname(source.files[0] ?? ''));
  const entries = [...listed, ...table.services];
  const isSeveral = usesTable || entries.length > 0;
  const isChosen = (name: string): boolean => input.service === undefined || name === input.service;
  const chosen = entries.filter(({ name }) => isChosen(name));
  const load = serviceLoader(input, shared);
  const isUnknown = input.service !== undefined && chosen.length === 0;
  const unknown = isUnknown ? (table.refused.get(input.service) ?? [unknownService(input.service, entries)]) : [];
  const loaded =
    isSeveral || isUnknown
      ? withConflicts(chosen.map((entry) => [entry, load(entry)] as const))
      : [loadService(input, shared, undefined)];
  const leavesOut = input.leavesOutFaulty === true && entries.length > 0;
  const isRefused = ({ revision, file, diagnostics }: LoadedConfig): boolean =>
    (revision !== undefined || (leavesOut && file !== undefined)) && hasOwnError(diagnostics, shared.diagnostics);
  const unparsed = leavesOut ? source.yaml.fileFaults.filter(({ place }) => place !== undefined) : [];
  // A command works on a faulty one, and shows what is wrong.
  const services = input.service === undefined ? loaded.filter((config) => !isRefused(config)) : loaded;
  const refused = loaded.filter(isRefused).map(({ name = '', diagnostics }) => [name, diagnostics] as const);
  return {
    isSeveral,
    usesTable,
    refused: new Map([...table.refused, ...byServiceFile(unparsed), ...refused]),
    areEntriesRead: source.yaml.diagnostics.length === 0,
    services,
    settings: shared.settings,
    engineYaml: source.hasYaml && source.yaml.diagnostics.length === 0 ? source.yaml : undefined,
    pair: shared.pair,
    environment: flatten(source.layers),
    fileFaults: source.yaml.fileFaults,
    entryFiles: () => [
      ...source.files,
      ...(source.yaml.servicesFolder === undefined ? [] : serviceFiles(source.yaml.servicesFolder)),
    ],
    diagnostics: distinct([
      ...shared.diagnostics,
      ...source.yaml.fileFaults.filter((finding) => !unparsed.includes(finding)),
      ...unknown,
      ...services.flatMap(({ diagnostics }) => diagnostics),
    ]),
    sources: source.yaml.source,
  };
}

/** Findings of files of services, by the name of the service. */
function byServiceFile(findings: readonly Diagnostic[]): ReadonlyMap<string, readonly Diagnostic[]> {
  return Map.groupBy(findings, ({ place }) => serviceOfFile(place?.file ?? ''));
}

/** Whether a service has errors other than those that all share. */
function hasOwnError(diagnostics: readonly Diagnostic[], shared: readonly Diagnostic[]): boolean {
  return diagnostics.some((finding) => finding.severity === 'error' && !shared.includes(finding));
}

interface TableEntries {
  readonly services: readonly YamlService[];
  readonly refused: ReadonlyMap<string, readonly Diagnostic[]>;
}

/** The entries of the store's table. One with the name of another entry, or with errors, is refused. */
function readTable(rows: readonly StoredEntry[], listed: readonly YamlService[], folder: string): TableEntries {
  const names = new Set(listed.map(({ name }) => name));
  const services: YamlService[] = [];
  const refused = new Map<string, readonly Diagnostic[]>();
  for (const row of rows) {
    const { service, diagnostics } = readStored(row, folder);
    if (names.has(row.name)) refused.set(row.name, [sameName(row.name)]);
    else if (service === undefined) refused.set(row.name, diagnostics);
    else services.push(service);
  }
  return { services, refused };
}

function sameName(name: string): Diagnostic {
  const message = `The configuration has a service "${name}", and so has the table of the store.`;
  return fault('CFG518', message, 'Remove one of them: `engine companies remove`, or the entry.');
}

/** The service of a configuration without `services`. Throws if there are several. */
export function onlyService({ services }: Pick<Configuration, 'services'>): LoadedConfig {
  const [only, ...others] = services;
  if (only === undefined || others.length > 0) throw new Error('invariant: the configuration has one service');
  return only;
}

/** A service in a configuration that was read again. Undefined if it has no such entry any more. */
export function sameService(fresh: Configuration, used: LoadedConfig): LoadedConfig | undefined {
  return fresh.services.find(({ name }) => name === used.name);
}

/** The finding that a command works on one of several services, and none was chosen. */
export function unchosenService(services: readonly LoadedConfig[]): Diagnostic {
  const names = services.flatMap(({ name }) => name ?? []).join(', ');
  return fault('CFG522', 'The configuration has several services.', `Choose one with --service: ${names}.`);
}

/** A table that has been read stays in use: a change of the setting needs a restart. */
function isTableUsed(input: ConfigInput, { servicesTable }: SharedSettings): boolean {
  return (servicesTable || input.stored !== undefined) && !isAlone(input);
}

/** Whether the flags name a profile, which is served alone. */
const isAlone = ({ service, flags }: ConfigInput): boolean => service === undefined && flags.profile !== undefined;

function loadShared(input: ConfigInput, source: SharedSource, hasEntries: boolean): SharedConfig {
  const diagnostics = [...source.diagnostics];
  const reader = settingReader({
    flags: input.flags,
    cwd: input.cwd,
    sourcesOf: () => [source],
    report: (finding) => diagnostics.push(finding),
  });
  const settings = readSettings(reader);
  const tls = readTls(settings);
  const usesTable = isTableUsed(input, settings);
  diagnostics.push(
    ...tls.diagnostics,
    ...checkSharedStore(settings),
    ...checkConnect(settings),
    ...checkOperators(settings, usesTable),
    ...misspeltVariables(source.layers),
  );
  if (hasEntries || usesTable) diagnostics.push(...misplacedSettings(source.yaml, source.layers));
  return { source, settings, pair: tls.pair, diagnostics };
}

function readSettings({ read, readWithDefault }: SettingReader): SharedSettings {
  return {
    host: readWithDefault(settingTable.host, 'host'),
    port: readWithDefault(settingTable.port, 'port'),
    adminPort: read(settingTable.adminPort, 'adminPort'),
    adminHost: readWithDefault(settingTable.adminHost, 'adminHost'),
    connectPort: read(settingTable.connectPort, 'connectPort'),
    connectHost: readWithDefault(settingTable.connectHost, 'connectHost'),
    connectUrl: read(settingTable.connectUrl, 'connectUrl'),
    tlsCert: read(settingTable.tlsCert, 'tlsCert'),
    tlsKey: read(settingTable.tlsKey, 'tlsKey'),
    store: readWithDefault(settingTable.store, 'store'),
    storeKey: read(settingTable.storeKey, 'storeKey'),
    servicesTable: readWithDefault(settingTable.servicesTable, 'servicesTable'),
    operatorKeyFile: read(settingTable.operatorKeyFile, 'operatorKeyFile'),
    auditDays: readWithDefault(settingTable.auditDays, 'auditDays'),
    replicas: readWithDefault(settingTable.replicas, 'replicas'),
    shutdownTimeout: readWithDefault(settingTable.shutdownTimeout, 'shutdownTimeout'),
    shutdownDelay: read(settingTable.shutdownDelay, 'shutdownDelay'),
    idleTime: read(settingTable.idleTime, 'idleTime'),
    openServices: read(settingTable.openServices, 'openServices'),
    watch: readWithDefault(settingTable.watch, 'watch'),
    answerTimeout: readWithDefault(settingTable.answerTimeout, 'answerTimeout'),
    unsentLimit: readWithDefault(settingTable.unsentLimit, 'unsentLimit'),
    allAnswersLimit: readWithDefault(settingTable.allAnswersLimit, 'allAnswersLimit'),
    logLevel: readWithDefault(settingTable.logLevel, 'logLevel'),
    logFormat: readWithDefault(settingTable.logFormat, 'logFormat'),
    checkDescriptions: readWithDefault(settingTable.checkDescriptions, 'checkDescriptions'),
    forwardTrace: readWithDefault(settingTable.forwardTrace, 'forwardTrace'),
    trustProxy: readWithDefault(settingTable.trustProxy, 'trustProxy'),
  };
}

function unknownService(name: string, entries: readonly YamlService[]): Diagnostic {
  const names = entries.map((entry) => entry.name);
  if (names.length === 0) {
    const hint = 'Remove --service, or add `services` to engine.yaml.';
    return fault('CFG522', `There is no service "${name}": the configuration has no \`services\`.`, hint);
  }
  const near = closest(name, names);
  const hint = near === undefined ? `Services: ${names.join(', ')}.` : `Did you mean "${near}"?`;
  return fault('CFG522', `There is no service "${name}".`, hint);
}

/**
 * Adds to each service what it has in common with another one. Both get the finding, because nothing says which of them is right; but an entry of the table gives
 * way to others.
 */
function withConflicts(loaded: readonly (readonly [YamlService, LoadedConfig])[]): readonly LoadedConfig[] {
  const conflictsOf = conflictFinder();
  const ofLater = loaded.map(([service, { settings, keys }]) =>
    conflictsOf({ service, installation: settings.installation ?? service.name, keys }),
  );
  const ofEarlier = Map.groupBy(
    loaded.flatMap(([{ stored }], index) => (stored === undefined ? (ofLater[index] ?? []) : [])),
    ({ other }) => other,
  );
  return loaded.map(([service, config], index) => {
    const [later, earlier] = [ofLater[index] ?? [], ofEarlier.get(service) ?? []];
    if (later.length + earlier.length === 0) return config;
    const keyConflict = later.find(({ finding }) => finding.message.startsWith('The API key'))?.finding;
    const findings = [...later, ...earlier].map(({ finding }) => finding);
    return {
      ...config,
      keyFault: config.keyFault ?? keyConflict,
      diagnostics: [...config.diagnostics, ...findings],
    };
  });
}

/**
 * Loads the configuration of the process: what its services share, and each of them. Flags take precedence over environment variables, engine.yaml
 * and defaults. Reports all errors at once.
 */
import { closest } from '../../../engine/host/index.ts';
import type { Diagnostic } from '../../../engine/index.ts';
import { conflictsOf, type Distinct, misplacedSettings } from './check-services.ts';
import { checkConnect, checkSharedStore, misspeltVariables, readTls } from './checks.ts';
import { distinct } from './distinct.ts';
import type { EngineYaml, YamlService } from './engine-yaml.ts';
import { flatten, type Variables } from './environment.ts';
import { fault } from './fault.ts';
import { type LoadedConfig, loadService, type ServiceInput, type SharedConfig } from './load-service.ts';
import { type SettingReader, settingReader } from './read-setting.ts';
import { type Places, readSharedSource, type SharedSource, serviceFiles } from './read-sources.ts';
import { type SharedSettings, settingTable } from './settings.ts';
import type { KeyPair } from './tls.ts';

export type { LoadedConfig } from './load-service.ts';

export interface ConfigInput extends Places, ServiceInput {
  /** `--service`: only this entry of `services` is loaded. */
  readonly service?: string | undefined;
}

export interface Configuration {
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
  const isSingle = input.service === undefined && input.flags.profile !== undefined;
  const entries = isSingle ? [] : source.yaml.services;
  const shared = loadShared(input, source, entries.length > 0);
  const chosen = entries.filter(({ name }) => input.service === undefined || name === input.service);
  const unknown = input.service === undefined || chosen.length > 0 ? [] : [unknownService(input.service, entries)];
  const services =
    chosen.length === 0 && unknown.length === 0
      ? [loadService(input, shared, undefined)]
      : withConflicts(chosen.map((entry) => [entry, loadService(input, shared, entry)] as const));
  return {
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
      ...source.yaml.fileFaults,
      ...unknown,
      ...services.flatMap(({ diagnostics }) => diagnostics),
    ]),
    sources: source.yaml.source,
  };
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

/** Whether the configuration has `services`, in place of one service for the process. */
export const hasNamedServices = ({ services }: Configuration): boolean =>
  services.some(({ name }) => name !== undefined);

/** The finding that a command works on one of several services, and none was chosen. */
export function unchosenService(services: readonly LoadedConfig[]): Diagnostic {
  const names = services.flatMap(({ name }) => name ?? []).join(', ');
  return fault('CFG522', 'The configuration has several services.', `Choose one with --service: ${names}.`);
}

function loadShared(input: ServiceInput, source: SharedSource, isSeveral: boolean): SharedConfig {
  const diagnostics = [...source.diagnostics];
  const reader = settingReader({
    flags: input.flags,
    cwd: input.cwd,
    sourcesOf: () => [source],
    report: (finding) => diagnostics.push(finding),
  });
  const settings = readSettings(reader);
  const tls = readTls(settings);
  diagnostics.push(
    ...tls.diagnostics,
    ...checkSharedStore(settings),
    ...checkConnect(settings),
    ...misspeltVariables(source.layers),
  );
  if (isSeveral) diagnostics.push(...misplacedSettings(source.yaml, source.layers));
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
    replicas: readWithDefault(settingTable.replicas, 'replicas'),
    shutdownTimeout: readWithDefault(settingTable.shutdownTimeout, 'shutdownTimeout'),
    shutdownDelay: read(settingTable.shutdownDelay, 'shutdownDelay'),
    idleTime: read(settingTable.idleTime, 'idleTime'),
    openServices: read(settingTable.openServices, 'openServices'),
    watch: readWithDefault(settingTable.watch, 'watch'),
    answerTimeout: readWithDefault(settingTable.answerTimeout, 'answerTimeout'),
    unsentLimit: readWithDefault(settingTable.unsentLimit, 'unsentLimit'),
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

/** Adds to each service what it has in common with an earlier one. */
function withConflicts(loaded: readonly (readonly [YamlService, LoadedConfig])[]): readonly LoadedConfig[] {
  const parts: readonly Distinct[] = loaded.map(([service, { settings, keys }]) => ({
    service,
    installation: settings.installation ?? service.name,
    keys,
  }));
  return loaded.map(([, config], index) => {
    const part = parts[index];
    const conflicts = part === undefined ? [] : conflictsOf(part, parts.slice(0, index));
    const keyFault = config.keyFault ?? conflicts.find(({ message }) => message.startsWith('The API key'));
    return conflicts.length === 0
      ? config
      : { ...config, keyFault, diagnostics: [...config.diagnostics, ...conflicts] };
  });
}

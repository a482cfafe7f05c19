/** Loads the service's configuration. Flags take precedence over environment variables, engine.yaml and defaults. Reports all errors at once. */
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Diagnostic } from '../../engine/diagnostics/diagnostic.ts';
import { isCurrent, type Key } from './api-keys.ts';
import { checkSharedStore, missingKey, misspeltVariables, readTls } from './checks.ts';
import { type EngineYaml, noEngineYaml, readEngineYaml } from './engine-yaml.ts';
import {
  dotEnvLayer,
  type EnvironmentLayer,
  flatten,
  isGone,
  lookUp,
  readText,
  type VariableFile,
  type Variables,
  variableFiles,
} from './environment.ts';
import { fault } from './fault.ts';
import { loadKeys } from './load-keys.ts';
import { locateProfile, shippedProfiles } from './locate-profile.ts';
import { settingReader } from './read-setting.ts';
import { configVariable, type Settings, settingTable } from './settings.ts';
import type { KeyPair } from './tls.ts';

export interface ConfigInput {
  /** Values of flags by the name of their setting, unparsed. */
  readonly flags: Readonly<Record<string, string | undefined>>;
  /** `--config`. */
  readonly configFile: string | undefined;
  readonly env: Variables;
  /** Absolute. */
  readonly cwd: string;
  /** Folder of the program's package.json. */
  readonly packageRoot: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Whether a missing API key is an error. False for verbs that do not serve, for the demo and for a reload. */
  readonly needsKey: boolean;
}

export interface LoadedConfig {
  /** If a value is faulty, its default is used here. */
  readonly settings: Settings;
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
  /** With an error among them the service must not start. */
  readonly diagnostics: readonly Diagnostic[];
  /** Texts for code frames by file name; without files that may contain a secret. */
  readonly sources: ReadonlyMap<string, string>;
}

/** Reads the whole configuration. Never throws. */
export function loadConfig(input: ConfigInput): LoadedConfig {
  const diagnostics: Diagnostic[] = [];
  const { layers, yaml, files, absent } = readSources(input, diagnostics);
  const sourceFindings = [...diagnostics];
  const reader = settingReader({
    flags: input.flags,
    cwd: input.cwd,
    layers,
    yaml,
    report: (found) => diagnostics.push(found),
  });
  const { readWithDefault, read } = reader;
  const settings: Settings = {
    profile: read(settingTable.profile, 'profile'),
    host: readWithDefault(settingTable.host, 'host'),
    port: readWithDefault(settingTable.port, 'port'),
    adminPort: read(settingTable.adminPort, 'adminPort'),
    adminHost: readWithDefault(settingTable.adminHost, 'adminHost'),
    tlsCert: read(settingTable.tlsCert, 'tlsCert'),
    tlsKey: read(settingTable.tlsKey, 'tlsKey'),
    keyFile: read(settingTable.keyFile, 'keyFile'),
    installation: read(settingTable.installation, 'installation'),
    demoSku: read(settingTable.demoSku, 'demoSku'),
    store: readWithDefault(settingTable.store, 'store'),
    storeKey: read(settingTable.storeKey, 'storeKey'),
    replicas: readWithDefault(settingTable.replicas, 'replicas'),
    bodyLimit: readWithDefault(settingTable.bodyLimit, 'bodyLimit'),
    bodyTimeout: readWithDefault(settingTable.bodyTimeout, 'bodyTimeout'),
    requestTimeout: readWithDefault(settingTable.requestTimeout, 'requestTimeout'),
    shutdownTimeout: readWithDefault(settingTable.shutdownTimeout, 'shutdownTimeout'),
    concurrency: readWithDefault(settingTable.concurrency, 'concurrency'),
    watch: readWithDefault(settingTable.watch, 'watch'),
    pagesPerKey: readWithDefault(settingTable.pagesPerKey, 'pagesPerKey'),
    answerTimeout: readWithDefault(settingTable.answerTimeout, 'answerTimeout'),
    unsentLimit: readWithDefault(settingTable.unsentLimit, 'unsentLimit'),
    logLevel: readWithDefault(settingTable.logLevel, 'logLevel'),
    logFormat: readWithDefault(settingTable.logFormat, 'logFormat'),
    forwardTrace: readWithDefault(settingTable.forwardTrace, 'forwardTrace'),
    trustProxy: readWithDefault(settingTable.trustProxy, 'trustProxy'),
  };
  const keys = loadKeys({ layers, entries: yaml.keys, keyFile: settings.keyFile }, input.now);
  diagnostics.push(...keys.diagnostics);
  const keyFaults = [...sourceFindings, ...keys.diagnostics].filter(({ severity }) => severity === 'error');
  const hasValidKey = keys.keys.some((key) => isCurrent(key, input.now));
  if (input.needsKey && keyFaults.length === 0 && !hasValidKey) diagnostics.push(missingKey(keys.keys));
  const tls = readTls(settings);
  diagnostics.push(...tls.diagnostics, ...checkSharedStore(settings), ...misspeltVariables(layers));
  const profile = findProfile(input, settings.profile, reader.origin('profile'));
  // engine.yaml may name a profile: if it could not be read, a missing profile is only a consequence.
  const isRead = sourceFindings.every(({ severity }) => severity !== 'error');
  if (profile.diagnostic && (settings.profile !== undefined || isRead)) diagnostics.push(profile.diagnostic);
  const keyFiles = [...new Set([...files, ...keys.files])];
  return {
    settings,
    profileFile: profile.file,
    keys: keys.keys,
    pair: tls.pair,
    environment: flatten(layers),
    keyFiles,
    variableFiles: variableFiles(layers),
    goneKeyFiles: keyFiles.filter(isGone),
    keyFault: keyFaults.find((found) => !absent.includes(found) && !keys.absent.includes(found)),
    diagnostics,
    sources: yaml.source,
  };
}

interface Sources {
  readonly layers: readonly EnvironmentLayer[];
  readonly yaml: EngineYaml;
  /** engine.yaml and `.env` files. */
  readonly files: readonly string[];
  /** Findings that only report a missing or empty file. */
  readonly absent: readonly Diagnostic[];
}

/** Reads engine.yaml and the `.env` files in the working directory and in the folder of engine.yaml. */
function readSources(input: ConfigInput, diagnostics: Diagnostic[]): Sources {
  const own: EnvironmentLayer = { variables: input.env, folder: input.cwd, file: undefined };
  const dotEnv = join(input.cwd, '.env');
  const first = [own, dotEnvLayer(dotEnv)].filter((layer) => layer !== undefined);
  const lookedUp = lookUp(first, configVariable);
  if (lookedUp.kind === 'fault') diagnostics.push(lookedUp.diagnostic);
  const named = lookedUp.kind === 'value' ? resolve(lookedUp.found.folder, lookedUp.found.value) : undefined;
  const given = input.configFile === undefined ? named : resolve(input.cwd, input.configFile);
  const file = given ?? join(input.cwd, 'engine.yaml');
  const text = given === undefined && !existsSync(file) ? '' : readText(file);
  const unread: Diagnostic[] = [];
  if (text === undefined) {
    const message = `The configuration file ${file} cannot be read.`;
    unread.push(fault('CFG503', message, 'Check the path and the permissions of the file.'));
  }
  diagnostics.push(...unread);
  const yaml = text ? readEngineYaml(file, text) : noEngineYaml;
  diagnostics.push(...yaml.diagnostics);
  const yamlDotEnv = join(dirname(file), '.env');
  const second = yamlDotEnv === dotEnv ? undefined : dotEnvLayer(yamlDotEnv);
  return {
    layers: second ? [...first, second] : first,
    yaml,
    files: [file, dotEnv, yamlDotEnv],
    absent: isGone(file) ? unread : [],
  };
}

function findProfile(
  input: ConfigInput,
  given: string | undefined,
  origin: ReturnType<ReturnType<typeof settingReader>['origin']>,
): { readonly file?: string; readonly diagnostic?: Diagnostic } {
  if (given === undefined) {
    const shipped = shippedProfiles(input.packageRoot).join(', ') || 'none';
    const hint = `Set one with --profile, ENGINE_PROFILE or the key "profile" of engine.yaml. Shipped profiles: ${shipped}.`;
    return { diagnostic: fault('CFG508', 'No profile is configured.', hint) };
  }
  const located = locateProfile(given, origin?.folder ?? input.cwd, input.packageRoot, origin?.place);
  return located.ok ? { file: located.file } : { diagnostic: located.diagnostic };
}

/** The service's configuration: flags over environment over engine.yaml over defaults, all faults at once. */
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Diagnostic } from '../../engine/diagnostics/diagnostic.ts';
import { isCurrent, type Key } from './api-keys.ts';
import { lonelyStore, noKey, readTls, strangeVariables } from './checks.ts';
import { type EngineYaml, noEngineYaml, readEngineYaml } from './engine-yaml.ts';
import {
  dotEnvLayer,
  type EnvironmentLayer,
  flatten,
  isGone,
  lookUp,
  readText,
  type Variables,
} from './environment.ts';
import { fault } from './fault.ts';
import { loadKeys } from './load-keys.ts';
import { locateProfile, shippedProfiles } from './locate-profile.ts';
import { settingReader } from './read-setting.ts';
import { configVariable, type Settings, settingTable } from './settings.ts';
import type { KeyPair } from './tls.ts';

export interface ConfigInput {
  /** Texts of flags by the name of their setting. */
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
  /** False when the service may do without a key of its own (the demo, a reload). */
  readonly needsKey: boolean;
}

export interface LoadedConfig {
  /** Where a value is at fault, its default stands here. */
  readonly settings: Settings;
  /** Undefined when none is given or found. */
  readonly profileFile: string | undefined;
  readonly keys: readonly Key[];
  readonly pair: KeyPair | undefined;
  readonly environment: Variables;
  /** Files that keys may come from, whether they exist or not. */
  readonly keyFiles: readonly string[];
  /** Those of them that are missing or empty. */
  readonly goneKeyFiles: readonly string[];
  /** The first error that bears on the keys, other than that a file is gone; they are then not complete. */
  readonly keyFault: Diagnostic | undefined;
  /** Errors among them mean: do not start. */
  readonly diagnostics: readonly Diagnostic[];
  /** Texts that the diagnostics point into. Never one that may hold a secret. */
  readonly sources: ReadonlyMap<string, string>;
}

/** Reads the whole configuration. Never throws. */
export function loadConfig(input: ConfigInput): LoadedConfig {
  const diagnostics: Diagnostic[] = [];
  const { layers, yaml, files, absent } = openPlaces(input, diagnostics);
  const unread = diagnostics.length;
  const reader = settingReader({
    flags: input.flags,
    cwd: input.cwd,
    layers,
    yaml,
    report: (found) => diagnostics.push(found),
  });
  const { need, read } = reader;
  const settings: Settings = {
    profile: read(settingTable.profile, 'profile'),
    host: need(settingTable.host, 'host'),
    port: need(settingTable.port, 'port'),
    tlsCert: read(settingTable.tlsCert, 'tlsCert'),
    tlsKey: read(settingTable.tlsKey, 'tlsKey'),
    keyFile: read(settingTable.keyFile, 'keyFile'),
    installation: read(settingTable.installation, 'installation'),
    demoSku: read(settingTable.demoSku, 'demoSku'),
    store: need(settingTable.store, 'store'),
    storeKey: read(settingTable.storeKey, 'storeKey'),
    replicas: need(settingTable.replicas, 'replicas'),
    bodyLimit: need(settingTable.bodyLimit, 'bodyLimit'),
    requestTimeout: need(settingTable.requestTimeout, 'requestTimeout'),
    shutdownTimeout: need(settingTable.shutdownTimeout, 'shutdownTimeout'),
    concurrency: need(settingTable.concurrency, 'concurrency'),
    logLevel: need(settingTable.logLevel, 'logLevel'),
    trustProxy: need(settingTable.trustProxy, 'trustProxy'),
  };
  const keys = loadKeys({ layers, entries: yaml.keys, keyFile: settings.keyFile }, input.now);
  diagnostics.push(...keys.diagnostics);
  const keyFaults = [...diagnostics.slice(0, unread), ...keys.diagnostics].filter(
    ({ severity }) => severity === 'error',
  );
  const usable = keys.keys.some((key) => isCurrent(key, input.now));
  if (input.needsKey && keyFaults.length === 0 && !usable) diagnostics.push(noKey(keys.keys));
  const tls = readTls(settings);
  diagnostics.push(...tls.diagnostics, ...lonelyStore(settings), ...strangeVariables(layers));
  const profile = findProfile(input, settings.profile, reader.origin('profile'));
  // A file that could not be read, or not in all its parts, may well name one.
  const isRead = diagnostics.slice(0, unread).every(({ severity }) => severity !== 'error');
  if (profile.diagnostic && (settings.profile !== undefined || isRead)) diagnostics.push(profile.diagnostic);
  const keyFiles = [...new Set([...files, ...keys.files])];
  return {
    settings,
    profileFile: profile.file,
    keys: keys.keys,
    pair: tls.pair,
    environment: flatten(layers),
    keyFiles,
    goneKeyFiles: keyFiles.filter(isGone),
    keyFault: keyFaults.find((found) => !absent.includes(found) && !keys.absent.includes(found)),
    diagnostics,
    sources: yaml.source,
  };
}

interface Places {
  readonly layers: readonly EnvironmentLayer[];
  readonly yaml: EngineYaml;
  /** engine.yaml and `.env` files. */
  readonly files: readonly string[];
  /** What was reported only since a file is missing or empty. */
  readonly absent: readonly Diagnostic[];
}

function openPlaces(input: ConfigInput, diagnostics: Diagnostic[]): Places {
  const own: EnvironmentLayer = { variables: input.env, folder: input.cwd, file: undefined };
  const dotEnv = join(input.cwd, '.env');
  const first = [own, dotEnvLayer(dotEnv)].filter((layer) => layer !== undefined);
  const looked = lookUp(first, configVariable);
  if (looked.kind === 'fault') diagnostics.push(looked.diagnostic);
  const named = looked.kind === 'value' ? resolve(looked.found.folder, looked.found.value) : undefined;
  const given = input.configFile === undefined ? named : resolve(input.cwd, input.configFile);
  const file = given ?? join(input.cwd, 'engine.yaml');
  const text = given === undefined && !existsSync(file) ? '' : readText(file);
  const unread: Diagnostic[] = [];
  if (text === undefined) {
    const message = `The configuration file ${file} cannot be read.`;
    unread.push(fault('CFG503', message, 'Check the path, and that this user may read the file.'));
  }
  diagnostics.push(...unread);
  const yaml = text ? readEngineYaml(file, text) : noEngineYaml;
  diagnostics.push(...yaml.diagnostics);
  const beside = join(dirname(file), '.env');
  const second = beside === dotEnv ? undefined : dotEnvLayer(beside);
  return {
    layers: second ? [...first, second] : first,
    yaml,
    files: [file, dotEnv, beside],
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
    const hint = `Give one with --profile, ENGINE_PROFILE or the key "profile" of engine.yaml. Shipped profiles: ${shipped}.`;
    return { diagnostic: fault('CFG508', 'No profile is given, so that it is not known which ERP to serve.', hint) };
  }
  const located = locateProfile(given, origin?.folder ?? input.cwd, input.packageRoot, origin?.place);
  return located.ok ? { file: located.file } : { diagnostic: located.diagnostic };
}

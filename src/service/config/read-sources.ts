/** Finds and reads what the configuration comes from: engine.yaml, `.env` files, and the variables of each service. */

import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import type { Diagnostic } from '../../../engine/index.ts';
import {
  type EngineYaml,
  noEngineYaml,
  type ReadService,
  readEngineYaml,
  readServiceFile,
  type YamlService,
} from './engine-yaml.ts';
import {
  dotEnvLayer,
  type EnvironmentLayer,
  isGone,
  lackOfText,
  lookUp,
  readText,
  type Variables,
} from './environment.ts';
import { fault } from './fault.ts';
import { contentOf, keptByContent } from './file-contents.ts';
import type { SettingSource } from './read-setting.ts';
import { configVariable } from './settings.ts';

/** A source of settings, with the files that it was read from. */
export interface ReadSource extends SettingSource {
  /** Existing or not. */
  readonly files: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
  /** The part of `diagnostics` that only reports a missing or empty file. */
  readonly absent: readonly Diagnostic[];
}

export interface SharedSource extends ReadSource {
  readonly yaml: EngineYaml;
  /** Whether there is or was an engine.yaml. */
  readonly hasYaml: boolean;
}

/** The content of a file that is missing: everything except for the keys in it, which are revoked with the file. */
function withoutKeys(last: EngineYaml): EngineYaml {
  return { ...last, keys: [], services: last.services.map((service) => ({ ...service, keys: [] })) };
}

/** Where the configuration is read from. */
export interface Places {
  readonly env: Variables;
  /** Absolute. */
  readonly cwd: string;
  /** `--config`. */
  readonly configFile: string | undefined;
  /** engine.yaml as it was read last, for a reload: used while the file is missing or has errors. */
  readonly lastYaml?: EngineYaml | undefined;
}

/** Reads engine.yaml and the `.env` files in the working directory and in the folder of engine.yaml. */
export function readSharedSource({ env, cwd, configFile, lastYaml }: Places): SharedSource {
  const diagnostics: Diagnostic[] = [];
  const environmentLayer: EnvironmentLayer = { variables: env, folder: cwd, file: undefined };
  const dotEnv = join(cwd, '.env');
  const first = [environmentLayer, dotEnvLayer(dotEnv)].filter((layer) => layer !== undefined);
  const lookup = lookUp(first, configVariable);
  if (lookup.kind === 'fault') diagnostics.push(lookup.diagnostic);
  const named = lookup.kind === 'value' ? resolve(lookup.variable.folder, lookup.variable.value) : undefined;
  const given = configFile === undefined ? named : resolve(cwd, configFile);
  const file = given ?? join(cwd, 'engine.yaml');
  const text = given === undefined && !existsSync(file) ? '' : readText(file);
  const isMissing = isGone(file);
  const unread: Diagnostic[] = [];
  if (lastYaml !== undefined && isMissing) {
    const message = `The configuration file ${file} is missing or empty. What it said stays in use, except for keys in it.`;
    unread.push(fault('CFG503', message, 'Restore the file. Services are removed by a restart without them.'));
  } else if (text === undefined) {
    const message = `The configuration file ${file} ${lackOfText(file, text)}.`;
    unread.push(fault('CFG503', message, 'Check the path and the permissions of the file.'));
  }
  diagnostics.push(...unread);
  const read = text ? readEngineYaml(file, text) : noEngineYaml;
  diagnostics.push(...read.diagnostics);
  const inUse = yamlInUse(read, lastYaml, { isMissing, isReadable: text !== undefined });
  const yaml = withFolder(inUse, lastYaml);
  const yamlDotEnv = join(dirname(file), '.env');
  const second = yamlDotEnv === dotEnv ? undefined : dotEnvLayer(yamlDotEnv);
  return {
    layers: second ? [...first, second] : first,
    yaml,
    hasYaml: lastYaml !== undefined || Boolean(text),
    files: [file, dotEnv, yamlDotEnv],
    diagnostics,
    absent: isMissing ? unread : [],
  };
}

/** engine.yaml, or its last content while it is missing, unreadable or has errors. */
function yamlInUse(
  read: EngineYaml,
  last: EngineYaml | undefined,
  { isMissing, isReadable }: { readonly isMissing: boolean; readonly isReadable: boolean },
): EngineYaml {
  if (last === undefined || (!isMissing && isReadable && read.diagnostics.length === 0)) return read;
  const { diagnostics, source } = read;
  return { ...(isMissing ? withoutKeys(last) : last), diagnostics, source };
}

/** The name of the service whose entry is a file. */
export const serviceOfFile = (file: string): string => basename(file, extname(file));

/** The files of services in a folder, in the order of their names; absolute. A folder that cannot be read has none. */
export function serviceFiles(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => /^[^.].*\.ya?ml$/.test(name));
  return names.sort().map((name) => join(folder, name));
}

/**
 * With the services of the folder. A file with errors is refused; what it said before stays in use. So do all services of a folder that is missing or empty, which
 * may be a drive that is not mounted.
 */
function withFolder(yaml: EngineYaml, last: EngineYaml | undefined): EngineYaml {
  const { servicesFolder: folder } = yaml;
  if (folder === undefined) return yaml;
  const listed = yaml.services.filter(({ file }) => file === undefined);
  const files = serviceFiles(folder);
  if (files.length === 0) {
    const message = `The folder ${folder} (\`servicesFolder\`) is missing, or it has no file of a service.`;
    const hint =
      'Restore it, or add a file such as nord.yaml. The last service is removed by a restart without `servicesFolder`.';
    const kept = last?.services.filter(({ file }) => file !== undefined) ?? [];
    return { ...yaml, services: [...listed, ...kept], fileFaults: [fault('CFG503', message, hint)] };
  }
  /** After the folder was listed. One without any file may be a drive that is not mounted any more. */
  const isRemoved = (file: string): boolean => {
    const left = serviceFiles(folder);
    return left.length > 0 && !left.includes(file);
  };
  const fileFaults: Diagnostic[] = [];
  const inFolder = files.flatMap((file): readonly YamlService[] => {
    if (contentOf(file).text === undefined && isRemoved(file)) return [];
    const { service, diagnostics } = readEntryFile(file);
    if (service !== undefined) return [service];
    fileFaults.push(...diagnostics);
    return last?.services.filter((before) => before.file === file) ?? [];
  });
  return { ...yaml, services: [...listed, ...inFolder], fileFaults };
}

/** The finding that the file of a service cannot be read, such as a link that leads to no file. */
function unreadFile(file: string): Diagnostic {
  const message = `The file ${file} of a service ${lackOfText(file, undefined)}.`;
  return fault('CFG503', message, 'Check the file and its permissions.', { file, line: 1, column: 1, length: 1 });
}

/** Parsed entries are kept: a change of one file does not parse those of thousands of others again. */
const readEntryFile = keptByContent(
  (text, file): ReadService =>
    text === undefined ? { diagnostics: [unreadFile(file)] } : readServiceFile(serviceOfFile(file), file, text),
);

/** The own source of an entry of `services`: its envFile, the shared variables with its prefix, and the entry itself. */
export function readServiceSource(service: YamlService, shared: SharedSource): ReadSource {
  const { envFile, envPrefix: prefix, folder, stored } = service;
  const storedLayers = stored === undefined ? [] : [{ variables: stored.variables, folder, file: undefined }];
  const prefixed = prefix === undefined ? [] : shared.layers.map((layer) => ({ ...layer, prefix }));
  const ownFiles = service.file === undefined ? [] : [service.file];
  if (envFile === undefined) {
    const layers = [...storedLayers, ...prefixed];
    return { layers, yaml: service, files: ownFiles, diagnostics: [], absent: [] };
  }
  const file = resolve(folder, envFile.text);
  const layer = dotEnvLayer(file);
  const unread: Diagnostic[] = [];
  if (layer === undefined) {
    const message = `The file ${file}, the envFile of the service "${service.name}", ${lackOfText(file, undefined)}.`;
    unread.push(fault('CFG503', message, 'Check the path and the permissions of the file.', envFile.place));
  }
  return {
    layers: [...storedLayers, ...(layer === undefined ? [] : [layer]), ...prefixed],
    yaml: service,
    files: [...ownFiles, file],
    diagnostics: unread,
    absent: isGone(file) ? unread : [],
  };
}

/** Reads engine.yaml: settings, API keys and services. */
import { dirname, resolve } from 'node:path';

import type { Diagnostic, Place } from '../../../engine/index.ts';
import type { Variables } from './environment.ts';
import {
  engineYaml,
  engineYamlKeys,
  isSettingName,
  type KeyEntry,
  keyEntryKeys,
  type ServiceEntry,
  serviceEntryKeys,
  serviceFile,
} from './schema.ts';
import { hostnameOf, pathPrefix, type ServiceRoute } from './service-route.ts';
import { issueDiagnostics, type KeyHint, parseYamlFile, unknownKeyHint, type YamlFile } from './yaml-file.ts';

interface YamlSetting {
  readonly text: string;
  readonly place: Place;
}

/** A part of engine.yaml that has settings and keys: the top level, or an entry of `services`. */
export interface YamlPart {
  /** For messages: empty for the top level, otherwise `services.acme.`. */
  readonly prefix: string;
  /** Base folder of relative paths. */
  readonly folder: string;
  /** By the name of the setting; the values are unparsed text. */
  readonly settings: ReadonlyMap<string, YamlSetting>;
  readonly keys: readonly { readonly entry: KeyEntry; readonly place: Place }[];
}

/** An entry of `services`. */
export interface YamlService extends YamlPart {
  readonly name: string;
  /** Of the name. */
  readonly place: Place;
  readonly route: ServiceRoute;
  /** Of the route. */
  readonly routePlace: Place;
  readonly envFile: YamlSetting | undefined;
  readonly envPrefix: string | undefined;
  /** It answers 503 without contact to its ERP. */
  readonly isSuspended: boolean;
  /** The file of the entry, if it has one for itself. */
  readonly file: string | undefined;
  /** What is stored beside the entry; undefined if it does not come from the table of the store. */
  readonly stored: StoredParts | undefined;
}

interface StoredParts {
  readonly variables: Variables;
  readonly revision: number;
}

export interface EngineYaml extends YamlPart {
  /** Those of the folder included. */
  readonly services: readonly YamlService[];
  /** Absolute. */
  readonly servicesFolder: string | undefined;
  /** Faults of the files in the folder. What a file said before stays in use. */
  readonly fileFaults: readonly Diagnostic[];
  readonly diagnostics: readonly Diagnostic[];
  /** The file's text for code frames, by file name; empty if it may contain an API key or a password. */
  readonly source: ReadonlyMap<string, string>;
}

export const noEngineYaml: EngineYaml = {
  prefix: '',
  folder: '.',
  settings: new Map(),
  keys: [],
  services: [],
  servicesFolder: undefined,
  fileFaults: [],
  diagnostics: [],
  source: new Map(),
};

/** The text for code frames, unless the address of a store has a password in it: a frame also shows neighbouring lines. */
function frameSource(file: string, text: string): ReadonlyMap<string, string> {
  return /:\/\/[^\s/]*:.*@/.test(text) ? new Map() : new Map([[file, text]]);
}

/** The hint about an unknown key at a path of engine.yaml. */
function keyHint(key: string, path: readonly PropertyKey[]): KeyHint {
  if (path.length === 0) return unknownKeyHint(key, engineYamlKeys);
  if (path[0] !== 'services' || path.length > 2) return unknownKeyHint(key, keyEntryKeys);
  if (key === 'host') return { hint: 'Did you mean "hostname"?', replacement: 'hostname' };
  return isSettingName(key)
    ? { hint: 'It applies to all services: write it at the top level.' }
    : unknownKeyHint(key, serviceEntryKeys);
}

/** Reads the text of engine.yaml. If it has errors, the result holds findings only. */
export function readEngineYaml(file: string, text: string): EngineYaml {
  const parsed = parseYamlFile(file, text);
  const faulty = (diagnostics: readonly Diagnostic[]): EngineYaml => {
    const pastedKey = diagnostics.some(({ code }) => code === 'CFG506');
    return { ...noEngineYaml, diagnostics, source: pastedKey ? new Map() : frameSource(file, text) };
  };
  const { yaml } = parsed;
  if (yaml === undefined) return faulty(parsed.diagnostics);
  if (yaml.value === null) return noEngineYaml;
  const checked = engineYaml.safeParse(yaml.value);
  if (!checked.success) return faulty(issueDiagnostics(checked.error.issues, yaml, keyHint));
  const { services = {}, servicesFolder, ...top } = checked.data;
  return {
    ...partOf(top, { yaml, file, path: [] }),
    services: Object.entries(services).map(([name, entry]) =>
      serviceOf(name, entry, { yaml, file, path: ['services', name] }),
    ),
    servicesFolder: servicesFolder === undefined ? undefined : resolve(dirname(file), servicesFolder),
    fileFaults: [],
    diagnostics: [],
    source: frameSource(file, text),
  };
}

interface PartPlace {
  readonly yaml: YamlFile;
  readonly file: string;
  readonly path: readonly string[];
  /** Base folder of relative paths, if it is not that of the file. */
  readonly folder?: string;
}

type PartValue = Readonly<Record<string, unknown>> & { readonly keys?: readonly KeyEntry[] | undefined };

function partOf({ keys = [], ...values }: PartValue, { yaml, file, path, folder }: PartPlace): YamlPart {
  const settings = Object.entries(values).flatMap(([name, value]) =>
    value === undefined || !isSettingName(name)
      ? []
      : [[name, { text: String(value), place: yaml.place([...path, name]) }] as const],
  );
  return {
    prefix: path.map((part) => `${part}.`).join(''),
    folder: folder ?? dirname(file),
    settings: new Map(settings),
    keys: keys.map((entry, index) => ({ entry, place: yaml.place([...path, 'keys', index]) })),
  };
}

export interface ReadService {
  readonly service?: YamlService;
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads the file of one service. If it has errors, the result holds findings only. */
export function readServiceFile(name: string, file: string, text: string): ReadService {
  return readEntry(name, { file, text }, { file, stored: undefined });
}

/** Reads a stored entry, as JSON. `file`: what findings name in place of a file. If it has errors, the result holds findings only. */
export function readStoredEntry(
  name: string,
  entry: { readonly file: string; readonly folder: string; readonly text: string },
  stored: StoredParts,
): ReadService {
  return readEntry(name, entry, { file: undefined, stored });
}

function readEntry(
  name: string,
  { file, folder, text }: { readonly file: string; readonly folder?: string; readonly text: string },
  origin: Pick<YamlService, 'file' | 'stored'>,
): ReadService {
  const { yaml, diagnostics } = parseYamlFile(file, text);
  if (yaml === undefined) return { diagnostics };
  const checked = serviceFile(name).safeParse(yaml.value);
  const place: PartPlace = { yaml, file, path: [], ...(folder === undefined ? {} : { folder }) };
  return checked.success
    ? { service: serviceOf(name, checked.data, place, origin), diagnostics: [] }
    : { diagnostics: issueDiagnostics(checked.error.issues, yaml, (key) => keyHint(key, ['services', name])) };
}

const listed: Pick<YamlService, 'file' | 'stored'> = { file: undefined, stored: undefined };

function serviceOf(name: string, entry: ServiceEntry, part: PartPlace, origin = listed): YamlService {
  const { yaml, path } = part;
  const { envFile, envPrefix } = entry;
  const prefix = entry.path === undefined ? undefined : pathPrefix(entry.path);
  const hostname = entry.hostname === undefined ? undefined : hostnameOf(entry.hostname);
  return {
    ...partOf(entry, part),
    name,
    place: yaml.place(path, 'key'),
    route: prefix === undefined ? { kind: 'hostname', hostname: hostname ?? '' } : { kind: 'path', path: prefix },
    routePlace: yaml.place([...path, prefix === undefined ? 'hostname' : 'path']),
    envFile: envFile === undefined ? undefined : { text: envFile, place: yaml.place([...path, 'envFile']) },
    envPrefix,
    isSuspended: entry.suspended === true,
    ...origin,
  };
}

/** Loads services. Thousands of them stay as they are at each change of one: what was loaded is used again while nothing that it was made of has changed. */
import { existsSync } from 'node:fs';
import type { YamlService } from './engine-yaml.ts';
import { variableFiles } from './environment.ts';
import { contentOf, type FileContent } from './file-contents.ts';
import { type LoadedConfig, loadService, type ServiceInput, type SharedConfig } from './load-service.ts';

interface Loaded {
  /** What it was loaded with, apart from its entry and files. */
  readonly origin: string;
  /** Whether a missing key would have been found. */
  readonly needsKey: boolean;
  /** Its files that other services do not share. */
  readonly files: readonly (readonly [string, FileContent])[];
  readonly config: LoadedConfig;
}

const loaded = new WeakMap<YamlService, Loaded>();

/** A function that loads a service; one without findings is loaded once for the same entry, files, input and shared configuration. */
export function serviceLoader(input: ServiceInput, shared: SharedConfig): (entry: YamlService) => LoadedConfig {
  const { flags, cwd, packageRoot, needsKey } = input;
  const { layers, yaml, files: sources } = shared.source;
  const variableNames = variableFiles(layers).map(({ file }) => file);
  const sharedFiles = new Set([...sources, ...variableNames]);
  const origin = JSON.stringify([
    ...[flags, cwd, packageRoot, Object.entries(shared.settings).filter(([name]) => name !== 'store')],
    layers.map(({ variables, folder }) => [variables, folder]),
    [...yaml.settings].map(([name, { text }]) => [name, text]),
    variableNames.map((file) => contentOf(file).text),
    sources.map((file) => contentOf(file).isMissing),
    shared.diagnostics,
  ]);
  const profiles = new Map<string, boolean>();
  const isThere = (file = ''): boolean => {
    const is = profiles.get(file) ?? existsSync(file);
    profiles.set(file, is);
    return is;
  };
  const isUsable = (last: Loaded): boolean =>
    last.origin === origin &&
    (last.needsKey || !needsKey) &&
    isThere(last.config.profileFile) &&
    last.files.every(([file, content]) => contentOf(file) === content);

  return (entry) => {
    const last = loaded.get(entry);
    if (last !== undefined && isUsable(last)) return last.config;
    const config = loadService(input, shared, entry);
    if (config.diagnostics.length > shared.diagnostics.length) return config;
    const files = [...config.keyFiles, ...config.variableFiles.map(({ file }) => file)]
      .filter((file) => !sharedFiles.has(file))
      .map((file) => [file, contentOf(file)] as const);
    loaded.set(entry, { origin, needsKey, files, config });
    return config;
  };
}

/** Loads services of the store's table. Thousands of them stay as they are at each change of one: what was loaded is used again. */
import type { YamlService } from './engine-yaml.ts';
import { type LoadedConfig, loadService, type ServiceInput, type SharedConfig } from './load-service.ts';

interface Loaded {
  /** What it was loaded with, apart from its entry. */
  readonly origin: string;
  readonly config: LoadedConfig;
}

const loaded = new WeakMap<YamlService, Loaded>();

/** Whether a service is made of its entry and the shared configuration alone, without files of its own. */
const isSelfContained = ({ envFile, envPrefix }: YamlService, { settings }: LoadedConfig): boolean =>
  envFile === undefined && envPrefix === undefined && settings.keyFile === undefined;

/** A function that loads a service; one without findings is loaded once for the same entry, input and shared configuration. */
export function storedLoader(input: ServiceInput, shared: SharedConfig): (entry: YamlService) => LoadedConfig {
  const { flags, cwd, packageRoot } = input;
  const { layers, yaml } = shared.source;
  const origin = JSON.stringify([
    ...[flags, cwd, packageRoot, Object.entries(shared.settings).filter(([name]) => name !== 'store')],
    layers.map(({ variables, folder }) => [variables, folder]),
    [...yaml.settings].map(([name, { text }]) => [name, text]),
  ]);
  return (entry) => {
    const last = loaded.get(entry);
    if (last?.origin === origin) return last.config;
    const config = loadService(input, shared, entry);
    if (entry.stored !== undefined && config.diagnostics.length === 0 && isSelfContained(entry, config))
      loaded.set(entry, { origin, config });
    return config;
  };
}

/** Loads the configuration of a verb and finds its profile. */
import type { Contract, Diagnostic, LocateBase } from '../../../engine/index.ts';
import { displayPath } from '../config/display-path.ts';
import type { Variables } from '../config/environment.ts';
import { type Configuration, type LoadedConfig, loadConfig, unchosenService } from '../config/load.ts';
import { locateBase } from '../config/locate-base.ts';
import { withGranted } from '../state/granted-settings.ts';
import type { Host } from './host.ts';

/** Values of flags by the name of their setting; `config` is the path of `--config`, `service` the name of `--service`. */
export type SettingFlags = Readonly<Record<string, string | undefined>>;

/** What the engine needs to open a profile. */
export interface ProfileInput {
  readonly contract: Contract;
  /** Absolute path. */
  readonly profileFile: string;
  /** The name of the file in messages. */
  readonly profileName: string;
  /** The text of the profile where it differs from that of the file: that of an editor. */
  readonly profileText?: string | undefined;
  /** Finds the profiles that it extends. */
  readonly locate: LocateBase;
  /** Environment variables that settings of the profile may use. */
  readonly environment: Variables;
  readonly installation: string | undefined;
  /** Paths of the endpoints that are needed; all where it is missing. Faults of others do not matter. */
  readonly only?: ReadonlySet<string> | undefined;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** A profile with the configuration that names it, or the findings that prevent it. */
export type LoadedProfile =
  | { readonly ok: true; readonly config: LoadedConfig; readonly profile: ProfileInput }
  /** `sources`: texts that the findings point into. */
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[]; readonly sources: ReadonlyMap<string, string> };

/** Reads the configuration for a verb that does not serve: it needs no API key. `stored`: the entries of the store's table. */
export function loadVerbConfig(
  host: Host,
  { config: configFile, service, ...flags }: SettingFlags,
  stored = host.storedEntries?.(),
): Configuration {
  const { env, cwd, packageRoot, now } = host;
  return loadConfig({ flags, configFile, service, stored, env, cwd, packageRoot, now: now(), needsKey: false });
}

/** One service of a configuration. */
type ChosenService = { readonly ok: true; readonly config: LoadedConfig } | Extract<LoadedProfile, { ok: false }>;

/** The only service of a configuration, or the chosen one of several. */
export function chosenService({ services, diagnostics, sources }: Configuration): ChosenService {
  const [config, ...others] = services;
  if (config === undefined) return { ok: false, diagnostics, sources };
  return others.length === 0 ? { ok: true, config } : { ok: false, diagnostics: [unchosenService(services)], sources };
}

/**
 * Reads the configuration and finds the profile; with `services`, that of the chosen one. Errors of other settings do not matter, unless `strict` is true: for verbs that use more of
 * the configuration than the profile.
 */
export function loadProfile(host: Host, flags: SettingFlags, { strict = false } = {}): LoadedProfile {
  const configuration = loadVerbConfig(host, flags);
  const chosen = chosenService(configuration);
  if (!chosen.ok) return chosen;
  const config = withConsent(host, chosen.config);
  const { profileFile } = config;
  const { diagnostics, sources } = configuration;
  const isFaulty = strict && diagnostics.some(({ severity }) => severity === 'error');
  return profileFile === undefined || isFaulty
    ? { ok: false, diagnostics, sources }
    : { ok: true, config, profile: profileInput(host, config, profileFile) };
}

/** With the settings that the consent of the service's customer has decided. */
function withConsent({ granted }: Host, config: LoadedConfig): LoadedConfig {
  return granted === undefined ? config : { ...config, environment: withGranted(config.environment, granted()) };
}

/** The engine's input for a profile file under a configuration. */
export function profileInput(host: Host, config: LoadedConfig, profileFile: string): ProfileInput {
  const { contract, now, cwd } = host;
  const { environment, settings } = config;
  const { installation } = settings;
  const profileName = displayPath(cwd, profileFile);
  return { contract, profileFile, profileName, locate: locateBase(host), environment, installation, now };
}

/** Reads a setting from the first source that has it: flag, environment, engine.yaml, default. A service's own sources precede the shared ones. */
import type { Diagnostic, Place } from '../../../engine/index.ts';
import type { YamlPart } from './engine-yaml.ts';
import { type EnvironmentLayer, lookUp } from './environment.ts';
import { fault } from './fault.ts';
import type { SettingName } from './settings.ts';
import type { Spec } from './spec.ts';

/** The unparsed text of a setting, and its origin. */
interface SettingText {
  readonly text: string;
  /** For messages: `--port`, `ENGINE_PORT`, `"port"`. */
  readonly name: string;
  /** Base folder of a relative path. */
  readonly folder: string;
  readonly place: Place | undefined;
}

export interface SettingReader {
  /** The value, the default, or undefined if there is neither. If the value is faulty, reports that and returns the default. */
  read<T>(spec: Spec<T>, name: SettingName): T | undefined;
  /** The same for a setting that has a default. Throws if it has none. */
  readWithDefault<T>(spec: Spec<T>, name: SettingName): T;
  /** Where a setting was set; undefined if its default applies. */
  origin(name: SettingName): SettingText | undefined;
}

/** Variables, and a part of engine.yaml. */
export interface SettingSource {
  readonly layers: readonly EnvironmentLayer[];
  readonly yaml: YamlPart;
}

interface SettingSources {
  readonly flags: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Earlier ones take precedence. */
  readonly sourcesOf: (name: SettingName) => readonly SettingSource[];
  readonly report: (diagnostic: Diagnostic) => void;
}

/** A fault is reported at each read of the setting. */
export function settingReader(sources: SettingSources): SettingReader {
  const origins = new Map<SettingName, SettingText>();

  const find = (spec: Spec<unknown>, name: SettingName): SettingText | undefined => {
    const given = sources.flags[name];
    if (given !== undefined) return { text: given, name: spec.flag ?? name, folder: sources.cwd, place: undefined };
    for (const { layers, yaml } of sources.sourcesOf(name)) {
      const lookup = lookUp(layers, spec.env);
      if (lookup.kind === 'value') {
        const { value, variable, folder, place } = lookup.variable;
        return { text: value.trim(), name: variable, folder, place };
      }
      if (lookup.kind === 'fault') {
        sources.report(lookup.diagnostic);
        return undefined;
      }
      const inFile = yaml.settings.get(name);
      if (inFile !== undefined) {
        const { text, place } = inFile;
        return { text, name: `"${yaml.prefix}${name}"`, folder: yaml.folder, place };
      }
    }
    return undefined;
  };

  const read = <T>(spec: Spec<T>, name: SettingName): T | undefined => {
    const setting = find(spec, name);
    if (setting !== undefined) {
      const parsed = spec.parse(setting.text, setting.folder);
      if (parsed.ok) {
        origins.set(name, setting);
        return parsed.value;
      }
      sources.report(fault('CFG502', `${setting.name} must be ${parsed.expected}.`, spec.description, setting.place));
    }
    const parsed = spec.default === undefined ? undefined : spec.parse(spec.default, sources.cwd);
    return parsed?.ok ? parsed.value : undefined;
  };

  const readWithDefault = <T>(spec: Spec<T>, name: SettingName): T => {
    const value = read(spec, name);
    if (value === undefined) throw new Error(`the setting ${name} has no default`);
    return value;
  };
  return { read, readWithDefault, origin: (name) => origins.get(name) };
}

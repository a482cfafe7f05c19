/** The value of a setting, from the first place that gives one. */
import type { Diagnostic } from '../../engine/diagnostics/diagnostic.ts';
import type { Place } from '../../engine/index.ts';
import type { EngineYaml } from './engine-yaml.ts';
import { type EnvironmentLayer, lookUp } from './environment.ts';
import { fault } from './fault.ts';
import type { SettingName } from './settings.ts';
import type { Spec } from './spec.ts';

/** A value as it is written, and where. */
export interface Written {
  readonly text: string;
  /** For messages: `--port`, `ENGINE_PORT`, `"port"`. */
  readonly name: string;
  readonly folder: string;
  readonly place: Place | undefined;
}

export interface SettingReader {
  /** The value, its default, or undefined when it has neither. Faults are reported; the default then stands in. */
  read<T>(spec: Spec<T>, name: SettingName): T | undefined;
  /** The value of a setting that has a default. */
  need<T>(spec: Spec<T>, name: SettingName): T;
  /** Where a setting's value comes from; undefined for a default. */
  origin(name: SettingName): Written | undefined;
}

export interface SettingPlaces {
  readonly flags: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly layers: readonly EnvironmentLayer[];
  readonly yaml: EngineYaml;
  readonly report: (diagnostic: Diagnostic) => void;
}

export function settingReader(places: SettingPlaces): SettingReader {
  const origins = new Map<SettingName, Written>();

  const find = (spec: Spec<unknown>, name: SettingName): Written | undefined => {
    const given = places.flags[name];
    if (given !== undefined) return { text: given, name: spec.flag ?? name, folder: places.cwd, place: undefined };
    const looked = lookUp(places.layers, spec.env);
    if (looked.kind === 'value') {
      const { value, variable, folder, place } = looked.found;
      return { text: value.trim(), name: variable, folder, place };
    }
    if (looked.kind === 'fault') {
      places.report(looked.diagnostic);
      return undefined;
    }
    const inFile = places.yaml.settings.get(name);
    return inFile && { text: inFile.text, name: `"${name}"`, folder: places.yaml.folder, place: inFile.place };
  };

  const read = <T>(spec: Spec<T>, name: SettingName): T | undefined => {
    const written = find(spec, name);
    if (written !== undefined) {
      const parsed = spec.parse(written.text, written.folder);
      if (parsed.ok) {
        origins.set(name, written);
        return parsed.value;
      }
      places.report(fault('CFG502', `${written.name} must be ${parsed.wanted}.`, spec.description, written.place));
    }
    const parsed = spec.default === undefined ? undefined : spec.parse(spec.default, places.cwd);
    return parsed?.ok ? parsed.value : undefined;
  };

  const need = <T>(spec: Spec<T>, name: SettingName): T => {
    const value = read(spec, name);
    if (value === undefined) throw new Error(`the setting ${name} has no default`);
    return value;
  };
  return { read, need, origin: (name) => origins.get(name) };
}

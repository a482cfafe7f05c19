/** Values of a profile's settings. */
import { Secret } from '../base/secret.ts';
import type { SettingSpec } from './schema/index.ts';

export type Scalar = string | number | boolean;
export type MapValue = Readonly<Record<string, Scalar>>;
export type SettingValue = Scalar | MapValue | Secret;
export type SettingValues = ReadonlyMap<string, SettingValue>;
/** Environment variables by name. Always passed in: the engine does not read those of its process. */
export type Environment = Readonly<Record<string, string | undefined>>;
/** `start`: every setting needs a value. `check`: values that the installation provides may be missing. */
export type Purpose = 'start' | 'check';

/** Whether the pattern accepts the empty text. A pattern that cannot be read is a finding elsewhere. */
function acceptsEmpty(pattern: string): boolean {
  try {
    return new RegExp(`^(?:${pattern})$`, 'u').test('');
  } catch {
    return false;
  }
}

/**
 * The value of a setting in the environment. An empty variable counts as missing for a required setting, because a template of variables leaves it
 * empty, unless its pattern accepts the empty text. For a setting with a default the empty text is the value.
 */
export function environmentValue(spec: SettingSpec, environment: Environment): string | undefined {
  const value = spec.env === undefined ? undefined : environment[spec.env];
  const isRequired = spec.default === undefined && (spec.pattern === undefined || !acceptsEmpty(spec.pattern));
  return value === '' && isRequired ? undefined : value;
}

/** Replaces each `${name}` in a text with the value of the setting. Names without a value remain; a rule reports them. */
export function interpolate(text: string, values: SettingValues): string {
  return text.replaceAll(/\$\{([A-Za-z_]\w*)\}/g, (placeholder, name: string) => {
    const value = values.get(name);
    if (value === undefined) return placeholder;
    return value instanceof Secret ? value.reveal() : String(value);
  });
}

/** The settings that expressions can use: all except secrets. */
export function visibleSettings(values: SettingValues): Readonly<Record<string, SettingValue>> {
  return Object.fromEntries([...values].filter(([, value]) => !(value instanceof Secret)));
}

/** Values of a profile's settings. */
import type { Secret } from '../base/secret.ts';
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

/** Values of settings in texts. */
import { Secret } from './secret.ts';

/** The value of a setting as text, that of a secret included. Empty without a value. */
export const settingText = (value: unknown): string => (value instanceof Secret ? value.reveal() : String(value ?? ''));

/** Replaces each `${name}` in a text with the value of the setting. Names without a value remain; a rule reports them. */
export function interpolate(text: string, values: ReadonlyMap<string, unknown>): string {
  return text.replaceAll(/\$\{([A-Za-z_]\w*)\}/g, (placeholder, name: string) =>
    values.has(name) ? settingText(values.get(name)) : placeholder,
  );
}

/** The settings that expressions can use: all except secrets. */
export function visibleSettings(values: ReadonlyMap<string, unknown>): Readonly<Record<string, unknown>> {
  return Object.fromEntries([...values].filter(([, value]) => !(value instanceof Secret)));
}

/** The settings that recorded cases need, with replaced values. */
import { parse } from 'yaml';
import type { Bases } from '../../engine/index.ts';
import { declaredSettings } from '../../engine/tools/index.ts';
import { classify, type Masker } from '../masking/index.ts';

export interface CaseSettingsInput {
  /** The profile, merged with those that it extends. */
  readonly profileText: string;
  readonly bases: Bases;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Values that say how an ERP works, and not whose it is: numbers, yes and no, time zones, languages, short codes. */
const isPlain = (value: string): boolean =>
  /^(?:-?\d+(?:\.\d+)?|true|false|[A-Za-z]{2,3}(?:[_-][A-Za-z]{2,4})?|UTC|[A-Z][a-z]+\/[A-Z][A-Za-z_]+|[A-Z\d_-]{1,8})$/.test(
    value,
  );

/**
 * A setting that only a connection uses gets an invented value if the profile needs one: a case has a database of its own. Secrets never have a value
 * here.
 */
export function caseSettings(
  { profileText, bases, environment }: CaseSettingsInput,
  masker: Masker,
): Readonly<Record<string, string>> {
  const elsewhere = JSON.stringify(parse(profileText), (key, value: unknown) =>
    key === 'connection' ? undefined : value,
  );
  const settings = declaredSettings(profileText, environment, bases) ?? [];
  return Object.fromEntries(
    settings.flatMap(({ name, env, secret, from, type, default: given }) => {
      const value = env === undefined ? undefined : environment[env];
      const isUsed = new RegExp(`\\$\\{${name}\\}|settings\\.${name}\\b`).test(elsewhere);
      if (secret || from !== 'environment' || value === undefined) return [];
      if (!isUsed) return given === undefined ? [[name, type === 'text' ? 'unused' : value]] : [];
      const { maskClass } = classify({ name, kind: 'text', values: [value] });
      return [[name, isPlain(value) ? value : masker.text(maskClass, value)]];
    }),
  );
}

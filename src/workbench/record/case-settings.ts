/** The settings that recorded cases need, with replaced values. */
import { parse } from 'yaml';
import type { Bases } from '../../../engine/index.ts';
import { declaredSettings } from '../../../engine/tools/index.ts';
import { classify, type MaskClass, type Masker } from '../masking/index.ts';

interface CaseSettingsInput {
  /** The profile, merged with those that it extends. */
  readonly profileText: string;
  readonly bases: Bases;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The names of the recorded tables: a setting that is a part of one, such as a prefix, keeps its value. */
  readonly tables: readonly string[];
}

/** Values that say how an ERP works, and not whose it is: numbers, yes and no, time zones, languages. */
const isPlain = (value: string): boolean =>
  /^(?:-?\d+(?:\.\d+)?|true|false|[A-Za-z]{2,3}(?:[_-][A-Za-z]{2,4})?|UTC|[A-Z][a-z]+\/[A-Z][A-Za-z_]+)$/.test(value);

/** Codes, such as the number of a customer: they are replaced as an id of the ERP is, so that they still are that id. */
const isCode = (value: string): boolean => /^[A-Z\d_-]{1,20}$/.test(value);

/** Classes whose values are never kept, whatever form they have. */
const sensitive: readonly MaskClass[] = ['secret', 'bank', 'tax', 'phone', 'mail'];

interface UsedSetting {
  readonly name: string;
  readonly value: string;
  readonly isText: boolean;
}

/** The settings with a value in this environment that the profile uses outside of a connection. No secrets. */
function usedSettings({ profileText, bases, environment }: CaseSettingsInput): readonly UsedSetting[] {
  const elsewhere = JSON.stringify(parse(profileText), (key, value: unknown) =>
    key === 'connection' ? undefined : value,
  );
  return (declaredSettings(profileText, environment, bases) ?? []).flatMap(({ name, env, secret, from, type }) => {
    const value = env === undefined ? undefined : environment[env];
    const isUsed = new RegExp(`\\$\\{${name}\\}|settings\\.${name}\\b`).test(elsewhere);
    if (!isUsed || secret || from !== 'environment' || value === undefined) return [];
    return [{ name, value, isText: type === 'text' }];
  });
}

/** Settings with the form of an id, such as the number of a customer: each is an id wherever the ERP has the same value. */
export const idsInSettings = (input: CaseSettingsInput): readonly string[] =>
  usedSettings(input).flatMap(({ value, isText }) =>
    isText && isCode(value) && value.replaceAll(/\D/g, '').length < 5 ? [value] : [],
  );

/**
 * A setting that only a connection uses gets an invented value if the profile needs one: a case has a database of its own. Secrets never have a value
 * here.
 */
export function caseSettings(input: CaseSettingsInput, masker: Masker): Readonly<Record<string, string>> {
  const { profileText, bases, environment, tables } = input;
  const used = new Map(usedSettings(input).map((one) => [one.name, one]));
  const settings = declaredSettings(profileText, environment, bases) ?? [];
  return Object.fromEntries(
    settings.flatMap(({ name, env, secret, from, type, default: given }) => {
      if (secret || from !== 'environment') return [];
      const one = used.get(name);
      if (one !== undefined) return [[name, replaced(one, { profileText, tables }, masker)]];
      const value = env === undefined ? undefined : environment[env];
      return given !== undefined || value === undefined ? [] : [[name, type === 'text' ? 'unused' : value]];
    }),
  );
}

function replaced(
  { name, value, isText }: UsedSetting,
  { profileText, tables }: Pick<CaseSettingsInput, 'profileText' | 'tables'>,
  masker: Masker,
): string {
  const isOfTable =
    new RegExp(`\\$\\{${name}\\}[\\p{L}\\p{N}_$]`, 'u').test(profileText) &&
    tables.some((table) => table.toLowerCase().startsWith(value.toLowerCase()));
  if (!isText || isOfTable) return value;
  const { maskClass } = classify({ name, kind: 'text', values: [value] });
  if (sensitive.includes(maskClass)) return masker.text(maskClass, value);
  return isPlain(value) ? value : masker.text(isCode(value) ? 'id' : maskClass, value);
}

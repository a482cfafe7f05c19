/** Fields that an answer may lack: what the answer has instead, and which ones the profile declares `absent`. */
import type { Answer, Field, Fields } from '../../base/contract.ts';
import type { Path } from '../../base/place.ts';
import type { EndpointSpec } from '../../profile/schema/index.ts';

/** What an answer has where nothing provides the field, as the end of a sentence; undefined for a field that it must have. */
export function substituteText(field: Field): string | undefined {
  const fallback: { readonly field?: string; readonly value?: string } =
    (field.type === 'text' || field.type === 'date' ? field.fallback : undefined) ?? {};
  if (fallback.field !== undefined) return `has "${fallback.field}" in its place`;
  if (fallback.value !== undefined) return fallback.value === '' ? 'has an empty text' : `has "${fallback.value}"`;
  if (field.nullable === true) return 'has null';
  if (field.type === 'list') return 'has an empty list';
  return field.required ? undefined : 'is without it';
}

/** `absent` of an endpoint, as seen from the rows of one of its reads. */
export interface AbsentFields {
  /** Prefix of the rows' fields in `absent`: `lines.` for the items of a list. */
  readonly prefix: string;
  /** Path of each declaration, by its full name. */
  readonly declared: ReadonlyMap<string, Path>;
}

/** `absent` of the endpoint at the path. */
export function absentFieldsOf(path: Path, spec: EndpointSpec): AbsentFields {
  const names = Object.keys(spec.absent ?? {});
  return { prefix: '', declared: new Map(names.map((name) => [name, [...path, 'absent', name]])) };
}

/** The same for the items of a list. */
export function absentFieldsIn(absences: AbsentFields | undefined, list: string): AbsentFields | undefined {
  return absences && { ...absences, prefix: `${absences.prefix}${list}.` };
}

/** The fields that `absent` may name, with the fields of lists as `lines.amount`. Lines that the engine computes are left out. */
export function answerFields(answer: Answer): ReadonlyMap<string, Field> {
  const named = (fields: Fields, prefix: string): readonly (readonly [string, Field])[] =>
    Object.entries(fields).flatMap(([name, field]) => [
      [`${prefix}${name}`, field] as const,
      ...(field.type === 'list' ? named(field.items, `${prefix}${name}.`) : []),
    ]);
  if (answer.kind === 'rows') return new Map(named(answer.row, ''));
  const all = named(answer.fields, '');
  return new Map(answer.kind === 'accountStatement' ? all.filter(([name]) => name !== 'lines') : all);
}

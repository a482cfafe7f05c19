/** Fields that an answer can be formed without: what stands in for them, and what the profile says of them. */
import type { Answer, Field, Fields } from '../../base/contract.ts';
import type { Path } from '../../base/place.ts';
import type { EndpointSpec } from '../../profile/schema/index.ts';

/** What an answer has where nothing gives the field, as the end of a sentence; undefined for a field that it cannot be without. */
export function substituteText(field: Field): string | undefined {
  const fallback: { readonly field?: string; readonly value?: string } =
    (field.type === 'text' || field.type === 'date' ? field.fallback : undefined) ?? {};
  if (fallback.field !== undefined) return `has "${fallback.field}" in its place`;
  if (fallback.value !== undefined) return fallback.value === '' ? 'has an empty text' : `has "${fallback.value}"`;
  if (field.nullable === true) return 'has null';
  if (field.type === 'list') return 'has an empty list';
  return field.required ? undefined : 'is without it';
}

/** What a profile declares under `absent` of an endpoint, as far as it concerns the rows of a read. */
export interface AbsentFields {
  /** What stands before the names of these rows: `lines.` for the items of a list. */
  readonly prefix: string;
  /** Where each declaration stands, by its whole name. */
  readonly declared: ReadonlyMap<string, Path>;
}

/** The declarations of the endpoint at the path. */
export function absentFieldsOf(path: Path, spec: EndpointSpec): AbsentFields {
  const names = Object.keys(spec.absent ?? {});
  return { prefix: '', declared: new Map(names.map((name) => [name, [...path, 'absent', name]])) };
}

/** The same for the items of a list. */
export function absentFieldsIn(absences: AbsentFields | undefined, list: string): AbsentFields | undefined {
  return absences && { ...absences, prefix: `${absences.prefix}${list}.` };
}

/** The fields that `absent` may name: what an endpoint answers, item by item in its lists. What the engine computes is left out. */
export function answerFields(answer: Answer): ReadonlyMap<string, Field> {
  const named = (fields: Fields, prefix: string): readonly (readonly [string, Field])[] =>
    Object.entries(fields).flatMap(([name, field]) => [
      [`${prefix}${name}`, field] as const,
      ...(field.type === 'list' ? named(field.items, `${prefix}${name}.`) : []),
    ]);
  if (answer.kind === 'rows') return new Map(named(answer.row, ''));
  const all = named(answer.fields, '');
  return new Map(answer.kind === 'statement' ? all.filter(([name]) => name !== 'lines') : all);
}

/** Records and lists as each version of OData writes them in JSON (OASIS OData JSON format 4.01, 5 and 12; Microsoft [MS-ODATAJSON]; OData 2.0, JSON format). */
import type { DescribedType, ODataVersion } from '../../../../engine/tools/index.ts';
import { instantOf } from './functions.ts';
import type { EntitySet } from './model.ts';
import type { Row, Value } from './store.ts';

export type Json = Readonly<Record<string, unknown>>;

function instantText(value: Value, name: string, version: ODataVersion): unknown {
  const text = String(value);
  if (version !== 2) return text;
  return `/Date(${instantOf(text)}${name === 'Edm.DateTimeOffset' ? '+0000' : ''})/`;
}

function valueJson(value: Value, type: DescribedType, version: ODataVersion): unknown {
  if (value === null) return null;
  if (type.kind !== 'scalar') return typeof value === 'string' ? JSON.parse(value) : value;
  switch (type.scalar) {
    case 'boolean':
      return value === 1;
    case 'number':
      // The older versions write long and decimal numbers as texts, version 2 those in binary, too.
      return type.mayBeText && (version === 2 || !/^Edm\.(?:Double|Single)$/.test(type.name)) ? String(value) : value;
    case 'instant':
      return instantText(value, type.name, version);
    default:
      return value;
  }
}

/** The members of a row; with `select` those of these names. */
export function rowJson(set: EntitySet, row: Row, select: readonly string[] | undefined, version: ODataVersion): Json {
  const members = set.properties.flatMap(({ name }): readonly (readonly [string, unknown])[] => {
    // A view may leave out what requests alone have.
    if ((select !== undefined && !select.includes(name)) || !(name in row)) return [];
    const type = set.record.members.get(name)?.type ?? { kind: 'unknown' };
    return [[name, valueJson(row[name] ?? null, type, version)]];
  });
  return Object.fromEntries(members);
}

/** A page of a list. */
export interface PageJson {
  readonly value: readonly Json[];
  readonly count: number | undefined;
  readonly next: string | undefined;
}

const present = (members: Json): Json =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));

/** The body of an answer with a list. `context`: the address of its metadata. */
export function listJson({ value, count, next }: PageJson, context: string, version: ODataVersion): Json {
  switch (version) {
    case 2:
      return { d: present({ results: value, __count: count === undefined ? count : String(count), __next: next }) };
    case 3:
      return present({
        'odata.metadata': context,
        'odata.count': count === undefined ? count : String(count),
        value,
        'odata.nextLink': next,
      });
    case 4:
      return present({ '@odata.context': context, '@odata.count': count, value, '@odata.nextLink': next });
  }
}

/** The body of an answer with one record or value. */
export function recordJson(record: Json, context: string, version: ODataVersion): Json {
  if (version === 2) return { d: record };
  return { [version === 4 ? '@odata.context' : 'odata.metadata']: context, ...record };
}

/** The body of an error. */
export function errorJson(code: string, message: string, version: ODataVersion): Json {
  if (version === 4) return { error: { code, message } };
  const error = { code, message: { lang: 'en', value: message } };
  return version === 2 ? { error } : { 'odata.error': error };
}

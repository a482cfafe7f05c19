/** What the path of a request addresses (OASIS OData 4.01, part 2, 4). */
import { type Csdl, keyValues } from '../../../../engine/tools/index.ts';
import { relationNamed } from './expression-sql.ts';
import { literalValue } from './literal.ts';
import type { DescribedService, EntitySet } from './model.ts';
import { notImplemented, ODataError } from './odata-error.ts';
import type { Where } from './read.ts';
import { type ODataStore, quoted, type Row, type Value } from './store.ts';

type Call = Csdl['calls'][number];

/** A record and its set. */
export interface AddressedRecord {
  readonly set: EntitySet;
  readonly row: Row;
}

export type Target =
  /** `where`: what the rows have in common; `parent`: the record that the list belongs to. */
  | {
      readonly kind: 'list' | 'count';
      readonly set: EntitySet;
      readonly where: Where;
      readonly parent: AddressedRecord | undefined;
    }
  | ({ readonly kind: 'record' } & AddressedRecord)
  | { readonly kind: 'call'; readonly call: Call; readonly set: EntitySet | undefined; readonly row: Row | undefined };

interface Segment {
  readonly name: string;
  /** The text in brackets. */
  readonly key: string | undefined;
}

function segmentOf(text: string): Segment {
  const [, name = '', key] = /^([^(]*)(?:\((.*)\))?$/s.exec(decodeURIComponent(text)) ?? [];
  return { name, key: key === '' ? undefined : key };
}

/** The values of a key: `'A1'`, `12`, `code='A1',line=2`. */
function keyOf({ record }: EntitySet, key: string): Where {
  const pairs = (keyValues(key) ?? []).map(({ name, value }, index): [string, Value] => [
    name?.text ?? record.key[index] ?? '',
    literalValue(value),
  ]);
  const names = pairs.map(([name]) => name);
  if (names.length !== record.key.length || !names.every((name) => record.key.includes(name)))
    throw new ODataError(400, `(${key}) is no key of ${record.name}: it has ${record.key.join(', ')}.`);
  return Object.fromEntries(pairs);
}

/** The only row that has these values. */
function rowOf(store: ODataStore, set: EntitySet, where: Where): Row {
  // GUIDs are equal in small and capital letters.
  const isGuid = (name: string): boolean => set.properties.some((one) => one.name === name && one.type === 'Edm.Guid');
  const condition = Object.keys(where).map((name) =>
    isGuid(name) ? `lower(${quoted(name)}) = lower(?)` : `${quoted(name)} = ?`,
  );
  const sql = `SELECT * FROM ${store.table(set.name)}${condition.length === 0 ? '' : ` WHERE ${condition.join(' AND ')}`}`;
  const row = store.get(sql, ...Object.values(where));
  if (row === undefined) throw new ODataError(404, `There is no such record in ${set.name}.`, 'NotFound');
  return row;
}

/** Resolves a path that the description has. Throws where a record on the way does not exist. */
export function targetOf(store: ODataStore, { sets, calls }: DescribedService, segments: readonly string[]): Target {
  const unknown = (name: string): ODataError => notImplemented(`The double does not have ${name} in a path.`);
  const withKey = (
    set: EntitySet,
    where: Where,
    parent: AddressedRecord | undefined,
    key: string | undefined,
  ): Target => {
    if (key === undefined && !set.isSingleton) return { kind: 'list', set, where, parent };
    const row = rowOf(store, set, { ...where, ...(key === undefined ? {} : keyOf(set, key)) });
    return { kind: 'record', set, row };
  };
  function callOf(name: string, boundTo: string | undefined, isCollection: boolean): Call | undefined {
    return calls.find(
      (call) =>
        (call.name === name || call.name.split('.').at(-1) === name) &&
        call.boundTo?.type === boundTo &&
        (call.boundTo?.isCollection ?? false) === isCollection,
    );
  }
  function first({ name, key }: Segment): Target {
    const set = sets.get(name);
    if (set !== undefined) return withKey(set, {}, undefined, key);
    const call = callOf(name, undefined, false);
    if (call === undefined) throw unknown(name);
    return { kind: 'call', call, set: undefined, row: undefined };
  }
  function next(from: Target, { name, key }: Segment): Target {
    if (from.kind === 'list' && name === '$count') return { ...from, kind: 'count' };
    if (from.kind !== 'list' && from.kind !== 'record') throw unknown(name);
    const call = callOf(name, from.set.typeName, from.kind === 'list');
    if (call !== undefined)
      return { kind: 'call', call, set: from.set, row: from.kind === 'record' ? from.row : undefined };
    const relation = from.kind === 'record' ? relationNamed(from.set, name) : undefined;
    const link = relation && store.links.linkOf(from.set, relation);
    if (from.kind !== 'record' || relation === undefined || link === undefined) throw unknown(name);
    const where = Object.fromEntries(link.on.map(([here, there]) => [there, from.row[here] ?? null]));
    if (relation.isCollection) return withKey(link.set, where, from, key);
    return { kind: 'record', set: link.set, row: rowOf(store, link.set, where) };
  }
  const [start = '', ...rest] = segments;
  return rest.reduce((target, segment) => next(target, segmentOf(segment)), first(segmentOf(start)));
}

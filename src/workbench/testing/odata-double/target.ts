/** What the path of a request addresses (OASIS OData 4.01, part 2, 4). */
import type { Members } from '../../../../engine/host/index.ts';
import { keyFaults, keyValues, type ODataVersion } from '../../../../engine/tools/index.ts';
import { type Call, checkedParameters, givenParameters, sameNames } from './call-parameters.ts';
import { relationNamed } from './expression-sql.ts';
import { literalValue } from './literal.ts';
import type { DescribedService, EntitySet } from './model.ts';
import { notImplemented, ODataError } from './odata-error.ts';
import type { Where } from './read.ts';
import { type ODataStore, quoted, type Row, type Value } from './store.ts';

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
  /** A single related record that does not exist. */
  | { readonly kind: 'nothing'; readonly set: EntitySet }
  | {
      readonly kind: 'call';
      readonly call: Call;
      readonly set: EntitySet | undefined;
      readonly row: Row | undefined;
      /** Of a function, by name. */
      readonly parameters: Members;
    };

type CallOfPath = Pick<Extract<Target, { readonly kind: 'call' }>, 'call' | 'parameters'>;

interface Segment {
  readonly name: string;
  /** The text in brackets. */
  readonly key: string | undefined;
}

function segmentOf(text: string): Segment {
  const [, name = '', key] = /^([^(]*)(?:\((.*)\))?$/s.exec(decodeURIComponent(text)) ?? [];
  return { name, key: key === '' ? undefined : key };
}

/** The values of a key: `'A1'`, `12`, `code='A1',line=2`. Throws for values of another type. */
function keyValuesOf({ record }: EntitySet, key: string, version: ODataVersion): Where {
  const pairs = (keyValues(key) ?? []).map(({ name, value }, index): [string, Value] => [
    name?.text ?? record.key[index] ?? '',
    literalValue(value),
  ]);
  const names = pairs.map(([name]) => name);
  if (names.length !== record.key.length || !names.every((name) => record.key.includes(name)))
    throw new ODataError(400, `(${key}) is no key of ${record.name}: it has ${record.key.join(', ')}.`);
  const [fault] = keyFaults(key, { record, version, kinds: new Map() });
  if (fault !== undefined) throw new ODataError(400, fault.message);
  return Object.fromEntries(pairs);
}

/** The only row that has these values; undefined if there is none. */
function rowOf(store: ODataStore, set: EntitySet, where: Where): Row | undefined {
  // GUIDs are equal in small and capital letters.
  const isGuid = (name: string): boolean => set.properties.some((one) => one.name === name && one.type === 'Edm.Guid');
  const condition = Object.keys(where).map((name) =>
    isGuid(name) ? `lower(${quoted(name)}) = lower(?)` : `${quoted(name)} = ?`,
  );
  const sql = `SELECT * FROM ${store.table(set.name)}${condition.length === 0 ? '' : ` WHERE ${condition.join(' AND ')}`}`;
  return store.get(sql, ...Object.values(where));
}

/** Resolves a path that the description has. Throws where a record on the way does not exist. */
export function targetOf(
  store: ODataStore,
  service: DescribedService,
  segments: readonly string[],
  query: URLSearchParams,
): Target {
  const { sets, calls, version } = service;
  const unknown = (name: string): ODataError => notImplemented(`The double does not have ${name} in a path.`);
  const withKey = (
    set: EntitySet,
    where: Where,
    parent: AddressedRecord | undefined,
    key: string | undefined,
  ): Target => {
    if (key === undefined && !set.isSingleton) return { kind: 'list', set, where, parent };
    const row = rowOf(store, set, { ...where, ...(key === undefined ? {} : keyValuesOf(set, key, version)) });
    if (row === undefined) throw new ODataError(404, `There is no such record in ${set.name}.`, 'NotFound');
    return { kind: 'record', set, row };
  };
  /** The call of this name; of several with other parameters the one that has those that are given. */
  function callOf(segment: Segment, boundTo: string | undefined, isCollection: boolean): CallOfPath | undefined {
    const { name, key } = segment;
    const all = calls.filter(
      (call) =>
        (call.name === name || call.name.split('.').at(-1) === name) &&
        call.boundTo?.type === boundTo &&
        (call.boundTo?.isCollection ?? false) === isCollection,
    );
    const given = givenParameters(key, version, query);
    const call = all.find(({ parameters }) => sameNames(parameters, given)) ?? all[0];
    return call && { call, parameters: call.isAction ? {} : checkedParameters(service, call, given) };
  }
  function first(segment: Segment): Target {
    const { name, key } = segment;
    const set = sets.get(name);
    if (set !== undefined) return withKey(set, {}, undefined, key);
    const called = callOf(segment, undefined, false);
    if (called === undefined) throw unknown(name);
    return { kind: 'call', ...called, set: undefined, row: undefined };
  }
  function next(from: Target, segment: Segment): Target {
    const { name, key } = segment;
    if (from.kind === 'nothing') throw new ODataError(404, `There is no such record in ${from.set.name}.`, 'NotFound');
    if (from.kind === 'list' && name === '$count') return { ...from, kind: 'count' };
    if (from.kind !== 'list' && from.kind !== 'record') throw unknown(name);
    const called = callOf(segment, from.set.typeName, from.kind === 'list');
    if (called !== undefined)
      return { kind: 'call', ...called, set: from.set, row: from.kind === 'record' ? from.row : undefined };
    const relation = from.kind === 'record' ? relationNamed(from.set, name) : undefined;
    const link = relation && store.links.linkOf(from.set, relation);
    if (from.kind !== 'record' || relation === undefined || link === undefined) throw unknown(name);
    const where = Object.fromEntries(link.on.map(([here, there]) => [there, from.row[here] ?? null]));
    if (relation.isCollection) return withKey(link.set, where, from, key);
    const row = rowOf(store, link.set, where);
    return row === undefined ? { kind: 'nothing', set: link.set } : { kind: 'record', set: link.set, row };
  }
  const [start = '', ...rest] = segments;
  return rest.reduce((target, segment) => next(target, segmentOf(segment)), first(segmentOf(start)));
}

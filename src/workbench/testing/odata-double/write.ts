/** Records that requests create, change and delete, where no rule says otherwise. The description has checked their bodies. */
import { randomUUID } from 'node:crypto';
import { isMap, type Members } from '../../../../engine/host/index.ts';
import { relationNamed } from './expression-sql.ts';
import type { EntitySet } from './model.ts';
import { notImplemented, ODataError } from './odata-error.ts';
import type { Where } from './read.ts';
import { type ODataStore, quoted, type Row, stored, type Value } from './store.ts';

/** The members of a body that are columns of its row. */
function columnsOf(store: ODataStore, set: EntitySet, body: Members): Row {
  const bound = Object.keys(body).find((name) => name.includes('@odata.bind'));
  if (bound !== undefined) throw notImplemented(`The double does not have ${bound}.`);
  return store.columns(set.name, body);
}

/** The key of a new record: a GUID, or the next number. */
function newKey(store: ODataStore, set: EntitySet, name: string): Value {
  const type = set.record.members.get(name)?.type;
  const typeName = type?.kind === 'scalar' ? type.name : '';
  if (typeName === 'Edm.Guid') return randomUUID();
  if (!/Int|Byte/.test(typeName)) throw new ODataError(400, `The key \`${name}\` is missing.`, 'InvalidRequestBody');
  return Number(store.get(`SELECT coalesce(max(${quoted(name)}), 0) + 1 AS next FROM ${store.table(set.name)}`)?.next);
}

function isConstraint(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_CONSTRAINT');
}

/** Inserts a record, with those inside of it. `where`: what it has from the record that it belongs to. Returns its row. */
export function insertRecord(store: ODataStore, set: EntitySet, body: Members, where: Where): Row {
  const given: Row = { ...columnsOf(store, set, body), ...where };
  const missing = set.record.key.filter((name) => given[name] === undefined);
  const row: Row = { ...given, ...Object.fromEntries(missing.map((name) => [name, newKey(store, set, name)])) };
  const inside: Record<string, Value> = {};
  for (const [name, value] of Object.entries(body)) {
    const relation = relationNamed(set, name);
    const link = relation && store.links.linkOf(set, relation);
    if (relation === undefined) continue;
    if (link === undefined) inside[name] = stored(value);
    else if (!Array.isArray(value))
      throw notImplemented(`The double does not create ${name} together with ${set.name}.`);
    else
      for (const child of value.filter(isMap)) {
        const common = link.on.map(([here, there]): [string, Value] => [there, row[here] ?? null]);
        insertRecord(store, link.set, child, Object.fromEntries(common));
      }
  }
  try {
    store.insert(set.name, { ...row, ...inside });
  } catch (error) {
    if (!isConstraint(error)) throw error;
    throw new ODataError(400, `A record with this key is in ${set.name} already.`, 'AlreadyExists');
  }
  return row;
}

const byKey = (set: EntitySet): string => set.record.key.map((name) => `${quoted(name)} = ?`).join(' AND ');
const keyIn = (set: EntitySet, row: Row): readonly Value[] => set.record.key.map((name) => row[name] ?? null);

/** Changes the members of a record that the body has. The key stays as it is (OData 4.01, part 1, 11.4.3). */
export function changeRecord(store: ODataStore, set: EntitySet, row: Row, body: Members): void {
  const columns = Object.entries(columnsOf(store, set, body)).filter(([name]) => !set.record.key.includes(name));
  if (columns.length === 0) return;
  const changes = columns.map(([name]) => `${quoted(name)} = ?`).join(', ');
  const sql = `UPDATE ${store.table(set.name)} SET ${changes} WHERE ${byKey(set)}`;
  store.run(sql, ...columns.map(([, value]) => value), ...keyIn(set, row));
}

/** Replaces a record: what the body lacks has no value any more, except what the service computes. Throws for what cannot be without one. */
export function replaceRecord(store: ODataStore, set: EntitySet, row: Row, body: Members): void {
  const left = set.properties.filter(
    ({ name, isComputed }) => !isComputed && !Object.hasOwn(body, name) && !set.record.key.includes(name),
  );
  const needed = left.find(({ isNullable, isCollection }) => !isNullable && !isCollection);
  if (needed !== undefined)
    throw new ODataError(400, `The body has no '${needed.name}', which is never null.`, 'InvalidRequestBody');
  changeRecord(store, set, row, {
    ...Object.fromEntries(left.map(({ name }) => [name, store.blankOf(set, name)])),
    ...body,
  });
}

/** Deletes a record. */
export function deleteRecord(store: ODataStore, set: EntitySet, row: Row): void {
  store.run(`DELETE FROM ${store.table(set.name)} WHERE ${byKey(set)}`, ...keyIn(set, row));
}

/** The row as it is stored now. */
export const storedRow = (store: ODataStore, set: EntitySet, row: Row): Row | undefined =>
  store.get(`SELECT * FROM ${store.table(set.name)} WHERE ${byKey(set)}`, ...keyIn(set, row));

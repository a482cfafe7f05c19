/** The columns that identify rows for pages and writes. */

import type { Place } from '../../base/place.ts';
import type { ProfileInput } from '../../compile/compile.ts';
import { coordinateAt } from '../../compile/context/contract-coordinate.ts';
import { traceContext } from '../lineage/lineage.ts';
import type { FieldOrigin } from '../lineage/origin.ts';
import { type AnyRead, traceRead } from '../lineage/trace.ts';

export interface KeyUse {
  readonly source: string;
  readonly table: string;
  readonly columns: readonly string[];
  /** What depends on it. */
  readonly what: 'page' | 'write';
  readonly place: Place;
  readonly coordinate: string | undefined;
}

function tableColumns(origins: readonly FieldOrigin[]): readonly NonNullable<FieldOrigin['column']>[] {
  return origins.flatMap(({ column, from }) => [...(column === undefined ? [] : [column]), ...tableColumns(from)]);
}

/** Keys of pages, and of document lookups, as columns; one for each table. */
export async function keysOf(
  input: ProfileInput,
  factValues: ReadonlyMap<string, boolean>,
): Promise<readonly KeyUse[]> {
  const context = await traceContext(input, [{ factValues, endpoints: new Set(Object.keys(input.profile.endpoints)) }]);
  const keyUses: KeyUse[] = [];
  const add = (read: AnyRead, path: readonly string[], names: readonly string[], at: readonly string[]): void => {
    const columns = names.flatMap((name) => tableColumns(traceRead(context, read, path, [name])));
    const place = input.document.place(at);
    const coordinate = coordinateAt(input.contract, at);
    const what = at.at(-1) === 'find' ? 'write' : 'page';
    const tables = new Map(columns.map((one) => [`${one.source} ${one.table}`, one]));
    for (const { source, table } of tables.values()) {
      const keyColumns = columns
        .filter((one) => one.source === source && one.table === table)
        .map(({ column }) => column);
      keyUses.push({ source, table, columns: keyColumns, what, place, coordinate });
    }
  };
  for (const [endpoint, spec] of Object.entries(input.profile.endpoints)) {
    const path = ['endpoints', endpoint];
    const names = spec.page?.key?.map((name) => name.replace(/^-/, '')) ?? [];
    if (names.length > 0) add(spec, path, names, [...path, 'page', 'key']);
    if (typeof spec.find === 'object') add(spec.find, [...path, 'find'], ['key'], [...path, 'find']);
  }
  return keyUses;
}

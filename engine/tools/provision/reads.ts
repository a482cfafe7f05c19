/** The reads of an endpoint. */

import type { WrittenEndpoint } from '../../profile/schema/index.ts';
import type { AnyRead } from '../lineage/trace.ts';

/** A read and its nested reads. */
function withInner(read: AnyRead): readonly AnyRead[] {
  const { first = [], union = [], attach = {}, each = {} } = read;
  return [read, ...[...first, ...union, ...Object.values(attach), ...Object.values(each)].flatMap(withInner)];
}

/** All reads of an endpoint: for its answer, or for the lookup of a write. */
export function readsOf(spec: WrittenEndpoint): readonly AnyRead[] {
  const { statement, find } = spec;
  const parts =
    statement === undefined ? [] : [statement.currency, statement.entries, statement.opening, statement.balance];
  const named = parts.filter((part) => typeof part === 'object');
  return [...(statement === undefined ? [spec] : named), ...(typeof find === 'object' ? [find] : [])].flatMap(
    withInner,
  );
}

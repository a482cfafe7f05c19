/** The reads that an endpoint is made of. */

import type { WrittenEndpoint } from '../../profile/schema/index.ts';
import type { AnyRead } from '../lineage/trace.ts';

/** A read, and all that stand in it. */
function withInner(read: AnyRead): readonly AnyRead[] {
  const { first = [], union = [], attach = {}, each = {} } = read;
  return [read, ...[...first, ...union, ...Object.values(attach), ...Object.values(each)].flatMap(withInner)];
}

/** All reads of an endpoint: those that give its answer, or look up what a write has written. */
export function readsOf(spec: WrittenEndpoint): readonly AnyRead[] {
  const { statement, find } = spec;
  const parts =
    statement === undefined ? [] : [statement.currency, statement.entries, statement.opening, statement.balance];
  const asked = parts.filter((part) => typeof part === 'object');
  return [...(statement === undefined ? [spec] : asked), ...(typeof find === 'object' ? [find] : [])].flatMap(
    withInner,
  );
}

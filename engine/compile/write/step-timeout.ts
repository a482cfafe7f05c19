/** The time limit of one step of a write over HTTP. */
import { milliseconds } from '../../base/duration.ts';
import type { HttpSourceSpec } from '../../profile/schema/index.ts';

/** Where the source declares no `limits.timeout`. */
const defaultTimeout = '30s';

/** The longest time that one step may take, in milliseconds. */
export function stepTimeout({ limits }: Pick<HttpSourceSpec, 'limits'>): number {
  return milliseconds(limits?.timeout ?? defaultTimeout);
}

/** What a request has gathered so far: the values that SQL and expressions may name. */

import type { WorkRow } from '../shape/encode.ts';
import type { RequestValues } from '../shape/request.ts';
import type { SqlValue } from '../sources/source.ts';

export interface RunState {
  readonly request: RequestValues;
  /** Scalar request fields, ids decoded; parts of a composite id as `field.part`. */
  readonly values: Readonly<Record<string, SqlValue | undefined>>;
  /** Results of earlier steps by name, and the item of `each`. */
  readonly steps: Readonly<Record<string, unknown>>;
  /** The key of a write, as the ERP keeps it. */
  readonly key: string | undefined;
  /** The rows that an attached read belongs to. */
  readonly rows: readonly WorkRow[];
  /** The time of the request, by the clock that was passed in: milliseconds since the epoch. */
  readonly now: number;
}

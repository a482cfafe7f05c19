/** State of one running request: the values that SQL and expressions can use. */
import type { WorkRow } from '../shape/encode.ts';
import type { RequestValues } from '../shape/request.ts';
import type { SqlValue } from '../sources/source.ts';

export interface RunState {
  readonly request: RequestValues;
  /** Scalar request fields, ids decoded; parts of a composite id as `field.part`. */
  readonly values: Readonly<Record<string, SqlValue | undefined>>;
  /** Results of earlier steps by name, and the current item of `each`. */
  readonly steps: Readonly<Record<string, unknown>>;
  /** The idempotency key of a write, as the ERP stores it. */
  readonly key: string | undefined;
  /** In an attached read: the rows that it is attached to. */
  readonly rows: readonly WorkRow[];
  /** Settings that are not secrets, by name. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Time of the request in milliseconds since the epoch, from the engine's clock. */
  readonly now: number;
}

/** Requests whose answers are validated against the contract. */
import type { AnswerOf, Path } from '../../../contract/types.ts';
import type { Answer, CallOptions } from '../validation/caller.ts';

/** A request body without `schemaVersion`. */
export type Body = Readonly<Record<string, unknown>>;

export interface Requests {
  /** A document number that was not used before. */
  fresh(prefix: string): string;
  /** Sends fields. The answer, a success or a refusal, must follow the contract; a 501 makes the check not applicable, and 500 and 502 fail it. */
  post(path: Path, fields: Body, options?: CallOptions): Promise<Answer>;
  /** Sends a valid request. Any answer but a valid 200 fails the check. */
  ask<P extends Path>(path: P, fields: Body, options?: CallOptions): Promise<AnswerOf<P>>;
}

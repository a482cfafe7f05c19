/** The plan of a profile: compiled once at start, run by every request. Nothing is parsed while a request runs. */
import type { Endpoint } from '../base/contract.ts';
import type { ObjectEncoder } from '../shape/encode.ts';
import type { RequestOutcome } from '../shape/request.ts';
import type { AccountStatementPlan } from './account-statement.ts';
import type { IdForm } from './ids.ts';
import type { ReadPlan } from './read.ts';
import type { WritePlan } from './write.ts';

/** What an endpoint does with a valid request. */
export type EndpointWork =
  /** The profile chooses by a fact of the ERP that is not known yet. */
  | { readonly kind: 'undecided' }
  | { readonly kind: 'unavailable'; readonly reason: string; readonly empty: boolean }
  | {
      readonly kind: 'read';
      readonly read: ReadPlan;
      readonly encode: ObjectEncoder;
      readonly zone: string;
      /** What happens to a row that breaks the contract. */
      readonly broken: 'drop' | 'fail';
    }
  | {
      readonly kind: 'accountStatement';
      readonly accountStatement: AccountStatementPlan;
      readonly encode: ObjectEncoder;
    }
  | { readonly kind: 'write'; readonly write: WritePlan; readonly encode: ObjectEncoder; readonly zone: string };

export interface EndpointPlan {
  readonly endpoint: Endpoint;
  /** Checks and normalises a request body. */
  readonly request: (body: unknown) => RequestOutcome;
  readonly work: EndpointWork;
  /** The id fields of the request, and the read that finds out whether an id exists. */
  readonly ids: readonly { readonly field: string; readonly form: IdForm; readonly exists: ReadPlan | undefined }[];
}

/** Plans by the path of their endpoint. */
export type Plan = ReadonlyMap<string, EndpointPlan>;

/** A check: one thing that follows from the contract, for any profile. */
import type { Declared, Endpoint } from '../../../engine/index.ts';
import type { Path } from '../../contract/types.ts';
import type { Bench } from './check-context.ts';

export interface Check {
  /** What it belongs to: `paging`. */
  readonly subject: string;
  /** What must hold, as a sentence. */
  readonly name: string;
  /** Part and point of the contract, or the ruling where the contract is silent. */
  readonly clause: string;
  /** Endpoints that it needs: where the profile does not provide one, the check is not applicable. */
  readonly paths: readonly Path[];
  /** Returns where it holds; else throws `Concluded`. */
  readonly run: (bench: Bench) => Promise<void>;
}

/** Gives the checks of a subject, for the endpoints that the contract has and what the profile says of them. */
export type Subject = (endpoints: readonly Known[], declared: Declared) => readonly Check[];

/** An endpoint of the contract, its path one of those that are known. */
export type Known = Endpoint & { readonly path: Path };

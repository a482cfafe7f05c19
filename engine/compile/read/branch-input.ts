/** What compiling one branch of a read takes and returns. */
import type { Path } from '../../base/place.ts';
import type { BranchPlan } from '../../plan/read.ts';
import type { BranchSpec } from '../../profile/schema/index.ts';
import type { QueryText } from '../columns/answer-columns.ts';
import type { Names } from '../names/expression-names.ts';
import type { ReadTarget } from '../names/read-target.ts';
import { type PlacedKeys, type QueryKeys, withOuterKeys } from './query-keys.ts';
import type { ReadRole } from './query-wrapper.ts';

export interface BranchInput {
  readonly path: Path;
  readonly spec: BranchSpec;
  /** Keys of the read around the branch, which apply where the branch does not have its own. */
  readonly outer: PlacedKeys;
  readonly target: ReadTarget;
  readonly role: ReadRole;
}

export interface CompiledBranch {
  readonly plan: BranchPlan;
  /** Columns of its processed rows; undefined where they are not known. */
  readonly columns: readonly string[] | undefined;
  /** The names that expressions may read from its rows; undefined where the ERP names them and nothing describes them. */
  readonly names: Names | undefined;
  readonly sql: QueryText;
}

/** The keys that apply to the branch. */
export function keysOf({ spec, outer }: BranchInput): QueryKeys {
  return withOuterKeys(spec, outer.keys);
}

/** The path of the read that the key comes from: the branch, or the read around it. */
export function pathOfKey({ path, spec, outer }: BranchInput, key: keyof QueryKeys): Path {
  return spec[key] === undefined ? outer.path : path;
}
